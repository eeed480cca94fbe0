//! The inputs that must be refused, each with its exact message.

use chivalry_corpus::{Form, read};
use std::fs::{self, File};
use std::path::Path;

/// The file extension is the form; beside each file stands its message.
#[test]
fn each_bad_file_has_its_exact_message() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/bad");
    let mut read_files = 0;
    for entry in fs::read_dir(&folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let (_, extension) = name.rsplit_once('.').unwrap();
        let form = match extension {
            "message" => continue,
            "corpus" => Form::Corpus,
            style => Form::Judge(style.parse().unwrap()),
        };
        let message = fs::read_to_string(folder.join(format!("{name}.message"))).unwrap();
        // But for the judge's file, corpora are told from their text.
        let told = (form == Form::Corpus && name != "judge-file.corpus").then_some(Form::Any);
        for form in [form].into_iter().chain(told) {
            let error = read(File::open(folder.join(&name)).unwrap(), form).unwrap_err();
            assert_eq!(format!("{name}:{error}\n"), message, "{form:?}");
        }
        read_files += 1;
    }
    assert!(read_files > 60);
}
