//! Figures: the page within an article of another host, as File > Copy embed code puts it there.

use std::time::Duration;

use collision_test::scene::Scene;
use collision_test::scene::link::{self, Link};
use glam::Vec2;

use super::driver::Page;
use super::host::{Host, Served};
use super::{buttons, copied};

const CTRL: u8 = 2;

/// The HTML of a figure of the built-in scene, at the upper left corner of what it is put into.
fn figure(page: &Page) -> String {
    let scene = Scene::built_in();
    let link = Link::to(&scene, 0, None, &scene).text(&page.url()).unwrap();
    link::embed_code(&link, "Nine ways to touch")
}

/// An article with a field, a figure at this height and a link below it; opened.
fn article(page: &mut Page, above: u32, figure: &str) -> Served {
    let body = format!(
        "<style>body {{ margin: 0; height: 6000px }} iframe {{ display: block }}</style>
         <input id=field style='position: fixed; right: 0; top: 0'>
         <div style='height: {above}px'></div>{figure}<a id=after href='#x'>after</a>
         <script>field.focus()</script>"
    );
    let host = Host::of_article(&body).serve();
    let address = host.address.clone();
    page.go(&address);
    host
}

/// An article that begins with a figure; opened, and the figure has started.
fn article_with_figure(page: &mut Page) {
    let figure = figure(page);
    article(page, 0, &figure);
    page.wait_for("ready:");
}

/// The figure's page, as the address of a frame.
fn frame(page: &Page) -> String {
    page.address.clone()
}

/// Where the first body of the built-in scene is in a figure at the upper left corner. Points.
fn first_body(page: &mut Page) -> Vec2 {
    page.view().screen_from_world(Scene::built_in().bodies[0].position)
}

fn scrolled(page: &mut Page) -> f64 {
    page.evaluate("scrollY").as_f64().unwrap()
}

#[test]
fn file_copy_embed_code_copies_a_figure_of_the_scene() {
    let Some(mut page) = Page::open() else { return };
    let menu = page.place("Menu File").unwrap();
    page.click(menu);
    let entry = page.place("Copy embed code").expect("the menu has it");
    page.click(entry);
    page.wait_for("embed:");
    let code = page.evaluate("copied");
    let code = code.as_str().unwrap();
    let link = code.split('"').nth(1).unwrap().replace("&amp;", "&");
    let link = Link::read(&link).unwrap();
    assert!(code.starts_with("<iframe src=") && code.contains(&page.address), "{code}");
    assert!(link.scene == Scene::built_in() && link.embed);
    assert!(page.errors.is_empty(), "{:#?}", page.errors);
}

#[test]
fn a_figure_starts_once_it_is_in_sight_and_takes_no_focus() {
    let Some(mut page) = Page::blank() else { return };
    let host = Host::of_page(&super::driver::found().unwrap().0).serve();
    page.address = host.address.clone();
    // Without `loading=lazy`, which alone would keep the browser from asking for it.
    let figure = figure(&page).replace("loading=\"lazy\"", "");
    article(&mut page, 3000, &figure);
    let frame = frame(&page);
    page.wait_until_in(&frame, "document.readyState === 'complete'");
    page.rest(Duration::from_millis(1000));
    assert_eq!((host.asked("/start.js"), host.asked("/collision-test.wasm.gz")), (1, 0), "out of sight");

    page.evaluate("scrollTo(0, 2800)");
    page.wait_for("ready:");
    page.rest(Duration::from_millis(500));
    assert_eq!(host.asked("/collision-test.wasm.gz"), 1);
    assert_eq!(page.evaluate("document.activeElement.id"), "field");
    assert_eq!(scrolled(&mut page), 2800.0, "nothing scrolls to the figure");
    assert!(page.errors.iter().all(|error| error.contains("favicon")), "{:#?}", page.errors);
}

