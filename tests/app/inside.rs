//! The inside of a step, and the impacts ahead.

use collide2d::{Pose, Stage, first_touch, separation};
use collision_test::app::{
    BodyEdit, Change, Command, EditCommand, Key, LookAhead, Modifiers, Panel, TimeCommand, ViewCommand,
};
use collision_test::explain::stages;
use collision_test::picture::display::{Dash, Item, Provenance, Rect, Source};
use collision_test::picture::overlay::Layer;
use collision_test::report::impacts::Course;
use collision_test::scene::field::FieldValue;
use glam::Vec2;

use crate::hand::TestHand;
use crate::timeline::{busy, fresh, settle, time, view};

fn next_stage(hand: &mut TestHand) {
    hand.with(Modifiers::SHIFT, |hand| hand.key(Key::Period));
}

fn previous_stage(hand: &mut TestHand) {
    hand.with(Modifiers::SHIFT, |hand| hand.key(Key::Comma));
}

fn positions(world: &collide2d::World) -> Vec<Vec2> {
    world.bodies().iter().map(|body| body.pose().position).collect()
}

#[test]
fn keys_go_through_the_stages_of_the_step_to_the_next_frame() {
    for solver in ["Linear", "Rigid"] {
        let mut hand = TestHand::on(&busy(solver));
        hand.apply(time(TimeCommand::Seek(30)));
        let texts = stages::stages(hand.scene(), hand.state.run().world());
        assert!(texts.len() > 12);
        for (i, text) in texts.iter().enumerate() {
            next_stage(&mut hand);
            let inside = hand.state.run().inside.as_ref().unwrap();
            assert_eq!((inside.index(), inside.count()), (i, texts.len()));
            assert_eq!(&inside.text, text);
            assert_eq!(inside.title(i, hand.scene()), text.title);
            assert_eq!(hand.state.run().frame(), 30);
            if let Some(pair) = text.pair {
                assert_eq!(hand.state.looking().selected_pair(), Some(pair), "{}", text.title);
                let read = hand.state.derived().report.pairs.iter().find(|p| (p.a, p.b) == pair).unwrap();
                assert!(read.trace.is_some());
            }
        }
        // The canvas shows the next frame, bit for bit.
        let next = fresh(hand.scene(), 31);
        assert_eq!(positions(hand.state.run().shown()), positions(&next));
        let read: Vec<Vec2> = hand.state.derived().report.bodies.iter().map(|body| body.position).collect();
        assert_eq!(read, positions(&next));
        assert_eq!(hand.state.run().world().hash(), fresh(hand.scene(), 30).hash(), "the frame itself waits");
        // One stage further is the first of the next step; one back is the last of this one.
        next_stage(&mut hand);
        assert_eq!((hand.state.run().frame(), hand.state.run().inside.as_ref().unwrap().index()), (31, 0));
        assert_eq!(hand.state.run().world().hash(), next.hash());
        previous_stage(&mut hand);
        assert_eq!((hand.state.run().frame(), hand.state.run().inside.as_ref().is_none()), (31, true));
        previous_stage(&mut hand);
        let inside = hand.state.run().inside.as_ref().unwrap();
        assert_eq!((hand.state.run().frame(), inside.index()), (30, texts.len() - 1));
        previous_stage(&mut hand);
        assert_eq!(hand.state.run().inside.as_ref().unwrap().index(), texts.len() - 2);
    }
}

