//! What macroquad does not provide in a browser.

use std::time::Duration;

use egui_macroquad::egui::Pos2;

use crate::app::{AppState, Message};
use crate::gui::input::Pointer;
use crate::platform::clock::Instant;
use crate::platform::page;
use crate::platform::plain;
use crate::scene::Scene;

/// Class of the window, which a page has not.
pub const WINDOW_CLASS: &str = "collision-test";

/// A frame comes when something happens, or when [`Desktop`] asks for it.
pub const ON_DEMAND: bool = true;

/// Prints a line on the browser's console.
pub fn print(line: &str) {
    page::print(&plain::text(line.trim_end()));
}

/// Physical pixels of a point, which a person can change.
pub fn scale() -> f32 {
    page::scale()
}

/// How many notches the wheel turned. The page's script counts hundredths of them.
pub fn notches(turned: f32) -> f32 {
    turned / 100.0
}

/// Makes the page draw a frame.
#[derive(Clone, Debug, Default)]
pub struct Waker;

/// The page.
#[derive(Debug, Default)]
pub struct Desktop {
    waker: Waker,
    /// The pointer is a finger.
    pub touched: bool,
    /// The words about the selected pair, or the scene without one, that were said last.
    said: String,
    /// The question or the messages that were said last; empty once nothing is asked and none is shown.
    told: String,
    /// Something was told since the page was at rest.
    tells: bool,
    /// The messages that came last, together.
    news: String,
    last_message: Option<u64>,
}

impl Desktop {
    /// Does nothing: the page is there.
    pub fn attach(&mut self) {}

    /// Never: a page tells macroquad no such thing.
    pub fn feigned_focus_loss(&self) -> bool {
        false
    }

    /// The handle that wakes the page.
    pub fn waker(&self) -> &Waker {
        &self.waker
    }

    /// Unknown: the canvas is as large as the page.
    pub fn screen(&self) -> Option<(f32, f32)> {
        None
    }

    /// Does nothing: the canvas is as large as the page.
    pub fn resize(&self, _: u32, _: u32) {}

    /// Opens a link in a tab of its own. `false`: this page is no part of another one, or the browser refuses.
    pub fn open_tab(&self, link: &str) -> bool {
        page::open_tab(link)
    }

    /// Text that comes without keys is for the field whose caret is here. The page's pixels.
    pub fn type_at(&self, caret: Option<Pos2>) {
        page::type_at(caret.map(|at| (at.x, at.y)));
    }

    /// Says what is asked, or else the messages that came since the last frame, to a person who hears the page; after that
    /// the words of [`Desktop::at_rest`] again.
    pub fn tell(&mut self, state: &AppState) {
        let messages = state.messages();
        let is_new = |message: &&Message| self.last_message.is_none_or(|last| message.id > last);
        let new: Vec<&str> = messages.iter().filter(is_new).map(|message| message.text.as_str()).collect();
        if !new.is_empty() || messages.is_empty() {
            self.news = new.join("\n");
        }
        self.last_message = messages.last().map(|message| message.id).or(self.last_message);
        let told = state.question().map_or_else(|| self.news.clone(), |question| question.text);
        if told != self.told {
            page::say(if told.is_empty() { &self.said } else { &told });
            self.told = told;
            self.tells = true;
        }
    }

    /// Says why the selected pair touches or does not, or what the scene is, to a person who hears the page, unless something
    /// else was told. Unsaved work that the browser does not store is not left without a question.
    pub fn at_rest(&mut self, state: &AppState) {
        let files = state.files();
        page::ask_before_leaving(files.recovery.fails() && files.document.is_dirty());
        let Scene { name, about, .. } = state.scene();
        let named = [name, about].into_iter().filter(|text| !text.is_empty());
        let scene = || named.map(|text| plain::text(text)).collect::<Vec<_>>().join(". ");
        let words = state.explanation().map_or_else(scene, |explanation| explanation.paragraph());
        let tells = std::mem::take(&mut self.tells) && !self.told.is_empty();
        if words != self.said {
            self.said = words;
            if !tells {
                page::say(&self.said);
            }
        }
    }

    /// Asks for the next frame; the browser decides when it comes.
    pub fn pause(&self, _: Duration) {
        page::wake_in(Duration::ZERO);
    }

    /// Asks for a frame at this moment. Input brings one earlier.
    pub fn wait(&self, deadline: Instant, _: Duration) -> bool {
        page::wake_in(deadline.saturating_duration_since(Instant::now()));
        false
    }

    /// `None`: the page's script follows a drag beyond the page.
    pub fn pointer(&self) -> Option<Pointer> {
        None
    }

    pub fn set_title(&self, title: &str) {
        page::set_title(title);
    }
}
