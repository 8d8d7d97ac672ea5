//! Keys of a Mac, and text that comes without keys.

use std::time::Duration;

use collision_test::scene::Scene;
use collision_test::scene::link::Link;
use glam::Vec2;
use serde_json::json;

use super::driver::Page;

const CTRL: u8 = 2;
const META: u8 = 4;
const SHIFT: u8 = 8;

fn scene(page: &mut Page) -> Scene {
    Link::read(&super::copied(page)).unwrap().scene
}

#[test]
fn on_a_mac_cmd_is_the_key_of_commands() {
    let Some(mut page) = Page::blank() else { return };
    let agent = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36";
    page.call("Emulation.setUserAgentOverride", json!({ "userAgent": agent, "platform": "MacIntel" }));
    page.load();
    assert_eq!(page.evaluate("navigator.platform"), "MacIntel");
    let view = page.view();
    let ball = Scene::built_in().bodies[2].clone();
    let at = view.screen_from_world(ball.position);
    page.drag(at, at + Vec2::new(40.0, 0.0));
    page.rest(Duration::from_millis(300));
    assert_ne!(scene(&mut page), Scene::built_in());
    page.key("MetaLeft", "Meta", META);
    page.key("KeyZ", "z", META);
    page.rest(Duration::from_millis(500));
    assert_eq!(scene(&mut page), Scene::built_in(), "Cmd+Z is undo");
    assert_eq!(page.view(), view, "and fits nothing");

    page.key("KeyC", "c", META);
    page.rest(Duration::from_millis(300));
    page.key("KeyV", "v", META);
    page.rest(Duration::from_millis(500));
    let bodies = scene(&mut page).bodies;
    assert_eq!(bodies.len(), Scene::built_in().bodies.len() + 1, "Cmd+C and Cmd+V copy the ball");
    // No tool was chosen: a click selects.
    page.click(at);
    page.rest(Duration::from_millis(300));
    assert_eq!(scene(&mut page).bodies.len(), bodies.len());
    assert!(page.errors.is_empty(), "{:#?}", page.errors);
}

/// Opens the picker of scenes, whose search has the focus.
fn search(page: &mut Page) {
    page.key("KeyO", "O", CTRL | SHIFT);
    assert!(page.wait_for("scenes:").parse::<usize>().unwrap() > 40);
    // Ctrl and Shift are let go.
    page.key("ControlLeft", "Control", 0);
    page.key("ShiftLeft", "Shift", 0);
    page.wait_until("document.activeElement.id === 'typing'");
}

/// How many scenes are found by this word.
fn count(word: &str) -> String {
    collision_test::scene::shipped::all().iter().filter(|scene| scene.matches(word)).count().to_string()
}

#[test]
fn text_without_keys_reaches_the_field() {
    let Some(mut page) = Page::open() else { return };
    search(&mut page);
    page.call("Input.insertText", json!({ "text": "pyra" }));
    while page.wait_for("scenes:") != count("pyra") {}
    // A word that is composed comes letter by letter, and its last form stays.
    for (text, at) in [("n", 1), ("nx", 2), ("mid", 3)] {
        page.call(
            "Input.imeSetComposition",
            json!({ "text": text, "selectionStart": at, "selectionEnd": at }),
        );
        page.rest(Duration::from_millis(200));
    }
    page.call("Input.insertText", json!({ "text": "mid" }));
    page.rest(Duration::from_millis(500));
    page.key("Enter", "Enter", 0);
    page.wait_until("document.activeElement.id === 'glcanvas'");
    page.rest(Duration::from_millis(500));
    assert_eq!(scene(&mut page), *collision_test::scene::shipped::find("pyramid").unwrap().scene());
    assert!(page.errors.is_empty(), "{:#?}", page.errors);
}

#[test]
fn a_keyboard_on_the_screen_deletes_too() {
    let Some(mut page) = Page::open() else { return };
    search(&mut page);
    page.call("Input.insertText", json!({ "text": "pyramidxx" }));
    while page.wait_for("scenes:") != count("pyramidxx") {}
    page.evaluate(
        "for (const i of [1, 2]) typing.dispatchEvent(new InputEvent('beforeinput', { inputType: 'deleteContentBackward' }))"
            .replace("typing", "document.querySelector('#typing')")
            .as_str(),
    );
    while page.wait_for("scenes:") != count("pyramid") {}
}

