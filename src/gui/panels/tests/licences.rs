//! Help > Licences.

use egui_macroquad::egui::Key;

use super::*;
use crate::app::Menu;

#[test]
fn the_licences_are_shown_copied_and_closed() {
    let mut desk = Desk::of(&touching(), 1280.0, 720.0);
    let command = Command::View(ViewCommand::ShowLicences);
    assert!(crate::app::info(&command).is_some_and(|row| row.label == "Licences" && row.menu == Menu::None));
    let help = desk.text("Help");
    desk.click(help);
    let licences = desk.text("Licences");
    assert_eq!(desk.click(licences), std::slice::from_ref(&command));
    assert_eq!(desk.state.apply(command), [Effect::ShowLicences]);

    desk.panels.licences.open();
    desk.pass(Vec::new());
    desk.pass(Vec::new());
    assert!(desk.panels.is_modal(&desk.state));
    let first = crate::platform::licences::text().lines().next().unwrap();
    assert!(crate::platform::licences::text().lines().take(20).all(|line| desk.shows(line)));
    desk.key(Key::Escape);
    desk.pass(Vec::new());
    assert!(!desk.panels.is_modal(&desk.state) && !desk.shows(first));
}
