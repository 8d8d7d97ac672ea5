//! A figure in a page of others.

use super::*;

#[test]
fn an_embedded_scene_has_three_buttons_resets_unasked_and_open_brings_the_panels() {
    let scene = touching();
    let link = Link { embed: true, ..Link::to(&scene, 3, Some(((0, 1), [None; 2])), &scene) };
    let canvas = crate::picture::display::Rect { min: Vec2::ZERO, max: Vec2::new(640.0, 400.0) };
    let mut desk = Desk::new(AppState::of_link(link, Settings::default(), canvas), 640.0, 400.0);
    desk.pass(Vec::new());
    assert!(desk.shows("Open") && !desk.shows("File"));

    // The buttons cover nothing of the scene.
    let (canvas, reset) = (desk.context.available_rect(), desk.text("Reset"));
    assert!(canvas.bottom() < reset.y && canvas.bottom() > 340.0, "{canvas:?}, {reset:?}");

    let first = (
        desk.state.showing().view().to_owned(),
        desk.state.looking().selected_pair(),
        desk.state.showing().layers,
    );
    desk.state.apply(Command::Select(SelectCommand::Only(vec![0])));
    desk.state.apply(Command::Edit(EditCommand::Delete));
    desk.state.apply(Command::Tool(Tool::Draw(ShapeKind::Circle)));
    desk.state.apply(Command::View(ViewCommand::ToggleLayer(Layer::Axes)));
    desk.state.apply(Command::View(ViewCommand::Pan(Vec2::new(50.0, 20.0))));
    desk.state.apply(Command::Time(TimeCommand::TogglePlay));
    assert!(desk.state.files().document.is_dirty());
    let reset = desk.text("Reset");
    for command in desk.click(reset) {
        desk.state.apply(command);
    }
    assert_eq!(desk.state.question(), None);
    assert_eq!(*desk.state.scene(), scene);
    assert_eq!(
        (desk.state.run().frame(), desk.state.run().playing, desk.state.hand().tool),
        (3, false, Tool::Select)
    );
    assert_eq!(
        (
            desk.state.showing().view().to_owned(),
            desk.state.looking().selected_pair(),
            desk.state.showing().layers
        ),
        first
    );
    assert!(!desk.state.files().document.is_dirty() && desk.state.showing().embedded.is_some());

    let open = desk.text("Open");
    let command = Command::View(ViewCommand::OpenEmbedded);
    assert_eq!(desk.click(open), std::slice::from_ref(&command));
    // A window has no tabs: the shell shows the panels here.
    let link = desk.state.link().unwrap();
    assert_eq!(desk.state.apply(command), [Effect::OpenTab(link)]);
    desk.state.apply(Command::View(ViewCommand::ShowPanels));
    desk.pass(Vec::new());
    assert!(desk.shows("File") && !desk.shows("Open"));
}
