//! The program in a real browser: `cargo run -p web -- --build-only` first. Skipped with a printed line where
//! the build or chromium is missing; `COLLISION_TEST_REQUIRE_BROWSER=1` makes that a failure.
#![allow(clippy::unwrap_used)]

mod driver;
mod figures;
mod graphics;
mod host;
mod loading;
mod narrow;
mod typing;

use std::time::{Duration, Instant};

use collision_test::picture::theme::Theme;
use collision_test::picture::view::View;
use collision_test::scene::Scene;
use collision_test::scene::link::Link;
use driver::Page;
use glam::Vec2;

const CTRL: u8 = 2;
const SHIFT: u8 = 8;

/// The contact of the built-in scene's first pair, of which the centres are 1.9 m apart along (0.28, 0.96): midway
/// between the surfaces, 1.3 m - 0.15 m from the centre of the lower disc. World.
const CONTACT: Vec2 = Vec2::new(-7.1 + 0.28 * 1.15, 3.3 + 0.96 * 1.15);

#[test]
fn the_page_loads_without_an_error_and_shows_the_contact_in_its_colour() {
    let Some(mut page) = Page::open() else { return };
    let view = page.view();
    let at = view.screen_from_world(CONTACT);
    for (scheme, theme) in [("dark", Theme::DARK), ("light", Theme::LIGHT)] {
        let feature = serde_json::json!([{ "name": "prefers-color-scheme", "value": scheme }]);
        page.call("Emulation.setEmulatedMedia", serde_json::json!({ "features": feature }));
        page.rest(Duration::from_millis(500));
        let picture = page.picture();
        let (contact, ground) = (theme.contact, theme.background);
        assert!(picture.has_near(at, 5, [contact.r, contact.g, contact.b]), "{scheme}: no contact at {at}");
        let empty = view.canvas.min + 6.0;
        assert!(picture.has_near(empty, 3, [ground.r, ground.g, ground.b]), "{scheme}: the ground");
    }
    assert!(page.errors.is_empty(), "{:#?}", page.errors);
}

/// Where the first body of the unsaved scene is, which was moved by so many pixels, give or take some.
fn moved_by(page: &mut Page, view: &View, pixels: Vec2, give: f32) -> Vec2 {
    let (before, after) = (Scene::built_in().bodies[0].position, page.unsaved().bodies[0].position);
    let expected = before + Vec2::new(pixels.x, -pixels.y) / view.scale;
    assert!((after - expected).length() < give / view.scale, "{after}, expected {expected}");
    after
}

#[test]
fn a_drag_moves_a_body_by_its_distance_and_a_reload_has_the_work_again() {
    let Some(mut page) = Page::open() else { return };
    let view = page.view();
    let before = Scene::built_in();
    let body = &before.bodies[0];
    let from = view.screen_from_world(body.position);
    let by = Vec2::new(37.0, -23.0);
    page.drag(from, from + by);
    let moved = moved_by(&mut page, &view, by, 1.0);

    page.load();
    assert_eq!(page.unsaved().bodies[0].position, moved, "after the reload");
    assert!(page.errors.is_empty(), "{:#?}", page.errors);
}

#[test]
fn keys_step_and_save_and_the_download_is_the_scene() {
    let Some(mut page) = Page::open() else { return };
    for _ in 0..10 {
        page.key("Period", ".", 0);
    }
    while page.wait_for("frame:") != "10" {}
    // The browser's own Ctrl+S would open its dialog.
    page.key("KeyS", "s", CTRL);
    // The field of the name has the focus.
    page.wait_until("document.activeElement.id === 'typing'");
    page.key("Enter", "Enter", 0);
    let name = page.wait_for("saved:");
    let path = page.downloads().join(&name);
    let until = Instant::now() + Duration::from_secs(60);
    // The browser makes an empty file first.
    while Scene::load(&path).is_err() && Instant::now() < until {
        page.rest(Duration::from_millis(100));
    }
    assert_eq!(Scene::load(&path).unwrap(), Scene::built_in());
    let kept = page.evaluate(&format!("localStorage.getItem('collision-test/{name}')"));
    assert_eq!(Scene::from_ron(kept.as_str().unwrap(), "kept").unwrap(), Scene::built_in());
    assert!(page.errors.is_empty(), "{:#?}", page.errors);
}

