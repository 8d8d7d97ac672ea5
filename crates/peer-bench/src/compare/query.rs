//! Queries of a world at rest: rays, a ball that is cast, an area and a point among 10 000 boxes.
#![allow(unsafe_code)]

use std::hint::black_box;

use boxdd_sys::ffi;
use collide2d::{QueryFilter, Ray, Shape, ShapeCast, SolverKind};
use glam::Vec2;
use parry2d::partitioning::{Bvh, BvhBuildStrategy};
use parry2d::query::{self, ShapeCastHit, ShapeCastOptions};
use parry2d::shape::SharedShape;

use crate::Args;
use crate::crowd::{Exact, Thing};
use crate::form::{Form, Forms, Place};
use crate::peers::{box2d, ours, parry};
use crate::record::{Cell, Contestant, Report, Section};
use crate::reference;
use crate::timing::{self, alternate, median};

const BOXES: usize = 10_000;
/// Area per box. Square metres.
const ROOM: f32 = 4.0;
const QUERIES: usize = 512;
const PASSES: usize = 5;
/// Queries that another answer would need less of a change for are left out: Box2D's casts stop half a centimetre ahead.
/// Metres.
const CLEAR: f32 = 0.02;
/// Most that an engine's way to a hit may be off. Metres.
const OFF: f64 = 0.01;
const TARGET: f64 = 1.0;

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Ask {
    /// The first box on the way.
    First,
    /// All boxes on the way, sorted.
    All,
    /// All boxes in an area, by index.
    Area,
    /// The nearest box.
    Nearest,
}

struct Case {
    name: &'static str,
    ask: Ask,
    /// What moves, or the area; a ray's and a point's circle has no radius.
    form: Form,
    /// Metres.
    way: f32,
    /// Boxes that are met.
    met: usize,
}

struct Query {
    form: Form,
    place: Place,
    way: Vec2,
    /// The boxes that are met, with the share of the way or the distance, in the order that is asked for.
    truth: Vec<(u32, f64)>,
}

/// Boxes with the share of the way.
type Answer = Vec<(u32, f32)>;

pub fn run(args: &Args, report: &mut Report) {
    let contestant = |name, computes| Contestant { name, computes, aside: false };
    let contestants = vec![
        contestant("collide2d", "`World::cast_ray` and its like: fraction, point, normal, feature; sorted"),
        contestant(
            "parry",
            "its `Bvh`, and `cast_ray_and_get_normal` or its like of the shapes that it finds",
        ),
        contestant("Box2D", "`b2World_CastRayClosest`, `b2World_CastRay` and its like; has no nearest body"),
    ];
    let mut section = Section::new("query: one among 10 000 boxes", "ns", contestants);
    let dot = || Form::Circle(0.0);
    let case = |name, ask, form, way, met| Case { name, ask, form, way, met };
    let cases = [
        case("ray, the first of ten", Ask::First, dot(), 31.0, 10),
        case("ray, all ten", Ask::All, dot(), 31.0, 10),
        case("ray, the only one", Ask::First, dot(), 4.0, 1),
        case("ray, none", Ask::First, dot(), 4.0, 0),
        case("ball cast, the first of five", Ask::First, Form::Circle(0.4), 10.0, 5),
        case("ball cast, all five", Ask::All, Form::Circle(0.4), 10.0, 5),
        case("rectangle, all ten in it", Ask::Area, Form::Rectangle(Vec2::splat(2.5)), 0.0, 10),
        case("point, the nearest", Ask::Nearest, dot(), 0.0, 1),
    ];
    let mut forms = Forms(fastrand::Rng::with_seed(args.seed));
    let half = (BOXES as f32 * ROOM).sqrt() * 0.5;
    let boxes: Vec<Thing> = (0..BOXES)
        .map(|_| Thing::fixed(forms.rectangle(), Place::new(forms.vector(half), forms.degrees())))
        .collect();
    let engines = [Engine::ours(&boxes), Engine::parry(&boxes), Engine::box2d(&boxes)];
    for case in cases.iter().filter(|case| case.name.contains(&args.only)) {
        eprintln!("{}", case.name);
        let queries = queries(case, &boxes, half, &mut forms);
        section.add(case.name, row(case, &queries, &engines, args.rounds, &mut forms.0), Some(TARGET));
    }
    report.push(section);
}

