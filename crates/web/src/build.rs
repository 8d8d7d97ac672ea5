//! The build: the program as WebAssembly, and the page around it.

use std::fs;
use std::io::Write as _;
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use std::process::Command;

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::Value;

use crate::FILES;

const TARGET: &str = "wasm32-unknown-unknown";
/// What the compiler makes, and what the page loads and unpacks.
const COMPILED: &str = "collision-test.wasm";
const PROGRAM: &str = "collision-test.wasm.gz";
/// Rounds in which zopfli looks for shorter codes; five take 10 s and save 5 % over what hosts do, ten more a
/// thousandth.
const ROUNDS: NonZeroU64 = NonZeroU64::new(5).unwrap();
/// The profile of the workspace's Cargo.toml.
const PROFILE: &str = "browser";
/// Largest size of the whole folder, compressed as hosts do it. Bytes.
const LIMIT: usize = 2_860_000;

/// Builds the folder; returns its path. `Err` is a sentence for a person: what failed, or that the result is too
/// large.
/// `address`: where the page will be, for the links that other sites show with a picture.
pub fn build(address: Option<&str>) -> Result<PathBuf, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let metadata = metadata(&root)?;
    let target = metadata["target_directory"].as_str().ok_or("cargo metadata names no target folder")?;
    let target = PathBuf::from(target);
    compile(&root)?;
    let folder = target.join("web");
    // A file of another build would be served and counted.
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(|e| named(&folder, &e))?;
    }
    fs::create_dir_all(&folder).map_err(|e| named(&folder, &e))?;
    let (compiled, smaller) = (target.join(TARGET).join(PROFILE).join(COMPILED), target.join(COMPILED));
    let optimized = optimize(&compiled, &smaller)?;
    pack(&smaller, &folder.join(PROGRAM))?;
    for (name, _) in FILES {
        let from = match name {
            PROGRAM => continue,
            "gl.js" => gl_js(&metadata)?,
            "licences.txt" => root.join(name),
            _ => root.join("crates/web/page").join(name),
        };
        fs::copy(&from, folder.join(name)).map_err(|e| named(&from, &e))?;
    }
    tell_page(&folder, address)?;
    let all = tell_sizes(&folder)?;
    if all > LIMIT && optimized {
        return Err(format!("the page has {all} bytes compressed; allowed: up to {LIMIT}"));
    }
    Ok(folder)
}

/// Tells the page how large the program is, for the progress of loading, and where the page will be.
fn tell_page(folder: &Path, address: Option<&str>) -> Result<(), String> {
    let (page, program) = (folder.join("index.html"), folder.join(PROGRAM));
    let mut text = fs::read_to_string(&page).map_err(|e| named(&page, &e))?;
    let bytes = fs::metadata(&program).map_err(|e| named(&program, &e))?.len();
    text = text.replace("data-bytes=\"0\"", &format!("data-bytes=\"{bytes}\""));
    if let Some(address) = address {
        let folder = address.trim_end_matches("index.html").trim_end_matches('/');
        text = text.replace("content=\"preview.png\"", &format!("content=\"{folder}/preview.png\""));
        text = text.replace(
            "<link rel=\"icon\"",
            &format!("<meta property=\"og:url\" content=\"{folder}/\">\n<link rel=\"icon\""),
        );
    }
    fs::write(&page, text).map_err(|e| named(&page, &e))
}

fn named(path: &Path, error: &dyn std::fmt::Display) -> String {
    format!("{}: {error}", path.display())
}

fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

fn metadata(root: &Path) -> Result<Value, String> {
    let mut command = cargo();
    command.args(["metadata", "--locked", "--format-version", "1", "--filter-platform", TARGET]);
    let output = command.current_dir(root).output().map_err(|e| format!("cargo metadata: {e}"))?;
    if !output.status.success() {
        return Err(format!("cargo metadata: {}", String::from_utf8_lossy(&output.stderr).trim_end()));
    }
    serde_json::from_slice(&output.stdout).map_err(|e| format!("cargo metadata: {e}"))
}

