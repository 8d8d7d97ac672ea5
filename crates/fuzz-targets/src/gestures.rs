//! Gestures and commands on the editor, without a window.

use arbitrary::{Result, Unstructured};
use collision_test::app::{
    AppState, Command, Direction, EditCommand, Effect, Event, EventFilter, EventKind, Input, Key, LookAhead,
    Modifiers, News, PointerButton, SelectCommand, Settings, Stride, TimeCommand, ViewCommand, table,
};
use collision_test::picture::display::Rect;
use glam::Vec2;

use crate::decode::{CHUNK, change, index, indices, name};
use crate::scenes::{bits, shipped};
use crate::text;

/// Gestures of one input: fewer than the editor has undo points.
const MOST_ACTS: usize = 120;

/// Most frames that a command moves the time by: each is computed.
const MOST_FRAMES: u8 = 60;

enum Act {
    Event(EventKind, Modifiers),
    Command(Box<Command>),
    Wait(f32),
}

/// A person at the editor, with a clipboard.
struct Hand {
    state: AppState,
    clipboard: Option<String>,
    pointer: Vec2,
}

/// Gestures of [`CHUNK`] bytes each on a shipped scene: the scene is valid after each, and undoing all leads
/// back to the first scene bit for bit, however often it is undone and done again.
pub fn gestures(data: &[u8]) {
    let (first, rest) = data.split_first().unwrap_or((&0, &[]));
    let shipped = &shipped()[usize::from(*first) % shipped().len()];
    let state = AppState::open(&shipped.path, Settings::default(), canvas()).unwrap();
    let mut hand = Hand { state, clipboard: None, pointer: canvas().center() };
    for chunk in rest.chunks(CHUNK).take(MOST_ACTS) {
        match act(&mut Unstructured::new(chunk)).unwrap() {
            Act::Event(kind, modifiers) => hand.event(kind, modifiers),
            Act::Command(command) => hand.apply(*command),
            Act::Wait(seconds) => hand.frame(Vec::new(), Modifiers::NONE, seconds),
        }
        assert_valid(&hand.state);
    }
    hand.apply(Command::Edit(EditCommand::Commit));
    for _ in 0..2 {
        hand.repeat(&EditCommand::Undo);
        assert_eq!(bits(hand.state.scene()), bits(&shipped.scene));
        assert!(!hand.state.files().document.is_dirty());
        hand.repeat(&EditCommand::Redo);
        assert_valid(&hand.state);
    }
}

impl Hand {
    fn apply(&mut self, command: Command) {
        let effects = self.state.apply(command);
        self.carry_out(effects);
    }

    /// Serves the clipboard as the shell does.
    fn carry_out(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                Effect::WriteClipboard(text) => self.clipboard = Some(text),
                Effect::ReadClipboard => {
                    if let Some(text) = self.clipboard.clone() {
                        self.state.apply(Command::News(News::ClipboardRead(Ok(text))));
                    }
                }
                Effect::OpenDialog(_)
                | Effect::PickScene
                | Effect::OpenPalette(_)
                | Effect::Rename(_)
                | Effect::ShowLicences
                | Effect::OutlineDialog(_)
                | Effect::SaveDialog(..)
                | Effect::CanvasDialog(..)
                | Effect::BesideDialog(_)
                | Effect::ShareDialog(..)
                | Effect::Share(_)
                | Effect::StopSharing
                | Effect::AskLinkBase
                | Effect::ContextMenu(_)
                | Effect::OpenTab(_)
                | Effect::Screenshot(_)
                | Effect::Print(_)
                | Effect::Watch(_)
                | Effect::AnswerGame(_)
                | Effect::Quit => {}
            }
        }
    }

    fn event(&mut self, kind: EventKind, modifiers: Modifiers) {
        if let EventKind::Pressed(_, at) | EventKind::Released(_, at) | EventKind::Moved(at) = kind {
            self.pointer = at;
        }
        self.frame(vec![Event { kind, modifiers }], modifiers, 0.016);
    }

    fn frame(&mut self, events: Vec<Event>, modifiers: Modifiers, dt: f32) {
        let (pointer, canvas) = (self.pointer, canvas());
        let over_canvas = canvas.contains(pointer);
        let effects = self.state.handle_input(&Input { events, pointer, over_canvas, modifiers, canvas, dt });
        self.carry_out(effects);
    }

    /// Undoes or redoes until nothing is left.
    fn repeat(&mut self, command: &EditCommand) {
        let command = Command::Edit(command.clone());
        while self.state.is_enabled(&command) {
            self.apply(command.clone());
        }
    }
}

fn canvas() -> Rect {
    Rect { min: Vec2::new(100.0, 50.0), max: Vec2::new(1100.0, 750.0) }
}

fn assert_valid(state: &AppState) {
    let scene = state.scene();
    scene.validate().unwrap();
    // The pieces of bodies that burst come after those of the scene.
    let count = state.run().world().bodies().len() as u32;
    assert_eq!(count as usize, scene.bodies.len() + state.run().world().pieces().len());
    assert!(state.looking().selection().iter().all(|i| *i < count));
    assert!(state.looking().selection().is_sorted());
    assert!(state.looking().selected_pair().is_none_or(|(a, b)| a < b && b < count));
    assert_eq!(state.derived().report.frame, state.run().frame());
    // Inside a step the pieces of its bursts are there before the next frame is.
    let told = state.derived().report.bodies.len() as u32;
    assert!(told == count || (told > count && state.run().inside.is_some()), "{told} of {count}");
    assert!(state.run().frame() <= state.run().frames.last_frame());
    state.picture();
    state.hint();
    state.cursor();
    state.separation_plot();
    state.energy_plot();
}

