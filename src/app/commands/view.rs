//! Commands of the view, and the rows of the View menu, layers first.

use collide2d::Leaf;
use glam::Vec2;

use super::choices::{LengthChoice, PaletteScope, Panel, PanelSection, Viewpoint};
use super::row::{
    CommandRow, IN_BROWSER, KeyCombo, Menu, Tick, When, alt, ctrl, ctrl_shift, plain, row, shift,
};
use crate::app::derived::ahead::LookAhead;
use crate::app::derived::events::EventFilter;
use crate::app::files::preferences::SideSizes;
use crate::app::hand::input::Key::{self, Digit, Letter};
use crate::app::showing::interface::InterfaceSize;
use crate::picture::display::Rect;
use crate::picture::overlay::{Layer, Scope};

/// What is shown, and from where.
#[derive(Clone, Debug, PartialEq)]
pub enum ViewCommand {
    ToggleLayer(Layer),
    /// Snapping to the grid on or off.
    ToggleSnap,
    /// Snapping to other bodies on or off.
    ToggleMagnet,
    /// Folds a section of a panel, or unfolds it.
    ToggleSection(PanelSection),
    /// Panel, sizes and sections as at the first start.
    ResetPanels,
    ToggleGrid,
    /// Distance of the grid's lines, which is snapped to; `None`: as the zoom has it. Metres.
    SetGridStep(Option<f32>),
    /// What lengths are shown and typed in.
    WriteLengths(LengthChoice),
    /// How many pixels of a game a metre has.
    SetPixelsPerMetre(f32),
    ToggleYDown,
    ToggleLegend,
    ToggleFrameTimes,
    /// Opens the window of the masks' matrix, or closes it.
    ToggleMasks,
    ToggleTheme,
    /// Makes panels and texts larger or smaller.
    SizeInterface(InterfaceSize),
    /// Makes the handles large for a finger, or small again.
    GrowHandles(bool),
    /// Shows the panels of what was embedded.
    ShowPanels,
    /// Opens what is embedded in the whole program: in a tab of its own where there are tabs.
    OpenEmbedded,
    /// Fits the scene to the canvas: the bodies that move, where the others reach far beyond them; again, all.
    Fit,
    /// Fits the selected pair to the canvas; again, its contact; then back.
    LookClosely,
    /// Shows the lens whatever the depth is, or only where it is small.
    PinLens,
    /// The middle of the lens is at this place. Pixels.
    MoveLens(Vec2),
    /// Turns the canvas into the frame of a body, or back to the world's.
    SeeFrom(Viewpoint),
    /// The same, from the world to A, B and back.
    NextViewpoint,
    /// Fits the selection to the canvas.
    FitSelection,
    /// The canvas is at this rectangle now. Pixels.
    SetCanvas(Rect),
    /// The canvas moved because something beside it grew or shrank; what it shows keeps its place on the
    /// screen. Pixels.
    MoveCanvas(Rect),
    /// Moves the picture by this many pixels.
    Pan(Vec2),
    /// Zooms about a point of the screen by this many notches; positive zooms in.
    Zoom(Vec2, f32),
    /// Zooms in about the middle of the canvas.
    ZoomIn,
    /// Zooms out about the middle of the canvas.
    ZoomOut,
    /// Selects this pair, in either order.
    SelectPair(Option<(u32, u32)>),
    /// Selects the pair `a < b` of these bodies, and of its contacts the one of these parts and segments.
    SelectContact((u32, u32), [Leaf; 2]),
    /// Shows this pair while the pointer is on its row or on the shapes.
    HoverPair(Option<(u32, u32)>),
    NextPair,
    PreviousPair,
    /// Highlights an axis of the selected pair.
    HighlightAxis(Option<usize>),
    ToggleHelp,
    /// A tool that draws stays in use after a shape, or gives way to Select again.
    ToggleKeepTool,
    /// Lets the name of the selected body be typed in the list.
    Rename,
    /// Shows the palette, in which one types what is sought.
    OpenPalette(PaletteScope),
    ShowLicences,
    /// Shows this panel at the side.
    ShowPanel(Panel),
    FilterEvents(EventFilter),
    SizeSide(SideSizes),
    /// How far ahead impacts are computed, and for which pairs.
    SetLookAhead(LookAhead),
    /// How many frames trails go back, 1 to 600.
    SetTrail(u32),
    /// Shows the menu of the canvas at this place, about the body and the pair there. Pixels.
    OpenMenu(Vec2),
    Warn(String),
    DismissMessage(u64),
    /// Puts the text of a message on the system clipboard.
    CopyMessage(u64),
}

