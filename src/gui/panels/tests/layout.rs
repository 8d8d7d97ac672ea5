//! Where things are: narrow windows, the parts of the side panel, the list of bodies, menus by keyboard.

use std::path::Path;

use egui_macroquad::egui::{Event, Key, Modifiers, PointerButton, Rect, Shape, pos2, vec2};
use glam::Vec2;

use super::{Desk, button, falling, touching};
use crate::app::{
    AppState, Command, FileCommand, Leave, Panel, SelectCommand, Settings, SideSizes, TimeCommand,
    ViewCommand,
};
use crate::gui::panels::menu_keys::{self, MenuKey};
use crate::gui::panels::places;
use crate::picture::overlay::Layer;
use crate::scene::{Scene, SceneBody, SceneShape};

fn named(desk: &mut Desk) -> Vec<(String, Rect)> {
    places::ask(&desk.context);
    desk.pass(Vec::new());
    places::take(&desk.context)
}

pub(super) fn place(desk: &mut Desk, name: &str) -> Rect {
    let all = named(desk);
    let found = all.iter().find(|(is, _)| is == name);
    found.unwrap_or_else(|| panic!("{name:?} is not among {all:#?}")).1
}

pub(super) fn shows(desk: &mut Desk, name: &str) -> bool {
    named(desk).iter().any(|(is, _)| is == name)
}

/// Bodies of these names.
pub(super) fn crowd(names: impl IntoIterator<Item = String>) -> Scene {
    let circle = SceneShape::Circle { radius: 0.4 };
    let at = |(i, name): (usize, String)| {
        let position = Vec2::new(i as f32, 0.0);
        SceneBody { position, ..SceneBody::new(name, circle.clone()) }
    };
    Scene { bodies: names.into_iter().enumerate().map(at).collect(), ..Scene::default() }
}

#[test]
fn at_800_by_600_each_button_of_the_bar_and_the_first_row_of_each_list_is_in_sight() {
    for (width, height) in [(800.0, 600.0), (1024.0, 600.0), (1280.0, 720.0), (720.0, 480.0)] {
        let mut desk = Desk::of(&touching(), width, height);
        desk.state.apply(Command::View(ViewCommand::SelectPair(Some((0, 1)))));
        for _ in 0..3 {
            desk.pass(Vec::new());
        }
        let window = Rect::from_min_size(pos2(0.0, 0.0), vec2(width, height));
        let mut wanted = vec![
            "Menu File",
            "Menu Help",
            "Speed",
            "Button Help",
            "Button Light or dark",
            "Button Snap to grid",
        ];
        let bar = wanted.len();
        wanted.extend([
            "Scene",
            "Minkowski",
            "Name",
            "Filter of bodies",
            "Body ball",
            "Contact ball – crate",
        ]);
        let all = named(&mut desk);
        for (i, name) in wanted.into_iter().enumerate() {
            let found = all.iter().find(|(is, _)| is == name);
            let (_, place) = found.unwrap_or_else(|| panic!("{width}: no {name:?} in {all:#?}"));
            assert!(window.contains_rect(*place), "{width}: {name:?} at {place}");
            let whole = if i < bar { 16.0 } else { 19.0 };
            assert!(place.height() >= whole, "{width}: {name:?} is cut: {place}");
        }
        // The buttons of the bar do not overlap.
        let buttons: Vec<_> =
            all.iter().filter(|(is, _)| is.starts_with("Button ") || is == "Speed").collect();
        assert!(buttons.len() > 14, "{width}: {buttons:?}");
        for (i, (p, at)) in buttons.iter().enumerate() {
            for (q, other) in &buttons[i + 1..] {
                assert!(!at.shrink(0.5).intersects(other.shrink(0.5)), "{width}: {p} and {q}");
            }
        }
        // Nothing that is written is beyond the edge.
        for clipped in &desk.shapes {
            let Shape::Text(text) = &clipped.shape else { continue };
            let at = text.galley.rect.translate(text.pos.to_vec2()).intersect(clipped.clip_rect);
            assert!(at.width() <= 0.0 || at.right() <= width + 0.5, "{width}: {:?}", text.galley.text());
        }
    }
}

