//! How the page starts, what it says where it cannot, and what it tells those who do not see it.

use std::io::Read as _;
use std::time::Duration;

use collision_test::scene::Scene;
use collision_test::scene::link::Link;
use serde_json::json;

use super::CTRL;
use super::driver::{Page, found};
use super::host::Host;

/// Opens the page of a host, and waits for a sentence over the canvas with these words.
#[track_caller]
fn says(page: &mut Page, host: Host, words: &str) {
    let served = host.serve();
    page.go(&served.address);
    page.wait_until(&format!("!over.hidden && over.textContent.includes({})", json!(words)));
    page.errors.clear();
}

/// Opens the page of a host, which starts.
fn starts(page: &mut Page, host: Host) {
    let served = host.serve();
    page.call("Page.navigate", json!({ "url": format!("{}?announce", served.address) }));
    page.wait_for("ready:");
}

#[test]
fn loading_shows_how_far_it_is() {
    let Some(mut page) = Page::blank() else { return };
    let host = Host::of_page(&found().unwrap().0).slowly(Duration::from_millis(300)).serve();
    page.call("Page.navigate", json!({ "url": format!("{}?announce", host.address) }));
    page.wait_until("document.querySelector('progress')");
    let mut seen = Vec::new();
    loop {
        let part = page.evaluate("document.querySelector('progress')?.position ?? 2").as_f64().unwrap();
        if part > 1.0 {
            break;
        }
        if (0.05..0.95).contains(&part) {
            let told = page.evaluate("over.textContent");
            seen.push((part, told));
        }
        page.rest(Duration::from_millis(50));
    }
    assert!(
        seen.len() >= 2 && seen.is_sorted_by(|a, b| a.0 <= b.0) && seen[0].0 < seen.last().unwrap().0,
        "{seen:?}"
    );
    assert!(seen.iter().any(|(_, told)| told.as_str().unwrap().contains(" %")), "{seen:?}");
}

#[test]
fn what_hinders_the_start_is_a_sentence() {
    let Some(mut page) = Page::blank() else { return };
    let host = || Host::of_page(&found().unwrap().0);
    says(
        &mut page,
        host().without("collision-test.wasm.gz"),
        "collision-test.wasm.gz cannot be loaded: the host answers 404",
    );
    says(&mut page, host().without("gl.js"), "gl.js cannot be loaded");
    says(&mut page, host().without("input.js"), "input.js cannot be loaded");
    says(&mut page, host().with("/collision-test.wasm.gz", b"<html>"), "cannot be started");
    let policy =
        "default-src 'none'; style-src 'self'; img-src 'self'; connect-src 'self'; script-src 'self'";
    says(
        &mut page,
        host().header("Content-Security-Policy", policy),
        "must have script-src 'self' 'wasm-unsafe-eval'",
    );
    // Without start.js there is nobody to tell but the page itself.
    let served = host().without("start.js").serve();
    page.go(&served.address);
    assert!(!page.heard().contains("Nothing comes?"));
    page.evaluate("document.getAnimations().forEach((animation) => animation.finish())");
    page.rest(Duration::from_millis(300));
    let heard = page.heard();
    assert!(heard.contains("Nothing comes? Then a file is missing"), "{heard}");
}

#[test]
fn a_strict_policy_and_a_sandbox_are_enough() {
    let Some(mut page) = Page::blank() else { return };
    let host = || Host::of_page(&found().unwrap().0);
    let policy = "default-src 'none'; style-src 'self'; img-src 'self'; connect-src 'self'; script-src 'self' 'wasm-unsafe-eval'";
    starts(&mut page, host().header("Content-Security-Policy", policy));
    assert!(page.errors.is_empty(), "{:#?}", page.errors);

    // A frame without an origin of its own: the host allows it to load the program.
    let sandboxed = |address: &str| {
        let article = format!(
            "<iframe src='{address}?announce' width=600 height=400 sandbox='allow-scripts'></iframe>"
        );
        Host::of_article(&article).serve()
    };
    let allowing = host().header("Access-Control-Allow-Origin", "*").serve();
    let article = sandboxed(&allowing.address);
    page.call("Page.navigate", json!({ "url": article.address }));
    page.wait_for("ready:");

    let refusing = host().serve();
    let article = sandboxed(&refusing.address);
    page.go(&article.address);
    page.wait_until_in("://", "!over.hidden && over.textContent.includes('Access-Control-Allow-Origin')");
}

