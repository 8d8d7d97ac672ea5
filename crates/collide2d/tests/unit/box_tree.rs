use glam::Vec2;

use super::*;

/// Counts around one node, one level and many levels; some boxes coincide, some are as large as the whole.
#[test]
fn finds_what_looking_at_each_finds() {
    let mut rng = fastrand::Rng::with_seed(1);
    let mut random = || rng.f32();
    let mut tree = BoxTree::default();
    for count in [0, 1, 7, 8, 9, 64, 65, 513, 1200] {
        let mut boxes = Vec::new();
        for i in 0..count {
            let min = Vec2::new(random(), random()) * 100.0;
            let size = if i % 50 == 3 { 100.0 } else { 3.0 * random() };
            let min = if i % 7 == 0 { Vec2::ONE } else { min };
            boxes.push(Aabb { min, max: min + Vec2::new(size, 3.0 * random()) });
        }
        tree.fill(boxes.iter().copied().zip(0..));
        let mut found = Vec::new();
        for _ in 0..100 {
            let min = Vec2::new(random(), random()) * 110.0 - 5.0;
            let area = Aabb { min, max: min + random() * 9.0 };
            tree.overlapping(&area, &mut found);
            let expected: Vec<u32> = (0..count).filter(|&i| boxes[i as usize].overlaps(&area)).collect();
            assert_eq!(found, expected);
        }
    }
}
