//! Paints a display list in the window as epaint's shapes, in the order of the list. Of a large list, the items
//! before the first text are drawn by GPU instancing instead ([`crowd`], [`graphics`]). Units are egui's points.
//!
//! epaint's edges fade out over one pixel, so that no multisampling is needed. Items are clipped before they
//! are tessellated: lines may be millions of pixels long at a high zoom.

use egui_macroquad::egui::epaint::TextShape;
use egui_macroquad::egui::{self, Color32, FontFamily, FontId, Painter, Shape, pos2};
use glam::Vec2;

use crate::picture::display::{Color, DisplayList, Item, Rect, arrow_head, text_box};

mod clipped;
pub mod crowd;
mod dashes;
pub mod graphics;

use clipped::{ClippedShapes, rounded};

/// The colour premultiplied by its alpha in gamma space, so that it blends as in the other backends. (egui's
/// own conversion multiplies in linear space, which makes faint colours brighter.)
pub fn egui_color(color: Color) -> Color32 {
    let multiplied = |channel: u8| ((u16::from(channel) * u16::from(color.a) + 127) / 255) as u8;
    Color32::from_rgba_premultiplied(multiplied(color.r), multiplied(color.g), multiplied(color.b), color.a)
}

/// Paints the list, clipped to the clip rectangle of `painter`.
pub fn paint(list: &DisplayList, painter: &Painter) {
    paint_from(list, 0, painter);
}

/// Paints the items from index `first` on; those before were drawn by instancing ([`crowd`]).
pub fn paint_from(list: &DisplayList, first: usize, painter: &Painter) {
    let clip = painter.clip_rect();
    if !clip.is_positive() || !clip.is_finite() {
        return;
    }
    let mut shapes = ClippedShapes::new(clip);
    for (_, item) in list.items.get(first..).unwrap_or_default() {
        match item {
            Item::Path { points, closed, fill, stroke } => shapes.path(points, *closed, *fill, *stroke),
            Item::Circle { center, radius, fill, stroke } => shapes.circle(*center, *radius, *fill, *stroke),
            Item::Segments { lines, stroke } => {
                for line in lines {
                    shapes.path(line, false, None, Some(*stroke));
                }
            }
            Item::Arrow { from, to, stroke, head } => {
                if let Some([neck, left, right]) = arrow_head(*from, *to, *head) {
                    shapes.path(&[*from, neck], false, None, Some(*stroke));
                    shapes.path(&[*to, left, right], true, Some(stroke.color), None);
                }
            }
            Item::Text { position, angle, text, size, color, align, plate, monospace } => {
                if !position.is_finite() || !angle.is_finite() || !size.is_finite() {
                    continue;
                }
                let place = text_box(*position, text, *size, *align, *monospace);
                let turned = |point: Vec2| *position + Vec2::from_angle(*angle).rotate(point - *position);
                let reach = Vec2::splat(2.0 * place.text.size().length());
                if !shapes.bounds.overlaps(&Rect::around(turned(place.text.center()), reach)) {
                    continue;
                }
                if let Some(plate) = plate {
                    let corners = place.plate().corners().map(turned);
                    shapes.path(&rounded(&corners, 3.0), true, Some(*plate), None);
                }
                let family = if *monospace { FontFamily::Monospace } else { FontFamily::Proportional };
                let galley =
                    painter.layout_no_wrap(text.clone(), FontId::new(*size, family), egui_color(*color));
                // The fonts are the same, but egui rounds glyphs to pixels: the texts are aligned by their
                // centres.
                let center = place.text.center();
                let corner = turned(center - Vec2::new(galley.size().x, galley.size().y) * 0.5);
                let mut shape = TextShape::new(pos2(corner.x, corner.y), galley, Color32::PLACEHOLDER);
                shape.angle = *angle;
                shapes.text(Shape::Text(shape));
            }
        }
    }
    painter.extend(shapes.finish());
}

/// The rectangle to which items are clipped: `clip` grown by more than the widest line.
fn bounds(clip: egui::Rect) -> Rect {
    const MARGIN: Vec2 = Vec2::splat(32.0);
    Rect { min: Vec2::new(clip.min.x, clip.min.y), max: Vec2::new(clip.max.x, clip.max.y) }.grow(MARGIN)
}

#[cfg(test)]
mod tests {
    use egui_macroquad::egui::epaint::Mesh;
    use egui_macroquad::egui::{Pos2, vec2};

    use super::*;
    use crate::picture::display::{Dash, Source, Stroke};

    const RED: Color = Color::rgb(255, 0, 0);

    fn drawn(item: Item) -> Vec<Mesh> {
        let context = egui::Context::default();
        let mut list = DisplayList::default();
        list.push(Source::Frame, item);
        let input = egui::RawInput {
            screen_rect: Some(egui::Rect::from_min_size(Pos2::ZERO, vec2(200.0, 100.0))),
            ..Default::default()
        };
        let output = context.run(input, |context| {
            paint(&list, &context.layer_painter(egui::LayerId::background()));
        });
        context
            .tessellate(output.shapes, output.pixels_per_point)
            .into_iter()
            .filter_map(|primitive| match primitive.primitive {
                egui::epaint::Primitive::Mesh(mesh) => Some(mesh),
                egui::epaint::Primitive::Callback(_) => None,
            })
            .collect()
    }

