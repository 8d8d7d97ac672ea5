//! Ghost contacts: by hand, and against samples of the outline.

use collide2d::merged_outlines;
use collide2d::{
    BodyDef, Contact, Filter, Ghost, Leaf, Motion, PairContact, Part, Pose, Shape, SolverKind, UsedContact,
    World,
};
use glam::{DVec2, Vec2};

use crate::*;

/// Flush unit tiles with their tops at y = 0, from -3 to 3.
fn tiles(world: &mut World) {
    for i in -3..3 {
        world.add(BodyDef::new(block(1.0, 1.0), Pose::at(i as f32 + 0.5, -0.5))).unwrap();
    }
}

/// The ghosts of the last body, by the index of the other.
fn ghosts_of(world: &World) -> Vec<(u32, Option<Ghost>)> {
    let last = world.bodies().len() as u32 - 1;
    let contacts = world.detect().into_iter().filter(|contact| contact.b == last);
    contacts.map(|contact| (contact.a, world.ghost(&contact))).collect()
}

#[test]
fn a_ball_on_flush_tiles_is_off_at_the_tile_behind_by_its_turn() {
    let mut world = world(SolverKind::Off, Vec2::ZERO);
    tiles(&mut world);
    // 1 mm deep, its centre 20 mm past the seam of 2 and 3: tan(off) = 0.02 / 0.499.
    world.add(dynamic(ball(0.5), 0.02, 0.499)).unwrap();
    let found = ghosts_of(&world);
    assert_eq!(found[1], (3, None));
    let (2, Some(ghost)) = found[0] else { panic!("{found:?}") };
    let off = (0.02_f64 / 0.499).atan().to_degrees();
    assert!((f64::from(ghost.by) - off).abs() < 1.0e-4, "{ghost:?}, not {off}");
    let most = (1.0_f64 - 0.001 / 0.5).acos().to_degrees();
    assert!(f64::from(ghost.by) < most, "a contact that is there is at most {most} off");
    assert_eq!((ghost.neighbour, ghost.leaf.part()), (3, None));
    // `a` is the tile: the normal on the ball points down into it.
    assert_eq!(ghost.allowed, -Vec2::Y);
    assert!(ghost.place.length() < 1.0e-6, "{ghost:?}");
}

#[test]
fn a_box_meets_the_hidden_face_of_the_next_tile() {
    let mut world = world(SolverKind::Off, Vec2::ZERO);
    tiles(&mut world);
    // 2 mm deep in the tops, 1 mm past the seam of 2 and 3: 3 throws it back.
    world.add(dynamic(block(0.4, 0.4), -0.199, 0.198)).unwrap();
    let found = ghosts_of(&world);
    assert_eq!(found[0], (2, None));
    let (3, Some(ghost)) = found[1] else { panic!("{found:?}") };
    assert_eq!((ghost.neighbour, ghost.by, ghost.allowed), (2, 90.0, -Vec2::Y));

    // The same tiles as parts of one body, and as a chain's segments.
    let parts = (-3..3).map(|i| Part::new(block(1.0, 1.0), Pose::at(i as f32 + 0.5, -0.5))).collect();
    let mut compound = crate::world(SolverKind::Off, Vec2::ZERO);
    compound.add(BodyDef::new(Shape::compound(parts).unwrap(), Pose::default())).unwrap();
    compound.add(dynamic(block(0.4, 0.4), -0.199, 0.198)).unwrap();
    let found = ghosts_of(&compound);
    let (0, Some(ghost)) = found[1] else { panic!("{found:?}") };
    assert_eq!((ghost.neighbour, ghost.leaf.part(), ghost.by), (0, Some(2), 90.0));
}

