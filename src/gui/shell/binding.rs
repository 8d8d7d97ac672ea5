//! egui, run and painted by egui-macroquad, with input that the shell chooses.
//!
//! egui-macroquad begins each pass with all input that its own subscriber to macroquad has gathered. From
//! that egui derives which widget the pointer presses, holds and releases, and whether Tab or an arrow moves
//! the focus. The shell can withhold a whole frame of it ([`Binding::withhold`]), and does so if the frame
//! holds a key that egui must not see: Ctrl+V, which would block on the clipboard's owner, or a Tab or Escape of the
//! canvas or a field, which would move the focus. A click in that very frame (some 15 ms) presses no widget.
//!
//! Widgets read the rest (text, keys, modifiers, wheel, pointer position) from `InputState`. Each pass first
//! rebuilds that state from what it was before the pass, with the events that `gather` has chosen. So
//! egui-macroquad's own reading of these never counts: it divides the wheel by 90, its modifiers are those
//! before the last key, it types the "a" of Ctrl+A, and it gets no pointer events outside of the window.

use egui_macroquad::egui::{
    Context, Event, InputState, Modifiers, MouseWheelUnit, OutputCommand, PointerButton, Pos2, RawInput,
};
use glam::Vec2;
use macroquad::input::utils::{register_input_subscriber, repeat_all_miniquad_input};
use macroquad::miniquad::{EventHandler, KeyCode, KeyMods};

use crate::gui::input::{egui_key, egui_modifiers};

/// egui-macroquad, and the input that egui gets in the next pass.
pub(super) struct Binding {
    context: Context,
    /// Id of the shell's subscriber to macroquad's input.
    ours: usize,
    /// Id of egui-macroquad's subscriber.
    theirs: usize,
    events: Vec<Event>,
    modifiers: Modifiers,
    withheld: bool,
    /// What a widget copied in the last pass.
    copied: Option<String>,
    /// Where the caret of the text field is that has the focus. Points.
    caret: Option<Pos2>,
}

impl Binding {
    /// The window must be open. Until this returns, no other code may subscribe to macroquad's input or call
    /// egui-macroquad.
    pub fn new() -> Self {
        let ours = register_input_subscriber();
        let mut context = Context::default();
        // macroquad hands out identifiers in sequence, and egui-macroquad subscribes at its first call, which
        // is this one.
        egui_macroquad::cfg(|theirs| context = theirs.clone());
        Self {
            context,
            ours,
            theirs: ours + 1,
            events: Vec::new(),
            modifiers: Modifiers::NONE,
            withheld: false,
            copied: None,
            caret: None,
        }
    }

    /// egui's context; what is drawn with it outside of [`Binding::run`] is lost.
    pub fn context(&self) -> &Context {
        &self.context
    }

    /// Repeats the window's events since the last call.
    pub fn repeat_input(&self, handler: &mut impl EventHandler) {
        repeat_all_miniquad_input(handler, self.ours);
    }

    /// Withholds this frame's input from egui-macroquad. The events passed to the methods below still reach
    /// egui, but a press among them presses no widget.
    pub fn withhold(&mut self) {
        self.withheld = true;
    }

    /// Sets the held modifiers.
    pub fn hold(&mut self, modifiers: KeyMods) {
        self.modifiers = egui_modifiers(modifiers);
    }

    /// Moves the pointer. Points.
    pub fn moved(&mut self, at: Vec2) {
        self.events.push(Event::PointerMoved(position(at)));
    }

    pub fn button(&mut self, button: PointerButton, at: Vec2, pressed: bool) {
        let modifiers = self.modifiers;
        self.events.push(Event::PointerButton { pos: position(at), button, pressed, modifiers });
    }

    /// Turns the wheel by this many notches.
    pub fn wheel(&mut self, notches: Vec2) {
        let (x, y) = notches.into();
        let (unit, modifiers) = (MouseWheelUnit::Line, self.modifiers);
        self.events.push(Event::MouseWheel { unit, delta: [x, y].into(), modifiers });
    }

    /// Types a character. Special keys send characters too: control characters or private ones.
    pub fn character(&mut self, character: char) {
        let private = matches!(character, '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..='\u{10ffff}');
        if !private && !character.is_ascii_control() && !self.modifiers.ctrl && !self.modifiers.mac_cmd {
            self.events.push(Event::Text(character.to_string()));
        }
    }

    pub fn key(&mut self, code: KeyCode, pressed: bool) {
        let modifiers = self.modifiers;
        let event = match code {
            KeyCode::X if pressed && modifiers.command => Some(Event::Cut),
            KeyCode::C if pressed && modifiers.command => Some(Event::Copy),
            _ => egui_key(code).map(|key| Event::Key {
                key,
                physical_key: None,
                pressed,
                repeat: false,
                modifiers,
            }),
        };
        self.events.extend(event);
    }

    /// Pastes text into the text field that has the focus.
    pub fn paste(&mut self, text: String) {
        self.events.push(Event::Paste(text));
    }

    /// Runs one pass, in which `show` lays out and draws everything.
    pub fn run(&mut self, mut show: impl FnMut(&Context)) {
        if std::mem::take(&mut self.withheld) {
            repeat_all_miniquad_input(&mut NullHandler, self.theirs);
        }
        let before = self.context.input(InputState::clone);
        let mut pending = Some((before, std::mem::take(&mut self.events)));
        let modifiers = self.modifiers;
        let (copied, caret) = (&mut self.copied, &mut self.caret);
        egui_macroquad::ui(|context| {
            if let Some((before, events)) = pending.take() {
                begin_again(context, before, events);
            }
            // egui may lay out a second time in the same pass, with egui-macroquad's modifiers.
            context.input_mut(|input| input.modifiers = modifiers);
            show(context);
            // egui-macroquad would put it on macroquad's clipboard, which is served while a frame is drawn.
            context.output_mut(|output| {
                *caret = output.ime.map(|field| field.cursor_rect.left_top());
                output.commands.retain(|command| match command {
                    OutputCommand::CopyText(text) => {
                        *copied = Some(text.clone());
                        false
                    }
                    OutputCommand::CopyImage(_) | OutputCommand::OpenUrl(_) => true,
                });
            });
        });
    }

    /// What a widget copied in the last pass.
    pub fn take_copied(&mut self) -> Option<String> {
        self.copied.take()
    }

    /// Where the caret of the text field is that has the focus, in the last pass. Points.
    pub fn caret(&self) -> Option<Pos2> {
        self.caret
    }

    /// Paints the result of the last pass.
    pub fn draw(&self) {
        egui_macroquad::draw();
    }
}

/// Begins this pass's input from the state `before` the pass, with these events instead of egui-macroquad's.
fn begin_again(context: &Context, before: InputState, events: Vec<Event>) {
    let options = context.options(Clone::clone);
    let repainted = context.requested_repaint_last_pass();
    let released = events.iter().any(|event| matches!(event, Event::PointerButton { pressed: false, .. }));
    let any_down = context.input_mut(|input| {
        let scale = input.pixels_per_point;
        let input_of_pass = RawInput { events, ..std::mem::take(&mut input.raw) };
        *input = before.begin_pass(input_of_pass, repainted, scale, &options);
        input.pointer.any_down()
    });
    // egui-macroquad gets no release outside of the window, and none when another window takes the focus.
    if released && !any_down {
        context.stop_dragging();
    }
}

fn position(at: Vec2) -> Pos2 {
    Pos2::new(at.x, at.y)
}

/// Takes events and does nothing with them.
struct NullHandler;

impl EventHandler for NullHandler {
    fn update(&mut self) {}
    fn draw(&mut self) {}
}
