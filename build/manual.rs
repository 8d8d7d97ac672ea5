//! The pages of the manual as Rust data for the help window: markdown is read here, so the program carries no parser.
//! What the help cannot show fails the build.

use std::fmt::Write;
use std::path::{Component, Path, PathBuf};
use std::{fs, io};

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

/// The pages, in the order in which a person needs them.
const PAGES: [&str; 11] = [
    "docs/manual/window.md",
    "docs/manual/editing.md",
    "docs/manual/debugging.md",
    "docs/manual/scenes.md",
    "docs/manual/headless.md",
    "docs/manual/recordings.md",
    "docs/manual/browser.md",
    "docs/manual/crate.md",
    "docs/your-engine.md",
    "docs/embedding.md",
    "docs/svg.md",
];

/// Pages about programs on a computer: a page, whose size is limited, leads to them by their address.
const NOT_IN_A_BROWSER: [&str; 2] = ["docs/manual/crate.md", "docs/your-engine.md"];

/// Writes all pages as a constant of the types of `src/gui/panels/help/manual.rs`.
pub fn write(output: &Path) -> io::Result<()> {
    let mut code = String::from("pub const PAGES: &[Page] = &[\n");
    let in_browser = std::env::var("CARGO_CFG_TARGET_OS").is_ok_and(|system| system == "unknown");
    for path in PAGES.into_iter().filter(|path| !in_browser || !NOT_IN_A_BROWSER.contains(path)) {
        println!("cargo:rerun-if-changed={path}");
        let markdown =
            fs::read_to_string(path).map_err(|e| io::Error::new(e.kind(), format!("{path}: {e}")))?;
        let (title, blocks) = page(path, &markdown, !in_browser);
        let _ = writeln!(code, "Page {{ path: {path:?}, title: {title:?}, blocks: &[\n{blocks}] }},");
    }
    fs::write(output, code + "];\n")
}

/// The title of a page and the code of its blocks. Without pictures their captions stand alone.
fn page(path: &str, markdown: &str, has_pictures: bool) -> (String, String) {
    let mut page = PageWriter { path, has_pictures, style: "Plain", ..PageWriter::default() };
    Parser::new_ext(markdown, Options::ENABLE_TABLES).for_each(|event| page.take(event));
    (page.title, page.blocks)
}

/// A page as far as it is read.
#[derive(Default)]
struct PageWriter<'p> {
    path: &'p str,
    has_pictures: bool,
    title: String,
    blocks: String,
    /// The text that is being collected: plain, for titles and anchors, and as the code of its spans.
    plain: String,
    spans: String,
    style: &'static str,
    link: String,
    /// A picture stands above its paragraph, which is its caption.
    picture: String,
    /// The lists around, with the next number of each that has numbers.
    lists: Vec<Option<u64>>,
    /// The mark before an item of a list; its later paragraphs have none.
    mark: String,
    row: String,
    rows: String,
    is_code: bool,
}

