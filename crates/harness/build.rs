//! Hands the commit and the build on to the program, which writes them into what it proves and measures.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rustc-env=CHIVALRY_COMMIT={}", commit().unwrap_or_else(|| "unknown".into()));
    let set = |name: &str| std::env::var(name).unwrap_or_default();
    println!("cargo::rustc-env=CHIVALRY_COMPILER={}", compiler().unwrap_or_default());
    println!("cargo::rustc-env=CHIVALRY_TARGET={}", set("TARGET"));
    println!("cargo::rustc-env=CHIVALRY_PROFILE={}", set("PROFILE"));
    println!("cargo::rustc-env=CHIVALRY_OPT_LEVEL={}", set("OPT_LEVEL"));
    // Cargo hands flags on between characters that no flag has, and runs this again where they change.
    println!("cargo::rustc-env=CHIVALRY_RUSTFLAGS={}", set("CARGO_ENCODED_RUSTFLAGS").replace('\u{1f}', " "));
    println!("cargo::rerun-if-changed=build.rs");
    // An uncommitted change to any source makes the commit a lie: it is looked for again with each.
    for entry in Path::new("..").read_dir().into_iter().flatten().flatten() {
        watch(&entry.path().join("src"));
    }
    for file in ["../../Cargo.toml", "../../Cargo.lock"] {
        watch(Path::new(file));
    }
    for file in ["HEAD", "logs/HEAD"] {
        if let Some(path) = git(&["rev-parse", "--git-path", file]) {
            watch(Path::new(&path));
        }
    }
}

/// Cargo would run this anew each time for a path that is not there.
fn watch(path: &Path) {
    if path.exists() {
        println!("cargo::rerun-if-changed={}", path.display());
    }
}

/// The commit, with `-dirty` where the sources are not those of the commit. `None` without git, or outside of its own repository.
fn commit() -> Option<String> {
    // Unpacked inside another repository, this would be that one's commit.
    git(&["ls-files", "--error-unmatch", "build.rs"])?;
    let commit = git(&["rev-parse", "HEAD"])?;
    let clean = git(&["diff", "--quiet", "HEAD", "--", ":/crates/*/src", ":/Cargo.toml", ":/Cargo.lock"]).is_some();
    Some(if clean { commit } else { commit + "-dirty" })
}

/// The compiler as it calls itself.
fn compiler() -> Option<String> {
    let output = Command::new(std::env::var_os("RUSTC")?).arg("--version").output().ok()?;
    Some(String::from_utf8(output.stdout).ok()?.lines().next()?.to_owned())
}

/// What git answers, where it succeeds.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok().filter(|output| output.status.success())?;
    String::from_utf8(output.stdout).ok().map(|text| text.trim().to_owned())
}