#[test]
fn every_menu_fits_into_800_by_600_or_scrolls_in_it() {
    let mut desk = Desk::of(&touching(), 800.0, 600.0);
    for menu in ["File", "Edit", "View", "Time", "Help"] {
        let at = desk.text(menu);
        desk.click(at);
        for _ in 0..4 {
            desk.pass(Vec::new());
        }
        let all = named(&mut desk);
        let entries =
            all.iter().filter(|(name, _)| !name.starts_with("Button ") && !name.starts_with("Menu "));
        for (name, at) in entries {
            assert!(at.top() >= 0.0 && at.bottom() <= 600.0 && at.right() <= 800.0, "{menu}: {name} at {at}");
        }
        desk.click(pos2(300.0, 590.0));
        desk.key(Key::Escape);
        desk.pass(Vec::new());
    }
}

pub(super) fn drag(desk: &mut Desk, from: Rect, by: f32) -> Vec<Command> {
    let (from, to) = (from.center(), from.center() + vec2(0.0, by));
    desk.point(from);
    let mut commands = desk.pass(vec![button(from, true)]);
    for step in [0.5, 1.0] {
        let moved = desk.pass(vec![Event::PointerMoved(from.lerp(to, step))]);
        moved.iter().for_each(|command| _ = desk.state.apply(command.clone()));
        commands.extend(moved);
    }
    commands.extend(desk.pass(vec![button(to, false)]));
    desk.pass(Vec::new());
    commands
}

#[test]
fn the_parts_of_the_side_panel_are_given_height_and_get_their_own_back_by_a_double_click() {
    let mut desk = Desk::of(&crowd((0..40).map(|i| format!("body {i}"))), 1280.0, 720.0);
    let parts =
        |desk: &mut Desk| ["Part own", "Part bodies", "Part contacts", "Part axes"].map(|p| place(desk, p));
    let before = parts(&mut desk);
    let line = place(&mut desk, "Line above bodies");
    let commands = drag(&mut desk, line, -60.0);
    assert!(commands.iter().any(|c| matches!(c, Command::View(ViewCommand::SizeSide(_)))), "{commands:?}");
    let after = parts(&mut desk);
    assert!((after[1].height() - before[1].height() - 60.0).abs() < 3.0, "{before:?} {after:?}");
    assert!((after[0].height() - before[0].height() + 60.0).abs() < 3.0);
    assert_eq!((after[2], after[3]), (before[2], before[3]));
    // Between two lower parts height goes from one to the other.
    let line = place(&mut desk, "Line above contacts");
    drag(&mut desk, line, -40.0);
    let given = parts(&mut desk);
    assert!((given[2].height() - after[2].height() - 40.0).abs() < 3.0, "{after:?} {given:?}");
    assert!((given[1].height() - after[1].height() + 40.0).abs() < 3.0, "{after:?} {given:?}");
    assert_eq!((given[0], given[3]), (after[0], after[3]));
    // None goes below its first line, however far the line is dragged.
    let line = place(&mut desk, "Line above bodies");
    drag(&mut desk, line, -2000.0);
    assert!(parts(&mut desk).iter().all(|part| part.height() > 40.0), "{:?}", parts(&mut desk));
    // In a lower window each part still has its first line.
    desk.size.y = 500.0;
    for _ in 0..3 {
        desk.pass(Vec::new());
    }
    assert!(parts(&mut desk).iter().all(|part| part.height() > 40.0 && part.bottom() <= 500.0));
    desk.size.y = 720.0;
    for name in ["Line above bodies", "Line above contacts", "Line above axes"] {
        let at = place(&mut desk, name).center();
        desk.point(at);
        let mut commands = Vec::new();
        for _ in 0..2 {
            commands.extend(desk.pass(vec![button(at, true)]));
            commands.extend(desk.pass(vec![button(at, false)]));
        }
        commands.into_iter().for_each(|command| _ = desk.state.apply(command));
    }
    assert_eq!(desk.state.showing().kept.side, SideSizes::default());
    for _ in 0..3 {
        desk.pass(Vec::new());
    }
    assert_eq!(parts(&mut desk), before);
}

