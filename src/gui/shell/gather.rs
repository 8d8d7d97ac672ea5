//! Routes the input to panels or canvas, event by event: keys go to egui only while a text field has the focus or a
//! dialog is open.

use std::time::Duration;

use egui_macroquad::egui::{self, Context, Order, pos2};
use glam::Vec2;
use macroquad::miniquad::{KeyCode, KeyMods, MouseButton};

use super::{PasteInto, Pasting, Shell};
use crate::app::{Command, Event, EventKind, FileCommand, IN_BROWSER, Key, Modifiers, command_for};
use crate::gui::desktop::notches;
use crate::gui::input::{Collector, Held, Raw, egui_button, is_typed_by_shift, key, pointer_button};
use crate::gui::panels::fields::{self, FocusLoss};
use crate::gui::panels::help;
use crate::gui::panels::menu_keys::{self, MenuKey};
use crate::platform::clock::Instant;

/// A modifier that is let go within this time was tapped.
const TAP: Duration = Duration::from_millis(400);

/// Keys, buttons and pointer as the window last told them.
#[derive(Default)]
pub(super) struct Typing {
    collector: Collector,
    /// Keys of the last frame that came after a click, or after a field was left.
    pub keys_waiting: Vec<Raw>,
    pub held: Held,
    /// The character that the last key typed.
    typed: Option<char>,
    /// When Alt went down, while no other key and no button followed.
    alt_down: Option<Instant>,
    /// The paste that waits for the clipboard's owner.
    pub pasting: Option<Pasting>,
    pub buttons: Buttons,
    /// Points.
    pub pointer: Vec2,
}

impl Typing {
    fn event(&self, kind: EventKind) -> Event {
        Event { kind, modifiers: self.held.modifiers() }
    }

    /// Whether the key is Ctrl+V, or its equivalent on this system.
    fn pastes(&self, code: KeyCode) -> bool {
        code == KeyCode::V && self.held.modifiers().ctrl
    }
}

