//! The question that waits for an answer: what it says, and what comes of the answer.

use std::path::Path;

use super::AppState;
use crate::app::commands::{Answer, Command, Effect, FileCommand, Leave};
use crate::app::files::recovery::left::Leftover;
use crate::app::files::{Asked, Conflict};
use crate::platform::plain;
use crate::scene::numbers;

/// A question that waits for an answer, shown as a dialog.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    pub text: String,
    /// What can be chosen from, if there is a list.
    pub rows: Vec<QuestionRow>,
    /// How the scene differs from the file, or why the file holds no scene; shown on demand.
    pub details: Vec<String>,
    /// Label of what shows the details.
    pub show_details: &'static str,
    /// Label and command of each button: Enter takes the first, Escape the one that cancels.
    pub buttons: Vec<(&'static str, Command)>,
}

/// A row of the list of a question.
#[derive(Clone, Debug, PartialEq)]
pub struct QuestionRow {
    pub title: String,
    pub text: String,
    /// It goes when the list is closed: its one button takes that back, and stands where a second click on the one that
    /// discarded it does not reach.
    pub is_discarded: bool,
    /// Label and command of each button.
    pub buttons: Vec<(&'static str, Command)>,
}

impl Question {
    fn new(text: String, answers: &[(&'static str, Answer)]) -> Self {
        let buttons = answers.iter().map(|(label, answer)| (*label, Command::Answer(*answer))).collect();
        Self { text, rows: Vec::new(), details: Vec::new(), show_details: "", buttons }
    }

    /// Adds how the scene differs from the file, or why the file holds no scene.
    fn about(self, conflict: &Conflict) -> Self {
        let show_details = if conflict.is_scene() { "Show what differs (disk → here)" } else { "Show why" };
        Self { details: conflict.lines().to_vec(), show_details, ..self }
    }
}

impl QuestionRow {
    fn of(left: &Leftover, is_discarded: bool) -> Self {
        let part = |part: Option<&Path>| part.map(plain::path).filter(|text| !text.is_empty());
        let name = part(left.document().and_then(Path::file_name).map(Path::new));
        let folder = part(left.document().and_then(Path::parent));
        let file = left.file().to_owned();
        let text = [Some(left.age()), Some(left.difference().to_owned()), folder];
        let scene = Some(left.scene().trim()).filter(|name| !name.is_empty());
        Self {
            title: name
                .or(scene.map(|name| plain::label(name).into_owned()))
                .unwrap_or_else(|| "untitled".to_owned()),
            text: text.into_iter().flatten().collect::<Vec<_>>().join(" · "),
            is_discarded,
            buttons: if is_discarded {
                vec![("Undo", Command::File(FileCommand::KeepLeft(file)))]
            } else {
                vec![
                    ("Restore", Command::File(FileCommand::Leave(Leave::Restore(file.clone())))),
                    ("Discard", Command::File(FileCommand::DiscardLeft(file))),
                ]
            },
        }
    }
}

impl AppState {
    /// The open question; panels take no other input until it is answered.
    pub fn question(&self) -> Option<Question> {
        let stem = self.files.document.stem();
        let stem = plain::label(&stem);
        Some(match self.files.asked.as_ref()? {
            Asked::Unsaved(_) if self.files.document.is_gone() => Question::new(
                format!(
                    "The file of \"{stem}\" is missing, damaged or another scene by now: this one is nowhere but here. \
                     Save it?"
                ),
                &[("Save", Answer::Save), ("Discard", Answer::Discard), ("Cancel", Answer::Cancel)],
            ),
            Asked::Unsaved(_) if self.files.document.is_recording() => Question::new(
                format!(
                    "{} that a game sent: no file has them. Save them?",
                    numbers::count(self.run.frames.playback()?.recording.frames().len(), "frame", "frames")
                ),
                &[("Save as…", Answer::Save), ("Discard", Answer::Discard), ("Cancel", Answer::Cancel)],
            ),
            Asked::Unsaved(_) => Question::new(
                match &self.history.new_start {
                    Some(start) => format!(
                        "\"{stem}\" has unsaved changes, and the state of frame {} as its new start. Save them?",
                        start.frame
                    ),
                    None => format!("\"{stem}\" has unsaved changes. Save them?"),
                },
                &[("Save", Answer::Save), ("Discard", Answer::Discard), ("Cancel", Answer::Cancel)],
            ),
            Asked::ChangedOnDisk(conflict) => Question::new(
                format!(
                    "\"{stem}\" was changed by another program, and has unsaved changes here. Undo brings them back if it \
                     is loaded."
                ),
                &[("Keep mine", Answer::Cancel), ("Load it", Answer::Discard)],
            )
            .about(conflict),
            Asked::SaveOver(conflict) => save_over(&stem, conflict),
            Asked::NotSaved(_, why) => Question::new(
                format!("{why}\n\"{stem}\" is not saved. Nothing is closed."),
                &[("Save as…", Answer::SaveAs), ("Cancel", Answer::Cancel)],
            ),
            Asked::Overwrite(command) => Question::new(
                format!("{} stands there already. Overwrite it?", command.written().map(plain::path)?),
                &[("Cancel", Answer::Cancel), ("Overwrite", Answer::Overwrite)],
            ),
            Asked::Sharing => Question::new(
                format!("{}. It would be lost.", self.files.sharing.as_ref()?.told()),
                &[("Wait", Answer::Cancel), ("Quit anyway", Answer::Discard)],
            ),
            Asked::Restore => {
                let is_discarded = |left: &Leftover| self.files.is_discarded(left.file());
                let close =
                    if self.files.left.iter().all(is_discarded) { "Close" } else { "Decide later" };
                Question {
                    rows: (self.files.left.iter())
                        .map(|left| QuestionRow::of(left, is_discarded(left)))
                        .collect(),
                    ..Question::new(
                        "Earlier runs left unsaved work.".to_owned(),
                        &[(close, Answer::Cancel)],
                    )
                }
            }
        })
    }

    pub(super) fn apply_answer(&mut self, answer: Answer, effects: &mut Vec<Effect>) {
        self.finish_gesture();
        let Some(asked) = self.files.take_asked() else { return };
        match (asked, answer) {
            (Asked::Unsaved(leave), Answer::Save) => {
                self.files.after_save = Some(leave);
                self.save(effects);
            }
            (Asked::Unsaved(leave), Answer::Discard) => self.leave(leave, effects),
            (Asked::ChangedOnDisk(_), Answer::Discard) => self.reload(),
            (Asked::SaveOver(conflict), Answer::Overwrite) => {
                // A file that changed once more since the question was asked is asked about again.
                self.files.document.set_known(conflict.theirs().fingerprint);
                self.save(effects);
            }
            (Asked::SaveOver(_), Answer::SaveAs) => self.ask_where(effects),
            (Asked::NotSaved(leave, _), Answer::SaveAs) => {
                self.files.after_save = Some(leave);
                self.ask_where(effects);
            }
            (Asked::SaveOver(conflict), Answer::Discard) if conflict.is_scene() => {
                self.files.after_save = None;
                self.reload();
            }
            (Asked::SaveOver(_), Answer::Cancel) => self.files.after_save = None,
            (Asked::Overwrite(command), Answer::Overwrite) => self.apply_file(*command, effects),
            (Asked::Overwrite(command), Answer::Cancel) => self.ask_where_instead(&command, effects),
            (Asked::Sharing, Answer::Discard) => self.quit(effects),
            (
                Asked::Unsaved(_)
                | Asked::ChangedOnDisk(_)
                | Asked::NotSaved(..)
                | Asked::Sharing
                | Asked::Restore,
                Answer::Cancel,
            ) => {}
            // These questions have no such button.
            (
                asked @ (Asked::Unsaved(_)
                | Asked::ChangedOnDisk(_)
                | Asked::SaveOver(_)
                | Asked::NotSaved(..)
                | Asked::Overwrite(_)
                | Asked::Sharing
                | Asked::Restore),
                Answer::Save | Answer::Discard | Answer::Overwrite | Answer::SaveAs,
            ) => self.files.ask(asked),
        }
    }
}

fn save_over(stem: &str, conflict: &Conflict) -> Question {
    let (what, answers): (_, &[_]) = if conflict.is_scene() {
        (
            "was changed on the disk since it was opened or saved here",
            &[
                ("Save as…", Answer::SaveAs),
                ("Overwrite", Answer::Overwrite),
                ("Reload", Answer::Discard),
                ("Cancel", Answer::Cancel),
            ],
        )
    } else {
        (
            "was changed on the disk, and this program cannot read it any more",
            &[("Save as…", Answer::SaveAs), ("Overwrite", Answer::Overwrite), ("Cancel", Answer::Cancel)],
        )
    };
    let text = format!("\"{stem}\" {what}. Saving would overwrite that.");
    Question::new(text, answers).about(conflict)
}
