//! What is told in words holds: stages, shortcuts and explanations against the numbers of the report.
#![allow(clippy::unwrap_used)]

use collide2d::{GeneratorOutcome, PairOutcome, Stage, World};
use collision_test::explain::classic_mistakes;
use collision_test::explain::stages::{StageText, StepRecord};
use collision_test::report::{PairReport, WhichAxes, is_containment};
use collision_test::scene::Scene;
use collision_test::scene::shipped;

/// Every stage of the steps from some frames of the shipped scenes but the crowd.
fn each_stage(mut check: impl FnMut(&str, &Scene, &StepRecord, &StageText)) {
    for shipped in shipped::all().iter().filter(|shipped| shipped.scene().bodies.len() < 300) {
        let scene = shipped.scene();
        let mut world = scene.to_world().unwrap();
        for frame in 0..=60 {
            if [0, 1, 2, 20, 60].contains(&frame) {
                let mut recording = StepRecord::of(&world, None);
                for done in 1..=recording.len() {
                    recording.go_to(done);
                    let text = recording.text(scene).unwrap();
                    check(&format!("{}@{frame}: {}", scene.name, text.title), scene, &recording, &text);
                }
            }
            world.step();
        }
    }
}

fn stages_of(scene: &Scene, selected: Option<(u32, u32)>) -> Vec<StageText> {
    let mut recording = StepRecord::of(&scene.to_world().unwrap(), selected);
    let texts = (1..=recording.len()).map(|done| {
        recording.go_to(done);
        recording.text(scene).unwrap()
    });
    texts.collect()
}

fn shipped(name: &str) -> &'static Scene {
    shipped::find(name).unwrap().scene()
}

fn stepped(scene: &Scene, frames: u32) -> World {
    let mut world = scene.to_world().unwrap();
    (0..frames).for_each(|_| world.step());
    world
}

#[test]
fn of_an_early_out_the_aabbs_are_said_to_meet_where_they_do() {
    let scene = r#"(version: 1, bodies: [
        (name: "one", shape: Rectangle(width: 2.0, height: 2.0)),
        (name: "two", shape: Rectangle(width: 2.0, height: 2.0), position: (3.2, 0.5)),
    ])"#;
    let scene = Scene::from_ron(scene, "apart").unwrap();
    let texts = stages_of(&scene, Some((0, 1)));
    let told = texts.iter().find(|text| text.pair == Some((0, 1))).unwrap();
    assert!(told.sentence.contains("the AABBs of one and two are 1.2 m apart along x"), "{}", told.sentence);
    assert!(!told.sentence.contains("meet"), "{}", told.sentence);
    let mut seen = 0;
    each_stage(|case, _, recording, text| {
        let Some(Stage::NarrowPhase { pair, outcome: PairOutcome::EarlyOut }) = recording.stage() else {
            return;
        };
        let aabb = |index: u32| recording.world().bodies()[index as usize].aabb();
        let meets = aabb(pair.a()).overlaps(&aabb(pair.b()));
        assert_eq!(text.sentence.contains("the AABBs meet"), meets, "{case}: {}", text.sentence);
        seen += 1;
    });
    assert!(seen > 20, "{seen}");
}

#[test]
fn a_narrow_phase_says_way_out_and_opposite_where_they_are() {
    let (mut inside, mut opposite, mut seen) = (0, 0, 0);
    each_stage(|case, _, recording, text| {
        let Some(Stage::NarrowPhase { pair, outcome: PairOutcome::Contact(contact) }) = recording.stage()
        else {
            return;
        };
        let read = PairReport::of_pair(recording.world(), pair.a(), pair.b(), WhichAxes::Every).unwrap();
        let trace = read.trace.unwrap();
        let axis = &trace.local.axes[trace.deciding.unwrap()];
        seen += 1;
        let is_inside = is_containment(axis);
        inside += usize::from(is_inside);
        assert_eq!(text.sentence.contains("way out is"), is_inside, "{case}: {}", text.sentence);
        assert_eq!(text.sentence.contains("overlap is"), !is_inside, "{case}: {}", text.sentence);
        let is_opposite = contact.normal.dot(axis.direction) < 0.0;
        opposite += usize::from(is_opposite);
        let normal = text.details.iter().find(|line| line.starts_with("normal")).unwrap();
        assert_eq!(normal.contains("the opposite of the axis"), is_opposite, "{case}: {normal}");
    });
    assert!(seen > 500 && inside > 20 && opposite > 100, "{seen}, {inside} inside, {opposite} opposite");
}

#[test]
fn a_stopped_bullet_is_put_deep_and_not_along_the_normal() {
    let mut world = shipped("bullet").to_world().unwrap();
    let mut stopped = 0;
    for _ in 0..40 {
        let mut recording = StepRecord::of(&world, None);
        for done in 1..=recording.len() {
            recording.go_to(done);
            if matches!(recording.stage(), Some(Stage::Stopped { .. })) {
                stopped += 1;
                let sentence = recording.text(shipped("bullet")).unwrap().sentence;
                assert!(sentence.contains("and put 0.0005 m deep there"), "{sentence}");
                assert!(!sentence.contains("along the normal"), "{sentence}");
            }
        }
        world.step();
    }
    assert!(stopped > 1, "{stopped}");
}

