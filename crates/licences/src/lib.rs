//! What the program carries, with the text of each licence: the file licences.txt, which `collision-test licences`,
//! Help > Licences and the page show.
//!
//! The list is that of `cargo metadata` for the systems that the program is built for, without what only builds or
//! tests it. The texts are those in the sources of the crates; each stands there once.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use skrifa::string::StringId;
use skrifa::{FontRef, MetadataProvider as _};

mod carried;
mod texts;

use carried::{Carried, carried};
use texts::{Licence, licences_of};

/// The crate of egui's fonts.
const FONTS: &str = "epaint_default_fonts";
/// Each of its fonts: its file, its licence and that one's file.
const FONT_FILES: [(&str, &str, &str); 4] = [
    ("Ubuntu-Light", "Ubuntu Font Licence 1.0", "UFL.txt"),
    ("Hack-Regular", "MIT, with parts under the Bitstream Vera License", "Hack-Regular.txt"),
    ("NotoEmoji-Regular", "SIL Open Font License 1.1", "OFL.txt"),
    ("emoji-icon-font", "MIT", "emoji-icon-font-mit-license.txt"),
];
const LINE: &str = "--------------------------------------------------------------------------------";

/// Where licences.txt is.
pub fn file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../licences.txt")
}

/// The content of licences.txt. `Err` is a sentence for a person: which crate has no licence that is allowed, or
/// that cargo cannot list them.
pub fn text() -> Result<String, String> {
    let all = carried()?;
    let mut texts = Texts::default();
    let mut out = String::from(
        "What Collision Test carries, with the text of each licence.\n\
         Written by `cargo run -p licences`.\n\n\
         Collision Test itself is under the MIT license or the Apache License 2.0, as you choose.\n\n\
         Fonts\n",
    );
    let (fonts, libraries): (Vec<&Carried>, Vec<&Carried>) =
        all.iter().partition(|package| package.name == FONTS);
    let folder =
        fonts.first().ok_or("the fonts of egui are not among the dependencies")?.folder.join("fonts");
    for (name, licence, file) in FONT_FILES {
        let notice = notice(&folder.join(name).with_extension("ttf"))?;
        let text = notice + &texts::read(&folder.join(file))?;
        let number = texts.number(licence, &text, name);
        let _ = writeln!(out, "  {name:<38} {licence} [{number}]");
    }
    out.push_str(
        "  A page carries the first two alone, without the hints that fit outlines to pixels. They are named\n  \
         \"Ubuntu Light derivative Collision Test\" and \"Hack derivative Collision Test\".\n\n\
         Libraries (https://crates.io/crates/NAME/VERSION has the source of each)\n",
    );
    for package in libraries {
        let name = format!("{} {}", package.name, package.version);
        let of_package = licences_of(package)?;
        let named: Vec<String> = of_package
            .iter()
            .map(|Licence { name: licence, text }| {
                format!("{licence} [{}]", texts.number(licence, text, &name))
            })
            .collect();
        let place = match package.systems.as_str() {
            "" => String::new(),
            systems => format!(" ({systems})"),
        };
        let _ = writeln!(out, "  {name:<38} {}{place}", named.join(" and "));
    }
    let _ = writeln!(
        out,
        "  {:<38} MIT [{}]",
        "Rust's standard library",
        texts.number(
            "MIT",
            &texts::standard("MIT", "The Rust Project contributors")?,
            "Rust's standard library"
        )
    );
    for (text, users) in texts.by_length() {
        let _ = write!(
            out,
            "\n{LINE}\n[{}] {}: {}\n{LINE}\n\n{text}\n",
            users.number,
            users.licence,
            users.names.join(", ")
        );
    }
    Ok(out)
}

/// The copyright notice that a font has in itself, which the files of the licences lack.
fn notice(font: &Path) -> Result<String, String> {
    let bytes = std::fs::read(font).map_err(|e| format!("{}: {e}", font.display()))?;
    let read = FontRef::new(&bytes).map_err(|e| format!("{}: {e}", font.display()))?;
    let notice = read.localized_strings(StringId::COPYRIGHT_NOTICE).english_or_first();
    Ok(notice.map(|notice| format!("{notice}\n\n")).unwrap_or_default())
}

/// Each text once, with a number and those who use it.
#[derive(Default)]
struct Texts {
    of: BTreeMap<String, Users>,
}

struct Users {
    number: usize,
    licence: String,
    names: Vec<String>,
}

impl Texts {
    fn number(&mut self, licence: &str, text: &str, user: &str) -> usize {
        let next = self.of.len() + 1;
        let users = self.of.entry(text.to_owned());
        let users =
            users.or_insert_with(|| Users { number: next, licence: licence.to_owned(), names: Vec::new() });
        users.names.push(user.to_owned());
        users.number
    }

    /// The shortest first: those of one licence differ in a name alone, and stand near each other, which a page packs to two thirds.
    fn by_length(&self) -> Vec<(&str, &Users)> {
        let mut all: Vec<(&str, &Users)> =
            self.of.iter().map(|(text, users)| (text.as_str(), users)).collect();
        all.sort_by_key(|(text, users)| (text.len(), users.number));
        all
    }
}