/// Some hosts know `.gz` and send `Content-Encoding: gzip`; then the browser unpacks it before the page reads it.
#[test]
fn a_program_that_the_browser_has_unpacked_starts_too() {
    let Some(mut page) = Page::blank() else { return };
    let folder = &found().unwrap().0;
    let packed = std::fs::File::open(folder.join("collision-test.wasm.gz")).unwrap();
    let mut program = Vec::new();
    flate2::read::GzDecoder::new(packed).read_to_end(&mut program).unwrap();
    starts(&mut page, Host::of_page(folder).with("/collision-test.wasm.gz", &program));
}

#[test]
fn a_page_without_scripts_says_what_it_needs() {
    let Some(mut page) = Page::blank() else { return };
    page.call("Emulation.setScriptExecutionDisabled", json!({ "value": true }));
    page.call("Page.navigate", json!({ "url": page.url() }));
    page.rest(Duration::from_millis(1500));
    let heard = page.heard();
    assert!(heard.contains("it needs JavaScript and WebAssembly"), "{heard}");
    assert!(!heard.contains("Nothing comes?") && !heard.contains("Loading"), "{heard}");
    // It is in sight, too, and nothing lies over it.
    let root = page.call("DOM.getDocument", json!({}))["root"]["nodeId"].clone();
    let sentence = page.call("DOM.querySelector", json!({ "nodeId": root, "selector": "noscript p" }));
    let outline =
        page.call("DOM.getBoxModel", json!({ "nodeId": sentence["nodeId"] }))["model"]["content"].clone();
    let at = |i: usize| outline[i].as_f64().unwrap() as u32 + 8;
    let there =
        page.call("DOM.getNodeForLocation", json!({ "x": at(0), "y": at(1) }))["backendNodeId"].clone();
    let own =
        page.call("DOM.describeNode", json!({ "nodeId": sentence["nodeId"], "depth": 1 }))["node"].clone();
    assert!(
        there == own["backendNodeId"] || there == own["children"][0]["backendNodeId"],
        "{there} and {own}"
    );
}

/// Waits until the page shows this scene.
#[track_caller]
fn comes_to_show(page: &mut Page, scene: &Scene) {
    for _ in 0..40 {
        if Link::read(&super::copied(page)).unwrap().scene == *scene {
            return;
        }
        page.rest(Duration::from_millis(250));
    }
    panic!("another scene is shown than {:?}", scene.name);
}

#[test]
fn back_to_the_bare_address_shows_the_first_scene() {
    let Some(mut page) = Page::open() else { return };
    let other = collision_test::scene::shipped::find("pyramid").unwrap().scene();
    let link = Link::to(other, 0, None, other).text(&page.url()).unwrap();
    page.evaluate(&format!("location.href = {}", json!(link)));
    comes_to_show(&mut page, other);
    page.evaluate("history.back()");
    page.wait_until("!location.hash");
    comes_to_show(&mut page, &Scene::built_in());
    assert!(page.errors.is_empty(), "{:#?}", page.errors);
}

#[test]
fn a_full_stop_and_what_others_add_do_not_refuse_a_link() {
    let Some(mut page) = Page::open() else { return };
    let scene = collision_test::scene::shipped::find("pyramid").unwrap().scene();
    let link = Link::to(scene, 4, None, scene).text(&page.url()).unwrap();
    for after in [".", "&utm_source=mail", "&fbclid=x."] {
        page.load_link(&format!("{link}{after}"));
        assert_eq!(Link::read(&super::copied(&mut page)).unwrap().frame, 4, "{after}");
    }
}

#[test]
fn every_message_is_heard_also_while_time_runs() {
    let Some(mut page) = Page::open() else { return };
    page.evaluate("spoken = []; new MutationObserver(() => spoken.push(words.textContent)).observe(words, { childList: true })");
    page.key("Space", " ", 0);
    page.wait_for("playing:");
    page.key("KeyL", "l", CTRL);
    page.key("KeyZ", "z", CTRL);
    for told in ["Copied as a link", "Nothing to undo"] {
        page.wait_until(&format!("spoken.some((text) => text.includes('{told}'))"));
    }
    page.key("Space", " ", 0);
    page.wait_for("paused:");
}

#[test]
fn the_words_of_why_are_heard_and_follow_the_pair() {
    let Some(mut page) = Page::open() else { return };
    page.wait_until("words.textContent.includes('moon and earth are in contact')");
    let live = "words.getAttribute('aria-live') === 'polite' && words.offsetParent !== null";
    assert_eq!(page.evaluate(live), true);
    let heard = page.heard();
    assert!(heard.contains("moon and earth are in contact: moving moon by 0.3 m"), "{heard}");
    page.key("Tab", "Tab", 0);
    page.wait_until("words.textContent !== '' && !words.textContent.includes('moon')");
    page.wait_until("words.textContent.includes('in contact')");
}

