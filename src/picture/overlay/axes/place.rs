//! Places a strip: beside the shapes where there is room, and cut where it is longer than what is in sight.

mod band;
mod stretch;

use collide2d::Body;
use glam::Vec2;

use self::band::Band;
pub(super) use self::stretch::{BarRow, NUMBER, Numbers, SLACK, Stretch};
use self::stretch::{cut, label_range, uncut, ways_to_say};
use super::line::{AxisLine, LabelRun};
use crate::picture::display::Rect;
use crate::picture::display::clip::clip_segment;
use crate::picture::framing;
use crate::picture::overlay::pen::Pen;
use crate::picture::overlay::picture::Picture;
use crate::picture::overlay::space::Slab;

/// A strip above or to the left costs this much more, so that strips do not change sides at every move.
/// Pixels.
const SIDE_PREFERENCE: f32 = 24.0;
/// Cost of hiding another body, as a distance. Pixels.
const HIDING: f32 = 400.0;
/// Cost of lying over what marks the contact.
const ON_CONTACT: f32 = 250.0;
/// Cost of showing a part of the strip only.
const CUT: f32 = 500.0;
/// Cost of not showing an end of an interval that the canvas has room for at this distance.
const HIDDEN_END: f32 = 3000.0;
/// Cost of an end out of sight without its number.
const WITHOUT_NUMBER: f32 = 2000.0;
/// Cost of lying over one of the shapes, and over both.
const OVER: [f32; 2] = [4000.0, 8000.0];
#[derive(Clone, Debug)]
pub(super) struct StripPlace {
    /// Distance of the inner edge from the line's origin along `out`.
    pub(super) inner: f32,
    /// Unit vector from the shapes to the strip.
    pub(super) out: Vec2,
    pub(super) stretch: Stretch,
    /// It lies over neither shape.
    pub(super) is_beside: bool,
    /// It may lie over a body, which shows through.
    pub(super) is_over: bool,
    /// It lies among so many bodies that its label needs an opaque plate to be read.
    pub(super) is_crowded: bool,
}

pub(super) struct Room<'a> {
    bodies: [&'a Body; 2],
    /// The other visible bodies; none where they are too many to keep clear of.
    others: Vec<&'a Body>,
    is_crowded: bool,
    /// The world point that the pair is about.
    pub(super) focus: Vec2,
    /// Whether the canvas shows it.
    sees_focus: bool,
    /// The pair's contact points. Pixels.
    contacts: Vec<Vec2>,
}

impl StripPlace {
    pub(super) fn label<'l>(&self, line: &'l AxisLine) -> impl Iterator<Item = &'l LabelRun> + use<'l> {
        line.label.iter().chain(line.longer.as_ref().filter(|_| self.stretch.says_longer))
    }

    pub(super) fn label_width(&self, line: &AxisLine) -> f32 {
        line.whole_label_width(self.stretch.says_longer)
    }

    /// Where its middle may be.
    fn label_range(&self, line: &AxisLine) -> std::ops::RangeInclusive<f32> {
        let [first, last] = label_range(self.stretch.shown, &self.stretch.off_bars, self.label_width(line));
        first..=last
    }

    /// The whole plate.
    pub(super) fn slab(&self, line: &AxisLine) -> Slab {
        let ([low, high], half) = (self.stretch.shown, line.thickness() * 0.5);
        Slab {
            center: line.point((low + high) * 0.5, self.out * (self.inner + half)),
            along: line.along,
            half: Vec2::new((high - low) * 0.5, half),
        }
    }
}

