//! The legend, the title (scene and frame), the scale bar, in whose frame the picture is, and notes on what was
//! left out.

use std::borrow::Cow;

use collide2d::Body;
use glam::Vec2;

use crate::picture::display::clip::clip_segment;
use crate::picture::display::{DisplayList, Item, Rect, Source, Stroke, text_size};
use crate::picture::overlay::layer::{LegendEntry, Sample, Swatch};
use crate::picture::overlay::pen::{LARGE, LabelStyle, NORMAL, Pen, SMALL};
use crate::picture::overlay::picture::{CanvasCorner, Picture};
use crate::picture::overlay::space::Slab;
use crate::picture::theme::Theme;
use crate::platform::plain;
use crate::report::Report;
use crate::scene::numbers::LengthUnit;

/// Distance from the canvas's border. Pixels.
const MARGIN: f32 = 12.0;
/// Padding around the legend's rows. Pixels.
const PADDING: f32 = 10.0;
/// Height of a row. Pixels.
const ROW: f32 = 21.0;
/// Width of a row's sample, gap to the text included. Pixels.
const SAMPLE: f32 = 34.0;
/// A legend that takes a larger share of the canvas is left out.
const MOST_SHARE: f32 = 0.4;

/// Reserved places of legend, title and scale bar.
#[derive(Clone, Debug, Default)]
pub(super) struct LegendPlaces {
    legend: Option<(Rect, Vec<LegendEntry>)>,
    title: Option<[String; 2]>,
    scale: Option<(Rect, f32)>,
    /// Middle of what is said of the frame.
    seen_from: Option<Vec2>,
}

impl LegendPlaces {
    pub(super) fn legend_rect(&self) -> Option<Rect> {
        self.legend.as_ref().map(|(rect, _)| *rect)
    }
}

/// The entries in rows from the upper left corner of `area`, as wide as `area`, and their height in pixels.
pub(super) fn strip(picture: &Picture, entries: &[LegendEntry], area: Rect) -> (DisplayList, f32) {
    const GAP: f32 = 14.0;
    let mut pen = Pen::bare(picture, area);
    let style = LabelStyle::new(NORMAL, picture.theme.text_quiet).left();
    let mut middle = area.min + Vec2::new(0.0, ROW * 0.5);
    for entry in entries {
        let width = SAMPLE + style.size_of(&entry.brief).x;
        if middle.x > area.min.x && middle.x + width > area.max.x {
            middle = Vec2::new(area.min.x, middle.y + ROW);
        }
        (entry.sample)(&mut pen, &Swatch::new(middle, picture.theme));
        let text = style.at(middle + Vec2::new(SAMPLE - 4.0, 0.0), entry.brief.as_ref());
        pen.list.push(Source::Frame, text);
        middle.x += width + GAP;
    }
    (pen.list, middle.y + ROW * 0.5 - area.min.y)
}

/// A sample in the space of 24 pixels to the right of `left`.
pub(super) fn sample(sample: Sample, picture: &Picture, left: Vec2) -> DisplayList {
    let mut pen = Pen::bare(picture, Rect::around(left, Vec2::splat(128.0)));
    sample(&mut pen, &Swatch::new(left, picture.theme));
    pen.list
}

/// Reserves the room of title, legend (none without `entries`) and scale bar before labels are placed.
pub(super) fn reserve(picture: &Picture, pen: &mut Pen, entries: Option<Vec<LegendEntry>>) -> LegendPlaces {
    let options = picture.options;
    let mut places = LegendPlaces::default();
    if let Some(seen) = &options.seen_from {
        let size = seen_from_style(picture).size_of(&seen.note) + Vec2::new(16.0, 8.0);
        let top = pen.canvas.min.y + MARGIN + size.y * 0.5;
        let center = Vec2::new(pen.canvas.center().x, top);
        pen.space.take_slab(Slab::upright(&Rect::around(center, size)));
        places.seen_from = Some(center);
    }
    if options.title {
        let title = title(picture);
        pen.space.take_slab(Slab::upright(&title_rect(pen, &title)));
        places.title = Some(title);
    }
    if let Some(entries) = entries {
        let rect = place(picture, pen, &entries);
        let fits = pen.canvas.holds_rect(&rect);
        if fits && rect.area() <= MOST_SHARE * pen.canvas.area() {
            pen.space.take_slab(Slab::upright(&rect));
            places.legend = Some((rect, entries));
        } else {
            pen.notes.push("no room for the legend".to_owned());
        }
    }
    if options.title {
        let (length, width) = scale_length(picture.view.scale, picture.unit());
        let size = Vec2::new(width + 16.0, 34.0);
        let rect = scale_place(&pen.canvas, places.legend_rect().as_ref(), size);
        pen.space.take_slab(Slab::upright(&rect));
        places.scale = Some((rect, length));
    }
    places
}

