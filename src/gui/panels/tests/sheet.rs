//! A narrow or low window: the panels as a sheet from below, the bar as a line that scrolls.

use super::*;

/// A phone.
const SIZE: (f32, f32) = (390.0, 844.0);

impl Desk {
    /// Taps, and carries out what that asks for.
    fn tap(&mut self, words: &str) {
        let at = self.text(words);
        for command in self.click(at) {
            self.state.apply(command);
        }
        self.pass(Vec::new());
        self.pass(Vec::new());
    }

    fn free_height(&self) -> f32 {
        self.context.available_rect().height()
    }

    /// Whether this text is in sight, and not only laid out.
    fn shows_at_once(&self, words: &str) -> bool {
        self.shapes.iter().any(|clipped| match &clipped.shape {
            Shape::Text(text) => {
                let place = text.galley.rect.translate(text.pos.to_vec2());
                text.galley.text() == words && clipped.clip_rect.intersects(place)
            }
            _ => false,
        })
    }
}

#[test]
fn a_tap_on_a_tab_opens_the_sheet_and_another_closes_it() {
    let mut desk = Desk::of(&touching(), SIZE.0, SIZE.1);
    let whole = desk.free_height();
    assert!(whole > 0.6 * SIZE.1 && !desk.shows("Gravity"), "{whole}");
    desk.tap("Scene");
    assert!(desk.shows("Gravity"));
    let rest = desk.free_height();
    assert!((0.3 * SIZE.1..whole - 100.0).contains(&rest), "{rest} of {whole}");
    desk.tap("Contacts");
    assert!(!desk.shows("Gravity"));
    desk.tap("Axes");
    assert!(desk.shows("Separating axes"));
    desk.tap("Axes");
    assert_eq!(desk.free_height(), whole);

    // A command that shows a panel opens the sheet with it.
    desk.state.apply(Command::View(ViewCommand::ShowPanel(Panel::Why)));
    // The row scrolls to its tab.
    for _ in 0..30 {
        desk.pass(Vec::new());
    }
    assert!(desk.shows("just separates them"));
    desk.tap("Stages");
    assert_eq!(desk.state.showing().panel, Panel::Stages);
}

#[test]
fn the_bar_of_a_narrow_window_is_one_line_that_scrolls_to_its_end() {
    let bar = |desk: &Desk| desk.context.available_rect().top();
    let mut desk = Desk::of(&touching(), SIZE.0, SIZE.1);
    let wide = Desk::of(&touching(), 1280.0, 720.0);
    assert!(bar(&desk) <= bar(&wide) + 1.0, "{} and {}", bar(&desk), bar(&wide));

    let file = desk.text("File");
    let button = |pos, pressed| Event::PointerButton {
        pos,
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    // A finger drags the line to the left, several times its width.
    for round in 0..10_u8 {
        // Now and then it begins on the slider, which takes the drag.
        let from = pos2(340.0 - 95.0 * f32::from(round % 4), file.y);
        desk.pass(vec![Event::PointerMoved(from)]);
        desk.pass(vec![button(from, true)]);
        for step in 1..=6 {
            desk.pass(vec![Event::PointerMoved(from - vec2(45.0 * step as f32, 0.0))]);
        }
        desk.pass(vec![button(from - vec2(270.0, 0.0), false)]);
        desk.pass(Vec::new());
    }
    assert!(!desk.shows_at_once("File"), "the menus are out of sight");
    // The last button is the help.
    let end = pos2(SIZE.0 - 22.0, file.y);
    assert_eq!(desk.click(end), [Command::View(ViewCommand::ToggleHelp)]);
}

/// A phone held sideways: beside its canvas the parts of a panel had no room.
#[test]
fn a_low_window_has_the_sheet() {
    for (width, height) in [(844.0, 390.0), (740.0, 360.0), (1280.0, 400.0)] {
        let mut desk = Desk::of(&touching(), width, height);
        assert!(!desk.shows("Gravity"));
        desk.tap("Scene");
        assert!(desk.shows_at_once("Gravity"), "{width} × {height}");
        assert!(desk.free_height() > 100.0, "{width} × {height}: {}", desk.free_height());
    }
}

#[test]
fn a_wide_window_has_no_sheet() {
    let desk = Desk::of(&touching(), 720.0, 600.0);
    assert!(desk.shows("Gravity") && desk.shows("Separating axes"));
    assert!(!Desk::of(&touching(), 719.0, 600.0).shows("Gravity"));
}
