//! The pictures on the cards of the picker: the overlay of each scene at frame 0, kept as triangles.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use egui_macroquad::egui::epaint::{Mesh, Primitive};
use egui_macroquad::egui::{Context, LayerId, Pos2, RawInput, Rect, Vec2};

use crate::gui::style;
use crate::picture::backend::window;
use crate::picture::display::Item;
use crate::picture::framing::Framing;
use crate::picture::overlay::{self, Layer, Options};
use crate::picture::theme::Theme;
use crate::platform::clock::Instant;
use crate::report::{Report, ReportOptions, WhichAxes, WhichBodies, WhichPairs};
use crate::scene::shipped::ShippedScene;

/// A frame makes no further picture once it has worked on them for this long.
const BUDGET: Duration = Duration::from_millis(4);
/// A picture is drawn this many times as large as it is shown: lines, points and arrows are small like its
/// shapes.
const DRAWN: f32 = 2.0;

#[derive(Debug)]
pub struct ScenePictures {
    /// By theme (dark or not) and scene; from (0, 0) on.
    made: HashMap<(bool, &'static str), Arc<Mesh>>,
    /// Size of each. Points.
    size: Vec2,
    /// Time spent on pictures in this frame.
    spent: Duration,
    /// Turns lists of items into triangles.
    scratch: Context,
}

impl Default for ScenePictures {
    fn default() -> Self {
        let scratch = Context::default();
        // Those of egui alone do not all exist in a page.
        scratch.set_fonts(style::fonts());
        Self { made: HashMap::new(), size: Vec2::ZERO, spent: Duration::ZERO, scratch }
    }
}

impl ScenePictures {
    /// Begins a frame, in which pictures have this size in points.
    pub fn begin(&mut self, size: Vec2) {
        self.spent = Duration::ZERO;
        if self.size != size {
            self.size = size;
            self.made.clear();
        }
    }

    /// The picture of a scene, from (0, 0) on; `None`: a later frame makes it.
    pub fn get(
        &mut self,
        shipped: &'static ShippedScene,
        theme: &Theme,
        pixels_per_point: f32,
    ) -> Option<Arc<Mesh>> {
        let key = (theme.dark, shipped.stem());
        if let Some(mesh) = self.made.get(&key) {
            return Some(Arc::clone(mesh));
        }
        if self.spent >= BUDGET {
            return None;
        }
        let began = Instant::now();
        let mesh = Arc::new(self.make(shipped, theme, pixels_per_point));
        self.spent += began.elapsed();
        self.made.insert(key, Arc::clone(&mesh));
        Some(mesh)
    }

    /// A scene that makes no world has an empty picture.
    fn make(&self, shipped: &ShippedScene, theme: &Theme, pixels_per_point: f32) -> Mesh {
        let scene = shipped.scene();
        let mut mesh = Mesh::default();
        let Ok(world) = scene.to_world() else { return mesh };
        let read = ReportOptions {
            pairs: WhichPairs::Touching,
            axes: WhichAxes::None,
            bodies: WhichBodies::None,
            ..ReportOptions::default()
        };
        let report = Report::of(scene, &world, &read);
        let layers = [Layer::Shapes, Layer::Points, Layer::Normals, Layer::Generators];
        let options = Options { layers: layers.into_iter().collect(), ..Options::default() };
        let size = self.size * DRAWN;
        let canvas = glam::Vec2::new(size.x, size.y);
        let mut list = overlay::render(scene, &world, &report, canvas, &options, theme, Framing::Moving);
        // A text would be too small to be read.
        list.items.retain(|(_, item)| !matches!(item, Item::Text { .. }));
        let input =
            RawInput { screen_rect: Some(Rect::from_min_size(Pos2::ZERO, size)), ..RawInput::default() };
        let output = self.scratch.run(input, |context| {
            window::paint(&list, &context.layer_painter(LayerId::background()));
        });
        for primitive in self.scratch.tessellate(output.shapes, pixels_per_point / DRAWN) {
            match primitive.primitive {
                Primitive::Mesh(part) => mesh.append(part),
                Primitive::Callback(_) => {}
            }
        }
        for vertex in &mut mesh.vertices {
            vertex.pos = (vertex.pos.to_vec2() / DRAWN).to_pos2();
        }
        mesh
    }
}
