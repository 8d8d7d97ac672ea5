//! The report as JSON: keys and rows in a fixed order, one row per line.

use std::cell::Cell;
use std::io::{self, Write};

use collide2d::{
    Aabb, ContactEvent, Energy, Ghost, Interval, Momentum, MoverCast, MoverHit, MoverObstacle, MoverPurpose,
    ResolverEffort,
};
use glam::Vec2;
use serde::ser::{Error as _, SerializeMap, SerializeSeq as _};
use serde::{Serialize, Serializer};

use super::ghosts::GhostReport;
use super::movers::MoverReport;
use super::{GeneratedReport, PairReport, PairStream, Report, TraceReport, axis_source_label, taker};
use crate::elsewhere::differences::What;
use crate::explain::classic_mistakes::{MistakeAnswer, ShortcutTest};
use crate::explain::second_opinion::{Check, NAME, Opinion, ParryAnswer};
use crate::explain::stages::{BroadPhaseCounts, Formula, StageText, phase_name};
use crate::scene::MAX_CANDIDATES;
use crate::scene::obstacle::surface_name;

pub(crate) mod lines;

impl Report {
    /// Writes the report as JSON. Reading a number back gives the same f32; NaN and infinity are `null`.
    pub fn write_json(&self, out: &mut impl Write) -> io::Result<()> {
        self.write_json_with(out, |write| self.pairs.iter().try_for_each(write))
    }

    /// [`Report::write_json`] with the pairs of a stream, in place of those that the report lists.
    pub fn write_json_with(&self, out: &mut impl Write, pairs: impl PairStream) -> io::Result<()> {
        lines::write(out, &WholeReport(self, StreamedRows { report: self, pairs: Cell::new(Some(pairs)) }))
    }

    /// Scene, frame, time and queries alone.
    pub fn write_queries_json(&self, out: &mut impl Write) -> io::Result<()> {
        lines::write(out, &QueriesOnly(self))
    }
}

struct QueriesOnly<'r>(&'r Report);

impl Serialize for QueriesOnly<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(report) = self;
        let mut map = begun(report, serializer)?;
        map.serialize_entry("queries", &report.queries)?;
        put(&mut map, "stages", report.stages.as_ref().map(|stages| Each(stages, StageTextRow::of)))?;
        map.end()
    }
}

struct WholeReport<'r, P>(&'r Report, StreamedRows<'r, P>);

impl<P: PairStream> Serialize for WholeReport<'_, P> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(report, pairs) = self;
        let mut map = begun(report, serializer)?;
        put(&mut map, "until", report.until.as_ref())?;
        put(&mut map, "not_finite", report.not_finite.as_ref())?;
        put(&mut map, "limited", LimitedRow::of(report))?;
        put(
            &mut map,
            "momentum",
            report.momentum.as_ref().map(|momentum| momentum.linear.as_vec2().to_array()),
        )?;
        put(&mut map, "energy", report.energy.map(energy_row))?;
        put(&mut map, "resolver", report.resolver.map(ResolverRow::of))?;
        map.serialize_entry("bodies", &report.bodies)?;
        map.serialize_entry("pairs", pairs)?;
        put(&mut map, "generated", some(&report.generated).map(|all| Each(all, GeneratedRow::of)))?;
        put(&mut map, "queries", some(&report.queries))?;
        put(&mut map, "rotating", report.rotating.then_some(true))?;
        put(&mut map, "impacts", report.impacts.as_ref())?;
        put(&mut map, "falling", report.falling.as_ref())?;
        let events = report.events.as_ref();
        put(&mut map, "events", events.map(|all| Each(all, |event| ContactEventRow::of(event, report))))?;
        put(&mut map, "reactions", some(&report.reactions))?;
        put(&mut map, "stages", report.stages.as_ref().map(|stages| Each(stages, StageTextRow::of)))?;
        put(&mut map, "hashes", report.hashes.as_ref())?;
        map.end()
    }
}