#[test]
fn a_fault_covers_the_page_with_the_unsaved_scene_and_a_copied_body_is_in_it() {
    let Some(mut page) = Page::open() else { return };
    let view = page.view();
    // The third body is a disc beside which there is room.
    let ball = Scene::built_in().bodies[2].clone();
    let at = view.screen_from_world(ball.position);
    page.mouse("mouseMoved", at, "none");
    page.mouse("mousePressed", at, "left");
    page.mouse("mouseReleased", at, "left");
    page.rest(Duration::from_millis(300));
    page.key("KeyC", "c", CTRL);
    page.rest(Duration::from_millis(300));
    page.key("KeyV", "v", CTRL);
    let copy = page.unsaved().bodies.last().cloned().unwrap();
    assert_eq!((copy.name.as_str(), &copy.shape), ("ball 2", &ball.shape));

    // More than there can be: the program panics.
    page.evaluate("wasm_exports.allocate_vec_u8(-1)");
    page.rest(Duration::from_millis(300));
    let told = page.evaluate("over.hidden ? '' : over.textContent");
    assert!(told.as_str().unwrap().contains("capacity overflow"), "{told}");
    let shown = page.evaluate("over.querySelector('textarea').value");
    let shown = Scene::from_ron(shown.as_str().unwrap(), "the page").unwrap();
    assert_eq!(shown.bodies.last(), Some(&copy));
}

#[test]
fn fingers_move_pan_and_zoom() {
    let Some(mut page) = Page::open() else { return };
    let view = page.view();
    let before = Scene::built_in();
    let body = &before.bodies[0];
    let from = view.screen_from_world(body.position);
    let by = Vec2::new(60.0, -40.0);
    page.touch("touchStart", &[from]);
    for step in 1..=4 {
        page.touch("touchMove", &[from.lerp(from + by, step as f32 / 4.0)]);
    }
    page.touch("touchEnd", &[]);
    moved_by(&mut page, &view, by, 1.5);

    // Two fingers, which move apart by half and to the right.
    let empty = view.canvas.min + Vec2::new(120.0, 60.0);
    let fingers = |apart: f32, right: f32| [-apart, apart].map(|x| empty + Vec2::new(x + right, 0.0));
    page.touch("touchStart", &fingers(40.0, 0.0));
    for step in 1..=5 {
        let part = step as f32 / 5.0;
        page.touch("touchMove", &fingers(40.0 + 20.0 * part, 50.0 * part));
    }
    page.touch("touchEnd", &[]);
    let after = page.view();
    let (zoom, held) = (after.scale / view.scale, after.screen_from_world(view.world_from_screen(empty)));
    assert!((zoom - 1.5).abs() < 0.05, "zoomed by {zoom}");
    assert!(
        (held - empty - Vec2::new(50.0, 0.0)).length() < 4.0,
        "what was between the fingers is at {held}"
    );
    assert!(page.errors.is_empty(), "{:#?}", page.errors);
}

#[test]
fn the_canvas_follows_the_size_and_the_resolution_of_the_page() {
    let Some(mut page) = Page::open() else { return };
    page.resize(Vec2::new(900.0, 600.0), 2.0);
    page.rest(Duration::from_secs(2));
    let view = page.view();
    // 1200 pixels high, less bars, legend and time line.
    assert!((800.0..1200.0).contains(&view.canvas.max.y), "{:?}", view.canvas);
    let picture = page.picture();
    let contact = Theme::LIGHT.contact;
    let at = view.screen_from_world(CONTACT);
    assert!(picture.has_near(at, 9, [contact.r, contact.g, contact.b]), "no contact at {at}");
}

/// What File > Copy link copies.
fn copied(page: &mut Page) -> String {
    page.key("KeyL", "l", CTRL);
    page.wait_for("link:")
}

#[test]
fn a_link_opens_its_scene_at_frame_and_pair_and_copying_gives_it_back() {
    let Some(mut page) = Page::open() else { return };
    let scene = Scene::built_in();
    let url = page.url();
    let link = |frame| Link::to(&scene, frame, Some(((2, 3), [None; 2])), &scene).text(&url).unwrap();
    page.load_link(&link(5));
    assert_eq!(copied(&mut page), link(5));
    for _ in 0..10 {
        page.key("Period", ".", 0);
    }
    while page.wait_for("frame:") != "15" {}
    assert_eq!(copied(&mut page), link(15), "ten keys are ten frames");

    // Another link in the same page.
    page.evaluate(&format!("location.href = '{}'", link(7)));
    while page.wait_for("frame:") != "7" {}
    assert_eq!(copied(&mut page), link(7));
    assert!(page.errors.is_empty(), "{:#?}", page.errors);
}

#[test]
fn a_reload_has_the_work_on_a_linked_scene_again_and_the_link_by_itself_the_scene() {
    let Some(mut page) = Page::open() else { return };
    let scene = Scene::built_in();
    let link = Link::to(&scene, 0, None, &scene).text(&page.url()).unwrap();
    page.load_link(&link);
    let view = page.view();
    let from = view.screen_from_world(scene.bodies[0].position);
    page.drag(from, from + Vec2::new(37.0, -23.0));
    let moved = page.unsaved().bodies[0].position;

    page.reload();
    assert_eq!(Link::read(&copied(&mut page)).unwrap().scene.bodies[0].position, moved);
    page.load_link(&link);
    assert_eq!(Link::read(&copied(&mut page)).unwrap().scene, scene);
    assert!(page.errors.is_empty(), "{:#?}", page.errors);
}

