use std::time::Duration;

use collide2d::World;
use collision_test::app::run::frames::Frames;
use collision_test::app::run::simulation::Simulation;
use collision_test::app::{BodyEdit, Change, Command, EditCommand, Key, Modifiers, TimeCommand};
use collision_test::report::{Report, ReportOptions, WhichAxes};
use collision_test::scene::field::FieldValue;
use collision_test::scene::{Scene, SceneInput};
use glam::Vec2;

use crate::hand::{SCENE, TestHand};

/// Bits of the poses and velocities.
fn bits(world: &World) -> Vec<[u32; 6]> {
    let bits = |v: Vec2| [v.x.to_bits(), v.y.to_bits()];
    world
        .bodies()
        .iter()
        .map(|body| {
            let ([x, y], [vx, vy]) = (bits(body.pose().position), bits(body.velocity()));
            [x, y, vx, vy, body.pose().rotation.degrees().to_bits(), body.angular_velocity().to_bits()]
        })
        .collect()
}

fn fresh(scene: &Scene, frame: u64) -> World {
    let mut world = scene.to_world().unwrap();
    for _ in 0..frame {
        world.step();
    }
    world
}

#[test]
fn ten_steps_are_those_of_a_fresh_world() {
    let mut hand = TestHand::new();
    for _ in 0..10 {
        hand.key(Key::Period);
    }
    assert_eq!(hand.state.run().frame(), 10);
    assert_eq!(bits(hand.state.run().world()), bits(&fresh(hand.scene(), 10)));
    hand.key(Key::Comma);
    assert_eq!(bits(hand.state.run().world()), bits(&fresh(hand.scene(), 9)));
    hand.key(Key::Home);
    assert_eq!((hand.state.run().frame(), hand.state.run().frames.last_frame()), (0, 10));
    assert_eq!(bits(hand.state.run().world()), bits(&hand.scene().to_world().unwrap()));
    hand.key(Key::Comma);
    assert_eq!(hand.state.run().frame(), 0);
}

#[test]
fn any_frame_is_exact_whatever_the_memory_for_checkpoints() {
    let scene = Scene::from_ron(SCENE, "bench").unwrap();
    let one = {
        let simulation = Simulation::new(scene.to_world().unwrap(), usize::MAX);
        simulation.memory()
    };
    for budget in [usize::MAX, one * 40, one * 5, one, 0] {
        let mut simulation = Simulation::new(scene.to_world().unwrap(), budget);
        simulation.seek(300);
        for frame in [299, 17, 17, 250, 1, 0, 128, 300, 301, 63] {
            simulation.seek(frame);
            assert_eq!(simulation.frame(), frame);
            assert_eq!(
                bits(simulation.world()),
                bits(&fresh(&scene, frame)),
                "frame {frame} with a budget of {budget}"
            );
            let memory = simulation.memory();
            assert!(memory <= budget.max(one * 2), "{memory} of {budget}");
        }
        assert_eq!(simulation.last_frame(), 301);
    }
}

/// The steps of a crowd take long enough for a thread of their own while it plays.
#[test]
fn what_is_stepped_beside_the_drawing_is_exact_and_heeds_what_is_pushed_meanwhile() {
    let body = |i: u32| {
        let at = format!("({}, {})", i % 80, 1 + i / 80);
        format!("(name: \"{i}\", shape: Circle(radius: 0.45), position: {at}, motion: Dynamic()),")
    };
    let bodies: String = (0..4000).map(body).collect();
    let text = format!(
        r#"(version: 1, solver: Rigid, gravity: (0, -10), bodies: [{bodies}
            (name: "floor", shape: Wall(start: (-50, 0), end: (50, 0)), position: (40, 0))])"#
    );
    let scene = Scene::from_ron(&text, "crowd").unwrap();
    let mut simulation = Simulation::new(scene.to_world().unwrap(), 1 << 24);
    let play = |simulation: &mut Simulation, frames: u64| {
        for _ in 0..frames {
            simulation.play(1.0 / 60.0, Duration::from_secs(60), u64::MAX);
        }
    };
    play(&mut simulation, 20);
    assert!(simulation.spent_beside() > Duration::ZERO);
    assert_eq!(bits(simulation.world()), bits(&fresh(&scene, 20)));

    let mut pushed = scene.clone();
    pushed.inputs =
        vec![SceneInput::Push { frame: 20, body: "17".to_owned(), impulse: Vec2::new(3.0, 4.0), at: None }];
    let indices = pushed.indices();
    simulation.set_inputs(pushed.inputs.iter().filter_map(|input| input.to_input(&indices)).collect());
    play(&mut simulation, 5);
    let now = bits(simulation.world());
    assert!(now == bits(&fresh(&pushed, 25)) && now != bits(&fresh(&scene, 25)));

    simulation.seek(3);
    play(&mut simulation, 7);
    assert_eq!(bits(simulation.world()), bits(&fresh(&pushed, 10)));
}

