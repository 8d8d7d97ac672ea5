//! Why? in the editor: the words follow a drag; the pair is copied and pasted back; the canvas is saved alone.

use std::path::Path;

use collide2d::collide;
use collision_test::app::{
    AppState, Arrangement, Command, EditCommand, Effect, EventKind, FileCommand, Leave, Modifiers, News,
    PairText, Panel, PointerButton, SelectCommand, Settings, TimeCommand, ViewCommand,
};
use collision_test::report::check::check;
use collision_test::report::why::take_away::programs::PeerEngine;
use collision_test::report::why::{NoEffect, Topic};
use collision_test::scene::Scene;
use glam::Vec2;

use crate::hand::{TestHand, canvas};

fn copied(hand: &mut TestHand, text: PairText) -> String {
    hand.effects.clear();
    hand.apply(Command::Edit(EditCommand::CopyPair(text)));
    match hand.effects.as_slice() {
        [Effect::WriteClipboard(text)] => text.clone(),
        effects => panic!("{effects:?}, {}", hand.last_message()),
    }
}

/// The bits of the contact of two bodies at frame 0.
fn bits(scene: &Scene, a: usize, b: usize) -> Vec<u32> {
    let world = scene.to_world().unwrap();
    let (a, b) = (&world.bodies()[a], &world.bodies()[b]);
    let contact = collide(a.shape(), a.pose(), b.shape(), b.pose()).unwrap();
    let points = contact.points().iter().flat_map(|p| [p.from_a.x, p.from_a.y, p.depth]);
    let whole = [contact.normal.x, contact.normal.y, contact.depth];
    whole.into_iter().chain(points).map(f32::to_bits).collect()
}

#[test]
fn the_words_follow_a_drag() {
    let mut hand = TestHand::new();
    hand.letter('Y', Modifiers::NONE);
    assert_eq!(hand.state.showing().panel, Panel::Why);
    let said = |hand: &TestHand| hand.state.explanation().unwrap().paragraph();
    assert!(said(&hand).starts_with("ball and crate are in contact: moving ball by 0.25 m along"));
    hand.press((0.0, 2.2));
    hand.move_to((0.0, 2.3));
    hand.move_to((0.0, 2.33));
    assert!(said(&hand).contains("moving ball by 0.12 m along"), "{}", said(&hand));
    hand.move_to((0.0, 3.2));
    assert!(said(&hand).starts_with("ball and crate are 0.75 m apart."), "{}", said(&hand));
    hand.release((0.0, 3.2));
    hand.undo();
    assert!(said(&hand).contains("0.25 m"));
}

/// `explain --format rapier` alone gave it.
#[test]
fn a_pair_is_copied_as_a_program_of_each_engine() {
    for (engine, line) in [
        (PeerEngine::Rapier, "use rapier2d"),
        (PeerEngine::Box2d, "box2d"),
        (PeerEngine::Planck, "planck"),
        (PeerEngine::Matter, "Matter"),
        (PeerEngine::Pymunk, "import pymunk"),
        (PeerEngine::Godot, "extends "),
    ] {
        let mut hand = TestHand::new();
        let text = copied(&mut hand, PairText::Program(engine));
        assert!(text.contains(line) && text.contains("ball"), "{text}");
        assert_eq!(hand.last_message(), format!("Copied as a program of {}.", engine.name()));
    }
}

#[test]
fn a_copied_pair_is_pasted_into_an_empty_scene_as_it_was() {
    let mut hand = TestHand::new();
    hand.drag((0.3, 2.2), (0.437, 2.1731));
    let before = bits(hand.scene(), 0, 1);
    let text = copied(&mut hand, PairText::Scene);
    hand.apply(Command::File(FileCommand::SaveTo(hand.file())));
    hand.apply(Command::File(FileCommand::Leave(Leave::New)));
    assert_eq!(hand.scene().bodies.len(), 0);
    let blank = hand.ron();
    hand.letter('V', Modifiers::CTRL);
    assert_eq!(bits(hand.scene(), 0, 1), before);
    assert_eq!(*hand.scene(), Scene::from_ron(&text, "copied").unwrap());
    assert!(check(hand.scene()).unwrap().failures.is_empty());
    assert_eq!(hand.selected_pair(), Some(("ball", "crate")));
    hand.undo();
    assert_eq!(hand.ron(), blank);
}