fn row(
    case: &Case,
    queries: &[Query],
    engines: &[Engine],
    rounds: u32,
    rng: &mut fastrand::Rng,
) -> Vec<Cell> {
    let mut cells = Vec::new();
    let mut agreed = Vec::new();
    for (i, engine) in engines.iter().enumerate() {
        if case.ask == Ask::Nearest && matches!(engine, Engine::Box2d(_)) {
            cells.push(Cell::empty());
            continue;
        }
        let asked = engine.prepared(case, queries);
        let cell = check(case.ask, asked.as_ref(), queries);
        if cell.refused.is_none() {
            agreed.push((i, asked));
        }
        cells.push(cell);
    }
    let stats = alternate(&mut agreed, rounds, rng, |(_, asked), _| {
        let passes = (0..PASSES).map(|_| {
            let mut answer = Answer::new();
            let time = timing::time(|| {
                for query in 0..queries.len() {
                    answer.clear();
                    asked(query, black_box(&mut answer));
                }
            });
            time.as_secs_f64() * 1.0e9 / queries.len() as f64
        });
        median(passes.collect())
    });
    for ((i, _), stats) in agreed.iter().zip(stats) {
        cells[*i].stats = Some(stats);
    }
    cells
}

fn check(ask: Ask, asked: &dyn Fn(usize, &mut Answer), queries: &[Query]) -> Cell {
    let mut cell = Cell::empty();
    let (mut other, mut farthest) = (0, 0.0_f64);
    for (i, query) in queries.iter().enumerate() {
        let mut answer = Answer::new();
        asked(i, &mut answer);
        let wanted = if ask == Ask::First { query.truth.get(..1).unwrap_or_default() } else { &query.truth };
        let metres = f64::from(query.way.length());
        let metres = if metres > 0.0 { metres } else { 1.0 };
        let off =
            answer.iter().zip(wanted).map(|(found, truth)| (f64::from(found.1) - truth.1).abs() * metres);
        let off = off.fold(0.0, f64::max);
        let same = answer.iter().map(|(body, _)| body).eq(wanted.iter().map(|(body, _)| body));
        other += usize::from(!same || off > OFF);
        farthest = farthest.max(if same { off } else { 0.0 });
    }
    cell.facts.push(("farthest from the reference's hit, mm", 1000.0 * farthest));
    if other > 0 {
        cell.refused = Some(format!("{other} of {} queries have other answers", queries.len()));
    }
    cell
}

/// Random queries with as many answers as wanted, which a little to any side are the same.
fn queries(case: &Case, boxes: &[Thing], half: f32, forms: &mut Forms) -> Vec<Query> {
    let mut queries = Vec::with_capacity(QUERIES);
    while queries.len() < QUERIES {
        let place = Place::new(forms.vector(half - case.way), forms.degrees());
        let way = Vec2::from_angle(forms.within(0.0, std::f32::consts::TAU)) * case.way;
        let answer =
            |shift: Vec2| truth(case, &Place { position: place.position + shift, ..place }, way, boxes);
        let Some(truth) = answer(Vec2::ZERO).filter(|truth| truth.len() == case.met) else { continue };
        let bodies = |truth: &[(u32, f64)]| truth.iter().map(|(body, _)| *body).collect::<Vec<_>>();
        let is_firm = [Vec2::X, Vec2::NEG_X, Vec2::Y, Vec2::NEG_Y]
            .iter()
            .all(|aside| answer(*aside * CLEAR).is_some_and(|other| bodies(&other) == bodies(&truth)));
        if is_firm {
            queries.push(Query { form: case.form.clone(), place, way, truth });
        }
    }
    queries
}