impl<'a> Room<'a> {
    pub(super) fn of(picture: &Picture<'a>, pen: &Pen, bodies: [&'a Body; 2]) -> Option<Self> {
        /// Among more bodies strips lie anywhere.
        const MOST_OTHERS: usize = 64;
        let pair = picture.selected_pair()?;
        let others = pen.visible_bodies(picture).filter(|(index, _)| picture.pair_color(*index).is_none());
        let mut others: Vec<_> = others.map(|(_, body)| body).take(MOST_OTHERS + 1).collect();
        let is_crowded = others.len() > MOST_OTHERS;
        if is_crowded {
            others.clear();
        }
        let focus = Some(framing::focus(pair, bodies)).filter(|focus| focus.is_finite())?;
        let points = pair.contact.iter().flat_map(|contact| &contact.points);
        let contacts = points.map(|(point, _)| picture.view.screen_from_world(*point)).collect();
        let sees_focus = pen.space.canvas.contains(picture.view.screen_from_world(focus));
        Some(Self { bodies, others, is_crowded, focus, sees_focus, contacts })
    }

    /// The place of least cost on either side, at the contact where the canvas shows it; with a row for the numbers
    /// that find no room on bars and beside the label. Where the contact is too near to a corner for that, an important
    /// strip is shown all the same.
    pub(super) fn find(
        &self,
        picture: &Picture,
        pen: &Pen,
        line: AxisLine,
        numbers: Numbers,
    ) -> Option<(AxisLine, StripPlace)> {
        let search = |line: AxisLine| {
            let found = self.search(picture, pen, &line, self.sees_focus, numbers);
            let found = found.or_else(|| {
                self.search(picture, pen, &line, false, numbers).filter(|_| line.is_important())
            })?;
            Some((line, found))
        };
        let line = if numbers == Numbers::All { line } else { AxisLine { longer: None, ..line } };
        let thin = search(line.clone());
        let untold = thin.as_ref().map_or(0, |(_, place)| place.stretch.without_number);
        let thick = (untold > 0 && numbers == Numbers::All)
            .then(|| search(AxisLine { has_number_row: true, ..line }))
            .flatten()
            .filter(|(_, place)| place.stretch.without_number < untold);
        let (line, place) = thick.or(thin)?;
        // A shorter label may keep off what the whole one would hide, or at least its opaque part.
        let mut shorter = place.clone();
        shorter.stretch.says_longer = false;
        let off_edges = |place: &StripPlace, part: [f32; 2]| {
            let mut off = place.clone();
            off.stretch.label_at = self.label_off_edges(picture, pen, &line, place, part)?;
            Some(off)
        };
        let half = |place: &StripPlace| place.label_width(&line) * 0.5;
        let found = off_edges(&place, [-half(&place), half(&place)])
            .or_else(|| off_edges(&shorter, [-half(&shorter), half(&shorter)]))
            .or_else(|| off_edges(&shorter, line.opaque_part()?));
        Some((line, found.unwrap_or(place)))
    }

    /// The label's middle nearest to its place at which a part of it, measured from there, lies on no edge of a body.
    fn label_off_edges(
        &self,
        picture: &Picture,
        pen: &Pen,
        line: &AxisLine,
        place: &StripPlace,
        part: [f32; 2],
    ) -> Option<f32> {
        /// Half the height of a label, and its distance from an edge. Pixels.
        const HALF: f32 = 10.0;
        const APART: f32 = 3.0;
        let wanted = place.stretch.label_at;
        if !place.is_over {
            return Some(wanted);
        }
        let row = place.inner + line.rows()[3];
        let bodies = self.bodies.iter().chain(&self.others);
        let edges = bodies.flat_map(|body| picture.outline(body).edges(&pen.canvas));
        let covered: Vec<[f32; 2]> = edges
            .filter_map(|[from, to]| {
                let along = (to - from).try_normalize()?;
                let half = Vec2::new(from.distance(to) * 0.5, 1.0);
                let edge = Slab { center: (from + to) * 0.5, along, half };
                within(line, place.out, [row - HALF, row + HALF], &edge)
            })
            .collect();
        let (first, last) = (part[0] - APART, part[1] + APART);
        let range = place.label_range(line);
        let is_off =
            |at: &f32| covered.iter().all(|[from, to]| at + last <= *from + 0.01 || at + first >= *to - 0.01);
        let beside = covered.iter().flat_map(|[from, to]| [from - last, to - first]);
        let off = std::iter::once(wanted).chain(beside.filter(|at| range.contains(at))).filter(is_off);
        off.min_by(|p, q| (p - wanted).abs().total_cmp(&(q - wanted).abs()))
    }

    fn search(
        &self,
        picture: &Picture,
        pen: &Pen,
        line: &AxisLine,
        at_focus: bool,
        numbers: Numbers,
    ) -> Option<StripPlace> {
        let mut best = None;
        let mut least = f32::INFINITY;
        // Below the text's reading direction, then above.
        for (side, cost_of_side) in [(1.0, 0.0), (-1.0, SIDE_PREFERENCE)] {
            let out = line.reading.perp() * side;
            let band = Band::new(self, picture, pen, line, out);
            for inner in band.places() {
                let (over, away) = band.over(inner);
                let mut cost = cost_of_side + away + if over > 0 { OVER[over - 1] } else { 0.0 };
                if cost >= least {
                    continue;
                }
                let Some(stretch) = self.stretch(pen, line, (inner, out), at_focus) else {
                    continue;
                };
                let hidden = band.hidden(inner, stretch.shown);
                cost += if stretch.is_cut { CUT } else { 0.0 };
                cost += HIDDEN_END * stretch.hidden_ends as f32;
                if numbers == Numbers::All {
                    cost += WITHOUT_NUMBER * stretch.without_number as f32;
                }
                cost += HIDING * hidden.min(3) as f32;
                cost += ON_CONTACT * band.contacts_under(inner, stretch.shown) as f32;
                if cost < least {
                    least = cost;
                    let (is_beside, is_over) = (over == 0, over > 0 || hidden > 0 || self.is_crowded);
                    let is_crowded = self.is_crowded;
                    best = Some(StripPlace { inner, out, stretch, is_beside, is_over, is_crowded });
                }
            }
        }
        best
    }

    /// What of the strip fits at this distance; `None` where that is not enough.
    fn stretch(
        &self,
        pen: &Pen,
        line: &AxisLine,
        (inner, out): (f32, Vec2),
        at_focus: bool,
    ) -> Option<Stretch> {
        let [low, high] = line.extent();
        let whole = on_canvas(&pen.space.canvas, line, inner, out)?;
        let mut free = whole;
        // The pair's focus is at 0, and between the intervals' ends but for rounding.
        let mut at = 0.0_f32.max(low).min(high);
        if at_focus {
            if at < free[0] || at > free[1] {
                return None;
            }
        } else {
            at = at.max(free[0]).min(free[1]);
        }
        let band = [inner, inner + line.thickness()];
        for [from, to] in pen.space.slabs().iter().filter_map(|slab| within(line, out, band, slab)) {
            match (to <= at, from >= at) {
                (true, _) => free[0] = free[0].max(to),
                (_, true) => free[1] = free[1].min(from),
                (false, false) => return None,
            }
        }
        let shown_uncut = || ways_to_say(line).find_map(|says_longer| uncut(line, free, says_longer));
        // The numbers of the ends come before the longer way out.
        let shown_cut = || {
            let found = ways_to_say(line).filter_map(|says_longer| cut(line, free, whole, says_longer));
            found.reduce(|best, next| if next.without_number < best.without_number { next } else { best })
        };
        shown_uncut().or_else(shown_cut)
    }
}