/// Before a pair's test there is no contact to show, and no strip of its axes.
#[test]
fn the_canvas_shows_no_contact_that_is_not_found_yet() {
    for solver in ["Linear", "Rigid"] {
        let mut hand = TestHand::on(&busy(solver));
        hand.apply(time(TimeCommand::Seek(30)));
        assert!(hand.state.derived().report.touching > 0);
        let mut tested = Vec::new();
        loop {
            next_stage(&mut hand);
            let inside = hand.state.run().inside.as_ref().unwrap();
            match inside.recording.stage().unwrap() {
                Stage::Forces(_) | Stage::BroadPhase(_) => {}
                Stage::NarrowPhase { pair, .. } => tested.push((pair.a(), pair.b())),
                _ => break,
            }
            let report = &hand.state.derived().report;
            let shown: Vec<_> = report.pairs.iter().map(|pair| (pair.a, pair.b)).collect();
            assert!(shown.iter().all(|pair| tested.contains(pair)), "{shown:?} of {tested:?}");
            assert_eq!(report.touching, report.pairs.iter().filter(|pair| pair.contact.is_some()).count());
            let strips =
                hand.state.picture().items.iter().any(|(s, _)| matches!(s.source, Source::Axis { .. }));
            assert!(tested.is_empty() <= !strips, "{solver}: a strip before any test");
        }
        assert!(tested.len() > 3 && hand.state.derived().report.touching > 0);
    }
}

#[test]
fn the_canvas_stands_at_the_stage() {
    let mut hand = TestHand::on(&busy("Linear"));
    hand.apply(time(TimeCommand::Seek(30)));
    let outline = |hand: &TestHand, body: u32| {
        let picture = hand.state.picture();
        let of_body = picture.items.iter().find_map(|(Provenance { source, .. }, item)| match item {
            Item::Circle { center, radius, fill: Some(_), .. }
                if *source == Source::Body(body) && *radius > 8.0 =>
            {
                Some(*center)
            }
            _ => None,
        });
        of_body.unwrap()
    };
    let (ball, start) = (hand.index("ball 2"), hand.state.run().world().clone());
    assert_eq!(outline(&hand, ball), hand.screen(start.bodies()[ball as usize].pose().position.into()));
    next_stage(&mut hand);
    let moved = hand.state.run().shown().bodies()[ball as usize].pose().position;
    assert_ne!(moved, start.bodies()[ball as usize].pose().position);
    assert_eq!(outline(&hand, ball), hand.screen(moved.into()));
}

#[test]
fn whatever_else_is_done_leads_out_of_the_step() {
    let leaves = |act: &dyn Fn(&mut TestHand)| {
        let mut hand = TestHand::on(&busy("Linear"));
        hand.apply(time(TimeCommand::Seek(30)));
        next_stage(&mut hand);
        next_stage(&mut hand);
        assert!(hand.state.run().inside.as_ref().is_some());
        act(&mut hand);
        assert!(hand.state.run().inside.as_ref().is_none());
        assert_eq!(positions(hand.state.run().shown()), positions(hand.state.run().world()));
        hand
    };
    let hand = leaves(&|hand| hand.key(Key::Escape));
    assert_eq!(hand.state.run().frame(), 30);
    let hand = leaves(&|hand| hand.key(Key::Period));
    assert_eq!(hand.state.run().frame(), 31);
    let hand = leaves(&|hand| hand.key(Key::Comma));
    assert_eq!(hand.state.run().frame(), 29);
    leaves(&|hand| hand.key(Key::Space));
    leaves(&|hand| hand.apply(time(TimeCommand::Seek(30))));
    leaves(&|hand| hand.apply(time(TimeCommand::ToStage(0))));
    // An edit changes the frame, not the stage.
    let edit =
        Command::Edit(EditCommand::Do(Change::Body(vec![3], BodyEdit::Set("position", FieldValue::X(3.0)))));
    let hand = leaves(&|hand| hand.apply(edit.clone()));
    let frame = fresh(hand.scene(), 0);
    assert_eq!(positions(hand.state.run().world()), positions(&frame));
    let at_30 = {
        let mut other = TestHand::on(&busy("Linear"));
        other.apply(time(TimeCommand::Seek(30)));
        positions(other.state.run().world())
    };
    let ball = hand.index("ball 5") as usize;
    assert_eq!(hand.state.run().world().bodies()[ball].pose().position, at_30[ball]);
}

#[test]
fn a_drag_inside_a_step_moves_the_body_of_the_frame() {
    let mut hand = TestHand::new();
    next_stage(&mut hand);
    hand.drag((0.1, 2.2), (1.1, 2.2));
    assert!(hand.state.run().inside.as_ref().is_none());
    assert!(
        hand.body("ball").position.distance(Vec2::new(1.0, 1.75)) < 0.02,
        "{}",
        hand.body("ball").position
    );
}

