//! The age of contacts: a ring around each point, and its line style.

use std::f32::consts::FRAC_PI_2;

use glam::Vec2;

use super::extras::Age;
use super::pen::Pen;
use super::picture::Picture;
use crate::display::{Dash, Item, Source, Stroke};
use crate::theme::Theme;

/// The layer's ring. New contacts have rays as well.
pub(super) fn marker(center: Vec2, age: Age, looked: bool, theme: &Theme) -> Vec<Item> {
    let radius = if looked { 8.5 } else { 6.5 };
    let stroke = match age {
        Age::New => Stroke::solid(2.25, theme.impulse),
        Age::Lasting => Stroke::solid(1.75, theme.lasting),
        Age::Taken => Stroke::solid(1.75, theme.text_quiet).dashed(Dash::Dotted),
    };
    let ring = Item::Circle { center, radius, fill: None, stroke: Some(stroke) };
    if age != Age::New {
        return vec![ring];
    }
    let ray = |i: i32| {
        let out = Vec2::from_angle((i as f32 + 0.5) * FRAC_PI_2);
        [center + out * radius, center + out * (radius + 4.0)]
    };
    vec![ring, Item::Segments { lines: (0..4).map(ray).collect(), stroke }]
}

pub(super) fn draw(picture: &Picture, pen: &mut Pen) {
    let ages = &picture.options.extras.ages;
    for (pair, contact, looked) in pen.contacts(picture) {
        let Ok(found) = ages.binary_search_by_key(&(pair.a, pair.b), |age| age.pair) else { continue };
        let Some(age) = ages.get(found) else { continue };
        for (position, _) in contact.points.iter().filter(|(position, _)| pen.visible.contains(*position)) {
            let center = picture.view.screen_from_world(*position);
            for item in marker(center, age.age, looked, picture.theme) {
                pen.list.push(Source::Pair(pair.a, pair.b), item);
            }
        }
    }
}
