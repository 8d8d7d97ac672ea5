//! Builds the program again when the folder of scenes gets a file: [`include_dir`] alone follows only the files
//! that it has seen.
//!
//! [`include_dir`]: https://docs.rs/include_dir

fn main() {
    println!("cargo:rerun-if-changed=scenes");
}