#[test]
fn a_cable_or_rod_is_mended_by_what_can_be_moved() {
    let (mut one, mut both) = (0, 0);
    each_stage(|case, _, recording, text| {
        let Some(Stage::Generator { outcome: GeneratorOutcome::Contacts(made), .. }) = recording.stage()
        else {
            return;
        };
        let (Some(made), true) = (made.first(), text.sentence.contains("mends it")) else { return };
        let bodies = [Some(made.a), made.b].map(|index| &recording.world().bodies()[index.unwrap() as usize]);
        let moving = bodies.iter().filter(|body| body.inverse_mass() > 0.0).count();
        *(if moving == 1 { &mut one } else { &mut both }) += 1;
        assert_eq!(text.sentence.contains(", or "), moving == 2, "{case}: {}", text.sentence);
        let by_the_first = text.sentence.contains(" along the normal ");
        assert_eq!(by_the_first, bodies[0].inverse_mass() > 0.0, "{case}: {}", text.sentence);
    });
    assert!(one > 5 && both > 5, "{one} with one body that can be moved, {both} with two");
}

#[test]
fn a_ground_says_how_many_points_hold_a_body() {
    let texts = stages_of(shipped("endless-ground"), None);
    let told = texts.iter().find(|text| text.title.starts_with("Generator")).unwrap();
    let expected =
        "it gives 1 contact of two points, the support points of slider, against its normal (0, 1).";
    assert!(told.sentence.contains(expected), "{}", told.sentence);
    assert_eq!(told.details.len(), 2);
}

#[test]
fn no_step_is_said_to_test_nothing_beside_the_tests_of_static_pairs() {
    let mut alone = 0;
    each_stage(|case, _, recording, text| {
        let Some(Stage::BroadPhase(pairs)) = recording.stage() else { return };
        let is_test = |index: &usize| matches!(recording.at(*index), Some(Stage::NarrowPhase { .. }));
        if !pairs.is_empty() || !(0..recording.len()).any(|index| is_test(&index)) {
            return;
        }
        alone += 1;
        assert!(text.title.ends_with("no pair for the step to test"), "{case}");
        let told = [
            "the step tests none, and leaves alone",
            "the step leaves it alone",
            "the step does not test it",
        ];
        assert!(told.iter().any(|words| text.sentence.contains(words)), "{case}: {}", text.sentence);
    });
    assert!(alone > 10, "{alone}");
}

#[test]
fn one_body_that_goes_has_one_of_its_contacts_taken() {
    let (mut one, mut many) = (0, 0);
    for name in ["coin", "jelly"] {
        let mut world = shipped(name).to_world().unwrap();
        for _ in 0..300 {
            let mut recording = StepRecord::of(&world, None);
            for done in 1..=recording.len() {
                let Some(Stage::Reactions(reactions)) = recording.at(done - 1) else { continue };
                let is_one = reactions.len() == 1;
                recording.go_to(done);
                let sentence = recording.text(shipped(name)).unwrap().sentence;
                assert_eq!(sentence.contains("took one of its contacts"), is_one, "{sentence}");
                assert!(!is_one || !sentence.contains("theirs"), "{sentence}");
                *(if is_one { &mut one } else { &mut many }) += 1;
            }
            world.step();
        }
    }
    assert!(one > 1 && many == 0, "{one} and {many}");
}

#[test]
fn what_cancels_in_a_boxs_frame_is_rounding() {
    let texts = stages_of(shipped("pair-circle-rectangle"), None);
    let formulas = texts.iter().flat_map(|text| &text.formulas);
    let turned: Vec<_> = formulas.filter(|formula| formula.symbols.starts_with("p_x = ")).collect();
    assert!(turned.iter().any(|formula| formula.is_rounding), "{turned:#?}");
    for text in &texts {
        let details = text.details.iter().filter(|line| line.contains("frame"));
        let numbers = text.formulas.iter().filter(|formula| formula.symbols.starts_with("p_"));
        for line in details.chain(numbers.map(|formula| &formula.numbers)) {
            assert!(!line.contains("e-8") && !line.contains("e-9"), "{line}");
        }
    }
}

#[test]
fn shapes_that_only_touch_are_not_said_to_be_apart() {
    let (mut touching, mut apart) = (0, 0);
    for shipped in shipped::all().iter().filter(|shipped| shipped.scene().bodies.len() < 100) {
        let scene = shipped.scene();
        let world = stepped(scene, 0);
        let count = world.bodies().len() as u32;
        for (a, b) in (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b))) {
            for test in
                classic_mistakes::of_pair(&world.bodies()[a as usize], &world.bodies()[b as usize], None)
            {
                let unit = collision_test::scene::numbers::LengthUnit::of(world.bodies());
                let told = test.sentence(unit, &|index| scene.bodies[index as usize].name.clone());
                assert!(!told.contains(" 0 m apart") && !told.contains(" 0 m off"), "{}: {told}", scene.name);
                if test.differs() && test.gap == 0.0 {
                    touching += 1;
                    assert!(told.contains("only touch"), "{}: {told}", scene.name);
                    assert_eq!(test.right_words(unit), "touching without overlap");
                } else if test.differs() {
                    apart += 1;
                }
            }
        }
    }
    assert!(touching > 10 && apart > 20, "{touching} touching, {apart} others");
}

#[test]
fn two_axes_that_overlap_are_told_as_overlaps() {
    let scene = shipped("wall-on-two-axes");
    let world = stepped(scene, 0);
    let index = |name: &str| scene.bodies.iter().position(|body| body.name == name).unwrap();
    let body = |name: &str| &world.bodies()[index(name)];
    let tests = classic_mistakes::of_pair(body("gem"), body("ledge"), None);
    let test = tests.iter().find(|test| test.shortcut() == classic_mistakes::Shortcut::WallAxesOnly).unwrap();
    let told = test.sentence(Default::default(), &|_| String::new());
    assert!(told.contains("and yet they are apart; along"), "{told}");
    assert!(told.contains("Across the wall the way out is 0.5 m, along it the overlap 0.5 m."), "{told}");
    assert!(!told.contains("apart: by"), "{told}");
}
