//! What comes back at the next start: the settings file.

use std::fs;
use std::path::PathBuf;

use collision_test::app::files::preferences::{Preferences, ThemeChoice};
use collision_test::app::{
    AppState, Command, Effect, FileCommand, InterfaceSize, Leave, Modifiers, Panel, PanelSection, Settings,
    SideSizes, TourMove, ViewCommand,
};
use collision_test::picture::overlay::Layer;
use tempfile::TempDir;

use crate::hand::{TestHand, canvas};

fn settings(folder: &TempDir) -> Settings {
    Settings { scenes: folder.path().to_owned(), preferences: Some(file(folder)), ..Settings::default() }
}

/// In a folder that is not there yet.
fn file(folder: &TempDir) -> PathBuf {
    folder.path().join("config/collision-test/settings.ron")
}

fn start(folder: &TempDir) -> AppState {
    AppState::new(settings(folder), canvas())
}

fn view(state: &mut AppState, command: ViewCommand) {
    state.apply(Command::View(command));
}

/// Lets so many tenths of a second pass.
fn wait(state: &mut AppState, tenths: u32) {
    (0..tenths).for_each(|_| state.advance(0.1));
}

#[test]
fn theme_layers_snap_sizes_folder_and_address_come_back() {
    let folder = tempfile::tempdir().unwrap();
    let scenes = folder.path().join("my scenes");
    fs::create_dir(&scenes).unwrap();
    fs::write(scenes.join("ball.ron"), "(version: 1, bodies: [])").unwrap();
    let first = start(&folder);
    assert!(
        first.showing().theme.dark
            && first.showing().layers.has(Layer::Shapes)
            && !first.showing().layers.has(Layer::Aabbs)
    );
    assert!(!first.showing().kept.snap && first.showing().kept.grid && first.showing().kept.legend);
    drop(first);
    assert!(!file(&folder).exists(), "nothing was set up");

    let sizes = SideSizes { width: Some(420.0), bodies: None, contacts: Some(90.0), axes: None };
    let mut state = start(&folder);
    for command in [
        ViewCommand::ToggleTheme,
        ViewCommand::ToggleLayer(Layer::Aabbs),
        ViewCommand::ToggleLayer(Layer::Normals),
        ViewCommand::ToggleSnap,
        ViewCommand::ToggleLegend,
        ViewCommand::SizeSide(sizes),
        ViewCommand::SizeInterface(InterfaceSize::Larger),
        ViewCommand::ToggleMagnet,
        ViewCommand::SetGridStep(Some(0.32)),
        ViewCommand::ToggleSection(PanelSection::Energy),
        ViewCommand::ToggleSection(PanelSection::AngularMomentum),
        ViewCommand::ShowPanel(Panel::Plots),
    ] {
        view(&mut state, command);
    }
    state.apply(Command::File(FileCommand::Leave(Leave::OpenPath(scenes.join("ball.ron")))));
    state.apply(Command::File(FileCommand::SetLinkBase("https://example.org/ct/#old".to_owned())));
    drop(state);

    let mut state = start(&folder);
    assert!(state.messages().is_empty(), "{:?}", state.messages());
    assert!(
        !state.showing().theme.dark
            && state.showing().kept.snap
            && state.showing().kept.grid
            && !state.showing().kept.legend
    );
    assert!(state.showing().layers.has(Layer::Aabbs) && !state.showing().layers.has(Layer::Normals));
    assert_eq!((state.showing().kept.side, state.files().link_base()), (sizes, "https://example.org/ct/"));
    assert_eq!(state.showing().interface_scale(), 1.25);
    assert!(state.showing().kept.magnet && state.showing().grid().step() == 0.32);
    let sections = [PanelSection::Distance, PanelSection::Energy, PanelSection::AngularMomentum];
    assert_eq!(sections.map(|section| state.showing().is_open(section)), [true, false, true]);
    assert_eq!(state.showing().panel, Panel::Plots);
    view(&mut state, ViewCommand::ResetPanels);
    assert_eq!(sections.map(|section| state.showing().is_open(section)), [true, true, false]);
    assert_eq!((state.showing().kept.side, state.showing().panel), (SideSizes::default(), Panel::Scene));
    // A scene without a file: the dialog starts where the last file was.
    let effects = state.apply(Command::File(FileCommand::Open));
    assert_eq!(effects, [Effect::OpenDialog(scenes)]);

    // Without what was remembered, and without a trace.
    let before = fs::read(file(&folder)).unwrap();
    let mut state = AppState::new(Settings { preferences: None, ..settings(&folder) }, canvas());
    assert!(
        state.showing().theme.dark
            && !state.showing().layers.has(Layer::Aabbs)
            && state.files().link_base().is_empty()
    );
    view(&mut state, ViewCommand::ToggleLayer(Layer::Ages));
    wait(&mut state, 20);
    drop(state);
    assert_eq!(fs::read(file(&folder)).unwrap(), before);
}

