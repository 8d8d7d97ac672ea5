//! Tile layers of Tiled and LDtk as chains or boxes. Corners are worked out by hand, in metres, at 32 pixels per metre.
#![allow(clippy::unwrap_used)]

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use collision_test::elsewhere::import::{Imported, Tiles, load};
use collision_test::scene::{SceneBody, SceneMotion, SceneShape};
use glam::Vec2;
use miniz_oxide::deflate::{compress_to_vec, compress_to_vec_zlib};

/// Tile 1 fills its cell, 2 rises to the right, 3 has no shape.
const TILESET: &str = r#"<tileset firstgid="1" tilewidth="32" tileheight="32">
 <tile id="0"><objectgroup><object id="1" x="0" y="0" width="32" height="32"/></objectgroup></tile>
 <tile id="1"><objectgroup><object id="1" x="0" y="32"><polygon points="0,0 32,-32 32,0"/></object></objectgroup></tile>
</tileset>"#;

fn read(name: &str, text: &str, tiles: Tiles) -> Result<Imported, String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, text).unwrap();
    let imported = load(&path, 32.0, tiles).map_err(|error| error.message)?;
    imported.scene.to_world().unwrap();
    Ok(imported)
}

fn map(data: &str) -> String {
    let layer = format!(r#"<layer id="1" name="ground" width="3" height="2">{data}</layer>"#);
    format!(r#"<map tilewidth="32" tileheight="32">{TILESET}{layer}</map>"#)
}

fn csv(numbers: &str) -> String {
    map(&format!(r#"<data encoding="csv">{numbers}</data>"#))
}

/// The corners of a closed chain or a box in the world, sorted.
#[track_caller]
fn corners(body: &SceneBody) -> Vec<(i32, i32)> {
    let local = match &body.shape {
        SceneShape::Chain { points, closed: true, one_sided: false } => points.clone(),
        box_alone => box_alone.to_shape().unwrap().corners(),
    };
    let mut corners = Vec::new();
    for point in local {
        let at = body.pose().world_from_local(point);
        assert!(at.distance(at.round()) < 1.0e-5, "{body:?}");
        corners.push((at.x.round() as i32, at.y.round() as i32));
    }
    corners.sort_unstable();
    corners
}

#[track_caller]
fn only(imported: &Imported) -> &SceneBody {
    assert_eq!(imported.scene.bodies.len(), 1, "{:?}", imported.scene.bodies);
    &imported.scene.bodies[0]
}

#[test]
fn solid_tiles_and_slopes_are_one_outline() {
    let found = read("a.tmx", &csv("0,0,2,\n1,1,1"), Tiles::Outlines).unwrap();
    assert_eq!(only(&found).name, "ground");
    assert_eq!(corners(only(&found)), [(0, -2), (0, -1), (2, -1), (3, -2), (3, 0)]);
    // Flipped left to right the slope rises to the left.
    let flipped = read("a.tmx", &csv("2147483650,0,0,1,1,1"), Tiles::Outlines).unwrap();
    assert_eq!(corners(only(&flipped)), [(0, -2), (0, 0), (1, -1), (3, -2), (3, -1)]);
    // About its diagonal: (0, 32), (32, 0), (32, 32) become (32, 0), (0, 32), (32, 32), the same slope.
    let diagonal = read("a.tmx", &csv("0,0,536870914,1,1,1"), Tiles::Outlines).unwrap();
    assert_eq!(corners(only(&diagonal)), corners(only(&found)));
    // Top to bottom it hangs: below it is nothing, so it is an outline of its own with the tile above it.
    let hanging = read("a.tmx", &csv("1,0,0,1073741826,0,0"), Tiles::Outlines).unwrap();
    assert_eq!(corners(only(&hanging)), [(0, -1), (0, 0), (1, -2), (1, 0)]);
}

#[test]
fn tiles_that_do_not_touch_are_outlines_of_their_own() {
    let found = read("a.tmx", &csv("1,0,1,1,0,1"), Tiles::Outlines).unwrap();
    let outlines: Vec<_> = found.scene.bodies.iter().map(corners).collect();
    assert_eq!(outlines.len(), 2);
    assert!(outlines.contains(&vec![(0, -2), (0, 0), (1, -2), (1, 0)]), "{outlines:?}");
    assert!(outlines.contains(&vec![(2, -2), (2, 0), (3, -2), (3, 0)]), "{outlines:?}");
}

#[test]
fn an_option_keeps_a_box_for_each_tile() {
    let found = read("a.tmx", &csv("0,0,2,1,1,1"), Tiles::Boxes).unwrap();
    let bodies = &found.scene.bodies;
    assert_eq!(bodies.len(), 4);
    let unit = SceneShape::Rectangle { width: 1.0, height: 1.0, radius: 0.0 };
    let boxes: Vec<Vec2> =
        bodies.iter().filter(|body| body.shape == unit).map(|body| body.position).collect();
    assert_eq!(boxes, [Vec2::new(0.5, -1.5), Vec2::new(1.5, -1.5), Vec2::new(2.5, -1.5)]);
}

#[test]
fn a_map_writes_its_tiles_in_several_ways() {
    let expected = read("a.tmx", &csv("0,0,2,1,1,1"), Tiles::Outlines).unwrap().scene;
    let bytes: Vec<u8> = [0_u32, 0, 2, 1, 1, 1].into_iter().flat_map(u32::to_le_bytes).collect();
    let plain = STANDARD.encode(&bytes);
    let packed = STANDARD.encode(compress_to_vec_zlib(&bytes, 6));
    // gzip, with an extra field of a byte, a name, a check of the header, and a trailer that is not read.
    let header = b"\x1f\x8b\x08\x0e\0\0\0\0\0\x03\x01\0xlevel\0\x12\x34";
    let gzip = [&header[..], &compress_to_vec(&bytes, 6), &[0; 8]].concat();
    let bare = [b"\x1f\x8b\x08\0\0\0\0\0\0\x03", &compress_to_vec(&bytes, 6)[..], &[0; 8]].concat();
    for data in [
        format!(r#"<data encoding="base64" compression="gzip">{}</data>"#, STANDARD.encode(gzip)),
        format!(r#"<data encoding="base64" compression="gzip">{}</data>"#, STANDARD.encode(bare)),
        format!("<data encoding=\"base64\">\n  {plain}\n</data>"),
        format!(r#"<data encoding="base64" compression="zlib">{packed}</data>"#),
        "<data><tile/><tile/><tile gid=\"2\"/><tile gid=\"1\"/><tile gid=\"1\"/><tile gid=\"1\"/></data>"
            .to_owned(),
        r#"<data encoding="csv"><chunk x="2" y="0" width="1" height="1">2</chunk><chunk x="0" y="1" width="3" height="1">1,1,1</chunk></data>"#
            .to_owned(),
    ] {
        assert_eq!(read("a.tmx", &map(&data), Tiles::Outlines).unwrap().scene, expected, "{data}");
    }
}

/// A tileset of pictures alone: what is drawn is solid, and that is told.
#[test]
fn tiles_without_shapes_are_solid_where_no_tile_has_one() {
    let found = read("a.tmx", &csv("0,0,3,3,3,3"), Tiles::Outlines).unwrap();
    assert_eq!(corners(only(&found)), [(0, -2), (0, -1), (2, -1), (2, 0), (3, -2), (3, 0)]);
    assert!(found.changed.iter().any(|line| line.contains("each is solid")), "{:?}", found.changed);
    let mixed = read("a.tmx", &csv("0,0,3,1,1,1"), Tiles::Outlines).unwrap();
    assert_eq!(corners(only(&mixed)), [(0, -2), (0, -1), (3, -2), (3, -1)]);
    assert!(mixed.left_out.iter().any(|left| left.to_string().contains("1 of its tiles")), "{mixed:?}");
}

/// A platform that lets pass from below and a zone are tiles like others in a layer, and stay what their tile says.
#[test]
fn tiles_of_a_layer_have_the_properties_of_their_tile() {
    let tile = |id: u32, property: &str, height: u32| {
        format!(
            r#"<tile id="{id}"><properties><property name="{property}" type="bool" value="true"/></properties>
            <objectgroup><object id="1" width="32" height="{height}"/></objectgroup></tile>"#
        )
    };
    let tiles = [tile(2, "one_way", 16), tile(3, "sensor", 32), tile(4, "dynamic", 32)].concat();
    let map = csv("3,3,0,4,4,5").replace("</tileset>", &format!("{tiles}</tileset>"));
    let found = read("a.tmx", &map, Tiles::Outlines).unwrap();
    let of = |name: &str| found.scene.bodies.iter().find(|body| body.name == name).unwrap();
    assert_eq!(found.scene.bodies.len(), 4, "{:?}", found.scene.bodies);
    // Half a cell high, at the top of the first row; a block of two cells below them.
    for (name, x) in [("ground 2.1", 0.5), ("ground 2.2", 1.5)] {
        let platform = of(name);
        assert_eq!(
            (platform.position, platform.one_way),
            (Vec2::new(x, -0.25), Some(Vec2::Y)),
            "{platform:?}"
        );
    }
    let zone = of("ground 3");
    assert_eq!((corners(zone), zone.sensor), (vec![(0, -2), (0, -1), (2, -2), (2, -1)], true));
    let block = of("ground");
    assert!(!block.sensor && block.one_way.is_none() && block.motion == SceneMotion::Static, "{block:?}");
    assert_eq!(corners(block), [(2, -2), (2, -1), (3, -2), (3, -1)]);
    let told = "tile layer \"ground\": 1 tile is `dynamic`, and what a layer has stands still";
    assert!(found.changed.iter().any(|line| line == told), "{:?}", found.changed);
    // Pictures alone are solid, each as its tile says.
    let pictures = map.replace("<objectgroup>", "<nothing>").replace("</objectgroup>", "</nothing>");
    let found = read("a.tmx", &pictures, Tiles::Outlines).unwrap();
    let zones = found.scene.bodies.iter().filter(|body| body.sensor).map(corners);
    assert_eq!(zones.collect::<Vec<_>>(), [[(0, -2), (0, -1), (2, -2), (2, -1)]]);
}

/// To the objects of an isometric map a cell is as wide as high: in the height of its tiles, whatever their width.
#[test]
fn a_tile_of_an_isometric_map_is_where_its_objects_are() {
    // The tile of column 2 and row 1 begins where the object does, at (64, 32).
    let tiles = r#"<tileset firstgid="1" tilewidth="64" tileheight="32">
        <tile id="0"><objectgroup><object id="1" width="64" height="32"/></objectgroup></tile>
        <tile id="1"><objectgroup><object id="1" width="32" height="32"/></objectgroup></tile>
    </tileset>"#;
    let map = |orientation: &str, numbers: &str| {
        format!(
            r#"<map orientation="{orientation}" tilewidth="64" tileheight="32">{tiles}
            <layer id="1" name="ground" width="3" height="2"><data encoding="csv">{numbers}</data></layer>
            <objectgroup><object id="1" name="crate" x="64" y="32" width="32" height="32"/></objectgroup></map>"#
        )
    };
    let found = read("a.tmx", &map("isometric", "0,0,0,0,0,1"), Tiles::Outlines).unwrap();
    let places: Vec<_> = found.scene.bodies.iter().map(corners).collect();
    assert_eq!(places, [[(2, -2), (2, -1), (3, -2), (3, -1)], [(2, -2), (2, -1), (3, -2), (3, -1)]]);
    let half = read("a.tmx", &map("isometric", "0,0,0,0,0,2"), Tiles::Outlines).unwrap();
    assert_eq!(half.scene.bodies[0].position, Vec2::new(2.25, -1.5));
    let found = read("a.tmx", &map("staggered", "0,0,0,0,0,1"), Tiles::Outlines).unwrap();
    assert_eq!(corners(&found.scene.bodies[0]), [(4, -2), (4, -1), (6, -2), (6, -1)]);
    let told =
        "the map is staggered; its tiles lie as in an orthogonal one, its objects where they are drawn";
    assert_eq!(found.changed, [told]);
}

/// A tileset that cannot be read is no tileset of pictures: its tiles are left out, with the reason, in any order of the sets.
#[test]
fn tiles_of_a_tileset_that_cannot_be_read_are_left_out() {
    let lost = r#"<tileset firstgid="9" source="lost.tsx"/>"#;
    for sets in [format!("{TILESET}{lost}"), format!("{lost}{TILESET}")] {
        let map = |numbers: &str| {
            let data = format!(r#"<data encoding="csv">{numbers}</data>"#);
            let layer = format!(r#"<layer id="1" name="ground" width="3" height="2">{data}</layer>"#);
            format!(r#"<map tilewidth="32" tileheight="32">{sets}{layer}</map>"#)
        };
        let found = read("a.tmx", &map("9,10,0,1,1,1"), Tiles::Outlines).unwrap();
        assert_eq!(corners(only(&found)), [(0, -2), (0, -1), (3, -2), (3, -1)]);
        let told: Vec<String> = found.left_out.iter().map(ToString::to_string).collect();
        let is_told = |line: &String| {
            line.starts_with("tile layer \"ground\": 2 tiles: its tileset \"lost.tsx\" cannot be read")
        };
        assert!(told.len() == 1 && told.iter().all(is_told), "{told:?}");
        let error = read("a.tmx", &map("9,9,9,9,9,9"), Tiles::Outlines).unwrap_err();
        assert!(error.contains("6 tiles: its tileset") && !error.contains("no tiles"), "{error}");
    }
}

/// Of a large level each part that hangs together is one outline; one that is too long stays boxes, and the others do not.
#[test]
fn a_large_layer_is_merged_part_by_part() {
    // 60 by 40 islands of an L of three tiles, two blocks each.
    let (wide, high) = (180, 120);
    let is_solid = |row: i32, column: i32| row % 3 < 2 && column % 3 < 2 && (row % 3, column % 3) != (0, 1);
    let layer = |is_solid: &dyn Fn(i32, i32) -> bool, wide: i32, high: i32| {
        let rows =
            (0..high).map(|row| (0..wide).map(move |column| if is_solid(row, column) { "1" } else { "0" }));
        let numbers: Vec<String> = rows.map(|row| row.collect::<Vec<_>>().join(",")).collect();
        let data = format!(r#"<data encoding="csv">{}</data>"#, numbers.join(",\n"));
        let layer = format!(r#"<layer id="1" name="ground" width="{wide}" height="{high}">{data}</layer>"#);
        format!(r#"<map tilewidth="32" tileheight="32">{TILESET}{layer}</map>"#)
    };
    let is_chain = |body: &&SceneBody| matches!(body.shape, SceneShape::Chain { .. });
    let found = read("a.tmx", &layer(&is_solid, wide, high), Tiles::Outlines).unwrap();
    let bodies = &found.scene.bodies;
    assert_eq!((bodies.len(), bodies.iter().filter(is_chain).count()), (2400, 2400), "{:?}", found.changed);
    assert_eq!(corners(&bodies[0]), [(0, -2), (0, 0), (1, -1), (1, 0), (2, -2), (2, -1)]);
    // A comb of 1 100 teeth has 4 400 corners; beside it is an island.
    let comb = |row: i32, column: i32| match row {
        0 => column % 2 == 0,
        1 => true,
        2 => false,
        _ => column == 0 || row == 4 && column == 1,
    };
    let found = read("a.tmx", &layer(&comb, 2200, 5), Tiles::Outlines).unwrap();
    let chains: Vec<_> = found.scene.bodies.iter().filter(is_chain).collect();
    assert_eq!((chains.len(), found.scene.bodies.len()), (1, 1102));
    assert_eq!(corners(chains[0]), [(0, -5), (0, -3), (1, -4), (1, -3), (2, -5), (2, -4)]);
    let told = "1101 blocks of its tiles stay boxes: an outline has more than 4096 points";
    assert!(found.changed.iter().any(|line| line.ends_with(told)), "{:?}", found.changed);
}

#[test]
fn what_is_wrong_with_a_layer_is_told() {
    for (data, why) in [
        (r#"<data encoding="csv">1,x</data>"#, "\"x\""),
        (r#"<data encoding="base64">!</data>"#, "no base64"),
        (r#"<data encoding="base64" compression="zstd">AAAA</data>"#, "\"zstd\""),
        (r#"<data encoding="base64" compression="zlib">AAAA</data>"#, "unpacked"),
        (r#"<data encoding="base64" compression="gzip">AAAA</data>"#, "unpacked"),
        (r#"<data encoding="base64" compression="gzip">H4sIDAAAAAAAA/8A</data>"#, "unpacked"),
        (r#"<data encoding="hex">1</data>"#, "\"hex\""),
        (r#"<data encoding="csv"><chunk x="99999999" y="0" width="1">1</chunk></data>"#, "farther"),
        (r#"<data encoding="csv">0,0,0,0,0,0</data>"#, "no tiles"),
    ] {
        let error = read("a.tmx", &map(data), Tiles::Outlines).unwrap_err();
        assert!(error.contains("tile layer \"ground\"") && error.contains(why), "{data}: {error}");
    }
}

fn ldtk(layer: &str) -> String {
    format!(
        r#"{{ "defs": {{ "layers": [ {{ "identifier": "Collisions", "intGridValues": [ {{ "value": 1, "identifier": "walls" }}, {{ "value": 2, "identifier": null }} ] }} ] }},
 "levels": [ {{ "identifier": "Level_0", "worldX": 64, "worldY": -32, "layerInstances": [ {layer} ] }},
             {{ "identifier": "Level_1", "worldX": 0, "worldY": 0, "layerInstances": null }} ] }}"#
    )
}

#[test]
fn values_of_ldtk_are_outlines_of_their_own() {
    let layer = r#"{ "__identifier": "Collisions", "__type": "IntGrid", "__cWid": 3, "__cHei": 2, "__gridSize": 16,
      "__pxTotalOffsetX": 0, "__pxTotalOffsetY": 32, "intGridCsv": [0, 2, 2, 1, 1, 0] },
     { "__identifier": "Things", "__type": "Entities", "__cWid": 3, "__cHei": 2, "__gridSize": 16, "intGridCsv": [] }"#;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.ldtk");
    std::fs::write(&path, ldtk(layer)).unwrap();
    // At 16 pixels per metre the level begins at (4, 2), and its layer 2 m below that.
    let found = load(&path, 16.0, Tiles::Outlines).unwrap();
    let of = |name: &str| corners(found.scene.bodies.iter().find(|body| body.name == name).unwrap());
    assert_eq!(of("walls"), [(4, -2), (4, -1), (6, -2), (6, -1)]);
    assert_eq!(of("Collisions 2"), [(5, -1), (5, 0), (7, -1), (7, 0)]);
    let told: Vec<String> = found.left_out.iter().map(ToString::to_string).collect();
    assert!(told.iter().any(|line| line.contains("Things") && line.contains("Entities")), "{told:?}");
    assert!(told.iter().any(|line| line.contains("Level_1") && line.contains("file of its own")), "{told:?}");
}

#[test]
fn a_project_that_is_none_is_refused_with_its_place() {
    let wrong =
        r#"{ "__identifier": "C", "__type": "IntGrid", "__cWid": 0, "__gridSize": 16, "intGridCsv": [1] }"#;
    for (text, why) in [
        ("{}".to_owned(), "levels"),
        (r#"{"levels": []} and more"#.to_owned(), "trailing characters"),
        (r#"{"levels": [{"identifier": 3}]}"#.to_owned(), "levels[0].identifier"),
        (ldtk(wrong), "__cWid"),
        (ldtk(&wrong.replace("\"__cWid\": 0", "\"__cWid\": 1").replace("16", "-1")), "__gridSize"),
    ] {
        let error = read("a.ldtk", &text, Tiles::Outlines).unwrap_err();
        assert!(error.contains(why) && error.contains("a.ldtk"), "{error}");
    }
}
