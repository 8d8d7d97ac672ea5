//! What the page tells: files that are dropped or chosen, the clipboard's text, light or dark.

use super::Shell;
use crate::app::{Command, EditCommand, FileCommand, Leave, News, ViewCommand};
use crate::platform::disk;
use crate::platform::page::{self, PageEvent, Purpose};
use crate::platform::plain;
use crate::scene::link::Link;

/// What is said where the browser keeps the clipboard for itself.
const NO_CLIPBOARD: &str = "The browser does not give its clipboard to menus; Ctrl+V pastes.";

impl Shell {
    /// Adds what the page's events ask for.
    pub(super) fn arrivals(&mut self, commands: &mut Vec<Command>) {
        while let Some(event) = page::next_event() {
            match event {
                PageEvent::File { purpose, name, bytes } => {
                    disk::keep(&name, &bytes);
                    let is_drawing =
                        name.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("svg"));
                    commands.push(match purpose {
                        Purpose::Open if !is_drawing => {
                            Command::File(FileCommand::Leave(Leave::OpenPath(name)))
                        }
                        Purpose::Open | Purpose::Outline => Command::Edit(EditCommand::TakeOutline(name)),
                    });
                }
                PageEvent::Unread(what) => {
                    let text = format!("Not opened: {}", plain::label(&what));
                    commands.push(Command::View(ViewCommand::Warn(text)));
                }
                PageEvent::Clipboard(text) => self.clipboard_came(Ok(text)),
                PageEvent::NoClipboard => self.clipboard_came(Err(NO_CLIPBOARD.to_owned())),
                PageEvent::Address(address) if Link::is_meant(&address) => {
                    commands.push(Command::News(News::Link(address)));
                }
                // Back from a link to the bare address.
                PageEvent::Address(_) => commands.push(Command::File(FileCommand::Leave(Leave::OpenBuiltIn))),
                PageEvent::Dark(dark) => {
                    if self.state.showing().theme.dark != dark {
                        commands.push(Command::View(ViewCommand::ToggleTheme));
                    }
                }
            }
        }
        let complaint = disk::take_complaint();
        commands.extend(complaint.map(|text| Command::View(ViewCommand::Warn(text))));
        let touched = page::is_touched();
        if std::mem::replace(&mut self.desktop.touched, touched) != touched {
            commands.push(Command::View(ViewCommand::GrowHandles(touched)));
        }
    }
}