#[test]
fn a_change_is_written_while_the_window_is_open_once_it_rests() {
    let folder = tempfile::tempdir().unwrap();
    let mut state = start(&folder);
    view(&mut state, ViewCommand::ToggleTheme);
    assert!(state.is_active(), "a frame is needed");
    wait(&mut state, 8);
    // Another thread writes.
    let until = std::time::Instant::now() + std::time::Duration::from_secs(60);
    while !file(&folder).exists() && std::time::Instant::now() < until {
        std::thread::yield_now();
    }
    let read = Preferences::from_ron(&fs::read_to_string(file(&folder)).unwrap()).unwrap();
    assert_eq!(read, Preferences { theme: ThemeChoice::Light, ..Preferences::default() });
    assert!(!state.is_active() || !state.messages().is_empty());
}

#[test]
fn two_windows_and_a_person_change_one_file_without_taking_back_each_others_changes() {
    let folder = tempfile::tempdir().unwrap();
    let (mut one, mut other) = (start(&folder), start(&folder));
    view(&mut one, ViewCommand::ToggleTheme);
    one.apply(Command::File(FileCommand::SetLinkBase("http://here/".to_owned())));
    drop(one);
    view(&mut other, ViewCommand::ToggleSnap);
    drop(other);
    let text = fs::read_to_string(file(&folder)).unwrap();
    fs::write(file(&folder), text.replace("Settings(", "Settings(\n    // mine\n    grid: false,")).unwrap();
    let state = start(&folder);
    assert!(!state.showing().theme.dark && state.showing().kept.snap && !state.showing().kept.grid);
    assert_eq!(state.files().link_base(), "http://here/");
}

#[test]
fn a_broken_settings_file_is_told_with_its_place_and_never_written_over() {
    for (text, said) in [
        ("Settings(\n    theme: Drak,\n)", "settings.ron:2:"),
        ("Settings(snap: true", "settings.ron:1:"),
        ("Settings(colour: 1)", "colour"),
        (
            "Settings(layers: {\"aabbs\": true, \"wings\": true})",
            "no layer is called \"wings\"; allowed: shapes, names",
        ),
        ("Settings(side: (width: -5.0))", "side: width is -5; allowed: a number from 10 to 10000"),
        ("Settings(side: (axes: NaN))", "side: axes is NaN; allowed"),
        ("Settings(grid_step: Some(-1.0))", "grid_step: -1; allowed: a number above 0"),
        ("Settings(panel: Everything)", "Everything"),
        ("Settings(link_base: \"my page\")", "is no address of a page; allowed: up to 2000 characters"),
        ("\u{7f}ELF\u{0}", "settings.ron:1:1"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(file(&folder).parent().unwrap()).unwrap();
        fs::write(file(&folder), text).unwrap();
        let mut state = start(&folder);
        let told = state.messages().first().map(|message| message.text.clone()).unwrap_or_default();
        assert!(told.contains(said) && told.ends_with("Mend the file, or delete it."), "{told}");
        assert!(state.showing().theme.dark && !state.showing().kept.snap, "as at first");
        view(&mut state, ViewCommand::ToggleSnap);
        drop(state);
        assert_eq!(fs::read_to_string(file(&folder)).unwrap(), text);
    }
    // Also one that breaks while the window is open.
    let folder = tempfile::tempdir().unwrap();
    let mut state = start(&folder);
    fs::create_dir_all(file(&folder).parent().unwrap()).unwrap();
    fs::write(file(&folder), "Settings(snap: tru").unwrap();
    view(&mut state, ViewCommand::ToggleTheme);
    wait(&mut state, 8);
    let told =
        |state: &AppState| state.messages().iter().any(|m| m.text.starts_with("The settings are not kept: "));
    let until = std::time::Instant::now() + std::time::Duration::from_secs(60);
    while !told(&state) && std::time::Instant::now() < until {
        wait(&mut state, 1);
    }
    assert!(told(&state), "{:?}", state.messages());
    drop(state);
    assert_eq!(fs::read_to_string(file(&folder)).unwrap(), "Settings(snap: tru");
}

#[test]
fn a_folder_or_a_pipe_in_its_place_is_told_and_an_empty_file_is_as_none() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(file(&folder)).unwrap();
    let state = start(&folder);
    assert!(state.messages()[0].text.contains("is a folder; allowed: a regular file"));
    drop(state);
    fs::remove_dir(file(&folder)).unwrap();
    fs::write(file(&folder), "\n").unwrap();
    assert!(start(&folder).messages().is_empty());
}