#[test]
fn a_copied_pair_is_pasted_aside_where_its_place_is_taken_and_in_place_where_it_is_free() {
    let mut hand = TestHand::new();
    let before = hand.ron();
    copied(&mut hand, PairText::Scene);
    hand.letter('V', Modifiers::CTRL);
    let step = hand.state.showing().grid().step();
    assert_eq!(hand.body("ball 2").position, Vec2::new(step, 1.75 - step));
    assert_eq!(hand.selected_pair(), Some(("ball 2", "crate 2")));
    // The line of the copied scene names the new bodies, and what stays behind is told.
    let lines: Vec<_> = hand.scene().expect.iter().map(|line| line.names(" – ")).collect();
    assert_eq!(lines.last().unwrap(), "ball 2 – crate 2");
    assert!(check(hand.scene()).unwrap().failures.is_empty());
    assert!(hand.last_message().starts_with("Pasted without its settings"), "{}", hand.last_message());
    hand.undo();
    assert_eq!(hand.ron(), before);

    let far =
        "(version: 1, solver: Off, bodies: [(name: \"p\", shape: Circle(radius: 1.0), position: (60.1, 9.7)),
        (name: \"q\", shape: Circle(radius: 1.0), position: (61.3, 9.1))],
        queries: [Point(name: \"in p\", at: (60.1, 9.7))],
        expect: [Separate(a: \"p\", b: \"q\"), Hit(query: \"in p\", body: \"p\"), Contact(a: \"p\", b: \"q\"),
            Separate(a: \"p\", b: \"q\", frame: 9)])";
    hand.apply(Command::News(News::ClipboardRead(Ok(far.to_owned()))));
    assert_eq!(hand.body("p").position, Vec2::new(60.1, 9.7));
    assert!(hand.last_message().contains("3 of 4 `expect` lines"), "{}", hand.last_message());
    assert_eq!(hand.scene().expect.len(), 3);
    assert!(check(hand.scene()).unwrap().failures.is_empty());
}

#[test]
fn a_pair_of_a_recording_is_copied_as_it_is_in_its_frame() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes/recordings/collide2d.jsonl");
    let mut state = AppState::open(&path, Settings::default(), canvas()).unwrap();
    state.apply(Command::Time(TimeCommand::Seek(20)));
    state.advance(0.1);
    state.apply(Command::View(ViewCommand::NextPair));
    let (a, b) = state.looking().selected_pair().unwrap();
    let contact = state.derived().report.pair((a, b)).unwrap().contact.clone().unwrap();
    let effects = state.apply(Command::Edit(EditCommand::CopyPair(PairText::Scene)));
    let [Effect::WriteClipboard(text)] = effects.as_slice() else { panic!("{effects:?}") };
    let scene = Scene::from_ron(text, "copied").unwrap();
    assert!(scene.name.contains(&format!("at frame {} of", state.run().frame())), "{}", scene.name);
    assert!(state.run().frame() > 10);
    let again = bits(&scene, 0, 1);
    assert_eq!(again[2], contact.depth.to_bits());
    assert!(state.explanation().unwrap().touching);
}

#[test]
fn a_right_click_opens_a_menu_and_a_right_drag_pans() {
    let mut hand = TestHand::new();
    let at = hand.screen((0.0, 0.9));
    let (press, release) = (
        |at| EventKind::Pressed(PointerButton::Right, at),
        |at| EventKind::Released(PointerButton::Right, at),
    );
    hand.frame_of(&[EventKind::Moved(at), press(at), release(at)], at, 0.016);
    assert_eq!(hand.effects, [Effect::ContextMenu(at)]);
    hand.effects.clear();
    let aside = at + Vec2::new(30.0, 0.0);
    hand.frame_of(&[press(at), EventKind::Moved(aside), release(aside)], aside, 0.016);
    assert_eq!(hand.effects, []);
}

#[test]
fn the_canvas_alone_is_saved_as_svg_and_png() {
    let mut hand = TestHand::new();
    hand.apply(Command::File(FileCommand::SaveCanvas));
    assert_eq!(
        hand.effects,
        [Effect::CanvasDialog(hand.folder.path().to_owned(), "bench-frame-0.svg".to_owned())]
    );
    let path = |name: &str| hand.folder.path().join(name);
    let (svg, png, other) = (path("canvas.svg"), path("canvas.png"), path("canvas.txt"));
    for path in [&svg, &png, &other] {
        hand.apply(Command::File(FileCommand::SaveCanvasTo(path.clone())));
    }
    assert!(std::fs::read_to_string(&svg).unwrap().starts_with("<svg"));
    let decoder = png::Decoder::new(std::io::BufReader::new(std::fs::File::open(&png).unwrap()));
    let info = decoder.read_info().unwrap();
    assert_eq!((info.info().width, info.info().height), (1000, 700));
    assert!(!other.exists() && hand.last_message().contains("must end in .svg or .png"));
    let printed = hand.effects.iter().filter(|effect| matches!(effect, Effect::Print(_))).count();
    assert_eq!(printed, 2);
    // The name that was typed is not lost.
    let again = Effect::CanvasDialog(hand.folder.path().to_owned(), "canvas.txt".to_owned());
    assert_eq!(hand.effects.last(), Some(&again));
}

/// The words of Why? of two bodies, by name, at a frame.
fn words(state: &mut AppState, frame: u64) -> String {
    state.apply(Command::Time(TimeCommand::Seek(frame)));
    state.apply(Command::Select(SelectCommand::Only(vec![0, 1])));
    state.advance(0.0);
    assert_eq!(state.looking().selected_pair(), Some((0, 1)));
    state.explanation().unwrap().lines().join(" ")
}

/// At 120 m/s a ball of 0.1 m goes 2 m a step: from -1 to 1 over a wall at 0, which it touches after 0.9 m, 0.45 of the
/// second step.
#[test]
fn a_ball_that_passed_a_wall_within_a_step_moved_too_far() {
    let mut hand = TestHand::on(
        "Scene(version: 1, bodies: [
            Body(name: \"ball\", shape: Circle(radius: 0.1), position: (-3.0, 0.0), motion: Dynamic(velocity: (120.0, 0.0))),
            Body(name: \"wall\", shape: Wall(start: (0.0, -2.0), end: (0.0, 2.0))),
        ])",
    );
    hand.apply(Command::View(ViewCommand::ShowPanel(Panel::Why)));
    let said = words(&mut hand.state, 2);
    assert!(said.starts_with("ball and wall moved too far in the step to this frame"), "{said}");
    assert!(said.contains("touched at 0.02417 s, were up to 0.1 m deep"), "{said}");
    let world = hand.state.run().world().clone();
    for frame in [0, 1, 3] {
        let said = words(&mut hand.state, frame);
        assert!(said.starts_with("ball and wall do not touch: their AABBs"), "{frame}: {said}");
    }
    assert!(words(&mut hand.state, 2).contains("moved too far"));
    assert_eq!(hand.state.run().world().hash(), world.hash(), "the run is the same");
}

/// Frames of a ball and what is below it, at these heights, 60 a second; `contacts` of each.
fn recorded(folder: &Path, below: &str, heights: impl Iterator<Item = f32>, contacts: &str) -> AppState {
    let header = format!(
        r#"{{"recording": 1, "engine": "hand", "metres_per_unit": 1, "y": "up", "angle": "radians", "normal": "from b to a", "bodies": [{{"name": "ball", "shapes": [{{"circle": {{"radius": 0.5}}}}]}}, {{"name": "below", "static": true, {below}}}]}}"#
    );
    let line = |(n, y): (usize, f32)| {
        let time = n as f64 / 60.0;
        format!(
            "{{\"frame\": {n}, \"time\": {time}, \"poses\": [[0, {y}, 0], [0, 0, 0]], \"contacts\": [{contacts}]}}\n"
        )
    };
    let path = folder.join("ball.jsonl");
    std::fs::write(&path, format!("{header}\n{}", heights.enumerate().map(line).collect::<String>()))
        .unwrap();
    let mut state = AppState::open(&path, Settings::default(), canvas()).unwrap();
    state.apply(Command::View(ViewCommand::ShowPanel(Panel::Why)));
    state
}

/// The same numbers as in `explain`: held from frame 26 on from above, let through since frame 6 from below.
#[test]
fn a_recording_says_how_a_one_way_body_was_met() {
    let folder = tempfile::tempdir().unwrap();
    let ledge =
        r#""one_way": [0, 1], "shapes": [{"rectangle": {"width": 6, "height": 0.5}, "at": [0, -0.25]}]"#;
    let mut state = recorded(folder.path(), ledge, (0..31).map(|n| 1.5 - 0.04 * n as f32), "");
    for frame in [29, 27, 26, 30, 28] {
        let said = words(&mut state, frame);
        assert!(said.starts_with("ball and below are in contact"), "{frame}: {said}");
        let pair = state.derived().report.pair((0, 1)).unwrap();
        assert!(pair.contact.is_some() && !pair.let_through, "{frame}");
    }
    let mut state = recorded(folder.path(), ledge, (0..31).map(|n| -1.5 + 0.1 * n as f32), "");
    for frame in [14, 6, 19, 10] {
        let said = words(&mut state, frame);
        assert!(said.contains("since frame 6,") && said.contains("180° off"), "{frame}: {said}");
        assert!(state.derived().report.pair((0, 1)).unwrap().let_through, "{frame}");
    }
}

#[test]
fn a_recording_says_what_crossed_before_a_frame_and_what_its_engine_leaves_out() {
    let folder = tempfile::tempdir().unwrap();
    let wall = r#""shapes": [{"rectangle": {"width": 4, "height": 0.2}}]"#;
    let mut state = recorded(folder.path(), wall, [2.0, -2.0].into_iter(), "");
    assert!(words(&mut state, 0).contains("do not touch: their AABBs"));
    let said = words(&mut state, 1);
    assert!(said.starts_with("ball and below moved too far"), "{said}");
    assert!(said.contains("touched at 0.005833 s, were up to 0.6 m deep"), "{said}");
    let filtered = r#"{"a": 0, "b": 1, "filtered": true}"#;
    let mut state = recorded(folder.path(), wall, [0.4, 0.3].into_iter(), filtered);
    let said = words(&mut state, 1);
    assert!(said.starts_with("hand leaves ball and below out on purpose"), "{said}");
}
/// Two bodies that are no pair: the reason is told of those that are selected, and of two alone.
#[test]
fn two_selected_bodies_that_are_no_pair_are_told_why() {
    let mut hand = TestHand::on(
        r#"Scene(version: 1, bodies: [
            Body(name: "v", shape: Wall(start: (0.0, -1.0), end: (0.0, 1.0)), motion: Dynamic()),
            Body(name: "w", shape: Wall(start: (-1.0, 0.0), end: (1.0, 0.0)), motion: Dynamic()),
            Body(name: "player", shape: Circle(radius: 1.0), position: (5.0, 0.0), motion: Dynamic(), meets: ["level"]),
            Body(name: "enemy", shape: Circle(radius: 1.0), position: (5.5, 0.0), motion: Dynamic(), is: ["enemy"]),
        ])"#,
    );
    hand.select(&["w", "v"]);
    assert!(hand.state.explanation().is_none());
    let why = hand.state.why_no_pair().unwrap();
    assert_eq!(why.reason, NoEffect::BothLines, "{why:?}");
    assert!(why.text.starts_with("v and w are both lines"), "{why:?}");
    hand.select(&["enemy", "player"]);
    let why = hand.state.why_no_pair().unwrap();
    assert_eq!((why.reason, why.passed.last()), (NoEffect::Masks, Some(&NoEffect::BothLines)), "{why:?}");
    assert!(why.text.contains("player meets \"level\", and enemy is \"enemy\""), "{why:?}");
    for others in [&["player"][..], &["player", "enemy", "v"]] {
        hand.select(others);
        assert!(hand.state.why_no_pair().is_none(), "{others:?}");
    }
}

/// A ball that is 3 cm deep in a one-way ledge in frame 0; the window asks its own run how the two first met.
#[test]
fn the_window_tells_the_rule_of_a_one_way_body_at_every_frame() {
    let mut hand = TestHand::on(
        r#"Scene(version: 1, bodies: [
            Body(name: "ledge", shape: Rectangle(width: 6.0, height: 0.5), one_way: (0.0, 1.0)),
            Body(name: "deep", shape: Circle(radius: 0.5), position: (2.0, 0.72), motion: Dynamic()),
        ])"#,
    );
    hand.select(&["ledge", "deep"]);
    for (frame, rule) in [
        (0, "are deeper than their approach in this"),
        (5, "were deeper than their approach in that"),
        (2, "were"),
    ] {
        hand.apply(Command::Time(TimeCommand::Seek(frame)));
        hand.state.advance(0.1);
        let told = hand.state.explanation().unwrap().lines();
        let words = format!("since frame 0, until they are apart: they {rule}");
        assert!(told[0].contains(&words), "frame {frame}: {told:?}");
        assert!(told[1].starts_with("Ruled out before: removed, both static"), "{told:?}");
    }
}

/// They were left out without a word.
#[test]
fn a_pasted_scene_tells_of_each_kind_of_line_that_stays_behind() {
    let mut hand = TestHand::new();
    let pasted = r#"Scene(version: 1, bodies: [Body(name: "box", shape: Circle(radius: 1.0), motion: Dynamic())],
        queries: [Point(name: "feet", at: (0.0, 0.0))],
        stops: [Faster(body: "box", than: 3.0), NotFinite()],
        watch: ["box.speed"], bookmarks: [Bookmark(frame: 3, note: "here")],
        inputs: [Push(frame: 2, body: "box", impulse: (1.0, 0.0))])"#;
    let read = News::ClipboardRead(Ok(pasted.to_owned()));
    hand.apply(Command::News(read));
    assert!(hand.scene().bodies.iter().any(|body| body.name == "box"));
    let told = "Pasted without 1 query, 2 stops, 1 watched number, 1 bookmark, 1 input: in an empty scene (File > New) all of it \
                is pasted.";
    assert_eq!(hand.last_message(), told);
}

