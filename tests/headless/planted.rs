//! Faults that are planted into the recordings of six engines: each is found.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;

use collision_record::{Contact, Frame};
use collision_test::elsewhere::recording::Recording;
use collision_test::elsewhere::recording::compare::{Tolerances, compare};

use crate::recordings::{ENGINES, Lines, RECORDED, recorded};

/// Frame and bodies, the lower index first.
type Place = (u64, (u32, u32));

/// What `compare` lists at its tolerance.
fn listed(lines: &Lines) -> BTreeSet<(Place, &'static str)> {
    let recording = Recording::load(&lines.write()).unwrap();
    let found = compare(&recording, Tolerances::default(), || ()).unwrap();
    found.differences.iter().map(|one| ((one.frame, one.bodies), one.what.name())).collect()
}

fn bodies(contact: &Contact) -> (u32, u32) {
    (contact.a.min(contact.b), contact.a.max(contact.b))
}

/// How deep the contact is beyond the skins of its bodies, in metres.
fn depth(lines: &Lines, contact: &Contact) -> Option<f32> {
    let skin = |body: u32| {
        let shapes = lines.header.bodies[body as usize].shapes.iter();
        shapes.map(|shape| shape.skin).fold(0.0, f32::max)
    };
    contact.depth.map(|depth| (depth - skin(contact.a) - skin(contact.b)) * lines.header.metres_per_unit)
}

/// The contacts of bodies of which nothing is listed in their frame, and that tell a normal and a depth.
fn clean(lines: &Lines, before: &BTreeSet<(Place, &'static str)>, frame: &Frame) -> BTreeSet<(u32, u32)> {
    let told = frame.contacts.iter().filter(|contact| contact.normal.is_some() && contact.depth.is_some());
    let is_clean = |pair: &(u32, u32)| !before.iter().any(|(place, _)| *place == (frame.frame, *pair));
    // Within the tolerance of touching, touching is no difference.
    let is_deep = |contact: &&Contact| depth(lines, contact) > Some(-0.03);
    told.filter(is_deep).map(bodies).filter(is_clean).collect()
}

#[test]
fn a_fault_of_each_kind_is_found_in_each_scene_of_each_engine() {
    /// What is found, and what is put in; with the length of a metre.
    type Fault = (&'static str, fn(&mut Contact, f32));
    let faults: [Fault; 3] = [
        ("normal", |contact, _| contact.normal = contact.normal.map(|[x, y]| [-x, -y])),
        ("depth", |contact, metre| contact.depth = contact.depth.map(|depth| depth + 0.05 * metre)),
        ("point", |contact, metre| {
            let ([x, y], normal) = (contact.points[0], contact.normal.unwrap());
            // Between the surfaces every place along the normal is right.
            let by = 2.0 * contact.depth.unwrap_or_default().max(0.0) + 0.3 * metre;
            contact.points[0] = [x + by * normal[0], y + by * normal[1]];
        }),
    ];
    let mut missed = Vec::new();
    let mut planted_in = [0; 5];
    for (engine, scene) in ENGINES.into_iter().flat_map(|engine| RECORDED.map(|scene| (engine, scene))) {
        let clean_lines = recorded(engine, scene);
        let before = listed(&clean_lines);
        let metre = 1.0 / clean_lines.header.metres_per_unit;
        let mut hold = |what: &str, row: usize, names: &[&str], lines: &Lines, places: &BTreeSet<Place>| {
            let after = listed(lines);
            planted_in[row] += places.len();
            let is_found = |place: &&Place| names.iter().any(|name| after.contains(&(**place, name)));
            let lost: Vec<_> = places.iter().filter(|place| !is_found(place)).collect();
            if !lost.is_empty() {
                missed.push(format!(
                    "{engine}-{scene}, {what}: {} of {}: {lost:?}",
                    lost.len(),
                    places.len()
                ));
            }
            // A normal that turns and turns back is a flip as well, up to the frame after.
            let is_own = |place: &Place| {
                let pairs = places.iter().map(|(_, pair)| pair).collect::<BTreeSet<_>>();
                pairs.contains(&place.1)
            };
            let other: Vec<_> = after.difference(&before).filter(|(place, _)| !is_own(place)).collect();
            assert!(other.is_empty(), "{engine}-{scene}, {what}: {other:?}");
        };
        for (row, (what, put_in)) in faults.into_iter().enumerate() {
            let mut lines = recorded(engine, scene);
            let mut places = BTreeSet::new();
            for frame in &mut lines.frames {
                let pairs = clean(&clean_lines, &before, frame);
                let with_points = |contact: &&mut Contact| {
                    contact.normal.is_some() && (what != "point" || !contact.points.is_empty())
                };
                for contact in frame.contacts.iter_mut().filter(with_points) {
                    if pairs.contains(&bodies(contact)) {
                        places.insert((frame.frame, bodies(contact)));
                        put_in(contact, metre);
                    }
                }
            }
            // Where the shapes are apart, their depth is told as a gap or as touching in theirs alone.
            let names = if what == "depth" { &["depth", "gap", "only theirs"][..] } else { &[what] };
            hold(what, row, names, &lines, &places);
        }
        let (mut lines, mut places) = (recorded(engine, scene), BTreeSet::new());
        // The others show that the engine tells of such pairs at all.
        for frame in lines.frames.iter_mut().step_by(2) {
            let deep = |contact: &Contact| depth(&clean_lines, contact) > Some(0.025);
            let pairs: BTreeSet<_> =
                frame.contacts.iter().filter(|contact| deep(contact)).map(bodies).collect();
            let pairs = &pairs & &clean(&clean_lines, &before, frame);
            frame.contacts.retain(|contact| !pairs.contains(&bodies(contact)));
            places.extend(pairs.into_iter().map(|pair| (frame.frame, pair)));
        }
        hold("left out", 3, &["only ours"], &lines, &places);
        let (mut lines, mut places) = (recorded(engine, scene), BTreeSet::new());
        let moves = |index: &usize| {
            let body = &lines.header.bodies[*index];
            !(body.is_static || body.is_kinematic || body.is_sensor)
        };
        let movers: Vec<usize> = (0..lines.header.bodies.len()).filter(moves).collect();
        for frame in &mut lines.frames {
            let at = |index: usize| frame.poses[index].map_or([0.0; 2], |[x, y, _]| [x, y]);
            let far = |p: [f32; 2], q: [f32; 2]| (p[0] - q[0]).hypot(p[1] - q[1]);
            let (first, rest) = movers.split_first().unwrap();
            let other =
                rest.iter().max_by(|p, q| far(at(*first), at(**p)).total_cmp(&far(at(*first), at(**q))));
            let Some(other) = other.filter(|other| far(at(*first), at(**other)) > 2.0 * metre) else {
                continue;
            };
            let (a, b) = (*first as u32, *other as u32);
            let contact = Contact {
                normal: Some([1.0, 0.0]),
                depth: Some(0.02 * metre),
                points: vec![at(*first)],
                ..Contact::between(a, b)
            };
            frame.contacts.push(contact);
            places.insert((frame.frame, (a, b)));
        }
        hold("too many", 4, &["only theirs", "gap"], &lines, &places);
    }
    assert_eq!(missed, Vec::<String>::new(), "of {planted_in:?}");
    println!("{planted_in:?} faults, each found");
}
