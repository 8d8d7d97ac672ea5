//! The separating-axis test of the selected pair: each axis is a strip beside the shapes, parallel to its
//! direction, with the projected intervals that the test itself reported. A strip shows the stretch in sight.

pub(super) mod map;
pub(super) mod minkowski;
pub(super) mod second_opinion;
pub(super) mod shortcut;

use collide2d::Body;
use glam::Vec2;

use crate::picture::display::Source;
use crate::picture::overlay::layer::LayerInfo;
use crate::picture::overlay::pen::Pen;
use crate::picture::overlay::picture::Picture;
use crate::picture::overlay::space::Slab;
use crate::report::TraceReport;

mod drawing;
mod feature;
mod line;
mod place;
#[cfg(test)]
mod tests;

pub(super) use drawing::{draw, draw_end, draw_shortcut};
use line::{AxisLine, Role};
use place::{Numbers, Room, StripPlace};

pub(super) const INFO: LayerInfo = LayerInfo::new(
    "SAT axes",
    "Intervals of the selected pair, on every axis that was tested",
    drawing::sample,
    drawing::entries,
)
.key(6)
.on()
.in_render();

/// Most strips shown at once: those with the least overlap. A note counts the rest.
const MOST: usize = 8;
/// With fewer strips their labels are shortened, so that more find room.
const FEWEST: usize = 3;
/// Distance between strips. Pixels.
const BETWEEN: f32 = 3.5;

/// The placed strips of a picture.
#[derive(Debug, Default)]
pub(super) struct AxisStrips {
    strips: Vec<Strip>,
    /// How many strips lie beside the shapes and are not cut.
    pub(super) whole: usize,
    /// How many strips there would be if there were room: at most [`MOST`].
    pub(super) wanted: usize,
}

#[derive(Debug)]
struct Strip {
    index: usize,
    /// What it shows.
    source: Source,
    /// Of the axis, world axes.
    direction: Vec2,
    line: AxisLine,
    place: StripPlace,
}

impl AxisStrips {
    /// Places the strips, clear of each other and of the room already taken.
    pub(super) fn plan(picture: &Picture, pen: &mut Pen) -> Self {
        let Some((a, b, trace)) = picture.selected_trace() else { return Self::default() };
        if !a.aabb().union(&b.aabb()).overlaps(&picture.view.visible()) {
            return Self::default();
        }
        let Some(room) = Room::of(picture, pen, [a, b]) else { return Self::default() };
        let order = order(trace, picture.options.highlighted_axis);
        let planner = StripPlanner { picture, a, trace, room, order };
        let mut strips = planner.best(pen);
        // The others would teach a wrong cause.
        let decides = |strip: &Strip| strip.line.role == Role::Decides;
        let lacks_deciding =
            trace.deciding.is_some() && !trace.local.early_out && !strips.iter().any(decides);
        if lacks_deciding {
            strips.clear();
        }
        take(pen, &strips);
        if lacks_deciding {
            pen.notes.push("no room for the axis that decides".to_owned());
        } else if strips.len() < trace.local.axes.len() {
            pen.notes.push(format!("{} of {} axes shown", strips.len(), trace.local.axes.len()));
        }
        match strips.iter().map(|strip| strip.place.stretch.without_number).sum() {
            0 => {}
            1 => pen.notes.push("no room for the number of 1 interval's end".to_owned()),
            ends => pen.notes.push(format!("no room for the numbers of {ends} intervals' ends")),
        }
        if trace.local.early_out {
            pen.notes.push("bounding circles apart: the test needs no axis".to_owned());
        }
        let is_whole = |strip: &&Strip| strip.place.is_beside && !strip.place.stretch.is_cut;
        let whole = strips.iter().filter(is_whole).count();
        Self { strips, whole, wanted: planner.order.len() }
    }

    /// The strips of axes that a shortcut tests, by name.
    fn of_shortcut(
        picture: &Picture,
        pen: &mut Pen,
        source: Source,
        trace: &TraceReport,
        names: &[&str],
    ) -> Self {
        let Some((a, b, _)) = picture.selected_trace() else { return Self::default() };
        let Some(room) = Room::of(picture, pen, [a, b]) else { return Self::default() };
        let mut strips = Self::default();
        for (index, name) in names.iter().enumerate() {
            let line = AxisLine::new(picture, a, room.focus, trace, index);
            let Some(line) = line.map(|line| line.of_shortcut(picture, trace, index, name)) else { continue };
            if let Some((line, place)) = room.find(picture, pen, line, Numbers::All) {
                let strip = Strip::new(source, trace, index, line, place);
                pen.space.take_slab(strip.slab());
                strips.strips.push(strip);
            }
        }
        strips
    }
}

/// Places the strips of the selected pair. Each of its functions leaves the room as it was.
struct StripPlanner<'p> {
    picture: &'p Picture<'p>,
    a: &'p Body,
    trace: &'p TraceReport,
    room: Room<'p>,
    /// The axes to show.
    order: Vec<usize>,
}

