//! Copies the scenes that come with the program, without the folder of recordings beside them, to where
//! [`include_dir`] embeds them. Runs again when the folder gets a file.
//!
//! [`include_dir`]: https://docs.rs/include_dir

use std::path::PathBuf;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo:rerun-if-changed=scenes");
    let folder = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join("scenes");
    // A scene that was deleted goes from the copies too.
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    for entry in fs::read_dir("scenes")? {
        let path = entry?.path();
        if let Some(name) = path.file_name().filter(|_| path.is_file()) {
            fs::copy(&path, folder.join(name))?;
        }
    }
    Ok(())
}
