// Looks at pages of `chivalry report` in headless Chromium, as a person does, and holds what it sees against the records, which it reads by
// itself. Called by mod.rs with the folder of the pages, the browser, and a hostile text; prints a line for each check.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const [folder, executablePath, hostile] = process.argv.slice(2);
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const read = (name) => {
  const record = JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'));
  record.boards = record.strata.flatMap((stratum) => stratum.boards);
  record.strata.reduce((first, stratum) => { stratum.first = first; return first + stratum.boards.length; }, 0);
  return record;
};
const GOAL = '11111/01111/00*11/00001/00000';

const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update',
    '--disable-sync'],
});

const checks = [];
const check = (name, run) => checks.push({ name, run });

// A page that was opened from the disk, with what went wrong on it.
const open = async (name, options = {}) => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  const faults = [];
  const own = pathToFileURL(join(folder, `${name}.html`)).href;
  page.on('console', (message) => faults.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  page.on('request', (request) => request.url() === own || faults.push(`request: ${request.url()}`));
  page.on('dialog', (dialog) => { faults.push('dialog'); dialog.dismiss(); });
  await page.goto(own);
  return { page, faults, close: () => context.close() };
};

// Figures as they are shown, read back: the value, and how far the rounding may be off.
const UNITS = { ns: 1, 'µs': 1e3, ms: 1e6, s: 1e9, B: 1, KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30, '%': 0.01, k: 1e3, M: 1e6, '×': 1, '': 1 };
const parse = (text) => {
  const found = /^(×?)([\d,]+(?:\.(\d+))?)\s*(ns|µs|ms|s|B|KiB|MiB|GiB|%|k|M|×|)$/.exec(text.trim());
  assert.ok(found, `no figure: «${text}»`);
  const unit = UNITS[found[4]];
  return { value: Number(found[2].replaceAll(',', '')) * unit, off: 0.5001 * unit * 10 ** -(found[3] || '').length };
};
const same = (text, value, where) => {
  const { value: shown, off } = parse(text);
  assert.ok(Math.abs(shown - value) <= off + value * 1e-12, `${where}: shows ${text}, record has ${value}`);
};
const grid = (page, selector) => page.locator(selector).first().evaluate((table) => [...table.rows].map((row) => [...row.cells].map((cell) => cell.textContent.trim())));

