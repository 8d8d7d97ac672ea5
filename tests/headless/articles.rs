//! The page of the ideas says what its scenes print.
//!
//! In a row of `docs/articles.md`, text in “curly quotes” is printed for one of the row's scenes, at the frame or
//! for the pair that its link names, and so is each number outside of the quotes; `code` is a command or a file.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::process::Command;

/// What `report` or `explain` prints, with the spaces and lines between words as single spaces.
fn printed(args: &[&str]) -> String {
    let out = Command::new(env!("CARGO_BIN_EXE_collision-test")).args(args).output().unwrap();
    assert!(out.status.success(), "{args:?}: {}", String::from_utf8_lossy(&out.stderr));
    String::from_utf8(out.stdout).unwrap().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Everything that is said of a scene at a place: a frame, or two names of bodies.
fn said(name: &str, place: &str) -> String {
    let path = format!("{}/scenes/{name}.ron", env!("CARGO_MANIFEST_DIR"));
    let is_frame = place.parse::<u64>().is_ok();
    let frame = if is_frame { place } else { "0" };
    let stages = ["report", &path, "--frame", frame, "--stages", "--events=all"];
    // Of a crowd all pairs are half a million.
    if name.starts_with("crowd") {
        return printed(&stages);
    }
    let ahead = ["--pairs", "all", "--shortcuts", "--impacts", "2"];
    let straight = printed(&[&stages[..], &ahead].concat());
    let falling = printed(&[&stages[..], &ahead, &["--falling"]].concat());
    let pair = if is_frame { "0,1" } else { place };
    let why = printed(&["explain", &path, "--frame", frame, "--pair", pair]);
    format!("{straight} {falling} {why}")
}

/// The parts of a cell in curly quotes, and the rest without them and without `code`.
fn quotes(cell: &str) -> (Vec<&str>, String) {
    let mut parts = cell.split(['“', '”']);
    let mut rest = parts.next().unwrap_or_default().to_owned();
    let mut quoted = Vec::new();
    while let (Some(quote), Some(after)) = (parts.next(), parts.next()) {
        quoted.push(quote);
        rest = format!("{rest} {after}");
    }
    (quoted, rest.split('`').step_by(2).collect())
}

/// The numbers of a text: "0.25", "-4".
fn numbers(text: &str) -> Vec<&str> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
    let words = text.split(|c: char| !is_part(c)).map(|word| word.trim_end_matches(['.', '-']));
    words.filter(|word| word.parse::<f64>().is_ok()).collect()
}

/// The links of a cell of scenes, as `NAME@PLACE`; a scene without a link is at the frame with which `stage` begins.
fn labels(scenes: &str, stage: &str) -> Vec<String> {
    let mut found = Vec::new();
    for name in scenes.split('`').skip(1).step_by(2) {
        let (_, after) = scenes.split_once(&format!("`{name}`")).unwrap();
        let label = after.strip_prefix("][").and_then(|after| after.split(']').next());
        let frame = stage.trim().split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
        found.push(label.map_or_else(|| format!("{name}@{frame}"), str::to_owned));
    }
    found
}

#[test]
fn each_row_of_the_page_of_the_ideas_says_what_its_scene_prints() {
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/articles.md")).unwrap();
    let rows = page.lines().filter(|line| line.starts_with("| ") && line.matches('|').count() == 6);
    let rows = rows.filter(|row| !row.starts_with("| idea") && !row.starts_with("| mistake"));
    let mut known: BTreeMap<String, String> = BTreeMap::new();
    let (mut wrong, mut looked_up) = (Vec::new(), 0);
    for row in rows {
        let cells: Vec<&str> = row.split('|').skip(1).collect();
        let labels = labels(cells[1], cells[2]);
        let texts = labels.iter().map(|label| {
            let (name, place) = label.split_once('@').unwrap();
            known.entry(label.clone()).or_insert_with(|| said(name, place)).clone()
        });
        let texts: Vec<String> = texts.collect();
        let mut quoted_once = false;
        for cell in [cells[0], cells[2], cells[3]] {
            let (quoted, rest) = quotes(cell);
            quoted_once |= !quoted.is_empty();
            for quote in quoted {
                looked_up += 1;
                let quote = quote.split_whitespace().collect::<Vec<_>>().join(" ");
                if !texts.iter().any(|text| text.contains(&quote)) {
                    wrong.push(format!("{labels:?} never prints “{quote}”"));
                }
            }
            for number in numbers(&rest) {
                looked_up += 1;
                if !texts.iter().any(|text| numbers(text).contains(&number)) {
                    wrong.push(format!("{labels:?} never prints {number}: {}", cell.trim()));
                }
            }
        }
        if !quoted_once {
            wrong.push(format!("nothing is quoted of {labels:?}: {}", cells[0].trim()));
        }
    }
    assert!(wrong.is_empty(), "{} are wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(looked_up > 150, "{looked_up}");
}
