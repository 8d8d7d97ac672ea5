//! The frame in which the canvas is seen: the world's, or that of a body, which the view follows.

use collide2d::{Aabb, Stage};
use glam::Vec2;

use super::AppState;
use super::picture::{options, picture, present_pair};
use crate::app::commands::Viewpoint;
use crate::app::showing::SeenBody;
use crate::picture::frame::Frame;
use crate::picture::framing::{self, Framing};
use crate::picture::overlay::{self, Options, Picture, SeenFrom};
use crate::picture::view::View;

/// The body is in the middle of the canvas, unless its pair would be shown at less than this share of the scale at
/// which it fits.
const LEAST_CENTRED: f32 = 0.3;

impl AppState {
    /// Index of the body in whose frame the canvas is seen; `None`: the world's.
    pub fn seen_body(&self) -> Option<u32> {
        self.showing.seen.as_ref().map(|seen| &seen.from).map(|seen| seen.body)
    }

    /// "in crate's frame"; `None` in the world's.
    pub fn in_whose_frame(&self) -> Option<String> {
        self.seen_body().map(|body| format!("in {}'s frame", self.named_scene().shown_name(body)))
    }

    /// The test of a pair in the frame in which the canvas is seen, line by line; empty in the world's, and at other
    /// stages than the test of a pair.
    pub fn stage_in_frame(&self) -> Vec<String> {
        let pair = self.run.inside.as_ref().and_then(|inside| {
            let is_test = matches!(inside.recording.stage(), Some(Stage::NarrowPhase { .. }));
            inside.pair(inside.index()).filter(|_| is_test)
        });
        let (Some(heading), Some(pair)) = (self.in_whose_frame(), pair) else { return Vec::new() };
        let Some(read) = self.derived.report.pair(pair) else { return Vec::new() };
        let (frame, unit) = (self.showing.camera.frame(), self.unit());
        let point = |world: Vec2| unit.point(frame.local_point(world));
        let mut lines = vec![format!("{heading}:")];
        for index in [pair.0, pair.1].into_iter().filter(|index| Some(*index) != self.seen_body()) {
            let body = self.run.shown().bodies().get(index as usize);
            let name = self.named_scene().shown_name(index);
            lines.extend(body.map(|body| format!("position of {name}: {}", point(body.pose().position))));
        }
        if let Some(contact) = &read.contact {
            lines.push(format!("normal: {}", unit.direction(frame.local_direction(contact.normal))));
            lines.extend(contact.points.iter().map(|(at, _)| format!("contact point: {}", point(*at))));
        }
        let trace = read.trace.as_deref();
        let supports = trace.and_then(|trace| trace.supports.get(trace.deciding?));
        for (letter, [from, to]) in ["A", "B"].into_iter().zip(supports.into_iter().flatten()) {
            let ends = format!("{} to {}", point(*from), point(*to));
            lines.push(format!("support points of {letter} on the deciding axis: {ends}"));
        }
        lines
    }

    /// The body of a viewpoint: of the selected pair, or else the selected body as A.
    pub(super) fn body_of(&self, viewpoint: Viewpoint) -> Option<u32> {
        match (viewpoint, self.looking.selected_pair()) {
            (Viewpoint::World, _) => None,
            (Viewpoint::A, Some((a, _))) => Some(a),
            (Viewpoint::B, Some((_, b))) => Some(b),
            (Viewpoint::A, None) => self.looking.selection().first().copied(),
            (Viewpoint::B, None) => None,
        }
    }

    /// The viewpoint to which the key goes: world, A, B, world.
    fn next_viewpoint(&self) -> Viewpoint {
        let [a, b] = [Viewpoint::A, Viewpoint::B].map(|viewpoint| self.body_of(viewpoint));
        match self.seen_body() {
            None => Viewpoint::A,
            seen if seen == a && b.is_some() => Viewpoint::B,
            seen if seen == a || seen == b => Viewpoint::World,
            Some(_) if a.is_some() => Viewpoint::A,
            Some(_) => Viewpoint::World,
        }
    }

    /// What the canvas says of the frame in which it is seen.
    pub(super) fn seen_from(&self) -> Option<SeenFrom> {
        let body = self.seen_body()?;
        let scene = self.named_scene();
        let name = scene.shown_name(body);
        let next = match self.body_of(self.next_viewpoint()) {
            Some(next) => format!("{}'s frame", scene.shown_name(next)),
            None => "back to the world's".to_owned(),
        };
        let note = format!("seen from {name}'s frame   ·   O: {next}");
        Some(SeenFrom { frame: *self.showing.camera.frame(), note })
    }

    pub(super) fn see_from_next(&mut self) {
        self.see_from(self.next_viewpoint());
    }

    /// Turns the canvas into a viewpoint's frame, with the body in its middle and its pair in sight; or back to
    /// what it showed in the world's.
    pub(super) fn see_from(&mut self, viewpoint: Viewpoint) {
        let Some(index) = self.body_of(viewpoint) else {
            if viewpoint == Viewpoint::World {
                self.showing.return_to_world();
            }
            return;
        };
        let body = self.run.shown().bodies().get(index as usize);
        let Some(frame) = body.and_then(Frame::of_body) else { return };
        let seen = SeenBody::new(index, self.named_scene());
        let local = self.centred(&frame);
        self.showing.see_from(seen, frame, local);
    }

    /// The view of the frame's coordinates with the origin in the middle, as large as it is now or as small as the
    /// selected pair needs.
    fn centred(&self, frame: &Frame) -> View {
        let now = View { rotation: Frame::WORLD.rotation, ..self.showing.camera.at_rest() };
        let pair = self.looking.selected_pair().and_then(|pair| self.derived.report.pair(pair));
        let centred = View { center: Vec2::ZERO, ..now };
        let Some(bounds) = framing::bounds(Framing::Pair, frame, self.run.shown().bodies(), pair) else {
            return centred;
        };
        let reach = bounds.min.abs().max(bounds.max.abs());
        let around = Aabb { min: -reach, max: reach };
        let margin = self.showing.margin();
        let [fitted, tight] = [around, bounds].map(|bounds| View::close(bounds, now.canvas, margin));
        let chosen = if fitted.scale < LEAST_CENTRED * tight.scale { tight } else { fitted };
        View { scale: chosen.scale.min(now.scale), ..chosen }
    }

    /// The view follows its body; where that is gone it returns to the world's frame.
    pub(super) fn follow_seen_body(&mut self) {
        let Some(seen) = self.showing.seen.as_ref().map(|seen| &seen.from) else { return };
        let found = seen.found_in(self.named_scene());
        let body = found.as_ref().and_then(|seen| self.run.shown().bodies().get(seen.body as usize));
        match found.clone().zip(body.and_then(Frame::of_body)) {
            Some((seen, frame)) => {
                // While the pointer edits, what lies under it must not move away.
                let is_held = self.hand.tools.gesture.edits();
                self.showing.follow(seen, frame, is_held);
            }
            None => self.showing.return_to_world(),
        }
    }

    /// The view at rest that shows what `framing` says, as a view of the world.
    pub(super) fn fitted_view(&self, framing: Framing) -> Option<View> {
        // A hidden pair can be gone to.
        let options = Options { selected_pair: present_pair(self), ..options(self) };
        let view = self.showing.camera.at_rest();
        let picture = Picture { view: &view, ..picture(self, &options) };
        overlay::fit(&picture, framing, self.showing.margin())
    }
}
