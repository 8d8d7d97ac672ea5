//! `record` writes what a scene does; read back and compared it has no difference.
#![allow(clippy::unwrap_used)]

use crate::recordings::{differences, run};

#[test]
fn a_run_of_each_scene_read_back_and_compared_has_no_difference() {
    let folder = tempfile::tempdir().unwrap();
    let scenes =
        ["built-in", "jelly", "slope", "pyramid", "where-parry2d-differs", "hanging-bridge", "propeller"];
    let shipped = scenes.iter().map(|name| format!("scenes/{name}.ron"));
    let mut recorded = 0;
    for scene in shipped.filter(|path| std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(path).exists()) {
        let path = folder.path().join(format!("{recorded}.jsonl"));
        let file = path.to_str().unwrap();
        let (code, out, err) = run(&["record", &scene, "--frames", "0..90", "--output", file]);
        assert_eq!((code, err.as_str()), (0, ""), "{scene}");
        assert!(out.starts_with("recorded: ") && out.ends_with("frames 0 to 90\n"), "{out}");
        assert_eq!(differences(&path, &["--tolerance", "1e-5"]), Vec::<serde_json::Value>::new(), "{scene}");
        let text = std::fs::read_to_string(&path).unwrap();
        assert_eq!(text.lines().count(), 92, "{scene}");
        recorded += 1;
    }
    assert!(recorded >= 3, "{recorded}");
    let file = folder.path().join("0.jsonl");
    let file = file.to_str().unwrap();
    for (args, what) in [
        (&["record", "--frames", "0..9", "--output", file][..], "is there already"),
        (&["record", "--frames", "9..0", "--output", "x.jsonl"], "the first and the last frame are needed"),
        (&["record", "--frames", "0..9", "--output", "x.ron"], "has to end in .jsonl"),
        (&["record", file, "--frames", "0..9", "--output", "x.jsonl"], "a recording is recorded already"),
    ] {
        let (code, _, err) = run(args);
        assert!(code == 2 && err.contains(what), "{what}: {err}");
    }
}