/// Draws them on top of everything.
pub(super) fn draw(picture: &Picture, pen: &mut Pen, places: &LegendPlaces) {
    if let Some((rect, entries)) = &places.legend {
        draw_legend(picture, pen, rect, entries);
    }
    if let Some(title) = &places.title {
        draw_title(picture, pen, title);
    }
    if let Some((rect, length)) = places.scale {
        draw_scale(picture, pen, &rect, length);
    }
    if let Some((center, seen)) = places.seen_from.zip(picture.options.seen_from.as_ref()) {
        pen.list.push(Source::Frame, seen_from_style(picture).at(center, seen.note.as_str()));
    }
    draw_notes(picture, pen);
}

fn seen_from_style(picture: &Picture) -> LabelStyle {
    LabelStyle::new(NORMAL, picture.theme.text).plate(picture.theme.background.alpha(0.9))
}

fn title(picture: &Picture) -> [String; 2] {
    let Report { scene, frame, time, .. } = picture.report;
    let name = if scene.is_empty() { Cow::Borrowed("Untitled scene") } else { plain::label(scene) };
    [name.into_owned(), format!("frame {frame}   {time:.3} s")]
}

fn title_rect(pen: &Pen, [name, frame]: &[String; 2]) -> Rect {
    let width = text_size(name, LARGE, false).x.max(text_size(frame, NORMAL, false).x);
    Rect::at(pen.canvas.min + MARGIN, Vec2::new(width + 12.0, 46.0))
}

fn draw_title(picture: &Picture, pen: &mut Pen, title: &[String; 2]) {
    let theme = picture.theme;
    let rect = title_rect(pen, title);
    let plate = theme.background.alpha(0.8);
    let [name, frame] = title;
    let item = LabelStyle::new(LARGE, theme.text)
        .left()
        .plate(plate)
        .at(rect.min + Vec2::new(6.0, 12.0), name.as_str());
    pen.list.push(Source::Frame, item);
    let item = LabelStyle::new(NORMAL, theme.text_quiet).left().plate(plate);
    pen.list.push(Source::Frame, item.at(rect.min + Vec2::new(6.0, 34.0), frame.as_str()));
}

/// Lower right, else lower left; above a legend that is as wide as the canvas.
fn scale_place(canvas: &Rect, legend: Option<&Rect>, size: Vec2) -> Rect {
    let [right, left] =
        [CanvasCorner::BottomRight, CanvasCorner::BottomLeft].map(|corner| corner_rect(canvas, corner, size));
    let Some(legend) = legend else { return right };
    let above = Rect::at(Vec2::new(right.min.x, legend.min.y - size.y), size);
    [right, left].into_iter().find(|place| !legend.overlaps(place)).unwrap_or(above)
}

/// A round length whose bar is some 60 to 160 pixels wide, and that width.
fn scale_length(scale: f32, unit: LengthUnit) -> (f32, f32) {
    let per_metre = unit.per_metre() as f32;
    let wanted = 160.0 / scale * per_metre;
    let power = 10.0_f32.powf(wanted.log10().floor());
    let length = [5.0, 2.0, 1.0].into_iter().map(|m| m * power).find(|l| *l <= wanted).unwrap_or(power);
    let length = length / per_metre;
    (length, length * scale)
}

fn draw_scale(picture: &Picture, pen: &mut Pen, rect: &Rect, length: f32) {
    let width = length * picture.view.scale;
    scale_bar(picture, pen, Vec2::new(rect.max.x - 8.0 - width * 0.5, rect.max.y - 8.0), length);
}

/// Draws a scale bar half as long as that of the canvas around `middle`, its length above it.
pub(super) fn draw_scale_bar(picture: &Picture, pen: &mut Pen, middle: Vec2) {
    let (length, _) = scale_length(2.0 * picture.view.scale, picture.unit());
    scale_bar(picture, pen, middle, length);
}