#[test]
fn what_the_mover_does_not_meet_hides_nothing() {
    let hidden = |change: &dyn Fn(BodyDef) -> BodyDef, gap: f32| {
        let mut world = world(SolverKind::Off, Vec2::ZERO);
        world.add(change(BodyDef::new(block(1.0, 1.0), Pose::at(-0.5 - gap, -0.5)))).unwrap();
        world.add(BodyDef::new(block(1.0, 1.0), Pose::at(0.5, -0.5))).unwrap();
        world.add(dynamic(block(0.4, 0.4), -0.199, 0.198)).unwrap();
        ghosts_of(&world).last().unwrap().1.is_some()
    };
    assert!(hidden(&|tile| tile, 0.0));
    assert!(hidden(&|tile| tile, 5.0e-5), "within 1e-4 of the size the surfaces meet");
    assert!(!hidden(&|tile| tile, 2.0e-4));
    assert!(!hidden(&|tile| tile.with_sensor(true), 0.0));
    assert!(!hidden(&|tile| tile.with_filter(Filter { is: 1, meets: 0 }), 0.0));
    assert!(!hidden(&|tile| tile.with_motion(Motion::kinematic(Vec2::ZERO)), 0.0));
}

#[test]
fn a_floor_that_reaches_under_a_wall_makes_no_ghost_of_the_wall() {
    for sunk in [0.0, 0.5] {
        let mut world = world(SolverKind::Off, Vec2::ZERO);
        world.add(BodyDef::new(block(20.0, 1.0), Pose::at(0.0, -0.5))).unwrap();
        world.add(BodyDef::new(block(1.0, 4.0), Pose::at(2.5, 2.0 - sunk))).unwrap();
        for mover in [ball(0.5), block(1.0, 1.0)] {
            let at = Pose::new(Vec2::new(1.51, 0.499), 0.0);
            let mover = world.add(BodyDef::new(mover, at).with_motion(Motion::dynamic(1.0))).unwrap();
            let found = ghosts_of(&world);
            assert_eq!(found, [(0, None), (1, None)], "sunk by {sunk}");
            world.remove(mover);
            world.step();
            world.step();
        }
    }
}

/// rapier 0.21 filed such points: on the tile's end within a millimetre, with a normal that is not quite upright.
#[test]
fn a_point_beside_the_tiles_end_belongs_to_its_top() {
    let mut world = world(SolverKind::Off, Vec2::ZERO);
    tiles(&mut world);
    let mover = world.add(dynamic(block(1.0, 1.0), -1.0, 0.5)).unwrap().index();
    let normal = Vec2::new(1.476e-4, 1.0).normalize();
    let points = [Vec2::new(-0.999, -0.0005)];
    assert_eq!(world.ghost_of([mover, 1], Leaf::WHOLE, normal, &points), None);
    let ghost = world.ghost_of([mover, 1], Leaf::WHOLE, Vec2::X, &points).unwrap();
    assert_eq!((ghost.neighbour, ghost.by, ghost.allowed), (2, 90.0, Vec2::Y));
}

#[test]
fn a_chain_has_no_ghosts() {
    let mut world = world(SolverKind::Off, Vec2::ZERO);
    let points = [Vec2::new(-3.0, 0.0), Vec2::ZERO, Vec2::new(3.0, 0.0)];
    world.add(BodyDef::new(Shape::chain(&points, false, false).unwrap(), Pose::default())).unwrap();
    world.add(dynamic(ball(0.5), 0.02, 0.499)).unwrap();
    assert!(ghosts_of(&world).iter().all(|(_, ghost)| ghost.is_none()));
}

#[test]
fn a_step_tells_which_contacts_with_static_bodies_it_used() {
    for solver in [SolverKind::Off, SolverKind::Linear, SolverKind::Rigid] {
        let mut world = world(solver, GRAVITY);
        world.set_settings(world.settings().with_used_contacts(true)).unwrap();
        tiles(&mut world);
        let body = world.add(moving(block(0.4, 0.4), -1.2, 0.199, 1.0, Vec2::new(2.0, -1.0))).unwrap();
        let mut ghosts = 0;
        for _ in 0..40 {
            let before = world.body(body).unwrap().velocity();
            world.step();
            let after = world.body(body).unwrap().velocity();
            let used = world.used_contacts();
            assert!(used.iter().all(|used| used.contact.b == body.index()), "{used:?}");
            if solver == SolverKind::Linear {
                // Nothing but a contact takes its speed along the floor.
                let pushed = |used: &UsedContact| used.contact.contact.normal.x != 0.0;
                assert_eq!(before.x != after.x, used.iter().any(pushed), "{before} {after} {used:?}");
            }
            let is_ghost = |used: &UsedContact| world.ghost_at(&used.contact, used.position_a).is_some();
            ghosts += used.iter().filter(|used| is_ghost(used)).count();
        }
        println!("{solver:?}: {ghosts}");
        assert_eq!(solver == SolverKind::Off, world.used_contacts().is_empty());
    }
}