#[test]
fn a_broken_link_gives_an_empty_scene_and_says_why() {
    let Some(mut page) = Page::open() else { return };
    let scene = Scene::built_in();
    let url = page.url();
    let link = Link::to(&scene, 5, None, &scene).text(&url).unwrap();
    page.begin_at_link(&link[..link.len() - 200]);
    let told = page.wait_for("message:");
    assert!(told.starts_with("The link is damaged: the link may have been cut off"), "{told}");
    let shown = Link::read(&copied(&mut page)).unwrap();
    assert!(shown.scene.bodies.is_empty() && shown.frame == 0);
    // What asks for a figure stays one.
    page.begin_at_link(&format!("{}&embed", &link[..link.len() - 200]));
    assert!(page.wait_for("message:").starts_with("The link is damaged: "));
    buttons(&mut page);
    assert!(page.errors.is_empty(), "{:#?}", page.errors);
}

/// Where the buttons of a figure are that play, reset and open. Points.
fn buttons(page: &mut Page) -> [Vec2; 3] {
    let told = page.wait_for("figure:");
    let numbers: Vec<f32> = told.split(' ').map(|number| number.parse().unwrap()).collect();
    [0, 2, 4].map(|i| Vec2::new(numbers[i], numbers[i + 1]))
}

#[test]
fn an_embedded_scene_is_all_canvas_until_it_is_opened() {
    let Some(mut page) = Page::open() else { return };
    let scene = Scene::built_in();
    let link = Link { embed: true, ..Link::to(&scene, 0, None, &scene) }.text(&page.url()).unwrap();
    page.begin_at_link(&link);
    let [play, _, open] = buttons(&mut page);
    let whole = page.view().canvas;
    assert_eq!((whole.min, whole.max.x), (Vec2::ZERO, 1280.0));
    assert!((play.y - 24.0..play.y).contains(&whole.max.y), "{play} covers a part of {whole:?}");
    page.click(play);
    page.wait_for("playing:");
    page.click(play);
    page.wait_for("paused:");
    page.click(open);
    page.rest(Duration::from_millis(500));
    let opened = page.view().canvas;
    assert!(opened.min.y > 20.0 && opened.max.x < whole.max.x - 200.0, "{whole:?}, then {opened:?}");
    assert!(page.errors.is_empty(), "{:#?}", page.errors);
}

#[test]
fn what_another_page_embeds_opens_in_a_tab_of_its_own() {
    let Some(mut page) = Page::open() else { return };
    let scene = Scene::built_in();
    let link = Link { embed: true, ..Link::to(&scene, 7, None, &scene) }.text(&page.url()).unwrap();
    page.call("Page.navigate", serde_json::json!({ "url": format!("{}gl.js", page.address) }));
    page.rest(Duration::from_millis(500));
    page.evaluate(&format!(
        "{{ const frame = document.createElement('iframe');
            Object.assign(frame, {{ src: '{link}', width: 600, height: 400 }});
            Object.assign(frame.style, {{ position: 'fixed', left: 0, top: 0, border: 0 }});
            document.body.replaceChildren(frame); }}"
    ));
    let [.., open] = buttons(&mut page);
    page.click(open);
    page.rest(Duration::from_millis(500));
    let targets = page.call("Target.getTargets", serde_json::json!({}));
    let addresses = targets["targetInfos"].as_array().unwrap().iter();
    let opened = addresses.filter_map(|target| target["url"].as_str()).find(|url| url.contains("#scene="));
    let opened = Link::read(opened.expect("no tab was opened")).unwrap();
    assert_eq!(opened, Link { scene, frame: 7, pair: opened.pair.clone(), embed: false });
    // The script as a page has no icon.
    page.errors.retain(|error| !error.contains("favicon.ico"));
    assert!(page.errors.is_empty(), "{:#?}", page.errors);
}

#[test]
fn a_scene_is_found_by_its_words_and_opened_from_its_picture() {
    let Some(mut page) = Page::open() else { return };
    page.key("KeyO", "O", CTRL | SHIFT);
    assert!(page.wait_for("scenes:").parse::<usize>().unwrap() > 40);
    page.rest(Duration::from_secs(2));
    for letter in "pyramid".chars() {
        page.key(&format!("Key{}", letter.to_ascii_uppercase()), &letter.to_string(), 0);
    }
    page.rest(Duration::from_millis(500));
    page.key("Enter", "Enter", 0);
    page.rest(Duration::from_millis(500));
    let shown = Link::read(&copied(&mut page)).unwrap().scene;
    assert_eq!(shown, *collision_test::scene::shipped::find("pyramid").unwrap().scene());
    assert!(page.errors.is_empty(), "{:#?}", page.errors);
}

