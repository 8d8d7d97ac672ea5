//! The picker of shipped scenes.

use glam::Vec2;

use crate::driver::{Program, TOUCHING, screen};

/// Opens the picker and waits until it shows every scene; returns how many there are.
fn pick(program: &mut Program) -> usize {
    program.key("ctrl+shift+o");
    program.wait_for("scenes:").parse().unwrap()
}

/// Types a word that finds some scenes and waits until they are found.
fn search(program: &mut Program, words: &str) -> usize {
    program.input(&[&format!("type {words}")]);
    program
        .wait_until("scenes:", |found| found.parse::<usize>().is_ok_and(|found| found < 3))
        .parse()
        .unwrap()
}

/// Waits until the title of the window begins like this.
fn wait_for_title(program: &Program, start: &str) {
    let until = std::time::Instant::now() + std::time::Duration::from_secs(30);
    while !program.title().starts_with(start) {
        assert!(std::time::Instant::now() < until, "the title is {:?}", program.title());
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
}

#[test]
fn a_scene_is_found_by_its_words_and_opened_without_a_file() {
    let Some(screen) = screen() else { return };
    let mut program = Program::open(&screen, TOUCHING, &[]);
    assert!(pick(&mut program) >= 45);
    assert_eq!(search(&mut program, "newtons-cradle"), 2);
    program.input(&["key Right", "key Return"]);
    program.wait_until("scenes:", |found| found == "none");
    wait_for_title(&program, "Newton's cradle on rods (newtons-cradle-on-rods)");
    // The keys are the canvas's again.
    program.key("period");
    program.wait_until("frame:", |frame| frame == "1");
    assert_eq!(program.scene_text(), TOUCHING);
}

#[test]
fn escape_closes_the_picker_and_keys_and_wheel_did_nothing_to_the_scene() {
    let Some(screen) = screen() else { return };
    let mut program = Program::open(&screen, TOUCHING, &[]);
    let view = program.view();
    pick(&mut program);
    let picker = program.place("Scenes").center().round();
    program.input(&[
        &format!("mousemove {} {}", picker.x, picker.y),
        "click 5",
        "click 5",
        "key Tab",
        "key Down",
        "type g",
        "key Delete",
    ]);
    program.key("Escape");
    program.wait_until("scenes:", |found| found == "none");
    assert_eq!(program.view(), view);
    assert!(!program.title().starts_with('*'), "{}", program.title());
    program.key("period");
    program.wait_until("frame:", |frame| frame == "1");
}

#[test]
fn unsaved_work_is_asked_about_before_a_picked_scene_opens() {
    let Some(screen) = screen() else { return };
    let mut program = Program::open(&screen, TOUCHING, &[]);
    let ball = program.view().screen_from_world(Vec2::new(0.0, 1.75));
    program.drag(ball, ball + Vec2::new(60.0, 0.0), None);
    wait_for_title(&program, "*scene");
    pick(&mut program);
    search(&mut program, "dominoes");
    program.key("Return");
    let question = program.wait_for("question:");
    assert!(question.contains("unsaved changes"), "{question}");
    program.key("Escape");
    program.wait_until("question:", |question| question == "none");
    assert!(program.title().starts_with("*scene"), "{}", program.title());
}
