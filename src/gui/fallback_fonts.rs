//! Names in scripts that the program's fonts lack are drawn in fonts of the system, which are searched on a
//! thread of their own.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};

use egui_macroquad::egui::{Context, FontData, FontFamily};

use super::style;
use super::waker::Waker;
use crate::app::AppState;
use crate::picture::display::fallback::{FallbackFont, fonts_for, lacking};
use crate::platform::plain;

/// The fonts that the names of the open scene need.
#[derive(Debug, Default)]
pub struct FallbackFonts {
    waker: Waker,
    /// The [`AppState::scene_stamp`] of the scene that was looked at.
    stamp: Option<(u64, u64)>,
    /// The characters that fonts were searched for.
    known: BTreeSet<char>,
    coming: Option<Receiver<Vec<FallbackFont>>>,
}

impl FallbackFonts {
    pub fn new(waker: Waker) -> Self {
        Self { waker, ..Self::default() }
    }

    /// Whether fonts are still searched.
    pub fn are_coming(&self) -> bool {
        self.coming.is_some()
    }

    /// Searches fonts for new characters of the scene's names, and uses those that were found.
    pub fn follow(&mut self, context: &Context, state: &AppState) {
        if let Some(fonts) = self.coming.as_ref().and_then(|coming| coming.try_recv().ok()) {
            self.coming = None;
            apply(context, fonts);
        }
        let stamp = Some(state.scene_stamp());
        if self.stamp == stamp || self.coming.is_some() {
            return;
        }
        self.stamp = stamp;
        let scene = state.scene();
        let names = scene.bodies.iter().map(|body| &body.name).chain([&scene.name]);
        let before = self.known.len();
        for name in names.filter(|name| !name.is_ascii()) {
            self.known.extend(lacking(&plain::label(name)));
        }
        if self.known.len() == before {
            return;
        }
        let (send, coming) = channel();
        let (characters, waker) = (self.known.clone(), self.waker.clone());
        let search = move || {
            let _ = send.send(fonts_for(&characters));
            waker.wake();
        };
        // If the thread cannot start, the names stay as they are.
        let started = std::thread::Builder::new().name("fonts".to_owned()).spawn(search);
        self.coming = started.ok().map(|_| coming);
    }
}

fn apply(context: &Context, found: Vec<FallbackFont>) {
    let mut fonts = style::fonts();
    for font in found {
        let data = FontData { index: font.index, ..FontData::from_owned(font.data) };
        for family in [FontFamily::Proportional, FontFamily::Monospace] {
            fonts.families.entry(family).or_default().push(font.name.clone());
        }
        fonts.font_data.insert(font.name, Arc::new(data));
    }
    context.set_fonts(fonts);
}
