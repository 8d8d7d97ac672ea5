//! Looking at a pair from afar and closely, with keys, in the real window.

use glam::Vec2;

use crate::driver::{Program, screen};

#[test]
fn a_plus_that_is_typed_with_shift_zooms_in() {
    let Some(screen) = screen() else { return };
    let mut program = Program::open(&screen, CARDS, &[]);
    let before = program.view();
    program.key("plus");
    assert!(program.view().scale > 1.1 * before.scale, "{}", program.view().scale);
    program.key("minus");
    assert!((program.view().scale / before.scale - 1.0).abs() < 0.01);
}

/// Two cards, a millimetre thick, a tenth of a millimetre deep in a ground of 80 m: each reaches
/// 0.6 · 0.0005 + 0.8 · 0.045 = 0.0363 m below its middle.
const CARDS: &str = r#"(version: 1, bodies: [
    (name: "ground", shape: Rectangle(width: 80.0, height: 1.0), position: (0.0, -0.5)),
    (name: "left", shape: Rectangle(width: 0.001, height: 0.09), position: (-0.03, 0.0362), rotation: -36.869897, motion: Dynamic()),
    (name: "right", shape: Rectangle(width: 0.001, height: 0.09), position: (0.03, 0.0362), rotation: 36.869897, motion: Dynamic()),
])"#;

#[test]
fn cards_on_a_long_ground_are_seen_at_the_start_and_z_goes_to_their_contact_and_back() {
    let Some(screen) = screen() else { return };
    let mut program = Program::open(&screen, CARDS, &[]);
    let start = program.view();
    // The cards reach from -0.0573 to 0.0573, and from -0.0001 to 0.0725.
    assert!(start.center.distance(Vec2::new(0.0, 0.0362)) < 1.0e-4, "{}", start.center);
    assert!(0.1146 * start.scale > 0.2 * start.canvas.size().x, "{} pixels a metre", start.scale);
    let mut press = |key: &str| {
        let before = program.view();
        program.key(key);
        program.wait_until("view:", |_| true);
        let after = program.view();
        assert_ne!(after, before, "{key}");
        after
    };
    let pair = press("z");
    let contact = press("z");
    let depth = 1.0e-4 * contact.scale / contact.canvas.size().min_element();
    assert!((0.1..0.5).contains(&depth), "the depth is {depth} of the canvas");
    assert!(pair.scale < 0.1 * contact.scale, "{} and {}", pair.scale, contact.scale);
    let back = press("z");
    assert!((back.scale, back.center) == (start.scale, start.center), "{back:?} for {start:?}");
    let all = press("f");
    assert!(80.0 * all.scale < all.canvas.size().x, "{} pixels a metre", all.scale);
}
