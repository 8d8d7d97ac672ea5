//! What the editor draws above the overlay: selection, handles, guides, the shape in progress, and a number
//! beside the pointer.

use collide2d::{ShapeKind, Stage};
use glam::Vec2;

use super::AppState;
use crate::app::commands::Tool;
use crate::app::hand::edges::EdgeMark;
use crate::app::hand::handles::{self, HALF_SIZE, Handle, HandlePart};
use crate::app::hand::tools::ask::{self, QueryDraft};
use crate::app::hand::tools::magnet::Guide;
use crate::app::hand::tools::{Gesture, clicked};
use crate::picture::display::{
    Align, Color, Dash, DisplayList, Item, Provenance, Rect, Source, Stroke, broken, text_size,
};
use crate::picture::overlay::{self, DifferenceView, Layer, Options, Outline, Picture};
use crate::report::queries::QueryReport;
use crate::scene::query::ask::AskedQueries;

/// Of more selected bodies those alone are outlined that the canvas shows.
const MANY: usize = 500;
/// Distance between a selected body's outline and the line around it. Pixels.
const MARGIN: f32 = 4.0;
/// Half the size of the mark where a dragged body meets another one. Pixels.
const GUIDE: f32 = 5.0;
/// Half the size of the cross about which several bodies are turned. Pixels.
const PIVOT: f32 = 5.0;
/// From a handle to a label. Pixels.
const ROOM_OF_HANDLE: f32 = 3.0;
/// Size of the text on a plate, from one of its lines to the next, and its distance from the canvas' edge. Pixels.
const PLATE: f32 = 14.0;
const LINE: f32 = 20.0;
const MARGIN_OF_PLATE: f32 = 24.0;
/// Size of the number beside the pointer.
const READOUT: f32 = 14.0;

impl AppState {
    /// The canvas: the overlay's layers, then selection, handles and the shape in progress.
    pub fn picture(&self) -> DisplayList {
        let shown = ShownHandles::of(self);
        let options = Options { handles: shown.places(self), ..options(self) };
        let (mut list, drawn) = overlay::draw_bodies(&picture(self, &options));
        list.layer = "editor";
        self.hide(&mut list);
        let mut editor = Editor { state: self, list: &mut list };
        editor.guides();
        editor.selection(&drawn, &shown);
        editor.edge_marks();
        editor.box_selection();
        editor.pull();
        editor.clicked();
        editor.asked();
        editor.merged();
        editor.readout();
        self.aabb_label().into_iter().for_each(|item| list.push(Source::Editor, item));
        list
    }

    /// Takes out what is drawn of hidden bodies.
    pub(super) fn hide(&self, list: &mut DisplayList) {
        let veils = &self.looking.veils;
        if !veils.hides_any() {
            return;
        }
        list.items.retain(|(from, _)| match from.source {
            Source::Body(body) | Source::OnGround { body, .. } => !veils.hides(body),
            Source::Pair(a, b) | Source::Axis { pair: (a, b), .. } => !veils.hides(a) && !veils.hides(b),
            Source::Frame | Source::Generator(_) | Source::Lens | Source::Editor => true,
        });
    }

    /// The legend for a panel of this width, from the upper left corner of `area`, and its height. It has a
    /// panel because on the canvas it would hide shapes. Pixels.
    pub fn legend(&self, area: Rect) -> (DisplayList, f32) {
        overlay::legend_strip(&picture(self, &options(self)), area)
    }

    /// The Minkowski difference of the selected pair in `area`, pixels; `None`: no pair is selected.
    pub fn difference_view(&self, area: Rect) -> Option<DifferenceView> {
        // It is of the shapes, whether the canvas draws them or not.
        let options = Options { selected_pair: present_pair(self), ..options(self) };
        overlay::difference(&picture(self, &options), area)
    }

    /// A sample of a layer, 24 pixels wide, to the right of `left`.
    pub fn layer_sample(&self, layer: Layer, left: Vec2) -> DisplayList {
        overlay::layer_sample(layer, &picture(self, &options(self)), left)
    }
}

