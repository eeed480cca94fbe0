//! Files that are there whole or not at all, and standard output in their place.

use super::exit::Refusal;
use super::output::Output;
use std::fs::{self, Permissions};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// A place to write to: a file that takes its name at the end, once it is whole and on the disk, or standard output.
///
/// It is opened before the work, so that what cannot be written is found out first. Whatever fails or ends the program,
/// the file is the old one or the new one. After an error nothing is left behind. A link is followed, and the file that
/// it leads to keeps its permissions. A device, a pipe or a folder is never replaced.
#[derive(Debug)]
pub(crate) enum Pending {
    Stdout,
    File { temporary: NamedTempFile, place: PathBuf, permissions: Option<Permissions> },
}

impl Pending {
    /// Makes ready to write there; `-` is standard output.
    ///
    /// # Errors
    ///
    /// [`Refusal`] where no file can be put there.
    pub(crate) fn open(path: &Path) -> Result<Self, Refusal> {
        if is_stream(path) {
            return Ok(Self::Stdout);
        }
        open(path).map_err(|error| refusal(path, &error))
    }

    /// Makes ready to write to all of these, in their order. No two may be one file, and none may be a file that is
    /// read, under whatever name.
    ///
    /// # Errors
    ///
    /// [`Refusal`] where that is not so, or no file can be put at one of them.
    pub(crate) fn open_all(outputs: &[&Path], inputs: &[PathBuf]) -> Result<Vec<Self>, Refusal> {
        distinct(outputs, inputs)?;
        outputs.iter().map(|path| Self::open(path)).collect()
    }

    /// Whether it is standard output.
    pub(crate) const fn is_stdout(&self) -> bool {
        matches!(self, Self::Stdout)
    }

    /// Writes what it was made for.
    ///
    /// # Errors
    ///
    /// Those of `write`; those of standard output; [`Refusal`] where the file cannot be written.
    pub(crate) fn commit(
        self,
        output: &mut Output,
        write: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let Self::File { temporary, place, permissions } = self else { return write(output) };
        let mut writer = BufWriter::new(temporary);
        write(&mut writer)?;
        let finish = || {
            let temporary = writer.into_inner()?;
            if let Some(permissions) = permissions {
                temporary.as_file().set_permissions(permissions)?;
            }
            temporary.as_file().sync_all()?;
            temporary.persist(&place)?;
            Ok(())
        };
        finish().map_err(|error: io::Error| refusal(&place, &error).into())
    }
}

/// Whether a name stands for standard input or output.
pub(crate) fn is_stream(path: &Path) -> bool {
    path.as_os_str() == "-"
}

fn open(path: &Path) -> io::Result<Pending> {
    let permissions = permissions(path)?;
    let place = if permissions.is_some() { path.canonicalize()? } else { path.to_path_buf() };
    // Only trying tells: rights, file systems that are read-only, and those that are no place for files differ by system.
    match new_in(folder_of(&place)) {
        Ok(temporary) => Ok(Pending::File { temporary, place, permissions }),
        Err(error) if error.kind() == ErrorKind::PermissionDenied => Err(ErrorKind::PermissionDenied.into()),
        Err(error) => Err(io::Error::other(format!("no file can be made in its folder: {error}"))),
    }
}

/// The permissions of the file that is there; `None` where there is nothing of that name, but a folder for it.
fn permissions(path: &Path) -> io::Result<Option<Permissions>> {
    match fs::metadata(path) {
        Ok(found) if found.is_file() => Ok(Some(found.permissions())),
        Ok(found) if found.is_dir() => Err(ErrorKind::IsADirectory.into()),
        Ok(_) => Err(io::Error::new(ErrorKind::InvalidInput, "found a device or a pipe, expected a file")),
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        Err(_) if fs::symlink_metadata(path).is_ok() => {
            Err(io::Error::new(ErrorKind::InvalidInput, "found a link that leads nowhere, expected a file"))
        }
        Err(_) if folder_of(path).is_dir() => Ok(None),
        Err(error) => Err(error),
    }
}

fn refusal(path: &Path, error: &io::Error) -> Refusal {
    let words = match error.kind() {
        ErrorKind::NotFound => "found no such folder, expected a file in a folder that exists".into(),
        ErrorKind::IsADirectory => "found a folder, expected a file".into(),
        ErrorKind::PermissionDenied => "found no permission to write there, expected a writable folder".into(),
        ErrorKind::InvalidInput => error.to_string(),
        _ => format!("found an error while writing ({error}), expected a writable folder with room for the file"),
    };
    Refusal::file(path, words)
}