#[test]
fn the_budget_is_kept_and_can_be_changed() {
    let mut hand = TestHand::new();
    hand.apply(Command::Time(TimeCommand::Seek(200)));
    let (all, _) = hand.state.run().memory();
    hand.apply(Command::Time(TimeCommand::SetCheckpointBudget(all / 10)));
    let (memory, budget) = hand.state.run().memory();
    assert!(memory <= budget && budget == all / 10, "{memory} of {budget}");
    hand.apply(Command::Time(TimeCommand::Seek(33)));
    assert_eq!(bits(hand.state.run().world()), bits(&fresh(hand.scene(), 33)));
}

#[test]
fn an_edit_past_frame_0_makes_the_present_the_new_frame_0_and_undo_takes_it_back() {
    // The ball is falling all the time.
    let mut hand = TestHand::on(&SCENE.replace("(0.0, 1.75)", "(0.0, 5.0)"));
    let before = hand.ron();
    for _ in 0..12 {
        hand.key(Key::Period);
    }
    let at_12 = bits(hand.state.run().world());
    let ball = hand.state.run().world().bodies()[0].clone();
    assert!(!hand.state.files().document.is_dirty());

    hand.apply(Command::Edit(EditCommand::Do(Change::Body(
        vec![2],
        BodyEdit::Set("position", FieldValue::X(9.0)),
    ))));
    assert_eq!((hand.state.run().frame(), hand.state.run().frames.last_frame()), (0, 0));
    assert_eq!(hand.body("ball").position, ball.pose().position);
    assert!(hand.body("ball").position.y < 5.0);
    assert_eq!(hand.body("gem").position, Vec2::new(9.0, 0.0));
    assert_eq!(hand.state.run().world().bodies()[0].velocity(), ball.velocity());

    hand.undo();
    assert_eq!(hand.ron(), before);
    assert_eq!(hand.state.run().frame(), 12);
    assert_eq!(bits(hand.state.run().world()), at_12);
    hand.key(Key::Comma);
    assert_eq!(bits(hand.state.run().world()), bits(&fresh(hand.scene(), 11)));
    hand.key(Key::Home);
    assert_eq!(bits(hand.state.run().world()), bits(&hand.scene().to_world().unwrap()));

    hand.redo();
    assert_eq!(hand.body("gem").position, Vec2::new(9.0, 0.0));
    assert_eq!(hand.body("ball").position, ball.pose().position);
}

#[test]
fn a_drag_past_frame_0_is_one_undo_point_and_escape_goes_back_to_the_frame() {
    let mut hand = TestHand::new();
    let before = hand.ron();
    for _ in 0..5 {
        hand.key(Key::Period);
    }
    hand.press((6.0, -0.5));
    hand.move_to((7.0, 1.0));
    assert_eq!(hand.state.run().frame(), 0);
    hand.key(Key::Escape);
    assert_eq!((hand.ron(), hand.state.run().frame()), (before.clone(), 5));
    hand.release((7.0, 1.0));
    hand.drag((6.0, -0.5), (7.0, 1.0));
    hand.undo();
    assert_eq!((hand.ron(), hand.state.run().frame()), (before, 5));
}

#[test]
fn names_and_expectations_leave_time_alone() {
    let mut hand = TestHand::new();
    hand.apply(Command::Time(TimeCommand::Seek(7)));
    hand.apply(Command::Edit(EditCommand::Do(Change::Rename(0, "bullet".to_owned()))));
    assert_eq!(
        (hand.state.run().frame(), hand.state.derived().report.bodies[0].name.as_str()),
        (7, "bullet")
    );
    hand.undo();
    assert_eq!((hand.state.run().frame(), hand.body("ball").position), (7, Vec2::new(0.0, 1.75)));
}

