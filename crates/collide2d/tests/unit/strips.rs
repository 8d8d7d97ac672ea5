use super::*;
use glam::Vec2;

/// Boxes of one height, spread over a height of 100 m around y.
fn boxes(count: usize, height: f32, y: f32) -> Vec<Aabb> {
    let mut random = fastrand::Rng::with_seed(count as u64);
    let mut around = |_| {
        let min = Vec2::new(200.0 * random.f32(), y + 100.0 * random.f32() - 50.0);
        Aabb { min, max: min + Vec2::new(1.0, height) }
    };
    (0..count).map(&mut around).collect()
}

/// Whether a box is high or flat, at the origin or far from it, it is listed in two or three strips at most.
#[test]
fn a_box_of_the_median_height_lies_in_few_strips() {
    for (count, height, y) in [
        (50, 1.0, 0.0),
        (1000, 0.2, 0.0),
        (1000, 1.0, 0.0),
        (1000, 1.0, 400.0),
        (1000, 1.0, -400.0),
        (1000, 20.0, 0.0),
    ] {
        let boxes = boxes(count, height, y);
        let mut strips = Strips::default();
        strips.follow(&boxes);
        let each = strips.listed.len() as f32 / count as f32;
        assert!((1.0..=3.0).contains(&each), "{count} boxes {height} m high at {y}: {each} strips");
        let longest = strips.spans.iter().map(|span| span.len()).max().unwrap_or(0);
        assert!(longest <= 3, "{count} boxes {height} m high at {y}: {longest} strips");
        // Narrow enough to leave most boxes out.
        let expected = (100.0 / (1.5 * height)).min(count as f32);
        let found = strips.ends.len() as f32;
        assert!((0.5..2.0).contains(&(found / expected)), "{found} strips, expected about {expected}");
    }
}

/// What suits the boxes of one frame is kept in the next, so that the lists are not rebuilt.
#[test]
fn a_division_is_like_itself() {
    for (density, highest) in [(1.0, 0), (1.0, 1), (0.1, 7), (2.0, 1000)] {
        let division = Division { bottom: -3.0, density, highest };
        assert!(division.is_like(division), "{division:?}");
        let shifted = Division { bottom: -3.0 + 0.2 / density, ..division };
        assert!(division.is_like(shifted) && shifted.is_like(division), "{division:?}");
        let denser = Division { density: 3.0 * density, ..division };
        let longer = Division { highest: 3 * highest + 3, ..division };
        let away = Division { bottom: -3.0 + (highest as f32 + 3.0) / density, ..division };
        for other in [denser, longer, away] {
            assert!(!division.is_like(other) && !other.is_like(division), "{division:?} {other:?}");
        }
    }
}
