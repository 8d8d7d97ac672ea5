//! Movers: what each stands on, and what stopped it in the step to this frame, with the angle to its up.

use collide2d::{Body, Motion, MoverGround, MoverHit, MoverMove, MoverPurpose, MoverSurface};
use glam::Vec2;

use crate::picture::display::{Color, Item, ItemPart, PLATE_PADDING, Rect, Source, Stroke};
use crate::picture::overlay::contacts::depth::{around, push_leader};
use crate::picture::overlay::layer::{LayerInfo, LegendEntry, Swatch};
use crate::picture::overlay::pen::{LabelStyle, Pen, SMALL, not_shown};
use crate::picture::overlay::picture::Picture;
use crate::picture::theme::Theme;

/// Length of the arrow of a normal. Pixels.
const NORMAL: f32 = 30.0;
/// Half the length of the mark of a surface. Pixels.
const HALF_MARK: f32 = 9.0;
const MOST_LABELS: usize = 24;
/// Places that are tried away from what a label is of.
const MOST_PLACES: usize = 192;

pub(in crate::picture::overlay) const INFO: LayerInfo = LayerInfo::new(
    "Movers",
    "What a mover stands on, and what stopped it in the last step, with the angle between its up and the normal",
    sample,
    |picture| {
        let has_movers = !surfaces(picture).is_empty();
        let entry = || LegendEntry::new("mover: ground, or what stopped it", sample).brief("mover's surface");
        has_movers.then(entry).into_iter().collect()
    },
)
.on()
.in_render();

/// A surface that a mover met.
struct MetSurface {
    mover: u32,
    surface: MoverSurface,
    normal: Vec2,
    /// World.
    point: Vec2,
    text: String,
}

fn sample(pen: &mut Pen, at: &Swatch) {
    let from = Vec2::new(at.center.x, at.left.y + 5.0);
    pen.push_all(Source::Frame, mark(from, -Vec2::Y * 13.0, at.theme.normal, 6.0));
}

fn color(surface: MoverSurface, theme: &Theme) -> Color {
    match surface {
        MoverSurface::Ground | MoverSurface::Corner => theme.normal,
        MoverSurface::Wall | MoverSurface::Ceiling | MoverSurface::TooHigh => theme.impulse,
    }
}

/// A line along the surface, and its normal.
fn mark(at: Vec2, normal: Vec2, color: Color, head: f32) -> [Item; 2] {
    let along = normal.normalize_or_zero().perp() * HALF_MARK;
    let stroke = Stroke::solid(2.0, color);
    [
        Item::Segments { lines: vec![[at - along, at + along]], stroke: Stroke::solid(3.0, color) },
        Item::Arrow { from: at, to: at + normal, stroke, head },
    ]
}

/// What the movers met in the last step, and in frame 0 what they stand on: a ground once, and each obstacle once.
fn surfaces(picture: &Picture) -> Vec<MetSurface> {
    let mut all = Vec::new();
    for index in picture.world.mover_indices() {
        let Some(Motion::Mover { up, max_slope, .. }) = picture.world.body(index).map(Body::motion).copied()
        else {
            continue;
        };
        let slope = |normal: Vec2| normal.angle_to(up).to_degrees().abs();
        let moved = picture.world.mover_move(index);
        if let Some(MoverGround { normal, point, .. }) = picture.world.mover_ground(index) {
            let text = format!("ground {:.0}°", slope(normal));
            all.push(MetSurface { mover: index, surface: MoverSurface::Ground, normal, point, text });
        }
        for MoverHit { normal, point, surface, .. } in moved.into_iter().flat_map(hits_on_the_way) {
            let word = match surface {
                // The ground it stands on is told above, and what is too high lies beyond what stopped it.
                MoverSurface::Ground | MoverSurface::Corner | MoverSurface::TooHigh => continue,
                MoverSurface::Wall => format!("wall {:.0}° > {max_slope:.0}°", slope(normal)),
                MoverSurface::Ceiling => format!("ceiling {:.0}°", slope(normal)),
            };
            let stuck = if moved.is_some_and(|moved| moved.stuck) { ", stuck" } else { "" };
            // Two corners of one wall are one surface.
            let is_known = |met: &MetSurface| {
                met.mover == index && met.surface == surface && met.normal.dot(normal) > 0.999
            };
            if !all.iter().any(is_known) {
                all.push(MetSurface { mover: index, surface, normal, point, text: word + stuck });
            }
        }
    }
    all
}

/// Not what it met by looking for ground.
fn hits_on_the_way(moved: &MoverMove) -> impl Iterator<Item = MoverHit> {
    let on_the_way = |purpose: MoverPurpose| match purpose {
        MoverPurpose::Slide | MoverPurpose::StepOver | MoverPurpose::Carry | MoverPurpose::PushOut => true,
        MoverPurpose::FindGround | MoverPurpose::StepUp | MoverPurpose::StepDown | MoverPurpose::Snap => {
            false
        }
    };
    moved.casts.iter().filter(move |cast| on_the_way(cast.purpose)).filter_map(|cast| cast.hit)
}

pub(in crate::picture::overlay) fn draw(picture: &Picture, pen: &mut Pen) {
    let visible = pen.visible;
    for met in surfaces(picture).into_iter().filter(|met| visible.contains(met.point)) {
        let at = picture.view.screen_from_world(met.point);
        let normal = picture.view.screen_direction(met.normal) * NORMAL;
        pen.take_line(at, at + normal);
        let items = mark(at, normal, color(met.surface, picture.theme), 9.0);
        for item in items {
            pen.list.push(Source::Body(met.mover).part(ItemPart::Normal { toward: met.mover }), item);
        }
    }
}

/// What each surface is, beside it, where there is room.
pub(in crate::picture::overlay) fn draw_labels(picture: &Picture, pen: &mut Pen) {
    let (mut drawn, mut left_out) = (0, 0);
    let visible = pen.visible;
    for met in surfaces(picture).into_iter().filter(|met| visible.contains(met.point)) {
        let style = LabelStyle::new(SMALL, color(met.surface, picture.theme))
            .plate(picture.theme.background.alpha(0.8));
        let size = style.size_of(&met.text) + 2.0 * PLATE_PADDING;
        let at = picture.view.screen_from_world(met.point);
        let into = -picture.view.screen_direction(met.normal);
        let across = into.perp();
        let away = |way: Vec2| way * (size * 0.5 + 10.0);
        let near = [into, into + across, into - across, across - into, -across - into];
        let places =
            near.into_iter().map(|way| at + away(way)).chain(around(at, &pen.canvas).take(MOST_PLACES));
        match pen.space.place(size, places).filter(|_| drawn < MOST_LABELS) {
            Some(center) => {
                drawn += 1;
                let label = Rect::around(center, 0.5 * size);
                push_leader(pen, Source::Body(met.mover), at, &label, picture.theme.text_quiet);
                pen.list.push(Source::Body(met.mover).part(ItemPart::Label), style.at(center, met.text));
            }
            None => left_out += 1,
        }
    }
    if left_out > 0 {
        pen.notes.push(not_shown(left_out, "mover label"));
    }
}
