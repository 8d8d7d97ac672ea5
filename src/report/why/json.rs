//! The explanation as JSON.

use std::io::{self, Write};

use serde::Serialize;

use super::{Explanation, GivenValue, Quantity, SentencePart, Topic, WhyNot, part_alone};
use crate::explain::their_side::TheirSide;
use crate::report::json::{PairRow, lines};
use crate::report::{BodyReport, PairReport, Report};
use crate::scene::leaf_name;

#[derive(Serialize)]
struct ExplanationRow<'r> {
    scene: &'r str,
    frame: u64,
    a: u32,
    b: u32,
    names: &'r [String; 2],
    /// The parts, where a body has several shapes.
    #[serde(skip_serializing_if = "Option::is_none")]
    shapes: Option<&'r [String; 2]>,
    touching: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    why_not: Option<&'r WhyNot>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ghost: Option<&'r str>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    ghosts_beside: &'r [String],
    paragraph: String,
    sentences: Vec<SentenceRow>,
    #[serde(skip_serializing_if = "Option::is_none")]
    theirs: Option<&'r TheirSide>,
    report: PairOfReport<'r>,
}

#[derive(Serialize)]
struct SentenceRow {
    topic: Topic,
    text: String,
    numbers: Vec<NumberRow>,
}

#[derive(Serialize)]
struct NumberRow {
    what: Quantity,
    value: GivenValue,
}

/// A pair and its bodies, as in a report.
#[derive(Serialize)]
struct PairOfReport<'r> {
    bodies: Vec<&'r BodyReport>,
    pairs: [PairRow; 1],
}

impl Explanation {
    /// Writes the explanation at a frame, with the pair as a report has it.
    pub fn write_json(
        &self,
        out: &mut impl Write,
        frame: u64,
        report: &Report,
        pair: &PairReport,
    ) -> io::Result<()> {
        let (a, b) = self.pair;
        let theirs = self.theirs.as_ref();
        // JSON has escapes of its own, so the names are those of the scene.
        let name = |index: u32, shown: &String| {
            report.bodies.get(index as usize).map_or_else(|| shown.clone(), |body| body.name.clone())
        };
        let body_names = [name(a, &self.names[0]), name(b, &self.names[1])];
        let names = [0, 1].map(|i| leaf_name(&body_names[i], part_alone(pair.leaves[i])));
        let named = Self { names, ..self.clone() };
        let sentences = named.sentences.iter().map(|sentence| SentenceRow {
            topic: sentence.topic,
            text: named.text(sentence),
            numbers: sentence.parts.iter().filter_map(number).collect(),
        });
        let bodies = report.bodies.iter().filter(|body| [pair.a, pair.b].contains(&body.index));
        // Bodies of a recording are named as `compare` names them.
        let (recorded, names) =
            theirs.map_or((self.pair, &body_names), |theirs| (theirs.bodies, &theirs.names));
        let row = ExplanationRow {
            scene: &report.scene,
            frame,
            a: recorded.0,
            b: recorded.1,
            names,
            shapes: (*names != named.names).then_some(&named.names),
            touching: self.touching,
            why_not: named.why_not.as_ref(),
            ghost: named.ghost.as_deref(),
            ghosts_beside: &named.ghosts_beside,
            paragraph: named.paragraph(),
            sentences: sentences.collect(),
            theirs,
            report: PairOfReport { bodies: bodies.collect(), pairs: [PairRow::of(pair, report)] },
        };
        lines::write(out, &row)
    }
}

fn number(part: &SentencePart) -> Option<NumberRow> {
    match *part {
        SentencePart::Words(_) | SentencePart::Name(_) | SentencePart::Other(_) => None,
        SentencePart::Number(what, value) => Some(NumberRow { what, value }),
    }
}