#[test]
fn the_wheel_scrolls_the_article_and_with_ctrl_it_zooms_the_figure() {
    let Some(mut page) = Page::blank() else { return };
    article_with_figure(&mut page);
    let before = page.view();
    let at = first_body(&mut page);
    page.wheel(at, 120.0, 0);
    page.wait_until("scrollY === 120");
    assert_eq!(page.view().scale, before.scale);

    page.evaluate("scrollTo(0, 0)");
    page.rest(Duration::from_millis(200));
    page.wheel(at, -120.0, CTRL);
    let after = page.view();
    assert!(after.scale > 1.1 * before.scale, "{} from {}", after.scale, before.scale);
    assert_eq!(scrolled(&mut page), 0.0);
}

#[test]
fn a_swipe_scrolls_the_article_even_over_a_body_which_a_tap_makes_ready_to_drag() {
    let Some(mut page) = Page::blank() else { return };
    let touch = serde_json::json!({ "enabled": true, "maxTouchPoints": 5 });
    page.call("Emulation.setTouchEmulationEnabled", touch);
    article_with_figure(&mut page);
    let (before, at) = (page.view(), first_body(&mut page));
    page.swipe(at, 150.0);
    page.wait_until("scrollY > 100");
    page.wait_until_still();
    page.evaluate("scrollTo(0, 0)");
    page.wait_until_still();
    assert_eq!(first_body(&mut page), at);

    page.touch("touchStart", &[at]);
    page.touch("touchEnd", &[]);
    // The finger may drag then: the body is selected.
    let frame = frame(&page);
    page.wait_until_in(&frame, &format!("wasm_exports.page_asks(1, {}, {})", at.x, at.y));
    let to = at + Vec2::new(40.0, -50.0);
    page.touch("touchStart", &[at]);
    for step in 1..=5 {
        page.touch("touchMove", &[at.lerp(to, step as f32 / 5.0)]);
    }
    page.touch("touchEnd", &[]);
    page.rest(Duration::from_millis(500));
    assert_eq!(scrolled(&mut page), 0.0);
    let moved = Link::read(&copied(&mut page)).unwrap().scene.bodies[0].position;
    let expected = before.world_from_screen(to);
    assert!((moved - expected).length() * before.scale < 2.0, "{moved}, expected {expected}");

    // Two fingers zoom.
    let empty = before.canvas.center() + Vec2::new(0.0, -180.0);
    let fingers = |apart: f32| [-apart, apart].map(|x| empty + Vec2::new(x, 0.0));
    page.touch("touchStart", &fingers(40.0));
    for step in 1..=5 {
        page.touch("touchMove", &fingers(40.0 + 8.0 * step as f32));
    }
    page.touch("touchEnd", &[]);
    assert!(page.view().scale > 1.5 * before.scale);
    assert_eq!(scrolled(&mut page), 0.0);
}

#[test]
fn tab_leaves_a_figure_in_both_directions() {
    let Some(mut page) = Page::blank() else { return };
    article_with_figure(&mut page);
    let at = first_body(&mut page);
    page.click(at);
    page.wait_until("document.activeElement.tagName === 'IFRAME'");
    let frame = frame(&page);
    page.wait_until_in(&frame, "document.activeElement.id === 'glcanvas'");
    page.key("Tab", "Tab", 0);
    page.wait_until("document.activeElement.id === 'after'");
    page.click(at);
    page.wait_until("document.activeElement.tagName === 'IFRAME'");
    page.key("Tab", "Tab", 8);
    page.wait_until("document.activeElement.id === 'field'");
}