/// Samples of the uncovered outline near a place: place and normal.
fn samples(shapes: &[(Shape, Pose)], around: Option<(DVec2, f64)>) -> Vec<(DVec2, DVec2)> {
    const OUT: f64 = 2.0e-5;
    const MEETS: f32 = 1.1e-4;
    let mut found = Vec::new();
    for (i, (shape, pose)) in shapes.iter().enumerate() {
        let corners: Vec<DVec2> =
            shape.corners().iter().map(|corner| pose.world_from_local(*corner).as_dvec2()).collect();
        for (from, to) in corners.iter().zip(corners.iter().cycle().skip(1)) {
            let (way, length) = ((*to - *from).normalize(), from.distance(*to));
            let normal = -way.perp();
            let range = match around {
                None => (0.0, length),
                Some((at, radius)) => {
                    let along = (at - *from).dot(way);
                    ((along - radius).max(0.0), (along + radius).min(length))
                }
            };
            for k in 0..=400 {
                let along = range.0 + (range.1 - range.0) * f64::from(k) / 400.0;
                let place = *from + way * along;
                let outside = (place + normal * OUT).as_vec2();
                let near = around.is_none_or(|(at, radius)| place.distance(at) <= radius);
                let covers = |(j, (shape, pose)): (usize, &(Shape, Pose))| {
                    j != i && shape.distance(pose, outside) <= MEETS
                };
                if range.0 <= range.1 && near && !shapes.iter().enumerate().any(covers) {
                    found.push((place, normal));
                }
            }
        }
    }
    found
}

/// Degrees from a normal to the cone of those sampled around a place; `None` where none is there, or they are of more
/// than two faces, which a cone does not tell apart.
fn sampled_off(samples: &[(DVec2, DVec2)], normal: DVec2) -> Option<f64> {
    let mut normals: Vec<DVec2> = Vec::new();
    for (_, sample) in samples {
        if normals.iter().all(|known| known.dot(*sample) < 1.0 - 1.0e-9) {
            normals.push(*sample);
        }
    }
    let angle = |p: DVec2, q: DVec2| p.perp_dot(q).atan2(p.dot(q)).to_degrees();
    match normals[..] {
        [face] => Some(angle(face, normal).abs()),
        [p, q] => {
            let (width, turn) = (angle(p, q), angle(p, normal));
            let is_between = turn * width >= 0.0 && turn.abs() <= width.abs();
            Some(if is_between { 0.0 } else { turn.abs().min(angle(q, normal).abs()) })
        }
        _ => None,
    }
}

/// Where the line through a point along a direction leaves a shape, by small steps.
fn marched(shape: &Shape, pose: &Pose, point: Vec2, along: Vec2) -> Option<DVec2> {
    let inside = |t: f64| {
        let p = point.as_dvec2() + along.as_dvec2() * t;
        shape.distance(pose, p.as_vec2()) <= 2.0e-6
    };
    let last = (-4000..4000).rev().map(|k| f64::from(k) * 1.0e-3).find(|t| inside(*t))?;
    let (mut low, mut high) = (last, last + 1.0e-3);
    for _ in 0..40 {
        let middle = 0.5 * (low + high);
        if inside(middle) { low = middle } else { high = middle }
    }
    Some(point.as_dvec2() + along.as_dvec2() * low)
}