#[test]
fn the_width_of_the_side_panel_is_told_once_its_edge_is_let_go() {
    let mut desk = Desk::of(&touching(), 1280.0, 720.0);
    let left = place(&mut desk, "Part own").left();
    let (from, to) = (pos2(left, 300.0), pos2(left - 100.0, 300.0));
    desk.point(from);
    desk.pass(vec![button(from, true)]);
    desk.pass(vec![Event::PointerMoved(to)]);
    desk.pass(Vec::new());
    let mut commands = desk.pass(vec![button(to, false)]);
    commands.extend(desk.pass(Vec::new()));
    let sized = |command: &Command| match command {
        Command::View(ViewCommand::SizeSide(sizes)) => sizes.width,
        _ => None,
    };
    let width = commands.iter().find_map(sized).unwrap_or_else(|| panic!("{commands:?}"));
    assert!((width - 460.0).abs() < 8.0, "{width}");
    // A window that opens later begins with it.
    desk.state.apply(commands.into_iter().find(|command| sized(command).is_some()).unwrap());
    let Desk { state, .. } = desk;
    let mut desk = Desk::new(state, 1280.0, 720.0);
    assert!((place(&mut desk, "Part own").width() - width).abs() < 4.0);
}

#[test]
fn the_list_of_bodies_is_filtered_and_stays_while_a_body_is_selected() {
    let names = (0..50).map(|i| format!("domino {i}")).chain(["Floor".to_owned()]);
    let mut desk = Desk::of(&crowd(names), 1280.0, 720.0);
    assert!(desk.shows("51") && shows(&mut desk, "Body domino 0") && !shows(&mut desk, "Body Floor"));
    let field = place(&mut desk, "Filter of bodies").center();
    desk.click(field);
    desk.pass(vec![Event::Text("flo".to_owned())]);
    desk.pass(Vec::new());
    assert!(desk.shows("1 of 51") && !shows(&mut desk, "Body domino 0"));
    let row = place(&mut desk, "Body Floor").center();
    assert_eq!(desk.click(row), [Command::Select(SelectCommand::Only(vec![50]))]);
    desk.state.apply(Command::Select(SelectCommand::Only(vec![50])));
    desk.pass(Vec::new());
    assert!(
        shows(&mut desk, "Body Floor") && desk.shows("Radius"),
        "the list stays beside the body's fields"
    );
    // Shift adds to the selection, or removes from it.
    let row = place(&mut desk, "Body Floor").center();
    let press = |pressed| Event::PointerButton {
        pos: row,
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::SHIFT,
    };
    desk.point(row);
    let added = desk.pass_holding(Modifiers::SHIFT, vec![press(true)]);
    let added = [added, desk.pass_holding(Modifiers::SHIFT, vec![press(false)])].concat();
    assert_eq!(added, [Command::Select(SelectCommand::Toggle(50))]);
    let field = place(&mut desk, "Filter of bodies").center();
    desk.click(field);
    desk.pass(vec![Event::Text("xyz".to_owned())]);
    desk.pass(Vec::new());
    assert!(desk.shows("Nothing passes the filter."));
}

#[test]
fn a_body_selected_elsewhere_is_scrolled_into_sight_in_the_list() {
    let mut desk = Desk::of(&crowd((0..200).map(|i| format!("body {i}"))), 1280.0, 720.0);
    assert!(!shows(&mut desk, "Body body 150"));
    desk.state.apply(Command::Select(SelectCommand::Only(vec![150])));
    for _ in 0..3 {
        desk.pass(Vec::new());
    }
    assert!(shows(&mut desk, "Body body 150"));
    // The list becomes lower: it was there in the middle, and would be below.
    desk.size.y = 470.0;
    for _ in 0..3 {
        desk.pass(Vec::new());
    }
    assert!(shows(&mut desk, "Body body 150"));
}