pub(super) fn options(state: &AppState) -> Options {
    let mut layers = state.showing.layers;
    // Inside a step the canvas shows what the stage works on.
    if matches!(
        state.run.inside.as_ref().and_then(|inside| inside.recording.stage()),
        Some(Stage::Iteration(_))
    ) {
        layers.set(Layer::Impulses, true);
    }
    let draft = draft(state);
    if draft.is_some() {
        layers.set(Layer::Queries, true);
    }
    let veils = &state.looking.veils;
    Options {
        layers,
        selected_pair: present_pair(state).filter(|(a, b)| !veils.hides(*a) && !veils.hides(*b)),
        hidden: veils.hidden().collect(),
        highlighted_axis: state.looking.highlighted_axis,
        lens: state.showing.lens,
        grid: state.showing.kept.grid.then(|| state.showing.grid_lines().step()),
        seen_from: state.seen_from(),
        legend: false,
        covered: messages_place(state),
        extras: state.derived.extras.clone(),
        draft,
        ..Options::default()
    }
}

/// The selected pair while both bodies are there: inside of a step a listener may have removed one of them.
pub(super) fn present_pair(state: &AppState) -> Option<(u32, u32)> {
    let bodies = state.run.shown().bodies();
    let is_there = |index: u32| bodies.get(index as usize).is_some_and(|body| !body.is_removed());
    state.looking.selected_pair().filter(|(a, b)| is_there(*a) && is_there(*b))
}

/// The handles of the selection that the canvas shows: none while they would hide what a drag moves.
#[derive(Default)]
pub(super) struct ShownHandles {
    handles: Vec<Handle>,
    /// The corners of the box around several selected bodies, whose handle turns them about its middle. Pixels.
    group: Option<[Vec2; 4]>,
}

impl ShownHandles {
    pub(super) fn of(state: &AppState) -> Self {
        let hides = matches!(state.hand.tools.gesture, Gesture::Move { .. } | Gesture::Create { .. });
        if state.hand.tool != Tool::Select || hides {
            return Self::default();
        }
        let (seen, view) = (state.seen(), state.showing.view());
        let handles = seen.handles();
        let is_of_bodies = !handles.is_empty() && state.looking.entered().is_none();
        let group = is_of_bodies
            .then(|| handles::box_of_group(seen.world(), view, state.looking.selection()))
            .flatten()
            .map(|corners| corners.map(|corner| view.screen_from_world(corner)));
        Self { handles, group }
    }

    /// The point about which several bodies are turned. Pixels.
    fn pivot(&self) -> Option<Vec2> {
        self.group.map(|corners| corners[0].midpoint(corners[2]))
    }

    /// What labels keep off: the handles, and the cross at the pivot.
    pub(super) fn places(&self, state: &AppState) -> Vec<Rect> {
        let around =
            |middle, half_size: f32| Rect::around(middle, Vec2::splat(2.0 * (half_size + ROOM_OF_HANDLE)));
        let half_size = HALF_SIZE * state.showing.handle_growth();
        let handles = self.handles.iter().map(|handle| around(handle.screen, half_size));
        handles.chain(self.pivot().map(|pivot| around(pivot, PIVOT))).collect()
    }
}

/// What the query that is not kept yet finds in the state that is shown.
fn draft(state: &AppState) -> Option<QueryReport> {
    let Some(QueryDraft::Query(query)) = &state.hand.tools.draft else { return None };
    let asked = AskedQueries::with(state.named_scene(), [query.clone()]);
    QueryReport::of(&asked, state.run.shown()).pop()
}

/// About where the messages lie, at the top left.
fn messages_place(state: &AppState) -> Option<Rect> {
    /// Pixels.
    const WIDTH: f32 = 620.0;
    /// To the edges of the canvas. Pixels.
    const FROM_EDGE: f32 = 16.0;
    /// Characters.
    const LINE_LENGTH: usize = 75;
    let lines_of =
        |text: &str| text.lines().map(|line| 1 + line.chars().count() / LINE_LENGTH).sum::<usize>().min(14);
    let height: f32 =
        state.messages().iter().map(|message| LINE * lines_of(&message.text) as f32 + 24.0).sum();
    let min = state.showing.view().canvas.min + FROM_EDGE;
    (height > 0.0).then(|| Rect { min, max: min + Vec2::new(WIDTH, height) })
}

