//! Strips the fonts of text for the browser.

use std::path::Path;
use std::{env, fs};

mod strip;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=strip.rs");
    if env::var("CARGO_CFG_TARGET_OS").as_deref() != Ok("unknown") {
        return;
    }
    let folder = env::var_os("OUT_DIR").expect("cargo names a folder");
    for (name, font) in [("hack-regular", all::HACK_REGULAR), ("ubuntu-light", all::UBUNTU_LIGHT)] {
        let stripped = strip::stripped(font).expect("a TrueType font");
        let path = Path::new(&folder).join(name).with_extension("ttf");
        fs::write(path, stripped).expect("cargo's folder takes files");
    }
}
