//! Files that are there whole or not at all.

use chivalry_corpus::Escaped;
use std::fs::{self, Permissions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// Writes a file by way of a temporary one in the same folder that takes its name at the end, once it is on the disk.
///
/// Whatever fails or ends the program, the file is the old one or the new one; where an error is returned, nothing is left behind.
/// A link is followed, and the file that it leads to keeps its permissions. A device, a pipe or a folder is never replaced.
///
/// # Errors
///
/// Those of [`check`], those of the file system, and those of `write`.
pub fn replace(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let permissions = check(path)?;
    let path = if permissions.is_some() { path.canonicalize()? } else { path.to_path_buf() };
    let mut file = new_in(folder_of(&path))?;
    write(&mut file)?;
    if let Some(permissions) = permissions {
        file.as_file().set_permissions(permissions)?;
    }
    file.as_file().sync_all()?;
    file.persist(path)?;
    Ok(())
}

/// Whether a file can be put there, before any work is done for it: there is a folder in which files can be made, and in it a regular file, of
/// which the permissions come back, or nothing of that name.
///
/// # Errors
///
/// [`ErrorKind::NotFound`] where there is no such folder, [`ErrorKind::IsADirectory`] for a folder, [`ErrorKind::InvalidInput`] for
/// anything else that is no regular file, such as a device, a pipe or a link that leads nowhere.
pub fn check(path: &Path) -> io::Result<Option<Permissions>> {
    let permissions = place(path)?;
    let path = if permissions.is_some() { path.canonicalize()? } else { path.to_path_buf() };
    // Only trying tells: rights, file systems that are read, and those that are no place for files differ by system. It is gone at once.
    match new_in(folder_of(&path)) {
        Ok(_) => Ok(permissions),
        Err(error) if error.kind() == ErrorKind::PermissionDenied => Err(ErrorKind::PermissionDenied.into()),
        Err(error) => Err(io::Error::other(format!("no file can be made in its folder: {error}"))),
    }
}

/// Whether there is a place for the file, as far as names tell.
fn place(path: &Path) -> io::Result<Option<Permissions>> {
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

/// What to tell the user where [`check`] or [`replace`] failed.
pub fn expected(error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => "found no such folder, expected a file in a folder that exists".into(),
        ErrorKind::IsADirectory => "found a folder, expected a file".into(),
        ErrorKind::PermissionDenied => "found no permission to write there, expected a writable folder".into(),
        ErrorKind::InvalidInput => error.to_string(),
        _ => format!("found an error while writing ({error}), expected a writable folder with room for the file"),
    }
}

/// Whether no two of the files to write are one, nor any of them one of those that are read, under whatever name. `-` is none of them.
///
/// # Errors
///
/// The message for the user, which names the file.
pub fn distinct(outputs: &[&Path], inputs: &[PathBuf]) -> Result<(), String> {
    let real = |path: &Path| {
        path.canonicalize().ok().or_else(|| Some(folder_of(path).canonicalize().ok()?.join(path.file_name()?)))
    };
    let inputs: Vec<_> = inputs.iter().filter_map(|path| real(path)).collect();
    let mut seen = Vec::new();
    for path in outputs.iter().filter(|path| path.as_os_str() != "-") {
        let name = path.to_string_lossy();
        let Some(place) = real(path) else { continue };
        if inputs.contains(&place) {
            return Err(format!("{}: found a file that is read, expected another one to write", Escaped(&name)));
        }
        if seen.contains(&place) {
            return Err(format!("{}: found the same file for two forms, expected one for each", Escaped(&name)));
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
#[cfg(unix)]
fn new_in(folder: &Path) -> io::Result<NamedTempFile> {
    use std::os::unix::fs::PermissionsExt;
    tempfile::Builder::new().permissions(Permissions::from_mode(0o666)).tempfile_in(folder)
}

#[cfg(not(unix))]
fn new_in(folder: &Path) -> io::Result<NamedTempFile> {
    NamedTempFile::new_in(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_leaves_the_old_file_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        replace(&path, |writer| writer.write_all(b"old")).unwrap();
        let result = replace(&path, |writer| {
            writer.write_all(b"half")?;
            Err(io::Error::other("on purpose"))
        });
        assert!(result.is_err());
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        replace(&path, |writer| writer.write_all(b"new")).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
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
            distinct(&outputs.iter().map(PathBuf::as_path).collect::<Vec<_>>(), &inputs)
        };
        assert_eq!(twice(&["new", "old", "other"], &["missing"]), Ok(()));
        assert_eq!(distinct(&[Path::new("-"), Path::new("-")], &["-".into()]), Ok(()));
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
        let error = check(Path::new("/proc/record.json")).unwrap_err();
        assert!(expected(&error).contains("an error while writing"), "{}", expected(&error));
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
        for name in ["socket", "dangling"] {
            let error = replace(&at(name), |writer| writer.write_all(b"new")).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::InvalidInput, "{name}");
            assert!(!fs::symlink_metadata(at(name)).unwrap().is_file(), "{name}");
        }
        assert_eq!(check(&at("missing").join("file")).unwrap_err().kind(), ErrorKind::NotFound);
        fs::write(at("file"), "old").unwrap();
        fs::set_permissions(at("file"), Permissions::from_mode(0o600)).unwrap();
        symlink(at("file"), at("link")).unwrap();
        replace(&at("link"), |writer| writer.write_all(b"new")).unwrap();
        assert!(fs::symlink_metadata(at("link")).unwrap().is_symlink());
        assert_eq!(fs::read(at("file")).unwrap(), b"new");
        assert_eq!(fs::metadata(at("file")).unwrap().permissions().mode() & 0o777, 0o600);
    }

    #[test]
    fn a_folder_is_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("folder");
        fs::create_dir(&path).unwrap();
        assert!(replace(&path, |writer| writer.write_all(b"new")).is_err());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