/// The pointer's buttons, and where they were pressed.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Buttons {
    /// Whether the left, middle and right button are down.
    pub down: [bool; 3],
    /// Whether the first pressed button went down on the canvas.
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
    /// Passes to egui the events that are egui's, and returns the rest for the canvas.
    pub(super) fn gather(&mut self, commands: &mut Vec<Command>) -> Vec<Event> {
        self.typing.collector.events.clear();
        self.egui.repeat_input(&mut self.typing.collector);
        macroquad::input::clear_input_queue();
        let raw: Vec<Raw> =
            self.typing.keys_waiting.drain(..).chain(self.typing.collector.events.drain(..)).collect();
        if !raw.is_empty() {
            self.pace.hear();
        }
        let mut keyboard = self.keyboard();
        let popup = popup_open(self.egui.context());
        // A list of choices: what is typed meanwhile is not for what lies behind it.
        let list = self.egui.context().memory(|memory| memory.any_popup_open());
        let mut events = Vec::new();
        for (index, event) in raw.iter().enumerate() {
            let released_later = raw[index + 1..].iter();
            let last_of_its_button = |button: MouseButton| {
                !released_later
                    .clone()
                    .any(|e| matches!(e, Raw::Pressed(b, ..) | Raw::Released(b, ..) if *b == button))
            };
            match *event {
                // A field that is left reads its keys after all of this, and a click may give the focus to
                // another one: what is typed next waits for that.
                Raw::Char(_) | Raw::KeyDown(..) | Raw::KeyUp(..) if keyboard == Keyboard::Waiting => {
                    self.put_off(*event);
                }
                Raw::Moved(x, y) => self.moved(x, y, &mut events),
                Raw::Pressed(button, x, y) => {
                    self.pressed(button, x, y, popup, &mut events);
                    keyboard = Keyboard::Waiting;
                }
                // macroquad reports a pointer that comes back with the button still held as a release.
                Raw::Released(button, ..)
                    if last_of_its_button(button) && macroquad::input::is_mouse_button_down(button) =>
                {
                    self.egui.withhold();
                }
                Raw::Released(button, x, y) => {
                    self.released(button, self.points(x, y), &mut events);
                    keyboard = Keyboard::Waiting;
                }
                Raw::Wheel(x, y) => self.wheel(x, y, &mut events),
                Raw::Char(character) => {
                    self.typing.typed = Some(character);
                    if matches!(keyboard, Keyboard::Field | Keyboard::Dialog) {
                        self.egui.character(character);
                    }
                }
                Raw::KeyDown(code, before, repeat) => {
                    let typed = self.typing.typed.take();
                    self.typing.alt_down =
                        (code == KeyCode::LeftAlt && !repeat && !self.typing.buttons.any())
                            .then(Instant::now);
                    // egui needs the modifiers for the wheel and for clicks, even where the canvas gets the
                    // keys.
                    self.egui.hold(self.typing.held.key(code, before, true));
                    if self.outlet.announce && code == KeyCode::ScrollLock {
                        self.ask_places();
                        continue;
                    }
                    let known = key(code, typed);
                    let mut modifiers = self.typing.held.modifiers();
                    modifiers.shift &= !known.is_some_and(|key| is_typed_by_shift(key, typed));
                    if keyboard != Keyboard::Dialog
                        && let Some(menu_key) = self.menu_key(known)
                    {
                        self.steer_menus(menu_key, code, keyboard);
                        continue;
                    }
                    if keyboard == Keyboard::Field
                        && let Some(left) = self.leaves_field(code, known, modifiers)
                    {
                        keyboard = Keyboard::Waiting;
                        if left == FieldLeft::ByCommand
                            && let Some(key) = known
                        {
                            events.push(Event { kind: EventKind::Key { key, repeat }, modifiers });
                        }
                        continue;
                    }
                    let escape = known == Some(Key::Escape);
                    if escape {
                        // A field that is being dragged changes no more: the command takes its change back.
                        self.egui.context().stop_dragging();
                    }
                    let to_egui = keyboard != Keyboard::Canvas || list || (popup && escape);
                    self.keep_from_egui(code, to_egui);
                    if keyboard != Keyboard::Canvas && self.typing.pastes(code) {
                        // A question takes nothing. The file dialog takes a path without a field that has the focus.
                        if self.state.question().is_none() {
                            self.paste(PasteInto::Field(self.focused()));
                        }
                    } else if to_egui {
                        self.egui.key(code, true);
                    }
                    match known {
                        // F12 works in fields, dialogs and menus as well.
                        Some(Key::F(12)) if !repeat => commands.push(Command::File(FileCommand::Screenshot)),
                        Some(key) if !to_egui => {
                            events.push(Event { kind: EventKind::Key { key, repeat }, modifiers });
                        }
                        _ => {}
                    }
                    if known == Some(Key::Enter) && keyboard == Keyboard::Field {
                        keyboard = Keyboard::Waiting;
                    }
                }
                Raw::KeyUp(code, before) => {
                    self.egui.hold(self.typing.held.key(code, before, false));
                    self.egui.key(code, false);
                    // A held Alt shows the last bits of a position; a tap opens the menus.
                    let tapped = self.typing.alt_down.take().is_some_and(|at| at.elapsed() < TAP);
                    if tapped && code == KeyCode::LeftAlt && keyboard != Keyboard::Dialog && !IN_BROWSER {
                        self.steer_menus(MenuKey::Toggle, code, keyboard);
                    }
                }
                Raw::FocusLost if self.desktop.feigned_focus_loss() => {}
                Raw::FocusLost => self.let_go(&mut events),
                Raw::FocusGained => {}
            }
        }
        self.follow_outside(&mut events);
        events
    }

    /// Puts a key off to the next frame. Its modifier counts for clicks at once.
    fn put_off(&mut self, event: Raw) {
        if let Raw::KeyDown(code, before, _) = event {
            self.egui.hold(self.typing.held.key(code, before, true));
            if self.typing.pastes(code) || matches!(code, KeyCode::Tab | KeyCode::Escape) {
                self.egui.withhold();
            }
        } else if let Raw::KeyUp(code, before) = event {
            self.egui.hold(self.typing.held.key(code, before, false));
        }
        self.typing.keys_waiting.push(event);
    }

    /// Takes the focus from a text field because of a key that the field does not use itself: Escape, Tab, or
    /// the key of a command.
    fn leaves_field(&mut self, code: KeyCode, known: Option<Key>, modifiers: Modifiers) -> Option<FieldLeft> {
        let context = self.egui.context();
        let (how, left) = match known? {
            // The search of the help has nothing to take back.
            Key::Escape if context.memory(|memory| memory.has_focus(help::search_id())) => {
                (FocusLoss::Revert, FieldLeft::ByCommand)
            }
            Key::Escape => (FocusLoss::Revert, FieldLeft::ByItself),
            Key::Tab if modifiers.shift => (FocusLoss::Previous, FieldLeft::ByItself),
            Key::Tab => (FocusLoss::Next, FieldLeft::ByItself),
            key if self.is_of_field(key, modifiers) || key == Key::F(12) => return None,
            key => {
                command_for(key, modifiers)?;
                (FocusLoss::Apply, FieldLeft::ByCommand)
            }
        };
        fields::leave(context, how);
        // Escape takes the focus in egui-macroquad as well; a frame that is kept from it may lose a click.
        if how != FocusLoss::Revert {
            self.keep_from_egui(code, false);
        }
        Some(left)
    }

    /// Whether a text field uses the key itself. Undo is the field's while it holds typed text.
    fn is_of_field(&self, key: Key, modifiers: Modifiers) -> bool {
        match key {
            Key::F(_) | Key::PageUp | Key::PageDown | Key::Escape | Key::Tab => false,
            Key::Letter('A' | 'C' | 'V' | 'X') => true,
            Key::Letter('Z' | 'Y') if modifiers.ctrl => fields::is_typed(self.egui.context()),
            Key::Letter(_)
            | Key::Digit(_)
            | Key::Period
            | Key::Comma
            | Key::Plus
            | Key::Minus
            | Key::Space => !modifiers.ctrl,
            Key::Home | Key::End | Key::Left | Key::Right | Key::Up | Key::Down => true,
            Key::Delete | Key::Enter => true,
        }
    }

    /// Handles a key that egui-macroquad must not see: it would block on the clipboard's owner, or move the
    /// focus.
    fn keep_from_egui(&mut self, code: KeyCode, to_egui: bool) {
        let arrow = matches!(code, KeyCode::Left | KeyCode::Right | KeyCode::Up | KeyCode::Down);
        if self.typing.pastes(code) || (!to_egui && matches!(code, KeyCode::Tab | KeyCode::Escape)) {
            self.egui.withhold();
        } else if !to_egui && arrow {
            // Arrows repeat while held, and a frame that is withheld may lose a click. They move the focus
            // only if there is one.
            self.give_up_focus();
        }
    }

    /// What a key does in the menus; `None`: it is for others.
    fn menu_key(&self, known: Option<Key>) -> Option<MenuKey> {
        let modifiers = self.typing.held.modifiers();
        if modifiers.ctrl || modifiers.alt || modifiers.shift {
            return None;
        }
        let key = match known? {
            Key::F(10) => MenuKey::Toggle,
            Key::Left => MenuKey::Left,
            Key::Right => MenuKey::Right,
            Key::Up => MenuKey::Up,
            Key::Down => MenuKey::Down,
            Key::Home => MenuKey::First,
            Key::End => MenuKey::Last,
            Key::Enter => MenuKey::Take,
            _ => return None,
        };
        (key == MenuKey::Toggle || menu_keys::is_open(self.egui.context())).then_some(key)
    }

    /// Hands a key to the menus. What is typed in a field is applied first.
    fn steer_menus(&mut self, key: MenuKey, code: KeyCode, keyboard: Keyboard) {
        if keyboard == Keyboard::Field {
            fields::leave(self.egui.context(), FocusLoss::Apply);
        }
        self.keep_from_egui(code, false);
        menu_keys::ask(self.egui.context(), key);
    }

    /// Takes the focus from its widget.
    fn give_up_focus(&self) {
        self.egui.context().memory_mut(|memory| {
            if let Some(focused) = memory.focused() {
                memory.surrender_focus(focused);
            }
        });
    }

    fn moved(&mut self, x: f32, y: f32, events: &mut Vec<Event>) {
        self.typing.pointer = self.points(x, y);
        self.egui.moved(self.typing.pointer);
        events.push(self.typing.event(EventKind::Moved(self.typing.pointer)));
    }

    fn pressed(&mut self, button: MouseButton, x: f32, y: f32, popup: bool, events: &mut Vec<Event>) {
        self.typing.alt_down = None;
        let (Some(index), Some(known)) = (Buttons::index(button), pointer_button(button)) else { return };
        self.typing.pointer = self.points(x, y);
        self.egui.button(egui_button(known), self.typing.pointer, true);
        if !self.typing.buttons.any() {
            // A click beside an open menu only closes the menu.
            self.typing.buttons.on_canvas = !popup && self.on_canvas(self.typing.pointer);
        }
        self.typing.buttons.down[index] = true;
        if self.typing.buttons.on_canvas {
            if self.keyboard() == Keyboard::Canvas {
                self.give_up_focus();
            } else {
                fields::leave(self.egui.context(), FocusLoss::Apply);
            }
            events.push(self.typing.event(EventKind::Pressed(known, self.typing.pointer)));
        }
    }

    fn released(&mut self, button: MouseButton, at: Vec2, events: &mut Vec<Event>) {
        let (Some(index), Some(known)) = (Buttons::index(button), pointer_button(button)) else { return };
        if !self.typing.buttons.down[index] {
            return;
        }
        self.typing.pointer = at;
        self.egui.button(egui_button(known), self.typing.pointer, false);
        self.typing.buttons.down[index] = false;
        if self.typing.buttons.on_canvas {
            events.push(self.typing.event(EventKind::Released(known, self.typing.pointer)));
        }
    }

    fn wheel(&mut self, x: f32, y: f32, events: &mut Vec<Event>) {
        self.typing.alt_down = None;
        if !self.on_canvas(self.typing.pointer) {
            self.egui.wheel(Vec2::new(notches(x), notches(y)));
        } else if y != 0.0 {
            events.push(self.typing.event(EventKind::Wheel(notches(y), self.typing.pointer)));
        }
    }

    /// Releases all keys and buttons, because another window has the focus.
    fn let_go(&mut self, events: &mut Vec<Event>) {
        for button in [MouseButton::Left, MouseButton::Middle, MouseButton::Right] {
            self.released(button, self.typing.pointer, events);
        }
        self.typing.held.clear();
        self.typing.alt_down = None;
        self.egui.hold(KeyMods::default());
        events.push(self.typing.event(EventKind::FocusLost));
    }

    /// Follows a drag outside of the window, where macroquad reports neither motion nor release.
    fn follow_outside(&mut self, events: &mut Vec<Event>) {
        let buttons = [MouseButton::Left, MouseButton::Middle, MouseButton::Right];
        let lost = buttons
            .into_iter()
            .zip(self.typing.buttons.down)
            .any(|(button, down)| down && !macroquad::input::is_mouse_button_down(button));
        if !lost {
            return;
        }
        let Some(pointer) = self.desktop.pointer() else {
            return self.let_go(events);
        };
        let (x, y) = pointer.position;
        if self.points(x, y) != self.typing.pointer {
            self.moved(x, y, events);
        }
        for (button, held) in buttons.into_iter().zip(pointer.held) {
            if !held {
                self.released(button, self.points(x, y), events);
            }
        }
    }

    /// Whether the point is on the canvas and not covered by a window, menu or message.
    pub(super) fn on_canvas(&self, point: Vec2) -> bool {
        let context = self.egui.context();
        let above =
            context.layer_id_at(pos2(point.x, point.y)).is_some_and(|layer| layer.order != Order::Background);
        !above
            && !self.panels.is_modal(&self.state)
            && self.canvas.rect.contains(point)
            && !context.is_using_pointer()
    }

    fn keyboard(&self) -> Keyboard {
        let context = self.egui.context();
        let is_text = |id| fields::is_field(context, id) || egui::TextEdit::load_state(context, id).is_some();
        match self.focused() {
            _ if self.panels.is_modal(&self.state) => Keyboard::Dialog,
            Some(id) if is_text(id) || fields::is_on_tab_stop(context) => Keyboard::Field,
            Some(_) | None => Keyboard::Canvas,
        }
    }

    pub(super) fn focused(&self) -> Option<egui::Id> {
        self.egui.context().memory(|memory| memory.focused())
    }
}

/// Who gets the keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Keyboard {
    /// The tools and the commands.
    Canvas,
    /// The text field that has the focus.
    Field,
    Dialog,
    /// Nobody in this frame, because the focus may be about to move.
    Waiting,
}

/// What a key did that took the focus from a text field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FieldLeft {
    /// It only left the field.
    ByItself,
    /// Its command is carried out as well.
    ByCommand,
}

/// Whether something is open that a click beside it closes.
fn popup_open(context: &Context) -> bool {
    context.memory(|memory| {
        memory.areas().visible_layer_ids().iter().any(|layer| layer.order == Order::Foreground)
    })
}