impl StripPlanner<'_> {
    /// The strips of all axes that find room, or of fewer that tell more.
    fn best(&self, pen: &mut Pen) -> Vec<Strip> {
        let mut strips = self.place(pen, &self.order, Numbers::All);
        let enough = self.order.len().min(FEWEST);
        let least = |strips: &[Strip]| {
            let told = strips.iter().filter(|strip| strip.is_told()).count();
            (strips.len().min(enough), told.min(enough))
        };
        if least(&strips) < (enough, enough) {
            let mut others = self.place(pen, &self.order, Numbers::WithoutRow);
            self.tell_more(pen, &mut others);
            if least(&others) > least(&strips) {
                strips = others;
            }
            // The strips that tell least give their room to the others.
            while least(&strips) < (enough, enough) && strips.len() > enough {
                let is_left_out = |strip: &Strip| !strip.is_told() && !strip.line.is_important();
                let Some(last) = strips.iter().rposition(is_left_out) else { break };
                strips.remove(last);
                self.tell_more(pen, &mut strips);
            }
        } else if hidden_ends(&strips) > 0 {
            let others = self.place_longest_first(pen, &strips);
            if others.len() == strips.len() && hidden_ends(&others) < hidden_ends(&strips) {
                strips = others;
            }
        }
        // Where enough others tell all their ends, a strip that does not is left out.
        if least(&strips) == (FEWEST, FEWEST) {
            strips.retain(|strip| strip.is_told() || strip.line.is_important());
        }
        strips
    }

    /// The strips of axes that find room, one after the other.
    fn place(&self, pen: &mut Pen, order: &[usize], numbers: Numbers) -> Vec<Strip> {
        let Self { picture, a, trace, room, .. } = self;
        let mut strips: Vec<Strip> = Vec::new();
        for &index in order {
            let Some(line) = AxisLine::new(picture, a, room.focus, trace, index) else { continue };
            let brief = line.brief(picture, trace, index);
            let found = room.find(picture, pen, line, numbers);
            if let Some((line, place)) = found.or_else(|| room.find(picture, pen, brief?, numbers)) {
                let strip = Strip::new(picture.axis(index), trace, index, line, place);
                pen.space.take_slab(strip.slab());
                strips.push(strip);
            }
        }
        pen.space.give_back(strips.len());
        strips
    }

    /// Long strips that are placed first have the room to show their ends.
    fn place_longest_first(&self, pen: &mut Pen, strips: &[Strip]) -> Vec<Strip> {
        let mut longest_first: Vec<_> = strips.iter().map(|strip| (strip.length(), strip.index)).collect();
        longest_first.sort_by(|(p, _), (q, _)| q.total_cmp(p));
        let longest_first: Vec<_> = longest_first.into_iter().map(|(_, index)| index).collect();
        let mut others = self.place(pen, &longest_first, Numbers::All);
        others.sort_by_key(|strip| self.order.iter().position(|index| *index == strip.index));
        others
    }

    /// Gives strips a row for their numbers where the others leave room for it.
    fn tell_more(&self, pen: &mut Pen, strips: &mut [Strip]) {
        for index in 0..strips.len() {
            let (before, rest) = strips.split_at_mut(index);
            let Some((strip, after)) = rest.split_first_mut().filter(|(strip, _)| !strip.is_told()) else {
                continue;
            };
            take(pen, before);
            take(pen, after);
            let found = self.room.find(self.picture, pen, strip.line.clone(), Numbers::All);
            pen.space.give_back(before.len() + after.len());
            let untold = strip.place.stretch.without_number;
            if let Some((line, place)) = found.filter(|(_, place)| place.stretch.without_number < untold) {
                (strip.line, strip.place) = (line, place);
            }
        }
    }
}

/// Takes the room of some strips.
fn take(pen: &mut Pen, strips: &[Strip]) {
    strips.iter().for_each(|strip| pen.space.take_slab(strip.slab()));
}

/// How many ends the strips do not show although the canvas has room for them.
fn hidden_ends(strips: &[Strip]) -> usize {
    strips.iter().map(|strip| strip.place.stretch.hidden_ends).sum()
}

impl Strip {
    fn new(source: Source, trace: &TraceReport, index: usize, line: AxisLine, place: StripPlace) -> Self {
        let direction = trace.local.axes.get(index).map_or(Vec2::ZERO, |test| test.direction);
        Self { index, source, direction, line, place }
    }

    /// Whether each end out of sight has its number.
    fn is_told(&self) -> bool {
        self.place.stretch.without_number == 0
    }

    /// The room that it takes.
    fn slab(&self) -> Slab {
        let slab = self.place.slab(&self.line);
        Slab { half: slab.half + BETWEEN, ..slab }
    }

    /// Length of both intervals together.
    fn length(&self) -> f32 {
        let [low, high] = self.line.extent();
        high - low
    }
}

/// The axes to show: the deciding one, then by least overlap or gap. The highlighted one is always among
/// them.
fn order(trace: &TraceReport, highlighted: Option<usize>) -> Vec<usize> {
    let axes = &trace.local.axes;
    let mut order: Vec<usize> = (0..axes.len()).collect();
    order.sort_by(|&i, &j| {
        let is_not_deciding = |i| trace.deciding != Some(i);
        is_not_deciding(i)
            .cmp(&is_not_deciding(j))
            .then(axes[i].overlap.abs().total_cmp(&axes[j].overlap.abs()))
            .then(i.cmp(&j))
    });
    let highlighted = highlighted.filter(|highlighted| order.iter().skip(MOST).any(|i| i == highlighted));
    order.truncate(MOST);
    if let (Some(highlighted), Some(last)) = (highlighted, order.last_mut()) {
        *last = highlighted;
    }
    order
}
