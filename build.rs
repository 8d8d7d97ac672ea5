//! Builds the program again when the folder of scenes gets a file, because [`include_dir`] alone follows only
//! files that it has seen.
//!
//! [`include_dir`]: https://docs.rs/include_dir

fn main() {
    println!("cargo:rerun-if-changed=scenes");
}