/// The ring shows who comes by keys where they are; a click needs none.
#[test]
fn a_figure_that_tab_comes_to_has_a_ring() {
    let Some(mut page) = Page::blank() else { return };
    article_with_figure(&mut page);
    let (at, frame) = (first_body(&mut page), frame(&page));
    let ring = "getComputedStyle(canvas).outlineStyle";
    page.click(at);
    page.wait_until_in(&frame, "document.activeElement === canvas");
    assert_eq!(page.evaluate_in(&frame, ring), "none");
    page.evaluate("field.focus()");
    let before = page.picture();
    page.key("Tab", "Tab", 0);
    page.wait_until_in(&frame, "document.activeElement === canvas && document.hasFocus()");
    assert_eq!(page.evaluate_in(&frame, ring), "solid");
    page.rest(Duration::from_millis(300));
    let changed = page.picture().changed(&before, Vec2::new(0.0, 60.0), Vec2::new(3.0, 400.0));
    assert!(changed > 0.9, "{changed} of the left edge");
}

/// A WebGL canvas is blank on paper, and one out of sight has lent its graphics besides.
#[test]
fn a_figure_is_printed_with_its_picture_in_sight_or_not() {
    let Some(mut page) = Page::blank() else { return };
    article_with_figure(&mut page);
    let at = page.view().screen_from_world(super::CONTACT);
    let frame = frame(&page);
    let contact = collision_test::picture::theme::Theme::LIGHT.contact;
    let is_printed = |page: &mut Page| {
        let pictures = page.printed();
        pictures.iter().any(|picture| picture.has_near(at, 5, [contact.r, contact.g, contact.b]))
    };
    assert!(is_printed(&mut page), "in sight");
    page.evaluate("scrollTo(0, 4000)");
    page.wait_until_in(&frame, "graphics.are_lost()");
    assert!(is_printed(&mut page), "out of sight");
    assert!(page.errors.iter().all(|error| error.contains("favicon")), "{:#?}", page.errors);
}

#[test]
fn a_figure_stores_nothing_asks_nothing_and_resets() {
    let Some(mut page) = Page::blank() else { return };
    let figure = figure(&page);
    article(&mut page, 0, &figure);
    let [play, reset, _] = buttons(&mut page);
    let (before, at, frame) = (page.view(), first_body(&mut page), frame(&page));
    page.drag(at, at + Vec2::new(60.0, -40.0));
    page.rest(Duration::from_millis(2500));
    let moved = Link::read(&copied(&mut page)).unwrap().scene;
    assert_ne!(moved, Scene::built_in());
    for storage in ["localStorage", "sessionStorage"] {
        assert_eq!(page.evaluate_in(&frame, &format!("Object.keys({storage}).join()")), "", "{storage}");
    }
    assert_eq!(page.evaluate_in(&frame, "navigator.locks.query().then((all) => all.held.length)"), 0);

    page.click(play);
    page.wait_for("playing:");
    page.click(reset);
    while page.wait_for("frame:") != "0" {}
    assert_eq!(Link::read(&copied(&mut page)).unwrap().scene, Scene::built_in());
    assert_eq!(page.view(), before);

    // Leaving the article with what was moved again.
    page.drag(at, at + Vec2::new(60.0, -40.0));
    page.rest(Duration::from_millis(500));
    page.go("about:blank");
    assert_eq!(page.dialogs, [""; 0]);
}

