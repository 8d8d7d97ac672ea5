//! The explanation as JSON.

use std::io::{self, Write};

use serde::Serialize;

use super::{Explanation, GivenValue, Quantity, SentencePart, Topic};
use crate::report::json::Json;
use crate::report::{PairReport, Report};

#[derive(Serialize)]
struct SentenceJson {
    topic: Topic,
    text: String,
    numbers: Vec<NumberJson>,
}

#[derive(Serialize)]
struct NumberJson {
    what: Quantity,
    value: GivenValue,
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
        // JSON has escapes of its own, so the names are those of the scene.
        let name = |index: u32, shown: &String| {
            report.bodies.get(index as usize).map_or_else(|| shown.clone(), |body| body.name.clone())
        };
        let names = [name(a, &self.names[0]), name(b, &self.names[1])];
        let named = Self { names, ..self.clone() };
        let sentences: Vec<SentenceJson> = named
            .sentences
            .iter()
            .map(|sentence| SentenceJson {
                topic: sentence.topic,
                text: named.text(sentence),
                numbers: sentence.parts.iter().filter_map(number).collect(),
            })
            .collect();
        let (scene, names) = (Json(&report.scene), Json(&named.names));
        writeln!(
            out,
            "{{\n  \"scene\": {scene}, \"frame\": {frame}, \"a\": {a}, \"b\": {b}, \"names\": {names},"
        )?;
        writeln!(out, "  \"touching\": {},", self.touching)?;
        writeln!(out, "  \"paragraph\": {},", Json(&named.paragraph()))?;
        write!(out, "  \"sentences\": [")?;
        for (index, sentence) in sentences.iter().enumerate() {
            let comma = if index == 0 { "" } else { "," };
            write!(out, "{comma}\n    {}", Json(sentence))?;
        }
        write!(out, "\n  ],\n  \"report\": ")?;
        report.write_pair_json(out, pair)?;
        writeln!(out, "\n}}")
    }
}

fn number(part: &SentencePart) -> Option<NumberJson> {
    match *part {
        SentencePart::Words(_) | SentencePart::Name(_) => None,
        SentencePart::Number(what, value) => Some(NumberJson { what, value }),
    }
}