#[test]
fn the_fields_of_a_body_begin_at_their_top_wherever_those_of_the_scene_were_scrolled_to() {
    let mut desk = Desk::of(&falling(), 1280.0, 600.0);
    let part = place(&mut desk, "Part own").center();
    desk.point(part);
    let wheel = Event::MouseWheel {
        unit: egui_macroquad::egui::MouseWheelUnit::Line,
        delta: vec2(0.0, -20.0),
        modifiers: Modifiers::NONE,
    };
    desk.pass(vec![wheel]);
    for _ in 0..20 {
        desk.pass(Vec::new());
    }
    assert!(!desk.shows("Gravity") || !shows(&mut desk, "Name"), "scrolled");
    desk.state.apply(Command::Select(SelectCommand::Only(vec![0])));
    desk.pass(Vec::new());
    desk.pass(Vec::new());
    let (name, part) = (place(&mut desk, "Name"), place(&mut desk, "Part own"));
    assert!(name.top() > part.top() && name.top() < part.top() + 60.0, "{name} in {part}");
}

#[test]
fn the_names_in_the_key_of_a_plot_stay_with_their_lines_and_values() {
    for width in [1280.0, 800.0] {
        let mut desk = Desk::of(&falling(), width, 720.0);
        desk.state.apply(Command::View(ViewCommand::SelectPair(Some((0, 1)))));
        desk.state.apply(Command::View(ViewCommand::ShowPanel(Panel::Plots)));
        desk.state.apply(Command::Time(TimeCommand::Seek(40)));
        for _ in 0..10 {
            desk.tick();
            desk.pass(Vec::new());
        }
        for name in ["past", "predicted", "solver acted", "straight on", "total", "kinetic", "potential"] {
            let lines: Vec<_> = desk
                .shapes
                .iter()
                .filter_map(|clipped| match &clipped.shape {
                    Shape::Text(text) if text.galley.text() == name => Some(text.galley.rows.len()),
                    _ => None,
                })
                .collect();
            assert!(lines.iter().all(|rows| *rows == 1), "{name}: {lines:?}");
        }
        assert!(desk.shows("total") && desk.shows("past"));
        // "falling" is within the panel, and touches no other of the choices.
        let choices = ["all pairs", "turning", "falling"].map(|name| {
            let found = desk.shapes.iter().find_map(|clipped| match &clipped.shape {
                Shape::Text(text) if text.galley.text() == name => {
                    Some(text.galley.rect.translate(text.pos.to_vec2()))
                }
                _ => None,
            });
            found.unwrap_or_else(|| panic!("no {name:?}"))
        });
        assert!(choices.iter().all(|at| at.right() < width - 6.0), "{choices:?}");
    }
}

#[test]
fn in_the_view_menu_no_choice_of_the_impacts_runs_into_the_other_column() {
    let mut desk = Desk::of(&falling(), 1280.0, 720.0);
    desk.state.apply(Command::View(ViewCommand::ToggleLayer(Layer::Impacts)));
    let view = desk.text("View");
    desk.click(view);
    for _ in 0..3 {
        desk.pass(Vec::new());
    }
    let right_column = place(&mut desk, "Next touching pair").left();
    let falling = desk.shapes.iter().find_map(|clipped| match &clipped.shape {
        Shape::Text(text) if text.galley.text() == "falling" => {
            Some(text.galley.rect.translate(text.pos.to_vec2()))
        }
        _ => None,
    });
    assert!(falling.unwrap().right() < right_column, "{falling:?}, {right_column}");
}

