//! The window's events as plain data, and their keys as the editor and egui name them.

use egui_macroquad::egui;
use macroquad::miniquad::{self, KeyCode, KeyMods, MouseButton};

use crate::app::{Key, Modifiers, PointerButton};

/// One event of the window. Positions in physical pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Raw {
    Moved(f32, f32),
    Wheel(f32, f32),
    Pressed(MouseButton, f32, f32),
    /// A button went up. Also sent when the pointer comes back into the window.
    Released(MouseButton, f32, f32),
    Char(char),
    /// A key went down; `true` for auto-repeat.
    KeyDown(KeyCode, KeyMods, bool),
    KeyUp(KeyCode, KeyMods),
    /// Another window has the keyboard focus.
    FocusLost,
    /// This window has the keyboard focus again.
    FocusGained,
}

/// Where the pointer is, and the held buttons, as the desktop tells them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pointer {
    /// Physical pixels from the window's upper left corner; may lie outside of the window.
    pub position: (f32, f32),
    /// Left, middle or right.
    pub held: [bool; 3],
}

/// Gathers the events of a frame in the order in which they came.
#[derive(Debug, Default)]
pub struct Collector {
    pub events: Vec<Raw>,
}

impl miniquad::EventHandler for Collector {
    fn update(&mut self) {}
    fn draw(&mut self) {}
    fn mouse_motion_event(&mut self, x: f32, y: f32) {
        self.events.push(Raw::Moved(x, y));
    }

    fn mouse_wheel_event(&mut self, x: f32, y: f32) {
        self.events.push(Raw::Wheel(x, y));
    }

    fn mouse_button_down_event(&mut self, button: MouseButton, x: f32, y: f32) {
        self.events.push(Raw::Pressed(button, x, y));
    }

    fn mouse_button_up_event(&mut self, button: MouseButton, x: f32, y: f32) {
        self.events.push(Raw::Released(button, x, y));
    }

    fn char_event(&mut self, character: char, _: KeyMods, _: bool) {
        self.events.push(Raw::Char(character));
    }

    fn key_down_event(&mut self, key: KeyCode, modifiers: KeyMods, repeat: bool) {
        self.events.push(Raw::KeyDown(key, modifiers, repeat));
    }

    fn key_up_event(&mut self, key: KeyCode, modifiers: KeyMods) {
        self.events.push(Raw::KeyUp(key, modifiers));
    }

    fn window_minimized_event(&mut self) {
        self.events.push(Raw::FocusLost);
    }

    fn window_restored_event(&mut self) {
        self.events.push(Raw::FocusGained);
    }
}

/// The held modifiers. An event's own modifiers are those before it, so its key is added or removed here.
#[derive(Clone, Copy, Debug, Default)]
pub struct Held(KeyMods);

impl Held {
    /// Takes a key event; returns the modifiers held after it.
    pub fn key(&mut self, key: KeyCode, before: KeyMods, down: bool) -> KeyMods {
        self.0 = before;
        match key {
            KeyCode::LeftShift | KeyCode::RightShift => self.0.shift = down,
            KeyCode::LeftControl | KeyCode::RightControl => self.0.ctrl = down,
            KeyCode::LeftAlt => self.0.alt = down,
            KeyCode::LeftSuper | KeyCode::RightSuper => self.0.logo = down,
            _ => {}
        }
        self.0
    }

    /// Releases all modifiers.
    pub fn clear(&mut self) {
        self.0 = KeyMods::default();
    }

    /// The held modifiers as the editor's.
    pub fn modifiers(self) -> Modifiers {
        let command = if cfg!(target_os = "macos") { self.0.logo } else { self.0.ctrl };
        Modifiers { shift: self.0.shift, ctrl: command, alt: self.0.alt }
    }
}

/// Converts macroquad's button to the editor's.
pub fn pointer_button(button: MouseButton) -> Option<PointerButton> {
    match button {
        MouseButton::Left => Some(PointerButton::Left),
        MouseButton::Right => Some(PointerButton::Right),
        MouseButton::Middle => Some(PointerButton::Middle),
        MouseButton::Unknown => None,
    }
}