#[test]
fn a_figure_neither_reads_nor_writes_the_settings_of_the_page() {
    let Some(mut page) = Page::blank() else { return };
    // An article of the same host, which alone could read them.
    let (host, built) = (Host::of_page(&super::driver::found().unwrap().0), page.address.clone());
    let code = figure(&page).replace(&built, "/");
    let article = format!("<!DOCTYPE html><style>body {{ margin: 0 }}</style><body>{code}</body>");
    let host = host.with("/article", article.as_bytes()).serve();
    page.address = host.address.clone();
    let light = serde_json::json!([{ "name": "prefers-color-scheme", "value": "light" }]);
    page.call("Emulation.setEmulatedMedia", serde_json::json!({ "features": light }));
    page.load();
    let toggle = page.place("Button Light or dark").unwrap();
    page.click(toggle);
    let settings = "Object.entries(localStorage).find(([name]) => name.endsWith('own/settings.ron'))?.[1]";
    page.wait_until(&format!("{settings}?.includes('Dark')"));
    let kept = page.evaluate(settings);

    page.call("Page.navigate", serde_json::json!({ "url": format!("{}article", host.address) }));
    page.wait_for("ready:");
    let ground = collision_test::picture::theme::Theme::LIGHT.background;
    let at = page.view().canvas.min + 6.0;
    assert!(
        page.picture().has_near(at, 3, [ground.r, ground.g, ground.b]),
        "a figure has the system's colours"
    );
    // A layer is turned off in it.
    let at = first_body(&mut page);
    page.click(at);
    let before = page.picture();
    page.key("Digit1", "1", 0);
    page.rest(Duration::from_millis(2500));
    let changed = page.picture().changed(&before, Vec2::ZERO, Vec2::new(800.0, 450.0));
    assert!(changed > 0.0, "the layer is off");
    assert_eq!(page.evaluate(settings), kept);
}

#[test]
fn more_figures_than_the_browser_draws_lend_each_other_their_graphics() {
    let Some(mut page) = Page::blank() else { return };
    let figure = figure(&page).replace("width=\"800\" height=\"450\"", "width=\"600\" height=\"300\"");
    let figures = format!("<div style='height: 760px'>{figure}</div>").repeat(18);
    article(&mut page, 0, &figures);
    let frame = frame(&page);
    let drawn = "typeof graphics !== 'undefined' && !graphics.are_lost() && over.hidden";
    let count = |page: &mut Page, what: &str| {
        page.evaluate_in_all(&frame, what).iter().filter(|value| **value == true).count()
    };
    for i in 0..18 {
        page.evaluate(&format!("scrollTo(0, {})", 760 * i));
        page.wait_for("ready:");
    }
    page.rest(Duration::from_millis(2500));
    let lost = "typeof graphics !== 'undefined' && graphics.are_lost()";
    assert!(count(&mut page, lost) >= 14, "those out of sight have lent their graphics");
    // The first one again.
    page.evaluate("scrollTo(0, 0)");
    page.rest(Duration::from_millis(2500));
    let picture = page.picture();
    assert!(count(&mut page, drawn) >= 1);
    let contact = collision_test::picture::theme::Theme::LIGHT.contact;
    let view = page.view();
    let at = view.screen_from_world(super::CONTACT);
    assert!(picture.has_near(at, 5, [contact.r, contact.g, contact.b]), "the first figure is drawn again");
    assert!(page.errors.iter().all(|error| error.contains("favicon")), "{:#?}", page.errors);
}

#[test]
fn figures_beyond_what_the_browser_draws_say_so_and_are_drawn_on_demand() {
    let Some(mut page) = Page::blank() else { return };
    let figure = figure(&page).replace("width=\"800\" height=\"450\"", "width=\"200\" height=\"150\"");
    let figure = figure.replace("loading=\"lazy\"", "");
    let body = format!("<style>body {{ margin: 0 }} iframe {{ float: left }}</style>{}", figure.repeat(18));
    let host = Host::of_article(&body).serve();
    page.go(&host.address);
    for _ in 0..18 {
        page.wait_for("ready:");
    }
    page.rest(Duration::from_millis(1500));
    let frame = frame(&page);
    let told = page.evaluate_in_all(&frame, "over.hidden ? '' : over.textContent");
    let told: Vec<usize> =
        (0..18).filter(|i| told[*i].as_str().unwrap().contains("draws only so many")).collect();
    assert_eq!(told.len(), 2, "{told:?}");
    let first = told[0];
    page.evaluate_in_all(&frame, "over.hidden || over.querySelector('button').click()");
    page.rest(Duration::from_millis(1500));
    let hidden = page.evaluate_in_all(&frame, "over.hidden && !graphics.are_lost()");
    assert_eq!(hidden[first], true);
}
