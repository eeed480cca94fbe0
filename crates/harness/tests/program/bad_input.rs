//! Inputs that must be refused: exit status 2, a message that says where and why, no answer, bounded time and memory.

use crate::support::{chivalry, fixtures};
use assert_cmd::Command;
use std::fs::{self, File};
use std::io::{self, Read};
use std::process::{Command as Process, Stdio};
use std::time::Duration;

const TIME_OUT: Duration = Duration::from_secs(20);

/// The file extension is the style; beside each file stands its exact message.
#[test]
fn each_bad_file_has_its_exact_message() {
    let folder = fixtures().join("bad");
    let mut names: Vec<_> =
        fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    let messages = names.iter().filter(|name| name.ends_with(".message")).count();
    assert!(messages > 60 && names.len() == 2 * messages, "a file without message, or a message without file");
    // A judge's file is a fault only where nothing but a corpus will do, which no command says: the reader's own test has it.
    for name in names.iter().filter(|name| !name.ends_with(".message") && *name != "judge-file.corpus") {
        let (_, style) = name.rsplit_once('.').unwrap();
        let arguments = if style == "corpus" { vec!["verify", name] } else { vec!["solve", "--style", style, name] };
        let output = chivalry(&arguments).current_dir(&folder).timeout(TIME_OUT).output().unwrap();
        let message = fs::read_to_string(folder.join(format!("{name}.message"))).unwrap();
        assert_eq!(String::from_utf8(output.stderr).unwrap(), message, "{name}");
        assert_eq!(output.status.code(), Some(2), "{name}");
        assert!(output.stdout.is_empty(), "{name} has answers");
    }
}

#[test]
fn what_cannot_be_read_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path();
    fs::create_dir(place.join("folder")).unwrap();
    for (file, message) in [
        ("missing", "missing: found no such file, expected a file\n"),
        ("folder", "folder: found a folder, expected a file\n"),
        ("a\nb\u{1b}[2J", "a\\nb\\u{1b}[2J: found no such file, expected a file\n"),
    ] {
        for command in ["solve", "verify", "bench"] {
            chivalry(&[command, file]).current_dir(place).assert().code(2).stdout("").stderr(message);
        }
    }
}

#[cfg(unix)]
#[test]
fn a_file_without_permission_is_named() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("closed");
    fs::write(&path, "1\n").unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o000)).unwrap();
    // The superuser may read it all the same.
    if File::open(&path).is_err() {
        let message = "closed: found no permission to read it, expected a readable file\n";
        chivalry(&["solve", "closed"]).current_dir(folder.path()).assert().code(2).stdout("").stderr(message);
    }
}

#[test]
fn one_bad_file_does_not_silence_the_others() {
    let samples = fixtures().join("samples");
    let output = chivalry(&["solve", "sample.bzoj.in", "none", "sample.bzoj.in"]).current_dir(samples).assert();
    output.code(2).stdout("7\n-1\n7\n-1\n").stderr("none: found no such file, expected a file\n");
}

/// Feeds a stream until the program has had enough of it; gives its message.
fn feed(mut stream: impl Read, style: &str) -> String {
    let mut child = Process::new(assert_cmd::cargo::cargo_bin("chivalry"))
        .args(["solve", "--style", style])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Fails with a broken pipe as soon as the program stops reading; without that it would never end, and time out below.
    let mut input = child.stdin.take().unwrap();
    let copied = io::copy(&mut stream, &mut input);
    drop(input);
    assert!(copied.is_err() || copied.is_ok_and(|bytes| bytes < 200 << 20), "took it all");
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn endless_streams_are_given_up() {
    let limit = 1 << 30;
    for style in ["bzoj", "fzu", "uva"] {
        assert!(feed(io::repeat(0).take(limit), style).starts_with("<stdin>:1:1: found `\\0"), "{style}");
        assert!(feed(io::repeat(b'y').take(limit), style).starts_with("<stdin>:1:1: found `yyyy"), "{style}");
        assert!(
            feed(io::repeat(b'1').take(limit), style).starts_with("<stdin>:1:1: found the number `1111"),
            "{style}"
        );
        assert!(feed(io::repeat(b' ').take(limit), style).starts_with("<stdin>:1:1: found"), "{style}");
        assert!(feed(io::repeat(b'\n').take(limit), style).starts_with("<stdin>:65537:1: found more than"), "{style}");
        let row = b"1\n10110\n".chain(io::repeat(b'1').take(limit));
        assert!(feed(row, style).starts_with("<stdin>:3:6: found `1` after five cells"), "{style}");
    }
    assert!(feed(io::repeat(b'#').take(limit), "bzoj").starts_with("<stdin>:1:4097: found a line of more than"));
    assert!(feed(io::repeat(b'/').take(limit), "bzoj").starts_with("<stdin>:1:1: found 0 cells in row 1"));
}

/// With the address space bounded, so that what grows with its input fails.
#[cfg(target_os = "linux")]
#[test]
fn garbage_takes_no_memory() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("garbage");
    // 100 MB of NUL, none of them on the disk.
    File::create(&path).unwrap().set_len(100 << 20).unwrap();
    let program = assert_cmd::cargo::cargo_bin("chivalry");
    for input in ["/dev/zero", "/dev/urandom", path.to_str().unwrap()] {
        for style in ["bzoj", "fzu", "uva"] {
            Command::new("sh")
                .args(["-c", "ulimit -v 100000; exec \"$0\" solve --style \"$1\" \"$2\""])
                .arg(&program)
                .args([style, input])
                .timeout(TIME_OUT)
                .assert()
                .code(2)
                .stdout("");
        }
    }
}

#[test]
fn usage_is_explained() {
    for arguments in [
        &["solve", "--style", "nowhere"][..],
        &["solve", "--engine", "warp"],
        &["solve", "--max-moves", "many"],
        &["solve", "--max-moves", "256"],
        &["solve", "--goal", "11111"],
        &["solve", "--time-limit", "5"],
        &["solve", "--nodes", "-1"],
        &["verify", "--random", "x"],
        &["verify", "--threads", "0"],
        &["bench", "--rounds", "0"],
        &["completions", "tcsh"],
        &["man", "nothing"],
        &["frobnicate"],
        &[],
    ] {
        let output = chivalry(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty() && !output.stderr.is_empty(), "{arguments:?}");
    }
}
