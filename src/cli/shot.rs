//! What pictures show of a frame.

use std::sync::Arc;

use collide2d::World;
use glam::Vec2;

use super::at_frame::SceneAtFrame;
use super::{PictureArgs, find_parts};
use crate::app::LookAhead;
use crate::app::derived::ahead::impacts;
use crate::app::looking::pairs;
use crate::elsewhere::recording::Recording;
use crate::picture::frame::Frame;
use crate::picture::overlay::{Extras, Layer, Layers, LensOptions, Options, Scope, SeenFrom};
use crate::platform::plain;
use crate::report::{Report, ReportOptions, WhichAxes, WhichPairs};
use crate::scene::Scene;

/// What a picture shows of a frame.
pub struct Shot {
    pub report: Report,
    pub options: Options,
}

impl Shot {
    /// `recording`: whose two bodies are shown where they were a frame before, if they crossed since.
    pub fn of(
        args: &PictureArgs,
        state: &SceneAtFrame,
        recording: Option<&Recording>,
    ) -> Result<Self, String> {
        let SceneAtFrame { scene, world, recorded } = state;
        let scene = &*scene.with_pieces(world.pieces());
        let mut layers = args.layers.as_deref().map_or(Ok(Layers::in_render()), layers)?;
        if args.lens {
            layers.set(Layer::Lens, true);
        }
        if args.map {
            layers.set(Layer::Map, true);
        }
        // A scene that looks ahead shows it, but where layers are named.
        let asks = (scene.ahead > 0.0 && args.layers.is_none()).then_some(scene.ahead);
        if let Some(recorded) = recorded {
            recorded.check_impacts(args.impacts)?;
        }
        let horizon = args.impacts.or(asks);
        if horizon.is_some() {
            layers.set(Layer::Impacts, true);
        }
        let pairs = WhichPairs::shown(scene);
        let (axes, without_static) = (WhichAxes::None, recorded.is_some());
        let untraced = ReportOptions { pairs, axes, without_static, ..ReportOptions::default() };
        let mut report = Report::of(scene, world, &untraced);
        if let Some(recorded) = recorded {
            recorded.put_moment(&mut report);
        }
        let asked = args.pair.as_deref().map(|pair| find_parts(scene, pair)).transpose()?;
        let (selected_pair, parts) = match asked {
            Some((pair, parts)) => (Some(pair), parts),
            None => (pairs::first(world, &report), [None; 2]),
        };
        report.trace_parts(world, selected_pair, parts);
        let falling = args.falling || (args.impacts.is_none() && scene.gravity != Vec2::ZERO);
        let mut extras = horizon.map_or_else(Extras::default, |horizon| {
            let ahead = LookAhead { horizon, all: true, rotating: false, falling };
            let (impacts, courses) = (impacts(world, None, ahead), ahead.courses().collect());
            Extras { impacts, horizon: Some(horizon), courses, ..Extras::default() }
        });
        if let (Some(recorded), Some(recording), Some((pair, parts))) = (recorded, recording, asked) {
            let every = recording.every_body().map_err(|e| e.to_string())?;
            let came_from = recorded.past((recording, &every), (pair, parts)).came_from;
            extras.previous = came_from.map_or_else(Vec::new, |before| before.poses_elsewhere(world, pair));
            extras.is_frame_before = true;
        }
        extras.theirs = recorded.as_ref().map(|recorded| recorded.theirs()).unwrap_or_default();
        if let Some(pair) = selected_pair {
            extras.ask(world, &report, pair);
        }
        let lens = LensOptions { pinned: args.lens, at: None };
        let seen_from = match &args.frame_of {
            Some(name) => Some(seen_from(scene, world, name)?),
            None => None,
        };
        let options = Options {
            layers,
            selected_pair,
            lens,
            seen_from,
            grid: Some(1.0),
            legend: true,
            title: true,
            extras: Arc::new(extras),
            ..Options::default()
        };
        Ok(Self { report, options })
    }
}

/// The layers of a list of names.
fn layers(list: &str) -> Result<Layers, String> {
    let layer = |name: &str| {
        let found = Layer::ALL.iter().copied().find(|layer| layer.name() == name.trim());
        let what = match found.map(|layer| (layer, layer.info().scope)) {
            Some((layer, Scope::Frame | Scope::Recording)) => return Ok(layer),
            Some((Layer::Impacts, _)) => "--impacts draws this layer",
            Some((_, Scope::Frames | Scope::Steps)) => {
                "this layer needs several frames, which the window shows"
            }
            None => "no layer has this name",
        };
        let allowed: Vec<_> = Layers::of_one_frame().map(Layer::name).collect();
        Err(format!("--layers {}: {what}; the layers are {}", plain::quoted(name), allowed.join(", ")))
    };
    list.split(',').map(layer).collect()
}

/// The frame of the body of this name.
fn seen_from(scene: &Scene, world: &World, name: &str) -> Result<SeenFrom, String> {
    let refuse = |what| format!("--frame-of {}: {what}; {}", plain::label(name), scene.allowed_bodies());
    let index = scene.find_body(name).ok_or_else(|| refuse("no body has this name or index"))?;
    let body = world.bodies().get(index as usize);
    let frame = body
        .and_then(Frame::of_body)
        .ok_or_else(|| refuse("the body is gone or not finite at this frame"))?;
    let note = format!("in the frame of {}", scene.shown_name(index));
    Ok(SeenFrom { frame, note })
}