#[test]
fn the_page_can_be_zoomed() {
    let Some(mut page) = Page::open() else { return };
    let limits = page.evaluate("document.querySelector('meta[name=viewport]').content");
    assert!(
        !limits.as_str().unwrap().contains("scal") || limits == "width=device-width, initial-scale=1",
        "{limits}"
    );
    page.call("Emulation.setPageScaleFactor", json!({ "pageScaleFactor": 2.0 }));
    page.wait_until("visualViewport.scale === 2");
    page.call("Emulation.setPageScaleFactor", json!({ "pageScaleFactor": 1.0 }));
    // Ctrl with + and - are the browser's.
    page.evaluate("globalThis.kept = []; addEventListener('keydown', (event) => kept.push(event.key), true)");
    for key in ["=", "-", "0"] {
        let allowed = page.evaluate(&format!(
            "canvas.dispatchEvent(new KeyboardEvent('keydown', {{ key: '{key}', code: {}, ctrlKey: true, cancelable: true, bubbles: true }}))",
            json!(match key { "=" => "Equal", "-" => "Minus", _ => "Digit0" })
        ));
        assert_eq!(allowed, true, "Ctrl and {key}");
    }
}

#[test]
fn shared_links_have_an_icon_a_picture_and_a_sentence() {
    let Some(mut page) = Page::open() else { return };
    for (selector, part) in [
        ("meta[name=description]", "See why two shapes collide"),
        ("meta[property=\\'og:title\\']", "Collision Test"),
        ("meta[property=\\'og:description\\']", "collision test"),
    ] {
        let told = page.evaluate(&format!("document.querySelector('{selector}').content"));
        assert!(told.as_str().unwrap().contains(part), "{selector}: {told}");
    }
    for selector in ["link[rel=icon]", "meta[property=\\'og:image\\']"] {
        let size = page.evaluate(&format!(
            "{{ const of = document.querySelector('{selector}');
               new Promise((resolve) => {{
                   const picture = new Image();
                   picture.onload = () => resolve(picture.naturalWidth);
                   picture.onerror = () => resolve(0);
                   picture.src = of.href ?? of.content;
               }}) }}"
        ));
        assert!(size.as_u64().unwrap() >= 64, "{selector}: {size}");
    }
}

#[test]
fn the_licences_are_shown_over_the_canvas() {
    let Some(mut page) = Page::open() else { return };
    page.evaluate("importObject.env.page_show_licences()");
    page.wait_until("over.querySelector('pre')?.textContent.includes('UBUNTU FONT LICENCE Version 1.0')");
    page.key("Escape", "Escape", 0);
    page.wait_until("over.hidden && document.activeElement === canvas");
    assert!(page.errors.is_empty(), "{:#?}", page.errors);
}

/// The canvas takes Tab for the next pair, and is all that the page has: without a way out the keys would be caught in it.
#[test]
fn the_keyboard_leaves_the_page_by_esc_twice_and_tab_or_f6() {
    let Some(mut page) = Page::open() else { return };
    page.evaluate(
        "{ const after = Object.assign(document.createElement('button'), { id: 'after' });
           document.body.append(after); canvas.focus(); }",
    );
    let is_on = |page: &mut Page, id: &str| page.evaluate("document.activeElement.id") == id;
    for keys in [&["Tab"][..], &["Escape", "Tab"], &["Escape", "Escape", "Period", "Tab"]] {
        keys.iter().for_each(|key| page.key(key, if *key == "Period" { "." } else { key }, 0));
        assert!(is_on(&mut page, "glcanvas"), "{keys:?}");
    }
    ["Escape", "Escape", "Tab"].iter().for_each(|key| page.key(key, key, 0));
    assert!(is_on(&mut page, "after"));
    page.evaluate("canvas.focus()");
    ["Escape", "Escape"].iter().for_each(|key| page.key(key, key, 0));
    page.key("ShiftLeft", "Shift", 8);
    page.key("Tab", "Tab", 8);
    assert!(!is_on(&mut page, "glcanvas"));
    page.evaluate("canvas.focus()");
    let is_left_to_the_browser = page.evaluate(
        "canvas.dispatchEvent(new KeyboardEvent('keydown', { key: 'F6', code: 'F6', cancelable: true, bubbles: true }))",
    );
    assert_eq!(is_left_to_the_browser, true);
    let label = page.evaluate("canvas.ariaLabel");
    assert!(label.as_str().unwrap().contains("Esc twice, then Tab, leaves it"), "{label}");
    assert!(page.errors.is_empty(), "{:#?}", page.errors);
}