pub(super) fn picture<'a>(state: &'a AppState, options: &'a Options) -> Picture<'a> {
    Picture {
        scene: state.named_scene(),
        world: state.run.shown(),
        report: &state.derived.report,
        view: state.showing.view(),
        theme: &state.showing.theme,
        options,
    }
}

struct Editor<'a> {
    state: &'a AppState,
    list: &'a mut DisplayList,
}

impl Editor<'_> {
    fn push(&mut self, item: Item) {
        self.list.push(Source::Editor, item);
    }

    fn line(&mut self, points: Vec<Vec2>, stroke: Stroke) {
        self.push(Item::Path { points, closed: false, fill: None, stroke: Some(stroke) });
    }

    /// Draws what a dragged body is snapped to: lines through a point of the grid, a ring where corners meet, a cross where two
    /// just touch, a line along which two are level.
    fn guides(&mut self) {
        let Gesture::Move { guides, .. } = &self.state.hand.tools.gesture else { return };
        let (view, color) = (self.state.showing.view(), self.state.showing.theme.selection);
        let (canvas, screen) = (view.canvas, |at: Vec2| view.screen_from_world(at));
        let dotted = Stroke::solid(1.0, color.alpha(0.45)).dashed(Dash::Dotted);
        for guide in guides {
            match *guide {
                Guide::Grid(at) => {
                    let at = screen(at);
                    self.line(vec![Vec2::new(at.x, canvas.min.y), Vec2::new(at.x, canvas.max.y)], dotted);
                    self.line(vec![Vec2::new(canvas.min.x, at.y), Vec2::new(canvas.max.x, at.y)], dotted);
                }
                Guide::Meet(at) => {
                    let stroke = Some(Stroke::solid(1.5, color));
                    self.push(Item::Circle { center: screen(at), radius: GUIDE, fill: None, stroke });
                }
                Guide::Touch(at) => {
                    let (at, stroke) = (screen(at), Stroke::solid(1.5, color));
                    for arm in [Vec2::splat(GUIDE), Vec2::new(GUIDE, -GUIDE)] {
                        self.line(vec![at - arm, at + arm], stroke);
                    }
                }
                Guide::Level(ends) => self.line(ends.map(screen).to_vec(), Stroke::solid(1.0, color)),
            }
        }
    }

    /// `drawn`: the bodies that the canvas shows, ascending.
    fn selection(&mut self, drawn: &[u32], shown: &ShownHandles) {
        let state = self.state;
        let color = state.showing.theme.selection;
        if let Some(hovered) = state.looking.hovered.filter(|body| !state.looking.selection().contains(body))
        {
            self.outline(hovered, Stroke::solid(1.0, color.alpha(0.5)));
        }
        self.outlines_below_texts(drawn, Stroke::solid(1.5, color));
        self.box_of_group(shown);
        let half_size = HALF_SIZE * state.showing.handle_growth();
        let points = self.points_of_selection();
        for handle in &shown.handles {
            let at = handle.screen;
            // A contact point stays in sight below a handle.
            let is_on_point = points.iter().any(|point| (*point - at).abs().max_element() < half_size + 4.0);
            let fill = (!is_on_point).then_some(state.showing.theme.background);
            let stroke = Some(Stroke::solid(1.5, color));
            if let Some(foot) = handle.foot {
                let toward = (at - foot).normalize_or_zero() * half_size;
                self.line(vec![foot, at - toward], Stroke::solid(1.0, color.alpha(0.7)));
            }
            // The arrow itself shows a velocity whose tip is no handle of the shape.
            let is_round =
                matches!(handle.part, HandlePart::Rotation | HandlePart::Velocity | HandlePart::PartTurn(_));
            if handle.is_middle() {
                // There is no point yet.
                let stroke = Some(Stroke::solid(1.0, color));
                self.push(Item::Circle { center: at, radius: 0.65 * half_size, fill, stroke });
            } else if is_round {
                self.push(Item::Circle { center: at, radius: half_size + 0.5, fill, stroke });
            } else {
                self.square(at, half_size, fill, Stroke::solid(1.5, color));
            }
            // A cross marks the square that moves a part among those that resize it.
            if let HandlePart::Part(_) = handle.part {
                let arms = [Vec2::X, Vec2::Y]
                    .map(|along| [at - along * half_size * 2.0, at + along * half_size * 2.0]);
                self.push(Item::Segments { lines: arms.to_vec(), stroke: Stroke::solid(1.5, color) });
            }
        }
    }

    fn box_of_group(&mut self, shown: &ShownHandles) {
        let (Some(corners), Some(pivot)) = (shown.group, shown.pivot()) else { return };
        let arms = [Vec2::X, Vec2::Y].map(|along| [pivot - along * PIVOT, pivot + along * PIVOT]);
        let color = self.state.showing.theme.selection.alpha(0.7);
        let stroke = Some(Stroke::solid(1.0, color).dashed(Dash::Dashed));
        self.push(Item::Path { points: corners.to_vec(), closed: true, fill: None, stroke });
        self.push(Item::Segments { lines: arms.to_vec(), stroke: Stroke::solid(1.5, color) });
    }

    fn square(&mut self, at: Vec2, half_size: f32, fill: Option<Color>, stroke: Stroke) {
        let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
        let points = corners.map(|(x, y)| at + Vec2::new(x, y) * half_size).to_vec();
        self.push(Item::Path { points, closed: true, fill, stroke: Some(stroke) });
    }

    /// The contact points of the one selected body. Pixels.
    fn points_of_selection(&self) -> Vec<Vec2> {
        let [index] = *self.state.looking.selection() else { return Vec::new() };
        let pairs = self.state.derived.report.pairs.iter().filter(|pair| pair.a == index || pair.b == index);
        let points = pairs.filter_map(|pair| pair.contact.as_ref()).flat_map(|contact| &contact.points);
        points.map(|(point, _)| self.state.showing.view().screen_from_world(*point)).collect()
    }

    fn outline(&mut self, index: u32, stroke: Stroke) {
        self.outline_of(index, stroke).into_iter().for_each(|item| self.push(item));
    }

    fn outline_of(&self, index: u32, stroke: Stroke) -> Vec<Item> {
        let Some(body) = self.state.run.shown().bodies().get(index as usize) else { return Vec::new() };
        if self.state.looking.veils.hides(index) {
            return Vec::new();
        }
        // The line lies a little outside, so that the body's own outline and the pair's colours stay visible.
        let outline = Outline::of(body.shape(), body.pose(), self.state.showing.view());
        outline.grown(MARGIN, stroke)
    }

    /// Outlines the selected bodies, of many those that are drawn. Below the first text: what is written stays readable, and a
    /// crowd is drawn of what comes before texts.
    fn outlines_below_texts(&mut self, drawn: &[u32], stroke: Stroke) {
        let selection = self.state.looking.selection();
        let is_shown = |index: &&u32| selection.len() <= MANY || drawn.binary_search(index).is_ok();
        let selected = selection.iter().filter(is_shown);
        let from = Provenance { layer: self.list.layer, ..Source::Editor.into() };
        let outlines: Vec<_> =
            selected.flat_map(|&index| self.outline_of(index, stroke)).map(|item| (from, item)).collect();
        let is_text = |(_, item): &(Provenance, Item)| matches!(item, Item::Text { .. });
        let at = self.list.items.iter().position(is_text).unwrap_or(self.list.items.len());
        self.list.items.splice(at..at, outlines);
    }

    /// At the canvas' edge an arrow toward what is selected and out of sight, with its name.
    fn edge_marks(&mut self) {
        /// Half the width of an arrow. Pixels.
        const HALF: f32 = 6.0;
        let theme = self.state.showing.theme;
        let canvas = self.state.showing.view().canvas;
        for EdgeMark { at, toward, label, .. } in self.state.seen().edge_marks() {
            let side = toward.perp() * HALF;
            self.push(Item::Path {
                points: vec![at + toward * HALF, at - toward * HALF + side, at - toward * HALF - side],
                closed: true,
                fill: Some(theme.selection),
                stroke: None,
            });
            let is_right = at.x > canvas.center().x;
            self.push(Item::Text {
                position: at - toward * 16.0,
                text: label,
                size: 12.0,
                color: theme.selection,
                align: (if is_right { Align::End } else { Align::Start }, Align::Center),
                plate: Some(theme.background.alpha(0.9)),
                monospace: false,
                angle: 0.0,
            });
        }
    }

    fn box_selection(&mut self) {
        let Some(area) = self.state.hand.tools.gesture.area() else { return };
        let color = self.state.showing.theme.selection;
        let [p, q] = area.map(|corner| self.state.showing.view().screen_from_world(corner));
        self.push(Item::Path {
            points: vec![p, Vec2::new(q.x, p.y), q, Vec2::new(p.x, q.y)],
            closed: true,
            fill: Some(color.alpha(0.08)),
            stroke: Some(Stroke::solid(1.0, color).dashed(Dash::Dashed)),
        });
    }

    /// Draws the spring that pulls a body, or the arrow that will push it.
    fn pull(&mut self) {
        let state = self.state;
        let (is_pull, from, to) = match state.hand.tools.gesture {
            Gesture::Pull { body, from, to } => {
                let Some(body) = state.run.shown().body(body) else { return };
                (true, body.pose().world_from_local(from), to)
            }
            Gesture::Push { from, to, .. } => (false, from, to),
            _ => return,
        };
        let color = state.showing.theme.impulse;
        let [from, to] = [from, to].map(|point| state.showing.view().screen_from_world(point));
        let stroke = Stroke::solid(2.0, color);
        self.line(vec![from, to], if is_pull { stroke.dashed(Dash::Dashed) } else { stroke });
        let along = (to - from).normalize_or_zero();
        if is_pull {
            self.dot(to, 4.0, color);
        } else if along != Vec2::ZERO {
            let wing = |side: f32| to - along * 12.0 + along.perp() * (5.0 * side);
            self.line(vec![wing(1.0), to, wing(-1.0)], stroke);
        }
        self.dot(from, 3.0, color);
    }

    /// Draws the polygon or chain in progress, and the point that a click would set: in the colour of depth where it
    /// is not allowed.
    fn clicked(&mut self) {
        let state = self.state;
        let points = &state.hand.tools.clicked;
        let Tool::Draw(kind) = state.hand.tool else { return };
        if !clicked::is_clicked(kind) || (points.is_empty() && !state.hand.over_canvas) {
            return;
        }
        let seen = state.seen();
        let next = seen.place(state.hand.pointer, state.hand.modifiers);
        let closes = state.hand.tools.is_on_first(&seen, state.hand.pointer);
        let allowed = closes || clicked::refusal(kind, points, next).is_none();
        let color = if allowed { state.showing.theme.selection } else { state.showing.theme.depth };
        let set: Vec<Vec2> = points.iter().map(|p| state.showing.view().screen_from_world(*p)).collect();
        let next = state.showing.view().screen_from_world(next);
        if set.len() >= 2 {
            self.line(set.clone(), Stroke::solid(2.0, state.showing.theme.selection));
        }
        if let (Some(&first), Some(&last)) = (set.first(), set.last()) {
            let mut line = if closes { vec![last, first] } else { vec![last, next] };
            if kind == ShapeKind::Polygon && !closes {
                line.push(first);
            }
            self.line(line, Stroke::solid(1.5, color).dashed(Dash::Dashed));
        }
        for (i, point) in set.iter().enumerate() {
            let radius = if i == 0 { 5.5 } else { 3.5 };
            self.dot(*point, radius, state.showing.theme.selection);
        }
        self.dot(next, 3.0, color);
    }

    /// Draws the chains that the selected tiles would become, with what that ends.
    fn merged(&mut self) {
        let state = self.state;
        let Some(draft) = state.merge_draft() else { return };
        let (view, color) = (state.showing.view(), state.showing.theme.selection);
        let mut top = f32::INFINITY;
        for line in &draft.lines {
            let mut line: Vec<Vec2> = line.iter().map(|point| view.screen_from_world(*point)).collect();
            line.extend(line.first().copied());
            for point in &line {
                top = top.min(point.y);
                self.dot(*point, 3.0, color);
            }
            self.line(line, Stroke::solid(3.0, color));
        }
        let width = view.canvas.size().x - 2.0 * MARGIN_OF_PLATE;
        let lines = broken(&draft.text, |line| text_size(line, PLATE, false).x <= width);
        let last = (lines.len().saturating_sub(1)) as f32 * LINE;
        let lowest = (view.canvas.max.y - MARGIN_OF_PLATE - last).max(view.canvas.min.y);
        let y = (top - MARGIN_OF_PLATE - last).min(lowest).max(view.canvas.min.y + MARGIN_OF_PLATE);
        for (line, text) in (0..).zip(lines) {
            self.plate(Vec2::new(view.canvas.center().x, y + LINE * line as f32), text, false);
        }
    }

    /// Draws the handles of queries while the tool is taken, and what is measured between two points.
    fn asked(&mut self) {
        let state = self.state;
        let (view, color) = (state.showing.view(), state.showing.theme.selection);
        if state.hand.tool == Tool::Ask {
            let half = HALF_SIZE * state.showing.handle_growth();
            for (.., place) in ask::query_handles(&state.hand.tools, &state.seen()) {
                let fill = Some(state.showing.theme.background);
                self.square(view.screen_from_world(place), half, fill, Stroke::solid(1.5, color));
            }
        }
        let Some(draft @ QueryDraft::Span(ends)) = &state.hand.tools.draft else { return };
        let [from, to] = ends.map(|end| view.screen_from_world(end));
        let corner = view.screen_from_world(Vec2::new(ends[1].x, ends[0].y));
        let dashed = Stroke::solid(1.0, color.alpha(0.7)).dashed(Dash::Dashed);
        self.line(vec![from, corner, to], dashed);
        self.line(vec![from, to], Stroke::solid(2.0, color));
        self.dot(from, 3.0, color);
        self.dot(to, 3.0, color);
        if let Some(text) =
            ask::span_text(draft, state.showing.kept.units.typed()).filter(|_| !state.hand.in_gesture())
        {
            self.plate(from.midpoint(to) - Vec2::Y * 14.0, text, true);
        }
    }

    /// A text on a plate, its middle here.
    fn plate(&mut self, position: Vec2, text: String, monospace: bool) {
        let theme = &self.state.showing.theme;
        self.push(Item::Text {
            position,
            text,
            size: PLATE,
            color: theme.text,
            align: (Align::Center, Align::Center),
            plate: Some(theme.background.alpha(0.95)),
            monospace,
            angle: 0.0,
        });
    }

    fn dot(&mut self, center: Vec2, radius: f32, color: Color) {
        let stroke = Some(Stroke::solid(1.5, color));
        self.push(Item::Circle { center, radius, fill: Some(self.state.showing.theme.background), stroke });
    }

    fn readout(&mut self) {
        let state = self.state;
        let Some(readout) = state.hand.tools.readout.as_ref() else { return };
        let canvas = state.showing.view().canvas;
        // The text goes to the side of the pointer that has room.
        let width = text_size(&readout.text, READOUT, true).x;
        let right = state.hand.pointer.x + 24.0 + width <= canvas.max.x;
        let position = state.hand.pointer + Vec2::new(if right { 18.0 } else { -18.0 }, 22.0);
        self.push(Item::Text {
            position: position.min(canvas.max - 24.0),
            text: readout.text.clone(),
            size: READOUT,
            color: if readout.refused { state.showing.theme.depth } else { state.showing.theme.text },
            align: (if right { Align::Start } else { Align::End }, Align::Center),
            plate: Some(state.showing.theme.background.alpha(0.95)),
            monospace: true,
            angle: 0.0,
        });
    }
}