#[test]
fn a_click_in_the_list_goes_to_that_stage() {
    let mut hand = TestHand::on(&busy("Rigid"));
    hand.apply(time(TimeCommand::Seek(30)));
    hand.apply(time(TimeCommand::ToStage(5)));
    let inside = hand.state.run().inside.as_ref().unwrap();
    assert_eq!(inside.index(), 4);
    let last = inside.count();
    hand.apply(time(TimeCommand::ToStage(usize::MAX)));
    let inside = hand.state.run().inside.as_ref().unwrap();
    assert_eq!(inside.index(), last - 1);
    assert!(matches!(inside.recording.stage(), Some(Stage::FrameEnd { frame: 31, .. })));
    hand.apply(time(TimeCommand::ToStage(2)));
    assert_eq!(hand.state.run().inside.as_ref().unwrap().index(), 1);
}

const SHOT: &str = r#"(version: 1, timestep: 0.05, bodies: [
    (name: "ball", shape: Circle(radius: 0.5), position: (-4.05, 0.0), motion: Dynamic(velocity: (4.0, 0.0), angular_velocity: 90.0)),
    (name: "gate", shape: Rectangle(width: 1.0, height: 3.0), position: (2.0, 0.5), restitution: 1.0),
    (name: "bar", shape: Rectangle(width: 0.2, height: 3.0), position: (-4.0, 4.0), motion: Kinematic(angular_velocity: 90.0)),
    (name: "peg", shape: Circle(radius: 0.25), position: (-2.9, 4.0)),
])"#;

#[test]
fn the_first_touch_ahead_is_shown_where_the_sweep_finds_it() {
    let mut hand = TestHand::on(SHOT);
    hand.apply(view(ViewCommand::SelectPair(Some((0, 1)))));
    assert!(hand.state.derived().extras.impacts.is_empty(), "the layer is off");
    hand.apply(view(ViewCommand::ToggleLayer(Layer::Impacts)));
    let [impact] = hand.state.derived().extras.impacts.as_slice() else {
        panic!("{:?}", hand.state.derived().extras.impacts)
    };
    // From x = -4.05 to where the ball's rim is at 1.5: 5.05 metres at 4 m/s.
    assert!((impact.time - 1.2625).abs() < 1.0e-5 && impact.pair == (0, 1), "{impact:?}");
    assert!(
        impact.point.distance(Vec2::new(1.5, 0.0)) < 1.0e-4 && impact.normal == Vec2::NEG_X,
        "{impact:?}"
    );
    assert!(
        impact.poses[0].position.distance(Vec2::new(1.0, 0.0)) < 1.0e-4 && impact.course == Course::Straight
    );
    assert_eq!(impact.poses[0].rotation.degrees(), 0.0, "without turning");
    let texts = |hand: &TestHand| -> Vec<String> {
        let items = hand.state.picture().items;
        items
            .into_iter()
            .filter_map(|(_, i)| if let Item::Text { text, .. } = i { Some(text) } else { None })
            .collect()
    };
    assert!(texts(&hand).iter().any(|text| text.starts_with("in 1.26")), "{:?}", texts(&hand));
    // A shorter horizon does not reach the impact; a longer one for all pairs finds no more as long as
    // nothing rotates.
    let ahead = |hand: &mut TestHand, horizon, all, rotating| {
        hand.apply(view(ViewCommand::SetLookAhead(LookAhead { horizon, all, rotating, falling: false })));
        hand.state.derived().extras.impacts.iter().map(|impact| impact.pair).collect::<Vec<_>>()
    };
    assert!(ahead(&mut hand, 1.0, false, false).is_empty());
    assert_eq!(ahead(&mut hand, 2.0, true, false), [(0, 1)]);
    assert_eq!(ahead(&mut hand, 2.0, true, true), [(2, 3), (0, 1)]);
    let bar = &hand.state.derived().extras.impacts[0];
    // The bar is 0.1 thick each way and the peg 1.1 away: it meets at 90° - asin(0.35 / 1.1).
    let angle = 90.0 - (0.35_f32 / 1.1).asin().to_degrees();
    assert!(bar.course == Course::Turning && (bar.time - angle / 90.0).abs() < 1.0e-3, "{bar:?}");
    assert!((bar.poses[0].rotation.degrees() - angle).abs() < 0.1, "{bar:?}");
    assert!(texts(&hand).iter().any(|text| text.ends_with(", turning")));
}