#[test]
fn an_edit_that_changes_nothing_leaves_time_alone() {
    let mut hand = TestHand::new();
    hand.apply(Command::Time(TimeCommand::Seek(7)));
    hand.apply(Command::Edit(EditCommand::Do(Change::Body(
        vec![1],
        BodyEdit::Set("width", FieldValue::Number(4.0)),
    ))));
    assert_eq!(hand.state.run().frame(), 7);
    assert!(!hand.state.files().document.is_dirty());
}

#[test]
fn playing_goes_at_its_speed_and_waits_while_a_body_is_held() {
    let mut hand = TestHand::new();
    hand.key(Key::Space);
    let begin = hand.state.run().frame();
    for _ in 0..60 {
        hand.wait(1.0 / 60.0);
    }
    let played = hand.state.run().frame() - begin;
    assert!((59..=61).contains(&played), "{played} frames in a second");
    hand.apply(Command::Time(TimeCommand::SetSpeed(0.1)));
    let begin = hand.state.run().frame();
    for _ in 0..60 {
        hand.wait(1.0 / 60.0);
    }
    let played = hand.state.run().frame() - begin;
    assert!((5..=7).contains(&played), "{played} frames in a second at a tenth of the speed");
    hand.apply(Command::Time(TimeCommand::SetSpeed(100.0)));
    assert_eq!(hand.state.run().speed, 4.0);

    hand.press((6.0, -0.5));
    hand.move_to((7.0, 1.0));
    hand.wait(0.2);
    assert_eq!(hand.state.run().frame(), 0, "time ran on while the body was held");
    hand.release((7.0, 1.0));
    hand.wait(0.2);
    assert!(hand.state.run().playing && hand.state.run().frame() > 0);
    hand.key(Key::Space);
    let paused = hand.state.run().frame();
    hand.wait(0.2);
    assert_eq!(hand.state.run().frame(), paused);
}

#[test]
fn a_held_step_key_repeats_and_a_held_space_does_not() {
    let mut hand = TestHand::new();
    let held = |key| collision_test::app::EventKind::Key { key, repeat: true };
    hand.frame_of(&[held(Key::Period), held(Key::Period)], Vec2::ZERO, 0.016);
    hand.frame_of(&[held(Key::Space)], Vec2::ZERO, 0.016);
    assert_eq!((hand.state.run().frame(), hand.state.run().playing), (2, false));
    hand.letter('Z', Modifiers::NONE);
}

/// The window may use the contacts that a step found; they must be those of an independent reading, in every
/// scene.
#[test]
fn what_is_read_after_a_step_is_what_a_reading_from_nothing_finds() {
    let body = |i: i32, more: &str| {
        let (x, y) = (f64::from(i * 37 % 19) * 0.7, f64::from(i * 23 % 17) * 0.7);
        let shape = [
            "Circle(radius: 0.6)",
            "Rectangle(width: 1.1, height: 0.7)",
            "Wall(start: (-1.0, 0.0), end: (1.0, 0.3))",
        ];
        let shape = shape[(i % 3) as usize];
        let motion = format!("motion: Dynamic(velocity: ({}, {})),", i % 5 - 2, i % 7 - 3);
        format!(
            "(name: \"b{i}\", shape: {shape}, position: ({x}, {y}), rotation: {}, {motion} {more}),",
            i * 11 % 90
        )
    };
    let moving: String = (0..60).map(|i| body(i, if i % 9 == 0 { "sensor: true" } else { "" })).collect();
    let wall = r#"(name: "wall", shape: Wall(start: (-2.0, 1.0), end: (14.0, 9.0))),"#;
    let crates = r#"(name: "crate", shape: Rectangle(width: 9.0, height: 2.0)), (name: "ball", shape: Circle(radius: 2.0)),"#;
    for solver in ["Off", "Linear", "Rigid"] {
        for (limit, still) in [(4096, wall), (4096, crates), (20, wall)] {
            let scene =
                format!("(version: 1, solver: {solver}, max_contacts: {limit}, bodies: [{moving}{still}])");
            let mut hand = TestHand::on(&scene);
            let mut touching = 0;
            for step in 0..24 {
                hand.key(if step == 20 { Key::Comma } else { Key::Period });
                let axes = hand
                    .state
                    .looking()
                    .selected_pair()
                    .map_or(WhichAxes::None, |(a, b)| WhichAxes::Of(a, b));
                let options = ReportOptions { axes, ..ReportOptions::default() };
                let fresh = Report::of(hand.scene(), hand.state.run().world(), &options);
                assert_eq!(hand.state.derived().report, fresh, "{solver}, at most {limit}, step {step}");
                touching += fresh.pairs.len();
            }
            assert!(touching > 400, "{touching}");
        }
    }
}

