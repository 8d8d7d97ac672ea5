//! Time of impact of two shapes that move without rotation.
#![allow(unsafe_code)]

use std::hint::black_box;

use boxdd_sys::ffi;
use collide2d::{Pose, Shape, first_touch};
use glam::Vec2;
use parry2d::query::{self, ShapeCastOptions};
use parry2d::shape::SharedShape;

use crate::Args;
use crate::crowd::Exact;
use crate::form::{Form, Forms, Place};
use crate::peers::{box2d, parry};
use crate::record::{Cell, Contestant, Report, Section};
use crate::reference;
use crate::timing::{self, alternate, median};

const PAIRS: usize = 2048;
const PASSES: usize = 9;
/// Share of pairs that may touch in an engine and not in the reference, or the other way round.
const DISAGREEMENT: f64 = 0.001;
/// Sweeps that pass nearer than this without touching, or enter by less, are left out: Box2D stops half a
/// centimetre ahead. Metres.
const CLEAR: f32 = 0.02;

struct Case {
    name: &'static str,
    a: fn(&mut Forms) -> Form,
    b: fn(&mut Forms) -> Form,
    target: Option<f64>,
}

const CASES: &[Case] = &[
    Case { name: "circle-circle", a: Forms::circle, b: Forms::circle, target: None },
    Case { name: "circle-rectangle", a: Forms::circle, b: Forms::rectangle, target: Some(3.0) },
    Case { name: "rectangle-rectangle", a: Forms::rectangle, b: Forms::rectangle, target: Some(3.0) },
    Case { name: "circle-wall", a: Forms::circle, b: Forms::wall, target: None },
    Case { name: "rectangle-wall", a: Forms::rectangle, b: Forms::wall, target: None },
    Case { name: "octagon-octagon", a: Forms::octagon, b: Forms::octagon, target: None },
];

struct Sweep {
    a: Form,
    place_a: Place,
    b: Form,
    place_b: Place,
    /// Of `a` relative to `b`, for one second.
    velocity: Vec2,
    /// Seconds; `None`: they do not touch within one.
    truth: Option<f64>,
}

/// The result of every contestant: seconds, or infinity.
type Times = [f32];

trait Engine {
    fn reorder(&mut self, rng: &mut fastrand::Rng);
    fn run(&mut self, out: &mut Times);
}

struct Pairs<P, F> {
    pairs: Vec<P>,
    sweep: F,
}

impl<P, F: FnMut(&P) -> f32> Engine for Pairs<P, F> {
    fn reorder(&mut self, rng: &mut fastrand::Rng) {
        rng.shuffle(&mut self.pairs);
    }

    #[inline(never)]
    fn run(&mut self, out: &mut Times) {
        for (pair, out) in self.pairs.iter().zip(out) {
            *out = (self.sweep)(pair);
        }
    }
}

pub fn run(args: &Args, report: &mut Report) {
    let contestant = |name, computes| Contestant { name, computes, aside: false };
    let contestants = vec![
        contestant("collide2d", "`first_touch`: time, point and normal, exact"),
        contestant("parry", "`query::cast_shapes`: time, points and normals, iterative"),
        contestant("Box2D cast", "`b2ShapeCast`: fraction, point and normal; stops 5 mm short"),
        contestant(
            "Box2D TOI",
            "`b2TimeOfImpact`: fraction, which would allow for turning too; stops 5 mm short",
        ),
    ];
    let mut section = Section::new("sweep: first touch within a second", "ns", contestants);
    for case in CASES {
        for (mix, hits_of_four) in [("all touch", 4), ("half touch", 2), ("none touches", 0)] {
            let name = format!("{}, {mix}", case.name);
            if !name.contains(&args.only) {
                continue;
            }
            eprintln!("{name}");
            let mut forms = Forms(fastrand::Rng::with_seed(args.seed));
            let sweeps = sweeps(case, hits_of_four, &mut forms);
            section.add(name, row(&sweeps, args.rounds, &mut forms.0), case.target);
        }
    }
    report.push(section);
}