fn scale_bar(picture: &Picture, pen: &mut Pen, middle: Vec2, length: f32) {
    let theme = picture.theme;
    let half = Vec2::new(0.5 * length * picture.view.scale, 0.0);
    let (from, to) = (middle - half, middle + half);
    let tick = Vec2::new(0.0, 4.0);
    let lines = vec![[from, to], [from - tick, from + tick], [to - tick, to + tick]];
    let stroke = Stroke::solid(1.5, theme.text_quiet);
    let text = picture.unit().text(length);
    let style = LabelStyle::new(SMALL, theme.text_quiet).plate(theme.background.alpha(0.8));
    pen.list.push(Source::Frame, style.at(middle - Vec2::new(0.0, 13.0), text));
    pen.list.push(Source::Frame, Item::Segments { lines, stroke });
}

/// Draws the notes where they lie on nothing: in one line, or below each other, or each for itself. A note that finds
/// no such place lies on no strip at least, and where the strips take the whole canvas it is left out.
fn draw_notes(picture: &Picture, pen: &mut Pen) {
    let notes = std::mem::take(&mut pen.notes);
    if notes.is_empty() {
        return;
    }
    let style = LabelStyle::new(SMALL, picture.theme.text_quiet).plate(picture.theme.background.alpha(0.9));
    let line = [notes.join("   ·   ")];
    let is_placed =
        [&line[..], &notes].into_iter().any(|rows| NoteBlock::of(rows, style).draw_on_nothing(pen));
    if !is_placed {
        for note in notes.chunks(1) {
            let block = NoteBlock::of(note, style);
            if !block.draw_on_nothing(pen) {
                block.draw_off_strips(pen);
            }
        }
    }
}

/// Notes below each other.
struct NoteBlock<'a> {
    rows: &'a [String],
    style: LabelStyle,
    /// Height of a row. Pixels.
    height: f32,
    size: Vec2,
}

impl<'a> NoteBlock<'a> {
    fn of(rows: &'a [String], style: LabelStyle) -> Self {
        let height = style.size_of("").y + 6.0;
        let width = rows.iter().map(|row| style.size_of(row).x).fold(0.0, f32::max);
        Self { rows, style, height, size: Vec2::new(width + 12.0, height * rows.len() as f32) }
    }

    fn draw_on_nothing(&self, pen: &mut Pen) -> bool {
        let center = pen.space.place(self.size, note_places(pen, self.size));
        center.is_some_and(|center| {
            self.draw(pen, center);
            true
        })
    }

    fn draw_off_strips(&self, pen: &mut Pen) {
        let is_off = |center: &Vec2| pen.space.is_off_slabs(&Rect::around(*center, self.size));
        if let Some(center) = note_places(pen, self.size).find(is_off) {
            self.draw(pen, center);
        }
    }

    fn draw(&self, pen: &mut Pen, center: Vec2) {
        pen.space.take(Rect::around(center, self.size));
        let first = center - Vec2::Y * (self.height * 0.5 * (self.rows.len() - 1) as f32);
        for (row, text) in (0_u16..).zip(self.rows) {
            let at = first + Vec2::Y * (self.height * f32::from(row));
            pen.list.push(Source::Frame, self.style.at(at, text.as_str()));
        }
    }
}

/// Middles for notes of this size, best first: at the canvas's lower edge, then its upper one, then anywhere.
fn note_places(pen: &Pen, size: Vec2) -> impl Iterator<Item = Vec2> + use<> {
    /// From place to place. Pixels.
    const STEP: f32 = 8.0;
    let room = pen.canvas.grow(-Vec2::splat(MARGIN) - size * 0.5);
    let bottom = Vec2::new(pen.canvas.center().x, room.max.y);
    let top = Vec2::new(bottom.x, room.min.y);
    let above = move |rows: f32| bottom - Vec2::new(0.0, rows * size.y);
    let aside = Vec2::new((room.size().x * 0.5).max(0.0), 0.0);
    let corners = [bottom - aside, bottom + aside, top - aside, top + aside];
    let steps = |length: f32| (length / STEP).clamp(0.0, 256.0) as u16;
    let (columns, rows) = (steps(room.size().x), steps(room.size().y));
    let anywhere = (0..=rows).flat_map(move |row| {
        (0..=columns).map(move |column| {
            Vec2::new(room.min.x + STEP * f32::from(column), room.max.y - STEP * f32::from(row))
        })
    });
    [bottom, top, above(1.0), above(2.0)].into_iter().chain(corners).chain(anywhere)
}