#[test]
fn what_the_tour_and_a_figure_show_is_not_remembered() {
    let folder = tempfile::tempdir().unwrap();
    let mut state = start(&folder);
    state.apply(Command::File(FileCommand::Leave(Leave::Tour(TourMove::Restart))));
    assert_ne!(state.showing().layers, collision_test::picture::overlay::Layers::default(), "the tour's own");
    wait(&mut state, 20);
    drop(state);
    assert!(!file(&folder).exists());
    let mut state = AppState::new(Settings { is_figure: true, ..settings(&folder) }, canvas());
    view(&mut state, ViewCommand::ToggleTheme);
    wait(&mut state, 20);
    drop(state);
    assert!(!file(&folder).exists());
}

#[test]
fn a_light_system_counts_only_where_nobody_chose() {
    let folder = tempfile::tempdir().unwrap();
    let light = || AppState::new(Settings { light: true, ..settings(&folder) }, canvas());
    let mut state = light();
    assert!(!state.showing().theme.dark);
    view(&mut state, ViewCommand::ToggleTheme);
    drop(state);
    assert!(light().showing().theme.dark, "chosen");
}

#[test]
fn a_link_without_an_address_says_what_to_do_and_the_address_is_remembered() {
    let folder = tempfile::tempdir().unwrap();
    let mut hand = TestHand::new();
    hand.state = start(&folder);
    hand.letter('L', Modifiers::CTRL);
    let copied = |hand: &TestHand| {
        let copied = hand.effects.iter().rev().find_map(|effect| match effect {
            Effect::WriteClipboard(text) => Some(text.clone()),
            _ => None,
        });
        copied.unwrap()
    };
    assert!(copied(&hand).starts_with("#scene="));
    let told = hand.last_message();
    for part in ["Copied without the address of a page", "Ctrl+V", "File > Address for links"] {
        assert!(told.contains(part), "{told}");
    }
    hand.apply(Command::File(FileCommand::CopyEmbedCode));
    let told = hand.last_message();
    assert!(told.starts_with("Not copied: a figure needs") && told.contains("Address for links"), "{told}");
    hand.apply(Command::File(FileCommand::AskLinkBase));
    assert_eq!(hand.effects.last(), Some(&Effect::AskLinkBase));
    hand.apply(Command::File(FileCommand::SetLinkBase("example.org".to_owned())));
    assert!(hand.last_message().contains("is no address of a page"), "{}", hand.last_message());
    hand.apply(Command::File(FileCommand::SetLinkBase(" https://example.org/ ".to_owned())));
    hand.letter('L', Modifiers::CTRL);
    assert!(copied(&hand).starts_with("https://example.org/#scene="));
    assert!(hand.last_message().starts_with("Copied as a link of "));
    hand.apply(Command::File(FileCommand::CopyEmbedCode));
    let code = copied(&hand);
    assert!(
        code.starts_with("<iframe src=\"https://example.org/#scene=") && code.contains("&amp;embed\""),
        "{code}"
    );
    drop(hand);
    assert_eq!(start(&folder).files().link_base(), "https://example.org/");
    // The command line's counts in this run, and is not remembered.
    let given = Settings { link_base: "https://other/".to_owned(), ..settings(&folder) };
    let state = AppState::new(given, canvas());
    assert_eq!(state.files().link_base(), "https://other/");
    drop(state);
    assert_eq!(start(&folder).files().link_base(), "https://example.org/");
}

/// With its layer off the canvas was empty at the next start, without a word.
#[test]
fn shapes_that_are_off_since_the_last_time_are_told_at_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let mut state = start(&folder);
    view(&mut state, ViewCommand::ToggleLayer(Layer::Shapes));
    assert!(state.messages().is_empty() && state.hides_shapes(), "who switches them off knows it");
    drop(state);
    let mut state = start(&folder);
    let told = &state.messages().last().unwrap().text;
    assert!(told.contains("shapes are switched off") && told.contains("1 shows them"), "{told}");
    view(&mut state, ViewCommand::ToggleLayer(Layer::Shapes));
    assert!(!state.hides_shapes());
    drop(state);
    assert!(start(&folder).messages().is_empty());
}
