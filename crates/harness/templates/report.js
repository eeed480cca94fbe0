'use strict';
(() => {
  const data = JSON.parse(document.getElementById('data').textContent);
  const NS = 'http://www.w3.org/2000/svg';
  const byId = (id) => document.getElementById(id);
  document.documentElement.classList.add('js');

  const svg = (parent, name, attributes, text) => {
    const node = document.createElementNS(NS, name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    if (text !== undefined) node.textContent = text;
    parent.append(node);
    return node;
  };
  const html = (parent, name, text) => {
    const node = document.createElement(name);
    if (text !== undefined) node.textContent = text;
    parent.append(node);
    return node;
  };
  const column = (square) => square % 5;
  const row = (square) => Math.floor(square / 5);
  const squareName = (square) => 'abcde'[column(square)] + (5 - row(square));
  const squareOf = (letter) => letter.charCodeAt(0) - 97;
  const SIDE = 100;

  // Plays the path of a board: each knight is an element of its own, so that it can be seen to jump.
  class Player {
    constructor(root) {
      this.root = root;
      this.board = root.querySelector('.board');
      this.text = root.querySelector('.step');
      this.slider = root.querySelector('input');
      this.moves = root.querySelector('.moves');
      this.button = (name) => root.querySelector(`[data-do=${name}]`);
      const squares = svg(this.board, 'g', {});
      for (let square = 0; square < 25; square++) {
        svg(squares, 'rect', {
          class: `sq${(row(square) + column(square)) % 2}`, x: column(square) * SIDE + 18, y: row(square) * SIDE, width: SIDE, height: SIDE,
        });
      }
      for (let index = 0; index < 5; index++) {
        svg(this.board, 'text', { x: index * SIDE + 68, y: 524, 'text-anchor': 'middle' }, 'abcde'[index]);
        svg(this.board, 'text', { x: 0, y: index * SIDE + 56, 'text-anchor': 'middle' }, 5 - index);
      }
      this.trace = svg(this.board, 'path', { class: 'trace', d: '' });
      this.hole = svg(this.board, 'rect', { class: 'hole', width: 76, height: 76, rx: 10 });
      this.hit = svg(this.board, 'rect', { class: 'hit', width: SIDE - 5, height: SIDE - 5, display: 'none' });
      this.knights = svg(this.board, 'g', {});
      const acts = {
        first: () => this.show(0), back: () => this.show(this.step - 1), on: () => this.show(this.step + 1),
        last: () => this.show(this.last), play: () => this.toggle(),
      };
      for (const [name, act] of Object.entries(acts)) {
        this.button(name).addEventListener('click', () => {
          if (name !== 'play') this.pause();
          act();
        });
      }
      this.slider.addEventListener('input', () => {
        this.pause();
        this.show(Number(this.slider.value));
      });
      const keys = {
        ArrowRight: acts.on, ArrowUp: acts.on, ArrowLeft: acts.back, ArrowDown: acts.back, Home: acts.first, End: acts.last,
      };
      root.addEventListener('keydown', (event) => {
        if (event.ctrlKey || event.altKey || event.metaKey) return;
        if (event.key === ' ' && event.target.tagName !== 'BUTTON') {
          this.toggle();
        } else if (keys[event.key]) {
          this.pause();
          keys[event.key]();
        } else {
          return;
        }
        event.preventDefault();
      });
    }

    load(playable) {
      this.pause();
      this.playable = playable;
      this.path = [...playable.p].map(squareOf);
      this.last = this.path.length - 1;
      this.knights.replaceChildren();
      this.moves.replaceChildren();
      this.start = [...playable.c].map((cell, square) => {
        if (cell === '*') return null;
        const knight = svg(this.knights, 'use', { href: '#kn', class: `knight ${cell === '1' ? 'b' : 'w'}`, width: 88, height: 88 });
        return knight;
      });
      for (let index = 1; index <= this.last; index++) html(this.moves, 'li', this.move(index));
      this.slider.max = this.last;
      this.show(0);
    }

    move(index) {
      return `${squareName(this.path[index])}-${squareName(this.path[index - 1])}`;
    }

    show(step) {
      this.step = Math.max(0, Math.min(this.last, step));
      const knights = [...this.start];
      for (let index = 1; index <= this.step; index++) {
        knights[this.path[index - 1]] = knights[this.path[index]];
        knights[this.path[index]] = null;
      }
      const place = (square, inset) => [column(square) * SIDE + 18 + inset, row(square) * SIDE + inset];
      knights.forEach((knight, square) => {
        if (knight) knight.style.transform = `translate(${place(square, 6).map((at) => `${at}px`).join(',')})`;
      });
      const at = (node, square, inset) => {
        const [x, y] = place(square, inset);
        node.setAttribute('x', x);
        node.setAttribute('y', y);
      };
      at(this.hole, this.path[this.step], 12);
      const moved = this.step > 0;
      this.hit.setAttribute('display', moved ? 'inline' : 'none');
      if (moved) at(this.hit, this.path[this.step - 1], 2.5);
      const ends = moved ? [this.path[this.step], this.path[this.step - 1]].map((square) => place(square, 50).join(' ')) : [];
      this.trace.setAttribute('d', moved ? `M${ends[0]}L${ends[1]}` : '');
      const where = this.step === this.last ? ', the goal' : '';
      const said = moved ? `Step ${this.step} of ${this.last}: ${this.move(this.step)}${where}` : `Start; ${this.last} move${this.last === 1 ? '' : 's'} to the goal`;
      this.text.textContent = this.last === 0 ? 'The goal itself' : said;
      this.board.querySelector('title').textContent = `${this.text.textContent}. Rows from the top: ${this.rows(knights)}`;
      this.slider.value = this.step;
      this.slider.setAttribute('aria-valuetext', this.text.textContent);
      [...this.moves.children].forEach((move, index) => move.classList.toggle('now', index + 1 === this.step));
      for (const name of ['first', 'back']) this.dim(name, this.step === 0);
      for (const name of ['on', 'last']) this.dim(name, this.step === this.last);
    }

    // A button that is disabled would lose the focus to nowhere.
    dim(name, off) {
      this.button(name).setAttribute('aria-disabled', off);
    }

    rows(knights) {
      const text = knights.map((knight) => (knight ? (knight.classList.contains('b') ? '1' : '0') : '*')).join('');
      return text.match(/.{5}/g).join('/');
    }

    toggle() {
      if (this.timer) return this.pause();
      if (this.step === this.last) this.show(0);
      this.timer = setInterval(() => {
        this.show(this.step + 1);
        if (this.step === this.last) this.pause();
      }, 800);
      this.label('|| pause', 'Pause');
    }

    pause() {
      clearInterval(this.timer);
      this.timer = undefined;
      this.label('▶ play', 'Play');
    }

    label(text, name) {
      this.button('play').textContent = text;
      this.button('play').setAttribute('aria-label', name);
    }
  }

  // A menu chooses which view of a figure is seen.
  for (const figure of document.querySelectorAll('.figure')) {
    const menus = [...figure.querySelectorAll('select')];
    if (!menus.length || figure.dataset.figure === 'scatter') continue;
    const choose = () => {
      const key = menus.map((menu) => menu.value).join('/');
      for (const view of figure.querySelectorAll('.view')) view.hidden = view.dataset.key !== key;
    };
    for (const menu of menus) menu.addEventListener('change', choose);
    choose();
  }

  // One engine against another: all axes are alike, so that marks move and nothing else.
  const scatter = document.querySelector('[data-figure=scatter]');
  const dots = scatter ? [...scatter.querySelectorAll('.dots circle')] : [];
  if (scatter) {
    const [across, up] = scatter.querySelectorAll('select');
    const draw = () => {
      const [x, y] = [data.places[across.value][0], data.places[up.value][1]];
      dots.forEach((dot, index) => {
        const shown = x[index] !== null && y[index] !== null;
        dot.setAttribute('display', shown ? 'inline' : 'none');
        if (!shown) return;
        dot.setAttribute('cx', x[index]);
        dot.setAttribute('cy', y[index]);
      });
      scatter.querySelector('.an .x').textContent = data.engines[across.value];
      scatter.querySelector('.an .y').textContent = data.engines[up.value];
    };
    across.addEventListener('change', draw);
    up.addEventListener('change', draw);
    // A browser may remember the choice from before.
    draw();
  }

  if (data.boards.length) {
    const player = new Player(byId('player'));
    const menu = byId('stratum');
    const thumbs = byId('thumbs');
    let first = 0;
    const ranges = data.strata.map(([name, count]) => {
      const range = { name, first, count };
      first += count;
      return range;
    }).filter((range) => range.count);
    for (const range of ranges) html(menu, 'option', `${range.name} (${range.count} boards)`);
    const rangeOf = (index) => ranges.findIndex((range) => index >= range.first && index < range.first + range.count);
    let opened = -1;
    let listed = -1;

    const thumb = (playable) => {
      const node = document.createElementNS(NS, 'svg');
      node.setAttribute('viewBox', '0 0 5 5');
      node.setAttribute('aria-hidden', 'true');
      svg(node, 'rect', { class: 'sq0', width: 5, height: 5 });
      [...playable.c].forEach((cell, square) => {
        if (cell !== '*') svg(node, 'circle', { class: cell === '1' ? 't-b' : 't-w', cx: column(square) + 0.5, cy: row(square) + 0.5, r: 0.37 });
      });
      return node;
    };
    const list = (place) => {
      if (place === listed) return;
      listed = place;
      menu.selectedIndex = place;
      thumbs.replaceChildren();
      const range = ranges[place];
      for (let index = range.first; index < range.first + range.count; index++) {
        const playable = data.boards[index];
        const button = html(thumbs, 'button');
        button.type = 'button';
        button.dataset.index = index;
        button.append(thumb(playable), `${playable.w ? '✗ ' : ''}${playable.n}`);
        button.classList.toggle('wrong', Boolean(playable.w));
        button.setAttribute('aria-label', `Board ${playable.n}${playable.w ? ', wrong answers' : ''}`);
        button.addEventListener('click', () => open(index));
      }
    };
    const open = (index) => {
      opened = index;
      list(rangeOf(index));
      const playable = data.boards[index];
      for (const button of thumbs.children) button.setAttribute('aria-pressed', Number(button.dataset.index) === index);
      const moves = `${playable.d} move${playable.d === 1 ? '' : 's'} from the goal`;
      byId('opened').textContent = `Board ${playable.n}: ${moves}${playable.w ? ' — with wrong answers' : ''}`;
      player.load(playable);
      const body = byId('spent').tBodies[0];
      body.replaceChildren();
      data.engines.forEach((name, engine) => {
        const line = html(body, 'tr');
        html(line, 'th', name).scope = 'row';
        const [answer, time, counts] = data.spent[engine][index];
        const cell = html(line, 'td', typeof answer === 'number' ? `${answer} moves` : answer);
        if (answer === 'wrong') cell.className = 'bad';
        html(line, 'td', time);
        for (const count of counts) html(line, 'td', String(count).replace(/\B(?=(\d{3})+$)/g, ','));
      });
      dots.forEach((dot, place) => dot.classList.toggle('open', place === index));
      byId('before').disabled = index === 0;
      byId('after').disabled = index === data.boards.length - 1;
    };
    menu.addEventListener('change', () => open(ranges[menu.selectedIndex].first));
    byId('before').addEventListener('click', () => open(Math.max(0, opened - 1)));
    byId('after').addEventListener('click', () => open(Math.min(data.boards.length - 1, opened + 1)));
    const go = (index) => {
      open(index);
      byId('opened').scrollIntoView({ block: 'start' });
      byId('opened').focus({ preventScroll: true });
    };
    dots.forEach((dot, index) => dot.addEventListener('click', () => go(index)));
    const named = () => {
      const found = /^#board-(\d+)$/.exec(location.hash);
      return found ? data.boards.findIndex((playable) => playable.n === Number(found[1])) : -1;
    };
    addEventListener('hashchange', () => named() >= 0 && go(named()));
    open(data.first);
    if (named() >= 0) go(named());
  }
})();