fn random_level(random: &mut Random) -> Vec<(Shape, Pose)> {
    let turn = if random.next() < 0.5 { 0.0 } else { 360.0 * random.next() };
    let place = Pose::new(Vec2::new(random.next(), random.next()), turn);
    let mut level = Vec::new();
    let (width, height) = (0.5 + random.next(), 0.5 + random.next());
    for i in 0..12 {
        if random.next() < 0.75 {
            // Cracks of up to half of what counts as meeting.
            let gap = if random.next() < 0.5 { 0.0 } else { 4.0e-5 * random.next() };
            let at = Vec2::new((i % 4) as f32 * width, (i / 4) as f32 * height + gap);
            level.push((block(width, height), Pose { position: at, ..Pose::default() }.within(&place)));
        }
    }
    for _ in 0..(3.0 * random.next()) as u32 {
        let sides = 3 + (4.0 * random.next()) as usize;
        let turn = std::f32::consts::TAU / sides as f32;
        let size = 0.3 + random.next();
        let corners: Vec<Vec2> = (0..sides).map(|i| Vec2::from_angle(i as f32 * turn) * size).collect();
        let at = Vec2::new(4.0 * width * random.next(), 3.0 * height * random.next());
        level.push((Shape::polygon(&corners).unwrap(), Pose::new(at, 360.0 * random.next()).within(&place)));
    }
    level
}

fn compare(level: &[(Shape, Pose)], world: &World, contact: &PairContact) -> Option<bool> {
    const RADIUS: f64 = 4.0e-4;
    let (shape, pose) = &level[contact.a as usize];
    let normal = -contact.contact.normal;
    let points = contact.contact.points().iter();
    let points = points.map(|point| Contact::world_point(pose, point));
    let places = points.map(|point| marched(shape, pose, point, normal)).collect::<Option<Vec<_>>>()?;
    let local: Vec<_> = places.iter().map(|at| samples(level, Some((*at, RADIUS)))).collect();
    let on_border = |found: &&Vec<(DVec2, DVec2)>| !found.is_empty();
    let expected = if local.iter().any(|found| !found.is_empty()) {
        let off = local.iter().filter(on_border).map(|found| sampled_off(found, normal.as_dvec2()));
        off.collect::<Option<Vec<_>>>()?.into_iter().fold(180.0, f64::min)
    } else {
        let all = samples(level, None);
        let nearest = places.iter().flat_map(|at| all.iter().map(move |(p, _)| (*p, p.distance(*at))));
        let mut nearest: Vec<_> = nearest.collect();
        nearest.sort_by(|p, q| p.1.total_cmp(&q.1));
        // Two places as near give either.
        let (at, least) = *nearest.first()?;
        if nearest.iter().any(|(p, distance)| *distance < least + 0.03 && p.distance(at) > 0.03) {
            return None;
        }
        let finer = samples(level, Some((at, 0.01)));
        let apart = |p: DVec2| places.iter().map(|at| at.distance(p)).fold(f64::INFINITY, f64::min);
        let (at, _) = finer.iter().min_by(|(p, _), (q, _)| apart(*p).total_cmp(&apart(*q)))?;
        // Beside a corner its faces give either.
        let [near, far] = [1.0, 5.0].map(|wide| samples(level, Some((*at, wide * RADIUS))));
        let off = sampled_off(&near, normal.as_dvec2())?;
        if sampled_off(&far, normal.as_dvec2()) != Some(off) {
            return None;
        }
        off
    };
    // A place beside a corner has its face's normal or the corner's, as near as it is.
    let is_clear = places.iter().all(|at| {
        let corners = level.iter().flat_map(|(shape, pose)| {
            shape.corners().into_iter().map(|corner| pose.world_from_local(corner).as_dvec2())
        });
        corners.map(|corner| corner.distance(*at)).all(|apart| !(4.0e-5..1.0e-3).contains(&apart))
    });
    if !is_clear {
        return None;
    }
    let found = world.ghost(contact).map_or(0.0, |ghost| f64::from(ghost.by));
    // Less than a degree off is not told.
    let differs = if found > 0.0 { (expected - found).abs() > 0.1 } else { expected > 1.1 };
    assert!(
        !differs,
        "{expected} sampled, {found} found at {places:?}: {:?} {contact:?} of {level:?}",
        world.ghost(contact)
    );
    Some(expected > 1.0)
}

