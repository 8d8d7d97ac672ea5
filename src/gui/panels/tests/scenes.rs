//! The picker of shipped scenes, and the field of the sentence.

use super::*;
use crate::scene::field::FieldValue;
use crate::scene::shipped;

/// A window of this size with the picker open.
fn picking(width: f32, height: f32) -> Desk {
    let mut desk = Desk::of(&touching(), width, height);
    desk.panels.scenes.open();
    for _ in 0..3 {
        desk.pass(Vec::new());
    }
    desk
}

fn typed(desk: &mut Desk, text: &str) {
    assert_eq!(desk.pass(vec![Event::Text(text.to_owned())]), []);
    desk.pass(Vec::new());
}

fn opens(stem: &'static str) -> Vec<Command> {
    vec![Command::File(FileCommand::Leave(Leave::OpenShipped(stem)))]
}

#[test]
fn the_picker_takes_the_focus_and_enter_opens_what_the_words_find() {
    let mut desk = picking(1280.0, 720.0);
    assert!(desk.panels.is_modal(&desk.state));
    assert!(desk.shows(&format!("{} scenes", shipped::all().len())));
    assert!(desk.shows("Nine ways to touch"));
    typed(&mut desk, "NEWTON rods");
    assert!(desk.shows("1 of "));
    assert!(desk.shows("Newton's cradle on rods") && !desk.shows("Nine ways to touch"));
    assert_eq!(desk.key(Key::Enter), opens("newtons-cradle-on-rods"));
    assert!(!desk.panels.is_modal(&desk.state));
    // It opens again with every scene.
    desk.panels.scenes.open();
    desk.pass(Vec::new());
    assert_eq!(desk.panels.scenes_found(), Some(shipped::all().len()));
}

#[test]
fn words_that_no_scene_has_are_told_and_enter_opens_nothing() {
    let mut desk = picking(1280.0, 720.0);
    typed(&mut desk, "zebra");
    assert!(desk.shows("No scene has all these words."));
    assert_eq!(desk.key(Key::Enter), []);
    assert_eq!(desk.panels.scenes_found(), Some(0));
    assert_eq!(desk.key(Key::Escape), []);
    assert_eq!(desk.panels.scenes_found(), None);
}

#[test]
fn arrow_keys_choose_and_bring_the_card_into_sight() {
    let mut desk = picking(1280.0, 720.0);
    let second = shipped::all()[1].stem();
    assert_eq!([desk.key(Key::ArrowRight), desk.key(Key::Enter)].concat(), opens(second));
    let mut desk = picking(1280.0, 720.0);
    for _ in 0..shipped::all().len() {
        desk.key(Key::PageDown);
        desk.key(Key::ArrowRight);
    }
    desk.pass(Vec::new());
    let last = shipped::all().last().unwrap();
    assert!(desk.shows(&last.scene().name), "the last card is in sight");
    assert_eq!(desk.key(Key::Enter), opens(last.stem()));
}

#[test]
fn a_click_opens_a_card_and_one_beside_the_picker_closes_it() {
    let mut desk = picking(1280.0, 720.0);
    let at = desk.text("Circle inside a rectangle");
    assert_eq!(desk.click(at), opens("circle-inside-a-rectangle"));
    let mut desk = picking(1280.0, 720.0);
    assert_eq!(desk.click(pos2(640.0, 4.0)), []);
    assert!(!desk.panels.is_modal(&desk.state));
}

#[test]
fn a_question_comes_before_the_picker() {
    let mut desk = picking(1280.0, 720.0);
    let edit = Change::Body(vec![0], BodyEdit::Set("position", FieldValue::X(0.5)));
    desk.state.apply(edit.into());
    desk.state.apply(Command::File(FileCommand::Leave(Leave::New)));
    assert_eq!(desk.key(Key::Escape), [Command::Answer(Answer::Cancel)]);
    assert!(desk.panels.is_modal(&desk.state));
}

#[test]
fn every_card_gets_its_picture_in_both_themes_and_at_every_size() {
    for (width, height) in [(1.0, 1.0), (200.0, 150.0), (640.0, 480.0), (1280.0, 720.0), (1920.0, 1080.0)] {
        let mut desk = picking(width, height);
        for toggles in [false, true] {
            if toggles {
                desk.state.apply(Command::View(ViewCommand::ToggleTheme));
            }
            for _ in 0..shipped::all().len() {
                desk.key(Key::ArrowRight);
            }
            for clipped in desk.context.tessellate(desk.shapes.clone(), 1.0) {
                assert!(!clipped.clip_rect.any_nan(), "{width}");
                let Primitive::Mesh(mesh) = clipped.primitive else { continue };
                assert!(mesh.vertices.iter().all(|vertex| vertex.pos.is_finite()), "{width}");
            }
        }
    }
}

#[test]
fn the_sentence_of_a_scene_is_below_its_name_or_below_the_bodies_while_it_is_empty() {
    let above = |desk: &Desk| desk.text("About").y < desk.text("Gravity").y;
    assert!(!above(&Desk::of(&touching(), 1280.0, 1400.0)));
    let about = "A ball lies 0.25 m deep in a crate.".to_owned();
    let mut desk = Desk::of(&Scene { about, ..touching() }, 1280.0, 1400.0);
    assert!(above(&desk));
    let field = pos2(1150.0, desk.text("About").y);
    desk.click(field);
    let mut commands = desk.pass(vec![Event::Text("See: ".to_owned())]);
    commands.extend(desk.key(Key::Enter));
    commands.extend(desk.pass(Vec::new()));
    let [Command::Edit(EditCommand::Do(Change::Scene(SceneEdit::About(text))))] = commands.as_slice() else {
        panic!("{commands:?}")
    };
    assert!(text.contains("See: "), "{text}");
}

/// The number of scenes and what the keys do lie beside the search, or give way.
#[test]
fn the_head_of_the_picker_does_not_lie_over_itself() {
    let count = format!("{} scenes", shipped::all().len());
    for (width, height) in [(640.0, 400.0), (900.0, 600.0), (1280.0, 720.0)] {
        let desk = picking(width, height);
        let place = |words: &str| {
            desk.shapes.iter().find_map(|clipped| match &clipped.shape {
                Shape::Text(text) if text.galley.text().starts_with(words) => {
                    Some(text.visual_bounding_rect())
                }
                _ => None,
            })
        };
        let rects: Vec<_> =
            ["Scenes", "Search: capsule", &count, "arrow keys"].map(place).into_iter().flatten().collect();
        assert!(rects.len() >= 3, "{rects:?} at {width}");
        for (i, rect) in rects.iter().enumerate() {
            assert!(rects[..i].iter().all(|other| !other.intersects(*rect)), "{rects:?} at {width}");
        }
    }
}