#[test]
fn the_distance_is_plotted_back_and_ahead() {
    let mut hand = TestHand::on(SHOT);
    hand.apply(view(ViewCommand::SelectPair(Some((0, 1)))));
    hand.apply(time(TimeCommand::Seek(10)));
    assert!(hand.state.separation_plot().is_none());
    hand.apply(view(ViewCommand::ShowPanel(Panel::Plots)));
    settle(&mut hand);
    let plot = hand.state.separation_plot().unwrap();
    assert_eq!((plot.pair, plot.past.len(), plot.predicted.len()), ((0, 1), 11, 41));
    let distance = |frame: u64| {
        let world = fresh(hand.scene(), frame);
        let (a, b) = (&world.bodies()[0], &world.bodies()[1]);
        f64::from(separation(a.shape(), a.pose(), b.shape(), b.pose()))
    };
    for (frame, point) in plot.past.iter().chain(&plot.predicted[1..]).enumerate() {
        assert!((point[0] - frame as f64 * 0.05).abs() < 1.0e-6);
        assert_eq!(point[1], distance(frame as u64), "frame {frame}");
    }
    assert_eq!(hand.state.run().frames.last_frame(), 10, "looking ahead computes no frame");
    // 5.05 metres at 4 m/s: 1.2625 s from the start, and the solver acts in the frame after.
    assert!((plot.impact.unwrap() - 1.2625).abs() < 1.0e-4, "{:?}", plot.impact);
    let acted: Vec<f64> = plot.acted.iter().map(|point| (point[0] * 20.0).round()).collect();
    assert_eq!(acted, [26.0]);
    assert_eq!(plot.sweep.first().unwrap()[0], plot.now);
    assert!(plot.sweep.last().unwrap()[1].abs() < 1.0e-4, "it ends where they touch");
    assert!(plot.sweep.windows(2).all(|w| w[1][1] < w[0][1]));
    // The pair bounces: the solver's prediction comes back, the sweep never does.
    assert!(plot.predicted.last().unwrap()[1] > 1.0);
    let velocity = hand.state.run().world().bodies()[0].velocity();
    let (ball, gate) = (&hand.state.run().world().bodies()[0], &hand.state.run().world().bodies()[1]);
    let pose = Pose { position: ball.pose().position, ..*ball.pose() };
    let impact = first_touch(ball.shape(), &pose, gate.shape(), gate.pose(), velocity, 2.0).unwrap();
    assert!((f64::from(impact.time) + plot.now - plot.impact.unwrap()).abs() < 1.0e-6);
}

#[test]
fn layers_of_time_draw_what_the_frames_tell() {
    let mut hand = TestHand::on(&busy("Rigid"));
    hand.apply(time(TimeCommand::Seek(60)));
    hand.apply(time(TimeCommand::Seek(45)));
    let items = |hand: &TestHand| hand.state.picture().items.len();
    for layer in [Layer::Impulses, Layer::Centers, Layer::Trails, Layer::Ages, Layer::Impacts] {
        let without = items(&hand);
        hand.apply(view(ViewCommand::ToggleLayer(layer)));
        settle(&mut hand);
        hand.wait(0.0);
        if layer == Layer::Impacts {
            hand.apply(view(ViewCommand::SetLookAhead(LookAhead { all: true, ..LookAhead::default() })));
        }
        assert!(items(&hand) > without, "{layer:?}");
        hand.apply(view(ViewCommand::ToggleLayer(layer)));
        assert_eq!(items(&hand), without, "{layer:?}");
    }
}