/// Drops a file of this name and content on the page.
fn drop_file(page: &mut Page, name: &str, content: &str) {
    let (name, content) = (serde_json::json!(name), serde_json::json!(content));
    page.evaluate(&format!(
        "{{ const files = new DataTransfer(); files.items.add(new File([{content}], {name}));
            window.dispatchEvent(new DragEvent('drop', {{ dataTransfer: files, cancelable: true }})); }}"
    ));
}

#[test]
fn a_dropped_scene_opens_and_a_broken_one_changes_nothing() {
    let Some(mut page) = Page::open() else { return };
    let ron = "(version: 1, name: \"dropped\", bodies: [(name: \"disc\", shape: Circle(radius: 2))])";
    drop_file(&mut page, "mine.ron", ron);
    page.rest(Duration::from_millis(500));
    let shown = Link::read(&copied(&mut page)).unwrap().scene;
    assert_eq!(shown, Scene::from_ron(ron, "").unwrap());

    drop_file(&mut page, "broken.ron", &ron.replace("radius: 2", "radius: -2"));
    // The link that was copied is told before.
    let mut told = page.wait_for("message:");
    while told.starts_with("Copied") {
        told = page.wait_for("message:");
    }
    assert!(told.starts_with("broken.ron:1:") && told.contains("radius"), "{told}");
    assert_eq!(Link::read(&copied(&mut page)).unwrap().scene, shown);
    assert!(page.errors.is_empty(), "{:#?}", page.errors);
}

#[test]
fn a_full_storage_is_told_and_the_page_goes_on() {
    let Some(mut page) = Page::open() else { return };
    page.evaluate(
        "for (let size = 1 << 22; size > 0; size >>= 1) {
            for (let i = 0; ; i++) {
                try { localStorage.setItem(`full-${size}-${i}`, 'x'.repeat(size)); } catch { break; }
            }
        }",
    );
    let view = page.view();
    let from = view.screen_from_world(Scene::built_in().bodies[0].position);
    page.drag(from, from + Vec2::new(40.0, 0.0));
    let mut told = page.wait_for("message:");
    while !told.contains("room") {
        told = page.wait_for("message:");
    }
    assert!(told.contains("not kept: the browser has no room for"), "{told}");
    let moved = Link::read(&copied(&mut page)).unwrap().scene.bodies[0].position;
    assert!((moved - Scene::built_in().bodies[0].position).length() > 0.5, "the edit is there");
    assert!(page.errors.is_empty(), "{:#?}", page.errors);
    // What is stored nowhere is not left without a question.
    page.wait_until("asks_before_leaving");
    assert_eq!(page.dialogs, [""; 0]);
    page.go("about:blank");
    assert_eq!(page.dialogs.len(), 1);
}

#[test]
fn a_file_that_the_browser_cannot_read_is_told_and_of_several_the_others() {
    let Some(mut page) = Page::open() else { return };
    page.evaluate(
        "const unread = { name: 'folder', arrayBuffer: () => Promise.reject(new DOMException('', 'NotReadableError')) };
        const drop = new Event('drop');
        drop.dataTransfer = { files: [unread, { name: 'second.ron' }] };
        window.dispatchEvent(drop);",
    );
    let mut told = [page.wait_for("message:"), page.wait_for("message:")];
    told.sort();
    let expected =
        ["Not opened: folder: the browser cannot read it", "Not opened: second.ron: one file at a time"];
    assert!(told.iter().zip(expected).all(|(told, words)| told.starts_with(words)), "{told:?}");
    page.wait_until("words.textContent.startsWith('Not opened: ')");
    assert!(page.errors.is_empty(), "{:#?}", page.errors);
}

#[test]
fn a_finger_that_stays_opens_the_menu_of_the_body() {
    let Some(mut page) = Page::open() else { return };
    let view = page.view();
    let at = view.screen_from_world(Scene::built_in().bodies[2].position);
    let before = page.picture();
    page.touch("touchStart", &[at]);
    page.rest(Duration::from_millis(900));
    page.touch("touchEnd", &[]);
    page.rest(Duration::from_millis(500));
    // The menu covers what is below and to the right of the finger.
    let changed = page.picture().changed(&before, at + 20.0, at + 120.0);
    assert!(changed > 0.6, "{changed} of the pixels beside the finger have changed");
    assert!(page.errors.is_empty(), "{:#?}", page.errors);
}