fn row(sweeps: &[Sweep], rounds: u32, rng: &mut fastrand::Rng) -> Vec<Cell> {
    let mut out = vec![0.0; sweeps.len()];
    let engines = [ours(sweeps), parry_cast(sweeps), box2d_cast(sweeps), box2d_toi(sweeps)];
    let mut cells = Vec::new();
    let mut agreed = Vec::new();
    for (i, mut engine) in engines.into_iter().enumerate() {
        let cell = check(&mut *engine, sweeps, &mut out);
        if cell.refused.is_none() {
            agreed.push((i, engine));
        }
        cells.push(cell);
    }
    let seed = rng.u64(..);
    let stats = alternate(&mut agreed, rounds, rng, |(_, engine), round| {
        let passes = (0..PASSES).map(|pass| {
            engine.reorder(&mut fastrand::Rng::with_seed(seed ^ (u64::from(round) << 32 | pass as u64)));
            let time = timing::time(|| engine.run(black_box(&mut out)));
            black_box(&mut out);
            time.as_secs_f64() * 1.0e9 / sweeps.len() as f64
        });
        median(passes.collect())
    });
    for ((i, _), stats) in agreed.iter().zip(stats) {
        cells[*i].stats = Some(stats);
    }
    cells
}

fn check(engine: &mut dyn Engine, sweeps: &[Sweep], out: &mut Times) -> Cell {
    engine.run(out);
    let wrong =
        sweeps.iter().zip(&*out).filter(|(sweep, time)| sweep.truth.is_some() != time.is_finite()).count();
    let share = wrong as f64 / sweeps.len() as f64;
    let mut cell = Cell::empty();
    if wrong > 0 {
        cell.facts.push(("% wrongly touching or not", share * 100.0));
    }
    if share > DISAGREEMENT {
        cell.refused =
            Some(format!("{:.2} % of the sweeps end otherwise than in the reference", share * 100.0));
    }
    // The distance of the shapes, or their depth, at the time of impact found.
    let hits = sweeps.iter().zip(&*out).filter(|(sweep, time)| sweep.truth.is_some() && time.is_finite());
    let gaps = hits.map(|(sweep, time)| {
        let mut moved = Exact::from(&sweep.place_a);
        moved.position += sweep.velocity.as_dvec2() * f64::from(*time);
        reference::separation(&sweep.a, &moved, &sweep.b, &(&sweep.place_b).into()).distance.abs()
    });
    if let Some(worst) = gaps.reduce(f64::max) {
        cell.facts.push(("farthest from touching at the end, mm", 1000.0 * worst));
    }
    cell
}

/// Shapes 2 to 6 m apart and a velocity of up to 8 m/s toward the other or past it.
fn sweeps(case: &Case, hits_of_four: usize, forms: &mut Forms) -> Vec<Sweep> {
    let mut sweeps = Vec::with_capacity(PAIRS);
    while sweeps.len() < PAIRS {
        let wanted = sweeps.len() % 4 < hits_of_four;
        let (a, b) = ((case.a)(forms), (case.b)(forms));
        let position = forms.vector(50.0);
        let away = Vec2::from_angle(forms.within(0.0, std::f32::consts::TAU)) * forms.within(2.0, 6.0);
        let place_a = Place::new(position, forms.degrees());
        let place_b = Place::new(position + away, forms.degrees());
        let velocity = (away + forms.vector(2.0)) * forms.within(0.8, 1.4);
        let time = |shift: Vec2| {
            let place = Place { position: place_a.position + shift, ..place_a };
            reference::first_touch(&a, &(&place).into(), &b, &(&place_b).into(), velocity.as_dvec2())
                .filter(|time| *time <= 1.0)
        };
        let apart =
            reference::separation(&a, &(&place_a).into(), &b, &(&place_b).into()).distance > f64::from(CLEAR);
        let aside = velocity.perp().normalize() * CLEAR;
        let ahead = velocity.normalize() * CLEAR;
        let truth = time(Vec2::ZERO);
        let firm =
            [aside, -aside, ahead, -ahead].iter().all(|shift| time(*shift).is_some() == truth.is_some());
        if apart && firm && truth.is_some() == wanted {
            sweeps.push(Sweep { a, place_a, b, place_b, velocity, truth });
        }
    }
    forms.0.shuffle(&mut sweeps);
    sweeps
}

fn ours(sweeps: &[Sweep]) -> Box<dyn Engine> {
    type Ours = (Shape, Pose, Shape, Pose, Vec2);
    let pair =
        |s: &Sweep| -> Ours { (s.a.shape(), s.place_a.pose(), s.b.shape(), s.place_b.pose(), s.velocity) };
    Box::new(Pairs {
        pairs: sweeps.iter().map(pair).collect(),
        sweep: |(a, pose_a, b, pose_b, velocity): &Ours| {
            let impact = first_touch(a, pose_a, b, pose_b, *velocity, 1.0);
            black_box(&impact).map_or(f32::INFINITY, |impact| impact.time)
        },
    })
}

