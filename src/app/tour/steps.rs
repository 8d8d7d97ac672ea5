//! The table of the tour's steps.

use super::Goal;
use crate::picture::overlay::{Layer, Layers};
use crate::scene::{Scene, SceneError};

/// A step of the tour: a scene, one idea, one task.
#[derive(Debug)]
pub struct TourStep {
    /// A few words.
    pub title: &'static str,
    /// What the step is about, in one or two sentences.
    pub idea: &'static str,
    /// What the person is asked to do, in one sentence.
    pub task: &'static str,
    pub hint: &'static str,
    /// What has to come of it.
    pub goal: Goal,
    /// RON.
    scene: &'static str,
    /// Layers that are on besides the shapes and their names.
    layers: &'static [Layer],
    /// The body that is selected at the start.
    pub selected: Option<u32>,
}

impl TourStep {
    pub fn scene(&self) -> Result<Scene, SceneError> {
        Scene::from_ron(self.scene, "tour")
    }

    /// The layers that show the idea.
    pub fn layers(&self) -> Layers {
        [Layer::Shapes, Layer::Names].iter().chain(self.layers).copied().collect()
    }
}

const CONTACT: &[Layer] = &[Layer::Points, Layer::Normals, Layer::Depth];
const CONTACT_AND_BOXES: &[Layer] = &[Layer::Points, Layer::Normals, Layer::Depth, Layer::Aabbs];
const CONTACT_AND_AXES: &[Layer] = &[Layer::Points, Layer::Normals, Layer::Depth, Layer::Axes];
const ASKED: &[Layer] = &[Layer::Queries, Layer::Aabbs];
const MOTION: &[Layer] = &[Layer::Points, Layer::Normals, Layer::Depth, Layer::Velocities];

/// The steps, in order.
pub static STEPS: &[TourStep] = &[
    TourStep {
        title: "Two circles",
        idea: "Two circles collide where their centres are nearer to each other than the two radii together. \
               One comparison, and the test is done.",
        task: "Drag the right circle onto the left one, until they overlap.",
        hint: "Press on it, move, let go.",
        goal: Goal::CirclesOverlap,
        scene: include_str!("1-two-circles.ron"),
        layers: CONTACT,
        selected: None,
    },
    TourStep {
        title: "Boxes first",
        idea: "An exact test costs time. So the upright boxes around the shapes (AABBs, dashed) are compared \
               first: where they are apart, so are the shapes. Where they overlap, nothing is known yet.",
        task: "Drag one bar until the two boxes overlap and the bars themselves stay apart.",
        hint: "Side by side, close but not touching.",
        goal: Goal::OnlyBoxesOverlap,
        scene: include_str!("2-boxes-first.ron"),
        layers: CONTACT_AND_BOXES,
        selected: None,
    },
    TourStep {
        title: "One gap is enough",
        idea: "The strips are the shadows that the two shapes cast on one line each, an axis. If the shadows \
               are apart on one axis, so are the shapes: that is the separating-axis test.",
        task: "Turn the bar until one strip shows a gap of 0.2 m or more.",
        hint: "It is selected: drag its round handle.",
        goal: Goal::Gap { least: 0.2 },
        scene: include_str!("3-one-gap.ron"),
        layers: CONTACT_AND_AXES,
        selected: Some(0),
    },
    TourStep {
        title: "A circle and a corner",
        idea: "The axis of the least overlap decides how two shapes are pushed apart. Over a side of the crate \
               it is straight; past its end, it runs from the corner through the circle's centre.",
        task: "Drag the ball along the crate until a corner decides.",
        hint: "They have to overlap still: watch the arrow lean over.",
        goal: Goal::CornerDecides,
        scene: include_str!("4-the-corner.ron"),
        layers: CONTACT_AND_AXES,
        selected: None,
    },
    TourStep {
        title: "The way out",
        idea: "Depth is the length of the shortest way on which one shape leaves the other. For a small \
               shape deep inside a large one that is more than its own size.",
        task: "Drag the ball into the crate until the depth is 1.5 m or more.",
        hint: "The deepest place is where all sides are far.",
        goal: Goal::Depth { least: 1.5 },
        scene: include_str!("5-the-way-out.ron"),
        layers: CONTACT,
        selected: None,
    },
    TourStep {
        title: "Inside a step",
        idea: "From one frame to the next, a program applies forces, finds the pairs that are near, tests them, \
               and answers each contact with an impulse. Here you can watch it, stage by stage.",
        task: "Go inside the step, stage by stage, until an iteration gives the impulse.",
        hint: "Shift + . goes on by one stage, Shift + , goes back.",
        goal: Goal::ImpulseStage,
        scene: include_str!("6-inside-a-step.ron"),
        layers: MOTION,
        selected: None,
    },
    TourStep {
        title: "Equal masses",
        idea: "A hit hands on momentum, mass times velocity, and their sum stays. At restitution 1 a heavy body \
               sends a light one back; of equal masses the one stops, and the other leaves with its speed.",
        task: "Set the Mass of left to 3 kg, in the panel at the right, then play until after the hit.",
        hint: "Enter ends the typing. Space plays, Home goes back.",
        goal: Goal::SpeedsSwap,
        scene: include_str!("7-equal-masses.ron"),
        layers: MOTION,
        selected: Some(0),
    },
    TourStep {
        title: "The moment before",
        idea: "Time runs both ways, bit for bit. To find out why a collision looks wrong, go to the frame just \
               before it and look at what the step does.",
        task: "Play until the ball hits the ground, then go back to the last frame before they touch.",
        hint: "Space plays and pauses, a comma goes one frame back.",
        goal: Goal::FrameBeforeContact,
        scene: include_str!("8-the-moment-before.ron"),
        layers: MOTION,
        selected: None,
    },
    TourStep {
        title: "The line of sight",
        idea: "Who aims or looks asks by a ray: what stands first in the way, and at which fraction of it. The \
               box around a shape (dashed) is asked first, and the ray may meet it and pass the shape.",
        task: "Drag the crate into the ray, until it hides the ball.",
        hint: "Stop where only the box is met: the ray still sees the ball. A query is told in words by Why?.",
        goal: Goal::HidesFromRay,
        scene: include_str!("9-the-line-of-sight.ron"),
        layers: ASKED,
        selected: None,
    },
];