impl PageWriter<'_> {
    fn take(&mut self, event: Event<'_>) {
        match event {
            Event::Text(text) => {
                self.plain.push_str(&text);
                if !self.is_code {
                    self.span(self.style, &text);
                }
            }
            Event::Code(text) => {
                self.plain.push_str(&text);
                self.span("Code", &text);
            }
            Event::SoftBreak => {
                self.plain.push(' ');
                self.span(self.style, " ");
            }
            Event::Start(Tag::Strong) => self.style = "Strong",
            Event::Start(Tag::Emphasis) => self.style = "Emphasis",
            Event::End(TagEnd::Strong | TagEnd::Emphasis | TagEnd::Image) => self.style = "Plain",
            Event::Start(Tag::Link { dest_url, .. }) => self.link = resolved(self.path, &dest_url),
            Event::End(TagEnd::Link) => self.link.clear(),
            Event::Start(Tag::Image { dest_url, .. }) => self.begin_picture(&dest_url),
            Event::Start(Tag::List(first)) => {
                self.end_paragraph();
                self.lists.push(first);
            }
            Event::End(TagEnd::List(_)) => drop(self.lists.pop()),
            Event::Start(Tag::Item) => self.begin_item(),
            Event::End(TagEnd::Item | TagEnd::Paragraph) => {
                self.blocks.push_str(&std::mem::take(&mut self.picture));
                self.end_paragraph()
            }
            Event::Start(Tag::Heading { .. } | Tag::Paragraph) => self.plain.clear(),
            Event::End(TagEnd::Heading(level)) => self.heading(level as u8),
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(_))) => {
                self.end_paragraph();
                self.plain.clear();
                self.is_code = true;
            }
            Event::End(TagEnd::CodeBlock) => {
                self.is_code = false;
                let _ = writeln!(self.blocks, "Block::Code({:?}),", self.plain.trim_end());
            }
            Event::Start(Tag::Table(_)) => self.rows.clear(),
            Event::End(TagEnd::Table) => {
                let _ = writeln!(self.blocks, "Block::Table(&[{}]),", self.rows);
            }
            Event::Start(Tag::TableHead | Tag::TableRow) => self.row.clear(),
            Event::End(TagEnd::TableHead | TagEnd::TableRow) => {
                let _ = write!(self.rows, "&[{}],", self.row);
            }
            Event::Start(Tag::TableCell) => self.spans.clear(),
            Event::End(TagEnd::TableCell) => {
                let _ = write!(self.row, "&[{}],", self.spans);
                self.spans.clear();
            }
            other => panic!("{}: the help cannot show {other:?}", self.path),
        }
    }

    fn span(&mut self, style: &str, text: &str) {
        let link = &self.link;
        let _ = write!(self.spans, "TextSpan {{ style: Style::{style}, text: {text:?}, link: {link:?} }},");
    }

    fn begin_picture(&mut self, link: &str) {
        self.style = "Emphasis";
        if self.has_pictures {
            let path = resolved(self.path, link);
            println!("cargo:rerun-if-changed={path}");
            let file = format!("concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/\", {path:?})");
            let block = format!("Block::Picture {{ path: {path:?}, bytes: include_bytes!({file}) }},");
            let _ = writeln!(self.picture, "{block}");
        }
    }

    fn begin_item(&mut self) {
        self.mark = match self.lists.last_mut() {
            Some(Some(number)) => {
                *number += 1;
                format!("{}.", *number - 1)
            }
            _ => "•".to_owned(),
        };
    }

    fn heading(&mut self, level: u8) {
        let Self { title, blocks, plain, .. } = self;
        if title.is_empty() {
            title.clone_from(plain);
        }
        let anchor = anchor(plain);
        let _ = writeln!(blocks, "Block::Heading {{ level: {level}, anchor: {anchor:?}, text: {plain:?} }},");
        self.spans.clear();
    }

    /// Ends a paragraph, if one was begun.
    fn end_paragraph(&mut self) {
        let Self { blocks, spans, lists, mark, .. } = self;
        if !spans.is_empty() {
            let depth = lists.len();
            let _ = writeln!(blocks, "Block::Text {{ depth: {depth}, mark: {mark:?}, text: &[{spans}] }},");
            spans.clear();
            mark.clear();
        }
    }
}

/// A link as seen from the project's folder; one to another site as it is.
fn resolved(page: &str, link: &str) -> String {
    if link.contains("://") {
        return link.to_owned();
    }
    if link.starts_with('#') {
        return format!("{page}{link}");
    }
    let mut path = PathBuf::from(page);
    path.pop();
    for part in Path::new(link).components() {
        match part {
            Component::ParentDir => drop(path.pop()),
            part => path.push(part),
        }
    }
    path.to_string_lossy().replace('\\', "/")
}

/// The anchor that a site gives to a heading: small letters and digits, a hyphen for a space, and nothing else.
fn anchor(heading: &str) -> String {
    let letters = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    letters.flat_map(char::to_lowercase).map(|c| if c == ' ' { '-' } else { c }).collect()
}