#[test]
fn impulses_are_those_of_the_step_to_this_frame_however_one_got_there() {
    let scene = busy("Rigid");
    let arrows = |hand: &TestHand| {
        let is_arrow = |item: &Item| matches!(item, Item::Arrow { stroke, .. } if stroke.color == hand.state.showing().theme.impulse);
        hand.state.picture().items.into_iter().map(|(_, item)| item).filter(is_arrow).collect::<Vec<_>>()
    };
    let mut stepped = TestHand::on(&scene);
    stepped.apply(view(ViewCommand::ToggleLayer(Layer::Impulses)));
    stepped.apply(time(TimeCommand::SetCheckpointBudget(0)));
    let mut sought = TestHand::on(&scene);
    sought.apply(time(TimeCommand::Seek(90)));
    for frame in 1..60 {
        stepped.key(Key::Period);
        assert_eq!(stepped.state.run().frame(), frame);
    }
    sought.apply(time(TimeCommand::Seek(59)));
    sought.apply(view(ViewCommand::ToggleLayer(Layer::Impulses)));
    assert!(arrows(&stepped).len() > 3);
    assert_eq!(arrows(&stepped), arrows(&sought));
    assert_eq!(
        stepped.state.run().world().hash(),
        fresh(stepped.scene(), 59).hash(),
        "watching changes nothing"
    );
}

#[test]
fn trails_are_the_last_places_of_the_bodies() {
    let mut hand = TestHand::on(&busy("Linear"));
    hand.apply(time(TimeCommand::Seek(100)));
    hand.apply(view(ViewCommand::ToggleLayer(Layer::Trails)));
    hand.apply(view(ViewCommand::SetTrail(20)));
    for frame in [100, 50, 5, 70] {
        hand.apply(time(TimeCommand::Seek(frame)));
        settle(&mut hand);
        hand.wait(0.0);
        let trails = &hand.state.derived().extras.trails;
        let ball = hand.index("ball 4");
        let (_, places) = trails.iter().find(|(body, _)| *body == ball).unwrap();
        let expected: Vec<Vec2> = (frame.saturating_sub(20)..=frame)
            .map(|f| fresh(hand.scene(), f).bodies()[ball as usize].center())
            .collect();
        assert_eq!(*places, expected, "frame {frame}");
    }
}

/// The arrows of impulses on the canvas: solid ones along the normal.
fn impulse_arrows(hand: &TestHand) -> Vec<Vec2> {
    let color = hand.state.showing().theme.impulse;
    let arrow = |(_, item): &(Provenance, Item)| match item {
        Item::Arrow { from, to, stroke, .. } if stroke.color == color && stroke.dash == Dash::Solid => {
            Some(*to - *from)
        }
        _ => None,
    };
    hand.state.picture().items.iter().filter_map(arrow).collect()
}

