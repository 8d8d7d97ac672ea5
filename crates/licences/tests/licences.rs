//! licences.txt is what the dependencies are.
#![allow(clippy::unwrap_used)]

#[test]
fn the_file_lists_what_the_program_carries() {
    let made = match licences::text() {
        Ok(made) => made,
        // The crates of other systems are there only once they were downloaded.
        Err(why) if why.contains("download") || why.contains("network") => return println!("skipped: {why}"),
        Err(why) => panic!("{why}"),
    };
    let written = std::fs::read_to_string(licences::file()).unwrap();
    let differs = made.lines().zip(written.lines()).find(|(made, written)| made != written);
    assert!(made == written, "{differs:?}; `cargo run -p licences` writes the file anew");
}
