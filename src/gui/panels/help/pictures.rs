//! The pictures of the manual: drawn when their page is opened, and kept until the help is closed.

use egui_macroquad::egui::load::SizedTexture;
use egui_macroquad::egui::{ColorImage, Context, Id, Image, TextureHandle, TextureOptions, Ui};

use crate::picture::backend::png::{self, Raster};

/// Widest that a picture is shown. Points.
const WIDEST: f32 = 640.0;

#[derive(Clone)]
struct DrawnPicture(TextureHandle);

/// Shows a picture of the project as wide as there is room; one that cannot be drawn leaves its caption alone.
pub fn picture_ui(ui: &mut Ui, path: &'static str, bytes: &'static [u8]) {
    let id = Id::new(("picture of the manual", path));
    let kept = ui.data(|data| data.get_temp::<DrawnPicture>(id));
    let drawn = kept.or_else(|| {
        let Raster { width, height, rgba } = raster(path, bytes).ok()?;
        let image = ColorImage::from_rgba_unmultiplied([width as usize, height as usize], &rgba);
        let drawn = DrawnPicture(ui.ctx().load_texture(path, image, TextureOptions::LINEAR));
        ui.data_mut(|data| data.insert_temp(id, drawn.clone()));
        Some(drawn)
    });
    if let Some(DrawnPicture(texture)) = drawn {
        let size = texture.size_vec2();
        let width = WIDEST.min(ui.available_width()).min(size.x);
        ui.add(Image::new(SizedTexture::new(texture.id(), size * (width / size.x))));
    }
}

/// Gives back the memory of all of them.
pub fn forget(context: &Context) {
    context.data_mut(|data| data.remove_by_type::<DrawnPicture>());
}

/// Pixels of an SVG or PNG file.
pub fn raster(path: &str, bytes: &[u8]) -> Result<Raster, String> {
    if path.ends_with(".svg") {
        png::rasterize_svg(std::str::from_utf8(bytes).map_err(|error| error.to_string())?)
    } else {
        png::decode(bytes)
    }
}