/// The answer by the reference; `None`: the way begins in a box.
fn truth(case: &Case, place: &Place, way: Vec2, boxes: &[Thing]) -> Option<Vec<(u32, f64)>> {
    let at = Exact::from(place);
    let reach =
        case.form.points().iter().map(|point| point.length()).fold(0.0, f32::max) + case.form.radius();
    let distance =
        |thing: &Thing| reference::separation(&case.form, &at, &thing.form, &(&thing.place).into()).distance;
    // No box has a larger radius.
    const LARGEST: f32 = 1.1;
    // A point this far from every box is not asked for.
    let around = if case.ask == Ask::Nearest { 10.0 } else { 0.0 };
    let mut met = Vec::new();
    for (i, thing) in (0..).zip(boxes) {
        let from = thing.place.position - place.position;
        let along =
            if way == Vec2::ZERO { 0.0 } else { (from.dot(way) / way.length_squared()).clamp(0.0, 1.0) };
        if (from - way * along).length() > reach + LARGEST + around {
            continue;
        }
        let apart = distance(thing);
        match case.ask {
            Ask::Nearest => met.push((i, apart)),
            Ask::Area => met.extend((apart < 0.0).then_some((i, 0.0))),
            Ask::First | Ask::All if apart < f64::from(CLEAR) => return None,
            Ask::First | Ask::All => {
                let of = &thing.form;
                let time =
                    reference::first_touch(&case.form, &at, of, &(&thing.place).into(), way.as_dvec2());
                met.extend(time.filter(|time| *time <= 1.0).map(|time| (i, time)));
            }
        }
    }
    if case.ask == Ask::Nearest && met.iter().any(|(_, apart)| *apart <= 0.0) {
        return None;
    }
    met.sort_by(|p, q| p.1.total_cmp(&q.1).then(p.0.cmp(&q.0)));
    if case.ask == Ask::Nearest {
        met.truncate(1);
    }
    Some(met)
}

enum Engine {
    Ours(Box<collide2d::World>),
    Parry(Box<ParryTree>),
    Box2d(box2d::World),
}

struct ParryTree {
    tree: Bvh,
    shapes: Vec<(SharedShape, parry2d::math::Pose)>,
}

/// Answers the query of an index.
type Asked<'e> = Box<dyn Fn(usize, &mut Answer) + 'e>;

impl Engine {
    fn ours(boxes: &[Thing]) -> Self {
        Self::Ours(Box::new(ours::world(boxes, SolverKind::Rigid, Vec2::ZERO)))
    }

    fn parry(boxes: &[Thing]) -> Self {
        let shapes: Vec<_> =
            boxes.iter().map(|thing| (parry::shared(&thing.form), parry::pose(&thing.place))).collect();
        let bounds: Vec<_> = shapes.iter().map(|(shape, pose)| shape.compute_aabb(pose)).collect();
        Self::Parry(Box::new(ParryTree { tree: Bvh::from_leaves(BvhBuildStrategy::Binned, &bounds), shapes }))
    }

    fn box2d(boxes: &[Thing]) -> Self {
        let mut world = box2d::World::new(boxes, Vec2::ZERO, true);
        // Rebuilds the tree of what is static, as a game's first step does.
        world.step(1.0 / 60.0, 1);
        world.rebuild_static_tree();
        Self::Box2d(world)
    }

    fn prepared<'e>(&'e self, case: &Case, queries: &[Query]) -> Asked<'e> {
        match self {
            Self::Ours(world) => by_ours(world, case.ask, queries),
            Self::Parry(tree) => by_parry(tree, case.ask, queries),
            Self::Box2d(world) => by_box2d(world, case.ask, queries),
        }
    }
}

fn is_ray(query: &Query) -> bool {
    matches!(query.form, Form::Circle(radius) if radius == 0.0)
}

fn by_ours<'e>(world: &'e collide2d::World, ask: Ask, queries: &[Query]) -> Asked<'e> {
    let filter = QueryFilter::default();
    let start = |query: &Query| query.place.position;
    match ask {
        Ask::First | Ask::All if queries.iter().all(is_ray) => {
            let rays =
                queries.iter().map(|query| Ray::new(start(query), query.way, 1.0).expect("it has a length"));
            let rays: Vec<Ray> = rays.collect();
            Box::new(move |i, answer| {
                if ask == Ask::First {
                    let hit = world.cast_ray(&rays[i], true, &filter);
                    answer.extend(black_box(hit).map(|hit| (hit.body, hit.found.fraction)));
                } else {
                    let hits = black_box(world.cast_ray_all(&rays[i], true, &filter));
                    answer.extend(hits.iter().map(|hit| (hit.body, hit.found.fraction)));
                }
            })
        }
        Ask::First | Ask::All => {
            let cast = |query: &Query| {
                ShapeCast::new(query.form.shape(), query.place.pose(), query.way).expect("it has a length")
            };
            let casts: Vec<ShapeCast> = queries.iter().map(cast).collect();
            Box::new(move |i, answer| {
                if ask == Ask::First {
                    let hit = world.cast_shape(&casts[i], &filter);
                    answer.extend(black_box(hit).map(|hit| (hit.body, hit.found.fraction)));
                } else {
                    let hits = black_box(world.cast_shape_all(&casts[i], &filter));
                    answer.extend(hits.iter().map(|hit| (hit.body, hit.found.fraction)));
                }
            })
        }
        Ask::Area => {
            let areas: Vec<(Shape, collide2d::Pose)> =
                queries.iter().map(|query| (query.form.shape(), query.place.pose())).collect();
            Box::new(move |i, answer| {
                let (shape, pose) = &areas[i];
                let found = world.overlap_shape(shape, pose, &filter).unwrap_or_default();
                answer.extend(black_box(found).into_iter().map(|body| (body, 0.0)));
            })
        }
        Ask::Nearest => {
            let points: Vec<Vec2> = queries.iter().map(start).collect();
            Box::new(move |i, answer| {
                let found = world.project_point(points[i], &filter).unwrap_or_default();
                answer.extend(black_box(found).iter().map(|near| (near.body, near.found.distance)));
            })
        }
    }
}