/// The map of a report, with what each has.
fn begun<S: Serializer>(report: &Report, serializer: S) -> Result<S::SerializeMap, S::Error> {
    let mut map = serializer.serialize_map(None)?;
    map.serialize_entry("scene", &report.scene)?;
    map.serialize_entry("frame", &report.frame)?;
    map.serialize_entry("time", &report.time)?;
    Ok(map)
}

/// An entry, if it has a value.
fn put<M: SerializeMap>(map: &mut M, key: &str, value: Option<impl Serialize>) -> Result<(), M::Error> {
    value.map_or(Ok(()), |value| map.serialize_entry(key, &value))
}

/// A list that is not empty.
fn some<T>(list: &[T]) -> Option<&[T]> {
    (!list.is_empty()).then_some(list)
}

/// Pairs that are computed while they are written; once.
struct StreamedRows<'r, P> {
    report: &'r Report,
    pairs: Cell<Option<P>>,
}

impl<P: PairStream> Serialize for StreamedRows<'_, P> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut rows = serializer.serialize_seq(None)?;
        let mut failed = None;
        let mut write = |pair: &PairReport| {
            rows.serialize_element(&PairRow::of(pair, self.report)).map_err(|error| {
                failed = Some(error);
                io::ErrorKind::Other.into()
            })
        };
        let written = self.pairs.take().map_or(Ok(()), |pairs| pairs(&mut write));
        written.map_err(|error| failed.unwrap_or_else(|| S::Error::custom(error)))?;
        rows.end()
    }
}

/// Rows that are made one at a time, while they are written.
struct Each<'r, T, F>(&'r [T], F);

impl<'r, T, R: Serialize, F: Fn(&'r T) -> R> Serialize for Each<'r, T, F> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(&self.1))
    }
}

#[derive(Serialize)]
struct LimitedRow {
    candidates: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    touching_at_least: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    waiting_at_least: Option<usize>,
}

impl LimitedRow {
    /// `None`: every candidate pair was tested.
    fn of(report: &Report) -> Option<Self> {
        let touching_at_least = report.at_least.then_some(report.touching);
        let waiting_at_least = report.waiting_at_least;
        let is_limited = touching_at_least.or(waiting_at_least).is_some();
        is_limited.then_some(Self { candidates: MAX_CANDIDATES, touching_at_least, waiting_at_least })
    }
}

#[derive(Serialize)]
struct ResolverRow {
    used: u32,
    limit: u32,
    left: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    waiting: Option<usize>,
}

impl ResolverRow {
    fn of(effort: ResolverEffort) -> Self {
        let ResolverEffort { used, limit, left, waiting } = effort;
        Self { used, limit, left, waiting: (waiting > 0).then_some(waiting) }
    }
}

#[derive(Serialize)]
pub(super) struct PairRow {
    a: u32,
    b: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    part_a: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    part_b: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    segment_a: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    segment_b: Option<u32>,
    touching: bool,
    normal: Option<[f32; 2]>,
    depth: Option<f32>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    let_through: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    ghost: Option<GhostRow>,
    #[serde(skip_serializing_if = "Option::is_none")]
    waiting_since: Option<u64>,
    points: Vec<PointRow>,
    #[serde(flatten)]
    trace: Option<TraceRow>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    shortcuts: Vec<ShortcutRow>,
    #[serde(skip_serializing_if = "Option::is_none")]
    second_opinion: Option<OpinionRow>,
}

impl PairRow {
    pub fn of(pair: &PairReport, report: &Report) -> Self {
        let contact = pair.contact.as_ref();
        let points = contact.map_or(&[][..], |contact| &contact.points).iter();
        let ended_at = report.ended_at(pair).map(|ended_at| ended_at.name());
        let ended_at = ended_at.or(pair.is_behind().then_some("one_sided"));
        let shortcuts = pair.shortcuts.iter().map(|test| ShortcutRow::of(test, pair, report));
        Self {
            a: pair.a,
            b: pair.b,
            part_a: pair.leaves[0].part(),
            part_b: pair.leaves[1].part(),
            segment_a: pair.leaves[0].segment(),
            segment_b: pair.leaves[1].segment(),
            touching: contact.is_some(),
            normal: contact.map(|contact| unsigned_zeros(contact.normal)),
            depth: contact.map(|contact| contact.depth),
            let_through: pair.let_through,
            ghost: pair.ghost.as_ref().map(GhostRow::of),
            waiting_since: pair.waiting_since,
            points: points
                .map(|&(position, depth)| PointRow { position: position.to_array(), depth })
                .collect(),
            trace: pair.trace.as_ref().map(|trace| TraceRow::of(trace, ended_at)),
            shortcuts: shortcuts.collect(),
            second_opinion: pair.second_opinion.as_ref().map(|opinion| OpinionRow::of(opinion, report)),
        }
    }
}

