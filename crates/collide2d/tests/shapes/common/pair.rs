//! A pair of shapes, overlaps worked out without the crate's own test, and what holds for every pair. The fuzz
//! targets read this file as well.

use std::f32::consts::TAU;
use std::ops::ControlFlow;

use collide2d::{AxisTest, Contact, Pose, SatObserver, Shape, Trace, collide_observed};
use glam::{DVec2, Vec2};

/// Two shapes and their poses. `size` is about that of the larger.
#[derive(Clone, Debug)]
pub struct Pair {
    pub a: Shape,
    pub pose_a: Pose,
    pub b: Shape,
    pub pose_b: Pose,
    pub size: f32,
}

impl Pair {
    pub fn collide(&self) -> Option<Contact> {
        collide2d::collide(&self.a, &self.pose_a, &self.b, &self.pose_b)
    }

    pub fn observed(&self, observer: &mut impl SatObserver) -> Option<Contact> {
        collide_observed(&self.a, &self.pose_a, &self.b, &self.pose_b, observer)
    }

    pub fn swapped(&self) -> Self {
        let Self { a, pose_a, b, pose_b, size } = self.clone();
        Self { a: b, pose_a: pose_b, b: a, pose_b: pose_a, size }
    }

    pub fn with_a_moved(&self, by: Vec2) -> Self {
        let mut moved = self.clone();
        moved.pose_a.position += by;
        moved
    }

    /// How far results may be off by rounding.
    pub fn slack(&self) -> f32 {
        let reach = (self.pose_b.position - self.pose_a.position).length() + 2.0 * self.size;
        4.0e-6 * reach
    }

    /// How far `a` must move along the unit vector to clear `b`, by the corners alone, in f64.
    pub fn way_out(&self, direction: Vec2) -> f64 {
        let direction = direction.as_dvec2();
        let apart = (self.pose_b.position - self.pose_a.position).as_dvec2();
        reach(&self.b, &self.pose_b, direction)
            + reach(&self.a, &self.pose_a, -direction)
            + apart.dot(direction)
    }

    /// Asserts that both are results for this state: the same depth, and the same normal unless another
    /// translation is as short.
    pub fn assert_same(&self, found: Option<(Vec2, f32)>, expected: Option<(Vec2, f32)>, slack: f32) {
        let depth = |c: Option<(Vec2, f32)>| c.map_or(0.0, |(_, depth)| depth);
        assert!((depth(found) - depth(expected)).abs() <= slack, "{found:?} {expected:?}");
        if let (Some((normal, _)), Some((other, least))) = (found, expected)
            && normal.distance(other) > 1.0e-3
        {
            assert!(self.way_out(normal) as f32 <= least + slack, "{normal} is no tie of {other}");
        }
    }

    pub fn assert_swapping_turns_the_normal_round(&self) {
        let swapped = self.swapped().collide().map(|c| (-c.normal, c.depth));
        self.assert_same(swapped, self.collide().map(|c| (c.normal, c.depth)), self.slack());
    }

    pub fn assert_normal_times_depth_just_separates(&self) {
        let Some(contact) = self.collide() else { return };
        assert!(contact.depth > 0.0 && (contact.normal.length() - 1.0).abs() < 1.0e-5, "{contact:?}");
        let apart = self.with_a_moved(contact.normal * (contact.depth + self.slack()));
        assert!(apart.collide().is_none(), "{:?}", apart.collide());
        if contact.depth > 200.0 * self.slack() {
            let almost = self.with_a_moved(contact.normal * (0.99 * contact.depth));
            assert!(almost.collide().is_some());
        }
    }

    pub fn assert_depth_is_the_shortest_way_out(&self, directions: u16) {
        let slack = f64::from(self.slack());
        match self.collide() {
            Some(contact) => {
                let depth = f64::from(contact.depth);
                for i in 0..directions {
                    let direction = Vec2::from_angle(TAU * f32::from(i) / f32::from(directions));
                    assert!(depth <= self.way_out(direction) + slack, "{i} of {directions}");
                }
                assert!((self.way_out(contact.normal) - depth).abs() <= slack);
            }
            None => {
                let mut trace = Trace::default();
                self.observed(&mut trace);
                let least = trace
                    .axes
                    .iter()
                    .map(|t| self.way_out(t.direction).min(self.way_out(-t.direction)))
                    .fold(f64::INFINITY, f64::min);
                assert!(least <= slack, "no axis separates: {least}");
            }
        }
    }

