//! `render`.

use glam::Vec2;

use super::at_frame::{SceneAtFrame, state_in};
use super::shot::Shot;
use super::{PictureArgs, RenderArgs, ThemeArg, film};
use crate::elsewhere::recording::Recording;
use crate::picture::backend::{png, svg};
use crate::picture::display::DisplayList;
use crate::picture::framing::Framing;
use crate::picture::overlay;
use crate::picture::theme::Theme;
use crate::platform::{disk, plain, safe_file};

#[derive(Clone, Copy)]
enum PictureFormat {
    Png,
    Svg,
    Gif,
    /// A PNG each.
    Folder,
}

pub fn run(args: &RenderArgs) -> Result<(), String> {
    let kind = kind(args)?;
    if !args.force && args.state.scene.as_ref().is_some_and(|scene| disk::is_same(scene, &args.output)) {
        return Err(format!(
            "--output {}: is the scene itself, which the picture would overwrite; allowed: another file, or --force",
            plain::path(&args.output)
        ));
    }
    let named =
        |error: &dyn std::fmt::Display| format!("{}: cannot be written: {error}", plain::path(&args.output));
    let (size, theme) = (args.picture.pixels(), args.picture.theme.theme());
    let bytes = match (kind, args.frames) {
        (PictureFormat::Svg, _) => svg::svg(&still(args)?, size, theme.background).into_bytes(),
        (PictureFormat::Gif, Some(frames)) => film::gif(args, frames)?,
        (PictureFormat::Folder, Some(frames)) => return film::folder(args, frames),
        (PictureFormat::Png | PictureFormat::Gif | PictureFormat::Folder, _) => {
            png::bytes(&still(args)?, size, theme.background).map_err(|e| named(&e))?
        }
    };
    safe_file::write(&args.output, &bytes).map_err(|e| named(&e))
}

/// The picture of one frame.
fn still(args: &RenderArgs) -> Result<DisplayList, String> {
    let recording = args.state.recording()?;
    drawn(&args.picture, &state_in(&args.state, recording.as_ref())?, recording.as_ref())
}

/// The picture of a frame, in a view of its own.
pub fn drawn(
    args: &PictureArgs,
    state: &SceneAtFrame,
    recording: Option<&Recording>,
) -> Result<DisplayList, String> {
    let Shot { report, options } = Shot::of(args, state, recording)?;
    if let (None, Some(option)) = (options.selected_pair, args.of_a_pair()) {
        return Err(format!("{option}: no pair touches; name one with --pair A,B"));
    }
    let (size, theme) = (args.pixels(), args.theme.theme());
    Ok(overlay::render(&state.scene, &state.world, &report, size, &options, &theme, args.fit))
}

impl PictureArgs {
    /// An option that shows the selected pair alone.
    fn of_a_pair(&self) -> Option<String> {
        let fits_pair = matches!(self.fit, Framing::Pair | Framing::Contact);
        let fit = fits_pair.then(|| format!("--fit {}", self.fit.name()));
        fit.or(self.map.then(|| "--map".to_owned())).or(self.lens.then(|| "--lens".to_owned()))
    }

    /// Its size. Pixels.
    pub fn pixels(&self) -> Vec2 {
        Vec2::new(self.size.0 as f32, self.size.1 as f32)
    }
}

impl ThemeArg {
    pub fn theme(self) -> Theme {
        match self {
            Self::Light => Theme::LIGHT,
            Self::Dark => Theme::DARK,
        }
    }
}

fn kind(args: &RenderArgs) -> Result<PictureFormat, String> {
    let extension = args.output.extension().map(|e| e.to_string_lossy().to_ascii_lowercase());
    let is_film = args.frames.is_some();
    let allowed = match (extension.as_deref(), is_film) {
        (Some("png"), false) => return Ok(PictureFormat::Png),
        (Some("svg"), false) => return Ok(PictureFormat::Svg),
        (Some("gif"), true) => return Ok(PictureFormat::Gif),
        (None, true) => return Ok(PictureFormat::Folder),
        (_, true) if args.output.is_dir() => return Ok(PictureFormat::Folder),
        (_, true) => "with --frames the name must end in .gif, or be that of a folder",
        (Some("gif"), false) => "an animated picture needs --frames A..B",
        (_, false) => "the name must end in .png or .svg",
    };
    Err(format!("--output {}: {allowed}", plain::path(&args.output)))
}
