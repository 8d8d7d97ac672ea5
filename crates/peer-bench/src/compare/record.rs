//! The results as tables and as JSON.

use std::process::ExitCode;

use serde::Serialize;

use crate::timing::{self, Stats};
use crate::{Args, machine};

#[derive(Serialize)]
pub struct Report {
    processor: String,
    versions: Vec<(&'static str, String)>,
    box2d_flags: &'static str,
    clock: &'static str,
    rounds: u32,
    seed: u64,
    sections: Vec<Section>,
}

/// Rows with the same contestants.
#[derive(Serialize)]
pub struct Section {
    pub title: String,
    pub unit: &'static str,
    /// What each contestant computes, ours first.
    pub contestants: Vec<Contestant>,
    pub rows: Vec<Row>,
}

#[derive(Clone, Serialize)]
pub struct Contestant {
    pub name: &'static str,
    pub computes: &'static str,
    /// The contestant does less than ours or does it another way, so that no ratio is taken against it.
    pub aside: bool,
}

#[derive(Serialize)]
pub struct Row {
    pub work: String,
    pub cells: Vec<Cell>,
    /// Best peer's time / ours.
    pub ratio: Option<f64>,
    pub target: Option<f64>,
}

/// One contestant's figure in one row.
#[derive(Serialize)]
pub struct Cell {
    pub stats: Option<Stats>,
    /// Further facts: contacts found, overlap left, memory.
    pub facts: Vec<(&'static str, f64)>,
    /// Why there is no figure.
    pub refused: Option<String>,
}

impl Cell {
    /// Not timed yet, or not meant to be.
    pub fn empty() -> Self {
        Self { stats: None, facts: Vec::new(), refused: None }
    }

    fn told(&self) -> String {
        let facts: Vec<String> =
            self.facts.iter().map(|(name, value)| format!("{name} {}", figure(*value))).collect();
        facts.join(", ")
    }

    pub fn refused(why: impl Into<String>) -> Self {
        Self { stats: None, facts: Vec::new(), refused: Some(why.into()) }
    }
}

impl Section {
    pub fn new(title: impl Into<String>, unit: &'static str, contestants: Vec<Contestant>) -> Self {
        Self { title: title.into(), unit, contestants, rows: Vec::new() }
    }

    /// Adds a row and the ratio of the best peer's time to ours, the first cell's.
    pub fn add(&mut self, work: impl Into<String>, cells: Vec<Cell>, target: Option<f64>) {
        let median = |cell: &Cell| cell.stats.as_ref().map(|stats| stats.median);
        let peers = cells.iter().zip(&self.contestants).skip(1).filter(|(_, c)| !c.aside);
        let best = peers.filter_map(|(cell, _)| median(cell)).reduce(f64::min);
        let ratio = best.zip(median(&cells[0])).map(|(best, own)| best / own);
        self.rows.push(Row { work: work.into(), cells, ratio, target });
    }

    fn markdown(&self) {
        print!("| {} ({}) |", self.title, self.unit);
        self.contestants.iter().for_each(|contestant| print!(" {} |", contestant.name));
        print!(" ratio | target |\n|---|");
        self.contestants.iter().for_each(|_| print!("--:|"));
        println!("--:|--:|");
        for row in &self.rows {
            print!("| {} |", row.work);
            for cell in &row.cells {
                match (&cell.stats, &cell.refused) {
                    (Some(stats), _) => print!(" {} |", figure(stats.median)),
                    (None, Some(why)) => print!(" {why} |"),
                    (None, None) => print!(" |"),
                }
            }
            let ratio = row.ratio.map_or_else(String::new, |ratio| {
                let held = row.target.is_none_or(|target| ratio >= target);
                if held { format!("{ratio:.2}") } else { format!("**{ratio:.2}**") }
            });
            println!(" {ratio} | {} |", row.target.map_or_else(String::new, |target| target.to_string()));
        }
        let mut names: Vec<&str> = Vec::new();
        for (name, _) in self.rows.iter().flat_map(|row| &row.cells).flat_map(|cell| &cell.facts) {
            if !names.contains(name) {
                names.push(name);
            }
        }
        names.into_iter().for_each(|name| self.markdown_of(name));
    }