fn parry_cast(sweeps: &[Sweep]) -> Box<dyn Engine> {
    type Cast = (SharedShape, parry2d::math::Pose, SharedShape, parry2d::math::Pose, parry2d::math::Vector);
    let options = ShapeCastOptions::with_max_time_of_impact(1.0);
    let pair = |s: &Sweep| -> Cast {
        (
            parry::shared(&s.a),
            parry::pose(&s.place_a),
            parry::shared(&s.b),
            parry::pose(&s.place_b),
            parry::vector(s.velocity),
        )
    };
    Box::new(Pairs {
        pairs: sweeps.iter().map(pair).collect(),
        sweep: move |(a, pose_a, b, pose_b, velocity): &Cast| {
            let still = parry::vector(Vec2::ZERO);
            let hit = query::cast_shapes(pose_a, *velocity, &**a, pose_b, still, &**b, options);
            black_box(&hit)
                .as_ref()
                .ok()
                .and_then(|hit| hit.as_ref())
                .map_or(f32::INFINITY, |hit| hit.time_of_impact)
        },
    })
}

fn proxy(form: &Form) -> ffi::b2ShapeProxy {
    let points: Vec<ffi::b2Vec2> = form.points().iter().map(|p| box2d::vector(*p)).collect();
    // SAFETY: the pointer and the count are those of `points`.
    unsafe { ffi::b2MakeProxy(points.as_ptr(), points.len() as i32, form.radius()) }
}

/// `b2ShapeCast` moves B in the frame of A: here A stands for the shape that does not move, which is the
/// sweep's `b`.
fn box2d_cast(sweeps: &[Sweep]) -> Box<dyn Engine> {
    struct Cast {
        input: ffi::b2ShapeCastPairInput,
        still: ffi::b2Transform,
        moving: ffi::b2Transform,
        velocity: Vec2,
    }
    let pair = |s: &Sweep| Cast {
        input: ffi::b2ShapeCastPairInput {
            proxyA: proxy(&s.b),
            proxyB: proxy(&s.a),
            transform: box2d::transform(&s.place_a),
            translationB: box2d::vector(Vec2::ZERO),
            maxFraction: 1.0,
            canEncroach: false,
        },
        still: box2d::transform(&s.place_b),
        moving: box2d::transform(&s.place_a),
        velocity: s.velocity,
    };
    let mut pairs: Vec<Cast> = sweeps.iter().map(pair).collect();
    pairs.shrink_to_fit();
    Box::new(Pairs {
        pairs,
        sweep: |cast: &Cast| {
            let turned = |x: f32, y: f32| {
                let q = cast.still.q;
                ffi::b2Vec2 { x: q.c * x + q.s * y, y: q.c * y - q.s * x }
            };
            let (still, moving) = (&cast.still, &cast.moving);
            let mut input = cast.input;
            input.transform.p = turned(moving.p.x - still.p.x, moving.p.y - still.p.y);
            let q = turned(moving.q.c, moving.q.s);
            input.transform.q = ffi::b2Rot { c: q.x, s: q.y };
            input.translationB = turned(cast.velocity.x, cast.velocity.y);
            // SAFETY: a pure function of its argument.
            let output = unsafe { ffi::b2ShapeCast(&input) };
            if black_box(&output).hit { output.fraction } else { f32::INFINITY }
        },
    })
}

fn box2d_toi(sweeps: &[Sweep]) -> Box<dyn Engine> {
    let sweep = |place: &Place, velocity: Vec2| ffi::b2Sweep {
        localCenter: box2d::vector(Vec2::ZERO),
        c1: box2d::vector(place.position),
        c2: box2d::vector(place.position + velocity),
        q1: box2d::rotation(place),
        q2: box2d::rotation(place),
    };
    let pair = |s: &Sweep| ffi::b2TOIInput {
        proxyA: proxy(&s.a),
        proxyB: proxy(&s.b),
        sweepA: sweep(&s.place_a, s.velocity),
        sweepB: sweep(&s.place_b, Vec2::ZERO),
        maxFraction: 1.0,
    };
    Box::new(Pairs {
        pairs: sweeps.iter().map(pair).collect(),
        sweep: |input: &ffi::b2TOIInput| {
            // SAFETY: a pure function of its argument.
            let output = unsafe { ffi::b2TimeOfImpact(input) };
            let hit = black_box(&output).state == ffi::b2TOIState_b2_toiStateHit;
            if hit { output.fraction } else { f32::INFINITY }
        },
    })
}
