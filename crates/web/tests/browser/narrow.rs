//! A phone: the panels are a sheet from below, and the bar is a line that a finger scrolls.

use glam::Vec2;
use serde_json::json;

use super::driver::Page;

const SIZE: Vec2 = Vec2::new(390.0, 760.0);

/// The page on a phone.
fn phone() -> Option<Page> {
    let mut page = Page::blank()?;
    page.call("Emulation.setTouchEmulationEnabled", json!({ "enabled": true, "maxTouchPoints": 5 }));
    page.resize(SIZE, 1.0);
    page.load();
    Some(page)
}

/// Taps what has this name, which is in sight.
#[track_caller]
fn tap(page: &mut Page, name: &str) {
    let Some(at) = page.place(name) else { panic!("{name:?} is not in sight: {:#?}", page.places()) };
    page.touch("touchStart", &[at]);
    page.touch("touchEnd", &[]);
}

#[test]
fn on_a_phone_the_panels_are_a_sheet_that_a_tap_opens_and_closes() {
    let Some(mut page) = phone() else { return };
    let whole = page.view().canvas;
    assert!(whole.max.x == SIZE.x && whole.max.y > 0.7 * SIZE.y, "{whole:?}");
    tap(&mut page, "Contacts");
    page.wait_for("view:");
    let rest = page.view().canvas;
    assert!(rest.max.y < whole.max.y - 120.0 && rest.max.y > 0.3 * SIZE.y, "{whole:?}, then {rest:?}");
    tap(&mut page, "Contacts");
    page.wait_for("view:");
    assert_eq!(page.view().canvas, whole);
    assert!(page.errors.is_empty(), "{:#?}", page.errors);
}

#[test]
fn on_a_phone_a_finger_scrolls_the_bar_to_its_last_button() {
    let Some(mut page) = phone() else { return };
    let before = page.view();
    let menu = page.place("Menu File").expect("the first menu is in sight");
    // A busy page takes some swipes for shorter ones.
    for _ in 0..40 {
        if page.place("Button Help").is_some() {
            break;
        }
        let from = Vec2::new(330.0, menu.y);
        page.touch("touchStart", &[from]);
        for step in 1..=6 {
            page.touch("touchMove", &[from - Vec2::new(50.0 * step as f32, 0.0)]);
        }
        page.touch("touchEnd", &[]);
        page.places();
    }
    assert_eq!(page.place("Menu File"), None);
    tap(&mut page, "Button Help");
    page.wait_until("wasm_exports.page_asks(0, 195, 300)");
    assert_eq!(page.view().center, before.center, "the canvas did not move");
    assert!(page.errors.is_empty(), "{:#?}", page.errors);
}
