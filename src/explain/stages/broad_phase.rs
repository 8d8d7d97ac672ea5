//! The text of the broad phase.

use collide2d::{Aabb, Body, Generator, PairKey, ShapeKind};

use super::StepRecord;
use super::formula::{Formula, FormulaValue, length};
use super::text::{BroadPhaseCounts, MOST_DETAILS, StageText};
use super::words::{count, listed, name, one_or_many, pair_in_heading};
use crate::platform::sorting;
use crate::scene::numbers::{LengthUnit, at_least};
use crate::scene::{Scene, generator_name, masks};

pub(super) fn title(pairs: &[PairKey]) -> String {
    match pairs.len() {
        0 => "Broad phase: no pair for the step to test".to_owned(),
        n => format!("Broad phase: {} to test", count(n, "pair", "pairs")),
    }
}

pub(super) fn broad_phase(pairs: &[PairKey], recording: &StepRecord, scene: &Scene) -> StageText {
    let (counts, world, unit) = (&recording.pairs, recording.world(), recording.unit);
    let (possible, both_static, tested) = (counts.possible, counts.both_static, pairs.len());
    let at_least = counts.at_least || recording.is_limited();
    let near = tested + both_static;
    let masked = masked(recording);
    let counted = BroadPhaseCounts { possible, near, tested, both_static, masked: masked.len(), at_least };
    let there = world.bodies().iter().filter(|body| !body.is_removed()).count();
    StageText {
        sentence: sentence(there, counted, counts.reach, unit),
        formulas: overlaps(pairs, recording, scene),
        details: possible_pairs(possible, recording)
            .into_iter()
            .chain(left_out(&masked, recording, scene))
            .chain(joined(recording, scene))
            .chain(details(pairs, recording, scene))
            .collect(),
        more: pairs.len().saturating_sub(MOST_DETAILS),
        counts: Some(counted),
        ..StageText::default()
    }
}

fn sentence(there: usize, counts: BroadPhaseCounts, reach: f32, unit: LengthUnit) -> String {
    let BroadPhaseCounts { possible, near, tested, both_static, masked: _, at_least } = counts;
    let bodies = count(there, "body", "bodies");
    if possible == 0 {
        return match there {
            0 => "There is no body, and so no pair to test.".to_owned(),
            1 => "1 body makes no pair.".to_owned(),
            _ => format!("{bodies} make no pair that could touch."),
        };
    }
    let meet = if reach > 0.0 {
        format!("overlap, touch, or are at most {} apart", unit.text(reach))
    } else {
        "overlap or touch".to_owned()
    };
    let is_or_are = |n: usize| one_or_many(n, "is", "are");
    let outcome = match (near, both_static) {
        (0, _) => "nothing is tested".to_owned(),
        (1, 0) if possible == 1 => "it is tested".to_owned(),
        (1, 1) if possible == 1 => "both bodies are static, so the step leaves it alone".to_owned(),
        (_, 0) => format!("{} tested", is_or_are(tested)),
        (1, 1) => {
            "the step does not test it, because both bodies are static and it leaves them alone".to_owned()
        }
        (_, _) => format!(
            "the step tests {}, and leaves alone {} of two static bodies",
            match tested {
                0 => "none".to_owned(),
                n => n.to_string(),
            },
            both_static
        ),
    };
    if at_least {
        let alone = match both_static {
            0 => String::new(),
            n => format!("; at least {n} of two static bodies are left alone"),
        };
        return format!(
            "{bodies} make {possible} pairs that could touch. At least {near} of them have AABBs that {meet}: \
             {tested} are tested, the first in the order of the bodies{alone}."
        );
    }
    match (possible, near) {
        (1, 0) => {
            format!(
                "{bodies} make 1 pair that could touch. Its AABBs do not {}: {outcome}.",
                neither(reach, unit)
            )
        }
        (1, _) => format!("{bodies} make 1 pair that could touch. Its AABBs {meet}: {outcome}."),
        (_, _) => format!(
            "{bodies} make {possible} pairs that could touch. {} AABBs that {meet}: {outcome}.",
            match near {
                0 => "None has".to_owned(),
                1 => "1 of them has".to_owned(),
                n => format!("{n} of them have"),
            }
        ),
    }
}