/// miniquad's loader, of the version in the lock file.
fn gl_js(metadata: &Value) -> Result<PathBuf, String> {
    let packages = metadata["packages"].as_array().map(Vec::as_slice).unwrap_or_default();
    let miniquad = packages.iter().find(|package| package["name"] == "miniquad");
    let manifest = miniquad.and_then(|package| package["manifest_path"].as_str());
    let manifest = Path::new(manifest.ok_or("miniquad is not among the dependencies")?);
    Ok(manifest.with_file_name("js").join("gl.js"))
}

fn compile(root: &Path) -> Result<(), String> {
    let mut command = cargo();
    command.args(["build", "--locked", "--package", "collision-test", "--bin", "collision-test"]);
    command.args(["--profile", PROFILE, "--target", TARGET]).current_dir(root);
    // Every browser of the last years has them; they make the kernels of the core as fast as elsewhere.
    command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", "-C target-feature=+simd128");
    let status = command.status().map_err(|e| format!("cargo build: {e}"))?;
    let hint = "where the target is missing, `rustup target add wasm32-unknown-unknown` gets it";
    if status.success() { Ok(()) } else { Err(format!("the build for {TARGET} failed; {hint}")) }
}

/// Makes the compiled program smaller and faster with wasm-opt (Debian: binaryen); returns whether that is installed.
fn optimize(from: &Path, to: &Path) -> Result<bool, String> {
    let features = [
        "bulk-memory",
        "mutable-globals",
        "nontrapping-float-to-int",
        "sign-ext",
        "simd",
        "reference-types",
        "multivalue",
    ];
    let mut command = Command::new("wasm-opt");
    // Rust puts the stack first: in the first kilobyte of the memory there is only its end.
    command
        .args(["-Oz", "--merge-similar-functions", "-Oz", "--low-memory-unused"])
        .args(features.map(|feature| format!("--enable-{feature}")));
    match command.arg(from).arg("-o").arg(to).status() {
        Ok(status) if status.success() => Ok(true),
        Ok(_) => Err("wasm-opt failed".to_owned()),
        Err(error) => {
            println!(
                "without wasm-opt ({error}), which makes the page smaller: Debian has it in the package binaryen"
            );
            fs::copy(from, to).map(|_| false).map_err(|e| named(from, &e))
        }
    }
}

/// Packs the program more tightly than hosts do, so that it comes small from those that compress nothing as well.
fn pack(from: &Path, to: &Path) -> Result<(), String> {
    let program = fs::read(from).map_err(|e| named(from, &e))?;
    let options = zopfli::Options { iteration_count: ROUNDS, ..Default::default() };
    let mut packed = Vec::new();
    zopfli::compress(options, zopfli::Format::Gzip, program.as_slice(), &mut packed)
        .map_err(|e| named(to, &e))?;
    fs::write(to, packed).map_err(|e| named(to, &e))
}

/// Prints the size of each file, plain and compressed; returns that of all, compressed.
fn tell_sizes(folder: &Path) -> Result<usize, String> {
    let entries = fs::read_dir(folder).map_err(|e| named(folder, &e))?;
    let mut sizes = Vec::new();
    for path in entries.flatten().map(|entry| entry.path()) {
        let bytes = fs::read(&path).map_err(|e| named(&path, &e))?;
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let small = if name == PROGRAM { bytes.len() } else { compressed(&bytes)? };
        sizes.push((name, bytes.len(), small));
    }
    sizes.sort();
    println!("{}:", folder.display());
    for (name, plain, small) in &sizes {
        println!("  {name:<22} {plain:>9} bytes, {small:>8} compressed");
    }
    let all: usize = sizes.iter().map(|(_, _, small)| small).sum();
    println!("  {:<22} {:>9}        {all:>8} compressed", "all", "");
    Ok(all)
}

fn compressed(bytes: &[u8]) -> Result<usize, String> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).map_err(|e| e.to_string())?;
    encoder.finish().map(|bytes| bytes.len()).map_err(|e| e.to_string())
}