    /// Area covered by full colour, in square pixels.
    fn area(meshes: &[Mesh]) -> f32 {
        let full = |mesh: &Mesh, i: u32| mesh.vertices[i as usize].color == Color32::RED;
        meshes
            .iter()
            .flat_map(|mesh| {
                mesh.triangles().filter(|t| t.iter().all(|&i| full(mesh, i))).map(move |t| (mesh, t))
            })
            .map(|(mesh, t)| {
                let [a, b, c] = t.map(|i| mesh.vertices[i as usize].pos);
                0.5 * ((b - a).x * (c - a).y - (b - a).y * (c - a).x).abs()
            })
            .sum()
    }

    #[test]
    fn a_filled_circle_covers_its_area_less_half_the_fading_edge() {
        let meshes = drawn(Item::Circle {
            center: Vec2::new(100.0, 50.0),
            radius: 40.0,
            fill: Some(RED),
            stroke: None,
        });
        let expected = std::f32::consts::PI * 39.5 * 39.5;
        assert!((area(&meshes) - expected).abs() < 0.01 * expected, "{} is not {expected}", area(&meshes));
    }

    #[test]
    fn a_stroked_square_has_whole_corners() {
        let points =
            vec![Vec2::new(20.0, 20.0), Vec2::new(80.0, 20.0), Vec2::new(80.0, 80.0), Vec2::new(20.0, 80.0)];
        let stroke = Some(Stroke::solid(5.0, RED));
        let meshes = drawn(Item::Path { points, closed: true, fill: None, stroke });
        // Lines of full width 4 (5 less the fading edge) around a square of 60.
        assert!((area(&meshes) - (64.0 * 64.0 - 56.0 * 56.0)).abs() < 0.5, "{}", area(&meshes));
    }

    #[test]
    fn a_dashed_line_a_million_pixels_long_is_cut_to_the_screen() {
        let points = vec![Vec2::new(-1.0e6, 50.0), Vec2::new(1.0e6, 50.0)];
        let stroke = Some(Stroke::solid(2.0, RED).dashed(Dash::Dashed));
        let meshes = drawn(Item::Path { points, closed: false, fill: None, stroke });
        let vertices: usize = meshes.iter().map(|mesh| mesh.vertices.len()).sum();
        assert!((100..1000).contains(&vertices), "{vertices} vertices");
        let covered = area(&meshes);
        // 264 pixels with the margin, one pixel of full width, four in seven of them drawn.
        assert!((120.0..170.0).contains(&covered), "{covered}");
    }

    #[test]
    fn a_polygon_around_the_whole_screen_fills_it() {
        let points = vec![Vec2::new(-1.0e6, -1.0e6), Vec2::new(2.0e6, -1.0e6), Vec2::new(-1.0e6, 2.0e6)];
        let meshes = drawn(Item::Path { points, closed: true, fill: Some(RED), stroke: None });
        assert!(area(&meshes) >= 200.0 * 100.0, "{}", area(&meshes));
    }

    #[test]
    fn faint_colors_blend_as_in_the_other_backends() {
        let faint = egui_color(Color { r: 0, g: 114, b: 178, a: 51 });
        assert_eq!(faint.to_array(), [0, 23, 36, 51]);
    }

    #[test]
    fn nan_and_infinity_draw_nothing() {
        for bad in [f32::NAN, f32::INFINITY] {
            let at = Vec2::new(bad, 5.0);
            let stroke = Some(Stroke::solid(2.0, RED));
            let path = Item::Path { points: vec![at, Vec2::ZERO], closed: false, fill: None, stroke };
            assert_eq!(area(&drawn(path)), 0.0);
            let circle = Item::Circle { center: Vec2::ONE, radius: bad, fill: Some(RED), stroke };
            assert_eq!(area(&drawn(circle)), 0.0);
        }
    }

    #[test]
    fn egui_splits_ten_thousand_circles_into_meshes_that_16_bits_can_index() {
        let context = egui::Context::default();
        let mut list = DisplayList::default();
        for i in 0..10_000 {
            list.push(
                Source::Body(i),
                Item::Circle {
                    center: Vec2::new(i as f32 % 200.0, i as f32 / 100.0),
                    radius: 4.0,
                    fill: Some(RED),
                    stroke: Some(Stroke::solid(1.5, RED)),
                },
            );
        }
        let input = egui::RawInput {
            screen_rect: Some(egui::Rect::from_min_size(Pos2::ZERO, vec2(200.0, 100.0))),
            ..Default::default()
        };
        let output = context.run(input, |context| {
            paint(&list, &context.layer_painter(egui::LayerId::background()));
        });
        let mut meshes = 0;
        for primitive in context.tessellate(output.shapes, 1.0) {
            if let egui::epaint::Primitive::Mesh(mesh) = primitive.primitive {
                // egui-miniquad splits meshes in the same way.
                meshes += mesh.split_to_u16().iter().filter(|mesh| mesh.is_valid()).count();
            }
        }
        assert!(meshes > 4, "{meshes}");
    }
}