fn sort(answer: &mut Answer) {
    answer.sort_unstable_by(|p, q| p.1.total_cmp(&q.1).then(p.0.cmp(&q.0)));
}

fn by_parry<'e>(parry: &'e ParryTree, ask: Ask, queries: &[Query]) -> Asked<'e> {
    let ParryTree { tree, shapes } = parry;
    let start = |query: &Query| parry::vector(query.place.position);
    match ask {
        Ask::First | Ask::All if queries.iter().all(is_ray) => {
            let ray = |query: &Query| query::Ray::new(start(query), parry::vector(query.way));
            let rays: Vec<query::Ray> = queries.iter().map(ray).collect();
            Box::new(move |i, answer| {
                let ray = &rays[i];
                let cast = |leaf: u32, most: f32| {
                    let (shape, pose) = &shapes[leaf as usize];
                    shape.cast_ray_and_get_normal(pose, ray, most, true)
                };
                if ask == Ask::First {
                    let hit = tree.find_best(1.0, |node, best| node.cast_ray(ray, best), cast);
                    answer.extend(black_box(hit).map(|(leaf, hit)| (leaf, hit.time_of_impact)));
                } else {
                    for leaf in tree.leaves(|node| node.cast_ray(ray, 1.0) <= 1.0) {
                        answer.extend(black_box(cast(leaf, 1.0)).map(|hit| (leaf, hit.time_of_impact)));
                    }
                    sort(answer);
                }
            })
        }
        Ask::First | Ask::All => {
            let cast = |query: &Query| {
                let ray = query::Ray::new(start(query), parry::vector(query.way));
                (ray, parry::shared(&query.form), parry::pose(&query.place), query.form.radius())
            };
            let casts: Vec<_> = queries.iter().map(cast).collect();
            Box::new(move |i, answer| {
                let (ray, moving, at, reach) = &casts[i];
                let cast = |leaf: u32, most: f32| -> Option<ShapeCastHit> {
                    let (shape, pose) = &shapes[leaf as usize];
                    let options = ShapeCastOptions::with_max_time_of_impact(most);
                    let still = parry::vector(Vec2::ZERO);
                    query::cast_shapes(at, ray.dir, &**moving, pose, still, &**shape, options).ok().flatten()
                };
                let away = |node: &parry2d::partitioning::BvhNode, most: f32| {
                    use parry2d::bounding_volume::BoundingVolume;
                    use parry2d::query::RayCast;
                    let grown = node.aabb().loosened(*reach);
                    grown.cast_local_ray(ray, most, true).unwrap_or(f32::MAX)
                };
                if ask == Ask::First {
                    let hit = tree.find_best(1.0, away, cast);
                    answer.extend(black_box(hit).map(|(leaf, hit)| (leaf, hit.time_of_impact)));
                } else {
                    for leaf in tree.leaves(|node| away(node, 1.0) <= 1.0) {
                        answer.extend(black_box(cast(leaf, 1.0)).map(|hit| (leaf, hit.time_of_impact)));
                    }
                    sort(answer);
                }
            })
        }
        Ask::Area => {
            let areas: Vec<_> =
                queries.iter().map(|query| (parry::shared(&query.form), parry::pose(&query.place))).collect();
            Box::new(move |i, answer| {
                let (area, at) = &areas[i];
                for leaf in tree.intersect_aabb(&area.compute_aabb(at)) {
                    let (shape, pose) = &shapes[leaf as usize];
                    let meets = query::intersection_test(at, &**area, pose, &**shape);
                    if meets.is_ok_and(|meets| meets.intersecting) {
                        answer.push((leaf, 0.0));
                    }
                }
                sort(answer);
            })
        }
        Ask::Nearest => {
            let points: Vec<_> = queries.iter().map(start).collect();
            Box::new(move |i, answer| {
                let project = |leaf: u32, _: f32| {
                    let (shape, pose) = &shapes[leaf as usize];
                    Some(shape.project_point_and_get_feature(pose, points[i]))
                };
                let found = tree.project_point_and_get_feature(points[i], f32::MAX, project);
                answer.extend(black_box(found).map(|(leaf, (distance, _))| (leaf, distance)));
            })
        }
    }
}