#[test]
fn at_1280_by_720_three_formulas_of_a_stage_are_in_sight_and_come_before_its_sentence() {
    let scene = Scene::load("scenes/unequal-masses.ron".as_ref()).unwrap();
    let mut desk = Desk::of(&scene, 1280.0, 720.0);
    desk.state.apply(Command::Time(TimeCommand::Seek(30)));
    desk.tick();
    // With the table of axes below, as a person has it.
    desk.state.apply(Command::View(ViewCommand::SelectPair(Some((0, 1)))));
    desk.state.apply(Command::Time(TimeCommand::StageForward));
    let to_iteration = |desk: &mut Desk| {
        for stage in 1..=desk.state.run().inside.as_ref().unwrap().count() {
            desk.state.apply(Command::Time(TimeCommand::ToStage(stage)));
            if desk.state.run().inside.as_ref().unwrap().text.formulas.len() >= 6 {
                return;
            }
        }
        panic!("no stage has six formulas");
    };
    to_iteration(&mut desk);
    for _ in 0..3 {
        desk.pass(Vec::new());
    }
    let all = named(&mut desk);
    let part = |name: &str| all.iter().find(|(is, _)| is == name).map(|(_, rect)| *rect);
    let bottom = part("Part stage words").unwrap().bottom();
    for formula in ["Formula 0", "Formula 1", "Formula 2"] {
        let rect = part(formula).unwrap_or_else(|| panic!("{formula} is not among {all:#?}"));
        assert!(rect.bottom() < bottom, "{formula}: {rect:?}, cut off at {bottom}");
        assert!(part("Sentence").is_none_or(|sentence| sentence.top() > rect.bottom()), "{formula}");
    }
}

#[test]
fn recent_files_are_below_open() {
    let folder = tempfile::tempdir().unwrap();
    let paths = ["one", "two"].map(|name| folder.path().join(name).with_extension("ron"));
    paths.iter().for_each(|path| touching().save(path).unwrap());
    let settings = Settings { storage: Some(folder.path().join("storage")), ..Settings::default() };
    let canvas = crate::picture::display::Rect { min: Vec2::ZERO, max: Vec2::new(900.0, 600.0) };
    let mut state = AppState::open(&paths[0], settings, canvas).unwrap();
    state.apply(Command::File(FileCommand::Leave(Leave::OpenPath(paths[1].clone()))));
    let mut desk = Desk::new(state, 1280.0, 720.0);
    let file = desk.text("File");
    desk.click(file);
    desk.pass(Vec::new());
    let recent = desk.text("Open recent").y;
    let [open, first, second, scenes] =
        ["Open…", "two.ron", "one.ron", "Scenes…"].map(|name| place(&mut desk, name).center().y);
    assert!(open < recent && recent < first && first < second && second < scenes);
    let one = place(&mut desk, "one.ron").center();
    assert_eq!(desk.click(one), [Command::File(FileCommand::Leave(Leave::OpenPath(paths[0].clone())))]);
}

#[test]
fn a_press_on_the_time_line_of_a_recording_seeks_once_though_it_has_not_every_frame() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes/recordings/collide2d.jsonl");
    let mut desk = Desk::new(super::open(&path), 1280.0, 720.0);
    let track = desk.panels.timeline_track().unwrap();
    // Every third frame is recorded.
    let at = pos2(track.x(10.0), track.rect.center().y);
    desk.point(at);
    let seek = Command::Time(TimeCommand::Seek(9));
    assert_eq!(desk.pass(vec![button(at, true)]), std::slice::from_ref(&seek));
    desk.state.apply(seek);
    assert_eq!(desk.pass(Vec::new()), []);
}

/// Keys as the shell hands them to the menus.
fn menu_keys(desk: &mut Desk, keys: &[MenuKey]) -> Vec<Command> {
    let mut commands = Vec::new();
    for key in keys {
        menu_keys::ask(&desk.context, *key);
        commands.extend(desk.pass(Vec::new()));
        commands.extend(desk.pass(Vec::new()));
    }
    commands
}

