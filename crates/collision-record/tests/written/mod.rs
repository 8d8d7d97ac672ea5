//! What a recorder wrote, as a reader takes it.

use std::io::Write;
use std::sync::{Arc, Mutex};

use collision_record::{Frame, Header, Places};

/// Bytes that the test reads while the recorder has them.
#[derive(Clone, Default)]
pub struct Shared(Arc<Mutex<Vec<u8>>>);

impl Shared {
    /// What was written until now.
    pub fn read(&self) -> (Header, Vec<Frame>) {
        read(std::str::from_utf8(&self.0.lock().unwrap()).unwrap())
    }
}

impl Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Header and frames, of which a reader takes each.
pub fn read(text: &str) -> (Header, Vec<Frame>) {
    let mut lines = text.lines();
    let header: Header = serde_json::from_str(lines.next().expect("a header")).expect("it is one");
    header.check().expect("a reader takes it");
    let frames: Vec<Frame> = lines.map(|line| serde_json::from_str(line).expect("a frame")).collect();
    let mut places = Places::of(&header);
    for frame in &frames {
        places = places.after(frame).expect("a reader takes it").into_owned();
    }
    (header, frames)
}