#[derive(Serialize)]
struct GhostRow {
    neighbour: u32,
    part: u32,
    by: f32,
    acted: bool,
}

impl GhostRow {
    fn of(report: &GhostReport) -> Self {
        let Ghost { neighbour, by, .. } = report.ghost;
        Self { neighbour, part: report.part(), by, acted: report.acted }
    }
}

#[derive(Serialize)]
struct PointRow {
    position: [f32; 2],
    depth: f32,
}

#[derive(Serialize)]
struct TraceRow {
    axes: Vec<AxisRow>,
    deciding_axis: Option<usize>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    early_out: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    ended_at: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped_at: Option<usize>,
}

#[derive(Serialize)]
struct AxisRow {
    source: String,
    direction: [f32; 2],
    a: [f32; 2],
    b: [f32; 2],
    overlap: f32,
    support: Keyed<[[f32; 2]; 2], 2>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dropped: Option<String>,
}

impl TraceRow {
    fn of(trace: &TraceReport, ended_at: Option<&'static str>) -> Self {
        let of = |v: Vec2| v.to_array();
        let ends = |interval: &Interval| [interval.min, interval.max];
        let axes = trace.local.axes.iter().zip(&trace.world).zip(&trace.supports);
        let axes = axes.enumerate().map(|(index, ((test, (a, b)), [of_a, of_b]))| AxisRow {
            source: axis_source_label(test.source),
            direction: unsigned_zeros(test.direction),
            a: ends(a),
            b: ends(b),
            overlap: test.overlap,
            support: Keyed([("a", of_a.map(of)), ("b", of_b.map(of))]),
            dropped: trace.dropped_text(index),
        });
        Self {
            axes: axes.collect(),
            deciding_axis: trace.deciding,
            early_out: trace.local.early_out,
            ended_at,
            stopped_at: trace.stops_at,
        }
    }
}

