//! The list of queries.

use super::*;

/// The crate's left side is at -2: a ray from -6 to 4 meets it at 0.4.
#[test]
fn a_click_on_a_query_tells_why_it_finds_what_it_finds() {
    let mut scene = touching();
    let ray = |name: &str, y: f32| {
        let form = QueryForm::Ray { from: Vec2::new(-6.0, y), to: Vec2::new(4.0, y), of: None };
        SceneQuery::new(name, form)
    };
    scene.queries = vec![ray("sight", 0.25), ray("over it", 5.0)];
    let mut desk = Desk::of(&scene, 1280.0, 1600.0);
    assert!(desk.shows("crate #1 at 0.4") || desk.shows("crate at 0.4"));
    assert!(!desk.shows("The ray first meets crate"));
    let row = desk.text("Ray sight");
    desk.click(row);
    assert!(desk.shows("The ray first meets crate, at 0.4"));
    assert!(!desk.shows("The ray meets nothing"));
    let row = desk.text("Ray over it");
    desk.click(row);
    assert!(desk.shows("The ray meets nothing"));
    let row = desk.text("Ray sight");
    desk.click(row);
    assert!(!desk.shows("The ray first meets crate"));
}

/// The normal of each hit is the opposite.
#[test]
fn a_click_on_a_recorded_query_tells_what_to_look_at() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rays.jsonl");
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes/recordings/planck-rays.jsonl");
    let text = std::fs::read_to_string(shipped).unwrap();
    assert!(text.contains("\"normal\":[-1,0]"));
    std::fs::write(&path, text.replace("\"normal\":[-1,0]", "\"normal\":[1,0]")).unwrap();
    let mut desk = Desk::new(open(&path), 1280.0, 1600.0);
    let show = |desk: &mut Desk| {
        desk.state.apply(Command::View(ViewCommand::ShowPanel(Panel::Scene)));
        desk.pass(Vec::new());
    };
    show(&mut desk);
    let line = layout::place(&mut desk, "Query ray 0").center();
    assert!(!desk.shows("Look at the sign of its normal"));
    desk.click(line);
    desk.pass(Vec::new());
    for words in [
        "The ray first meets wedge, at",
        "compared: query 0",
        "Look at the sign of its normal: it points into wedge",
    ] {
        assert!(desk.shows(words), "{words}");
    }
    // The engine mended: of the same frame of another recording it is another answer.
    std::fs::write(&path, text).unwrap();
    desk.state.apply(Command::File(FileCommand::Leave(Leave::OpenPath(path))));
    show(&mut desk);
    assert!(desk.shows("compared: no difference") && !desk.shows("Look at the sign of its normal"));
}
