//! Hands the commit on to the program, which writes it into what it proves.

use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rustc-env=CHIVALRY_COMMIT={}", commit().unwrap_or_else(|| "unknown".into()));
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

/// What git answers, where it succeeds.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok().filter(|output| output.status.success())?;
    String::from_utf8(output.stdout).ok().map(|text| text.trim().to_owned())
}
