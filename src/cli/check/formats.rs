//! What `check` found, for programs: JSON, and JUnit's XML.

use std::io::{self, Write};
use std::path::Path;

use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite, XmlString};
use serde::Serialize;

use super::Tally;
use crate::cli::output;
use crate::platform::plain;
use crate::report::check::Checked;
use crate::scene::Scene;

/// A file, and what was found in it.
#[derive(Debug, Serialize)]
pub struct CheckedFile {
    file: String,
    /// The scene's name; `None`: the file could not be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    scene: Option<String>,
    expectations: Vec<CheckedLine>,
    /// Why expectations of later frames were not checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    not_finite: Option<String>,
    /// Where the second opinion differs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    second_opinion: Vec<String>,
    /// Why it could not be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// A line of `expect`.
#[derive(Debug, Serialize)]
struct CheckedLine {
    /// Its name among the cases of a file, the same whether it holds or not.
    #[serde(skip)]
    case: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    query: Option<String>,
    bodies: Vec<String>,
    frame: u64,
    expected: String,
    holds: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    found: Option<String>,
}

#[derive(Serialize)]
struct CheckedFiles<'c> {
    scenes: usize,
    expectations: usize,
    failures: usize,
    not_finite: usize,
    unread: usize,
    files: &'c [CheckedFile],
}

impl CheckedFile {
    /// A scene with what `check` found; `end` says why its state did not stay finite.
    pub fn of(
        file: &Path,
        scene: &Scene,
        checked: &Checked,
        end: Option<String>,
        second_opinion: Vec<String>,
    ) -> Self {
        let line = |(index, line): (usize, &crate::scene::Expectation)| {
            let failure = checked.failures.iter().find(|failure| failure.line == index);
            let frame = failure.map_or(line.frame(), |failure| failure.frame);
            let expected = line.words(|length| format!("{length:?}")).in_full;
            // Each name is cut by itself: the first may be longer than a message shows of one.
            let names: Vec<_> = line.named().into_iter().map(plain::label).collect();
            let of = if names.is_empty() { String::new() } else { format!("{} ", names.join(" and ")) };
            CheckedLine {
                case: format!("{of}at frame {}: {}", line.frame(), plain::label(&expected)),
                query: line.query().map(str::to_owned),
                bodies: line.bodies().into_iter().map(|(_, name)| name.to_owned()).collect(),
                frame,
                expected,
                holds: failure.is_none(),
                found: failure.map(|failure| failure.found.clone()),
            }
        };
        Self {
            file: plain::path(file),
            scene: Some(scene.name.clone()),
            expectations: scene.expect.iter().enumerate().map(line).collect(),
            not_finite: end,
            second_opinion,
            error: None,
        }
    }

    /// A path that could not be read.
    pub fn broken(file: &Path, error: String) -> Self {
        Self {
            file: plain::path(file),
            scene: None,
            expectations: Vec::new(),
            not_finite: None,
            second_opinion: Vec::new(),
            error: Some(error),
        }
    }

    /// A suite with a case for each expectation, and one for whatever else is wrong with the file.
    fn suite(&self) -> TestSuite {
        let mut suite = TestSuite::new(XmlString::new(&self.file));
        let mut add = |name: String, failure: Option<(NonSuccessKind, &str)>| {
            let status = failure.map_or_else(TestCaseStatus::success, |(kind, what)| {
                let mut status = TestCaseStatus::non_success(kind);
                status.set_message(XmlString::new(what.lines().next().unwrap_or_default()));
                status.set_description(XmlString::new(what));
                status
            });
            let mut case = TestCase::new(XmlString::new(name), status);
            case.set_classname(XmlString::new(&self.file));
            suite.add_test_case(case);
        };
        for line in &self.expectations {
            let found = line.found.as_ref().map(|found| format!("expected {}; found {found}", line.expected));
            let failure = found.as_deref().map(|found| (NonSuccessKind::Failure, found));
            add(line.case.clone(), failure);
        }
        if let Some(error) = &self.error {
            add("the file is a scene".to_owned(), Some((NonSuccessKind::Error, error)));
        }
        // No expectation: `failures` counts those.
        if let Some(end) = &self.not_finite {
            add("the state stays finite".to_owned(), Some((NonSuccessKind::Error, end)));
        }
        for line in &self.second_opinion {
            add("the second opinion agrees".to_owned(), Some((NonSuccessKind::Failure, line)));
        }
        suite
    }
}

pub fn write_json(out: &mut impl Write, files: &[CheckedFile], count: &Tally) -> io::Result<()> {
    let Tally { scenes, expectations, failures, ended, broken, .. } = *count;
    let all = CheckedFiles { scenes, expectations, failures, not_finite: ended, unread: broken, files };
    output::pretty_json(out, &all)
}

/// XML as JUnit writes it: a suite a file, a case an expectation.
pub fn junit(files: &[CheckedFile]) -> Result<String, String> {
    let mut report = Report::new("collision-test check");
    report.add_test_suites(files.iter().map(CheckedFile::suite));
    report.to_string().map_err(|e| format!("the XML cannot be written: {e}"))
}
