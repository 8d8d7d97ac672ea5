//! The crates that the program is made of, on each system that it is built for.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// The program.
const PROGRAM: &str = "collision-test";
/// The systems that it is built for.
const SYSTEMS: [(&str, &str); 4] = [
    ("x86_64-unknown-linux-gnu", "Linux"),
    ("x86_64-pc-windows-gnu", "Windows"),
    ("aarch64-apple-darwin", "macOS"),
    ("wasm32-unknown-unknown", "the page"),
];

/// A crate of others that the program is made of.
pub struct Carried {
    pub name: String,
    pub version: String,
    /// The expression of its manifest.
    pub licence: String,
    pub authors: Vec<String>,
    /// Its source.
    pub folder: PathBuf,
    /// The systems on which it is carried; empty: all of them.
    pub systems: String,
}

/// All of them, by name and version.
pub fn carried() -> Result<Vec<Carried>, String> {
    let mut found: BTreeMap<(String, String), (Value, Vec<&str>)> = BTreeMap::new();
    for (target, system) in SYSTEMS {
        let metadata = metadata(target)?;
        for package in reached(&metadata)? {
            let key = (text(&package["name"]), text(&package["version"]));
            found.entry(key).or_insert_with(|| (package.clone(), Vec::new())).1.push(system);
        }
    }
    let mut all = Vec::new();
    for ((name, version), (package, systems)) in found {
        let manifest = text(&package["manifest_path"]);
        all.push(Carried {
            licence: text(&package["license"]),
            authors: package["authors"].as_array().into_iter().flatten().map(text).collect(),
            folder: Path::new(&manifest).parent().map(Path::to_owned).unwrap_or_default(),
            systems: if systems.len() == SYSTEMS.len() { String::new() } else { systems.join(", ") },
            name,
            version,
        });
    }
    Ok(all)
}

/// What cargo says of the workspace's dependencies on a system.
fn metadata(target: &str) -> Result<Value, String> {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(["metadata", "--locked", "--format-version", "1", "--filter-platform", target]);
    let output = command
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
        .output()
        .map_err(|e| format!("cargo metadata: {e}"))?;
    if !output.status.success() {
        return Err(format!("cargo metadata: {}", String::from_utf8_lossy(&output.stderr).trim_end()));
    }
    serde_json::from_slice(&output.stdout).map_err(|e| format!("cargo metadata: {e}"))
}

/// The packages of others that the program is linked with: neither what builds it, nor macros, nor tests.
fn reached(metadata: &Value) -> Result<Vec<&Value>, String> {
    let packages: BTreeMap<String, &Value> =
        list(&metadata["packages"]).map(|package| (text(&package["id"]), package)).collect();
    let nodes: BTreeMap<String, &Value> =
        list(&metadata["resolve"]["nodes"]).map(|node| (text(&node["id"]), node)).collect();
    let is_macro = |package: &Value| {
        list(&package["targets"]).any(|target| list(&target["kind"]).any(|kind| kind == "proc-macro"))
    };
    let program = packages.iter().find(|(_, package)| package["name"] == PROGRAM);
    let (program, _) = program.ok_or("the program is not among cargo's packages")?;
    let (mut seen, mut open) = (BTreeSet::new(), vec![program.clone()]);
    while let Some(id) = open.pop() {
        if !seen.insert(id.clone()) {
            continue;
        }
        let dependencies = nodes.get(&id).into_iter().flat_map(|node| list(&node["deps"]));
        let linked = dependencies.filter(|of| list(&of["dep_kinds"]).any(|kind| kind["kind"].is_null()));
        let ids = linked.map(|of| text(&of["pkg"]));
        open.extend(ids.filter(|id| packages.get(id).is_some_and(|package| !is_macro(package))));
    }
    // Without a source: the workspace's own.
    Ok(seen.iter().filter_map(|id| packages.get(id).copied()).filter(|of| !of["source"].is_null()).collect())
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