/// A crate of 4 kg on a floor: 4 × 10 / 60 N·s carry it for a step. It touched before, and the window makes the step again.
#[test]
fn the_window_tells_what_the_step_did_with_the_contact() {
    let mut hand = TestHand::on(
        r#"Scene(version: 1, gravity: (0.0, -10.0), solver: Rigid, bodies: [
            Body(name: "floor", shape: Wall(start: (-50.0, 0.0), end: (50.0, 0.0))),
            Body(name: "crate", shape: Rectangle(width: 1.0, height: 1.0), position: (0.0, 0.5), motion: Dynamic(mass: 4.0)),
        ])"#,
    );
    hand.letter('Y', Modifiers::NONE);
    hand.select(&["floor", "crate"]);
    let told = |hand: &mut TestHand, frame| {
        hand.apply(Command::Time(TimeCommand::Seek(frame)));
        hand.state.advance(0.1);
        hand.state.explanation().unwrap().about(Topic::Response)
    };
    assert_eq!(told(&mut hand, 0), "");
    let words = "In this step the contact pressed with 0.6667 N·s (40 N); friction gave 0 of the 0.3333 N·s that it may (mu = 0.5, the \
                 root of 0.5 × 0.5). It holds: no slip.";
    assert_eq!(told(&mut hand, 60), words);
    assert_eq!(told(&mut hand, 40), words);
}

