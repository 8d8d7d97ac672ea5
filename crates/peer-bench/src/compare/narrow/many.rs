//! collide2d on many pairs at once.

use collide2d::batch::{BodyRecords, NarrowPhase, Outcome};
use collide2d::{PairKey, Pose, Shape};

use super::cases::Pair;
use super::contestants::Work;
use super::{WorldContact, WorldPoint};

/// The input as in a world: bodies, their records, and a list of pairs sorted by body.
struct Many {
    bodies: Vec<(Shape, Pose)>,
    records: BodyRecords,
    pairs: Vec<PairKey>,
    /// For each pair of the row, in the order of the list, its two bodies.
    order: Vec<[(Shape, Pose); 2]>,
    narrow_phase: NarrowPhase,
    found: Vec<Outcome>,
}

pub fn ours(pairs: &[Pair]) -> Box<dyn Work> {
    let order =
        pairs.iter().map(|p| [(p.a.shape(), p.place_a.pose()), (p.b.shape(), p.place_b.pose())]).collect();
    let mut many = Many {
        bodies: Vec::new(),
        records: BodyRecords::default(),
        pairs: Vec::new(),
        order,
        narrow_phase: NarrowPhase::default(),
        found: Vec::new(),
    };
    many.build(&mut fastrand::Rng::with_seed(0));
    Box::new(many)
}

impl Many {
    /// The first bodies of all pairs in order, then the second ones in an order of their own.
    fn build(&mut self, rng: &mut fastrand::Rng) {
        let count = self.order.len();
        let mut place: Vec<usize> = (0..count).collect();
        rng.shuffle(&mut place);
        self.bodies.clear();
        self.bodies.extend(self.order.iter().map(|[a, _]| a.clone()));
        self.bodies.extend(self.order.iter().map(|[_, b]| b.clone()));
        for (i, &place) in place.iter().enumerate() {
            self.bodies[count + place] = self.order[i][1].clone();
        }
        self.records.clear();
        self.bodies.iter().for_each(|(shape, pose)| self.records.push(shape, pose));
        self.pairs.clear();
        self.pairs.extend(
            place.iter().enumerate().map(|(i, &place)| PairKey::new(i as u32, (count + place) as u32)),
        );
    }
}

impl Work for Many {
    fn reorder(&mut self, rng: &mut fastrand::Rng) {
        rng.shuffle(&mut self.order);
        self.build(rng);
    }

    #[inline(never)]
    fn run(&mut self, _: &mut [WorldContact]) {
        let Self { bodies, records, pairs, narrow_phase, found, .. } = self;
        narrow_phase.collide(records, &&bodies[..], pairs, found);
    }

    fn tell(&self, out: &mut [WorldContact]) {
        for ((found, pair), out) in self.found.iter().zip(&self.pairs).zip(out) {
            *out = WorldContact::default();
            let Some(contact) = found.contact() else { continue };
            let of_a = self.bodies[pair.a() as usize].1.position;
            out.normal = contact.normal;
            out.count = contact.points().len() as u32;
            for (point, out) in contact.points().iter().zip(&mut out.points) {
                *out =
                    WorldPoint { position: of_a + point.from_a, depth: point.depth, feature: point.feature };
            }
        }
    }
}
