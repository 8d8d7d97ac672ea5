//! The tools that ask: one drags out a ray or, with a body selected, casts that body; the other measures between two bodies
//! or points. What they ask is a draft until Enter makes it a query of the scene.

use collide2d::{World, project_point};
use glam::Vec2;

use super::{DRAG_THRESHOLD, EditorView, Gesture, Readout, Tools};
use crate::app::commands::change::Change;
use crate::app::commands::query::QueryEdit;
use crate::app::commands::{Command, EditCommand};
use crate::app::hand::input::{Key, Modifiers};
use crate::app::looking::picking;
use crate::scene::numbers::{LengthUnit, short};
use crate::scene::{QueryForm, Scene, SceneQuery};

/// A corner, a centre or a handle is met within this distance. Pixels.
const REACH: f32 = 9.0;

/// What is asked and is no query of the scene.
#[derive(Clone, Debug, PartialEq)]
pub enum QueryDraft {
    Query(SceneQuery),
    /// The distance of two points. World.
    Span([Vec2; 2]),
}

/// A query whose ends have handles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QueryTarget {
    Draft,
    /// By its index.
    Scene(usize),
}

/// What a drag of these tools does.
#[derive(Clone, Debug, PartialEq)]
pub enum AskDrag {
    /// Moves an end of a query.
    End(QueryTarget, usize),
    /// A new ray from this world point.
    Ray(Vec2),
    /// Casts the body of this name by the drag, which began at this world point.
    Cast(String, Vec2),
    Measure(MeasuredEnd),
}

impl AskDrag {
    /// Whether it edits a query of the scene.
    pub fn is_of_scene(&self) -> bool {
        matches!(self, Self::End(QueryTarget::Scene(_), _))
    }
}

/// An end of what is measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MeasuredEnd {
    /// A corner, a centre, or a place of its own. World.
    Point(Vec2),
    /// A body, anywhere else on it.
    Body(u32),
}

impl Tools {
    pub(super) fn ask_pressed(&mut self, seen: &EditorView, at: Vec2, modifiers: Modifiers) -> Vec<Command> {
        let drag = match (handle_at(self, seen, at), seen.looking.selection()) {
            (Some((target, end)), _) => AskDrag::End(target, end),
            (None, [index]) if seen.world().body(*index).is_some() => {
                let name = name_of(seen, *index);
                AskDrag::Cast(name, seen.view().world_from_screen(at))
            }
            (None, _) => AskDrag::Ray(seen.place(at, modifiers)),
        };
        self.gesture = Gesture::Ask { at, drag, before: self.draft.clone() };
        Vec::new()
    }

    pub(super) fn measure_pressed(
        &mut self,
        seen: &EditorView,
        at: Vec2,
        modifiers: Modifiers,
    ) -> Vec<Command> {
        let drag = AskDrag::Measure(measured_end(seen, at, modifiers));
        self.gesture = Gesture::Ask { at, drag, before: self.draft.clone() };
        Vec::new()
    }

    pub(super) fn ask_moved(&mut self, seen: &EditorView, to: Vec2, modifiers: Modifiers) -> Vec<Command> {
        let Gesture::Ask { at, drag, .. } = &self.gesture else { return Vec::new() };
        if at.distance(to) < DRAG_THRESHOLD {
            return Vec::new();
        }
        let place = seen.place(to, modifiers);
        let draft = match drag {
            AskDrag::End(target, end) => {
                let Some(query) = query_of(self.draft.as_ref(), seen.scene, *target) else {
                    return Vec::new();
                };
                let Some(moved) = with_end(query, seen.scene, seen.world(), *end, place) else {
                    return Vec::new();
                };
                if let QueryTarget::Scene(index) = target {
                    let change = Change::Query(QueryEdit::Set(*index, moved));
                    return vec![Command::Edit(EditCommand::Preview(change))];
                }
                QueryDraft::Query(moved)
            }
            AskDrag::Ray(from) if *from == place => return Vec::new(),
            AskDrag::Ray(from) => {
                QueryDraft::Query(SceneQuery::new("ray", QueryForm::Ray { from: *from, to: place, of: None }))
            }
            AskDrag::Cast(body, from) => {
                let grid = seen.snapping(modifiers).unwrap_or(seen.resolution());
                let by = grid.snap_point(seen.view().world_from_screen(to) - *from);
                if by == Vec2::ZERO {
                    return Vec::new();
                }
                let form = QueryForm::Cast {
                    shape: None,
                    from: None,
                    to: None,
                    rotation: 0.0,
                    body: Some(body.clone()),
                    by: Some(by + Vec2::ZERO),
                    turn: 0.0,
                };
                QueryDraft::Query(SceneQuery::new("cast", form))
            }
            AskDrag::Measure(from) => measured(seen, *from, measured_end(seen, to, modifiers), place),
        };
        self.readout = span_text(&draft, seen.unit()).map(|text| Readout { text, refused: false });
        self.draft = Some(draft);
        Vec::new()
    }