/// Whether the files to write all differ, and none of them is read, under whatever name.
fn distinct(outputs: &[&Path], inputs: &[PathBuf]) -> Result<(), Refusal> {
    let real = |path: &Path| {
        path.canonicalize().ok().or_else(|| Some(folder_of(path).canonicalize().ok()?.join(path.file_name()?)))
    };
    if outputs.iter().filter(|path| is_stream(path)).count() > 1 {
        return Err(Refusal::usage("found `-` for more than one form, expected it for one at most"));
    }
    let inputs: Vec<_> = inputs.iter().filter(|path| !is_stream(path)).filter_map(|path| real(path)).collect();
    let mut seen = Vec::new();
    for path in outputs.iter().filter(|path| !is_stream(path)) {
        let Some(place) = real(path) else { continue };
        if inputs.contains(&place) {
            return Err(Refusal::file(path, "found a file that is read, expected another one to write"));
        }
        if seen.contains(&place) {
            return Err(Refusal::file(path, "found the same file for two forms, expected one for each"));
        }
        seen.push(place);
    }
    Ok(())
}

fn folder_of(path: &Path) -> &Path {
    // A bare name has the empty folder.
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A temporary file that others may read once it is named, as far as the user's mask allows: the crate's own choice is the user alone.
fn new_in(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".chivalry-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder.tempfile_in(folder)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::ColorChoice;

    fn put(path: &Path, text: &str) -> anyhow::Result<()> {
        let mut output = Output::new(ColorChoice::Never);
        Pending::open(path)?.commit(&mut output, |writer| Ok(writer.write_all(text.as_bytes())?))
    }

    fn count(folder: &Path) -> usize {
        fs::read_dir(folder).unwrap().count()
    }

    #[test]
    fn a_failure_leaves_the_old_file_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        put(&path, "old").unwrap();
        let result = Pending::open(&path).unwrap().commit(&mut Output::new(ColorChoice::Never), |writer| {
            writer.write_all(b"half")?;
            anyhow::bail!("on purpose")
        });
        assert_eq!(result.unwrap_err().to_string(), "on purpose");
        assert_eq!((fs::read(&path).unwrap().as_slice(), count(folder.path())), (&b"old"[..], 1));
        // One that is not written leaves nothing, either.
        drop(Pending::open(&path).unwrap());
        put(&path, "new").unwrap();
        assert_eq!((fs::read(&path).unwrap().as_slice(), count(folder.path())), (&b"new"[..], 1));
    }

    #[cfg(unix)]
    #[test]
    fn a_file_has_one_name_only() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("old"), "old").unwrap();
        symlink(at("old"), at("link")).unwrap();
        let twice = |outputs: &[&str], inputs: &[&str]| {
            let outputs: Vec<_> = outputs.iter().map(|name| at(name)).collect();
            let inputs: Vec<_> = inputs.iter().map(|name| at(name)).collect();
            distinct(&outputs.iter().map(PathBuf::as_path).collect::<Vec<_>>(), &inputs).map_err(|error| error.message)
        };
        assert_eq!(twice(&["new", "old", "other"], &["missing"]), Ok(()));
        assert!(distinct(&[Path::new("-")], &["-".into()]).is_ok());
        assert!(distinct(&[Path::new("-"), Path::new("-")], &[]).is_err());
        for (outputs, inputs, message) in [
            (&["new", "./new"][..], &[][..], "found the same file for two forms"),
            (&["old", "link"], &[], "found the same file for two forms"),
            (&["old"], &["old"], "found a file that is read"),
            (&["./old"], &["link"], "found a file that is read"),
        ] {
            assert!(twice(outputs, inputs).unwrap_err().contains(message), "{outputs:?} {inputs:?}");
        }
    }

    /// Where no file can be made, it is told before the work.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_folder_without_room_for_files_is_told_before() {
        let message = Pending::open(Path::new("/proc/record.json")).unwrap_err().message;
        assert!(message.contains("an error while writing"), "{message}");
    }

    /// Devices are tried by way of a socket: as the wrong user, a test that fails would cost the machine its `/dev/null`.
    #[cfg(unix)]
    #[test]
    fn only_files_are_replaced() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let _socket = std::os::unix::net::UnixListener::bind(at("socket")).unwrap();
        symlink(at("nowhere"), at("dangling")).unwrap();
        for (name, words) in [("socket", "a device or a pipe"), ("dangling", "a link that leads nowhere")] {
            assert!(put(&at(name), "new").unwrap_err().to_string().contains(words), "{name}");
            assert!(!fs::symlink_metadata(at(name)).unwrap().is_file(), "{name}");
        }
        assert!(put(&at("missing").join("file"), "").unwrap_err().to_string().contains("found no such folder"));
        fs::write(at("file"), "old").unwrap();
        fs::set_permissions(at("file"), Permissions::from_mode(0o600)).unwrap();
        symlink(at("file"), at("link")).unwrap();
        put(&at("link"), "new").unwrap();
        assert!(fs::symlink_metadata(at("link")).unwrap().is_symlink());
        assert_eq!(fs::read(at("file")).unwrap(), b"new");
        assert_eq!(fs::metadata(at("file")).unwrap().permissions().mode() & 0o777, 0o600);
    }

    #[test]
    fn a_folder_is_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("folder");
        fs::create_dir(&path).unwrap();
        assert!(put(&path, "new").unwrap_err().to_string().contains("found a folder"));
        assert_eq!(count(folder.path()), 1);
    }
}
