//! Who gets the input: panels or canvas.

use egui_macroquad::egui::{self, Context, Order, pos2};
use glam::Vec2;
use macroquad::miniquad::{KeyCode, KeyMods, MouseButton};
use std::time::Instant;

use super::{PasteInto, Shell, points};
use crate::app::{Command, Event, EventKind, FileCommand, Key};
use crate::gui::input::{Raw, egui_button, key, pointer_button};

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
        self.egui.repeat_input(&mut self.collector);
        macroquad::input::clear_input_queue();
        let raw = std::mem::take(&mut self.collector.events);
        if !raw.is_empty() {
            self.last_input = Instant::now();
        }
        let typing = self.egui_has_keyboard();
        let popup = popup_open(self.egui.context());
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
                    if last_of_its_button(button) && macroquad::input::is_mouse_button_down(button) =>
                {
                    self.egui.withhold();
                }
                Raw::Released(button, x, y) => self.released(button, points(x, y), &mut events),
                Raw::Wheel(x, y) => self.wheel(x, y, &mut events),
                Raw::Char(character) => {
                    self.typed = Some(character);
                    if typing {
                        self.egui.character(character);
                    }
                }
                Raw::KeyDown(code, before, repeat) => {
                    let typed = self.typed.take();
                    // egui must know the modifiers for the wheel and for clicks, whoever gets the keys.
                    self.egui.hold(self.held.key(code, before, true));
                    let known = key(code, typed);
                    let escape = known == Some(Key::Escape);
                    let to_egui = typing || (popup && escape);
                    self.keep_from_egui(code, to_egui);
                    if typing && self.pastes(code) {
                        let field = self.egui.context().memory(|memory| memory.focused());
                        self.paste(PasteInto::Field(field));
                    } else if to_egui {
                        self.egui.key(code, true);
                    }
                    match known {
                        // A picture of a dialog or a menu is wanted as well.
                        Some(Key::F(12)) if !repeat => commands.push(Command::File(FileCommand::Screenshot)),
                        Some(key) if !to_egui => {
                            events.push(self.event(EventKind::Key { key, repeat }));
                        }
                        _ => {}
                    }
                }
                Raw::KeyUp(code, before) => {
                    self.egui.hold(self.held.key(code, before, false));
                    self.egui.key(code, false);
                }
                Raw::FocusLost => self.let_go(&mut events),
                Raw::FocusGained => {}
            }
        }
        self.follow_outside(&mut events);
        events
    }

    /// Ctrl+V, or what stands for it on this system.
    fn pastes(&self, code: KeyCode) -> bool {
        code == KeyCode::V && self.held.modifiers().ctrl
    }

    /// A key went down that egui-macroquad must not see: it would wait for the clipboard's owner for ever, or move the focus.
    fn keep_from_egui(&mut self, code: KeyCode, to_egui: bool) {
        let arrow = matches!(code, KeyCode::Left | KeyCode::Right | KeyCode::Up | KeyCode::Down);
        if self.pastes(code) || (!to_egui && matches!(code, KeyCode::Tab | KeyCode::Escape)) {
            self.egui.withhold();
        } else if !to_egui && arrow {
            // Arrows repeat while they are held, and a frame withheld may lose a click. They move a focus only if there is one.
            self.give_up_focus();
        }
    }

    /// No widget has the focus any more.
    fn give_up_focus(&self) {
        self.egui.context().memory_mut(|memory| {
            if let Some(focused) = memory.focused() {
                memory.surrender_focus(focused);
            }
        });
    }

    fn event(&self, kind: EventKind) -> Event {
        Event { kind, modifiers: self.held.modifiers() }
    }

    fn moved(&mut self, x: f32, y: f32, events: &mut Vec<Event>) {
        self.pointer = points(x, y);
        self.egui.moved(self.pointer);
        events.push(self.event(EventKind::Moved(self.pointer)));
    }

    fn pressed(&mut self, button: MouseButton, x: f32, y: f32, popup: bool, events: &mut Vec<Event>) {
        let (Some(index), Some(known)) = (Buttons::index(button), pointer_button(button)) else { return };
        self.pointer = points(x, y);
        self.egui.button(egui_button(known), self.pointer, true);
        if !self.buttons.any() {
            // A click beside an open menu closes the menu and does nothing else.
            self.buttons.on_canvas = !popup && self.on_canvas(self.pointer);
        }
        self.buttons.down[index] = true;
        if self.buttons.on_canvas {
            self.give_up_focus();
            events.push(self.event(EventKind::Pressed(known, self.pointer)));
        }
    }

    fn released(&mut self, button: MouseButton, at: Vec2, events: &mut Vec<Event>) {
        let (Some(index), Some(known)) = (Buttons::index(button), pointer_button(button)) else { return };
        if !self.buttons.down[index] {
            return;
        }
        self.pointer = at;
        self.egui.button(egui_button(known), self.pointer, false);
        self.buttons.down[index] = false;
        if self.buttons.on_canvas {
            events.push(self.event(EventKind::Released(known, self.pointer)));
        }
    }

    fn wheel(&mut self, x: f32, y: f32, events: &mut Vec<Event>) {
        // How much a notch is differs from system to system; its direction does not.
        let notch = |turned: f32| if turned == 0.0 { 0.0 } else { turned.signum() };
        if !self.on_canvas(self.pointer) {
            self.egui.wheel(Vec2::new(notch(x), notch(y)));
        } else if y != 0.0 {
            events.push(self.event(EventKind::Wheel(notch(y), self.pointer)));
        }
    }

    /// Another window has the keyboard: nothing is held any more.
    fn let_go(&mut self, events: &mut Vec<Event>) {
        for button in [MouseButton::Left, MouseButton::Middle, MouseButton::Right] {
            self.released(button, self.pointer, events);
        }
        self.held.clear();
        self.egui.hold(KeyMods::default());
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
                self.released(button, points(x, y), events);
            }
        }
    }

    /// Whether the point is on the canvas and under no window, menu or message.
    pub(super) fn on_canvas(&self, point: Vec2) -> bool {
        let context = self.egui.context();
        let above =
            context.layer_id_at(pos2(point.x, point.y)).is_some_and(|layer| layer.order != Order::Background);
        !above
            && !self.panels.is_modal(&self.state)
            && self.canvas.contains(point)
            && !context.is_using_pointer()
    }

    /// Keys are egui's while a text field has the focus or a dialog is open.
    fn egui_has_keyboard(&self) -> bool {
        let context = self.egui.context();
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