    /// Bit for bit, whatever the numbers.
    pub fn assert_observing_changes_nothing(&self) {
        let (mut trace, mut first) = (Trace::default(), FirstStop::default());
        let contact = self.collide();
        assert_eq!(bits(&self.observed(&mut trace)), bits(&contact));
        assert_eq!(bits(&self.observed(&mut first)), bits(&contact));
        if let Some(contact) = contact {
            let deciding = trace.axes[trace.deciding().expect("a touching pair has a deciding axis")];
            assert_eq!(deciding.overlap.to_bits(), contact.depth.to_bits());
            assert!(deciding.direction == contact.normal || deciding.direction == -contact.normal);
        }
    }

    pub fn assert_axes_tell_the_truth(&self) {
        let (mut trace, mut first) = (Trace::default(), FirstStop::default());
        self.observed(&mut trace);
        self.observed(&mut first);
        if !trace.early_out {
            let stop = trace.stops_at().map_or(trace.axes.len(), |i| i + 1);
            assert_eq!(&first.0[..], &trace.axes[..stop]);
        }
        assert!(!trace.axes.is_empty());
        for test in &trace.axes {
            let found = test.a.overlap(test.b);
            assert!(
                (f64::from(test.overlap) - found).abs() <= f64::from(self.slack()),
                "{} {found}",
                test.overlap
            );
            let [out, back] = [test.toward_a(), -test.toward_a()].map(|way| self.way_out(way) as f32);
            assert!((test.overlap - out).abs() <= self.slack(), "{} {out}", test.overlap);
            assert!(out <= back + self.slack(), "{out}, the other way {back}");
        }
    }

    pub fn assert_points_lie_within_depth_of_both(&self) {
        let Some(contact) = self.collide() else { return };
        let deepest = contact.points().iter().map(|p| p.depth).fold(0.0, f32::max);
        assert!((deepest - contact.depth).abs() <= self.slack(), "{deepest} {}", contact.depth);
        for point in contact.points() {
            assert!(point.depth >= 0.0 && point.depth <= contact.depth);
            let world = Contact::world_point(&self.pose_a, point);
            let slack = contact.depth + self.slack();
            assert!(self.a.distance(&self.pose_a, world) <= slack);
            assert!(self.b.distance(&self.pose_b, world) <= slack);
            for (shape, pose) in [(&self.a, &self.pose_a), (&self.b, &self.pose_b)] {
                if let Shape::Circle(_) = shape {
                    assert_eq!(contact.points().len(), 1);
                    let from_center = world - pose.position;
                    assert!(from_center.perp_dot(contact.normal).abs() <= self.slack());
                }
            }
        }
        if let [first, second] = contact.points() {
            assert!(first.feature != second.feature);
            let along = contact.normal.perp();
            assert!((second.from_a - first.from_a).dot(along) > 0.0);
        }
    }
}

/// Largest coordinate of the shape along the unit vector, measured from its position.
fn reach(shape: &Shape, pose: &Pose, direction: DVec2) -> f64 {
    let (points, radius) = match shape {
        Shape::Chain(_) | Shape::Compound(_) => unreachable!("a simple kind"),
        Shape::Circle(c) => (vec![Vec2::ZERO], c.radius()),
        Shape::Capsule(c) => (vec![c.start(), c.end()], c.radius()),
        Shape::Rectangle(_) | Shape::Polygon(_) | Shape::Wall(_) => (shape.corners(), shape.radius()),
    };
    let turn = DVec2::new(f64::from(pose.rotation.cos()), f64::from(pose.rotation.sin()));
    f64::from(radius)
        + points.iter().map(|p| turn.rotate(p.as_dvec2()).dot(direction)).fold(f64::NEG_INFINITY, f64::max)
}

/// Stops where the unobserved test stops.
#[derive(Default)]
struct FirstStop(Vec<AxisTest>);

impl SatObserver for FirstStop {
    fn axis(&mut self, test: &AxisTest) -> ControlFlow<()> {
        self.0.push(*test);
        ControlFlow::Break(())
    }
}

pub fn bits(contact: &Option<Contact>) -> Vec<u32> {
    let Some(contact) = contact else { return Vec::new() };
    let points = contact.points().iter();
    [contact.normal.x, contact.normal.y, contact.depth]
        .into_iter()
        .map(f32::to_bits)
        .chain(
            points.flat_map(|p| [p.from_a.x.to_bits(), p.from_a.y.to_bits(), p.depth.to_bits(), p.feature]),
        )
        .collect()
}
