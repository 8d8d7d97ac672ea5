//! Marks the face or the points that an axis came from; of a highlighted axis also the way out that it means.

use collide2d::{AxisSource, Body, Feature, Pose, Shape, Side};
use glam::Vec2;

use super::line::leaves_along;
use crate::explain::stages::other_side;
use crate::picture::display::clip::clip_segment;
use crate::picture::display::{Color, Dash, Item, Rect, Source, Stroke};
use crate::picture::overlay::pen::Pen;
use crate::picture::overlay::picture::Picture;

/// Marks the feature of axis `index` of the selected pair; thicker where it is highlighted.
pub(super) fn draw(picture: &Picture, pen: &mut Pen, index: usize, highlighted: bool) {
    let Some((a, b, trace)) = picture.selected_trace() else { return };
    let Some(test) = trace.local.axes.get(index) else { return };
    let mark = FeatureMark { picture, source: picture.axis(index), highlighted };
    let of = |side: Side| match side {
        Side::A => (a, picture.theme.pair_a),
        Side::B => (b, picture.theme.pair_b),
    };
    if highlighted && test.overlap > 0.0 {
        let leaving = match test.source {
            AxisSource::Face(side, _) | AxisSource::Neighbour(side, _) => other_side(side),
            AxisSource::Center(..) | AxisSource::End(..) => Side::A,
        };
        let toward_a = if leaves_along(picture, trace, index) { test.direction } else { -test.direction };
        let way = toward_a * test.overlap;
        mark.way_out(pen, of(leaving), if leaving == Side::A { way } else { -way });
    }
    match test.source {
        AxisSource::Face(side, face) => {
            let (body, color) = of(side);
            mark.face(pen, body, face, test.direction, color);
            mark.nearest_on_face(pen, (body, color), face, of(other_side(side)), test.direction);
        }
        AxisSource::Neighbour(side, end) => {
            let (body, color) = of(side);
            if let Some(at) = mark.point(body, end, Vec2::ZERO, test.direction) {
                mark.ring(pen, at, color);
            }
        }
        AxisSource::Center(side, feature) => {
            let (near, far) = (of(side), of(other_side(side)));
            mark.points(pen, near, Feature::Center, far, feature, test.direction);
        }
        AxisSource::End(side, end, feature) => {
            let (near, far) = (of(side), of(other_side(side)));
            mark.points(pen, near, end, far, feature, test.direction);
        }
    }
}

struct FeatureMark<'a> {
    picture: &'a Picture<'a>,
    source: Source,
    highlighted: bool,
}

