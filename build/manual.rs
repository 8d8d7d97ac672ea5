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
    let (mut title, mut blocks) = (String::new(), String::new());
    // The text that is being collected: plain, for titles and anchors, and as the code of its spans.
    let (mut plain, mut spans) = (String::new(), String::new());
    let (mut style, mut link) = ("Plain", String::new());
    // A picture stands above its paragraph, which is its caption.
    let mut picture = String::new();
    // The mark before an item of a list; its later paragraphs have none.
    let (mut numbers, mut mark): (Vec<Option<u64>>, String) = (Vec::new(), String::new());
    let (mut row, mut rows, mut is_code) = (String::new(), String::new(), false);
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
        match event {
            Event::Text(text) => {
                plain.push_str(&text);
                if !is_code {
                    let _ = write!(
                        spans,
                        "TextSpan {{ style: Style::{style}, text: {:?}, link: {link:?} }},",
                        &*text
                    );
                }
            }
            Event::Code(text) => {
                plain.push_str(&text);
                let _ =
                    write!(spans, "TextSpan {{ style: Style::Code, text: {:?}, link: {link:?} }},", &*text);
            }
            Event::SoftBreak => {
                plain.push(' ');
                let _ = write!(spans, "TextSpan {{ style: Style::{style}, text: \" \", link: {link:?} }},");
            }
            Event::Start(Tag::Strong) => style = "Strong",
            Event::Start(Tag::Emphasis) => style = "Emphasis",
            Event::End(TagEnd::Strong | TagEnd::Emphasis) => style = "Plain",
            Event::Start(Tag::Link { dest_url, .. }) => link = resolved(path, &dest_url),
            Event::End(TagEnd::Link) => link.clear(),
            Event::Start(Tag::Image { dest_url, .. }) => {
                style = "Emphasis";
                if has_pictures {
                    let path = resolved(path, &dest_url);
                    println!("cargo:rerun-if-changed={path}");
                    let file = format!("concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/\", {path:?})");
                    let _ = writeln!(
                        picture,
                        "Block::Picture {{ path: {path:?}, bytes: include_bytes!({file}) }},"
                    );
                }
            }
            Event::End(TagEnd::Image) => style = "Plain",
            Event::Start(Tag::List(first)) => {
                paragraph(&mut blocks, &mut spans, &numbers, &mut mark);
                numbers.push(first);
            }
            Event::End(TagEnd::List(_)) => drop(numbers.pop()),
            Event::Start(Tag::Item) => {
                mark = match numbers.last_mut() {
                    Some(Some(number)) => {
                        *number += 1;
                        format!("{}.", *number - 1)
                    }
                    _ => "•".to_owned(),
                };
            }
            Event::End(TagEnd::Item | TagEnd::Paragraph) => {
                blocks.push_str(&std::mem::take(&mut picture));
                paragraph(&mut blocks, &mut spans, &numbers, &mut mark)
            }
            Event::Start(Tag::Heading { .. } | Tag::Paragraph) => plain.clear(),
            Event::End(TagEnd::Heading(level)) => {
                if title.is_empty() {
                    title.clone_from(&plain);
                }
                let (level, anchor) = (level as u8, anchor(&plain));
                let _ = writeln!(
                    blocks,
                    "Block::Heading {{ level: {level}, anchor: {anchor:?}, text: {plain:?} }},"
                );
                spans.clear();
            }
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(_))) => {
                paragraph(&mut blocks, &mut spans, &numbers, &mut mark);
                plain.clear();
                is_code = true;
            }
            Event::End(TagEnd::CodeBlock) => {
                is_code = false;
                let _ = writeln!(blocks, "Block::Code({:?}),", plain.trim_end());
            }
            Event::Start(Tag::Table(_)) => rows.clear(),
            Event::End(TagEnd::Table) => drop(writeln!(blocks, "Block::Table(&[{rows}]),")),
            Event::Start(Tag::TableHead | Tag::TableRow) => row.clear(),
            Event::End(TagEnd::TableHead | TagEnd::TableRow) => drop(write!(rows, "&[{row}],")),
            Event::Start(Tag::TableCell) => spans.clear(),
            Event::End(TagEnd::TableCell) => {
                let _ = write!(row, "&[{spans}],");
                spans.clear();
            }
            other => panic!("{path}: the help cannot show {other:?}"),
        }
    }
    (title, blocks)
}

/// Ends a paragraph, if one was begun.
fn paragraph(blocks: &mut String, spans: &mut String, lists: &[Option<u64>], mark: &mut String) {
    if !spans.is_empty() {
        let depth = lists.len();
        let _ = writeln!(blocks, "Block::Text {{ depth: {depth}, mark: {mark:?}, text: &[{spans}] }},");
        spans.clear();
        mark.clear();
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