#[derive(Serialize)]
struct ShortcutRow {
    shortcut: &'static str,
    answer: &'static str,
    right: &'static str,
    differs: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    push: Option<[f32; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    right_push: Option<[f32; 2]>,
    sentence: String,
    formulas: Vec<Formula>,
}

impl ShortcutRow {
    fn of(test: &ShortcutTest, pair: &PairReport, report: &Report) -> Self {
        let push = |answer: MistakeAnswer| {
            let MistakeAnswer::Push(push) = answer else { return None };
            Some(push.as_vec2().to_array())
        };
        Self {
            shortcut: test.shortcut().name(),
            answer: test.answer.name(),
            right: test.right.name(),
            differs: test.differs(),
            push: push(test.answer),
            right_push: push(test.right),
            sentence: test.sentence(report.unit, &|index| report.name(index)),
            formulas: test.formulas(report.unit, &report.names(pair)),
        }
    }
}

#[derive(Serialize)]
struct OpinionRow {
    by: &'static str,
    verdict: &'static str,
    touching: bool,
    normal: Option<[f32; 2]>,
    depth: Option<f32>,
    points: Vec<[f32; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    gap: Option<f32>,
    differences: Vec<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    check: Option<CheckRow>,
    #[serde(skip_serializing_if = "Option::is_none")]
    check_ours: Option<CheckRow>,
    size: f32,
    tolerance: f32,
    sentences: Vec<String>,
}

#[derive(Serialize)]
struct CheckRow {
    separates: bool,
    after: f32,
    shortest: f32,
    holds: bool,
}

impl OpinionRow {
    fn of(opinion: &Opinion, report: &Report) -> Self {
        let Opinion { verdict, theirs, ours, differences, size, tolerance } = opinion;
        let claim = theirs.claim();
        let gap = match theirs {
            ParryAnswer::Touching(_) => None,
            ParryAnswer::Apart { gap, .. } => Some(*gap),
        };
        let check = |answer: &ParryAnswer| {
            let check = answer.claim()?.check;
            let Check { separates, after, shortest, .. } = check;
            Some(CheckRow { separates, after, shortest, holds: check.holds() })
        };
        Self {
            by: NAME,
            verdict: verdict.name(),
            touching: claim.is_some(),
            normal: claim.map(|claim| claim.normal.to_array()),
            depth: claim.map(|claim| claim.depth),
            points: claim.map_or(&[][..], |claim| &claim.points).iter().map(Vec2::to_array).collect(),
            gap,
            differences: differences.iter().map(What::name).collect(),
            check: check(theirs),
            check_ours: check(ours),
            size: *size,
            tolerance: *tolerance,
            sentences: opinion.text(report.unit),
        }
    }
}

#[derive(Serialize)]
struct ContactEventRow {
    frame: u64,
    a: u32,
    b: u32,
    kind: String,
    phase: &'static str,
    since: u64,
    resolved_by: Option<String>,
    waiting: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    waiting_since: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fraction: Option<f32>,
}

impl ContactEventRow {
    fn of(event: &ContactEvent, report: &Report) -> Self {
        Self {
            frame: event.frame,
            a: event.pair.a(),
            b: event.pair.b(),
            kind: event.kind.to_string(),
            phase: phase_name(event.phase),
            since: event.since,
            resolved_by: taker(&report.listener_names, event),
            waiting: event.waiting_since.is_some(),
            waiting_since: event.waiting_since,
            fraction: event.fraction,
        }
    }
}

#[derive(Serialize)]
struct StageTextRow<'r> {
    title: &'r str,
    sentence: &'r str,
    formula: Option<&'r str>,
    pair: Option<(u32, u32)>,
    details: &'r [String],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    formulas: &'r [Formula],
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    left_alone: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pairs: Option<BroadPhaseCounts>,
}

impl<'r> StageTextRow<'r> {
    fn of(stage: &'r StageText) -> Self {
        Self {
            title: &stage.title,
            sentence: &stage.sentence,
            formula: stage.formulas.first().map(|formula| formula.numbers.as_str()),
            pair: stage.pair,
            details: &stage.details,
            formulas: &stage.formulas,
            left_alone: stage.left_alone,
            pairs: stage.counts,
        }
    }
}

#[derive(Serialize)]
struct GeneratedRow {
    generator: u32,
    kind: &'static str,
    a: u32,
    b: Option<u32>,
    normal: [f32; 2],
    depth: f32,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    waiting: bool,
}

impl GeneratedRow {
    fn of(GeneratedReport { kind, made, .. }: &GeneratedReport) -> Self {
        let (normal, depth) = (unsigned_zeros(made.contact.normal), made.contact.depth);
        Self { generator: made.generator, kind, a: made.a, b: made.b, normal, depth, waiting: made.waiting }
    }
}

#[derive(Serialize)]
struct MoverRow<'r> {
    grounded: bool,
    ground: Option<ObstacleRow>,
    normal: Option<[f32; 2]>,
    #[serde(flatten)]
    moved: Option<MoverMoveRow<'r>>,
}

/// A body by its index, or a ground among the generators.
#[derive(Serialize)]
#[serde(untagged)]
enum ObstacleRow {
    Body(u32),
    Generator { generator: u32 },
}

#[derive(Serialize)]
struct MoverMoveRow<'r> {
    stuck: bool,
    wanted: [f32; 2],
    walked: [f32; 2],
    moved: [f32; 2],
    casts: Each<'r, MoverCast, fn(&MoverCast) -> MoverCastRow>,
}

#[derive(Serialize)]
struct MoverCastRow {
    purpose: &'static str,
    from: [f32; 2],
    by: [f32; 2],
    moved: [f32; 2],
    hit: Option<MoverHitRow>,
}

