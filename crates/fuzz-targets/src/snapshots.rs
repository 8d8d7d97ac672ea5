//! The bytes of a world.

use arbitrary::Unstructured;
use collide2d::World;

use crate::scenes::shipped;

/// Steps before the snapshot.
const MOST_STEPS: u32 = 20;
/// Bytes of an edit: where, and what.
const EDIT: usize = 5;

/// The snapshot of a shipped scene in which single bytes are others, with a hash that fits: it is refused, or it is the
/// snapshot of a world that steps. Then the bytes themselves.
pub fn snapshot(data: &[u8]) {
    let (head, edits) = data.split_at(data.len().min(4));
    let u = &mut Unstructured::new(head);
    let mut world = u.choose(shipped()).unwrap().scene.to_world().unwrap();
    for _ in 0..u.int_in_range(0..=MOST_STEPS).unwrap() {
        world.step();
    }
    let mut bytes = world.snapshot();
    assert_eq!(World::from_snapshot(&bytes).unwrap().hash(), world.hash());
    bytes.truncate(bytes.len() - 8);
    for edit in edits.chunks_exact(EDIT) {
        let at = u32::from_le_bytes([edit[0], edit[1], edit[2], edit[3]]) as usize % bytes.len();
        bytes[at] = edit[4];
    }
    let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    bytes.extend(hash.to_le_bytes());
    for bytes in [&bytes[..], data] {
        if let Ok(mut world) = World::from_snapshot(bytes) {
            assert_eq!(World::from_snapshot(&world.snapshot()).unwrap().hash(), world.hash());
            (0..3).for_each(|_| world.step());
        }
    }
}