#[test]
fn menus_are_opened_walked_through_and_used_by_keys() {
    use MenuKey::{Down, First, Last, Left, Right, Take, Toggle, Up};
    let mut desk = Desk::of(&touching(), 1280.0, 720.0);
    // The pointer rests on another menu's name, which opens nothing meanwhile.
    let view = desk.text("View");
    desk.point(view);
    assert_eq!(menu_keys(&mut desk, &[Toggle]), []);
    assert!(menu_keys::is_open(&desk.context) && desk.shows("Save as…"));
    // The first line is marked.
    assert_eq!(menu_keys(&mut desk, &[Take]), [Command::File(FileCommand::Leave(Leave::New))]);
    assert!(!menu_keys::is_open(&desk.context), "it closes");
    // Lines that are grey are passed over: after New and Open…, the recent file and its Forget, Scenes…, the built-in
    // scene and Reload comes "Make the pair hard".
    menu_keys(&mut desk, &[Toggle]);
    assert_eq!(desk.state.files().storage.recent().len(), 1);
    let taken = menu_keys(&mut desk, &[Down, Down, Down, Down, Down, Down, Down, Take]);
    assert_eq!(taken, [Command::File(FileCommand::Leave(Leave::Relatives))]);
    // Round the corner, upward, and into the neighbours.
    let taken = menu_keys(&mut desk, &[Toggle, Up, Take]);
    assert_eq!(taken, [Command::File(FileCommand::Leave(Leave::Quit))]);
    menu_keys(&mut desk, &[Toggle, Left]);
    assert!(desk.shows("Tour") && !desk.shows("Save as…"));
    menu_keys(&mut desk, &[Right, Right]);
    assert!(desk.shows("Copy the pair as a scene"));
    let taken = menu_keys(&mut desk, &[Last, First, Take]);
    // Of the Edit menu nothing is to be undone: its first line is "Paste".
    assert_eq!(taken, [Command::Edit(crate::app::EditCommand::Paste)]);
    // A layer keeps the menu open.
    let taken = menu_keys(&mut desk, &[Toggle, Right, Right, Down, Take]);
    assert_eq!(taken, [Command::View(ViewCommand::ToggleLayer(Layer::Names))]);
    assert!(menu_keys::is_open(&desk.context));
    desk.key(Key::Escape);
    desk.pass(Vec::new());
    assert!(!menu_keys::is_open(&desk.context));
    assert_eq!(menu_keys(&mut desk, &[Down, Take]), [], "without a menu they do nothing");
    // Several keys in one frame.
    menu_keys::ask(&desk.context, Toggle);
    assert!(menu_keys::is_open(&desk.context), "the next keys are the menu's");
    for key in [Right, Last, Up, Take] {
        menu_keys::ask(&desk.context, key);
    }
    let mut commands = Vec::new();
    for _ in 0..8 {
        commands.extend(desk.pass(Vec::new()));
    }
    let outline = Command::Edit(crate::app::EditCommand::OpenOutline);
    assert_eq!(commands, [outline], "the last line but one that is not grey");
    // The pointer takes over once it moves.
    menu_keys(&mut desk, &[Toggle]);
    let edit = desk.text("Edit");
    desk.point(edit);
    desk.pass(Vec::new());
    assert!(desk.shows("Select all"));
}

#[test]
fn a_path_pasted_into_the_dialog_is_opened() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("my ball.ron");
    touching().save(&path).unwrap();
    let opened = |text: String| {
        let mut desk = Desk::of(&touching(), 1280.0, 720.0);
        desk.panels.files.open(std::env::temp_dir());
        desk.pass(Vec::new());
        desk.pass(Vec::new());
        assert!(desk.panels.is_modal(&desk.state));
        let commands = desk.pass(vec![Event::Paste(text)]);
        (commands, desk)
    };
    let open = |path: std::path::PathBuf| [Command::File(FileCommand::Leave(Leave::OpenPath(path)))];
    let (commands, desk) = opened(format!("\"{}\"", path.display()));
    assert_eq!(commands, open(path.clone()));
    assert!(!desk.panels.is_modal(&desk.state), "the dialog closes");
    // What is not there is told by opening it.
    let missing = folder.path().join("missing.ron");
    assert_eq!(opened(missing.display().to_string()).0, open(missing));
    // A folder is gone to, and other words are no path.
    let (commands, mut desk) = opened(folder.path().display().to_string());
    assert_eq!(commands, []);
    // The dialog reads folders on a thread of its own.
    let is_listed = (0..10_000).any(|_| {
        desk.pass(Vec::new());
        std::thread::yield_now();
        desk.text_ending("my ball.ron").is_some()
    });
    assert!(is_listed);
    assert_eq!(opened("a ball".to_owned()).0, []);
}

