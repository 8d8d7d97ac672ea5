//! Building sentences; words for axes and features.

use collide2d::{AxisSource, Feature, ShapeKind, Side};
use glam::Vec2;

use super::{GivenValue, Quantity, Read, Sentence, SentencePart, Topic, number_of};
use crate::explain::stages::other_side;

pub(super) struct Writer {
    sentence: Sentence,
}

impl Writer {
    pub fn new(topic: Topic) -> Self {
        Self { sentence: Sentence { topic, parts: Vec::new() } }
    }

    pub fn words(mut self, words: &'static str) -> Self {
        if !words.is_empty() {
            self.sentence.parts.push(SentencePart::Words(words));
        }
        self
    }

    pub fn name(mut self, side: Side) -> Self {
        self.sentence.parts.push(SentencePart::Name(side));
        self
    }

    /// The name of a body that is none of the two.
    pub fn other(mut self, index: u32) -> Self {
        self.sentence.parts.push(SentencePart::Other(index));
        self
    }

    /// "ball and crate".
    pub fn both_names(self) -> Self {
        self.name(Side::A).words(" and ").name(Side::B)
    }

    pub fn length(self, what: Quantity, metres: impl Into<f64>) -> Self {
        self.number(what, GivenValue::Length(metres.into()))
    }

    pub fn count(self, what: Quantity, count: usize) -> Self {
        self.number(what, GivenValue::Count(count as u64))
    }

    /// "8 iterations, all that it may": a resolver that used its limit.
    pub fn used_iterations(self, limit: u32) -> Self {
        let used = self.count(Quantity::Iterations, limit as usize);
        let used = used.words(if limit == 1 { " iteration" } else { " iterations" });
        used.words(", all that it may")
    }

    pub fn angle(self, what: Quantity, degrees: f64) -> Self {
        self.number(what, GivenValue::Angle(degrees))
    }

    pub fn direction(self, what: Quantity, direction: Vec2) -> Self {
        self.number(what, GivenValue::Direction(direction))
    }

    pub fn place(self, what: Quantity, place: Vec2) -> Self {
        self.number(what, GivenValue::Place(place))
    }

    pub fn speed(self, what: Quantity, metres_per_second: f32) -> Self {
        self.number(what, GivenValue::Speed(f64::from(metres_per_second)))
    }

    /// A number without a unit.
    pub fn plain(self, what: Quantity, value: impl Into<f64>) -> Self {
        self.number(what, GivenValue::Plain(value.into()))
    }

    pub fn number(mut self, what: Quantity, value: GivenValue) -> Self {
        self.sentence.parts.push(SentencePart::Number(what, value));
        self
    }

    /// "the normal of crate's face 1", "the line from ball's centre to crate's vertex 2".
    pub fn source(self, read: &Read<'_>, index: usize) -> Self {
        let Some(axis) = read.axis(index) else { return self };
        match axis.source {
            AxisSource::Face(side, face) => {
                self.words("the normal of ").axis_feature(read, index, side, Feature::Face(face))
            }
            AxisSource::Neighbour(side, end) => {
                self.words("the normal of the segment beside ").axis_feature(read, index, side, end)
            }
            AxisSource::Center(_, Feature::Center) => self.words("the line through both centres"),
            AxisSource::Center(side, to) => self.line(read, index, side, Feature::Center, to),
            AxisSource::End(side, from, to) => self.line(read, index, side, from, to),
        }
    }

    fn line(self, read: &Read<'_>, index: usize, side: Side, from: Feature, to: Feature) -> Self {
        let line = self.words("the line from ").axis_feature(read, index, side, from).words(" to ");
        line.axis_feature(read, index, other_side(side), to)
    }

    fn axis_feature(self, read: &Read<'_>, index: usize, side: Side, feature: Feature) -> Self {
        let centre = if read.kind(side) == ShapeKind::Circle { "'s centre" } else { "" };
        self.feature(read, Quantity::AxisFeature(index, side), side, feature, centre)
    }

    /// A feature that meets the other's in a point: "crate's face 1", "ball's rim".
    pub fn met(self, read: &Read<'_>, point: usize, side: Side, feature: Feature) -> Self {
        self.feature(read, Quantity::MetFeature(point, side), side, feature, "'s rim")
    }

    fn feature(
        self,
        read: &Read<'_>,
        what: Quantity,
        side: Side,
        feature: Feature,
        centre: &'static str,
    ) -> Self {
        let kind = read.kind(side);
        if let Some(segment) = read.segment(side) {
            let words = match feature {
                Feature::Start => "'s start of segment ",
                Feature::End => "'s end of segment ",
                Feature::Face(_) | Feature::Vertex(_) | Feature::Center => "'s segment ",
            };
            return self.name(side).words(words).number(what, GivenValue::Count(u64::from(segment)));
        }
        let (words, has_number) = match feature {
            Feature::Face(_) => match kind {
                ShapeKind::Wall => ("'s line", false),
                ShapeKind::Chain => ("'s segment ", true),
                ShapeKind::Capsule => ("'s side", false),
                _ => ("'s face ", true),
            },
            Feature::Vertex(_) => ("'s corner ", true),
            Feature::Start if kind == ShapeKind::Capsule => ("'s round end at its start", false),
            Feature::End if kind == ShapeKind::Capsule => ("'s round end at its end", false),
            Feature::Start => ("'s start", false),
            Feature::End => ("'s end", false),
            Feature::Center => (centre, false),
        };
        let named = self.name(side).words(words);
        match number_of(feature).filter(|_| has_number) {
            Some(index) => named.number(what, GivenValue::Count(u64::from(index))),
            None => named,
        }
    }

    pub fn end(self) -> Sentence {
        self.sentence
    }
}