fn neither(reach: f32, unit: LengthUnit) -> String {
    if reach > 0.0 {
        format!("overlap or touch, and are more than {} apart", unit.text(reach))
    } else {
        "overlap or touch".to_owned()
    }
}

/// How many pairs the bodies make: n × (n - 1) / 2, less those of two walls.
fn possible_pairs(possible: u64, recording: &StepRecord) -> Option<String> {
    let there = || recording.world().bodies().iter().filter(|body| !body.is_removed());
    let n = there().count() as u64;
    let w = there().filter(|body| body.shape().kind() == ShapeKind::Wall).count() as u64;
    let of = |n: u64| n * n.saturating_sub(1) / 2;
    if possible == 0 || of(n) - of(w) != possible {
        return None;
    }
    let all = format!("n × (n - 1) / 2 = {n} × {} / 2 = {} pairs", n - 1, of(n));
    if w < 2 {
        return Some(all);
    }
    Some(format!(
        "{all}, less w × (w - 1) / 2 = {w} × {} / 2 = {} of two walls: {} - {} = {possible}; walls are segments without \
         an inside, so two of them can cross and never overlap",
        w - 1,
        of(w),
        of(n),
        of(w)
    ))
}

/// Most pairs whose overlaps are given as formulas.
const MOST_FORMULAS: usize = 3;

/// `O_x = h_ax + h_bx - Δx` and the same along y, of the first pairs of the details.
fn overlaps(pairs: &[PairKey], recording: &StepRecord, scene: &Scene) -> Vec<Formula> {
    let (world, unit) = (recording.world(), recording.unit);
    let of_pair = |pair: &PairKey| {
        let [a, b] = [pair.a(), pair.b()].map(|index| world.body(index).map(Body::aabb));
        let (a, b) = a.zip(b)?;
        let half = |aabb: &Aabb| (aabb.max.as_dvec2() - aabb.min.as_dvec2()) * 0.5;
        let middle = |aabb: &Aabb| (aabb.max.as_dvec2() + aabb.min.as_dvec2()) * 0.5;
        let (p, q, between) = (half(&a), half(&b), (middle(&a) - middle(&b)).abs());
        let size = [a.min, a.max, b.min, b.max].map(|corner| corner.abs().max_element());
        let noise = 4.0 * f32::EPSILON * size.into_iter().fold(0.0, f32::max) * unit.per_metre() as f32;
        let along =
            |[found, of_a, of_b, apart]: [&'static str; 4], axis: &str, p: f64, q: f64, between: f64| {
                let half = |symbol, of: &str, at: f64| {
                    length(symbol, format!("half of {of}'s AABB along {axis}"), unit, at)
                };
                let right = half(of_a, "a", p) + half(of_b, "b", q)
                    - length(
                        apart,
                        format!("distance of the middles along {axis}, never negative"),
                        unit,
                        between,
                    );
                let name =
                    format!("overlap along {axis}, or the way out of one inside the other; negative: a gap");
                Formula::new(
                    &pair_in_heading(scene, *pair),
                    FormulaValue::length(found, name, unit, p + q - between),
                    &right,
                    noise,
                )
            };
        Some([
            along(["O_x", "h_ax", "h_bx", "Δx"], "x", p.x, q.x, between.x),
            along(["O_y", "h_ay", "h_by", "Δy"], "y", p.y, q.y, between.y),
        ])
    };
    let both = recording.pairs.first_static.iter().chain(pairs).take(MOST_FORMULAS).filter_map(of_pair);
    let (along_x, along_y): (Vec<_>, Vec<_>) = both.map(|[x, y]| (x, y)).unzip();
    along_x.into_iter().chain(along_y).flatten().collect()
}

