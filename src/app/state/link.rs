//! The scene as a link, and a link as a scene.

use super::AppState;
use super::open::Opened;
use crate::app::commands::{Effect, FileCommand, Leave, Tool};
use crate::app::files::Settings;
use crate::app::files::document::Document;
use crate::app::messages::Level;
use crate::explain::stages;
use crate::picture::display::Rect;
use crate::scene::link::{self, Link, MAX_FRAME};

impl AppState {
    /// The scene, the present frame and the selected pair as a link; of a recording its present frame as a scene.
    /// `Err`: the scene is too large for one.
    pub fn link(&self) -> Result<String, String> {
        let (scene, frame) = match self.frame_scene() {
            Some(scene) => (scene, 0),
            None => (self.scene().clone(), self.run.frame()),
        };
        Link::to(&scene, frame, self.looking.pinned_pair.map(|pair| (pair, [None; 2])), self.named_scene())
            .text(self.files.link_base())
    }

    /// What makes the scene, the present frame and the selected pair a figure in another page: HTML. `Err`: the scene is
    /// too large for a link, or no page is known that shows it.
    fn embed_code(&self) -> Result<String, String> {
        if self.files.link_base().is_empty() {
            let why = "a figure needs the address of the page that shows it, which File > Address for links… remembers";
            return Err(why.to_owned());
        }
        let name = match &*self.scene().name {
            "" => "Collision Test",
            name => name,
        };
        Ok(link::embed_code(&self.link()?, name))
    }

    pub(super) fn copy_embed_code(&mut self, effects: &mut Vec<Effect>) {
        match self.embed_code() {
            Ok(code) => {
                self.messages
                    .push(Level::Info, "Copied as HTML: pasted into a page it shows this scene there.");
                effects.push(Effect::Print(format!("embed: {code}")));
                effects.push(Effect::WriteClipboard(code));
            }
            Err(why) => self.messages.push(Level::Warning, format!("Not copied: {why}.")),
        }
    }

    /// Starts with what a link holds.
    pub fn of_link(link: Link, settings: Settings, canvas: Rect) -> Self {
        Self::starting(settings, canvas, |state| {
            state.showing.embedded = link.embed.then(|| link.clone()).map(Box::new);
            state.open_link(link, &mut Vec::new());
        })
    }

    pub(super) fn copy_link(&mut self, effects: &mut Vec<Effect>) {
        match self.link() {
            Ok(link) => {
                let count = link.chars().count();
                let text = if self.files.link_base().is_empty() {
                    format!(
                        "Copied without the address of a page, {count} characters from #scene= on. Put them behind the \
                         address of a page with Collision Test, or open them here with Ctrl+V. \
                         File > Address for links… remembers an address."
                    )
                } else {
                    format!("Copied as a link of {count} characters.")
                };
                self.messages.push(Level::Info, text);
                effects.push(Effect::Print(format!("link: {link}")));
                effects.push(Effect::WriteClipboard(link));
            }
            Err(why) => self.messages.push(Level::Warning, format!("Not copied: {why}.")),
        }
    }

    /// Opens a link, once unsaved work was asked about, or says why it cannot be read.
    pub(super) fn follow_link(&mut self, text: &str, effects: &mut Vec<Effect>) {
        match Link::read(text) {
            Ok(link) => self.apply_file(FileCommand::Leave(Leave::OpenLink(Box::new(link))), effects),
            // What is wrong comes first: a person who followed a link did not ask to open anything.
            Err(why) => {
                let text = format!("{}. Nothing was opened.", stages::capital(&why));
                self.messages.push(Level::Error, text);
            }
        }
    }

    /// Shows what a link holds, as a scene without a file.
    pub(super) fn open_link(&mut self, link: Link, effects: &mut Vec<Effect>) {
        if self.showing.embedded.is_some() {
            self.showing.begin_again();
            self.hand.take(Tool::Select);
            self.showing.embedded = link.embed.then(|| link.clone()).map(Box::new);
        }
        let Link { scene, frame, pair, embed: _ } = link;
        self.install_or_complain(Opened::of(Document::linked(scene)), effects);
        if frame > MAX_FRAME {
            let text = format!(
                "The link asks for frame {frame}; it gets frame {MAX_FRAME}, the last that a link may ask for."
            );
            self.messages.push(Level::Warning, text);
        }
        self.go_to(frame.min(MAX_FRAME));
        self.refresh();
        match pair.map(|pair| self.named_scene().find_pair(&pair)) {
            Some(Ok(pair)) => self.select_pair(Some(pair)),
            Some(Err(why)) => self.messages.push(Level::Warning, format!("The link's pair: {why}.")),
            None => {}
        }
    }
}