    /// Enter keeps what is asked as a query of the scene; `None`: a key that the tool does not use.
    pub(super) fn ask_key(&mut self, key: Key, modifiers: Modifiers) -> Option<Vec<Command>> {
        if (key, modifiers) != (Key::Enter, Modifiers::NONE) {
            return None;
        }
        match self.draft.take()? {
            QueryDraft::Query(query) => Some(vec![QueryEdit::Add(query).into()]),
            span @ QueryDraft::Span(_) => {
                self.draft = Some(span);
                None
            }
        }
    }
}

/// The ends of a query that have handles, each with its world point.
pub fn ends(query: &SceneQuery, scene: &Scene, world: &World) -> Vec<Vec2> {
    let body = |name: &str| scene.index_of(name).and_then(|index| world.body(index));
    match &query.form {
        QueryForm::Ray { from, to, of: None } => vec![*from, *to],
        QueryForm::Ray { from, to, of: Some(of) } => {
            let world =
                |body: &collide2d::Body| [from, to].map(|end| body.pose().world_from_local(*end)).to_vec();
            body(of).map(world).unwrap_or_default()
        }
        QueryForm::Cast { from: Some(from), to: Some(to), .. } => vec![*from, *to],
        QueryForm::Cast { body: Some(name), by: Some(by), .. } => {
            body(name).map(|body| body.pose().position + *by).into_iter().collect()
        }
        QueryForm::Cast { .. } | QueryForm::Closest { .. } => Vec::new(),
        QueryForm::Point { at } | QueryForm::Overlap { at, .. } => vec![*at],
    }
}

/// The query with an end of [`ends`] elsewhere; `None`: it would have no length, or has no such end.
fn with_end(query: &SceneQuery, scene: &Scene, world: &World, end: usize, place: Vec2) -> Option<SceneQuery> {
    let body = |name: &str| scene.index_of(name).and_then(|index| world.body(index));
    let mut moved = query.clone();
    match &mut moved.form {
        QueryForm::Ray { from, to, of } => {
            let local = match of {
                Some(of) => body(of)?.pose().local_from_world(place),
                None => place,
            };
            *[from, to].into_iter().nth(end)? = local + Vec2::ZERO;
        }
        QueryForm::Cast { from: Some(from), to: Some(to), .. } => {
            *[from, to].into_iter().nth(end)? = place + Vec2::ZERO;
        }
        QueryForm::Cast { body: Some(name), by: Some(by), .. } => {
            *by = place - body(name)?.pose().position;
        }
        QueryForm::Cast { .. } | QueryForm::Closest { .. } => return None,
        QueryForm::Point { at } | QueryForm::Overlap { at, .. } => *at = place + Vec2::ZERO,
    }
    let has_length = match &moved.form {
        QueryForm::Ray { from, to, .. } => from != to,
        QueryForm::Cast { from, to, by, turn, .. } => {
            *turn != 0.0 || (from != to || from.is_none()) && by.is_none_or(|by| by != Vec2::ZERO)
        }
        QueryForm::Closest { .. } | QueryForm::Point { .. } | QueryForm::Overlap { .. } => true,
    };
    has_length.then_some(moved)
}

fn query_of<'q>(
    draft: Option<&'q QueryDraft>,
    scene: &'q Scene,
    target: QueryTarget,
) -> Option<&'q SceneQuery> {
    match (target, draft) {
        (QueryTarget::Scene(index), _) => scene.queries.get(index),
        (QueryTarget::Draft, Some(QueryDraft::Query(query))) => Some(query),
        (QueryTarget::Draft, Some(QueryDraft::Span(_)) | None) => None,
    }
}