/// Most bodies of a scene in which the pairs that masks keep apart are looked for, and most such pairs, and those of joints, that are
/// listed.
pub(super) const MOST_MASKED: (usize, usize) = (1000, 16);

/// The pairs that the step would test but for their masks: their AABBs are near each other, and not both are static.
fn masked(recording: &StepRecord) -> Vec<PairKey> {
    let reach = recording.pairs.reach.max(0.0);
    let is_meant = |a: &Body, b: &Body, gap: f32| {
        gap <= reach && !a.filter().lets_meet(b.filter()) && !(a.is_static() && b.is_static())
    };
    gaps(recording, MOST_MASKED.0, is_meant).into_iter().map(|(_, pair)| pair).collect()
}

/// The pairs but two walls that are meant, by the gap between their AABBs, with that; none in a scene of more bodies.
fn gaps(
    recording: &StepRecord,
    most_bodies: usize,
    is_meant: impl Fn(&Body, &Body, f32) -> bool,
) -> Vec<(f32, PairKey)> {
    let bodies = recording.world().bodies();
    let mut found = Vec::new();
    if bodies.len() > most_bodies {
        return found;
    }
    let there = || (0..).zip(bodies).filter(|(_, body)| !body.is_removed());
    let is_wall = |body: &Body| body.shape().kind() == ShapeKind::Wall;
    for (i, a) in there() {
        for (j, b) in there().filter(|(j, b)| *j > i && !(is_wall(a) && is_wall(b))) {
            let gap = -a.aabb().overlap(&b.aabb()).min_element();
            if is_meant(a, b, gap) {
                found.push((gap, PairKey::new(i, j)));
            }
        }
    }
    found
}

/// "left out by masks: guard – spirit, from both sides: guard meets "level", and spirit is "spirit"; …".
fn left_out(masked: &[PairKey], recording: &StepRecord, scene: &Scene) -> Vec<String> {
    let line = |pair: &PairKey| {
        let body = |index: u32| scene.bodies.get(index as usize);
        let filter = |index: u32| recording.world().body(index).map(Body::filter);
        let bodies = [body(pair.a())?, body(pair.b())?];
        let why = masks::why_apart(bodies, [filter(pair.a())?, filter(pair.b())?]);
        Some(format!("left out by masks: {}{why}", pair_in_heading(scene, *pair)))
    };
    limited(masked.iter().filter_map(line), masked.len(), "masks")
}

/// "left out by joint 0, which joins the two: bar – wall".
fn joined(recording: &StepRecord, scene: &Scene) -> Vec<String> {
    let joints: Vec<(u32, PairKey)> = recording
        .world()
        .generators()
        .filter_map(|(index, generator)| match generator {
            Generator::Revolute(joint) if !joint.collides() => {
                let [a, b] = generator.ends()?;
                Some((index, PairKey::new(a, b)))
            }
            _ => None,
        })
        .collect();
    let line = |(index, pair): &(u32, PairKey)| {
        let (joint, pair) = (generator_name(scene, *index), pair_in_heading(scene, *pair));
        format!("left out by {joint}, which joins the two: {pair}")
    };
    limited(joints.iter().map(line), joints.len(), "joints")
}

/// As many lines as are listed, and how many more there are.
fn limited(lines: impl Iterator<Item = String>, all: usize, by: &str) -> Vec<String> {
    let mut lines: Vec<String> = lines.take(MOST_MASKED.1).collect();
    if all > MOST_MASKED.1 {
        lines.push(format!("and {} more left out by {by}", all - MOST_MASKED.1));
    }
    lines
}

/// The four comparisons of two boxes: whose least coordinate must be below which greatest one.
fn four([a, b]: [&Aabb; 2]) -> [(&'static str, f32, &'static str, f32); 4] {
    [
        ("a's left", a.min.x, "b's right", b.max.x),
        ("b's left", b.min.x, "a's right", a.max.x),
        ("a's bottom", a.min.y, "b's top", b.max.y),
        ("b's bottom", b.min.y, "a's top", a.max.y),
    ]
}

