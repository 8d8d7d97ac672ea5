//! `report --format html`: one page to share, which needs nothing from elsewhere.

use std::fmt::Write as _;
use std::io::{self, Write as _};

use collide2d::{Leaf, Phase, World};

use super::added::AddedParts;
use super::at_frame::{SceneAtFrame, past_of_run};
use super::{PictureArgs, ReportArgs, ThemeArg, find_parts, render};
use crate::elsewhere::recording::Recording;
use crate::explain::their_side::TheirSide;
use crate::picture::backend::svg;
use crate::picture::framing::Framing;
use crate::platform::plain::{self, PlainWriter};
use crate::report::hashes;
use crate::report::until::StoppedAt;
use crate::report::why::{Explanation, WhyNot, pair_in_sentence};
use crate::report::{PairReport, Report, ReportOptions, WhichAxes, WhichPairs, axis_source_label};
use crate::scene::link::{Link, MAX_FRAME};
use crate::scene::numbers::{LengthUnit, count, padded, vec2};
use crate::scene::read::VERSION;
use crate::scene::{FoundParts, Scene};

/// Most pairs whose words and axes are on the page.
const MOST_PAIRS: usize = 20;
/// Frames before and after that of the page whose events it lists.
const AROUND: u64 = 5;
/// Size of the picture. Pixels.
const SIZE: (u32, u32) = (1280, 720);

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#222;\
background:#fff}h1{margin:0 0 .3rem}h2{margin:2rem 0 .5rem}svg{width:100%;height:auto;border:1px solid #ccc}\
table{border-collapse:collapse;font-size:14px}td,th{border:1px solid #ddd;padding:.2rem .6rem;text-align:right}\
td:first-child,th:first-child{text-align:left}tr.deciding{background:#fff3c4;font-weight:600}\
pre{background:#f5f5f5;padding:1rem;overflow:auto;font-size:13px}.quiet{color:#666;font-size:14px}";

/// The page of a frame, maybe of a recording. `before`: the state before the last step; `added`: what options add to it.
pub fn page(
    args: &ReportArgs,
    state: &SceneAtFrame,
    recording: Option<&Recording>,
    before: Option<&World>,
    added: AddedParts,
) -> Result<String, String> {
    let SceneAtFrame { scene, world, .. } = state;
    let named = scene.with_pieces(world.pieces());
    let mut page = HtmlPage(String::new());
    page.begin(state, &added);
    page.raw(&picture(args, state, recording)?);
    let options = ReportOptions {
        pairs: WhichPairs::Deepest(MOST_PAIRS),
        axes: WhichAxes::Every,
        motion: true,
        without_static: state.recorded.is_some(),
        ..args.ahead()
    };
    let mut report = Report::of(scene, world, &options);
    if let Some(recorded) = &state.recorded {
        recorded.put_moment(&mut report);
    }
    added.put_into(&mut report, scene);
    page.pairs(args, state, before, recording, (&named, &report))?;
    page.steps(args.state.scene.as_deref(), recording, state)?;
    page.tables(&report).map_err(|e| e.to_string())?;
    page.element("h2", "The scene");
    let frame = if state.recorded.is_some() { 0 } else { state.frame() };
    if frame <= MAX_FRAME {
        page.link(&Link::to(scene, frame, None, &named), &args.base);
    }
    page.end(scene);
    Ok(page.0)
}

/// The frame as an SVG element, as `render` draws it.
fn picture(args: &ReportArgs, state: &SceneAtFrame, recording: Option<&Recording>) -> Result<String, String> {
    let how = PictureArgs {
        size: SIZE,
        pair: args.pair.clone(),
        theme: ThemeArg::Light,
        layers: None,
        lens: false,
        map: false,
        impacts: None,
        falling: false,
        fit: Framing::Moving,
        frame_of: None,
    };
    let text = svg::svg(&render::drawn(&how, state, recording)?, how.pixels(), how.theme.theme().background);
    // An element of a page has no prolog.
    let start = text.find("<svg").unwrap_or(0);
    Ok(text[start..].to_owned())
}

struct HtmlPage(String);

impl HtmlPage {
    /// The head, and what is said of the frame.
    fn begin(&mut self, state: &SceneAtFrame, added: &AddedParts) {
        let scene = &state.scene;
        let title = if scene.name.is_empty() { "unnamed scene".into() } else { plain::label(&scene.name) };
        self.raw("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
        self.raw("<meta name=\"viewport\" content=\"width=device-width\">\n<title>");
        self.text(&format!("{title} · frame {}", state.frame()));
        self.raw(&format!("</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"));
        self.element("h1", &title);
        self.element("p", &format!("Frame {} · {:.3} s", state.frame(), state.time()));
        if let Some(StoppedAt { stop, frame, why }) = &added.until {
            self.element("p", &format!("{stop} holds at frame {frame}: {why}."));
        }
        if !scene.about.is_empty() {
            self.element("p", &plain::label(&scene.about));
        }
        if let Some(end) = &added.not_finite {
            self.element("p", &end.sentence_at(state.frame(), scene));
        }
    }

    /// A section for each pair of the report, the one that is asked for first. `named` has a body for each piece.
    fn pairs(
        &mut self,
        args: &ReportArgs,
        state: &SceneAtFrame,
        before: Option<&World>,
        recording: Option<&Recording>,
        (named, report): (&Scene, &Report),
    ) -> Result<(), String> {
        let SceneAtFrame { scene, world, .. } = state;
        let asked = args.pair.as_ref().map(|asked| find_parts(named, asked)).transpose()?;
        let chosen = asked.and_then(|(pair, parts)| PairReport::of_parts(world, pair, parts, true));
        let is_chosen = |pair: &&PairReport| chosen.as_ref().is_some_and(|c| (c.a, c.b) == (pair.a, pair.b));
        let every = recording.map(Recording::every_body).transpose().map_err(|e| e.to_string())?;
        let read = recording.zip(every.as_ref()).zip(state.recorded.as_ref());
        let past = |found: FoundParts, leaves: [Leaf; 2]| match read {
            Some((recording, recorded)) => recorded.past(recording, found),
            None => past_of_run(scene, world, before, found.0, leaves),
        };
        let theirs = |pair| read.and_then(|(recording, recorded)| recorded.their_side(recording, pair));
        if let (Some(asked), None) = (asked, &chosen) {
            let why_not = WhyNot::of(named, world, asked, None, &past(asked, [Leaf::WHOLE; 2]), report.unit);
            let why_not = why_not.ok_or_else(|| {
                let asked = args.pair.as_deref().unwrap_or_default();
                format!("--pair {}: the two are no pair at this frame", plain::label(asked))
            })?;
            self.title_of_pair(named, asked.0, false);
            self.paragraphs(&why_not.lines(), theirs(asked.0).as_ref());
        }
        for pair in chosen.iter().chain(report.pairs.iter().filter(|pair| !is_chosen(pair))) {
            self.title_of_pair(named, (pair.a, pair.b), pair.contact.is_some());
            let past = past(((pair.a, pair.b), pair.leaves.map(Leaf::part_of_several)), pair.leaves);
            if let Some(explanation) = Explanation::of_pair_after(scene, world, pair, &past, report.unit) {
                // Of other pairs each part has a section of its own.
                let explanation = match asked {
                    Some((_, parts)) if is_chosen(&pair) => {
                        explanation.with_ghosts_beside(scene, world, pair, parts)
                    }
                    _ => explanation,
                };
                self.paragraphs(&explanation.lines(), theirs(explanation.pair).as_ref());
            }
            self.axes(pair, report.unit);
        }
        if report.pairs.is_empty() {
            self.element("p", "No two bodies touch.");
        }
        if report.touching > report.pairs.len() {
            let more = report.touching - report.pairs.len();
            let more = count(more, "more pair touches", "more pairs touch");
            self.element("p", &format!("{more}; these are the deepest."));
        }
        Ok(())
    }

    fn link(&mut self, link: &Link, base: &str) {
        match link.text(base) {
            Ok(link) if base.is_empty() => {
                self.element("p", "As a link, behind the address of a page that shows scenes:");
                self.element("pre", &link);
            }
            Ok(link) => {
                self.raw("<p>As a link: <a href=\"");
                self.text(&link);
                self.raw("\">");
                self.text(base);
                self.raw("</a></p>\n");
            }
            Err(why) => self.element("p", &why),
        }
    }

    /// The scene's file, and what made the page.
    fn end(&mut self, scene: &Scene) {
        self.raw("<pre>");
        self.text(&scene.to_ron());
        self.raw("</pre>\n<p class=\"quiet\">");
        self.text(&format!(
            "Collision Test {}, collide2d {}, scene format {VERSION}. Lengths in metres, angles in degrees, y up; a normal \
             points toward the first body of its pair.",
            env!("CARGO_PKG_VERSION"),
            collide2d::VERSION
        ));
        self.raw("</p>\n</body>\n</html>\n");
    }

    fn raw(&mut self, html: &str) {
        self.0.push_str(html);
    }

    /// Text, in which nothing is markup.
    fn text(&mut self, text: &str) {
        for c in text.chars() {
            match c {
                '&' => self.0.push_str("&amp;"),
                '<' => self.0.push_str("&lt;"),
                '>' => self.0.push_str("&gt;"),
                '"' => self.0.push_str("&quot;"),
                other => self.0.push(other),
            }
        }
    }

    fn title_of_pair(&mut self, named: &Scene, pair: (u32, u32), do_touch: bool) {
        let do_they = if do_touch { "" } else { "do not " };
        let names = pair_in_sentence(named, pair);
        self.element("h2", &format!("Why {names} {do_they}touch"));
    }

    /// What is told of a pair, and what the other engine tells of it.
    fn paragraphs(&mut self, ours: &[String], theirs: Option<&TheirSide>) {
        let theirs = theirs.map(TheirSide::texts).unwrap_or_default();
        let theirs = theirs.iter().flat_map(|text| text.lines()).filter(|line| !line.is_empty());
        for text in ours.iter().map(String::as_str).chain(theirs) {
            self.element("p", text);
        }
    }

    fn element(&mut self, name: &str, text: &str) {
        let _ = write!(self.0, "<{name}>");
        self.text(text);
        let _ = writeln!(self.0, "</{name}>");
    }

    fn row(&mut self, cell: &str, class: &str, cells: &[String]) {
        let _ = write!(self.0, "<tr{class}>");
        for text in cells {
            let _ = write!(self.0, "<{cell}>");
            self.text(text);
            let _ = write!(self.0, "</{cell}>");
        }
        self.raw("</tr>\n");
    }

    /// The axes of a pair's test.
    fn axes(&mut self, pair: &PairReport, unit: LengthUnit) {
        let Some(trace) = pair.trace.as_deref() else { return };
        self.raw("<table>\n");
        let heads = ["axis", "direction", "a from", "to", "b from", "to", "overlap"];
        self.row("th", "", &heads.map(str::to_owned));
        let length = |metres: f64| padded(metres * unit.per_metre());
        for (index, (axis, (a, b))) in trace.local.axes.iter().zip(&trace.world).enumerate() {
            let class = if trace.deciding == Some(index) { " class=\"deciding\"" } else { "" };
            let ends = [a.min, a.max, b.min, b.max].map(|end| length(f64::from(end)));
            let start = [axis_source_label(axis.source), vec2(axis.direction)];
            let overlap = [length(f64::from(axis.overlap))];
            let cells: Vec<_> = start.into_iter().chain(ends).chain(overlap).collect();
            self.row("td", class, &cells);
        }
        self.raw("</table>\n");
    }

    /// What options add, as the tables of the text report.
    fn tables(&mut self, report: &Report) -> io::Result<()> {
        let mut text = Vec::new();
        let mut out = PlainWriter(&mut text);
        report.write_ahead(&mut out)?;
        report.write_events(&mut out)?;
        report.write_stages(&mut out)?;
        if let Some(hashes) = &report.hashes {
            writeln!(out, "\nHASHES")?;
            hashes::write_header(&mut out)?;
            hashes.iter().try_for_each(|hash| hashes::write(&mut out, hash))?;
        }
        if !text.is_empty() {
            self.raw("<pre>");
            self.text(String::from_utf8_lossy(&text).trim_start());
            self.raw("</pre>\n");
        }
        Ok(())
    }

    /// What begins and ends in the frames around this one.
    fn steps(
        &mut self,
        scene: Option<&std::path::Path>,
        recording: Option<&Recording>,
        state: &SceneAtFrame,
    ) -> Result<(), String> {
        self.element("h2", "The frames around it");
        let frame = state.frame();
        let mut rows: Vec<[String; 5]> = Vec::new();
        let around = (frame.saturating_sub(AROUND), frame.saturating_add(AROUND));
        SceneAtFrame::for_each(scene, recording, around, |near| {
            let world = &near.world;
            let named = near.scene.with_pieces(world.pieces());
            let pairs_of = |phase: Phase| {
                let of_phase = world.events().iter().filter(|event| event.phase == phase);
                let names = of_phase.map(|event| pair_in_sentence(&named, (event.pair.a(), event.pair.b())));
                names.collect::<Vec<_>>().join(", ")
            };
            rows.push([
                near.frame().to_string(),
                world.detect().len().to_string(),
                pairs_of(Phase::Begin),
                pairs_of(Phase::End),
                energy(world),
            ]);
            Ok(())
        })?;
        self.raw("<table>\n");
        let heads = ["frame", "touching pairs", "begin", "end", "energy, J"].map(str::to_owned);
        // Of a recording nobody tells the masses.
        let columns = if recording.is_none() { 0..5 } else { 0..4 };
        self.row("th", "", &heads[columns.clone()]);
        for row in rows {
            let class = if row[0] == frame.to_string() { " class=\"deciding\"" } else { "" };
            self.row("td", class, &row[columns.clone()]);
        }
        self.raw("</table>\n");
        Ok(())
    }
}

/// Kinetic and potential energy of the dynamic bodies together; nothing where there are none.
fn energy(world: &World) -> String {
    let has = world.bodies().iter().any(|body| body.momentum().is_some());
    if has { padded(world.energy().total()) } else { String::new() }
}