impl FeatureMark<'_> {
    /// Draws the outline of the body moved by `way`, metres, where the axis would just separate the two.
    fn way_out(&self, pen: &mut Pen, (body, color): (&Body, Color), way: Vec2) {
        let pose = Pose { position: body.pose().position + way, ..*body.pose() };
        let stroke = Stroke::solid(1.5, color.alpha(0.8)).dashed(Dash::Dashed);
        self.picture.outline_at(body, &pose).draw(
            &mut pen.list,
            self.source,
            &pen.canvas,
            None,
            Some(stroke),
        );
    }

    /// Draws a face as a thick line, with its normal where it is highlighted.
    fn face(&self, pen: &mut Pen, body: &Body, face: u32, direction: Vec2, color: Color) {
        let Some([from, to]) = self.face_ends(body, face, direction) else { return };
        if self.highlighted {
            self.line(pen, [from, to], Stroke::solid(8.0, self.picture.theme.selection.alpha(0.55)));
        }
        self.line(pen, [from, to], Stroke::solid(if self.highlighted { 5.0 } else { 4.0 }, color));
        let visible = clip_segment(from, to, &pen.canvas);
        if let (true, Some([from, to])) = (self.highlighted, visible) {
            let along = self.picture.view.screen_direction(direction);
            let middle = (from + to) * 0.5;
            let stroke = Stroke::solid(2.5, color);
            let arrow = Item::Arrow { from: middle, to: middle + along * 44.0, stroke, head: 11.0 };
            pen.list.push(self.source, arrow);
        }
    }

    /// Draws the point of a face nearest to a circle's centre, with the way to it, where that is between the face's
    /// ends; else a corner is nearest.
    fn nearest_on_face(
        &self,
        pen: &mut Pen,
        (body, color): (&Body, Color),
        face: u32,
        (circle, circle_color): (&Body, Color),
        direction: Vec2,
    ) {
        if !matches!(circle.shape(), Shape::Circle(_)) {
            return;
        }
        let Some([from, to]) = self.face_ends(body, face, direction) else { return };
        let center = self.picture.view.screen_from_world(circle.pose().position);
        let Some(foot) = self.point(body, Feature::Face(face), center, direction) else { return };
        if (foot - from).dot(foot - to) <= 0.0 {
            self.line(pen, [center, foot], Stroke::solid(1.5, circle_color).dashed(Dash::Dashed));
            let around = pen.canvas.grow(Vec2::splat(16.0));
            for (at, color) in [(center, circle_color), (foot, color)] {
                if around.contains(at) {
                    self.ring(pen, at, color);
                }
            }
        }
    }

    /// Draws the two points that an axis runs through: a centre or an end, and the other shape's nearest
    /// point.
    fn points(
        &self,
        pen: &mut Pen,
        (body, color): (&Body, Color),
        from: Feature,
        (other, other_color): (&Body, Color),
        to: Feature,
        direction: Vec2,
    ) {
        let Some(from) = self.point(body, from, Vec2::ZERO, direction) else { return };
        let Some(to) = self.point(other, to, from, direction) else { return };
        self.line(pen, [from, to], Stroke::solid(1.5, color).dashed(Dash::Dashed));
        self.ring(pen, from, color);
        self.ring(pen, to, other_color);
    }

    /// The ends of a face; for a capsule, the side that faces along `direction`.
    fn face_ends(&self, body: &Body, face: u32, direction: Vec2) -> Option<[Vec2; 2]> {
        let ends = body.shape().face_ends(face, body.pose().rotation.unrotate(direction))?;
        Some(ends.map(|end| self.picture.view.screen_from_local(body.pose(), end)))
    }

    /// The point of a feature that an axis through `center` runs through.
    fn point(&self, body: &Body, feature: Feature, center: Vec2, direction: Vec2) -> Option<Vec2> {
        let on_screen = |local: Vec2| self.picture.view.screen_from_local(body.pose(), local);
        match feature {
            Feature::Vertex(i) => body.shape().corners().get(i as usize).copied().map(on_screen),
            Feature::Start => body.shape().ends().map(|[start, _]| on_screen(start)),
            Feature::End => body.shape().ends().map(|[_, end]| on_screen(end)),
            Feature::Center => Some(self.picture.view.screen_from_world(body.pose().position)),
            Feature::Face(i) => {
                let [from, _] = self.face_ends(body, i, direction)?;
                let along = self.picture.view.screen_direction(direction);
                Some(center + along * (from - center).dot(along))
            }
        }
    }

    fn ring(&self, pen: &mut Pen, center: Vec2, color: Color) {
        let radius = if self.highlighted { 8.0 } else { 5.5 };
        pen.space.take(Rect::around(center, Vec2::splat(radius * 2.0 + 4.0)));
        let stroke = Some(Stroke::solid(if self.highlighted { 3.0 } else { 2.0 }, color));
        pen.list.push(self.source, Item::Circle { center, radius, fill: None, stroke });
    }

    fn line(&self, pen: &mut Pen, [from, to]: [Vec2; 2], stroke: Stroke) {
        let line = clip_segment(from, to, &pen.canvas.grow(Vec2::splat(16.0)));
        pen.list.segments(self.source, line, stroke);
    }
}