/// "a's left 1.35 m ≤ b's right 2 m", and the other three.
fn held(boxes: [&Aabb; 2], unit: LengthUnit) -> String {
    let words = four(boxes)
        .map(|(low, least, high, most)| format!("{low} {} ≤ {high} {}", unit.text(least), unit.text(most)));
    words.join(", ")
}

/// Which of the four comparisons of two boxes fail: "a's left, 3 m, is beyond b's right, 2 m".
fn comparisons(boxes: [&Aabb; 2], unit: LengthUnit) -> Vec<String> {
    let failed = four(boxes).into_iter().filter(|(_, least, _, most)| least > most);
    let words = |(low, least, high, most): (&str, f32, &str, f32)| {
        format!("{low}, {}, is beyond {high}, {}", unit.text(least), unit.text(most))
    };
    failed.map(words).collect()
}

/// Most bodies of a scene whose nearest pairs with AABBs apart are looked for, and most such pairs that are told.
const MOST_RULED_OUT: (usize, usize) = (64, 3);

/// The nearest pairs whose AABBs are apart by more than the step's reach.
fn ruled_out(recording: &StepRecord) -> Vec<PairKey> {
    let reach = recording.pairs.reach.max(0.0);
    let mut apart = gaps(recording, MOST_RULED_OUT.0, |_, _, gap| gap > reach);
    sorting::sort_by(&mut apart, |(p, _), (q, _)| p.total_cmp(q));
    let pairs = apart.into_iter().map(|(_, pair)| pair).filter(|pair| recording.world().is_pair(*pair));
    pairs.take(MOST_RULED_OUT.1).collect()
}

/// A line for each pair, those of two static bodies first, the nearest that are ruled out last.
fn details(pairs: &[PairKey], recording: &StepRecord, scene: &Scene) -> Vec<String> {
    let (counts, world, unit) = (&recording.pairs, recording.world(), recording.unit);
    let aabb = |index: u32| world.bodies().get(index as usize).map(|body| body.aabb()).unwrap_or_default();
    let corners = |index: u32| {
        let aabb = aabb(index);
        format!("{} from {} to {}", name(scene, index), unit.point(aabb.min), unit.point(aabb.max))
    };
    let line = |pair: &PairKey| {
        let (a, b) = (aabb(pair.a()), aabb(pair.b()));
        // What they share: the way out of a box inside another is longer.
        let common = a.max.min(b.max) - a.min.max(b.min);
        let overlap = common.min_element();
        let how = if overlap > 0.0 {
            let held = held([&a, &b], unit);
            format!("all four comparisons hold, and the AABBs overlap by {}: {held}", unit.point(common))
        } else if overlap == 0.0 {
            "the AABBs touch".to_owned()
        } else {
            let failed = comparisons([&aabb(pair.a()), &aabb(pair.b())], unit);
            format!("the AABBs are {} apart: {}", unit.text(-overlap), listed(&failed))
        };
        format!("{}; {}: {how}", corners(pair.a()), corners(pair.b()))
    };
    let left_alone = |pair: &PairKey| {
        format!("left alone, both static: {}; {}", pair_in_heading(scene, *pair), line(pair))
    };
    let mut details: Vec<String> = counts.first_static.iter().map(left_alone).collect();
    let more = counts.both_static - counts.first_static.len();
    if more > 0 {
        let bound = at_least(counts.at_least);
        details.push(format!("and {bound}{more} more of two static bodies"));
    }
    details.extend(pairs.iter().take(MOST_DETAILS).map(line));
    let left_out = ruled_out(recording).into_iter();
    details
        .extend(left_out.map(|pair| format!("ruled out: {}; {}", pair_in_heading(scene, pair), line(&pair))));
    details
}
