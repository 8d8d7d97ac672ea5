//! Pictures of scenes, from far away and from near.

use arbitrary::{Result, Unstructured};
use collide2d::Rotation;
use collision_test::picture::display::{DisplayList, Item, Rect};
use collision_test::picture::overlay::{self, Layers, Options, Picture};
use collision_test::picture::theme::Theme;
use collision_test::picture::view::{SCALE_RANGE, View};
use collision_test::report::not_finite::NotFinite;
use collision_test::report::{Report, ReportOptions};
use collision_test::scene::Scene;
use glam::Vec2;

use crate::decode::{CHUNK, between, change, index};
use crate::scenes::shipped;

/// Bytes before the edits.
const HEAD: usize = 24;

/// Steps before the picture.
const MOST_STEPS: u64 = 3;

/// Points of all that one picture draws.
const MOST_POINTS: usize = 300_000;

/// A picture of a shipped scene after edits of [`CHUNK`] bytes each, at any scale and place, has no more points
/// than a file and a screen can take, wherever the bodies are and however large.
pub fn pictures(data: &[u8]) {
    let (head, edits) = data.split_at(data.len().min(HEAD));
    let u = &mut Unstructured::new(head);
    let mut scene = u.choose(shipped()).unwrap().scene.clone();
    for chunk in edits.chunks(CHUNK) {
        if let Ok(edited) = change(&mut Unstructured::new(chunk)).unwrap().applied_to(&scene) {
            scene = edited;
        }
    }
    draw(&scene, u).unwrap();
}

fn draw(scene: &Scene, u: &mut Unstructured<'_>) -> Result<()> {
    let mut world = scene.to_world().unwrap();
    for _ in 0..u.int_in_range(0..=MOST_STEPS)? {
        world.step();
    }
    if NotFinite::of(&world).is_some() {
        return Ok(());
    }
    let canvas = Rect { min: Vec2::ZERO, max: Vec2::new(1280.0, 720.0) };
    // Where one of the bodies is, or a little beside it.
    let bodies = world.bodies();
    let body = bodies.get(usize::from(u.arbitrary::<u8>()?) % bodies.len().max(1));
    let center = body.map_or(Vec2::ZERO, |body| body.pose().position)
        + Vec2::new(between(u, -1.0, 1.0)?, between(u, -1.0, 1.0)?);
    let decades = between(u, SCALE_RANGE.0.log10(), SCALE_RANGE.1.log10())?;
    let rotation =
        if u.arbitrary()? { Rotation::from_degrees(between(u, -180.0, 180.0)?) } else { Rotation::IDENTITY };
    let view = View { center, scale: 10.0_f32.powf(decades), rotation, canvas };
    let bits: u32 = u.arbitrary()?;
    let layers: Layers = Layers::of_one_frame()
        .enumerate()
        .filter(|(i, _)| bits >> i & 1 == 0)
        .map(|(_, layer)| layer)
        .collect();
    let selected_pair = Some((index(u)?, index(u)?)).filter(|(a, b)| a < b && (*b as usize) < bodies.len());
    let options = Options { layers, selected_pair, legend: true, title: true, ..Options::default() };
    let report = Report::of(scene, &world, &ReportOptions::default());
    let picture = Picture {
        scene,
        world: &world,
        report: &report,
        view: &view,
        theme: &Theme::DARK,
        options: &options,
    };
    let points = points(&overlay::draw(&picture));
    assert!(points < MOST_POINTS, "{points} points at {} px/m around {center}", view.scale);
    Ok(())
}

fn points(list: &DisplayList) -> usize {
    let of = |item: &Item| match item {
        Item::Path { points, .. } => points.len(),
        Item::Segments { lines, .. } => 2 * lines.len(),
        Item::Circle { .. } | Item::Arrow { .. } | Item::Text { .. } => 1,
    };
    list.items.iter().map(|(_, item)| of(item)).sum()
}
