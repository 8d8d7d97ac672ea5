//! Time of impact of rectangles and walls, and of a circle with one of them, that are apart now.

use glam::{DVec2, Vec2};

use super::ray_into_disc;
use crate::contact::boxes::facing;
use crate::sat::boxes::{BoxOverlaps, BoxPair};
use crate::sat::discs::DiscBox;
use crate::sat::frame::toward_a;

pub(super) enum Hit {
    /// Seconds, and the direction in which the circle leaves, world axes.
    At(f64, Vec2),
    Never,
    /// Rounding puts the circle into the box that it does not touch.
    Unsure,
}

/// Times at which two moving intervals start and cease to overlap.
struct Passage {
    enter: f64,
    exit: f64,
}

impl Passage {
    /// `distance` of the middles, `reach`: sum of the half lengths, `gap`: distance less reach, `closing`:
    /// speed at which the distance shrinks. `None`: the intervals are apart and will not meet.
    #[inline]
    fn new(distance: f64, reach: f64, gap: f64, closing: f64) -> Option<Self> {
        if gap >= 0.0 && closing <= 0.0 {
            return None;
        }
        let inverse = 1.0 / closing;
        let enter = if gap >= 0.0 { gap * inverse } else { f64::NEG_INFINITY };
        let exit = if closing > 0.0 {
            (distance + reach) * inverse
        } else if closing < 0.0 {
            gap * inverse
        } else {
            f64::INFINITY
        };
        // Rounding puts both times of the thinnest boxes at the same value.
        Some(Self { enter, exit: if exit > enter { exit } else { enter.next_up() } })
    }
}

/// The boxes overlap from the last entry to the first exit of all axes.
struct Passages {
    enter: f64,
    exit: f64,
    /// The axis of the last entry.
    last: usize,
}

impl Passages {
    /// Adds the passage of an axis. `None`: the boxes will not meet.
    #[inline]
    fn add<const WALL: bool>(
        &mut self,
        boxes: &BoxPair<WALL>,
        now: &BoxOverlaps,
        i: usize,
        slack: f32,
        velocity: DVec2,
    ) -> Option<()> {
        let (axis, along) = (boxes.axis(now, i), now.along[i]);
        let speed = axis.direction.as_dvec2().dot(velocity);
        let (distance, gap) = (f64::from(along.abs()), -f64::from(axis.overlap - slack));
        let passage = Passage::new(distance, distance - gap, gap, if along < 0.0 { -speed } else { speed })?;
        self.exit = self.exit.min(passage.exit);
        if passage.enter > self.enter {
            (self.enter, self.last) = (passage.enter, i);
        }
        Some(())
    }
}

impl<const WALL: bool> BoxPair<WALL> {
    /// Time, point of touch measured from `a`'s position then, and normal. `velocity`: `p`'s relative to `q`.
    #[inline]
    pub(super) fn first_touch(&self, velocity: DVec2) -> Option<(f64, Vec2, Vec2)> {
        let now = self.overlaps();
        // Boxes that only touch may overlap by rounding.
        let slack = now.least::<WALL>().max(0.0);
        let mut passages = Passages { enter: f64::NEG_INFINITY, exit: f64::INFINITY, last: 0 };
        passages.add(self, &now, 0, slack, velocity)?;
        passages.add(self, &now, 1, slack, velocity)?;
        if !now.parallel {
            if !WALL {
                passages.add(self, &now, 2, slack, velocity)?;
            }
            passages.add(self, &now, 3, slack, velocity)?;
        }
        let Passages { enter, exit, last } = passages;
        if !(enter >= 0.0 && enter < exit) {
            return None;
        }
        let way = velocity * enter;
        let from_a = if self.flipped { (self.p_from_a.as_dvec2() + way).as_vec2() } else { self.p_from_a };
        let then = Self { offset: (self.offset.as_dvec2() - way).as_vec2(), p_from_a: from_a, ..*self };
        let axis = self.axis(&now, last);
        Some((enter, facing(&then, &axis).touch(), toward_a(axis.p_leaves(), self.flipped)))
    }
}

impl<const WALL: bool> DiscBox<WALL> {
    /// The centre is a ray against the box grown by the radius, with round corners. `velocity`: the circle's
    /// relative to the box.
    #[inline]
    pub(super) fn first_touch(&self, velocity: DVec2) -> Hit {
        let turn = self.turn.as_dvec2();
        let velocity = DVec2::new(turn.dot(velocity), turn.perp().dot(velocity));
        let (center, half, radius) = (self.center.as_dvec2(), self.half.as_dvec2(), f64::from(self.radius));
        let grown = half + radius;
        let (distance, side) = (center.abs(), DVec2::ONE.copysign(center));
        let (gap, closing) = (distance - grown, -velocity * side);
        let passage = |i: usize| Passage::new(distance[i], grown[i], gap[i], closing[i]);
        let (Some(x), Some(y)) = (passage(0), passage(1)) else { return Hit::Never };
        let enter = x.enter.max(y.enter);
        if enter >= x.exit.min(y.exit) {
            return Hit::Never;
        }
        let at = if enter >= 0.0 { center + velocity * enter } else { center };
        let out = at.abs() - half;
        if enter >= 0.0 {
            if x.enter >= y.enter && out.y <= 0.0 {
                return Hit::At(enter, self.turn.rotate(Vec2::new(side.x as f32, 0.0)));
            }
            if y.enter > x.enter && out.x <= 0.0 {
                return Hit::At(enter, self.turn.rotate(Vec2::new(0.0, side.y as f32)));
            }
        } else if out.min_element() <= 0.0 {
            return Hit::Unsure;
        }
        // At a corner: a ray that misses it meets nothing else of the grown box.
        match ray_into_disc(center - half.copysign(at), velocity, radius) {
            Some((time, normal)) => Hit::At(time, self.turn.rotate(normal.as_vec2())),
            None => Hit::Never,
        }
    }
}