#[test]
fn time_ends_where_the_state_is_no_longer_finite() {
    let scene = "(version: 1, bodies: [(name: \"rocket\", shape: Circle(radius: 1), \
                 motion: Dynamic(velocity: (3e38, 0), acceleration: (3e38, 0)))])";
    let mut hand = TestHand::on(scene);
    let end = "the run ends at frame 9: the velocity of body \"rocket\" is no longer finite";
    let told = |hand: &TestHand| hand.state.messages().iter().any(|message| message.text.starts_with(end));
    hand.apply(Command::Time(TimeCommand::Seek(8)));
    assert!(!told(&hand));
    hand.apply(Command::Time(TimeCommand::Seek(500)));
    assert_eq!((hand.state.run().frame(), told(&hand)), (9, true));
    hand.key(Key::Period);
    assert_eq!((hand.state.run().frame(), hand.state.run().frames.last_frame()), (9, 9));
    hand.key(Key::Home);
    hand.key(Key::Space);
    for _ in 0..60 {
        hand.wait(0.02);
    }
    assert_eq!((hand.state.run().frame(), hand.state.run().playing), (9, false));
}

/// [`SCENE`] with a dropped frame: 0.1 s from frame 2 to 3.
fn with_a_dropped_frame() -> String {
    SCENE.replace("bodies: [", "timesteps: [0.01, 0.01, 0.1], bodies: [")
}

#[test]
fn frames_of_other_lengths_are_exact_in_time_back_and_forth() {
    let mut hand = TestHand::on(&with_a_dropped_frame());
    let time = |hand: &TestHand| (hand.state.run().time() * 1000.0).round() / 1000.0;
    let times = [0.0, 0.01, 0.02, 0.12, 0.137];
    for (frame, seconds) in times.into_iter().enumerate() {
        assert_eq!((hand.state.run().frame(), time(&hand)), (frame as u64, seconds));
        assert_eq!(hand.state.run().frames.frame_at(seconds), frame as u64);
        hand.key(Key::Period);
    }
    let mut world = Scene::from_ron(&with_a_dropped_frame(), "bench").unwrap().to_world().unwrap();
    let last = bits(hand.state.run().world());
    (0..5).for_each(|_| world.step());
    assert_eq!(last, bits(&world));
    for frame in [2, 1, 5, 0, 4, 5] {
        hand.state.apply(Command::Time(TimeCommand::Seek(frame)));
        assert_eq!(bits(hand.state.run().world()), bits(&fresh(hand.scene(), frame)), "{frame}");
    }
    assert_eq!(last, bits(hand.state.run().world()));
}

#[test]
fn a_dropped_frame_plays_for_as_long_as_it_takes() {
    let mut hand = TestHand::on(&with_a_dropped_frame());
    hand.key(Key::Space);
    let mut frames = Vec::new();
    // The frame of the key lasts 1/60 s, so that 0.12 s have passed after 0.11 s more.
    for _ in 0..11 {
        hand.wait(0.01);
        frames.push(hand.state.run().frame());
    }
    assert_eq!(frames, [2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3]);
}

#[test]
fn an_edit_in_the_middle_keeps_the_lengths_that_are_to_come_and_undo_brings_back_all() {
    let mut hand = TestHand::on(&with_a_dropped_frame());
    let before = hand.ron();
    hand.state.apply(Command::Time(TimeCommand::Seek(2)));
    let right = BodyEdit::Set("position", FieldValue::X(7.0));
    hand.apply(Command::Edit(EditCommand::Do(Change::Body(vec![2], right))));
    assert_eq!((hand.state.run().frame(), &hand.scene().timesteps[..]), (0, &[0.1][..]));
    hand.undo();
    assert_eq!((hand.ron(), hand.state.run().frame()), (before, 2));
}
