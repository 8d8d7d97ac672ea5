//! The distances from the shapes at which a strip may lie, and what it lies over there.

use collide2d::Body;
use glam::Vec2;

use super::Room;
use crate::picture::overlay::axes::line::AxisLine;
use crate::picture::overlay::pen::Pen;
use crate::picture::overlay::picture::Picture;

/// Distance from the shapes to the nearest strip. Pixels.
const CLEAR: f32 = 14.0;
/// Distance between two places that are tried. Pixels.
const STEP: f32 = 6.0;
/// Distance from the contact within which its arrow and its depth are drawn. Pixels.
const CONTACT: f32 = 64.0;

/// The distances at which a strip may lie on one side of the shapes.
pub struct Band {
    thickness: f32,
    /// Distances of the strips that are on the canvas.
    on_canvas: [f32; 2],
    /// Distances from which on a strip lies over one of the shapes at most, and over none.
    beside: [f32; 2],
    /// The other bodies: along the axis, and across.
    others: Vec<[[f32; 2]; 2]>,
    /// The contact points: along the axis, and across.
    contacts: Vec<[[f32; 2]; 2]>,
}

impl Band {
    pub fn new(room: &Room, picture: &Picture, pen: &Pen, line: &AxisLine, out: Vec2) -> Self {
        let reach = |body: &Body, along: Vec2| {
            (picture.support(body, picture.view.world_direction(along)) - line.origin).dot(along)
        };
        let [a, b] = room.bodies.map(|body| reach(body, out) + CLEAR);
        let across = pen.space.canvas.corners().map(|corner| (corner - line.origin).dot(out));
        let thickness = line.thickness();
        let least = across.into_iter().fold(f32::INFINITY, f32::min);
        let most = across.into_iter().fold(f32::NEG_INFINITY, f32::max) - thickness;
        let span = |body: &Body, along: Vec2| [-reach(body, -along), reach(body, along)];
        let others = room.others.iter().map(|body| [span(body, line.along), span(body, out)]).collect();
        let around = |point: &Vec2| {
            [line.along, out].map(|along| [-CONTACT, CONTACT].map(|d| (*point - line.origin).dot(along) + d))
        };
        let contacts = room.contacts.iter().map(around).collect();
        Self { thickness, on_canvas: [least, most], beside: [a.min(b), a.max(b)], others, contacts }
    }

    /// Distances to try.
    pub fn places(&self) -> impl Iterator<Item = f32> + use<> {
        let ([least, most], [near, beside]) = (self.on_canvas, self.beside);
        let count = ((most - least) / STEP).clamp(0.0, 2048.0) as u32;
        // Steps are counted from the shapes, so that strips stay beside them while the view moves.
        let first = if beside > least && beside < most { least + (beside - least) % STEP } else { least };
        let steps = (0..=count).map(move |i| first + i as f32 * STEP);
        steps.chain([near, beside, most]).filter(move |inner| (least..=most).contains(inner))
    }

    /// How many of the two shapes a strip at this distance may lie over, and how far it is from a place where
    /// it lies over fewer or is nearest to the shapes.
    pub fn over(&self, inner: f32) -> (usize, f32) {
        let [near, beside] = self.beside;
        if inner >= beside {
            (0, inner - beside)
        } else if inner >= near {
            (1, inner - near)
        } else {
            (2, near - inner)
        }
    }

    /// How many other bodies a strip hides.
    pub fn hidden(&self, inner: f32, shown: [f32; 2]) -> usize {
        self.count(&self.others, inner, shown)
    }

    /// How many contact points a strip is near.
    pub fn contacts_under(&self, inner: f32, shown: [f32; 2]) -> usize {
        self.count(&self.contacts, inner, shown)
    }

    fn count(&self, boxes: &[[[f32; 2]; 2]], inner: f32, [low, high]: [f32; 2]) -> usize {
        let outer = inner + self.thickness;
        let reaches = |[along, across]: &&[[f32; 2]; 2]| {
            along[0] < high && low < along[1] && across[0] < outer && inner < across[1]
        };
        boxes.iter().filter(reaches).count()
    }
}