#[test]
fn a_tap_on_a_field_brings_the_keyboard_up_within_the_tap() {
    let Some(mut page) = Page::open() else { return };
    // The inspector of a body has fields.
    let ball = page.view().screen_from_world(Scene::built_in().bodies[2].position);
    page.click(ball);
    // Its panel is where it stays.
    page.places();
    page.wait_until(
        "globalThis.field = (() => {
        for (let y = 0; y < 720; y += 6)
            for (let x = 0; x < 1280; x += 12)
                if (wasm_exports.page_asks(2, x, y)) return [x, y];
    })()",
    );
    let at = page.evaluate("field");
    let at = Vec2::new(at[0].as_f64().unwrap() as f32 + 6.0, at[1].as_f64().unwrap() as f32 + 4.0);
    page.evaluate(
        "{ const typing = document.querySelector('#typing'), focus = typing.focus;
           globalThis.during = [];
           typing.focus = (...of) => { during.push(window.event?.type); focus.apply(typing, of); }; }",
    );
    page.touch("touchStart", &[at]);
    page.touch("touchEnd", &[]);
    page.wait_until("document.activeElement.id === 'typing'");
    assert_eq!(page.evaluate("during[0]"), "touchend");
    page.rest(Duration::from_millis(800));
    assert_eq!(page.evaluate("document.activeElement.id"), "typing", "the program has the field, too");
    // Escape leaves the field, and the keyboard goes.
    page.key("Escape", "Escape", 0);
    page.wait_until("document.activeElement.id === 'glcanvas'");
}

/// Fields cover most of an inspector: a swipe over it that began on one changed the scene unseen.
#[test]
fn a_swipe_up_from_a_field_changes_no_number() {
    let Some(mut page) = Page::open() else { return };
    let ball = page.view().screen_from_world(Scene::built_in().bodies[2].position);
    page.click(ball);
    page.places();
    // An edit would mark it as unsaved.
    let before = page.evaluate("document.title");
    // Of those in sight each time another one: what was scrolled lies elsewhere.
    for nth in [1, 20, 40, 60, 80] {
        page.wait_until(&format!(
            "(globalThis.fields = [...Array(100 * 30).keys()].map((i) => [930 + 12 * (i % 30), 100 + 6 * Math.trunc(i / 30)])
                .filter(([x, y]) => y < 720 && wasm_exports.page_asks(2, x, y))).length > {nth}",
        ));
        let at = page.evaluate(&format!("fields[{nth}]"));
        page.swipe(Vec2::new(at[0].as_f64().unwrap() as f32, at[1].as_f64().unwrap() as f32), 60.0);
        page.places();
    }
    assert_eq!(page.evaluate("document.title"), before);
    assert!(page.errors.is_empty(), "{:#?}", page.errors);
}

/// What is selected over the canvas is the browser's to copy; what nobody took of a paste is not there for the next one.
#[test]
fn the_clipboard_has_what_was_meant() {
    let Some(mut page) = Page::open() else { return };
    page.evaluate("copy('a ball')");
    page.evaluate("importObject.env.page_show_licences()");
    page.wait_until("over.querySelector('pre')");
    // Whether the page has given a text of its own.
    let given = "((from) => !from.dispatchEvent(new ClipboardEvent('copy', \
                 { clipboardData: new DataTransfer(), bubbles: true, cancelable: true })))";
    assert_eq!(page.evaluate(&format!("{given}(over.querySelector('pre'))")), false);
    assert_eq!(page.evaluate(&format!("{given}(canvas)")), true);

    page.evaluate("canvas.dispatchEvent(new ClipboardEvent('paste', { clipboardData: new DataTransfer(), bubbles: true }))");
    assert_eq!(page.evaluate("pasted"), "");
    page.rest(Duration::from_millis(1500));
    assert!(page.evaluate("pasted").is_null());
}
