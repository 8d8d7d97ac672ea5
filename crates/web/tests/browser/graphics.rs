//! A graphics context that is lost comes back with everything that was drawn.

use std::time::Duration;

use collision_test::scene::Scene;
use glam::Vec2;

use super::driver::Page;

const LOSE: &str = "globalThis.loser = gl.getExtension('WEBGL_lose_context'); loser.loseContext()";

/// Loses the context and has it again; returns the share of pixels that differ.
fn lost_and_found(page: &mut Page) -> f32 {
    page.mouse("mouseMoved", Vec2::new(4.0, 4.0), "none");
    page.rest(Duration::from_millis(800));
    let before = page.picture();
    page.evaluate(LOSE);
    page.wait_until("graphics.are_lost()");
    // What comes meanwhile harms nothing.
    page.evaluate("window.dispatchEvent(new Event('resize'))");
    page.evaluate("loser.restoreContext()");
    page.wait_until("!graphics.are_lost() && over.hidden");
    page.rest(Duration::from_millis(500));
    // Without the status bar, which tells the time that frames took.
    page.picture().changed(&before, Vec2::ZERO, super::driver::SIZE - Vec2::new(0.0, 28.0))
}

#[test]
fn a_lost_context_is_restored_pixel_by_pixel_and_the_page_goes_on() {
    let Some(mut page) = Page::open() else { return };
    for round in 0..2 {
        assert_eq!(lost_and_found(&mut page), 0.0, "round {round}");
    }
    let view = page.view();
    let from = view.screen_from_world(Scene::built_in().bodies[0].position);
    page.drag(from, from + Vec2::new(30.0, -20.0));
    let moved = page.unsaved().bodies[0].position;
    assert!((moved - Scene::built_in().bodies[0].position).length() * view.scale > 30.0);
    assert!(page.errors.is_empty(), "{:#?}", page.errors);
}

#[test]
fn the_crowd_that_is_drawn_by_instancing_comes_back_too() {
    let Some(mut page) = Page::open() else { return };
    let crowd = collision_test::scene::shipped::find("crowd-of-1000").unwrap().scene().to_ron();
    super::drop_file(&mut page, "crowd.ron", &crowd);
    page.rest(Duration::from_millis(2500));
    assert_eq!(lost_and_found(&mut page), 0.0);
    assert!(page.errors.is_empty(), "{:#?}", page.errors);
}

#[test]
fn a_context_that_does_not_come_back_is_told_with_what_to_do() {
    let Some(mut page) = Page::open() else { return };
    page.evaluate(LOSE);
    page.wait_until("!over.hidden");
    let told = page.evaluate("over.textContent");
    assert!(told.as_str().unwrap().contains("Nothing of the scene is lost"), "{told}");
    page.evaluate(
        "[...over.querySelectorAll('button')].find((b) => b.textContent === 'Ask for them').click()",
    );
    page.wait_until("over.hidden && !graphics.are_lost()");
}