/// Converts the editor's button to egui's.
pub fn egui_button(button: PointerButton) -> egui::PointerButton {
    match button {
        PointerButton::Left => egui::PointerButton::Primary,
        PointerButton::Right => egui::PointerButton::Secondary,
        PointerButton::Middle => egui::PointerButton::Middle,
    }
}

pub fn egui_modifiers(held: KeyMods) -> egui::Modifiers {
    let mac_cmd = held.logo && cfg!(target_os = "macos");
    let command = if cfg!(target_os = "macos") { held.logo } else { held.ctrl };
    egui::Modifiers { alt: held.alt, ctrl: held.ctrl, shift: held.shift, mac_cmd, command }
}

/// Converts macroquad's key to egui's, if text fields or dialogs use it.
pub fn egui_key(code: KeyCode) -> Option<egui::Key> {
    let key = match code {
        KeyCode::Left => egui::Key::ArrowLeft,
        KeyCode::Right => egui::Key::ArrowRight,
        KeyCode::Up => egui::Key::ArrowUp,
        KeyCode::Down => egui::Key::ArrowDown,
        KeyCode::Home => egui::Key::Home,
        KeyCode::End => egui::Key::End,
        KeyCode::PageUp => egui::Key::PageUp,
        KeyCode::PageDown => egui::Key::PageDown,
        KeyCode::Insert => egui::Key::Insert,
        KeyCode::Delete => egui::Key::Delete,
        KeyCode::Backspace => egui::Key::Backspace,
        KeyCode::Enter | KeyCode::KpEnter => egui::Key::Enter,
        KeyCode::Escape => egui::Key::Escape,
        KeyCode::Tab => egui::Key::Tab,
        KeyCode::Space => egui::Key::Space,
        KeyCode::GraveAccent => egui::Key::Backtick,
        _ => {
            return match plain(code)? {
                Key::Letter(letter) => egui::Key::from_name(letter.encode_utf8(&mut [0; 4])),
                Key::Digit(digit) => egui::Key::from_name(&digit.to_string()),
                _ => None,
            };
        }
    };
    Some(key)
}

/// Converts macroquad's key to the editor's. `typed` is the character that came with it: on some layouts it
/// alone identifies the key.
pub fn key(code: KeyCode, typed: Option<char>) -> Option<Key> {
    let key = match code {
        KeyCode::Space => Key::Space,
        KeyCode::Period | KeyCode::KpDecimal => Key::Period,
        KeyCode::Comma => Key::Comma,
        KeyCode::Equal | KeyCode::KpAdd => Key::Plus,
        KeyCode::Minus | KeyCode::KpSubtract => Key::Minus,
        KeyCode::Home => Key::Home,
        KeyCode::End => Key::End,
        KeyCode::PageUp => Key::PageUp,
        KeyCode::PageDown => Key::PageDown,
        KeyCode::Left => Key::Left,
        KeyCode::Right => Key::Right,
        KeyCode::Up => Key::Up,
        KeyCode::Down => Key::Down,
        KeyCode::Delete | KeyCode::Backspace => Key::Delete,
        KeyCode::Escape => Key::Escape,
        KeyCode::Enter | KeyCode::KpEnter => Key::Enter,
        KeyCode::Tab => Key::Tab,
        _ => return plain(code).or_else(|| of_sign(typed?)),
    };
    Some(key)
}

/// The key of a sign, wherever a layout has it.
fn of_sign(sign: char) -> Option<Key> {
    match sign {
        '+' => Some(Key::Plus),
        '-' => Some(Key::Minus),
        '.' => Some(Key::Period),
        ',' => Some(Key::Comma),
        digit @ '0'..='9' => Some(Key::Digit(digit as u8 - b'0')),
        _ => None,
    }
}

/// Whether the key is a sign that came with it: where Shift is held, it types the sign and changes nothing else.
pub fn is_typed_by_shift(key: Key, typed: Option<char>) -> bool {
    typed.and_then(of_sign) == Some(key)
}

