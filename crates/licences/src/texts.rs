//! The licences under which a crate is taken, with their texts.

use std::fs;
use std::path::{Path, PathBuf};

use spdx::{Expression, Licensee, ParseMode};

use crate::carried::Carried;

/// What is accepted, the first that a crate offers; what its text says, by which it is known; and what the name of
/// its file has where a crate has several.
const ACCEPTED: [(&str, &str, &str); 9] = [
    ("MIT", "Permission is hereby granted, free of charge", "mit"),
    ("Zlib", "This software is provided 'as-is'", "zlib"),
    ("ISC", "Permission to use, copy, modify, and", "isc"),
    ("BSD-2-Clause", "Redistribution and use in source and binary forms", "bsd"),
    ("BSD-3-Clause", "Redistribution and use in source and binary forms", "bsd"),
    ("Unicode-3.0", "UNICODE LICENSE V3", "unicode"),
    ("CC0-1.0", "CC0 1.0 Universal", "cc0"),
    ("Apache-2.0", "Apache License", "apache"),
    ("MPL-2.0", "Mozilla Public License", "mpl"),
];

/// A licence, and its text as the crate has it.
pub struct Licence {
    pub name: &'static str,
    pub text: String,
}

/// The licences of a crate that apply together.
pub fn licences_of(package: &Carried) -> Result<Vec<Licence>, String> {
    let place = || format!("{} {}", package.name, package.version);
    let expression = Expression::parse_mode(&package.licence, ParseMode::LAX)
        .map_err(|e| format!("{}: {:?} is no licence: {e}", place(), package.licence))?;
    let accepted: Vec<Licensee> =
        ACCEPTED.iter().filter_map(|(name, ..)| Licensee::parse(name).ok()).collect();
    let chosen = expression
        .minimized_requirements(&accepted)
        .map_err(|e| format!("{}: {:?} is not allowed: {e}", place(), package.licence))?;
    chosen
        .iter()
        .map(|chosen| {
            let chosen = chosen.to_string();
            let row = ACCEPTED.iter().find(|(name, ..)| *name == chosen);
            let (name, says, part) = row.ok_or_else(|| format!("{}: {chosen} is not expected", place()))?;
            Ok(Licence { name, text: text_of(package, name, says, part)? })
        })
        .collect()
}

/// The text in the crate's source, or the standard one with its authors where it has none.
fn text_of(package: &Carried, name: &str, says: &str, part: &str) -> Result<String, String> {
    let found = files(&package.folder);
    let is_named = |path: &&PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
        name.contains(part) && !name.contains("llvm")
    };
    let candidates = found.iter().filter(is_named).chain(found.iter().filter(|path| !is_named(path)));
    for path in candidates {
        let text = read(path)?;
        if text.contains(says) {
            return Ok(text);
        }
    }
    let authors =
        if package.authors.is_empty() { "its authors".to_owned() } else { package.authors.join(", ") };
    standard(name, &authors)
}

/// The files of a crate that may hold a licence.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = |folder: &Path| {
        let mut paths: Vec<PathBuf> =
            fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
        paths.sort();
        paths
    };
    let mut found = Vec::new();
    for path in entries(folder) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
        if ["licen", "copying"].iter().any(|start| name.starts_with(start)) {
            if path.is_dir() { found.extend(entries(&path)) } else { found.push(path) }
        }
    }
    found
}

/// A text with single line ends, without blanks at the ends of its lines.
pub fn read(path: &Path) -> Result<String, String> {
    let bytes = fs::read(path).map_err(|e| format!("{}: {e}", path.display()))?;
    let text = String::from_utf8_lossy(&bytes);
    let lines: Vec<&str> = text.trim_start_matches('\u{feff}').lines().map(str::trim_end).collect();
    Ok(lines.join("\n").trim_matches('\n').to_owned() + "\n")
}

/// The standard text of a licence. `authors`: who holds the rights.
pub fn standard(name: &str, authors: &str) -> Result<String, String> {
    let id = spdx::license_id(name).ok_or_else(|| format!("{name} is no licence"))?;
    let text = id.text().replace("<year> <copyright holders>", authors);
    Ok(format!("(The source has no text of its own; this is the standard one.)\n\n{}\n", text.trim()))
}
