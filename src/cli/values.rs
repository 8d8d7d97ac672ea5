//! The values that options take, and what is said of others.

use std::net::SocketAddr;

use clap::ValueEnum;
use clap::builder::PossibleValue;

use crate::elsewhere::differences::What;
use crate::elsewhere::recording::against::RunQuantity;
use crate::picture::framing::Framing;

/// The first and the last frame of `A..B`.
pub fn frames(text: &str) -> Result<(u64, u64), String> {
    let ends = text.split_once("..").map(|(first, last)| (first.trim(), last.trim_start_matches('=').trim()));
    let ends = ends.and_then(|(first, last)| Some((first.parse().ok()?, last.parse().ok()?)));
    match ends {
        Some((first, last)) if first <= last => Ok((first, last)),
        _ => Err("the first and the last frame are needed, in this order, such as 0..120".to_owned()),
    }
}

pub fn frame_number(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("a whole number >= 0 is needed, at most {}", u64::MAX))
}

pub fn seconds(text: &str) -> Result<f32, String> {
    finite(text, |seconds| seconds >= 0.0, "of seconds >= 0")
}

pub fn above_0(text: &str) -> Result<f32, String> {
    finite(text, |number| number > 0.0, "> 0")
}

pub fn at_least_0(text: &str) -> Result<f32, String> {
    finite(text, |number| number >= 0.0, ">= 0")
}

fn finite(text: &str, is_allowed: fn(f32) -> bool, needed: &str) -> Result<f32, String> {
    let number = text.parse().ok().filter(|number: &f32| number.is_finite() && is_allowed(*number));
    number.ok_or_else(|| format!("a finite number {needed} is needed"))
}

/// Longest side of a picture. Pixels.
const MAX_SIDE: u32 = 16384;
/// Largest area of a picture. Pixels.
const MAX_AREA: u64 = 64 * 1024 * 1024;

pub fn size(text: &str) -> Result<(u32, u32), String> {
    let sides = text.split_once(['x', 'X', '×']);
    let side = |s: &str| s.parse::<u32>().ok().filter(|n| (1..=MAX_SIDE).contains(n));
    match sides.and_then(|(w, h)| side(w).zip(side(h))) {
        Some((w, h)) if u64::from(w) * u64::from(h) <= MAX_AREA => Ok((w, h)),
        _ => Err(format!(
            "two whole numbers like 1280x720 are needed, each from 1 to {MAX_SIDE}, {MAX_AREA} pixels in all at most"
        )),
    }
}

/// An address with its port; a port alone is one of this computer.
pub fn address(text: &str) -> Result<SocketAddr, String> {
    let local = || text.parse().ok().map(|port: u16| SocketAddr::from(([127, 0, 0, 1], port)));
    text.parse().ok().or_else(local).ok_or_else(|| {
        "an address with its port is needed, such as 127.0.0.1:7878 or [::1]:7878, or a port alone".to_owned()
    })
}

/// The kinds of differences of a comparison with us, and of one of two recordings.
pub fn difference_kinds() -> Vec<&'static str> {
    let of_runs = RunQuantity::NAMES.iter().copied().filter(|name| !What::NAMES.contains(name));
    What::NAMES.into_iter().chain(of_runs).collect()
}

impl ValueEnum for Framing {
    fn value_variants<'a>() -> &'a [Self] {
        &[Self::Scene, Self::Moving, Self::Pair, Self::Contact]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name()))
    }
}