#[derive(Serialize)]
struct MoverHitRow {
    #[serde(skip_serializing_if = "Option::is_none")]
    body: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    generator: Option<u32>,
    fraction: f32,
    normal: [f32; 2],
    point: [f32; 2],
    surface: &'static str,
}

impl ObstacleRow {
    fn of(obstacle: MoverObstacle) -> Self {
        match obstacle {
            MoverObstacle::Body(index) => Self::Body(index),
            MoverObstacle::Generator(generator) => Self::Generator { generator },
        }
    }
}

impl MoverCastRow {
    fn of(cast: &MoverCast) -> Self {
        let hit = |hit: &MoverHit| {
            let (body, generator) = match hit.obstacle {
                MoverObstacle::Body(index) => (Some(index), None),
                MoverObstacle::Generator(index) => (None, Some(index)),
            };
            MoverHitRow {
                body,
                generator,
                fraction: hit.fraction,
                normal: unsigned_zeros(hit.normal),
                point: hit.point.to_array(),
                surface: surface_name(hit.surface),
            }
        };
        Self {
            purpose: purpose_name(cast.purpose),
            from: cast.from.to_array(),
            by: unsigned_zeros(cast.by),
            moved: unsigned_zeros(cast.moved),
            hit: cast.hit.as_ref().map(hit),
        }
    }
}

pub(super) fn mover<S: Serializer>(mover: &Option<MoverReport>, serializer: S) -> Result<S::Ok, S::Error> {
    let row = mover.as_ref().map(|MoverReport { ground, moved, .. }| MoverRow {
        grounded: ground.is_some(),
        ground: ground.map(|ground| ObstacleRow::of(ground.obstacle)),
        normal: ground.map(|ground| unsigned_zeros(ground.normal)),
        moved: moved.as_ref().map(|moved| MoverMoveRow {
            stuck: moved.stuck,
            wanted: unsigned_zeros(moved.wanted),
            walked: unsigned_zeros(moved.walked),
            moved: unsigned_zeros(moved.moved),
            casts: Each(&moved.casts, MoverCastRow::of),
        }),
    });
    row.serialize(serializer)
}

/// "step up" is `step_up`, as all values of a report.
fn purpose_name(purpose: MoverPurpose) -> &'static str {
    match purpose {
        MoverPurpose::PushOut => "push_out",
        MoverPurpose::FindGround => "find_ground",
        MoverPurpose::Slide => "slide",
        MoverPurpose::StepUp => "step_up",
        MoverPurpose::StepOver => "step_over",
        MoverPurpose::StepDown => "step_down",
        MoverPurpose::Snap => "snap",
        MoverPurpose::Carry => "carry",
    }
}

/// A computed direction: its zeros have no sign. Poses and velocities keep that of the file.
fn unsigned_zeros(direction: Vec2) -> [f32; 2] {
    (direction + Vec2::ZERO).to_array()
}

/// An object whose values are of one type.
struct Keyed<T, const N: usize>([(&'static str, T); N]);

impl<T: Serialize, const N: usize> Serialize for Keyed<T, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

fn energy_row(energy: Energy) -> Keyed<f64, 2> {
    Keyed([("kinetic", energy.kinetic), ("potential", energy.potential)])
}

pub(super) fn energy<S: Serializer>(energy: &Option<Energy>, serializer: S) -> Result<S::Ok, S::Error> {
    energy.map(energy_row).serialize(serializer)
}

pub(super) fn momentum<S: Serializer>(sum: &Option<Momentum>, serializer: S) -> Result<S::Ok, S::Error> {
    sum.map(|sum| sum.linear.as_vec2().to_array()).serialize(serializer)
}

pub(super) fn aabb<S: Serializer>(aabb: &Aabb, serializer: S) -> Result<S::Ok, S::Error> {
    Keyed([("min", aabb.min.to_array()), ("max", aabb.max.to_array())]).serialize(serializer)
}

/// Of a vector, or of one that may be missing.
pub(super) fn xy<S: Serializer>(
    v: &(impl Copy + Into<Option<Vec2>>),
    serializer: S,
) -> Result<S::Ok, S::Error> {
    (*v).into().map(|v| v.to_array()).serialize(serializer)
}
