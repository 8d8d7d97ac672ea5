//! Queries of a world of 10 000 bodies.
#![allow(missing_docs, clippy::expect_used)]

use collide2d::glam::{Vec2, vec2};
use collide2d::{BodyDef, Pose, QueryFilter, Ray, Shape, ShapeCast, World};
use divan::{Bencher, black_box};

const QUERIES: usize = 512;

fn main() {
    divan::main();
}

/// Boxes and discs of about 1 m, one on 2.5 m².
fn world(random: &mut fastrand::Rng) -> World {
    let mut world = World::default();
    for i in 0..10_000 {
        let shape = if i % 2 == 0 {
            Shape::rectangle(0.5 + random.f32(), 0.5 + random.f32())
        } else {
            Shape::circle(0.25 + 0.5 * random.f32())
        };
        let pose = Pose::new(place(random), 360.0 * random.f32());
        world.add(BodyDef::new(shape.expect("a size above 0"), pose)).expect("a finite pose");
    }
    world
}

fn place(random: &mut fastrand::Rng) -> Vec2 {
    vec2(random.f32() - 0.5, random.f32() - 0.5) * 158.0
}

/// Rays of 25 m, which meet about ten bodies each.
fn rays(random: &mut fastrand::Rng) -> Vec<Ray> {
    let ray = |random: &mut fastrand::Rng| {
        let from = place(random);
        Ray::between(from, from + Vec2::from_angle(6.3 * random.f32()) * 25.0).expect("a way")
    };
    (0..QUERIES).map(|_| ray(random)).collect()
}

fn bench<Q>(bencher: Bencher<'_, '_>, queries: Vec<Q>, world: &World, ask: impl Fn(&World, &Q) -> usize) {
    let found: usize = queries.iter().map(|query| ask(world, query)).sum();
    println!("{:.1} found by each", found as f64 / queries.len() as f64);
    let mut next = queries.iter().cycle();
    bencher.bench_local(|| black_box(ask(world, next.next().expect("queries go round"))));
}

#[divan::bench]
fn ray_first(bencher: Bencher<'_, '_>) {
    let random = &mut fastrand::Rng::with_seed(1);
    let (world, rays) = (world(random), rays(random));
    bench(bencher, rays, &world, |world, ray| {
        usize::from(world.cast_ray(ray, true, &QueryFilter::default()).is_some())
    });
}

#[divan::bench]
fn ray_all(bencher: Bencher<'_, '_>) {
    let random = &mut fastrand::Rng::with_seed(1);
    let (world, rays) = (world(random), rays(random));
    bench(bencher, rays, &world, |world, ray| world.cast_ray_all(ray, true, &QueryFilter::default()).len());
}

#[divan::bench]
fn cast_first(bencher: Bencher<'_, '_>) {
    let random = &mut fastrand::Rng::with_seed(1);
    let world = world(random);
    let disc = Shape::circle(0.3).expect("a radius");
    let cast = |ray: &Ray| {
        let way = (ray.way() * 0.2).as_vec2();
        ShapeCast::new(disc.clone(), Pose::new(ray.origin(), 0.0), way).expect("a way")
    };
    let casts: Vec<ShapeCast> = rays(random).iter().map(cast).collect();
    bench(bencher, casts, &world, |world, cast| {
        usize::from(world.cast_shape(cast, &QueryFilter::default()).is_some())
    });
}

#[divan::bench]
fn overlap(bencher: Bencher<'_, '_>) {
    let random = &mut fastrand::Rng::with_seed(1);
    let world = world(random);
    let disc = Shape::circle(2.0).expect("a radius");
    let places: Vec<Vec2> = (0..QUERIES).map(|_| place(random)).collect();
    bench(bencher, places, &world, |world, at| {
        let found = world.overlap_shape(&disc, &Pose::new(*at, 0.0), &QueryFilter::default());
        found.map_or(0, |found| found.len())
    });
}

#[divan::bench]
fn nearest(bencher: Bencher<'_, '_>) {
    let random = &mut fastrand::Rng::with_seed(1);
    let world = world(random);
    let places: Vec<Vec2> = (0..QUERIES).map(|_| place(random)).collect();
    bench(bencher, places, &world, |world, at| {
        world.project_point(*at, &QueryFilter::default()).map_or(0, |found| found.len())
    });
}

/// What the first query after a step pays.
#[divan::bench]
fn tree(bencher: Bencher<'_, '_>) {
    let world = world(&mut fastrand::Rng::with_seed(1));
    let ray = Ray::between(vec2(500.0, 500.0), vec2(501.0, 500.0)).expect("a way");
    bencher.with_inputs(|| world.clone()).bench_local_values(|world| {
        black_box(world.cast_ray(&ray, true, &QueryFilter::default()).is_some());
        world
    });
}