#[test]
fn the_address_for_links_is_asked_for_and_refused_in_words() {
    let mut desk = Desk::of(&touching(), 1280.0, 720.0);
    desk.panels.link_base.open("");
    desk.pass(Vec::new());
    desk.pass(Vec::new());
    assert!(desk.panels.is_modal(&desk.state));
    desk.pass(vec![Event::Text("example".to_owned())]);
    assert_eq!(desk.key(Key::Enter), []);
    desk.pass(Vec::new());
    assert!(desk.shows("is no address of a page; allowed: up to 2000 characters"));
    desk.pass(Vec::new());
    desk.select_all();
    desk.pass(vec![Event::Text("https://example.org/".to_owned())]);
    let set = Command::File(FileCommand::SetLinkBase("https://example.org/".to_owned()));
    assert_eq!(desk.key(Key::Enter), [set]);
    assert!(!desk.panels.is_modal(&desk.state));
    desk.panels.link_base.open("https://example.org/");
    desk.pass(Vec::new());
    assert_eq!(desk.key(Key::Escape), []);
    desk.pass(Vec::new());
    assert!(!desk.panels.is_modal(&desk.state));
}

/// The first axis has a gap of 0 there, and the bounding circles are apart.
#[test]
fn what_an_early_out_rules_out_is_not_said_to_touch() {
    let circle = SceneShape::Circle { radius: 1.0 };
    let bodies = vec![
        SceneBody { position: Vec2::new(3.0, 3.0), ..SceneBody::new("ball", circle) },
        SceneBody::new("crate", SceneShape::Rectangle { width: 4.0, height: 2.0, radius: 0.0 }),
    ];
    let mut desk = Desk::of(&Scene { bodies, ..Scene::default() }, 1280.0, 720.0);
    desk.state.apply(Command::View(ViewCommand::SelectPair(Some((0, 1)))));
    for _ in 0..3 {
        desk.pass(Vec::new());
    }
    assert!(desk.shows("they are apart") && !desk.shows("they touch without overlap"));
}

#[test]
fn the_cells_of_the_table_of_axes_do_not_run_into_each_other() {
    // Discs of which one is inside the other: the longest name, and a way out.
    let disc = |name: &str, radius| SceneBody::new(name, SceneShape::Circle { radius });
    let scene = Scene { bodies: vec![disc("disc", 1.0), disc("coin", 0.5)], ..Scene::default() };
    let mut desk = Desk::of(&scene, 1280.0, 720.0);
    desk.state.apply(Command::View(ViewCommand::SelectPair(Some((0, 1)))));
    for _ in 0..3 {
        desk.pass(Vec::new());
    }
    let texts: Vec<(Rect, String)> = desk
        .shapes
        .iter()
        .filter_map(|clipped| match &clipped.shape {
            Shape::Text(text) => Some((
                text.galley.rect.translate(text.pos.to_vec2()).intersect(clipped.clip_rect),
                text.galley.text().to_owned(),
            )),
            _ => None,
        })
        .filter(|(place, _)| place.is_positive() && place.left() > 920.0)
        .collect();
    assert!(texts.iter().any(|(_, text)| text == "to b center"), "{texts:?}");
    for (i, (place, text)) in texts.iter().enumerate() {
        for (other, beside) in &texts[i + 1..] {
            assert!(
                !place.shrink2(vec2(1.0, 4.0)).intersects(other.shrink2(vec2(1.0, 4.0))),
                "{text} and {beside}"
            );
        }
    }
}
