//! The log of events.

use super::*;

#[test]
fn a_tab_shows_the_log_and_a_click_on_an_event_goes_to_it() {
    let mut desk = Desk::of(&falling(), 1280.0, 720.0);
    desk.state.apply(seek(60));
    let tab = desk.text("Events");
    let command = Command::View(ViewCommand::ShowPanel(Panel::Events));
    assert_eq!(desk.click(tab), std::slice::from_ref(&command));
    desk.state.apply(command);
    for _ in 0..3 {
        desk.pass(Vec::new());
    }
    let first = desk.state.event_row(0).unwrap();
    assert!(first.frame > 10 && first.frame < 60, "{first:?}");
    let row = desk.text("ball – crate");
    let expected = TimeCommand::GoToEvent { frame: first.frame, pair: (0, 1) };
    assert_eq!(desk.click(row), [Command::Time(expected)]);
    // The filter takes effect while its text is typed, and knows the words that the rows show.
    assert!(desk.shows("begins"));
    let rows = |text: &str| {
        let filter = EventFilter { text: text.to_owned(), ..EventFilter::default() };
        Command::View(ViewCommand::FilterEvents(filter))
    };
    for (text, some) in [("begins", true), ("begin", true), ("persists", false)] {
        desk.state.apply(rows(text));
        desk.tick();
        assert_eq!(desk.state.event_row(0).is_some(), some, "{text}");
    }
    desk.state.apply(rows(""));
    desk.pass(Vec::new());
    desk.pass(Vec::new());
    let field = desk.text("filter: name, kind, begin, end, frame");
    desk.click(field);
    let typed = desk.pass(vec![Event::Text("moon".to_owned())]);
    assert_eq!(typed.len(), 1);
    desk.state.apply(typed[0].clone());
    desk.pass(Vec::new());
    assert!(desk.shows("No event passes the filter."));
}
