//! What the game asked the engine in a frame: rays, casts and nearest points.

use serde::{Deserialize, Serialize};

use crate::format::{finite, is_zero, refusal};
use crate::whole::{some_whole, whole, wholes};
use crate::{Places, RecordError, Shape};

/// A query of the game and the engine's answer. Places are in units, in the world.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Query {
    /// The first body on a straight way.
    Ray {
        /// Where it begins.
        from: [f32; 2],
        /// Where it ends.
        to: [f32; 2],
        /// Indices of bodies that it passes.
        #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "wholes")]
        ignore: Vec<u32>,
        /// `None`: nothing was hit.
        hit: Option<QueryHit>,
    },
    /// The first body that a shape touches on its way.
    Cast {
        /// Index of the body whose shapes are cast; it passes itself.
        #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "some_whole")]
        body: Option<u32>,
        /// The shape, where no body is cast.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        shape: Option<Shape>,
        /// Of the body's or the shape's origin.
        from: [f32; 2],
        /// Of the body's or the shape's origin.
        to: [f32; 2],
        /// Angle at the start. `None`: 0, and of a body its own.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rotation: Option<f32>,
        /// Angle over the whole way.
        #[serde(default, skip_serializing_if = "is_zero")]
        turn: f32,
        /// Indices of bodies that it passes.
        #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "wholes")]
        ignore: Vec<u32>,
        /// `None`: nothing was hit.
        hit: Option<QueryHit>,
    },
    /// The nearest points of two bodies.
    Closest {
        /// Index of a body.
        #[serde(deserialize_with = "whole")]
        a: u32,
        /// Index of another body.
        #[serde(deserialize_with = "whole")]
        b: u32,
        /// Units; negative where they overlap.
        distance: f32,
        /// On `a` and on `b`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        points: Option<[[f32; 2]; 2]>,
    },
}

/// What is hit first.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct QueryHit {
    /// Index of a body.
    #[serde(deserialize_with = "whole")]
    pub body: u32,
    /// Of the way, 0 at `from`, 1 at `to`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fraction: Option<f32>,
    /// On the body's surface. Units, in the world.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub point: Option<[f32; 2]>,
    /// On the body's surface, pointing out of it. (0, 0) is read as not told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub normal: Option<[f32; 2]>,
}

impl Query {
    /// As in a frame.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Ray { .. } => "ray",
            Self::Cast { .. } => "cast",
            Self::Closest { .. } => "closest",
        }
    }

    /// The same with other indices of bodies.
    pub fn map_bodies(&self, of: impl Fn(u32) -> u32) -> Self {
        let mut query = self.clone();
        match &mut query {
            Self::Ray { ignore, hit, .. } => {
                ignore.iter_mut().for_each(|body| *body = of(*body));
                hit.iter_mut().for_each(|hit| hit.body = of(hit.body));
            }
            Self::Cast { body, ignore, hit, .. } => {
                ignore.iter_mut().chain(body).for_each(|body| *body = of(*body));
                hit.iter_mut().for_each(|hit| hit.body = of(hit.body));
            }
            Self::Closest { a, b, .. } => (*a, *b) = (of(*a), of(*b)),
        }
        query
    }

    pub(crate) fn check(&self, place: &str, places: &Places) -> Result<(), RecordError> {
        let known = |field: &str, body: u32| match places.shapes(body) {
            Some(_) => Ok(()),
            None => Err(refusal(&format!("{place}.{field}"), body, "the index of a body that is there")),
        };
        let way = |from: &[f32; 2], to: &[f32; 2]| {
            finite(from, place, "from")?;
            finite(to, place, "to")?;
            if from == to {
                return Err(refusal(&format!("{place}.to"), "the place where it begins", "another place"));
            }
            Ok(())
        };
        let answer = |ignore: &[u32], hit: &Option<QueryHit>| {
            ignore.iter().try_for_each(|body| known("ignore", *body))?;
            let Some(hit) = hit else { return Ok(()) };
            known("hit.body", hit.body)?;
            finite(hit.fraction.as_slice(), place, "hit.fraction")?;
            finite(hit.point.as_ref().map_or(&[], |point| point.as_slice()), place, "hit.point")?;
            finite(hit.normal.as_ref().map_or(&[], |normal| normal.as_slice()), place, "hit.normal")
        };
        match self {
            Self::Ray { from, to, ignore, hit } => {
                way(from, to)?;
                answer(ignore, hit)
            }
            Self::Cast { body, shape, from, to, rotation, turn, ignore, hit } => {
                match (body, shape) {
                    (Some(body), None) => known("body", *body)?,
                    (None, Some(shape)) => shape.check(&format!("{place}.shape"))?,
                    (Some(_), Some(_)) | (None, None) => {
                        let found = if body.is_some() { "body and shape" } else { "neither body nor shape" };
                        return Err(refusal(place, found, "one of them"));
                    }
                }
                finite(rotation.as_slice(), place, "rotation")?;
                finite(&[*turn], place, "turn")?;
                if *turn == 0.0 {
                    way(from, to)?;
                } else {
                    finite(&[from[0], from[1], to[0], to[1]], place, "from and to")?;
                }
                answer(ignore, hit)
            }
            Self::Closest { a, b, distance, points } => {
                known("a", *a)?;
                known("b", *b)?;
                if a == b {
                    return Err(refusal(place, format!("body {a} twice"), "two bodies"));
                }
                finite(&[*distance], place, "distance")?;
                points.iter().flatten().try_for_each(|point| finite(point, place, "points"))
            }
        }
    }
}