#[test]
fn a_stages_impulse_is_as_long_as_its_share_of_the_step_and_none_is_drawn_where_it_is_rounding() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes");
    let (mut needless, mut drawn) = (0, 0);
    for (name, frame) in [("slope", 120), ("seams", 15), ("falling-dominoes", 60), ("newtons-cradle", 30)] {
        let mut hand = TestHand::on(&std::fs::read_to_string(folder.join(format!("{name}.ron"))).unwrap());
        hand.apply(time(TimeCommand::Seek(frame)));
        let recording = stages::StepRecord::of(hand.state.run().world(), None);
        let told: Vec<_> = (0..recording.len().min(90)).map(|i| recording.at(i).cloned()).collect();
        let all = (0..recording.len()).filter_map(|i| recording.at(i));
        let sizes = all.filter_map(|stage| match stage {
            Stage::Iteration(told) => Some(told.impulse.abs().max(told.friction_impulse.abs())),
            _ => None,
        });
        let largest = sizes.fold(0.0, f32::max);
        for (i, stage) in told.iter().enumerate() {
            next_stage(&mut hand);
            let Some(Stage::Iteration(told)) = stage else { continue };
            let (arrows, case) = (impulse_arrows(&hand), format!("{name}, stage {}", i + 1));
            let sentence = &hand.state.run().inside.as_ref().unwrap().text.sentence;
            let in_sight = hand
                .state
                .showing()
                .view()
                .canvas
                .contains(hand.state.showing().view().screen_from_world(told.position));
            if sentence.contains("no impulse is needed") || sentence.contains("impulse of 0 (rounding)") {
                needless += 1;
                assert_eq!(arrows, [], "{case}: {sentence}");
            }
            let length = told.impulse.abs() / largest * 90.0;
            if length > 2.0 && in_sight {
                drawn += 1;
                let toward =
                    hand.state.showing().view().screen_direction(told.normal) * told.impulse.signum();
                assert!((arrows[0].length() - length).abs() < 0.5, "{case}: {arrows:?} for {length}");
                assert!(arrows[0].normalize().dot(toward) > 0.99, "{case}: {arrows:?} for {toward}");
                let (legend, _) = hand.state.legend(Rect::at(Vec2::ZERO, Vec2::new(900.0, 1.0)));
                let a = &hand.scene().bodies[told.source.a() as usize].name;
                let row = |(_, item): &(Provenance, Item)| match item {
                    Item::Text { text, .. } => {
                        text.starts_with(&format!("impulse on {a}, longest of the step"))
                    }
                    _ => false,
                };
                assert!(legend.items.iter().any(row), "{case}: {legend:?}");
            }
        }
    }
    assert!(needless > 5 && drawn > 50, "{needless} without an impulse, {drawn} with one");
}

#[test]
fn the_legend_has_rows_for_what_the_stage_shows_alone() {
    let mut hand = TestHand::on(&busy("Linear"));
    hand.apply(time(TimeCommand::Seek(60)));
    let rows = |hand: &TestHand| -> Vec<String> {
        let (legend, _) = hand.state.legend(Rect::at(Vec2::ZERO, Vec2::new(900.0, 1.0)));
        let text = |(_, item): &(Provenance, Item)| match item {
            Item::Text { text, .. } => Some(text.clone()),
            _ => None,
        };
        legend.items.iter().filter_map(text).collect()
    };
    let of_contacts = ["contact", "depth"];
    let (mut before, mut boxes) = (0, 0);
    for _ in 0..12 {
        next_stage(&mut hand);
        let rows = rows(&hand);
        let has_contacts = hand.state.derived().report.pairs.iter().any(|pair| pair.contact.is_some());
        before += usize::from(!has_contacts);
        for row in of_contacts {
            assert_eq!(rows.iter().any(|text| text == row), has_contacts, "{rows:?}");
        }
        assert_eq!(rows.iter().any(|text| text.starts_with("normal")), has_contacts, "{rows:?}");
        if let Some(Stage::BroadPhase(_)) = hand.state.run().inside.as_ref().unwrap().recording.stage() {
            boxes += 1;
            assert!(rows.iter().any(|text| text == "candidate AABB"), "{rows:?}");
        }
    }
    assert!(before >= 2 && boxes == 1, "{before} stages without contacts, {boxes} broad phases");
}

