//! The shipped scenes, from which most inputs start.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use collision_test::scene::Scene;

/// Larger files are left out: an input takes too long with them. Bytes.
const LARGEST: usize = 3000;

/// A scene file.
pub struct Shipped {
    pub path: PathBuf,
    pub text: String,
    pub scene: Scene,
}

/// The shipped scenes but the largest, by name.
pub fn shipped() -> &'static [Shipped] {
    static SHIPPED: LazyLock<Vec<Shipped>> = LazyLock::new(|| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes");
        let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let mut scenes: Vec<Shipped> = files
            .filter(|path| path.is_file())
            .map(|path| {
                let text = std::fs::read_to_string(&path).unwrap();
                let scene = Scene::load(&path).unwrap();
                Shipped { path, text, scene }
            })
            .filter(|shipped| shipped.text.len() <= LARGEST)
            .collect();
        scenes.sort_by(|a, b| a.path.cmp(&b.path));
        scenes
    });
    &SHIPPED
}

/// Every bit of a scene: `Debug` prints the fewest digits that distinguish two floats, and the sign of zero.
pub fn bits(scene: &Scene) -> String {
    format!("{scene:?}")
}