/// The places of all handles of queries, those of the draft first. World.
pub fn query_handles(tools: &Tools, seen: &EditorView) -> Vec<(QueryTarget, usize, Vec2)> {
    let draft = match &tools.draft {
        Some(QueryDraft::Query(query)) => Some((QueryTarget::Draft, query)),
        Some(QueryDraft::Span(_)) | None => None,
    };
    let of_scene = seen.scene.queries.iter().enumerate().map(|(i, query)| (QueryTarget::Scene(i), query));
    let named = draft.into_iter().chain(of_scene);
    let places = named.flat_map(|(target, query)| {
        let places = ends(query, seen.scene, seen.world()).into_iter().enumerate();
        places.map(move |(end, place)| (target, end, place))
    });
    places.collect()
}

fn handle_at(tools: &Tools, seen: &EditorView, at: Vec2) -> Option<(QueryTarget, usize)> {
    let reach = REACH * seen.showing.handle_growth();
    let far = |place: &Vec2| seen.view().screen_from_world(*place).distance(at);
    let near = query_handles(tools, seen).into_iter().filter(|(.., place)| far(place) <= reach);
    near.min_by(|(.., p), (.., q)| far(p).total_cmp(&far(q))).map(|(target, end, _)| (target, end))
}

/// A corner or the centre of a body near the pointer, else the body there, else the place.
fn measured_end(seen: &EditorView, at: Vec2, modifiers: Modifiers) -> MeasuredEnd {
    let stack = picking::bodies_at(seen.world(), seen.view(), at);
    let near = |point: &Vec2| seen.view().screen_from_world(*point).distance(at) <= REACH;
    let place = seen.view().world_from_screen(at);
    let margin = 2.0 * REACH / seen.view().scale;
    let around = collide2d::Aabb { min: place - margin, max: place + margin };
    let found = seen.world().overlap_aabb(&around, &collide2d::QueryFilter::default()).unwrap_or_default();
    let points = found.iter().filter_map(|index| {
        let (body, shape) = (seen.world().body(*index)?, &seen.scene.bodies.get(*index as usize)?.shape);
        let corners = shape.landmarks().into_iter();
        Some(corners.map(|corner| body.pose().world_from_local(corner)).collect::<Vec<_>>())
    });
    let far = |point: &Vec2| point.distance_squared(place);
    let point = points.flatten().filter(near).min_by(|p, q| far(p).total_cmp(&far(q)));
    match (point, stack.first()) {
        (Some(point), _) => MeasuredEnd::Point(point),
        (None, Some(body)) => MeasuredEnd::Body(*body),
        (None, None) => MeasuredEnd::Point(seen.place(at, modifiers)),
    }
}

fn name_of(seen: &EditorView, body: u32) -> String {
    let scene = seen.scene.with_pieces(seen.run.pieces());
    scene.bodies.get(body as usize).map(|body| body.name.clone()).unwrap_or_default()
}

fn measured(seen: &EditorView, from: MeasuredEnd, to: MeasuredEnd, place: Vec2) -> QueryDraft {
    let nearest = |body: u32, point: Vec2| {
        let found =
            seen.world().body(body).and_then(|body| project_point(body.shape(), body.pose(), point).ok());
        found.map_or(point, |found| found.point)
    };
    match (from, to) {
        (MeasuredEnd::Body(a), MeasuredEnd::Body(b)) if a != b => {
            let form = QueryForm::Closest { a: name_of(seen, a), b: name_of(seen, b) };
            QueryDraft::Query(SceneQuery::new("gap", form))
        }
        (MeasuredEnd::Body(a), MeasuredEnd::Body(_)) => QueryDraft::Span([nearest(a, place), place]),
        (MeasuredEnd::Body(a), MeasuredEnd::Point(p)) => QueryDraft::Span([nearest(a, p), p]),
        (MeasuredEnd::Point(p), MeasuredEnd::Body(b)) => QueryDraft::Span([p, nearest(b, p)]),
        (MeasuredEnd::Point(p), MeasuredEnd::Point(q)) => QueryDraft::Span([p, q]),
    }
}

/// "2.5 m · Δx 1.5 · Δy 2 m · 53.1°"; `None`: a query tells its own numbers.
pub fn span_text(draft: &QueryDraft, unit: LengthUnit) -> Option<String> {
    let QueryDraft::Span([from, to]) = draft else { return None };
    let way = *to - *from;
    let angle = if way == Vec2::ZERO { 0.0 } else { way.to_angle().to_degrees() };
    let [x, y] = unit.of_place(way).map(short);
    let (length, name) = (unit.short(way.length()), unit.name());
    Some(format!("{length} · Δx {x} · Δy {y} {name} · {}", unit.short_angle(angle)))
}