fn place(picture: &Picture, pen: &Pen, entries: &[LegendEntry]) -> Rect {
    let style = LabelStyle::new(NORMAL, picture.theme.text);
    let width = entries.iter().map(|entry| style.size_of(&entry.text).x).fold(0.0, f32::max);
    let size = Vec2::new(2.0 * PADDING + SAMPLE + width, 2.0 * PADDING + ROW * entries.len() as f32);
    match picture.options.legend_corner {
        Some(corner) => corner_rect(&pen.canvas, corner, size),
        None => emptiest(picture, pen, size),
    }
}

/// The rectangle of `size` at the border of the canvas that hides least of the bodies, in a corner if possible.
fn emptiest(picture: &Picture, pen: &Pen, size: Vec2) -> Rect {
    use CanvasCorner::{BottomLeft, BottomRight, TopLeft, TopRight};
    /// How many places each edge has between its corners.
    const BETWEEN: u32 = 15;
    let corner = |corner| corner_rect(&pen.canvas, corner, size);
    let corners = [BottomLeft, BottomRight, TopRight, TopLeft].map(corner);
    let title = picture.options.title.then(|| title_rect(pen, &title(picture)).grow(Vec2::splat(MARGIN)));
    let along = |from: Rect, to: Rect| {
        (1..=BETWEEN).map(move |i| Rect::at(from.min.lerp(to.min, i as f32 / (BETWEEN + 1) as f32), size))
    };
    let [bottom_left, bottom_right, top_right, top_left] = corners;
    let edges = [
        (bottom_right, bottom_left),
        (bottom_left, top_left),
        (bottom_right, top_right),
        (top_right, top_left),
    ];
    let bodies: Vec<_> = pen.visible_bodies(picture).collect();
    let hides = |rect: &Rect| {
        if title.is_some_and(|title| title.overlaps(rect)) {
            return f32::INFINITY;
        }
        let around = rect.grow(Vec2::splat(MARGIN));
        bodies.iter().map(|(index, body)| hidden(picture, *index, body, &around)).sum()
    };
    let best = |rects: &mut dyn Iterator<Item = Rect>| {
        let hidden = rects.map(|rect| (rect, hides(&rect)));
        hidden.reduce(|best, next| if next.1 < best.1 { next } else { best })
    };
    let in_corner = best(&mut corners.into_iter());
    let found = match in_corner {
        Some((_, hidden)) if hidden > 0.0 => {
            let on_edge = best(&mut edges.into_iter().flat_map(|(from, to)| along(from, to)));
            // A corner that hides something is left for a place that hides far less only.
            on_edge.filter(|(_, on_edge)| *on_edge < 0.5 * hidden).or(in_corner)
        }
        _ => in_corner,
    };
    found.map_or(bottom_left, |(rect, _)| rect)
}

/// How much of a body a rectangle hides.
pub(super) fn hidden(picture: &Picture, index: u32, body: &Body, rect: &Rect) -> f32 {
    let weight = if picture.pair_color(index).is_some() { 4.0 } else { 1.0 };
    weight
        * match picture.wall(body) {
            Some([from, to]) => clip_segment(from, to, rect).map_or(0.0, |[p, q]| 8.0 * p.distance(q)),
            None => picture.screen_box(body).shared_area(rect),
        }
}

fn corner_rect(canvas: &Rect, corner: CanvasCorner, size: Vec2) -> Rect {
    let (min, max) = (canvas.min + MARGIN, canvas.max - MARGIN - size);
    Rect::at(
        match corner {
            CanvasCorner::BottomLeft => Vec2::new(min.x, max.y),
            CanvasCorner::BottomRight => max,
            CanvasCorner::TopRight => Vec2::new(max.x, min.y),
            CanvasCorner::TopLeft => min,
        },
        size,
    )
}

/// What lies under the words of the legend and of captions.
pub(super) fn plate(rect: &Rect, theme: &Theme) -> Item {
    Item::Path {
        points: rect.corners().to_vec(),
        closed: true,
        fill: Some(theme.background.alpha(0.92)),
        stroke: Some(Stroke::solid(1.0, theme.grid_axis)),
    }
}

fn draw_legend(picture: &Picture, pen: &mut Pen, rect: &Rect, entries: &[LegendEntry]) {
    let theme = picture.theme;
    pen.list.push(Source::Frame, plate(rect, theme));
    let style = LabelStyle::new(NORMAL, theme.text).left();
    let mut middle = rect.min + Vec2::new(PADDING, PADDING + ROW * 0.5);
    for entry in entries {
        (entry.sample)(pen, &Swatch::new(middle, theme));
        pen.list.push(Source::Frame, style.at(middle + Vec2::new(SAMPLE, 0.0), entry.text.as_ref()));
        middle.y += ROW;
    }
}
