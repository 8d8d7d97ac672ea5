//! The pairs: kinds and distances.

use crate::form::{Form, Forms, Place};
use crate::reference::separation;

pub struct Case {
    pub name: &'static str,
    pub a: fn(&mut Forms) -> Form,
    pub b: fn(&mut Forms) -> Form,
    /// Best peer's time / ours that the project is held to, for each of [`MIXES`].
    pub targets: Option<[f64; 3]>,
    /// The same for many pairs at once, all of [`MIXES`].
    pub at_once: Option<f64>,
}

pub struct Mix {
    pub name: &'static str,
    /// Number of touching pairs of every four.
    pub touching: usize,
}

#[derive(Clone, Debug)]
pub struct Pair {
    pub a: Form,
    pub place_a: Place,
    pub b: Form,
    pub place_b: Place,
}

pub const CASES: &[Case] = &[
    Case {
        name: "circle-circle",
        a: Forms::circle,
        b: Forms::circle,
        targets: Some([2.5, 4.0, 1.0]),
        at_once: Some(5.0),
    },
    Case {
        name: "circle-rectangle",
        a: Forms::circle,
        b: Forms::rectangle,
        targets: Some([1.5, 2.0, 1.0]),
        at_once: Some(5.0),
    },
    Case {
        name: "rectangle-rectangle",
        a: Forms::rectangle,
        b: Forms::rectangle,
        targets: Some([1.7, 2.0, 5.0]),
        at_once: Some(5.0),
    },
    Case {
        name: "circle-wall",
        a: Forms::circle,
        b: Forms::wall,
        targets: Some([2.0, 3.0, 1.7]),
        at_once: Some(5.0),
    },
    Case {
        name: "rectangle-wall",
        a: Forms::rectangle,
        b: Forms::wall,
        targets: Some([1.5, 1.7, 5.0]),
        at_once: Some(5.0),
    },
    Case {
        name: "octagon-octagon",
        a: Forms::octagon,
        b: Forms::octagon,
        targets: Some([1.3, 1.8, 8.0]),
        at_once: None,
    },
    Case {
        name: "irregular octagons",
        a: Forms::irregular_octagon,
        b: Forms::irregular_octagon,
        targets: None,
        at_once: None,
    },
];

pub const MIXES: &[Mix] = &[
    Mix { name: "touching", touching: 4 },
    Mix { name: "half", touching: 2 },
    Mix { name: "near miss", touching: 0 },
];

/// Depth of pairs that touch: as after a step of simulation, not through and through. Metres.
const DEPTHS: std::ops::RangeInclusive<f64> = 0.001..=0.25;
/// Gap of pairs that do not. Box2D makes contacts up to 2 cm ahead; it is not charged for them. Metres.
const LEAST_GAP: f64 = 0.025;

/// Random pairs whose boxes overlap, as from a broad phase.
pub fn pairs(forms: &mut Forms, case: &Case, mix: &Mix, count: usize) -> Vec<Pair> {
    let mut pairs = Vec::with_capacity(count);
    while pairs.len() < count {
        let touching = pairs.len() % 4 < mix.touching;
        let (a, b) = ((case.a)(forms), (case.b)(forms));
        let position = forms.vector(50.0);
        let place_a = Place::new(position, forms.degrees());
        let place_b = Place::new(position + forms.vector(4.0), forms.degrees());
        if !a.shape().aabb(&place_a.pose()).overlaps(&b.shape().aabb(&place_b.pose())) {
            continue;
        }
        let distance = separation(&a, &(&place_a).into(), &b, &(&place_b).into()).distance;
        if if touching { DEPTHS.contains(&-distance) } else { distance >= LEAST_GAP } {
            pairs.push(Pair { a, place_a, b, place_b });
        }
    }
    forms.0.shuffle(&mut pairs);
    pairs
}
