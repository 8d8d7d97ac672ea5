//! Who gets the input: panels or canvas.

use egui::{Context, Order, pos2};
use glam::Vec2;
use macroquad::miniquad::{self, KeyMods, MouseButton};
use std::time::Instant;

use super::{Shell, pixels_per_point, points};
use crate::app::{Command, Event, EventKind, FileCommand, Key};
use crate::gui::input::{Raw, key, pointer_button};

/// Who has the buttons of the pointer.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Buttons {
    /// Left, middle, right are down.
    pub down: [bool; 3],
    /// The first of them went down on the canvas.
    on_canvas: bool,
}

impl Buttons {
    fn index(button: MouseButton) -> Option<usize> {
        [MouseButton::Left, MouseButton::Middle, MouseButton::Right].iter().position(|&b| b == button)
    }
    pub fn any(&self) -> bool {
        self.down.contains(&true)
    }
}

impl Shell {
    /// The window's events: to egui what is egui's, and the rest for the canvas.
    pub(super) fn gather(&mut self, commands: &mut Vec<Command>) -> Vec<Event> {
        self.collector.events.clear();
        macroquad::input::utils::repeat_all_miniquad_input(&mut self.collector, self.subscriber);
        macroquad::input::clear_input_queue();
        let raw = std::mem::take(&mut self.collector.events);
        if !raw.is_empty() {
            self.last_input = Instant::now();
        }
        let typing = self.egui_has_keyboard();
        let popup = popup_open(self.egui.egui_ctx());
        let mut events = Vec::new();
        for (index, event) in raw.iter().enumerate() {
            let released_later = raw[index + 1..].iter();
            let last_of_its_button = |button: MouseButton| {
                !released_later
                    .clone()
                    .any(|e| matches!(e, Raw::Pressed(b, ..) | Raw::Released(b, ..) if *b == button))
            };
            match *event {
                Raw::Moved(x, y) => self.moved(x, y, &mut events),
                Raw::Pressed(button, x, y) => self.pressed(button, x, y, popup, &mut events),
                // Coming back into the window with the button still held is told as a release.
                Raw::Released(button, ..)
                    if last_of_its_button(button) && macroquad::input::is_mouse_button_down(button) => {}
                Raw::Released(button, x, y) => self.released(button, x, y, &mut events),
                Raw::Wheel(x, y) => self.wheel(x, y, &mut events),
                Raw::Char(character) => {
                    self.typed = Some(character);
                    if typing {
                        self.egui.char_event(character);
                    }
                }
                Raw::KeyDown(code, before, repeat) => {
                    let typed = self.typed.take();
                    let modifiers = self.held.key(code, before, true);
                    let known = key(code, typed);
                    let escape = known == Some(Key::Escape);
                    let paste = self.held.modifiers().ctrl && code == miniquad::KeyCode::V;
                    if typing && paste {
                        self.paste_into_field(modifiers);
                    } else if typing || (popup && escape) {
                        self.egui.key_down_event(code, modifiers);
                    } else {
                        // Modifiers alone: egui must know them for the wheel and for clicks.
                        self.egui.key_up_event(miniquad::KeyCode::Unknown, modifiers);
                    }
                    match known {
                        // A picture of a dialog or a menu is wanted as well.
                        Some(Key::F(12)) if !repeat => commands.push(Command::File(FileCommand::Screenshot)),
                        Some(key) if !(typing || popup && escape) => {
                            events.push(self.event(EventKind::Key { key, repeat }));
                        }
                        _ => {}
                    }
                }
                Raw::KeyUp(code, before) => {
                    let modifiers = self.held.key(code, before, false);
                    self.egui.key_up_event(code, modifiers);
                }
                Raw::FocusLost => self.let_go(&mut events),
                Raw::FocusGained => {}
            }
        }
        self.follow_outside(&mut events);
        events
    }

    fn event(&self, kind: EventKind) -> Event {
        Event { kind, modifiers: self.held.modifiers() }
    }

    fn moved(&mut self, x: f32, y: f32, events: &mut Vec<Event>) {
        self.egui.mouse_motion_event(x, y);
        self.pointer = points(x, y);
        events.push(self.event(EventKind::Moved(self.pointer)));
    }