fn act(u: &mut Unstructured<'_>) -> Result<Act> {
    Ok(match u.int_in_range(0..=31_u8)? {
        0..=15 => Act::Event(event(u)?, modifiers(u)?),
        16 => Act::Wait(f32::from(u.arbitrary::<u8>()?) / 800.0),
        17..=23 => Act::Command(Box::new(named_command(u)?)),
        24..=26 => Act::Command(Box::new(Command::Edit(EditCommand::Do(change(u)?)))),
        27..=28 => Act::Command(Box::new(Command::Edit(EditCommand::Preview(change(u)?)))),
        29 => Act::Command(Box::new(pasted(u)?)),
        _ => Act::Command(Box::new(other_command(u)?)),
    })
}

/// A place on the canvas or a little around it, often where the bodies are.
fn point(u: &mut Unstructured<'_>) -> Result<Vec2> {
    let near = u.arbitrary::<bool>()?;
    let [x, y] = [f32::from(u.arbitrary::<u8>()?), f32::from(u.arbitrary::<u8>()?)];
    Ok(if near { Vec2::new(350.0 + 2.0 * x, 270.0 + y) } else { Vec2::new(50.0 + 4.5 * x, 3.2 * y) })
}

fn modifiers(u: &mut Unstructured<'_>) -> Result<Modifiers> {
    Ok(match u.int_in_range(0..=15_u8)? {
        0..=9 => Modifiers::NONE,
        10 | 11 => Modifiers::SHIFT,
        12 | 13 => Modifiers::ALT,
        14 => Modifiers::CTRL,
        _ => Modifiers { shift: true, ctrl: true, alt: true },
    })
}

fn event(u: &mut Unstructured<'_>) -> Result<EventKind> {
    use PointerButton::{Left, Middle, Right};
    let button = [Left, Left, Left, Left, Left, Left, Right, Middle];
    Ok(match u.int_in_range(0..=15_u8)? {
        0..=3 => EventKind::Pressed(*u.choose(&button)?, point(u)?),
        4..=6 => EventKind::Released(*u.choose(&button)?, point(u)?),
        7..=11 => EventKind::Moved(point(u)?),
        12 => EventKind::Wheel(f32::from(u.arbitrary::<i8>()?), point(u)?),
        13 => EventKind::FocusLost,
        _ => EventKind::Key {
            key: *u.choose(&[Key::Enter, Key::Escape, Key::Delete])?,
            repeat: u.arbitrary()?,
        },
    })
}

/// A command of the table but those of files: they close the document, or write it.
fn named_command(u: &mut Unstructured<'_>) -> Result<Command> {
    let rows = table().filter(|row| !matches!(row.command, Command::File(_)));
    let commands: Vec<&Command> = rows.map(|row| &row.command).collect();
    Ok((*u.choose(&commands)?).clone())
}

/// A text near that of a scene comes from another program.
fn pasted(u: &mut Unstructured<'_>) -> Result<Command> {
    let mut data = vec![0];
    data.extend(u.bytes(u.len())?);
    let text = String::from_utf8_lossy(&text::text(&data)).into_owned();
    Ok(Command::News(News::ClipboardRead(Ok(text))))
}

fn other_command(u: &mut Unstructured<'_>) -> Result<Command> {
    let frame = |u: &mut Unstructured<'_>| u.int_in_range(0..=MOST_FRAMES);
    Ok(match u.int_in_range(0..=18_u8)? {
        0 => Command::Edit(EditCommand::Commit),
        1 => Command::Edit(EditCommand::Revert),
        2 => {
            let directions = [Direction::Left, Direction::Right, Direction::Up, Direction::Down];
            Command::Edit(EditCommand::Nudge(
                *u.choose(&directions)?,
                *u.choose(&[Stride::One, Stride::Ten])?,
            ))
        }
        3 => Command::Select(SelectCommand::Only(indices(u)?)),
        4 => Command::Select(SelectCommand::Toggle(index(u)?)),
        5 => Command::Select(SelectCommand::Add(indices(u)?)),
        6 => Command::Time(TimeCommand::Seek(frame(u)?.into())),
        7 => Command::Time(TimeCommand::Jump(i64::from(frame(u)?) - 30)),
        8 => Command::Time(TimeCommand::ToStage(u.arbitrary::<u8>()?.into())),
        9 => Command::Time(TimeCommand::LeaveStep),
        10 => Command::Time(TimeCommand::GoToEvent { frame: frame(u)?.into(), pair: (index(u)?, index(u)?) }),
        11 => Command::Time(TimeCommand::SetCheckpointBudget(usize::from(u.arbitrary::<u16>()?) * 64)),
        12 => Command::View(ViewCommand::SelectPair(Some((index(u)?, index(u)?)))),
        13 => Command::View(ViewCommand::HoverPair(Some((index(u)?, index(u)?)))),
        14 => Command::View(ViewCommand::HighlightAxis(Some(u.arbitrary::<u8>()?.into()))),
        15 => Command::View(ViewCommand::SetTrail(u.int_in_range(1..=600)?)),
        16 => Command::View(ViewCommand::FilterEvents(EventFilter {
            persist: u.arbitrary()?,
            ..EventFilter::default()
        })),
        17 => Command::View(ViewCommand::SetLookAhead(LookAhead::default())),
        _ => Command::View(ViewCommand::Warn(name(u)?)),
    })
}
