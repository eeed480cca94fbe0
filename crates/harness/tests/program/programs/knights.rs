//! A program as a contestant would write it, right or wrong in the way that its first argument names. `tests/judge.rs` compiles it.

use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::time::{Duration, SystemTime};

const GOAL: [u8; 25] = *b"111110111100*110000100000";
const JUMPS: [(i32, i32); 8] = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)];

/// Iterative-deepening A*.
fn solve(board: &mut [u8; 25], limit: usize) -> Option<usize> {
    (0..=limit).find(|&bound| search(board, 0, bound, 25))
}

fn search(board: &mut [u8; 25], depth: usize, bound: usize, before: usize) -> bool {
    let wrong = board.iter().zip(&GOAL).filter(|(cell, goal)| **goal != b'*' && cell != goal).count();
    if wrong == 0 {
        return true;
    }
    // A move puts right one square at most.
    if depth + wrong > bound {
        return false;
    }
    let blank = board.iter().position(|&cell| cell == b'*').expect("a blank");
    for (down, right) in JUMPS {
        let (row, column) = (blank as i32 / 5 + down, blank as i32 % 5 + right);
        if !(0..5).contains(&row) || !(0..5).contains(&column) {
            continue;
        }
        let from = (row * 5 + column) as usize;
        if from == before {
            continue;
        }
        board.swap(blank, from);
        let found = search(board, depth + 1, bound, blank);
        board.swap(blank, from);
        if found {
            return true;
        }
    }
    false
}

/// The boards, read as a tolerant program does.
fn read(uva: bool) -> Vec<[u8; 25]> {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).expect("text");
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let count: usize = lines.next().expect("a number").trim().parse().expect("a number");
    let mut board = || {
        let mut cells = [b'*'; 25];
        for row in 0..5 {
            let line = lines.next().expect("a row");
            for (column, cell) in line.bytes().take(5).enumerate() {
                cells[5 * row + column] = if uva && cell == b' ' { b'*' } else { cell };
            }
        }
        cells
    };
    (0..count).map(|_| board()).collect()
}

/// The same, by lines alone, as a program does that trusts the problem's words.
fn read_strictly() -> Vec<[u8; 25]> {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).expect("text");
    let mut lines = text.split('\n');
    let count: usize = lines.next().expect("a number").parse().expect("a number");
    let rows: Vec<&str> = lines.collect();
    let board = |number: usize| {
        let cells: Vec<u8> = rows[5 * number..5 * number + 5].iter().flat_map(|row| row.bytes()).collect();
        cells.try_into().expect("25 cells")
    };
    (0..count).map(board).collect()
}

/// Starts this program anew to sleep, and leaves its number where the test finds it.
fn linger(own_group: bool) {
    let mut command = Command::new(std::env::current_exe().expect("a path"));
    command.arg("sleep").stdin(Stdio::null());
    if own_group {
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
    }
    let child = command.spawn().expect("a process");
    if let Some(path) = std::env::var_os("LINGERING") {
        let mut file = std::fs::OpenOptions::new().create(true).append(true).open(path).expect("a file");
        writeln!(file, "{}", child.id()).expect("room");
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let mode = arguments.get(1).map_or("right", String::as_str);
    let uva = arguments.get(2).is_some_and(|style| style == "uva");
    let limit = if uva { 10 } else { 15 };
    match mode {
        "loop" => loop {
            std::hint::spin_loop();
        },
        "sleep" => std::thread::sleep(Duration::from_secs(600)),
        "endless" => loop {
            println!("7");
        },
        "megabytes" => println!("{}", "\u{1b}[31m".repeat(1 << 20)),
        "silent" => return,
        "never-reads" => {
            println!("-1");
            return;
        }
        "memory" => {
            let mut held = Vec::new();
            for _ in 0..1024 {
                held.push(vec![1_u8; 1 << 20]);
                std::hint::black_box(&mut held);
            }
        }
        "lingers" => linger(false),
        "escapes" => linger(true),
        "lingers-and-loops" => {
            linger(true);
            loop {
                linger(true);
                std::thread::sleep(Duration::from_millis(200));
            }
        }
        "prompt" => print!("How many boards? "),
        // For `env --ignore-signal=CHLD`: children that nobody can wait for.
        "burns-in-children" => {
            for _ in 0..3 {
                let mut child =
                    Command::new(std::env::current_exe().expect("a path")).arg("burn").stdin(Stdio::null()).spawn().expect("a process");
                // It fails when the child has ended.
                let _ = child.wait();
            }
        }
        "burn" => {
            let begun = std::time::Instant::now();
            while begun.elapsed() < Duration::from_millis(150) {
                std::hint::spin_loop();
            }
            return;
        }
        _ => {}
    }
    let boards = if mode == "strict" { read_strictly() } else { read(uva) };
    let mut output = String::new();
    let mut unsolved_before = false;
    let count = boards.len();
    let given: usize = arguments.get(3).and_then(|number| number.parse().ok()).unwrap_or(0);
    let mut board_before = None;
    if mode == "prompt-for-two" && count == 2 {
        print!("Two boards! ");
    }
    for (number, board) in boards.into_iter().enumerate() {
        if mode == "crash-on-fifth" && number == 4 {
            print!("{output}");
            std::process::abort();
        }
        let mut answer = solve(&mut board.clone(), limit);
        let solved = answer.is_some();
        match mode {
            "off-by-one" if answer == Some(limit) => answer = None,
            "wrong-alone" if count == 1 && answer == Some(given) => answer = Some(given + 1),
            "wrong-from-eleventh" if number >= 10 => answer = Some(3),
            "crash-on-repeated" if board_before == Some(board) && !solved => {
                print!("{output}");
                std::process::abort();
            }
            "leftover" if unsolved_before => answer = None,
            "wrong-at-14" if answer == Some(14) => answer = Some(12),
            "wrong-on-one" if board == *arguments[3].as_bytes() => answer = Some(10),
            "black-alone" if board.iter().zip(&GOAL).all(|(cell, goal)| (*cell == b'1') == (*goal == b'1')) => answer = Some(0),
            "random" => {
                let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).expect("after 1970");
                if now.subsec_micros() % 3 == 0 {
                    answer = Some(1);
                }
            }
            _ => {}
        }
        (unsolved_before, board_before) = (!solved, Some(board));
        let line = match (answer, uva || mode == "other-style") {
            (Some(moves), false) => moves.to_string(),
            (None, false) => "-1".into(),
            (Some(moves), true) => format!("Solvable in {moves} move(s)."),
            (None, true) => "Unsolvable in less than 11 move(s).".into(),
        };
        output += &line;
        output += match mode {
            "spaces" => "  \n",
            "crlf" => "\r\n",
            _ => "\n",
        };
        if mode == "reads-only-first" {
            break;
        }
    }
    if mode == "no-newline" {
        output.pop();
    }
    if mode == "hostile" {
        output = "\u{1b}]0;owned\u{7}\u{1b}[2J\n".repeat(20);
    }
    print!("{output}");
    std::io::stdout().flush().expect("a reader");
    if mode == "exit-1" {
        std::process::exit(1);
    }
}