/// Between which ends a plate of the line's thickness is on the canvas.
fn on_canvas(canvas: &Rect, line: &AxisLine, inner: f32, out: Vec2) -> Option<[f32; 2]> {
    let reach = canvas.size().length() + (line.origin - canvas.center()).length();
    let of_edge = |edge: f32| {
        let edge = out * edge;
        let [from, to] = clip_segment(line.point(-reach, edge), line.point(reach, edge), canvas)?;
        Some([from, to].map(|end| (end - line.origin).dot(line.along)))
    };
    let (one, other) = (of_edge(inner)?, of_edge(inner + line.thickness())?);
    let free = [one[0].max(other[0]), one[1].min(other[1])];
    (free[0] < free[1]).then_some(free)
}

/// The stretch along the line in which a slab reaches into the band between two distances.
fn within(line: &AxisLine, out: Vec2, [inner, outer]: [f32; 2], slab: &Slab) -> Option<[f32; 2]> {
    let corners = slab.corners().map(|corner| {
        let from = corner - line.origin;
        Vec2::new(from.dot(line.along), from.dot(out))
    });
    let mut stretch: Option<[f32; 2]> = None;
    for (i, &from) in corners.iter().enumerate() {
        let to = corners[(i + 1) % corners.len()];
        let (low, high) = if from.y <= to.y { (from, to) } else { (to, from) };
        if high.y <= inner || low.y >= outer {
            continue;
        }
        let rise = (high.y - low.y).max(1.0e-6);
        let at = |y: f32| low.x + (high.x - low.x) * ((y - low.y) / rise).clamp(0.0, 1.0);
        let [p, q] = if high.y - low.y < 1.0e-3 { [low.x, high.x] } else { [at(inner), at(outer)] };
        let [least, most] = stretch.unwrap_or([f32::INFINITY, f32::NEG_INFINITY]);
        stretch = Some([least.min(p).min(q), most.max(p).max(q)]);
    }
    stretch
}
