//! The report as a person sees it.

mod records;

use std::fs;

#[test]
fn dump() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("report");
    fs::create_dir_all(&folder).unwrap();
    let all = ["idastar", "astar", "bibfs-single", "bibfs-balanced", "bibfs-alternating", "table"];
    let put = |name: &str, record: &chivalry::wire::bench::Record| {
        fs::write(folder.join(name).with_extension("json"), serde_json::to_string(record).unwrap()).unwrap();
        let run = chivalry::report::Run { name: name.into(), record: record.clone() };
        let page = chivalry::report::html(&[run], &[]).unwrap();
        println!("{name} {}", page.len());
        fs::write(folder.join(name).with_extension("html"), page).unwrap();
    };
    put("bundled", &records::record(&all, &records::bundled(), 15, 30, 1));
    put("mishaps", &records::mishaps());
    put("hostile", &records::hostile());
    let judged = chivalry::report::Judged { name: "j".into(), judgement: records::judgement(false) };
    fs::write(folder.join("judge.html"), chivalry::report::html(&[], &[judged]).unwrap()).unwrap();
}