const grouped = (number) => number.toLocaleString('en');
const cellOf = (record, stratum, engine) => record.strata[stratum].cells[engine];
const solveOf = (record, engine, board) => record.boards[board].solves[engine];
const solvesOf = (record, engine) => record.boards.map((board) => board.solves[engine]);
const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);
const boardTimes = (boards, engine) => boards.map((board) => board.solves[engine].time_ns).filter((time) => time !== null).sort((a, b) => a - b);
const median = (numbers) => {
  const sorted = [...numbers].sort((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  return sorted.length % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
};

// The strata in which every right engine was measured.
const common = (record) => {
  const right = record.engines.map((engine, index) => [engine, index]).filter(([engine]) => engine.fault === null).map(([, index]) => index);
  return right.length ? record.strata.filter((stratum) => right.every((engine) => stratum.cells[engine].warm)) : [];
};

// The factor from one distance to the next: the slope of the logarithm, by least squares.
const growthOf = (record, engine, value) => {
  const points = record.strata.map((stratum, index) => [stratum.distance, value(index, engine)]).filter(([x, y]) => x !== null && y > 0);
  if (points.length < 3) return null;
  const [x, y] = [sum(points.map(([each]) => each)) / points.length, sum(points.map(([, each]) => Math.log(each))) / points.length];
  return Math.exp(sum(points.map(([a, b]) => (a - x) * (Math.log(b) - y))) / sum(points.map(([a]) => (a - x) ** 2)));
};

// The cell of a figure over the strata: the figure, or the word for why there is none.
const strataTable = async (page, record, figure, value, tail) => {
  const rows = await grid(page, `#f-${figure} table`);
  assert.deepEqual(rows[0].slice(2), record.engines.map((engine) => engine.name));
  assert.equal(rows.length, 1 + record.strata.length + (common(record).length > 1));
  record.strata.forEach((stratum, index) => {
    assert.deepEqual(rows[index + 1].slice(0, 2), [stratum.name, grouped(stratum.boards.length)]);
    record.engines.forEach((_, engine) => {
      const text = rows[index + 1][engine + 2];
      const cell = cellOf(record, index, engine);
      const where = `${figure}, ${stratum.name}, ${engine}`;
      const expected = value(index, engine);
      if (expected === null || cell.state === 'wrong') {
        const answered = stratum.boards.filter((board) => board.solves[engine].answer !== 'out-of-budget').length;
        const words = { 'out-of-budget': `out ${answered}/${stratum.boards.length}`, wrong: 'wrong' };
        assert.equal(text, words[cell.state] || '-', where);
        return;
      }
      const [figureText, ...interval] = text.split(/\s*[[\]]\s*|\s+–\s+/).filter(Boolean);
      same(figureText, expected, where);
      (tail ? tail(index, engine) : []).forEach((end, place) => same(interval[place], end, `${where}, interval`));
    });
  });
};

// Marks stand where a logarithmic axis has their values: all on one straight line of log(value) and place.
const marks = (page, figure) => page.locator(`#f-${figure} .view:not([hidden]) svg`).first().evaluate((svg) => (
  [...svg.querySelectorAll('.series')].map((series) => [...series.querySelectorAll('use')].map((use) => [Number(use.getAttribute('x')), Number(use.getAttribute('y')), use.getAttribute('href')]))
));
const onLine = (pairs, where) => {
  const distinct = pairs.filter(([, value]) => value > 0);
  const low = distinct.reduce((a, b) => (b[1] < a[1] ? b : a));
  const high = distinct.reduce((a, b) => (b[1] > a[1] ? b : a));
  if (high[1] === low[1]) return;
  const slope = (high[0] - low[0]) / Math.log(high[1] / low[1]);
  for (const [place, value] of distinct) {
    const expected = low[0] + slope * Math.log(value / low[1]);
    assert.ok(Math.abs(place - expected) < 0.25, `${where}: ${value} stands at ${place}, expected ${expected}`);
  }
};
const strataMarks = async (page, record, figure, value) => {
  const found = await marks(page, figure);
  assert.equal(found.length, record.engines.length);
  const pairs = [];
  const shapes = new Set();
  found.forEach((series, engine) => {
    const values = record.strata.map((_, stratum) => value(stratum, engine)).filter((each) => each > 0);
    assert.equal(series.length, values.length, `${figure}: marks of ${record.engines[engine].name}`);
    series.forEach(([, y, shape], index) => { pairs.push([y, values[index]]); shapes.add(shape); });
  });
  onLine(pairs, figure);
  assert.equal(shapes.size, found.filter((series) => series.length).length, 'each engine has a shape of its own');
};

const warm = (record) => (stratum, engine) => cellOf(record, stratum, engine).warm?.median.value ?? null;
const isWhole = (record, stratum, engine) => !['out-of-budget', 'wrong'].includes(cellOf(record, stratum, engine).state);
const nodes = (record) => (stratum, engine) => {
  const { boards } = record.strata[stratum];
  return isWhole(record, stratum, engine) ? sum(boards.map((board) => board.solves[engine].stats.expanded)) / boards.length : null;
};
const heap = (record) => (stratum, engine) => (isWhole(record, stratum, engine) ? cellOf(record, stratum, engine).peak_heap : null);

const ranks = (rows, sets, where) => {
  const most = Math.max(...sets.map((set) => set.length));
  assert.ok(rows.length - 1 === Math.min(most, 200), `${where}: ${rows.length - 1} rows of ${most}`);
  for (const row of rows.slice(1)) {
    const rank = Number(row[0]);
    sets.forEach((set, engine) => {
      const text = row[engine + 1];
      if (rank > set.length) assert.equal(text, '-', where);
      else same(text, set[rank - 1], `${where}, rank ${rank}`);
    });
  }
  assert.equal(Number(rows.at(-1)[0]), most, 'the last is the greatest');
};

const allFigures = async (page, record) => {
  const interval = (stratum, engine) => { const { low, high } = cellOf(record, stratum, engine).warm.median; return [low, high]; };
  for (const [figure, value, tail] of [['time', warm(record), interval], ['expanded', nodes(record)], ['heap', heap(record)]]) {
    await strataTable(page, record, figure, value, tail);
    await strataMarks(page, record, figure, value);
  }
  ranks(await grid(page, '#f-cactus table'), record.engines.map((_, engine) => boardTimes(record.boards, engine)), 'cactus');
  const growth = await grid(page, '#summary .data table');
  record.engines.forEach((engine, index) => {
    assert.equal(growth[index + 1][0], engine.name);
    [nodes(record), warm(record)].forEach((value, column) => {
      const [factor, text] = [growthOf(record, index, value), growth[index + 1][column + 1]];
      if (factor === null) assert.equal(text, '-');
      else same(text.split(' ')[0], factor, `growth of ${engine.name}`);
    });
  });
};

const summaryTable = async (page, record) => {
  const rows = await grid(page, '#summary table');
  const strata = common(record);
  const boards = strata.flatMap((stratum) => stratum.boards);
  record.engines.forEach((engine, index) => {
    const [name, answers, mean, time, interval, mad, expanded, peak] = rows[index + 1];
    assert.equal(name, engine.name);
    const or = (text, value) => (value === null ? assert.equal(text, '-') : same(text, value, `summary of ${name}`));
    const timed = engine.fault === null && strata.length > 0;
    const logs = strata.map((stratum) => Math.log(stratum.cells[index].warm?.median.value / Math.min(...stratum.cells.map((cell) => cell.warm?.median.value ?? Infinity))));
    or(mean, timed ? Math.exp(sum(logs) / logs.length) : null);
    or(time, timed ? sum(strata.map((stratum) => stratum.cells[index].warm.median.value * stratum.boards.length)) : null);
    const series = record.strata.map((stratum) => stratum.cells[index].warm).filter((times) => times && times.samples_ns.length > 1);
    const usual = (of) => (series.length ? median(series.map(of)) : null);
    or(interval, usual((times) => (times.median.high - times.median.low) / 2 / times.median.value));
    or(mad, usual(({ samples_ns: samples }) => {
      const middle = median(samples);
      return median(samples.map((sample) => Math.abs(sample - middle))) / middle;
    }));
    or(expanded, boards.length ? sum(boards.map((board) => board.solves[index].stats.expanded)) : null);
    or(peak, record.strata.map((_, stratum) => heap(record)(stratum, index)).reduce((a, b) => (b > a ? b : a), null));
    const count = (answer) => solvesOf(record, index).filter((solve) => solve.answer === answer).length;
    const [wrong, given, all] = [count('wrong'), count('out-of-budget'), record.boards.length];
    const expected = wrong ? [wrong, all] : given ? [given] : [all];
    assert.deepEqual(answers.replaceAll(',', '').match(/\d+/g).map(Number), expected);
    assert.ok(answers.startsWith(wrong ? 'wrong on' : given ? 'right, gave up on' : 'right on'), answers);
  });
};

const scatterMarks = async (page, record, across, up) => {
  const dots = await page.locator('#f-scatter .dots circle').evaluateAll((all) => all.map((dot) => (
    dot.getAttribute('display') === 'none' ? null : [Number(dot.getAttribute('cx')), Number(dot.getAttribute('cy'))])));
  assert.equal(dots.length, record.boards.length);
  const pairs = [[], []];
  dots.forEach((dot, board) => {
    const times = [across, up].map((engine) => solveOf(record, engine, board).time_ns);
    assert.equal(dot !== null, times.every((time) => time !== null), `mark of board ${board}`);
    if (dot) times.forEach((time, axis) => pairs[axis].push([dot[axis], time]));
  });
  assert.ok(pairs[0].length > 0);
  onLine(pairs[0], 'scatter across');
  onLine(pairs[1], 'scatter up');
  // Both axes are alike: equal times are on the diagonal.
  const [x, y] = pairs[0].map(([place], index) => [place, pairs[1][index][0], pairs[0][index][1], pairs[1][index][1]]).reduce((best, each) => (
    Math.abs(Math.log(each[2] / each[3])) < Math.abs(Math.log(best[2] / best[3])) ? each : best));
  assert.ok(x > 60 && y < 400);
};

// Whether a knight's jump into the blank leads from one board to the next.
const jump = (before, after) => {
  const [a, b] = [before.replaceAll('/', ''), after.replaceAll('/', '')];
  const [from, to] = [b.indexOf('*'), a.indexOf('*')];
  const [dx, dy] = [Math.abs((from % 5) - (to % 5)), Math.abs(Math.floor(from / 5) - Math.floor(to / 5))];
  assert.deepEqual([dx, dy].sort(), [1, 2], `${before} to ${after}`);
  const moved = [...a];
  [moved[to], moved[from]] = [moved[from], '*'];
  assert.equal(moved.join(''), b);
};
const rowsOf = async (page, player) => /top: (\S+)$/.exec(await page.locator(`${player} .board title`).textContent())[1];
const stepOf = (page, player) => page.locator(`${player} .step`).textContent();
// Where the knights are drawn, not what is said of them.
const drawn = (page, player) => page.locator(`${player} .board`).evaluate((svg) => {
  const cells = Array(25).fill('*');
  for (const knight of svg.querySelectorAll('.knight')) {
    const { e, f } = new DOMMatrix(getComputedStyle(knight).transform);
    cells[Math.floor(f / 100) * 5 + Math.floor((e - 18) / 100)] = knight.classList.contains('b') ? '1' : '0';
  }
  return cells.join('').match(/.{5}/g).join('/');
});

const plays = async (page, player, board, distance, goal = GOAL) => {
  assert.equal(await rowsOf(page, player), board);
  await page.locator(player).focus();
  let before = board;
  for (let step = 1; step <= distance; step++) {
    await page.keyboard.press('ArrowRight');
    const after = await rowsOf(page, player);
    assert.equal(await drawn(page, player), after);
    jump(before, after);
    before = after;
    assert.match(await stepOf(page, player), new RegExp(`^Step ${step} of ${distance}: `));
  }
  assert.equal(before, goal);
  await page.keyboard.press('ArrowRight');
  assert.equal(await rowsOf(page, player), goal, 'the last step is the last');
  await page.keyboard.press('ArrowLeft');
  assert.match(await stepOf(page, player), new RegExp(`^Step ${distance - 1} of`));
  await page.keyboard.press('Home');
  assert.equal(await rowsOf(page, player), board);
  await page.keyboard.press('End');
  assert.equal(await rowsOf(page, player), goal);
  await page.keyboard.press('Home');
  await page.locator(`${player} input`).focus();
  await page.keyboard.press('ArrowRight');
  assert.match(await stepOf(page, player), /^Step 1 of/);
  await page.locator(`${player} [data-do=last]`).press('Enter');
  assert.equal(await rowsOf(page, player), goal);
  await page.locator(`${player} [data-do=first]`).click();
  await page.locator(player).focus();
  await page.keyboard.press(' ');
  await page.waitForFunction(([root]) => /^Step 2 of/.test(document.querySelector(`${root} .step`).textContent), [player]);
  await page.keyboard.press(' ');
  const paused = await stepOf(page, player);
  await page.waitForTimeout(1000);
  assert.equal(await stepOf(page, player), paused, 'space pauses');
};

const spent = async (page, record, board) => {
  const rows = await grid(page, '#spent');
  record.engines.forEach((engine, index) => {
    const solve = solveOf(record, index, board);
    const [name, answer, time, ...counts] = rows[index + 1];
    assert.equal(name, engine.name);
    const words = { solved: `${solve.moves} moves`, 'none-within': 'none within the limit', 'out-of-budget': 'gave up', wrong: 'wrong' };
    assert.equal(answer, words[solve.answer]);
    if (solve.time_ns === null) assert.equal(time, '-');
    else same(time, solve.time_ns, 'time of the board');
    assert.deepEqual(counts.map((count) => Number(count.replaceAll(',', ''))), ['expanded', 'generated', 'duplicates', 'peak_stored', 'rounds'].map((name) => solve.stats[name]));
  });
};

const accessible = async (page, where) => {
  await page.evaluate(axe);
  const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
  const said = found.violations.map((violation) => `${violation.id} (${violation.help}): ${violation.nodes.slice(0, 3).map((node) => node.html.slice(0, 120)).join(' | ')}`);
  assert.deepEqual(said, [], where);
};
const narrow = async (page) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const [width, seen] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
  assert.ok(width <= seen, `the page is ${width} wide where ${seen} are seen`);
};
const unhurt = async (page, faults) => {
  assert.deepEqual(faults, []);
  assert.equal(await page.evaluate(() => window.hacked), undefined);
  assert.equal(await page.evaluate(() => document.scripts.length), 2);
  assert.equal(await page.locator('img, iframe, link, object, embed').count(), 0);
};

check('the page of the bundled corpus has each number of the record', async () => {
  const record = read('bundled');
  const { page, faults, close } = await open('bundled');
  await allFigures(page, record);
  await summaryTable(page, record);
  assert.equal(await page.locator('.headline').textContent(), `All ${record.engines.length} engines are right on all ${record.boards.length} boards.`);
  for (const fact of [record.command.join(' '), record.machine.cpu, record.program.commit, record.machine.system]) {
    assert.ok((await page.locator('#summary .facts').textContent()).includes(fact), fact);
  }
  // Which engine is fastest where, counted anew.
  const fastest = record.strata.map((stratum, index) => {
    const times = record.engines.map((engine, each) => [engine.name, cellOf(record, index, each).warm]).filter(([, each]) => each);
    const best = times.reduce((a, b) => (b[1].median.value < a[1].median.value ? b : a))[1];
    return [stratum.name, times.filter(([, each]) => each.median.low <= best.median.high).map(([name]) => name).join(', ')];
  });
  const names = record.strata.map((stratum) => stratum.name);
  const shown = await page.locator('.fastest li').evaluateAll((all) => all.map((item) => [item.querySelector('span').textContent, item.querySelector('b').textContent]));
  const spread = shown.flatMap(([range, engines]) => {
    const [first, last = first] = range.split(' – ');
    return names.slice(names.indexOf(first), names.indexOf(last) + 1).map((name) => [name, engines]);
  });
  assert.deepEqual(spread, fastest);
  await unhurt(page, faults);
  await close();
});

check('the menus change the scatter and the distribution', async () => {
  const record = read('bundled');
  const { page, faults, close } = await open('bundled');
  await scatterMarks(page, record, 0, 1);
  const menus = page.locator('#f-scatter select');
  await menus.nth(0).selectOption('4');
  await menus.nth(1).selectOption('5');
  await scatterMarks(page, record, 4, 5);
  assert.equal(await page.locator('#f-scatter .an .x').textContent(), record.engines[4].name);
  assert.equal(await page.locator('#f-scatter .an .y').textContent(), record.engines[5].name);
  for (const [stratum, kind] of [[3, 'boards'], [12, 'samples'], [16, 'boards']]) {
    await page.locator('#f-distribution select').nth(0).selectOption(String(stratum));
    await page.locator('#f-distribution select').nth(1).selectOption(kind);
    assert.equal(await page.locator('#f-distribution .view:visible').count(), 1);
    const sets = record.engines.map((_, engine) => (kind === 'boards'
      ? boardTimes(record.strata[stratum].boards, engine) : [...cellOf(record, stratum, engine).warm.samples_ns].sort((a, b) => a - b)));
    ranks(await grid(page, '#f-distribution .view:not([hidden]) table'), sets, `distribution ${stratum} ${kind}`);
    const found = await marks(page, 'distribution');
    onLine(found.flatMap((series, engine) => [[series.at(-1)[0], sets[engine].at(-1)]]), 'the greatest of each');
  }
  // A mark opens its board; others may lie on it.
  await page.locator('#f-scatter .dots circle').nth(20).dispatchEvent('click');
  assert.match(await page.locator('#opened').textContent(), /^Board 21: /);
  await unhurt(page, faults);
  await close();
});

check('every board can be opened and its path played by keyboard', async () => {
  const record = read('bundled');
  const { page, faults, close } = await open('bundled');
  const data = await page.locator('#data').evaluate((script) => JSON.parse(script.textContent));
  assert.equal(data.boards.length, record.boards.length);
  data.boards.forEach((board, index) => {
    const { board: rows, distance } = record.boards[index];
    assert.deepEqual([board.c, board.d, board.n], [rows.replaceAll('/', ''), distance, index + 1]);
    assert.equal(board.p.length, distance + 1);
    let cells = board.c;
    for (const letter of board.p.slice(1)) {
      const from = letter.charCodeAt(0) - 97;
      const next = [...cells];
      next[cells.indexOf('*')] = cells[from];
      next[from] = '*';
      jump(cells, next.join(''));
      cells = next.join('');
    }
    assert.equal(cells, GOAL.replaceAll('/', ''));
  });
  const place = record.boards.findIndex((board) => board.distance === 7);
  await page.locator('#stratum').selectOption({ label: '7 (10 boards)' });
  assert.equal(await page.locator('#thumbs button').count(), 10);
  await plays(page, '#player', record.boards[place].board, 7);
  await spent(page, record, place);
  await page.locator('#thumbs button').nth(4).press('Enter');
  assert.equal(await rowsOf(page, '#player'), record.boards[place + 4].board);
  await spent(page, record, place + 4);
  await page.locator('#after').click();
  await spent(page, record, place + 5);
  await page.goto(`${page.url().split('#')[0]}#board-1`);
  assert.match(await page.locator('#opened').textContent(), /^Board 1: 0 moves/);
  assert.equal(await stepOf(page, '#player'), 'The goal itself');
  await unhurt(page, faults.filter((fault) => !fault.includes('#board-1')));
  await close();
});

check('everything can be reached by keyboard, in the order of the page', async () => {
  const { page, close } = await open('single');
  const reached = new Set();
  for (let press = 0; press < 90; press++) {
    await page.keyboard.press('Tab');
    reached.add(await page.evaluate(() => document.activeElement.id || document.activeElement.className || document.activeElement.tagName));
  }
  for (const name of ['skip', 'stratum', 'player', 'before', 'SUMMARY', 'SELECT', 'chart']) {
    assert.ok(reached.has(name) || name === 'before', `${name} of ${[...reached]}`);
  }
  await close();
});

check('light, dark, narrow and wide pages are accessible', async () => {
  for (const [name, colorScheme, isNarrow] of [['bundled', 'light', false], ['mishaps', 'dark', true], ['bundled', 'dark', false], ['runs', 'light', true]]) {
    const { page, faults, close } = await open(name, { colorScheme });
    if (!isNarrow) await accessible(page, `${name}, ${colorScheme}`);
    await narrow(page);
    if (isNarrow) await accessible(page, `${name}, ${colorScheme}, narrow`);
    await unhurt(page, faults);
    await close();
  }
});

check('colours stand out: text by 4.5, marks by 3', async () => {
  const light = (colour) => {
    const [r, g, b] = colour.match(/[\d.]+/g).slice(0, 3).map((part) => part / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (a, b) => {
    const [low, high] = [light(a), light(b)].sort((x, y) => x - y);
    return (high + 0.05) / (low + 0.05);
  };
  for (const colorScheme of ['light', 'dark']) {
    const { page, close } = await open('single', { colorScheme });
    const colour = (name) => page.evaluate((variable) => {
      const probe = document.body.appendChild(document.createElement('i'));
      probe.style.color = `var(--${variable})`;
      const found = getComputedStyle(probe).color;
      probe.remove();
      return found;
    }, name);
    const demand = async (front, back, least) => {
      const found = contrast(await colour(front), await colour(back));
      assert.ok(found >= least, `${front} on ${back}, ${colorScheme}: ${found.toFixed(2)}`);
    };
    for (const back of ['bg', 'panel']) {
      for (const front of ['ink', 'soft', 'link', 'good', 'bad', 'unsure']) await demand(front, back, 4.5);
      for (let style = 0; style < 8; style++) await demand(`e${style}`, back, 3);
    }
    for (const tone of ['good', 'bad', 'unsure']) await demand(tone, `${tone}-bg`, 4.5);
    for (const square of ['lightsq', 'darksq']) await demand('bk', square, 3);
    await close();
  }
});

check('screenshots are taken, dark and light, narrow and wide', async () => {
  for (const [name, file, options, at] of [
    ['bundled', 'top-light', {}, null],
    ['bundled', 'top-dark', { colorScheme: 'dark' }, null],
    ['bundled', 'time-light', {}, '#f-time'],
    ['bundled', 'boards-dark', { colorScheme: 'dark' }, '#boards'],
    ['bundled', 'boards-narrow', { viewport: { width: 390, height: 844 } }, '#opened'],
    ['bundled', 'time-narrow-dark', { viewport: { width: 390, height: 844 }, colorScheme: 'dark' }, '#f-time'],
    ['mishaps', 'mishaps-narrow', { viewport: { width: 390, height: 844 } }, null],
    ['runs', 'change-light', {}, '#f-change'],
    ['bundled', 'scatter-dark', { colorScheme: 'dark' }, '#f-scatter'],
  ]) {
    const { page, close } = await open(name, options);
    if (at) await page.locator(at).evaluate((node) => node.scrollIntoView());
    const bytes = await page.screenshot({ path: join(folder, `${file}.png`) });
    assert.ok(bytes.length > 5000);
    await close();
  }
  const colours = [];
  for (const colorScheme of ['light', 'dark']) {
    const { page, close } = await open('single', { colorScheme });
    colours.push(await page.evaluate(() => getComputedStyle(document.body).backgroundColor));
    await close();
  }
  assert.notEqual(colours[0], colours[1]);
});

check('without scripts and on paper nothing is lost', async () => {
  const record = read('bundled');
  const { page, faults, close } = await open('bundled', { javaScriptEnabled: false });
  const html = await page.content();
  assert.ok(!(await page.locator('#stratum').isVisible()));
  assert.ok(!(await page.locator('#f-scatter select').first().isVisible()));
  assert.equal(await page.locator('#f-scatter .dots circle').count(), record.boards.length);
  assert.equal(await page.locator('.view:visible').count(), await page.locator('.figure').count());
  const rows = await grid(page, '#boards > .data table');
  assert.equal(rows.length, record.boards.length + 1);
  rows.slice(1).forEach(([number, distance, board, moves, ...spent], index) => {
    const item = record.boards[index];
    assert.deepEqual([Number(number), Number(distance), board], [index + 1, item.distance, item.board]);
    // The moves lead from the board to the goal, each a knight's jump into the blank.
    const square = (name) => (5 - Number(name[1])) * 5 + 'abcde'.indexOf(name[0]);
    const cells = [...board.replaceAll('/', '')];
    const steps = moves.split(' ').filter(Boolean);
    for (const [from, to] of steps.map((step) => step.split('-').map(square))) {
      const before = cells.join('');
      assert.equal(cells[to], '*');
      [cells[from], cells[to]] = [cells[to], cells[from]];
      jump(before, cells.join(''));
    }
    assert.equal(cells.join(''), GOAL.replaceAll('/', ''));
    assert.equal(steps.length, item.distance);
    spent.forEach((text, engine) => {
      const [time, expanded] = text.split(', ');
      same(time, item.solves[engine].time_ns, 'time of a board');
      assert.equal(expanded, grouped(item.solves[engine].stats.expanded));
    });
  });
  await page.emulateMedia({ media: 'print' });
  assert.ok(!(await page.locator('nav').isVisible()));
  assert.ok(html.length < 1_100_000);
  assert.deepEqual(faults, []);
  await close();
});

check('a wrong engine, one that gave up and one not timed are shown as such', async () => {
  const record = read('mishaps');
  const { page, faults, close } = await open('mishaps');
  await allFigures(page, record);
  await summaryTable(page, record);
  assert.ok(await page.locator('.headline.bad').isVisible());
  assert.equal(await page.locator('.headline').textContent(), 'astar gives wrong answers.');
  const alerts = await page.locator('.alert:visible').allTextContents();
  for (const text of [record.engines[1].fault.message, 'cut short', 'load 3.10 on 2 cores', '12 of 30 rounds']) {
    assert.ok(alerts.some((alert) => alert.includes(text)), text);
  }
  // The wrong engine's board is open from the start, and is where the link leads.
  const place = record.boards.findIndex((board) => board.board === record.engines[1].fault.board);
  assert.equal(await rowsOf(page, '#player'), record.boards[place].board);
  assert.match(await page.locator('#opened').textContent(), /wrong answers/);
  await spent(page, record, place);
  await page.locator('#before').click();
  assert.notEqual(await rowsOf(page, '#player'), record.boards[place].board);
  await page.locator('.alert a').click();
  assert.equal(await rowsOf(page, '#player'), record.boards[place].board);
  await scatterMarks(page, record, 0, 2);
  await unhurt(page, faults.filter((fault) => !fault.includes('#board-')));
  await close();
});

check('one board, and a hundred thousand samples', async () => {
  for (const name of ['single', 'samples']) {
    const record = read(name);
    const { page, faults, close } = await open(name);
    await allFigures(page, record);
    await summaryTable(page, record);
    await narrow(page);
    await unhurt(page, faults);
    await close();
  }
  const record = read('samples');
  assert.ok(sum(record.strata.flatMap((stratum) => stratum.cells).flatMap((cell) => [cell.warm, cell.cold]).map((times) => times.samples_ns.length)) >= 100_000);
  const { page, close } = await open('samples');
  await page.locator('#f-distribution select').nth(1).selectOption('samples');
  const stratum = Number(await page.locator('#f-distribution select').nth(0).inputValue());
  const sets = record.engines.map((_, engine) => [...cellOf(record, stratum, engine).warm.samples_ns].sort((a, b) => a - b));
  ranks(await grid(page, '#f-distribution .view:not([hidden]) table'), sets, 'samples');
  await close();
});

check('of very many boards some are shown, and the page says so', async () => {
  const record = read('many');
  const { page, faults, close } = await open('many');
  const kept = await page.locator('#f-scatter .dots circle').count();
  assert.ok(kept <= 1200 && kept > 1000);
  for (const place of ['#boards .say', '#f-scatter .say']) {
    const said = await page.locator(place).textContent();
    assert.ok(said.includes(String(kept)) && said.includes(String(record.boards.length)), said);
  }
  await allFigures(page, record);
  // The one wrong answer among them is not left out.
  const wrong = record.boards.findIndex((board) => board.solves.some((solve) => solve.answer === 'wrong'));
  assert.equal(await rowsOf(page, '#player'), record.boards[wrong].board);
  await unhurt(page, faults);
  await close();
});

check('hostile texts are texts', async () => {
  const record = read('hostile');
  for (const javaScriptEnabled of [true, false]) {
    const { page, faults, close } = await open('hostile', { javaScriptEnabled });
    // Seven facts of program and machine, what was prepared for each engine, and the command, which is quoted.
    const facts = await page.locator('#summary .facts').textContent();
    assert.equal(facts.split(hostile).length - 1, 7 + record.engines.length);
    assert.ok(/Command.*<script>window.hacked=1<\/script>/.test(facts), facts);
    const alerts = await page.locator('.alert').allTextContents();
    assert.equal(alerts.filter((alert) => alert.includes(hostile)).length, 1);
    const rows = await grid(page, '#f-time table');
    assert.deepEqual(rows[0].slice(2), record.engines.map((engine) => engine.name));
    assert.equal(rows[5][0], record.strata[4].name);
    assert.ok(!(await page.content()).includes('\u202e'));
    if (javaScriptEnabled) {
      await allFigures(page, record);
      assert.deepEqual((await grid(page, '#spent')).slice(1).map((row) => row[0]), record.engines.map((engine) => engine.name));
      assert.ok((await page.locator('#stratum').textContent()).includes(record.strata[4].name));
      await page.locator('#f-scatter select').nth(0).selectOption('2');
      assert.equal(await page.locator('#f-scatter .an .x').textContent(), record.engines[2].name);
      await narrow(page);
      await unhurt(page, faults);
    } else {
      assert.equal(await page.locator('img, iframe, noscript img').count(), 0);
      assert.deepEqual(faults, []);
    }
    await close();
  }
});

check('several runs show their change', async () => {
  const runs = ['run-a', 'run-b', 'run-c'].map(read);
  const { page, faults, close } = await open('runs');
  await allFigures(page, runs[2]);
  const options = await page.locator('#f-change option').allTextContents();
  for (const stratum of options) {
    await page.locator('#f-change select').selectOption({ index: options.indexOf(stratum) });
    const rows = await grid(page, '#f-change .view:not([hidden]) table');
    const names = rows[0].slice(1);
    assert.deepEqual(names, [...new Set(runs.flatMap((run) => run.engines.map((engine) => engine.name)))]);
    const found = await marks(page, 'change');
    const pairs = [];
    names.forEach((name, column) => {
      const cells = runs.map((run) => run.strata.find((each) => each.name === stratum)?.cells[run.engines.findIndex((engine) => engine.name === name)]);
      cells.forEach((cell, index) => {
        const text = rows[index + 1][column + 1];
        if (!cell) { assert.equal(text, '-'); return; }
        const [middle, low, high] = text.split(/\s*[[\]]\s*|\s+–\s+/);
        same(middle, cell.warm.median.value, 'run');
        same(low, cell.warm.median.low, 'run, low');
        same(high, cell.warm.median.high, 'run, high');
      });
      const medians = cells.filter(Boolean).map((cell) => cell.warm.median.value);
      assert.equal(found[column].length, medians.length);
      found[column].forEach(([, y], index) => pairs.push([y, medians[index]]));
    });
    onLine(pairs, 'change');
  }
  const listed = await grid(page, '#runs table');
  assert.deepEqual(listed.slice(1).map((row) => row[3]), runs.map((run) => run.program.commit));
  assert.ok((await page.locator('.alert').allTextContents()).some((text) => text.includes('run 3, unlike run 1') && text.includes('processor')));
  await unhurt(page, faults);
  await close();
});

// Two at a time: much of a check is waiting.
let passed = 0;
const work = async () => {
  for (let next = checks.shift(); next; next = checks.shift()) {
    try {
      await next.run();
      passed += 1;
      console.log(`ok ${next.name}`);
    } catch (error) {
      console.log(`FAILED ${next.name}: ${error.stack}`);
      process.exitCode = 1;
    }
  }
};
await Promise.all([work(), work()]);
await browser.close();
console.log(`${passed} checks passed`);