#[test]
fn ghosts_are_those_of_the_sampled_outline() {
    let mut random = Random::seeded(36);
    let (mut ghosts, mut honest, mut unclear) = (0, 0, 0);
    for _ in 0..250 {
        let level = random_level(&mut random);
        let mut world = world(SolverKind::Off, Vec2::ZERO);
        for (shape, pose) in &level {
            world.add(BodyDef::new(shape.clone(), *pose)).unwrap();
        }
        let Some((_, pose)) = level.get((random.next() * level.len() as f32) as usize) else { continue };
        for _ in 0..8 {
            let shape = match (random.next() * 3.0) as u32 {
                0 => ball(0.1 + 0.5 * random.next()),
                1 => block(0.2 + random.next(), 0.2 + random.next()),
                _ => Shape::capsule(Vec2::new(0.0, -0.2), Vec2::new(0.0, 0.2), 0.1 + 0.2 * random.next())
                    .unwrap(),
            };
            let at = pose.position + Vec2::new(random.next() - 0.5, random.next() - 0.5) * 3.0;
            let turn = if random.next() < 0.5 { pose.rotation.degrees() } else { 360.0 * random.next() };
            let mover = BodyDef::new(shape, Pose::new(at, turn)).with_motion(Motion::dynamic(1.0));
            let mover = world.add(mover).unwrap();
            for contact in world.detect() {
                match compare(&level, &world, &contact) {
                    Some(true) => ghosts += 1,
                    Some(false) => honest += 1,
                    None => unclear += 1,
                }
            }
            world.remove(mover);
            world.step();
            world.step();
        }
    }
    println!("{ghosts} ghosts, {honest} honest contacts, {unclear} that samples do not decide");
    assert!(ghosts > 250 && honest > 700, "{ghosts} {honest} {unclear}");
}

/// Every sample of the uncovered outline lies on a merged line, and every place of a line has the union on its left and
/// nothing on its right.
#[test]
fn merged_outlines_are_the_sampled_outline() {
    const BESIDE: f64 = 4.0e-4;
    let mut random = Random::seeded(15);
    let (mut merged, mut open) = (0, 0);
    for _ in 0..200 {
        let level = random_level(&mut random);
        let Some((_, first)) = level.first() else { continue };
        let shapes: Vec<_> = level.iter().map(|(shape, pose)| (shape, *pose)).collect();
        let Some(lines) = merged_outlines(&shapes) else {
            open += 1;
            continue;
        };
        merged += 1;
        let origin = first.position.as_dvec2();
        let lines: Vec<Vec<DVec2>> =
            lines.iter().map(|line| line.iter().map(|p| p.as_dvec2() + origin).collect()).collect();
        let edges: Vec<[DVec2; 2]> = lines
            .iter()
            .flat_map(|line| line.iter().zip(line.iter().cycle().skip(1)).map(|(p, q)| [*p, *q]))
            .collect();
        let is_solid = |p: DVec2| level.iter().any(|(shape, pose)| shape.distance(pose, p.as_vec2()) == 0.0);
        for [from, to] in &edges {
            let out = -(*to - *from).normalize().perp();
            for share in [0.013, 0.31, 0.77, 0.989] {
                let at = from.lerp(*to, share);
                if from.distance(at).min(to.distance(at)) < 3.0 * BESIDE {
                    continue;
                }
                assert!(is_solid(at - out * BESIDE), "{at} of {lines:?} of {level:?}");
                // Beside the line of another shape a crack may be narrower than that.
                let others = edges.iter().filter(|edge| **edge != [*from, *to]);
                let near = others.map(|[p, q]| {
                    let way = *q - *p;
                    let share = ((at - *p).dot(way) / way.length_squared()).clamp(0.0, 1.0);
                    (*p + way * share).distance(at)
                });
                if near.fold(f64::INFINITY, f64::min) > 3.0 * BESIDE {
                    assert!(!is_solid(at + out * BESIDE), "{at} of {lines:?} of {level:?}");
                }
            }
        }
        for (place, _) in samples(&level, None) {
            let near = edges.iter().map(|[p, q]| {
                let way = *q - *p;
                let share = ((place - *p).dot(way) / way.length_squared()).clamp(0.0, 1.0);
                (*p + way * share).distance(place)
            });
            let near = near.fold(f64::INFINITY, f64::min);
            assert!(near < BESIDE, "{place} is {near} from {lines:?} of {level:?}");
        }
    }
    println!("{merged} levels merged, {open} left open");
    assert!(merged > 150 && open < 10, "{merged} {open}");
}