    fn pressed(&mut self, button: MouseButton, x: f32, y: f32, popup: bool, events: &mut Vec<Event>) {
        let (Some(index), Some(known)) = (Buttons::index(button), pointer_button(button)) else { return };
        self.egui.mouse_button_down_event(button, x, y);
        self.pointer = points(x, y);
        if !self.buttons.any() {
            // A click beside an open menu closes the menu and does nothing else.
            self.buttons.on_canvas = !popup && self.on_canvas(self.pointer);
        }
        self.buttons.down[index] = true;
        if self.buttons.on_canvas {
            let context = self.egui.egui_ctx();
            if let Some(focused) = context.memory(|memory| memory.focused()) {
                context.memory_mut(|memory| memory.surrender_focus(focused));
            }
            events.push(self.event(EventKind::Pressed(known, self.pointer)));
        }
    }

    fn released(&mut self, button: MouseButton, x: f32, y: f32, events: &mut Vec<Event>) {
        let (Some(index), Some(known)) = (Buttons::index(button), pointer_button(button)) else { return };
        if !self.buttons.down[index] {
            return;
        }
        self.egui.mouse_button_up_event(button, x, y);
        self.pointer = points(x, y);
        self.buttons.down[index] = false;
        if self.buttons.on_canvas {
            events.push(self.event(EventKind::Released(known, self.pointer)));
        }
    }

    fn wheel(&mut self, x: f32, y: f32, events: &mut Vec<Event>) {
        if self.on_canvas(self.pointer) {
            if y != 0.0 {
                events.push(self.event(EventKind::Wheel(y.signum(), self.pointer)));
            }
        } else {
            self.egui.mouse_wheel_event(x.signum() * f32::from(u8::from(x != 0.0)), y.signum());
        }
    }

    /// Another window has the keyboard: nothing is held any more.
    fn let_go(&mut self, events: &mut Vec<Event>) {
        let scale = pixels_per_point();
        for button in [MouseButton::Left, MouseButton::Middle, MouseButton::Right] {
            self.released(button, self.pointer.x * scale, self.pointer.y * scale, events);
        }
        self.held.clear();
        self.egui.key_up_event(miniquad::KeyCode::Unknown, KeyMods::default());
        events.push(self.event(EventKind::FocusLost));
    }

    /// Outside of the window macroquad neither moves nor releases; a drag goes on there, and its release is noticed.
    fn follow_outside(&mut self, events: &mut Vec<Event>) {
        let buttons = [MouseButton::Left, MouseButton::Middle, MouseButton::Right];
        let lost = buttons
            .into_iter()
            .zip(self.buttons.down)
            .any(|(button, down)| down && !macroquad::input::is_mouse_button_down(button));
        if !lost {
            return;
        }
        let Some(pointer) = self.desktop.pointer() else {
            return self.let_go(events);
        };
        let (x, y) = pointer.position;
        if points(x, y) != self.pointer {
            self.moved(x, y, events);
        }
        for (button, held) in buttons.into_iter().zip(pointer.held) {
            if !held {
                self.released(button, x, y, events);
            }
        }
    }

    /// Whether the point is on the canvas and under no window, menu or message.
    pub(super) fn on_canvas(&self, point: Vec2) -> bool {
        let context = self.egui.egui_ctx();
        let above =
            context.layer_id_at(pos2(point.x, point.y)).is_some_and(|layer| layer.order != Order::Background);
        !above
            && !self.panels.is_modal(&self.state)
            && self.canvas.contains(point)
            && !context.is_using_pointer()
    }

    /// Keys are egui's while a text field has the focus or a dialog is open.
    fn egui_has_keyboard(&self) -> bool {
        let context = self.egui.egui_ctx();
        let focused = context.memory(|memory| memory.focused());
        focused.is_some_and(|id| egui::TextEdit::load_state(context, id).is_some())
            || self.panels.is_modal(&self.state)
    }
}

/// Something is open that a click beside it closes.
fn popup_open(context: &Context) -> bool {
    context.memory(|memory| {
        memory.areas().visible_layer_ids().iter().any(|layer| layer.order == Order::Foreground)
    })
}
