//! Makes what the program embeds: copies of the scenes that come with it, without the folder of recordings beside them,
//! for [`include_dir`], and the texts of the licences, deflated. Runs again when the folder gets a file.
//!
//! [`include_dir`]: https://docs.rs/include_dir

use std::path::{Path, PathBuf};
use std::{env, fs, io};

use miniz_oxide::deflate::compress_to_vec;

#[cfg(feature = "window")]
#[path = "build/manual.rs"]
mod manual;

fn main() -> io::Result<()> {
    let folder = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    scenes(&folder.join("scenes"))?;
    #[cfg(feature = "window")]
    manual::write(&folder.join("manual.rs"))?;
    println!("cargo:rerun-if-changed=licences.txt");
    fs::write(folder.join("licences"), compress_to_vec(&fs::read("licences.txt")?, 10))
}

fn scenes(folder: &Path) -> io::Result<()> {
    println!("cargo:rerun-if-changed=scenes");
    // A scene that was deleted goes from the copies too.
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    fs::create_dir_all(folder)?;
    for entry in fs::read_dir("scenes")? {
        let path = entry?.path();
        if let Some(name) = path.file_name().filter(|_| path.is_file()) {
            fs::copy(&path, folder.join(name))?;
        }
    }
    Ok(())
}
