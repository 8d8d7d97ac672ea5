//! A state hash for every frame, to compare two runs.

use std::collections::BTreeMap;
use std::io::{self, Write};

use collide2d::World;
use serde::{Serialize, Serializer};

use crate::platform::plain;
use crate::scene::Scene;

/// First line of a listing.
const HEADER: &str = "# collision-test hashes: frame, state, then each body";

/// The hash of one frame's state, and of each body's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FrameHash {
    /// Steps taken.
    pub frame: u64,
    /// Hash of everything that the next step reads ([`World::hash`]).
    #[serde(serialize_with = "hex_64")]
    pub state: u64,
    /// Hash of each body, by index: the lower 32 bits of [`World::body_hash`].
    #[serde(serialize_with = "hex_32")]
    pub bodies: Vec<u32>,
}

fn hex_64<S: Serializer>(hash: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&format_args!("{hash:016x}"))
}

fn hex_32<S: Serializer>(hashes: &[u32], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(hashes.iter().map(|hash| format!("{hash:08x}")))
}

/// The first difference between two runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HashDifference {
    pub frame: u64,
    /// The first body whose state differs; `None`: the bodies agree, and what else the next step reads differs.
    pub body: Option<u32>,
    /// The first frame in which a body differs, and the first such body; `None`: they agree in all common frames.
    pub motion: Option<(u64, u32)>,
    /// The numbers of bodies differ.
    pub counts: Option<(usize, usize)>,
}

/// The result of a comparison of two runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HashComparison {
    /// All common frames agree.
    Same {
        frames: u64,
    },
    Differs(HashDifference),
}

impl FrameHash {
    /// The hashes of a world's present state.
    pub fn of(world: &World) -> Self {
        let count = world.bodies().len() as u32;
        Self {
            frame: world.frame(),
            state: world.hash(),
            bodies: (0..count).map(|i| world.body_hash(i).unwrap_or_default() as u32).collect(),
        }
    }
}

/// Writes the first line of a listing that [`read`] reads; [`write`] writes the others.
pub fn write_header(out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{HEADER}")
}

/// Writes the line of one frame.
pub fn write(out: &mut impl Write, hash: &FrameHash) -> io::Result<()> {
    write!(out, "{} {:016x}", hash.frame, hash.state)?;
    for body in &hash.bodies {
        write!(out, " {body:08x}")?;
    }
    writeln!(out)
}

/// Reads a listing; `Err` names the line and the problem.
pub fn read(text: &str) -> Result<Vec<FrameHash>, String> {
    let lines =
        text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    let hashes: Vec<FrameHash> = lines
        .map(|(number, line)| {
            let wrong = || format!("line {}: no frame and hash as `report --hash` writes them", number + 1);
            let mut words = line.split_whitespace();
            let (frame, state) = words.next().zip(words.next()).ok_or_else(wrong)?;
            Ok(FrameHash {
                frame: frame.parse().map_err(|_| wrong())?,
                state: u64::from_str_radix(state, 16).map_err(|_| wrong())?,
                bodies: words
                    .map(|word| u32::from_str_radix(word, 16))
                    .collect::<Result<_, _>>()
                    .map_err(|_| wrong())?,
            })
        })
        .collect::<Result<_, String>>()?;
    if hashes.is_empty() {
        return Err("no frame is listed".to_owned());
    }
    Ok(hashes)
}

/// Compares a run, frame by frame, with another.
#[derive(Debug)]
pub struct HashesCheck {
    theirs: BTreeMap<u64, FrameHash>,
    frames: u64,
    difference: Option<HashDifference>,
}

impl HashesCheck {
    /// Nothing is compared yet with the other run.
    pub fn with(theirs: Vec<FrameHash>) -> Self {
        let theirs = theirs.into_iter().map(|hash| (hash.frame, hash)).collect();
        Self { theirs, frames: 0, difference: None }
    }

    /// Compares one more frame, later than those before. The first difference counts, and the first in the bodies.
    pub fn add(&mut self, our: &FrameHash) {
        let Some(their) = self.theirs.get(&our.frame) else { return };
        self.frames += 1;
        let counts = (our.bodies.len(), their.bodies.len());
        let body = our.bodies.iter().zip(&their.bodies).position(|(p, q)| p != q).map(|i| i as u32);
        let beyond = (counts.0 != counts.1).then_some(counts.0.min(counts.1) as u32);
        let motion = body.or(beyond).map(|body| (our.frame, body));
        match &mut self.difference {
            Some(difference) => difference.motion = difference.motion.or(motion),
            None if our.state != their.state || body.is_some() => {
                let counts = (counts.0 != counts.1).then_some(counts);
                self.difference = Some(HashDifference { frame: our.frame, body, motion, counts });
            }
            None => {}
        }
    }

    pub fn outcome(self) -> HashComparison {
        match self.difference {
            Some(difference) => HashComparison::Differs(difference),
            None => HashComparison::Same { frames: self.frames },
        }
    }
}

impl HashComparison {
    pub fn sentence(&self, scene: &Scene) -> String {
        match self {
            Self::Same { frames: 0 } => "the two runs have no frame in common".to_owned(),
            Self::Same { frames: 1 } => "bit for bit the same in the one frame that both have".to_owned(),
            Self::Same { frames } => format!("bit for bit the same in all {frames} frames that both have"),
            Self::Differs(HashDifference { frame, counts: Some((ours, theirs)), .. }) => {
                format!("frame {frame}: {ours} bodies here, {theirs} there")
            }
            Self::Differs(HashDifference { frame, body: Some(index), .. }) => {
                let body = body_name(scene, *index);
                format!("frame {frame} is the first that differs, and in it {body}")
            }
            Self::Differs(HashDifference { frame, motion, .. }) => {
                let first = format!(
                    "frame {frame} is the first that differs: not in the bodies, but in what else the next step reads \
                     (what is remembered of contacts, who sleeps or may: `sleep`)"
                );
                match motion {
                    Some((later, index)) => {
                        let body = body_name(scene, *index);
                        format!("{first}; frame {later} is the first in which a body differs: {body}")
                    }
                    None => format!("{first}; the bodies agree in all frames that both have"),
                }
            }
        }
    }
}

fn body_name(scene: &Scene, index: u32) -> String {
    let name = scene.bodies.get(index as usize).map_or("", |body| &body.name);
    format!("body {index}, {}", plain::quoted(name))
}
