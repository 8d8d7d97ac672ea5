//! An animated picture or a report of what is shown, which the shell writes beside the window.

use std::path::{Path, PathBuf};

use super::AppState;
use crate::app::commands::{Effect, ShareJob, ShareSource};
use crate::app::files::{Asked, SharingProgress};
use crate::app::messages::Level;
use crate::picture::overlay::{Layer, Layers};
use crate::picture::theme::Theme;
use crate::platform::plain;

/// Most pictures of an animated one.
const MOST_PICTURES: u64 = 3_600;
/// Longer side of its pictures, at most. Pixels.
const LONGEST: f32 = 1_280.0;

impl AppState {
    /// The frames of an animated picture: those that are repeated, else those that are computed.
    fn film_frames(&self) -> (u64, u64) {
        let frames = &self.run.frames;
        let (first, last) = self.run.range.unwrap_or((frames.first_frame(), frames.last_frame()));
        match self.numbers_in((first, last)) {
            Some(numbers) => (first, numbers.take(MOST_PICTURES as usize).last().unwrap_or(first)),
            None => (first, last.min(first.saturating_add(MOST_PICTURES - 1))),
        }
    }

    /// How many frames there are from one to another, both included.
    fn count_frames(&self, (first, last): (u64, u64)) -> u64 {
        self.numbers_in((first, last)).map_or_else(|| last - first + 1, |numbers| numbers.count() as u64)
    }

    /// The numbers of a recording's frames from one to another, both included; `None`: a scene has every one.
    fn numbers_in(&self, (first, last): (u64, u64)) -> Option<impl Iterator<Item = u64>> {
        let frames = self.run.frames.playback()?.recording.frames().iter();
        Some(frames.map(|frame| frame.frame).filter(move |number| (first..=last).contains(number)))
    }

    /// That of the canvas, or of its shape and smaller. Even, as players want it.
    fn film_size(&self) -> (u32, u32) {
        let size = self.showing.view().canvas.size();
        let size = size * (LONGEST / size.max_element()).min(1.0);
        let even = |side: f32| (side.max(2.0) as u32) & !1;
        (even(size.x), even(size.y))
    }

    pub(super) fn ask_where_to_share(&mut self, is_film: bool, effects: &mut Vec<Effect>) {
        let (name, title) = self.share_proposal(is_film);
        effects.push(Effect::ShareDialog(self.files.folder(), name, title));
    }

    /// A name for the file, and what the dialog says of it.
    pub(super) fn share_proposal(&self, is_film: bool) -> (String, String) {
        let (stem, (first, last)) = (self.files.document.stem(), self.film_frames());
        if is_film {
            let ((width, height), count) = (self.film_size(), self.count_frames((first, last)));
            let about = match self.film_bytes(count) {
                Some(bytes) if bytes < 1_000_000 => format!(", some {} kB", bytes.div_ceil(1000)),
                Some(bytes) => format!(", some {:.1} MB", bytes as f64 * 1.0e-6),
                None => String::new(),
            };
            let title = format!("Frames {first} to {last} as a GIF of {width} × {height}{about}");
            (format!("{stem}-frames-{first}-{last}.gif"), title)
        } else {
            let frame = self.run.frame();
            (format!("{stem}-frame-{frame}.html"), format!("A report of frame {frame}"))
        }
    }

    pub(super) fn share(&mut self, output: PathBuf, effects: &mut Vec<Effect>) {
        if self.files.sharing.is_some() {
            self.messages.push(Level::Info, "Another one is written: it ends first, or is stopped.");
            return;
        }
        let source = match (self.files.document.is_recording(), self.files.document.path()) {
            (false, _) => ShareSource::Scene(self.scene().to_ron()),
            (true, Some(path)) => ShareSource::File(path.to_owned()),
            (true, None) => {
                let text = "The recording has no file: what a game sends can be shared once it is saved (File > Save as…) and \
                            that file is open.";
                self.messages.push(Level::Warning, text);
                return;
            }
        };
        let shown: Vec<&str> = Layers::of_one_frame()
            .filter(|layer| self.showing.layers.has(*layer))
            .map(|layer| layer.name())
            .collect();
        let mut job = ShareJob {
            source,
            frames: self.film_frames(),
            output,
            size: self.film_size(),
            is_light: self.showing.theme == Theme::LIGHT,
            // A picture without any would be empty.
            layers: if shown.is_empty() { Layer::Shapes.name().to_owned() } else { shown.join(",") },
            // A body of a recording has another index in a frame that is a scene.
            pair: self.looking.selected_pair().filter(|_| !self.files.document.is_recording()),
            link_base: self.files.link_base().to_owned(),
        };
        if job.is_report() {
            job.frames = (self.run.frame(), self.run.frame());
            job.pair = job.pair.filter(|_| self.explanation().is_some());
        }
        let of = self.count_frames(job.frames);
        self.files.sharing = Some(SharingProgress { output: job.output.clone(), drawn: 0, of });
        effects.push(Effect::Share(job));
    }

    pub(super) fn stop_sharing(&mut self, effects: &mut Vec<Effect>) {
        if let Some(sharing) = self.files.sharing.take() {
            effects.push(Effect::StopSharing);
            let text = format!("Stopped: {} was not written.", plain::path(&sharing.output));
            self.messages.push(Level::Info, text);
        }
    }

    pub(super) fn shared(&mut self, path: &Path, written: Result<(), String>, effects: &mut Vec<Effect>) {
        self.files.sharing = None;
        if matches!(self.files.asked, Some(Asked::Sharing)) {
            self.files.take_asked();
        }
        let (whole, path) = (plain::whole_path(path), plain::path(path));
        match written {
            Ok(()) => {
                self.messages.push(Level::Info, format!("Written: {path}"));
                effects.push(Effect::Print(format!("shared: {whole}")));
            }
            Err(why) => self.messages.push(Level::Error, format!("Not written: {path}: {why}")),
        }
    }

    /// The size of an animated picture of so many pictures like the present one. Bytes.
    #[cfg(not(target_os = "unknown"))]
    fn film_bytes(&self, count: u64) -> Option<u64> {
        use crate::picture::backend::film::Film;
        use crate::picture::backend::png;

        let (canvas, (width, height)) = (self.showing.view().canvas.size(), self.film_size());
        let raster = png::rasterize(&self.canvas_alone(), canvas, self.showing.theme.background).ok()?;
        let share = f64::from(width * height) / (f64::from(raster.width) * f64::from(raster.height));
        let mut film = Film::new(raster.width, raster.height, &self.showing.theme.colors()).ok()?;
        film.add(&raster, 2).ok()?;
        Some((film.bytes().ok()?.len() as f64 * share * count as f64) as u64)
    }

    #[cfg(target_os = "unknown")]
    fn film_bytes(&self, _: u64) -> Option<u64> {
        None
    }
}
