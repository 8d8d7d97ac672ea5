//! The time line: exact frames, events and expectations as frames are computed, the old future, plots.

use std::time::{Duration, Instant};

use collide2d::{ContactEvent, Phase, World};
use collision_test::app::{
    BodyEdit, Change, Command, EditCommand, EventFilter, EventPairs, Key, ListEdit, Modifiers, Panel,
    TimeCommand, ViewCommand,
};
use collision_test::picture::overlay::Layer;
use collision_test::scene::field::FieldValue;
use collision_test::scene::{Expectation, Scene};

use crate::hand::{SCENE, TestHand};
use crate::queries::moment_lines;

/// Balls that drop onto a floor and each other, one through a sensor, and a bumper that goes to and fro under
/// them.
pub fn busy(solver: &str) -> String {
    let mut bodies = String::new();
    for i in 0..9 {
        let (x, y) = ((i % 3) as f32 * 0.8 - 0.8, (i / 3) as f32 * 1.3 + 1.0);
        bodies.push_str(&format!(
            "(name: \"ball {i}\", shape: Circle(radius: 0.4), position: ({x:.2}, {y:.2}), restitution: 0.6, \
             motion: Dynamic(mass: {:.1}, velocity: ({:.1}, 0.0))),\n",
            1.0 + i as f32 * 0.3,
            (i % 4) as f32 * 0.5 - 0.6,
        ));
    }
    format!(
        "(version: 1, name: \"Busy\", gravity: (0.0, -9.81), solver: {solver}, bodies: [
            (name: \"floor\", shape: Wall(start: (-4.0, 0.0), end: (4.0, 0.0))),
            (name: \"left\", shape: Wall(start: (-4.0, 0.0), end: (-4.0, 6.0))),
            (name: \"right\", shape: Wall(start: (4.0, 0.0), end: (4.0, 6.0))),
            (name: \"eye\", shape: Rectangle(width: 2.0, height: 0.4), position: (0.5, 0.9), sensor: true),
            {bodies}
        ], expect: [
            Separate(a: \"ball 0\", b: \"floor\", frame: 3),
            Contact(a: \"ball 0\", b: \"floor\", frame: 3),
            Contact(a: \"ball 8\", b: \"left\", frame: 40, depth: 3.0),
            Separate(a: \"ball 0\", b: \"ball 8\", frame: 200),
        ])"
    )
}

pub fn time(command: TimeCommand) -> Command {
    Command::Time(command)
}

pub fn view(command: ViewCommand) -> Command {
    Command::View(command)
}

/// Ticks until no work is left.
pub fn settle(hand: &mut TestHand) {
    for _ in 0..2000 {
        if !hand.state.run().is_working() {
            return;
        }
        hand.wait(0.0);
    }
    panic!("never done");
}

pub fn fresh(scene: &Scene, frame: u64) -> World {
    let mut world = scene.to_world().unwrap();
    while world.frame() < frame {
        world.step();
    }
    world
}

/// Every event of a fresh run up to a frame.
fn events_of(scene: &Scene, last: u64, persist: bool) -> Vec<ContactEvent> {
    let mut world = scene.to_world().unwrap();
    let mut events = Vec::new();
    while world.frame() < last {
        world.step();
        events.extend(world.events().iter().filter(|e| persist || e.phase != Phase::Persist));
    }
    events
}

/// Frame, pair and phase of each row of the log.
fn rows(hand: &TestHand) -> Vec<(u64, (u32, u32), Phase)> {
    let row = |i| hand.state.event_row(i).unwrap();
    (0..hand.state.derived().filtered.numbers.len())
        .map(row)
        .map(|row| (row.frame, row.pair, row.phase))
        .collect()
}

fn keys(events: &[ContactEvent]) -> Vec<(u64, (u32, u32), Phase)> {
    events.iter().map(|e| (e.frame, (e.pair.a(), e.pair.b()), e.phase)).collect()
}

#[test]
fn forward_500_frames_and_back_to_any_of_20_is_a_fresh_run_bit_for_bit() {
    for solver in ["Off", "Linear", "Rigid"] {
        let mut hand = TestHand::on(&busy(solver));
        // The memory holds some tens of checkpoints, so most frames have to be stepped to.
        hand.apply(time(TimeCommand::SetCheckpointBudget(256 << 10)));
        hand.apply(time(TimeCommand::Seek(500)));
        settle(&mut hand);
        let mut frame = 7_u64;
        for _ in 0..20 {
            frame = (frame * 163 + 41) % 501;
            hand.apply(time(TimeCommand::Seek(frame)));
            settle(&mut hand);
            let expected = fresh(hand.scene(), frame);
            assert_eq!(hand.state.run().frame(), frame);
            assert_eq!(hand.state.run().world().hash(), expected.hash(), "{solver} frame {frame}");
            assert_eq!(hand.state.run().world().bodies(), expected.bodies());
            assert_eq!(hand.state.run().world().events(), expected.events());
            assert_eq!(hand.state.derived().report.frame, frame);
        }
        assert_eq!(hand.state.run().frames.last_frame(), 500);
        let (memory, budget) = hand.state.run().memory();
        assert!(memory <= budget, "{memory} of {budget}");
    }
}

#[test]
fn keys_jump_by_ten_and_to_the_last_frame() {
    let mut hand = TestHand::new();
    hand.key(Key::PageDown);
    hand.key(Key::PageDown);
    assert_eq!(hand.state.run().frame(), 20);
    hand.key(Key::PageUp);
    assert_eq!(hand.state.run().frame(), 10);
    hand.key(Key::Comma);
    hand.key(Key::PageUp);
    assert_eq!(hand.state.run().frame(), 0, "there is nothing before the start");
    hand.key(Key::End);
    assert_eq!((hand.state.run().frame(), hand.state.run().frames.last_frame()), (20, 20));
}

#[test]
fn scrubbing_far_ahead_never_hangs_and_goes_where_it_is_sent() {
    let mut hand = TestHand::on(&busy("Rigid"));
    let begin = Instant::now();
    for frame in [100_000_000, 50_000, 9_000_000_000] {
        hand.apply(time(TimeCommand::Seek(frame)));
        hand.wait(0.016);
    }
    assert!(begin.elapsed() < Duration::from_secs(3), "{:?}", begin.elapsed());
    assert_eq!(hand.state.run().seeking, Some(9_000_000_000));
    let reached = hand.state.run().frame();
    hand.wait(0.016);
    assert!(hand.state.run().frame() > reached, "it goes on from tick to tick");
    // This seeks a known frame while the first seek is under way.
    hand.apply(time(TimeCommand::Seek(40)));
    settle(&mut hand);
    assert_eq!((hand.state.run().frame(), hand.state.run().seeking), (40, None));
    assert_eq!(hand.state.run().world().hash(), fresh(hand.scene(), 40).hash());
    // A drag seeks many positions; only the last one counts.
    for frame in (0..300).step_by(7).chain((5..300).rev().step_by(11)) {
        hand.apply(time(TimeCommand::Seek(frame)));
    }
    settle(&mut hand);
    assert_eq!(hand.state.run().frame(), 5 + 294 % 11);
    assert_eq!(hand.state.run().world().hash(), fresh(hand.scene(), hand.state.run().frame()).hash());
}

#[test]
fn the_log_is_that_of_a_fresh_run_however_one_got_there() {
    let mut hand = TestHand::on(&busy("Rigid"));
    hand.apply(time(TimeCommand::SetCheckpointBudget(128 << 10)));
    for frame in [30, 12, 90, 3, 160, 88] {
        hand.apply(time(TimeCommand::Seek(frame)));
        settle(&mut hand);
    }
    // The events are read while the panel is not shown, and are complete when it is.
    assert_eq!(hand.state.derived().filtered.numbers.len(), 0);
    hand.apply(view(ViewCommand::ShowPanel(Panel::Events)));
    let expected = events_of(hand.scene(), 160, false);
    assert!(expected.len() > 60, "{}", expected.len());
    assert_eq!(rows(&hand), keys(&expected));
    let past = expected.iter().filter(|e| e.frame <= 88).count();
    assert_eq!(hand.state.event_place(), past);

    // Marks are the frames of those events.
    let mut frames: Vec<u64> = expected.iter().map(|e| e.frame).collect();
    frames.dedup();
    let marks = hand.state.marks(None);
    assert_eq!(marks.iter().map(|m| m.frame).collect::<Vec<_>>(), frames);
    let begins = |frame| expected.iter().filter(|e| e.frame == frame && e.phase == Phase::Begin).count();
    assert!(marks.iter().all(|m| m.begins as usize == begins(m.frame)));
    let pair = (expected[0].pair.a(), expected[0].pair.b());
    let of_pair: Vec<u64> =
        expected.iter().filter(|e| (e.pair.a(), e.pair.b()) == pair).map(|e| e.frame).collect();
    let found = |hand: &TestHand| hand.state.marks(Some(pair)).iter().map(|m| m.frame).collect::<Vec<_>>();
    assert_eq!(found(&hand), of_pair);
    // The events of the selected pair are updated as the log grows.
    hand.apply(view(ViewCommand::SelectPair(Some(pair))));
    assert_eq!((hand.state.looking().selected_pair(), found(&hand)), (Some(pair), of_pair.clone()));
    hand.apply(view(ViewCommand::SelectPair(Some((pair.0, pair.1 + 1)))));
    assert_eq!(found(&hand), of_pair);
    hand.apply(view(ViewCommand::SelectPair(None)));

    // Now contacts that persist count as well, frame by frame.
    let all = EventFilter { persist: true, ..EventFilter::default() };
    hand.apply(view(ViewCommand::FilterEvents(all)));
    settle(&mut hand);
    assert_eq!(rows(&hand), keys(&events_of(hand.scene(), 160, true)));
}

#[test]
fn the_log_is_filtered_by_pair_and_by_text_and_a_row_leads_to_its_frame() {
    let mut hand = TestHand::on(&busy("Linear"));
    hand.apply(view(ViewCommand::ShowPanel(Panel::Events)));
    hand.apply(time(TimeCommand::Seek(200)));
    settle(&mut hand);
    let expected = events_of(hand.scene(), 200, false);
    let filter = |hand: &mut TestHand, pairs, text: &str| {
        let filter = EventFilter { pairs, text: text.to_owned(), persist: false };
        hand.apply(view(ViewCommand::FilterEvents(filter)));
        rows(hand)
    };
    let (eye, ball) = (hand.index("eye"), hand.index("ball 3"));
    let having = |keep: &dyn Fn(&ContactEvent) -> bool| {
        keys(&expected.iter().copied().filter(|e| keep(e)).collect::<Vec<_>>())
    };
    let is = |e: &ContactEvent, i: u32| e.pair.a() == i || e.pair.b() == i;
    assert_eq!(filter(&mut hand, EventPairs::All, " BALL 3 "), having(&|e| is(e, ball)));
    assert_eq!(filter(&mut hand, EventPairs::Of(ball, eye), ""), having(&|e| is(e, ball) && is(e, eye)));
    assert_eq!(filter(&mut hand, EventPairs::All, "sensor"), having(&|e| e.resolved_by.is_some()));
    assert_eq!(
        filter(&mut hand, EventPairs::All, "circle-wall"),
        having(&|e| e.kind.to_string() == "circle-wall")
    );
    assert_eq!(filter(&mut hand, EventPairs::All, "begin"), having(&|e| e.phase == Phase::Begin));
    assert!(filter(&mut hand, EventPairs::All, "no such thing").is_empty());
    hand.apply(view(ViewCommand::SelectPair(Some((eye, ball)))));
    assert_eq!(filter(&mut hand, EventPairs::Selected, ""), having(&|e| is(e, ball) && is(e, eye)));
    hand.apply(view(ViewCommand::SelectPair(None)));
    assert!(filter(&mut hand, EventPairs::Selected, "").is_empty());

    let shown = filter(&mut hand, EventPairs::All, "sensor");
    assert!(shown.len() > 3);
    let row = hand.state.event_row(2).unwrap();
    assert_eq!((row.names.0.as_str(), row.kind.as_str()), ("eye", "circle-rectangle"));
    assert!(row.taken_by.is_some() || row.phase == Phase::End);
    hand.apply(time(TimeCommand::GoToEvent { frame: row.frame, pair: row.pair }));
    assert_eq!((hand.state.run().frame(), hand.state.looking().pinned_pair), (row.frame, Some(row.pair)));
    assert_eq!(rows(&hand), shown, "going back leaves the log as it is");
}

#[test]
fn the_log_forgets_the_oldest_frames_when_it_is_full() {
    // In a grid of balls that all touch, thousands of contacts persist in every frame.
    let mut bodies = String::new();
    for i in 0..60 {
        for j in 0..60 {
            bodies.push_str(&format!(
                "(name: \"{i} {j}\", shape: Circle(radius: 0.6), position: ({i}.0, {j}.0), motion: Dynamic()),"
            ));
        }
    }
    let mut hand =
        TestHand::on(&format!("(version: 1, solver: Off, max_contacts: 100000, bodies: [{bodies}])"));
    hand.apply(view(ViewCommand::ShowPanel(Panel::Events)));
    let filter = EventFilter { persist: true, ..EventFilter::default() };
    hand.apply(view(ViewCommand::FilterEvents(filter)));
    hand.apply(time(TimeCommand::Seek(40)));
    settle(&mut hand);
    let (forgotten, most) = hand.state.events_forgotten();
    assert!(
        forgotten > 0 && hand.state.derived().filtered.numbers.len() <= most,
        "{forgotten}, {}",
        hand.state.derived().filtered.numbers.len()
    );
    assert_eq!(rows(&hand).last().unwrap().0, 40);
    assert_eq!(hand.state.marks(None)[0].frame, 1, "marks are kept all the same");
}

#[test]
fn expectations_hold_or_fail_as_their_frames_are_computed() {
    let mut hand = TestHand::on(&busy("Linear"));
    let holds = |hand: &TestHand| {
        hand.state.derived().expectations.marks.iter().map(|mark| mark.holds).collect::<Vec<_>>()
    };
    assert_eq!(holds(&hand), [None, None, None, None]);
    hand.apply(time(TimeCommand::Seek(100)));
    settle(&mut hand);
    assert_eq!(holds(&hand), [Some(true), Some(false), Some(false), None]);
    let mark = &hand.state.derived().expectations.marks[2];
    assert_eq!((mark.frame, mark.index), (40, 2));
    assert!(mark.failure.as_ref().unwrap().expected.contains("depth 3.0"));

    // A new expectation of the present frame is known at once; for one of a past frame that frame is read
    // again.
    let add = |a: &str, b: &str, frame| {
        let expectation = Expectation::Separate { a: a.into(), b: b.into(), frame };
        Command::Edit(EditCommand::Do(Change::Expectation(ListEdit::Add(expectation))))
    };
    hand.apply(add("ball 0", "ball 8", 100));
    assert_eq!(hand.state.derived().expectations.marks[4].holds, Some(true));
    hand.apply(add("ball 0", "left", 57));
    settle(&mut hand);
    assert_eq!(holds(&hand), [Some(true), Some(false), Some(false), None, Some(true), Some(true)]);
    assert_eq!(hand.state.run().frame(), 100);

    // In another run only the first frame is known; what was asked of the frames before it is gone.
    hand.apply(Command::Edit(EditCommand::Do(Change::Body(
        vec![4],
        BodyEdit::Set("position", FieldValue::X(2.0)),
    ))));
    settle(&mut hand);
    let frames: Vec<u64> = hand.scene().expect.iter().map(Expectation::frame).collect();
    assert_eq!((frames, holds(&hand)), (vec![100, 0], vec![None, Some(false)]));
}

#[test]
fn undo_to_a_later_frame_fills_the_line_in() {
    let mut hand = TestHand::on(&busy("Linear"));
    hand.apply(view(ViewCommand::ShowPanel(Panel::Events)));
    hand.apply(time(TimeCommand::Seek(120)));
    hand.apply(Command::Edit(EditCommand::Do(Change::Body(
        vec![4],
        BodyEdit::Set("position", FieldValue::X(2.0)),
    ))));
    assert_eq!(hand.state.derived().filtered.numbers.len(), 0);
    hand.undo();
    assert_eq!((hand.state.run().frame(), hand.state.run().frames.last_frame()), (120, 120));
    settle(&mut hand);
    assert_eq!(rows(&hand), keys(&events_of(hand.scene(), 120, false)));
    assert_eq!(hand.state.derived().expectations.marks[2].holds, Some(false));
}

#[test]
fn an_edit_at_a_past_frame_leaves_the_old_future_to_compare_with() {
    let mut hand = TestHand::on(&busy("Rigid"));
    let before = hand.scene().clone();
    hand.apply(time(TimeCommand::Seek(100)));
    hand.apply(time(TimeCommand::Seek(40)));
    assert!(hand.state.run().old_future.as_ref().is_none());
    let move_ball = |x| {
        Command::Edit(EditCommand::Do(Change::Body(vec![4], BodyEdit::Set("position", FieldValue::X(x)))))
    };
    hand.apply(move_ball(3.0));
    settle(&mut hand);
    let old = hand.state.run().old_future.as_ref().unwrap();
    assert_eq!((old.base, old.frame(), old.last_frame()), (40, 0, 60));

    let ghosts = |hand: &TestHand| {
        use collision_test::picture::display::{Dash, Item};
        let is_ghost = |item: &&Item| match item {
            Item::Circle { stroke: Some(stroke), .. } => stroke.dash == Dash::DashDot,
            _ => false,
        };
        hand.state.picture().items.iter().map(|(_, item)| item).filter(is_ghost).count()
    };
    assert_eq!(ghosts(&hand), 1, "at first the one that was moved alone stands elsewhere");
    let mut most = 0;
    for frame in [1, 25, 60, 13] {
        hand.apply(time(TimeCommand::Seek(frame)));
        settle(&mut hand);
        let old = hand.state.run().old_future.as_ref().unwrap().world();
        assert_eq!(old.hash(), fresh(&before, 40 + frame).hash(), "frame {frame}");
        most = most.max(ghosts(&hand));
    }
    assert!(most > 1, "one thing led to another");
    // An edit where no later frame is computed has no future of its own: the old future stays.
    hand.key(Key::Home);
    let now = hand.state.run().world().clone();
    hand.apply(move_ball(2.5));
    settle(&mut hand);
    assert!(hand.state.run().old_future.as_ref().is_some_and(|old| old.base == 0), "{:?}", now.frame());
    hand.apply(move_ball(2.25));
    assert_eq!(hand.state.run().old_future.as_ref().unwrap().base, 0);

    // The old future costs nothing while its layer is off.
    hand.apply(view(ViewCommand::ToggleLayer(Layer::OldFuture)));
    hand.apply(time(TimeCommand::Seek(30)));
    settle(&mut hand);
    assert_eq!((hand.state.run().old_future.as_ref().unwrap().frame(), ghosts(&hand)), (0, 0));
    hand.apply(time(TimeCommand::ClearOldFuture));
    assert!(hand.state.run().old_future.as_ref().is_none());
}

#[test]
fn both_runs_share_the_memory_for_checkpoints() {
    let mut hand = TestHand::on(&busy("Linear"));
    let budget = 512 << 10;
    hand.apply(time(TimeCommand::SetCheckpointBudget(budget)));
    hand.apply(time(TimeCommand::Seek(300)));
    hand.apply(time(TimeCommand::Seek(100)));
    hand.apply(Command::Edit(EditCommand::Do(Change::Body(
        vec![4],
        BodyEdit::Set("position", FieldValue::X(3.0)),
    ))));
    hand.apply(time(TimeCommand::Seek(300)));
    settle(&mut hand);
    let (memory, allowed) = hand.state.run().memory();
    assert!(memory <= allowed && allowed == budget, "{memory} of {allowed}");
    hand.undo();
    assert!(hand.state.run().old_future.as_ref().is_none(), "undo leads back to the old run itself");
    assert_eq!(hand.state.run().frame(), 100);
}

#[test]
fn energy_and_momentum_are_those_of_every_frame_even_if_asked_for_late() {
    let mut hand = TestHand::on(&busy("Rigid"));
    hand.apply(time(TimeCommand::Seek(80)));
    assert!(hand.state.energy_plot().is_none());
    hand.apply(view(ViewCommand::ShowPanel(Panel::Plots)));
    settle(&mut hand);
    hand.apply(time(TimeCommand::Seek(95)));
    hand.apply(time(TimeCommand::Seek(20)));
    settle(&mut hand);
    let plot = hand.state.energy_plot().unwrap();
    let timestep = f64::from(hand.scene().timestep);
    assert_eq!((plot.total.len(), plot.now), (96, 20.0 * timestep));
    let mut world = hand.scene().to_world().unwrap();
    for frame in 0..96 {
        let (energy, momentum) = (world.energy(), world.momentum());
        let time = frame as f64 * timestep;
        assert_eq!(plot.kinetic[frame], [time, energy.kinetic]);
        assert_eq!(plot.potential[frame], [time, energy.potential]);
        assert_eq!(plot.total[frame], [time, energy.total()]);
        assert_eq!(plot.momentum_x[frame], [time, momentum.linear.x]);
        assert_eq!(plot.momentum_y[frame], [time, momentum.linear.y]);
        assert_eq!(plot.angular[frame], [time, momentum.angular]);
        world.step();
    }
}

#[test]
fn nothing_is_read_that_is_not_shown() {
    let mut hand = TestHand::on(SCENE);
    hand.key(Key::Space);
    for _ in 0..30 {
        hand.wait(1.0 / 60.0);
        assert!(!hand.state.run().is_working());
    }
    hand.letter('Z', Modifiers::NONE);
    assert!(hand.state.separation_plot().is_none() && hand.state.energy_plot().is_none());
    assert!(hand.state.derived().extras.impacts.is_empty());
}

#[test]
fn looking_ahead_tells_nothing_of_frames_that_were_not_computed() {
    let mut hand = TestHand::on(&busy("Rigid"));
    hand.apply(time(TimeCommand::Seek(20)));
    hand.apply(view(ViewCommand::SelectPair(Some((0, 4)))));
    hand.apply(view(ViewCommand::ShowPanel(Panel::Plots)));
    settle(&mut hand);
    let plot = hand.state.separation_plot().unwrap();
    assert!(plot.predicted.len() > 100 && hand.state.energy_plot().unwrap().total.len() == 21);
    assert_eq!(hand.state.run().frames.last_frame(), 20);
    assert!(hand.state.marks(None).iter().all(|mark| mark.frame <= 20));
    assert_eq!(hand.state.derived().expectations.marks[2].holds, None);
    hand.apply(view(ViewCommand::ShowPanel(Panel::Events)));
    assert_eq!(rows(&hand), keys(&events_of(hand.scene(), 20, false)));
}

#[test]
fn escape_stops_on_the_way_to_a_frame_and_says_where() {
    let mut hand = TestHand::on(&busy("Rigid"));
    hand.apply(time(TimeCommand::Seek(9_000_000_000)));
    hand.wait(0.016);
    let reached = hand.state.run().frame();
    assert!(hand.state.run().is_working() && reached > 0);
    hand.key(Key::Escape);
    assert_eq!((hand.state.run().seeking, hand.state.run().frame()), (None, reached));
    assert_eq!(hand.last_message(), format!("Stopped at frame {reached} on the way to 9000000000."));
    settle(&mut hand);
    assert_eq!(hand.state.run().frame(), reached);
    assert_eq!(hand.state.run().world().hash(), fresh(hand.scene(), reached).hash());
}

/// On flush tiles a box is stopped by a face that lies against the next tile; on the same floor as a chain none is.
#[test]
fn ghost_contacts_that_act_are_moments_of_the_run() {
    let text = include_str!("../../scenes/seams-of-tiles.ron");
    let mut hand = TestHand::on(text);
    hand.apply(time(TimeCommand::Seek(70)));
    settle(&mut hand);
    let all = moment_lines(&hand.state, 0..=70);
    let ghosts: Vec<_> = all.iter().filter(|(_, text)| text.ends_with("90° off")).collect();
    assert_eq!(
        ghosts,
        [&(4, "ghost contact of on tiles and tiles/3, beside tiles/2: 90° off".to_owned())],
        "{all:?}"
    );
    assert!(!all.iter().any(|(_, text)| text.contains("on a chain")), "{all:?}");

    // Without tiles nothing is a ghost, and after an undo it is found again.
    hand.select(&["tiles"]);
    hand.key(Key::Delete);
    settle(&mut hand);
    assert_eq!(moment_lines(&hand.state, 0..=70), []);
    hand.undo();
    hand.apply(time(TimeCommand::Seek(70)));
    settle(&mut hand);
    assert_eq!(moment_lines(&hand.state, 0..=70), all);
}

/// 600 balls rest on a plate of their own, each in a contact with a static body.
#[test]
fn a_ghost_contact_is_found_among_hundreds_of_honest_ones() {
    let mut bodies = String::new();
    for i in 0..600 {
        let x = 20.0 + 0.5 * i as f32;
        bodies.push_str(&format!(
            "Body(name: \"ball {i}\", shape: Circle(radius: 0.2), position: ({x}, 0.199), motion: Dynamic()),\n"
        ));
    }
    let plate =
        "Body(name: \"plate\", shape: Rectangle(width: 400.0, height: 1.0), position: (180.0, -0.5)),\n";
    let text = include_str!("../../scenes/seams-of-tiles.ron");
    let (before, after) = text.split_once("    ],\n    expect").unwrap();
    let mut hand = TestHand::on(&format!("{before}{plate}{bodies}    ],\n    expect{after}"));
    hand.apply(time(TimeCommand::Seek(10)));
    settle(&mut hand);
    let all = moment_lines(&hand.state, 0..=10);
    assert_eq!(all, [(4, "ghost contact of on tiles and tiles/3, beside tiles/2: 90° off".to_owned())]);
}

/// The gem is picked up where it touches the ball: before, there is a distance, from then on none.
#[test]
fn no_distance_is_drawn_to_what_is_gone() {
    let mut hand = TestHand::on(
        r#"(version: 1, name: "pick", bodies: [
            (name: "ball", shape: Circle(radius: 1), motion: Dynamic(velocity: (6, 0))),
            (name: "gem", shape: Circle(radius: 1), position: (3, 0)),
        ], listeners: [(body: "gem", then: Remove)])"#,
    );
    hand.apply(time(TimeCommand::Seek(30)));
    settle(&mut hand);
    assert!(hand.state.run().world().body(1).is_none());
    hand.apply(time(TimeCommand::Seek(0)));
    hand.apply(view(ViewCommand::SelectPair(Some((0, 1)))));
    hand.apply(view(ViewCommand::ShowPanel(Panel::Plots)));
    settle(&mut hand);
    let plot = hand.state.separation_plot().unwrap();
    let points: Vec<[f64; 2]> = plot.past.iter().chain(&plot.predicted).copied().collect();
    assert!(!points.is_empty() && points.iter().all(|[at, apart]| *at < 0.25 && *apart > -0.2), "{points:?}");
}