    /// A table of one fact, for the rows that have it.
    fn markdown_of(&self, fact: &str) {
        let value = |cell: &Cell| cell.facts.iter().find(|(name, _)| *name == fact).map(|(_, value)| *value);
        print!("\n| {fact} |");
        self.contestants.iter().for_each(|contestant| print!(" {} |", contestant.name));
        print!("\n|---|");
        self.contestants.iter().for_each(|_| print!("--:|"));
        println!();
        for row in self.rows.iter().filter(|row| row.cells.iter().any(|cell| value(cell).is_some())) {
            print!("| {} |", row.work);
            row.cells.iter().for_each(|cell| print!(" {} |", value(cell).map_or_else(String::new, figure)));
            println!();
        }
    }

    fn print(&self) {
        println!("\n{} ({})", self.title, self.unit);
        let width = self.rows.iter().map(|row| row.work.len()).max().unwrap_or(0).max(8);
        print!("{:width$}", "");
        for contestant in &self.contestants {
            print!("  {:>16}", contestant.name);
        }
        println!("  {:>9}  {:>6}", "peer/ours", "target");
        for row in &self.rows {
            print!("{:width$}", row.work);
            for cell in &row.cells {
                let text = cell.stats.as_ref().map_or_else(
                    || if cell.refused.is_some() { "refused".to_owned() } else { "-".to_owned() },
                    |stats| format!("{} ±{:.0}%", figure(stats.median), stats.spread() * 50.0),
                );
                print!("  {text:>16}");
            }
            let times = |ratio: Option<f64>| ratio.map_or_else(String::new, |r| format!("{r:.2}×"));
            let held = row
                .ratio
                .zip(row.target)
                .map_or("", |(ratio, target)| if ratio < target { " missed" } else { "" });
            println!("  {:>9}  {:>6}{held}", times(row.ratio), times(row.target));
            for (cell, contestant) in row.cells.iter().zip(&self.contestants) {
                if !cell.facts.is_empty() {
                    println!("{:width$}    {}: {}", "", contestant.name, cell.told());
                }
                if let Some(why) = &cell.refused {
                    println!("{:width$}    {}: {why}", "", contestant.name);
                }
            }
        }
        for contestant in &self.contestants {
            let aside = if contestant.aside { " (no ratio against it)" } else { "" };
            println!("  {}{aside}: {}", contestant.name, contestant.computes);
        }
    }
}

/// Three significant digits; whole numbers as they are.
fn figure(value: f64) -> String {
    if value.fract() == 0.0 {
        return value.to_string();
    }
    let digits = if value == 0.0 { 0 } else { 2 - value.abs().log10().floor() as i32 };
    format!("{value:.*}", digits.clamp(0, 6) as usize)
}

impl Report {
    pub fn new(args: &Args) -> Self {
        let mut versions: Vec<(&str, String)> = ["parry2d", "rapier2d", "boxdd-sys"]
            .map(|name| (name, machine::version(name).to_owned()))
            .to_vec();
        versions.push(("Box2D", boxdd_sys::UPSTREAM_SHA.to_owned()));
        Self {
            processor: machine::processor(),
            versions,
            box2d_flags: env!("PEER_BENCH_CFLAGS"),
            clock: timing::CLOCK,
            rounds: args.rounds,
            seed: args.seed,
            sections: Vec::new(),
        }
    }

    pub fn push(&mut self, section: Section) {
        if !section.rows.is_empty() {
            self.sections.push(section);
        }
    }

    /// Prints the report. Fails if a contestant was refused.
    pub fn finish(&self, args: &Args) -> ExitCode {
        if !self.box2d_flags.contains("-DNDEBUG") {
            eprintln!(
                "Box2D was compiled with its assertions: start this through `cargo run --release -p peer-bench`"
            );
        }
        if args.json {
            match serde_json::to_string_pretty(self) {
                Ok(text) => println!("{text}"),
                Err(error) => {
                    eprintln!("{error}");
                    return ExitCode::FAILURE;
                }
            }
        } else {
            println!("{}", self.processor);
            let versions: Vec<String> =
                self.versions.iter().map(|(name, version)| format!("{name} {version}")).collect();
            println!("{}, built with {}", versions.join(", "), self.box2d_flags);
            println!(
                "one thread ({}), seed {}, median of {} rounds ± half the distance between the quartiles",
                self.clock, self.seed, self.rounds
            );
            for section in &self.sections {
                if args.markdown {
                    section.markdown();
                } else {
                    section.print();
                }
            }
        }
        let refused =
            self.sections.iter().flat_map(|s| &s.rows).flat_map(|r| &r.cells).any(|c| c.refused.is_some());
        if refused { ExitCode::FAILURE } else { ExitCode::SUCCESS }
    }
}