/// An arm and a bar that a joint holds. `x`: of the bar, which is 0.5 m in the arm at 1.5; `masks`: fields of the bar.
fn held(x: f32, masks: &str) -> TestHand {
    let mut hand = TestHand::on(&format!(
        r#"(version: 1, bodies: [
            (name: "arm", shape: Rectangle(width: 2.0, height: 0.4)),
            (name: "bar", shape: Rectangle(width: 2.0, height: 0.2), position: ({x:?}, 0.0), motion: Dynamic(){masks}),
        ], joints: [Revolute(a: "arm", b: "bar", at_a: (0.75, 0.0), at_b: (-0.75, 0.0))])"#
    ));
    hand.apply(Command::View(ViewCommand::SelectPair(Some((0, 1)))));
    hand
}

/// It was said that they only just touch, or that one of them is gone; and of two that are apart a scene was copied in which they
/// collide.
#[test]
fn a_pair_that_a_joint_holds_is_not_copied_and_the_joint_is_told() {
    for (x, masks) in [(1.5, ""), (4.0, ""), (1.5, ", is: [\"bar\"], meets: []")] {
        let programs = PeerEngine::ALL.map(PairText::Program);
        for text in [PairText::Scene, PairText::RustTest, PairText::Markdown].into_iter().chain(programs) {
            let mut hand = held(x, masks);
            hand.effects.clear();
            hand.apply(Command::Edit(EditCommand::CopyPair(text)));
            assert_eq!(hand.effects, [], "{text:?}");
            let why = hand.state.why_no_pair().unwrap();
            assert_eq!(why.reason == NoEffect::Joint, masks.is_empty(), "{why:?}");
            assert_eq!(hand.last_message(), format!("Not copied: {}", why.text), "{text:?}");
        }
    }
}

/// They were enabled, and moved a body or did nothing, without a word.
#[test]
fn what_a_joint_holds_is_neither_separated_nor_made_to_touch_and_that_is_told() {
    for x in [1.5, 4.0] {
        for command in [
            EditCommand::Arrange(Arrangement::Separate),
            EditCommand::Arrange(Arrangement::MakeTouch),
            EditCommand::FindTouch,
        ] {
            let mut hand = held(x, "");
            let before = hand.ron();
            hand.apply(Command::Edit(command.clone()));
            assert_eq!(hand.ron(), before, "{x} {command:?}");
            let told = "Joint 0 between arm and bar joins them, and what it joins does not collide with each other (`collide: false`).";
            assert_eq!(hand.last_message(), told, "{x} {command:?}");
        }
    }
}