/// The rows of the layers, read from the layers' own files.
pub(in crate::app) fn layer_rows() -> impl Iterator<Item = CommandRow<ViewCommand>> {
    Layer::ALL.iter().map(|&layer| {
        let key = layer.info().key.and_then(|digit| DIGITS.get(usize::from(digit)));
        row(Menu::Layers, ViewCommand::ToggleLayer(layer), layer.info().label, layer.info().tooltip)
            .keys(key.map_or(&[], std::slice::from_ref))
            .enabled(match layer.info().scope {
                Scope::Frame | Scope::Frames => When::Always,
                Scope::Steps => When::IsScene,
                Scope::Recording => When::IsRecording,
            })
            .ticked(Tick::Layer(layer))
    })
}

static DIGITS: [KeyCombo; 10] = {
    let mut digits = [plain(Digit(0)); 10];
    let mut i = 0;
    while i < digits.len() {
        digits[i] = plain(Digit(i as u8));
        i += 1;
    }
    digits
};

/// The rest of the menu, in its order.
pub(in crate::app) static ROWS: &[CommandRow<ViewCommand>] = &[
    view(ViewCommand::NextPair, "Next touching pair", "Look at the next touching pair")
        .keys(&[plain(Key::Tab)])
        .repeats()
        .enabled(When::AnyPairTouches),
    view(ViewCommand::PreviousPair, "Previous touching pair", "Look at the previous touching pair")
        .keys(&[shift(Key::Tab)])
        .repeats()
        .enabled(When::AnyPairTouches)
        .ends_group(),
    view(
        ViewCommand::Fit,
        "Fit the scene",
        "The scene fills the canvas; where the ground reaches far, what moves does, and again the whole scene",
    )
    .keys(&[plain(Letter('F'))]),
    view(
        ViewCommand::LookClosely,
        "Fit the pair",
        "The selected pair fills the canvas; again its contact; then back to where it was",
    )
    .keys(&[plain(Letter('Z'))])
    .enabled(When::HasPair),
    view(ViewCommand::FitSelection, "Fit the selection", "The selected bodies fill the canvas")
        .keys(&[shift(Letter('F'))])
        .enabled(When::HasSelection),
    view(ViewCommand::ZoomIn, "Zoom in", "Zoom in at the middle of the canvas")
        .keys(&[plain(Key::Plus)])
        .repeats(),
    view(ViewCommand::ZoomOut, "Zoom out", "Zoom out at the middle of the canvas")
        .keys(&[plain(Key::Minus)])
        .repeats()
        .ends_group(),
    view(
        ViewCommand::NextViewpoint,
        "Next frame of reference",
        "The canvas turns into the frame of A, then of B of the selected pair, then back to the world's",
    )
    .keys(&[plain(Letter('O'))])
    .enabled(When::HasViewpoint),
    view(
        ViewCommand::SeeFrom(Viewpoint::A),
        "In A's frame",
        "A of the selected pair, or the selected body, stays in the middle and level; the world moves",
    )
    .enabled(When::HasViewpoint)
    .ticked(Tick::Viewpoint(Viewpoint::A)),
    view(
        ViewCommand::SeeFrom(Viewpoint::B),
        "In B's frame",
        "B of the selected pair stays in the middle and level; the world moves",
    )
    .enabled(When::HasPair)
    .ticked(Tick::Viewpoint(Viewpoint::B)),
    view(ViewCommand::SeeFrom(Viewpoint::World), "In the world's frame", "What was shown before")
        .ticked(Tick::Viewpoint(Viewpoint::World))
        .ends_group(),
    view(ViewCommand::ToggleSnap, "Snap to grid", "Positions and sizes snap to the grid while dragging")
        .keys(&[plain(Letter('G'))])
        .ticked(Tick::Snap),
    view(
        ViewCommand::ToggleMagnet,
        "Snap to bodies",
        "A dragged body snaps to corners, middles and sides of others, and to where the two just touch",
    )
    .keys(&[alt(Letter('B'))])
    .ticked(Tick::Magnet),
    view(ViewCommand::ToggleGrid, "Grid", "Grid lines").keys(&[shift(Letter('G'))]).ticked(Tick::Grid),
    view(ViewCommand::ToggleLegend, "Legend", "Colours and line styles explained")
        .keys(&[plain(Letter('L'))])
        .ticked(Tick::Legend),
    view(ViewCommand::PinLens, "Pin the lens", "The lens is shown whatever the depth is, as long as it enlarges; drag it where it is wanted")
        .ticked(Tick::LensPin),
    view(ViewCommand::ToggleMasks, "Masks: who meets whom", "A matrix of the names that bodies are: a tick where the two meet")
        .keys(&[alt(Letter('K'))])
        .ticked(Tick::Masks),
    view(ViewCommand::ToggleTheme, "Light or dark", "Switch between the light and the dark theme")
        .keys(&[plain(Letter('T'))])
        .ends_group(),
    lengths(LengthChoice::Scene, "Lengths as the scene has them", "In metres; what is read of a small scene in mm"),
    lengths(LengthChoice::Metre, "Lengths in metres", "Lengths and places are shown and typed in metres"),
    lengths(LengthChoice::Centimetre, "Lengths in centimetres", "Lengths and places are shown and typed in cm"),
    lengths(
        LengthChoice::Pixel,
        "Lengths in pixels",
        "Lengths and places are shown and typed in pixels of the game, whose number in a metre stands in the View menu; again: as the scene has them",
    )
    .keys(&[alt(Letter('U'))]),
    row(
        Menu::Units,
        ViewCommand::ToggleYDown,
        "y counts downwards",
        "Places, directions and angles are shown and typed as in a game whose y counts downwards, angles clockwise",
    )
    .keys(&[alt(Letter('I'))])
    .ticked(Tick::YDown),
    interface(InterfaceSize::Larger, "Larger panels", "Panels, texts and lines are a quarter larger, up to three times their size")
        .keys(on_computer(&[ctrl(Key::Plus)]))
        .repeats(),
    interface(InterfaceSize::Smaller, "Smaller panels", "Panels, texts and lines are smaller")
        .keys(on_computer(&[ctrl(Key::Minus)]))
        .repeats(),
    interface(InterfaceSize::Full, "Panels as the system says", "Panels, texts and lines have the size that is set for all programs")
        .keys(on_computer(&[ctrl(Digit(0))])),
    panel(Panel::Scene, "Scene and contacts", "What is selected, or the scene; the contacts of the frame"),
    panel(Panel::Events, "Event log", "Contacts that begin and end, frame by frame").enabled(When::IsScene),
    panel(Panel::Stages, "Stages of a step", "What one step does, stage by stage, in words and numbers"),
    panel(Panel::Plots, "Plots", "Watched numbers, distance of the selected pair, energy and momentum, over time"),
    panel(Panel::Differences, "Differences", "Where the contacts of a recording and ours differ, worst first")
        .enabled(When::IsRecording),
    panel(Panel::Why, "Why?", "Why the selected pair touches, or does not, in plain words; and to take it away")
        .keys(&[plain(Letter('Y'))]),
    panel(Panel::Minkowski, "Minkowski difference", "The selected pair as a single shape, and the origin to drag")
        .keys(&[alt(Letter('M'))]),
    view(
        ViewCommand::ToggleFrameTimes,
        "Frame times",
        "Times of the last 300 frames of the window, stage by stage",
    )
    .keys(&[plain(Key::F(3))])
    .ticked(Tick::FrameTimes),
    view(ViewCommand::ResetPanels, "Panels as at first", "The panel, sizes and sections of the first start"),
    row(
        Menu::Tools,
        ViewCommand::ToggleKeepTool,
        "Keep the tool",
        "The tool stays in use after a shape, until Esc; so does a double click or Shift + click on its button",
    )
    .keys(&[plain(Letter('R'))])
    .enabled(When::Draws)
    .ticked(Tick::KeepTool),
    row(
        Menu::Help,
        ViewCommand::OpenPalette(PaletteScope::Everything),
        "Command palette",
        "Type some letters of a command, a body or a scene, and Enter",
    )
    .keys(&[ctrl_shift(Letter('P')), alt(Letter('P'))]),
    row(
        Menu::Edit,
        ViewCommand::OpenPalette(PaletteScope::Contents),
        "Find in the scene",
        "Type some letters of what the scene has, and Enter goes there",
    )
    .keys(&[ctrl(Letter('F'))]),
    row(Menu::Edit, ViewCommand::Rename, "Rename", "Type another name in the list of what the scene has")
        .keys(&[plain(Key::F(2))])
        .enabled(When::HasSelection),
    view(ViewCommand::ToggleHelp, "Help", "Every key and what it does")
        .keys(&[plain(Key::F(1))])
        .ticked(Tick::Help),
    row(
        Menu::None,
        ViewCommand::ShowLicences,
        "Licences",
        "The libraries and fonts that the program carries, with the text of each licence",
    ),
];

const fn view(command: ViewCommand, label: &'static str, tooltip: &'static str) -> CommandRow<ViewCommand> {
    row(Menu::View, command, label, tooltip)
}

/// Browsers keep these keys for a zoom of their own.
const fn on_computer(keys: &'static [KeyCombo]) -> &'static [KeyCombo] {
    if IN_BROWSER { &[] } else { keys }
}

const fn interface(
    size: InterfaceSize,
    label: &'static str,
    tooltip: &'static str,
) -> CommandRow<ViewCommand> {
    row(Menu::Units, ViewCommand::SizeInterface(size), label, tooltip)
}

const fn lengths(
    choice: LengthChoice,
    label: &'static str,
    tooltip: &'static str,
) -> CommandRow<ViewCommand> {
    row(Menu::Units, ViewCommand::WriteLengths(choice), label, tooltip).ticked(Tick::Lengths(choice))
}

const fn panel(panel: Panel, label: &'static str, tooltip: &'static str) -> CommandRow<ViewCommand> {
    view(ViewCommand::ShowPanel(panel), label, tooltip).ticked(Tick::Panel(panel))
}
