//! The text of a program, and what every program says in comments.

use glam::Vec2;

use super::ported::{PortedBody, PortedPair};
use crate::platform::plain;

/// What an engine's program looks like, and what the engine has.
pub struct EngineFacts {
    /// How its version is called.
    pub engine: &'static str,
    /// What begins a comment that ends with its line.
    pub comment: &'static str,
    pub indent: &'static str,
    /// How the program is run, and what its numbers are. A sentence a line.
    pub about: &'static [&'static str],
    /// From which shape to which the engine's normal goes.
    pub direction: &'static str,
    /// Bodies that are swept against what moves as well.
    pub has_bullets: bool,
    /// Surfaces that move along themselves.
    pub has_conveyors: bool,
    /// Bits of a mask.
    pub mask_bits: u32,
}

/// The lines of a program.
pub struct ProgramText {
    facts: &'static EngineFacts,
    text: String,
    depth: usize,
}

impl ProgramText {
    /// A program that begins with what it is, how it is run, and what its pair has no words for in the engine.
    pub fn of(pair: &PortedPair, facts: &'static EngineFacts) -> Self {
        let mut source = Self { facts, text: String::new(), depth: 0 };
        // In Python the first two lines may name an encoding: no word of others stands in them.
        source.comment(&format!("Two bodies of a scene for {}.", facts.engine));
        source.comment(&format!("Written by Collision Test {}.", env!("CARGO_PKG_VERSION")));
        facts.about.iter().for_each(|line| source.comment(line));
        source.comment(&pair.title);
        pair.notes.iter().for_each(|note| source.comment(note));
        source.line("");
        source
    }

    pub fn line(&mut self, line: &str) {
        if !line.is_empty() {
            self.text.push_str(&self.facts.indent.repeat(self.depth));
            self.text.push_str(line);
        }
        self.text.push('\n');
    }

    pub fn lines(&mut self, lines: &str) {
        lines.lines().for_each(|line| self.line(line));
    }

    pub fn deeper(&mut self) {
        self.depth += 1;
    }

    pub fn shallower(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    /// One line of words, of which some may be those of others.
    pub fn comment(&mut self, words: &str) {
        let words = plain::shortened(words.trim(), usize::MAX);
        // In C a backslash before the end of a line continues the comment, and so does its trigraph.
        let end = if words.ends_with(['.', ':']) { "" } else { "." };
        self.line(&format!("{} {words}{end}", self.facts.comment));
    }

    /// Who a body is, and what of it the engine has no words for.
    pub fn about_body(&mut self, body: &PortedBody) {
        self.comment(&format!("{}: {}", body.variable, body.name));
        let conveyor = |speed: f32| {
            format!("Its surface moves at {speed:?} m/s along (n.y, -n.x) of its outward normal n")
        };
        let facts = self.facts;
        let mut notes = body.notes.clone();
        if body.conveyor != 0.0 {
            let has_none = if facts.has_conveyors {
                "."
            } else {
                ", which is left out: the engine has no such property."
            };
            notes.push(conveyor(body.conveyor) + has_none);
        }
        if body.is_bullet && !facts.has_bullets {
            notes.push("It is swept as a bullet, which the engine has no word for.".to_owned());
        }
        if body.mask_names > facts.mask_bits {
            notes.push(format!("Its masks are left out: the engine has {} bits.", facts.mask_bits));
        }
        notes.iter().for_each(|note| self.comment(note));
    }

    /// What we found, beside what the engine will print.
    pub fn found(&mut self, pair: &PortedPair) {
        self.comment(&format!("What Collision Test found, in metres with y up. {}", self.facts.direction));
        if pair.found.is_empty() {
            self.comment("ours: no contact");
        }
        for contact in &pair.found {
            let whose =
                if contact.leaves.is_empty() { String::new() } else { format!(" of {}", contact.leaves) };
            for (place, depth) in &contact.points {
                self.comment(&format!(
                    "ours{whose}: normal {} from b to a, depth {depth:?}, point {}",
                    tuple(contact.normal),
                    tuple(*place)
                ));
            }
        }
    }

    pub fn done(self) -> String {
        self.text
    }
}

/// "(1.0, -2.5)", which reads back as the same numbers.
fn tuple(v: Vec2) -> String {
    format!("({:?}, {:?})", v.x, v.y)
}

/// An f32 as a double of the same value.
pub fn double(value: f32) -> String {
    format!("{:?}", f64::from(value))
}

/// "1.0, -2.5" of doubles.
pub fn doubles(v: Vec2) -> String {
    format!("{}, {}", double(v.x), double(v.y))
}

/// "1.0, -2.5" of f32.
pub fn singles(v: Vec2) -> String {
    format!("{:?}, {:?}", v.x, v.y)
}

/// Items with commas between them.
pub fn list<T>(items: &[T], text: impl Fn(&T) -> String) -> String {
    items.iter().map(text).collect::<Vec<_>>().join(", ")
}