/// Letters, digits and function keys: each kind is a range of codes.
fn plain(code: KeyCode) -> Option<Key> {
    let from = |first: KeyCode, count: u16| {
        let place = (code as u16).checked_sub(first as u16).filter(|place| *place < count)?;
        u8::try_from(place).ok()
    };
    let letter = || from(KeyCode::A, 26).map(|place| Key::Letter(char::from(b'A' + place)));
    let digit = || from(KeyCode::Key0, 10).or_else(|| from(KeyCode::Kp0, 10)).map(Key::Digit);
    let function = || from(KeyCode::F1, 12).map(|place| Key::F(place + 1));
    letter().or_else(digit).or_else(function)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_known_by_code_or_else_by_what_they_type() {
        let rows = [
            (KeyCode::A, None, Some(Key::Letter('A'))),
            (KeyCode::Z, Some('y'), Some(Key::Letter('Z'))),
            (KeyCode::Kp7, None, Some(Key::Digit(7))),
            (KeyCode::F12, None, Some(Key::F(12))),
            (KeyCode::Backspace, Some('\u{8}'), Some(Key::Delete)),
            (KeyCode::Unknown, Some('+'), Some(Key::Plus)),
            (KeyCode::Unknown, Some('é'), None),
            (KeyCode::Unknown, None, None),
        ];
        for (code, typed, expected) in rows {
            assert_eq!(key(code, typed), expected, "{code:?} {typed:?}");
        }
    }

    #[test]
    fn shift_types_a_sign_or_goes_with_a_key() {
        let rows = [
            (Key::Plus, Some('+'), true),
            (Key::Plus, Some('='), false),
            // The row of digits of a French keyboard, and of others.
            (Key::Digit(1), Some('1'), true),
            (Key::Digit(1), Some('!'), false),
            (Key::Period, Some(':'), false),
            (Key::Letter('A'), Some('A'), false),
            (Key::Digit(1), None, false),
        ];
        for (key, typed, expected) in rows {
            assert_eq!(is_typed_by_shift(key, typed), expected, "{key:?} {typed:?}");
        }
    }

    #[test]
    fn letters_digits_and_functions_are_ranges_of_codes() {
        let rows = [
            (KeyCode::Equal, None),
            (KeyCode::A, Some(Key::Letter('A'))),
            (KeyCode::M, Some(Key::Letter('M'))),
            (KeyCode::Z, Some(Key::Letter('Z'))),
            (KeyCode::LeftBracket, None),
            (KeyCode::Slash, None),
            (KeyCode::Key0, Some(Key::Digit(0))),
            (KeyCode::Key9, Some(Key::Digit(9))),
            (KeyCode::Semicolon, None),
            (KeyCode::Kp0, Some(Key::Digit(0))),
            (KeyCode::Kp9, Some(Key::Digit(9))),
            (KeyCode::KpEqual, None),
            (KeyCode::F1, Some(Key::F(1))),
            (KeyCode::F12, Some(Key::F(12))),
            (KeyCode::F13, None),
            (KeyCode::Unknown, None),
        ];
        for (code, expected) in rows {
            assert_eq!(plain(code), expected, "{code:?}");
        }
    }

    #[test]
    fn every_letter_and_digit_is_a_key_of_egui_too() {
        let rows = [
            (KeyCode::A, Some(egui::Key::A)),
            (KeyCode::Z, Some(egui::Key::Z)),
            (KeyCode::Key0, Some(egui::Key::Num0)),
            (KeyCode::Key9, Some(egui::Key::Num9)),
            (KeyCode::Left, Some(egui::Key::ArrowLeft)),
            (KeyCode::F5, None),
            (KeyCode::LeftShift, None),
        ];
        for (code, expected) in rows {
            assert_eq!(egui_key(code), expected, "{code:?}");
        }
    }

    #[test]
    fn a_modifier_counts_from_its_own_press_to_its_own_release() {
        let mut held = Held::default();
        let none = KeyMods::default();
        let shift = KeyMods { shift: true, ..none };
        held.key(KeyCode::LeftShift, none, true);
        assert!(held.modifiers().shift);
        held.key(KeyCode::A, shift, true);
        assert!(held.modifiers().shift);
        held.key(KeyCode::LeftShift, shift, false);
        assert!(!held.modifiers().shift);
        held.key(KeyCode::RightControl, none, true);
        held.clear();
        assert_eq!(held.modifiers(), Modifiers::NONE);
    }
}
