//! Scenes of many bodies, the same for every engine, and the reference's contacts in them.

use glam::{DVec2, Vec2};

use crate::form::{Form, Forms, Place};
use crate::peers::ours::FRICTION;
use crate::reference;

/// A body as every engine gets it.
#[derive(Clone, Debug)]
pub struct Thing {
    pub form: Form,
    pub place: Place,
    /// Dynamic, else static.
    pub moves: bool,
    /// Metres per second.
    pub velocity: Vec2,
    /// Degrees per second.
    pub turn: f32,
    pub friction: f32,
    /// It never turns.
    pub upright: bool,
    /// It may sleep at rest.
    pub sleeps: bool,
}

/// A body's pose in an engine.
#[derive(Clone, Copy, Debug)]
pub struct Exact {
    pub position: DVec2,
    /// Cosine and sine.
    pub rotation: DVec2,
}

impl Exact {
    pub fn new(position: [f32; 2], cos_sin: [f32; 2]) -> Self {
        Self { position: Vec2::from(position).as_dvec2(), rotation: Vec2::from(cos_sin).as_dvec2() }
    }
}

impl From<&Place> for Exact {
    fn from(place: &Place) -> Self {
        Self::new(place.position.into(), [place.rotation.cos(), place.rotation.sin()])
    }
}

impl Thing {
    pub fn fixed(form: Form, place: Place) -> Self {
        Self {
            form,
            place,
            moves: false,
            velocity: Vec2::ZERO,
            turn: 0.0,
            friction: FRICTION,
            upright: false,
            sleeps: false,
        }
    }

    pub fn moving(form: Form, place: Place) -> Self {
        Self { moves: true, ..Self::fixed(form, place) }
    }
}

/// Layout of a scene.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Layout {
    /// 40 % circles, 40 % rectangles, 15 % octagons, 5 % static walls; everything else moves.
    Moving,
    /// The same, with rotation.
    Turning,
    /// Sixteen times as dense, with two bodies far out, so that the scene is a thousand times as wide as the
    /// heap.
    Heap,
    /// One more body, as large as all the rest.
    Giant,
    /// All above each other on a vertical line.
    Line,
    /// All side by side on a horizontal line.
    LevelLine,
    /// A thousand more walls, as long as the scene, nearly horizontal.
    Walls,
    /// The same, nearly vertical.
    UprightWalls,
}

/// Area per body. Square metres.
const ROOM: f32 = 2.5;

pub fn scene(layout: Layout, count: usize, forms: &mut Forms) -> Vec<Thing> {
    let room = if layout == Layout::Heap { ROOM / 16.0 } else { ROOM };
    let half = (count as f32 * room).sqrt() * 0.5;
    let mut things: Vec<Thing> = (0..count)
        .map(|i| {
            let form = match i % 20 {
                0..8 => forms.circle(),
                8..16 => forms.rectangle(),
                16..19 => forms.octagon(),
                _ => forms.wall(),
            };
            let position = match layout {
                Layout::Line => Vec2::new(0.0, i as f32 * 0.8),
                Layout::LevelLine => Vec2::new(i as f32 * 0.8, 0.0),
                _ => forms.vector(half),
            };
            let place = Place::new(position, forms.degrees());
            if i % 20 == 19 {
                return Thing::fixed(form, place);
            }
            let velocity =
                forms.vector(if matches!(layout, Layout::Line | Layout::LevelLine) { 0.1 } else { 2.0 });
            let turn = if layout == Layout::Turning { forms.within(-90.0, 90.0) } else { 0.0 };
            Thing { velocity, turn, ..Thing::moving(form, place) }
        })
        .collect();
    match layout {
        Layout::Heap => {
            for far in [-1000.0 * half, 1000.0 * half] {
                things.push(Thing::moving(forms.circle(), Place::new(Vec2::splat(far), 0.0)));
            }
        }
        Layout::Giant => things.push(Thing {
            velocity: Vec2::new(1.0, 0.5),
            ..Thing::moving(Form::Rectangle(Vec2::splat(half)), Place::new(Vec2::ZERO, 0.0))
        }),
        Layout::Walls | Layout::UprightWalls => {
            for i in 0..1000 {
                let (along, at) = (Vec2::new(half, 0.005 * half), (i as f32 / 999.0 * 2.0 - 1.0) * half);
                let (along, place) = if layout == Layout::Walls {
                    (along, Vec2::new(0.0, at))
                } else {
                    (Vec2::new(along.y, along.x), Vec2::new(at, 0.0))
                };
                things.push(Thing::fixed(Form::Wall(-along, along), Place::new(place, 0.0)));
            }
        }
        Layout::Moving | Layout::Turning | Layout::Line | Layout::LevelLine => {}
    }
    things
}

/// The deepest penetration of each moving thing. Metres, 0 without a contact.
pub fn overlaps(things: &[Thing], places: &[Exact]) -> Vec<f64> {
    let mut deepest = vec![0.0_f64; things.len()];
    each_touching(things, places, |i, j, depth| {
        deepest[i] = deepest[i].max(depth);
        deepest[j] = deepest[j].max(depth);
    });
    things.iter().zip(deepest).filter(|(thing, _)| thing.moves).map(|(_, depth)| depth).collect()
}

/// How many pairs touch.
pub fn touching(things: &[Thing], places: &[Exact]) -> usize {
    let mut count = 0;
    each_touching(things, places, |_, _, _| count += 1);
    count
}

/// Calls back with every touching pair of which one moves, and its depth; by sort and sweep and the f64
/// reference.
fn each_touching(things: &[Thing], places: &[Exact], mut tell: impl FnMut(usize, usize, f64)) {
    let reach: Vec<DVec2> =
        things.iter().zip(places).map(|(thing, at)| half_extents(&thing.form, at)).collect();
    let mut order: Vec<usize> = (0..things.len()).collect();
    let left = |i: usize| places[i].position.x - reach[i].x;
    order.sort_by(|&i, &j| left(i).total_cmp(&left(j)));
    let mut open: Vec<usize> = Vec::new();
    for &i in &order {
        open.retain(|&j| places[j].position.x + reach[j].x >= left(i));
        for &j in &open {
            let near = (places[i].position.y - places[j].position.y).abs() <= reach[i].y + reach[j].y;
            if near && (things[i].moves || things[j].moves) {
                let truth = reference::separation(&things[i].form, &places[i], &things[j].form, &places[j]);
                if truth.distance < 0.0 {
                    tell(i, j, -truth.distance);
                }
            }
        }
        open.push(i);
    }
}

/// Half extent of a box around the position that contains the form.
fn half_extents(form: &Form, at: &Exact) -> DVec2 {
    let corners = form.points().into_iter().map(|p| at.rotation.rotate(p.as_dvec2()).abs());
    corners.fold(DVec2::ZERO, DVec2::max) + f64::from(form.radius())
}

pub fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}
