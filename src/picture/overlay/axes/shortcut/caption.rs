//! The words of the layer, on the canvas.

use glam::Vec2;

use super::{ShownTests, is_on, queries, right, wrong};
use crate::explain::classic_mistakes::ShortcutTest;
use crate::picture::display::{Color, Rect, Source, broken};
use crate::picture::overlay::bodies::names::LONGEST;
use crate::picture::overlay::legend::{hidden, plate};
use crate::picture::overlay::pen::{LabelStyle, NORMAL, Pen};
use crate::picture::overlay::picture::Picture;
use crate::picture::overlay::space::Slab;
use crate::platform::plain;

/// Distance from the canvas's border. Pixels.
const MARGIN: f32 = 12.0;
/// Padding around the lines, and height of a line. Pixels.
const PADDING: f32 = 9.0;
const LINE: f32 = 18.0;
/// Most mistakes of queries that are told.
const MOST_QUERIES: usize = 3;
/// Most characters of a line.
const WIDTH: usize = 52;

struct CaptionLine {
    text: String,
    color: Color,
}

/// Takes the caption's room before labels and strips are placed, and draws it above everything.
pub(in crate::picture::overlay) fn reserve(picture: &Picture, pen: &mut Pen) {
    if !is_on(picture) {
        return;
    }
    let lines = lines(picture);
    let style = LabelStyle::new(NORMAL, picture.theme.text).left();
    let width = lines.iter().map(|line| style.size_of(&line.text).x).fold(0.0, f32::max);
    let size = Vec2::new(width, LINE * lines.len() as f32) + 2.0 * PADDING;
    let rect = place(picture, pen, size);
    pen.space.take_slab(Slab::upright(&rect));
    let plate = plate(&rect, picture.theme);
    let first = rect.min + Vec2::new(PADDING, PADDING + LINE * 0.5);
    pen.above(|pen| {
        pen.list.push(Source::Frame, plate);
        for (row, line) in lines.into_iter().enumerate() {
            let at = first + Vec2::new(0.0, LINE * row as f32);
            pen.list.push(Source::Frame, LabelStyle { color: line.color, ..style }.at(at, line.text));
        }
    });
}

fn lines(picture: &Picture) -> Vec<CaptionLine> {
    let theme = picture.theme;
    let line = |text: String, color: Color| CaptionLine { text, color };
    let heading = |text: &str| line(format!("Shortcut: {text}"), theme.text);
    let quiet = |text: &str| {
        let wrapped = wrapped(text).into_iter();
        wrapped.map(|text| line(text, theme.text_quiet)).collect::<Vec<_>>()
    };
    let name = |index: u32| plain::shortened(picture.name(index), LONGEST).into_owned();
    if picture.options.selected_pair.is_none() {
        let sentences = queries::mistakes(picture).take(MOST_QUERIES).map(|(query, mistake)| {
            let sentence = mistake.sentence(picture.world, &query.answer, name);
            format!("{}: {sentence}", plain::shortened(&query.name, LONGEST))
        });
        let sentences: Vec<String> = sentences.collect();
        if sentences.is_empty() {
            return vec![heading("select two shapes to test it on")];
        }
        let lines = sentences.iter().flat_map(|sentence| quiet(sentence));
        return std::iter::once(heading("what queries are mistaken for")).chain(lines).collect();
    }
    let shown = ShownTests::of(picture);
    let labels = |tests: &mut dyn Iterator<Item = &ShortcutTest>| {
        tests.map(|test| test.shortcut().label()).collect::<Vec<_>>().join(", ")
    };
    let Some(described) = shown.described() else {
        let mut lines = vec![heading("the shortcut answers the same here")];
        lines.extend(quiet(&format!("({})", labels(&mut shown.tests.iter()))));
        return lines;
    };
    let unit = picture.unit();
    let mut lines = vec![
        heading(described.shortcut().label()),
        line(format!("it answers: {}", described.answer.words(unit)), wrong(theme).color),
        line(format!("right: {}", described.right_words(unit)), right(theme).color),
    ];
    lines.extend(quiet(&described.sentence(unit, &name)));
    let others = labels(&mut shown.wrong().skip(1));
    if !others.is_empty() {
        lines.extend(quiet(&format!("Also wrong here: {others}.")));
    }
    lines
}

/// The text in lines of at most [`WIDTH`] characters, if its words allow it.
fn wrapped(text: &str) -> Vec<String> {
    broken(text, |line| line.chars().count() <= WIDTH)
}

/// The free place at the canvas's border that hides least of the bodies; a corner before others.
fn place(picture: &Picture, pen: &Pen, size: Vec2) -> Rect {
    /// How many places each edge has between its corners.
    const BETWEEN: u32 = 12;
    let (min, max) = (pen.canvas.min + MARGIN, pen.canvas.max - MARGIN - size);
    let [top_right, top_left, bottom_right, bottom_left] =
        [Vec2::new(max.x, min.y), min, max, Vec2::new(min.x, max.y)];
    let corners = [top_right, top_left, bottom_right, bottom_left];
    let edges = [
        (top_right, bottom_right),
        (top_left, bottom_left),
        (top_left, top_right),
        (bottom_left, bottom_right),
    ];
    let along = edges
        .into_iter()
        .flat_map(|(from, to)| (1..=BETWEEN).map(move |i| from.lerp(to, i as f32 / (BETWEEN + 1) as f32)));
    let bodies: Vec<_> = pen.visible_bodies(picture).collect();
    let cost = |rect: &Rect| -> f32 {
        let around = rect.grow(Vec2::splat(MARGIN));
        bodies.iter().map(|(index, body)| hidden(picture, *index, body, &around)).sum()
    };
    let places = corners.into_iter().chain(along).map(|min| Rect::at(min, size));
    let free = places.filter(|rect| pen.space.is_free(rect)).map(|rect| (cost(&rect), rect));
    let best = free.reduce(|best, next| if next.0 < best.0 { next } else { best });
    best.map_or(Rect::at(top_right, size), |(_, rect)| rect)
}

#[cfg(test)]
mod tests {
    use super::{WIDTH, wrapped};

    #[test]
    fn a_sentence_keeps_its_words_in_lines_that_are_short_enough() {
        let text =
            "these two axes overlap, by 0.5 m across the wall and 0.5 m along it, and yet they are apart.";
        let lines = wrapped(text);
        assert_eq!(lines.join(" "), text);
        assert!(lines.len() == 2 && lines.iter().all(|line| line.chars().count() <= WIDTH), "{lines:?}");
    }
}
