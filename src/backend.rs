//! Draws a [`crate::display::DisplayList`]: as SVG, as PNG on the CPU, or in the window. They know `display` alone.

use std::io::Write;
use std::path::Path;

use glam::Vec2;

use crate::display::{Color, DisplayList};

pub mod png;
pub mod svg;
#[cfg(feature = "window")]
pub mod window;

/// Writes the picture as `.svg` or `.png`, as the file's name ends; what stood there before stays whole until the new
/// file is. `Err` has a message for a person.
pub fn save_picture(list: &DisplayList, size: Vec2, background: Color, path: &Path) -> Result<(), String> {
    let extension = path.extension().map(|e| e.to_string_lossy().to_ascii_lowercase());
    let bytes = match extension.as_deref() {
        Some("svg") => svg::svg(list, size, background).into_bytes(),
        Some("png") => {
            let picture = png::rasterize(list, size, background)?;
            png::encode(picture.width, picture.height, &picture.rgba)?
        }
        _ => return Err(format!("{}: a picture's file name ends in .png or .svg", path.display())),
    };
    write_whole(path, &bytes).map_err(|error| format!("{}: {error}", path.display()))
}

fn write_whole(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // As a new file has them: the umask takes its share.
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.prefix(".picture").tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.persist(path)?;
    Ok(())
}
