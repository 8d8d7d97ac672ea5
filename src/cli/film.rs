//! `render --frames`: pictures that follow each other, as a GIF or a PNG each.

use std::io::Write as _;
use std::path::PathBuf;

use collide2d::Aabb;
use glam::Vec2;

use super::RenderArgs;
use super::at_frame::SceneAtFrame;
use super::output;
use super::shot::Shot;
use crate::picture::backend::film::Film;
use crate::picture::backend::png::{self, Raster};
use crate::picture::display::Rect;
use crate::picture::frame::Frame;
use crate::picture::framing;
use crate::picture::overlay::{self, Picture};
use crate::picture::view::View;
use crate::platform::{plain, safe_file};

/// Least time of a picture: the format counts hundredths of a second, and viewers show one of less than two of them for ten.
const LEAST: u64 = 2;

/// The frames as a GIF that repeats.
pub fn gif(args: &RenderArgs, frames: (u64, u64)) -> Result<Vec<u8>, String> {
    let named =
        |error: &dyn std::fmt::Display| format!("{}: cannot be written: {error}", plain::path(&args.output));
    let ((width, height), kept) = (args.picture.size, args.picture.theme.theme().colors());
    let mut film = Film::new(width, height, &kept).map_err(|e| format!("--size: {e}"))?;
    let mut clock = FilmClock::new(args.fps);
    let mut last: Option<(Raster, u64)> = None;
    let mut add = |(raster, since): (Raster, u64), until: u64| {
        film.add(&raster, u16::try_from(until - since).unwrap_or(u16::MAX)).map_err(|e| named(&e))
    };
    for_each_picture(args, frames, |state, raster| {
        let begun = clock.begin(state.time());
        last.replace((raster, begun)).map_or(Ok(()), |before| add(before, begun))
    })?;
    if let Some(picture) = last {
        add(picture, clock.end())?;
    }
    film.bytes().map_err(|e| named(&e))
}

/// The frames as `frame-00012.png` in a folder, which is made if missing.
pub fn folder(args: &RenderArgs, frames: (u64, u64)) -> Result<(), String> {
    let refused = |path: &PathBuf, error: &dyn std::fmt::Display| {
        format!("{}: cannot be written: {error}", plain::path(path))
    };
    std::fs::create_dir_all(&args.output).map_err(|e| refused(&args.output, &e))?;
    for_each_picture(args, frames, |state, raster| {
        let path = args.output.join(format!("frame-{:05}.png", state.frame()));
        let bytes = png::encode(raster.width, raster.height, &raster.rgba).map_err(|e| refused(&path, &e))?;
        safe_file::write(&path, &bytes).map_err(|e| refused(&path, &e))
    })
}

/// When each picture begins: at its own time, or so many a second.
struct FilmClock {
    per_second: Option<u32>,
    pictures: u32,
    /// Times of the first picture and of the last two. Seconds.
    first: f64,
    before: f64,
    now: f64,
    /// When the last one begins. Hundredths of a second.
    begun: u64,
}

impl FilmClock {
    fn new(per_second: Option<u32>) -> Self {
        Self { per_second, pictures: 0, first: 0.0, before: 0.0, now: 0.0, begun: 0 }
    }

    /// When the picture of this time (seconds) begins. Hundredths of a second.
    fn begin(&mut self, time: f64) -> u64 {
        if self.pictures == 0 {
            (self.first, self.before) = (time, time);
        } else {
            self.before = self.now;
            self.begun = self.until(time);
        }
        self.now = time;
        self.pictures += 1;
        self.begun
    }

    /// When the last picture ends, which is shown as long as the one before it. Hundredths of a second.
    fn end(&self) -> u64 {
        self.until(self.now + (self.now - self.before))
    }

    /// When a picture after the last one begins, in hundredths, so that the sum stays right.
    fn until(&self, time: f64) -> u64 {
        match self.per_second {
            Some(per_second) => (f64::from(self.pictures) * 100.0 / f64::from(per_second)).round() as u64,
            None => (((time - self.first) * 100.0).round() as u64).max(self.begun + LEAST),
        }
    }
}

/// Draws every frame that is asked for in one view, which shows what they all show.
fn for_each_picture(
    args: &RenderArgs,
    (first, last): (u64, u64),
    mut each: impl FnMut(&SceneAtFrame, Raster) -> Result<(), String>,
) -> Result<(), String> {
    let (scene, recording) = (args.state.scene.as_deref(), args.state.recording()?);
    let size = args.picture.pixels();
    let (canvas, margin) = (Rect::at(Vec2::ZERO, size), 0.1 * size.min_element());
    let theme = args.picture.theme.theme();
    let for_each_asked = |each: &mut dyn FnMut(&SceneAtFrame) -> Result<(), String>| {
        let mut met = 0_u64;
        SceneAtFrame::for_each(scene, recording.as_ref(), (first, last), |state| {
            met += 1;
            if (met - 1).is_multiple_of(args.every) { each(state) } else { Ok(()) }
        })
    };
    let frame_of = |shot: &Shot| shot.options.seen_from.as_ref().map_or(Frame::WORLD, |seen| seen.frame);
    let mut bounds: Option<Aabb> = None;
    for_each_asked(&mut |state| {
        let shot = Shot::of(&args.picture, state, None)?;
        let pair = shot.options.selected_pair;
        let pair = pair.and_then(|(a, b)| shot.report.pairs.iter().find(|pair| (pair.a, pair.b) == (a, b)));
        let shown = framing::bounds(args.picture.fit, &frame_of(&shot), state.world.bodies(), pair);
        bounds = bounds.map(|all| shown.map_or(all, |shown| all.union(&shown))).or(shown);
        Ok(())
    })?;
    let fitted = View::fitted(bounds, canvas, margin);
    let bar = output::progress_bar(((last - first) / args.every).saturating_add(1));
    let mut drawn = 0_u64;
    for_each_asked(&mut |state| {
        let shot = Shot::of(&args.picture, state, None)?;
        let view = fitted.out_of(&frame_of(&shot));
        let scene = &*state.scene.with_pieces(state.world.pieces());
        let (world, report, options) = (&state.world, &shot.report, &shot.options);
        let list = overlay::draw(&Picture { scene, world, report, view: &view, theme: &theme, options });
        let raster = png::rasterize(&list, size, theme.background)
            .map_err(|e| format!("{}: cannot be drawn: {e}", plain::path(&args.output)))?;
        bar.inc(1);
        drawn += 1;
        if args.count {
            output::to_stdout(|out| writeln!(out, "{drawn}"))?;
        }
        each(state, raster)
    })?;
    bar.finish_and_clear();
    Ok(())
}
