//! Contact points.

use glam::Vec2;

use crate::picture::display::{Dash, Item, ItemPart, Rect, Source, Stroke};
use crate::picture::overlay::layer::{LayerInfo, LegendEntry, Sample, Swatch};
use crate::picture::overlay::pen::{Pen, VisibleContact, is_tiny};
use crate::picture::overlay::picture::Picture;
use crate::picture::theme::Theme;
use crate::report::ghosts::GhostReport;

/// Length of the arrow along the normal that is allowed at a ghost. Pixels.
const ALLOWED: f32 = 34.0;

/// The marker of a contact with a ground.
pub(in crate::picture::overlay) fn plain(center: Vec2, waits: bool, theme: &Theme) -> Item {
    let form = if waits { ring } else { sized };
    form(center, (3.5, 1.5), theme)
}

/// The marker of a contact point: a disc with a rim in the canvas's colour.
fn sized(center: Vec2, (radius, rim): (f32, f32), theme: &Theme) -> Item {
    let stroke = Some(Stroke::solid(rim, theme.background));
    Item::Circle { center, radius, fill: Some(theme.contact), stroke }
}

/// The marker of a contact that waits for a place: a ring.
fn ring(center: Vec2, (radius, rim): (f32, f32), theme: &Theme) -> Item {
    let stroke = Some(Stroke::solid(rim, theme.contact));
    Item::Circle { center, radius, fill: Some(theme.background), stroke }
}

pub(in crate::picture::overlay) const INFO: LayerInfo =
    LayerInfo::new("Contact points", "Where the shapes touch", sample, legend).key(3).on().in_render();

fn legend(picture: &Picture) -> Vec<LegendEntry> {
    let point = LegendEntry::new("contact point", sample).brief("contact");
    let (mut waits, mut has_ghosts) = (false, false);
    for pair in &picture.report.pairs {
        waits |= pair.waiting_since.is_some();
        has_ghosts |= pair.ghost.is_some();
    }
    waits |= picture.report.generated.iter().any(|one| one.made.b.is_none() && one.made.waiting);
    let waiting: Sample = |pen, at| pen.list.push(Source::Frame, ring(at.center, (5.0, 2.0), at.theme));
    let waiting = LegendEntry::new("contact that waits for a place", waiting).brief("waiting");
    let point = picture.has_contacts().then_some(point);
    let ghost: Sample = |pen, at| pen.list.push(Source::Frame, triangle(at.center, 7.0, true, at.theme));
    let ghost = LegendEntry::new("ghost contact, and the normal allowed there; filled: it acted", ghost);
    let ghost = has_ghosts.then_some(ghost.brief("ghost"));
    point.into_iter().chain(waits.then_some(waiting)).chain(ghost).collect()
}

/// The marker of a ghost contact: a triangle, filled where the solver used it.
fn triangle(center: Vec2, size: f32, acted: bool, theme: &Theme) -> Item {
    let corners = [Vec2::new(0.0, -1.0), Vec2::new(0.87, 0.5), Vec2::new(-0.87, 0.5)];
    Item::Path {
        points: corners.map(|corner| center + corner * size).to_vec(),
        closed: true,
        fill: Some(if acted { theme.contact } else { theme.background }),
        stroke: Some(Stroke::solid(1.75, theme.contact)),
    }
}

/// Where the normals were compared, and the nearest one that is allowed there.
fn draw_ghosts(picture: &Picture, pen: &mut Pen) {
    for pair in &picture.report.pairs {
        let Some(GhostReport { ghost, acted, .. }) = pair.ghost else { continue };
        if !pen.visible.contains(ghost.place) || !pen.draws(picture, (pair.a, pair.b)) {
            continue;
        }
        let is_selected = picture.options.selected_pair == Some((pair.a, pair.b));
        if !is_selected && is_tiny(picture.smaller_radius(pair)) {
            continue;
        }
        let from = picture.view.screen_from_world(ghost.place);
        let to = from + Vec2::new(ghost.allowed.x, -ghost.allowed.y) * ALLOWED;
        let stroke = Stroke::solid(1.75, picture.theme.contact).dashed(Dash::Dashed);
        let source = Source::Pair(pair.a, pair.b);
        pen.list.push(source, Item::Arrow { from, to, stroke, head: 8.0 });
        pen.list.push(source.part(ItemPart::Point), triangle(from, 7.0, acted, picture.theme));
    }
}

fn sample(pen: &mut Pen, at: &Swatch) {
    pen.list.push(Source::Frame, sized(at.center, (5.0, 2.0), at.theme));
}

pub(in crate::picture::overlay) fn draw(picture: &Picture, pen: &mut Pen) {
    for visible in pen.contacts(picture) {
        let VisibleContact { pair, contact, is_selected, .. } = visible;
        let scale = visible.mark_scale();
        for (position, _) in &contact.points {
            if !pen.visible.contains(*position) {
                continue;
            }
            let center = picture.view.screen_from_world(*position);
            pen.space.take(Rect::around(center, Vec2::splat(if is_selected { 14.0 } else { 7.0 })));
            let size = if is_selected { (5.0, 2.0) } else { (3.5 * scale, 1.5 * scale) };
            let form = if pair.waiting_since.is_some() { ring } else { sized };
            let marker = form(center, size, picture.theme);
            pen.list.push(Source::Pair(pair.a, pair.b).part(ItemPart::Point), marker);
        }
    }
    draw_ghosts(picture, pen);
}
