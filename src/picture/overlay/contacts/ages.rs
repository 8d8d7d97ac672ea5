//! The age of contacts: a ring around each point, and its line style.

use std::f32::consts::FRAC_PI_2;

use glam::Vec2;

use crate::picture::display::{Dash, Item, Source, Stroke};
use crate::picture::overlay::extras::Age;
use crate::picture::overlay::layer::{LayerInfo, LegendEntry, Scope, Swatch};
use crate::picture::overlay::pen::{Pen, VisibleContact};
use crate::picture::overlay::picture::Picture;
use crate::picture::theme::Theme;

/// The ring around a contact point; new contacts have rays as well.
fn marker(center: Vec2, age: Age, selected_pair: bool, theme: &Theme) -> Vec<Item> {
    let radius = if selected_pair { 8.5 } else { 6.5 };
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

pub(in crate::picture::overlay) const INFO: LayerInfo = LayerInfo::new(
    "Contact age",
    "New and lasting contacts, and those that the solver skips",
    |pen, at| sample(pen, at, Age::New),
    entries,
)
.scope(Scope::Frames);

fn entries(_: &Picture) -> Vec<LegendEntry> {
    vec![
        LegendEntry::new("new contact", |pen, at| sample(pen, at, Age::New)).brief("new"),
        LegendEntry::new("lasting contact", |pen, at| sample(pen, at, Age::Lasting)).brief("lasting"),
        LegendEntry::new("contact that the solver leaves", |pen, at| sample(pen, at, Age::Taken))
            .brief("not solved"),
    ]
}

fn sample(pen: &mut Pen, at: &Swatch, age: Age) {
    pen.push_all(Source::Frame, marker(at.center, age, false, at.theme));
}

pub(in crate::picture::overlay) fn draw(picture: &Picture, pen: &mut Pen) {
    let (ages, visible) = (&picture.options.extras.ages, pen.visible);
    for VisibleContact { pair, contact, is_selected, .. } in pen.contacts(picture) {
        let Ok(found) = ages.binary_search_by_key(&(pair.a, pair.b), |age| age.pair) else { continue };
        let Some(age) = ages.get(found) else { continue };
        for (position, _) in contact.points.iter().filter(|(position, _)| visible.contains(*position)) {
            let center = picture.view.screen_from_world(*position);
            let marker = marker(center, age.age, is_selected, picture.theme);
            pen.push_all(Source::Pair(pair.a, pair.b), marker);
        }
    }
}