/// A stage on a rod or a ground looks at it, and not at the pair that was selected before.
#[test]
fn a_stage_on_a_generator_looks_at_it_and_not_at_the_pair_of_before() {
    let (mut rods, mut grounds) = (0, 0);
    for (name, frame) in [("newtons-cradle", 40), ("pendulum", 10), ("endless-ground", 90)] {
        let scene = collision_test::scene::shipped::find(name).unwrap().scene();
        let mut hand = TestHand::on(&scene.to_ron());
        hand.apply(time(TimeCommand::Seek(frame)));
        hand.apply(view(ViewCommand::SelectPair(Some((0, 1)))));
        let before = hand.state.looking().pinned_pair;
        assert!(before.is_some(), "{name}");
        let count = {
            next_stage(&mut hand);
            hand.state.run().inside.as_ref().unwrap().count()
        };
        for done in 1..=count.min(60) {
            hand.apply(time(TimeCommand::ToStage(done)));
            let recording = &hand.state.run().inside.as_ref().unwrap().recording;
            let lit = recording.generator();
            let is_marked = hand.state.picture().items.iter().any(|(from, item)| match item {
                Item::Segments { stroke, .. } => {
                    lit.is_some_and(|index| from.source == Source::Generator(index))
                        && stroke.color == hand.state.showing().theme.selection.alpha(0.55)
                }
                _ => false,
            });
            match lit {
                Some(index) => {
                    let is_ground = hand.state.run().world().generator(index).unwrap().ends().is_none();
                    *(if is_ground { &mut grounds } else { &mut rods }) += 1;
                    assert_eq!(hand.state.looking().selected_pair(), None, "{name}, stage {done}");
                    assert!(is_marked, "{name}, stage {done}");
                    let strips = hand
                        .state
                        .picture()
                        .items
                        .iter()
                        .any(|(s, _)| matches!(s.source, Source::Axis { .. }));
                    assert!(!strips, "{name}, stage {done}");
                }
                None => assert!(!is_marked, "{name}, stage {done}"),
            }
        }
        hand.apply(time(TimeCommand::LeaveStep));
        assert!(hand.state.looking().selected_pair().is_some(), "{name}");
    }
    assert!(rods > 3 && grounds > 3, "{rods} rods, {grounds} grounds");
}

/// The legend names what was asked for, whether an impact was found or not.
#[test]
fn the_legend_of_impacts_says_falling_while_falling_is_ticked() {
    let mut hand = TestHand::on(&busy("Linear"));
    hand.apply(view(ViewCommand::ToggleLayer(Layer::Impacts)));
    let legend = |hand: &TestHand| {
        let area = Rect { min: Vec2::ZERO, max: Vec2::new(2000.0, 100.0) };
        let items = hand.state.legend(area).0.items;
        let texts = items.into_iter().filter_map(|(_, item)| match item {
            Item::Text { text, .. } if text.starts_with("first touch") => Some(text),
            _ => None,
        });
        texts.collect::<Vec<_>>()
    };
    for (rotating, falling, expected) in [
        (false, false, "first touch ahead, without turning"),
        (false, true, "first touch ahead, straight on; on a thick path, falling"),
        (true, true, "first touch ahead, turning as now; on a thick path, falling"),
        (true, false, "first touch ahead, turning as now"),
    ] {
        // So soon that nothing is found.
        let ahead = LookAhead { horizon: 0.05, all: false, rotating, falling };
        hand.apply(view(ViewCommand::SetLookAhead(ahead)));
        assert_eq!(legend(&hand), [expected]);
    }
}

/// Two impacts that round to the same millisecond have digits that tell them apart.
#[test]
fn impacts_of_the_same_millisecond_have_times_of_their_own() {
    let mut hand = TestHand::on(
        r#"(version: 1, bodies: [
            (name: "one", shape: Circle(radius: 1.0), position: (0.0, 1.0099), motion: Dynamic(velocity: (0.0, -1.0))),
            (name: "two", shape: Circle(radius: 1.0), position: (5.0, 1.0101), motion: Dynamic(velocity: (0.0, -1.0))),
            (name: "floor", shape: Wall(start: (-9.0, 0.0), end: (9.0, 0.0))),
        ])"#,
    );
    hand.apply(view(ViewCommand::ToggleLayer(Layer::Impacts)));
    let ahead = LookAhead { horizon: 1.0, all: true, rotating: false, falling: false };
    hand.apply(view(ViewCommand::SetLookAhead(ahead)));
    let items = hand.state.picture().items;
    let times: Vec<&str> = items
        .iter()
        .filter_map(|(_, item)| match item {
            Item::Text { text, .. } if text.starts_with("in 0.0") => Some(text.as_str()),
            _ => None,
        })
        .collect();
    assert!(times.contains(&"in 0.0099 s") && times.contains(&"in 0.0101 s"), "{times:?}");
}