fn by_box2d<'e>(world: &'e box2d::World, ask: Ask, queries: &[Query]) -> Asked<'e> {
    struct Cast {
        at: ffi::b2Pos,
        proxy: ffi::b2ShapeProxy,
        way: ffi::b2Vec2,
        is_ray: bool,
    }
    let cast = |query: &Query| {
        let points = query.form.points().into_iter().map(|point| query.place.rotation.rotate(point));
        let points: Vec<ffi::b2Vec2> = points.map(box2d::vector).collect();
        Cast {
            at: box2d::vector(query.place.position),
            // SAFETY: the pointer and the count are those of `points`.
            proxy: unsafe { ffi::b2MakeProxy(points.as_ptr(), points.len() as i32, query.form.radius()) },
            way: box2d::vector(query.way),
            is_ray: is_ray(query),
        }
    };
    let casts: Vec<Cast> = queries.iter().map(cast).collect();
    Box::new(move |i, answer| {
        let Cast { at, proxy, way, is_ray } = &casts[i];
        let (id, to) = (world.id(), std::ptr::from_mut(answer).cast());
        // SAFETY: the world lives; the callbacks get the answer, which nothing else uses meanwhile.
        unsafe {
            let filter = ffi::b2DefaultQueryFilter();
            match ask {
                Ask::First if *is_ray => {
                    let hit = ffi::b2World_CastRayClosest(id, *at, *way, filter);
                    if black_box(&hit).hit {
                        answer.push((box2d::thing(hit.shapeId) as u32, hit.fraction));
                    }
                }
                Ask::First => _ = ffi::b2World_CastShape(id, *at, proxy, *way, filter, Some(keep_first), to),
                Ask::All if *is_ray => {
                    ffi::b2World_CastRay(id, *at, *way, filter, Some(keep_all), to);
                    sort(answer);
                }
                Ask::All => {
                    ffi::b2World_CastShape(id, *at, proxy, *way, filter, Some(keep_all), to);
                    sort(answer);
                }
                Ask::Area => {
                    ffi::b2World_OverlapShape(id, *at, proxy, filter, Some(keep_overlap), to);
                    sort(answer);
                }
                Ask::Nearest => {}
            }
        }
    })
}

unsafe extern "C" fn keep_first(
    shape: ffi::b2ShapeId,
    point: ffi::b2Pos,
    normal: ffi::b2Vec2,
    fraction: f32,
    answer: *mut std::ffi::c_void,
) -> f32 {
    // SAFETY: the caller hands over its answer.
    unsafe {
        (*answer.cast::<Answer>()).clear();
        keep_all(shape, point, normal, fraction, answer);
    }
    fraction
}

unsafe extern "C" fn keep_all(
    shape: ffi::b2ShapeId,
    point: ffi::b2Pos,
    normal: ffi::b2Vec2,
    fraction: f32,
    answer: *mut std::ffi::c_void,
) -> f32 {
    // SAFETY: the caller hands over its answer.
    let answer = unsafe { &mut *answer.cast::<Answer>() };
    black_box((point, normal));
    answer.push((box2d::thing(shape) as u32, fraction));
    1.0
}

unsafe extern "C" fn keep_overlap(shape: ffi::b2ShapeId, answer: *mut std::ffi::c_void) -> bool {
    // SAFETY: the caller hands over its answer.
    let answer = unsafe { &mut *answer.cast::<Answer>() };
    answer.push((box2d::thing(shape) as u32, 0.0));
    true
}
