//! Levels of Tiled and LDtk.

use arbitrary::{Result, Unstructured};
use collision_test::elsewhere::import::{self, Tiles};
use serde_json::{Value, json};

use crate::decode::CHUNK;
use crate::json::edit;

/// Tile 1 fills its cell, 2 is a slope, 3 a disc, 4 has no shape.
const TILESET: &str = r#"<tileset firstgid="1" tilewidth="32" tileheight="32"><tile id="0"><objectgroup><object id="1" x="0" y="0" width="32" height="32"/></objectgroup></tile><tile id="1"><objectgroup><object id="1" x="0" y="32"><polygon points="0,0 32,-32 32,0"/></object></objectgroup></tile><tile id="2"><objectgroup><object id="1" x="4" y="4" width="24" height="24"><ellipse/></object></objectgroup></tile></tileset>"#;

/// Numbers at which the format changes: tiles turned over, and none.
const NUMBERS: [&str; 18] = [
    "0",
    "1",
    "2",
    "3",
    "4",
    "2147483649",
    "1073741826",
    "536870914",
    "3221225475",
    "3758096386",
    "4294967295",
    "-1",
    "1e9",
    "x",
    "32",
    "0.5",
    "65536",
    "99999999",
];

const WORDS: [&str; 18] = [
    "levels",
    "identifier",
    "worldX",
    "worldY",
    "layerInstances",
    "__identifier",
    "__type",
    "IntGrid",
    "Entities",
    "__cWid",
    "__cHei",
    "__gridSize",
    "__pxTotalOffsetX",
    "__pxTotalOffsetY",
    "intGridCsv",
    "defs",
    "intGridValues",
    "",
];

/// A level gives a valid scene, with its tiles as outlines and as boxes; or it is refused in a message of bounded length.
pub fn level_file(data: &[u8]) {
    reads_level(data);
}

/// [`level_file`]; whether it is read.
pub fn reads_level(data: &[u8]) -> bool {
    let (is_ldtk, rest) = data.split_first().map_or((false, data), |(first, rest)| (first & 1 == 1, rest));
    let (name, text) = if is_ldtk { ("a.ldtk", project(rest)) } else { ("a.tmx", map(rest).unwrap()) };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, &text).unwrap();
    let read = [Tiles::Outlines, Tiles::Boxes].map(|tiles| {
        let read = import::load(&path, 32.0, tiles);
        match &read {
            Ok(imported) => {
                imported.scene.validate().unwrap_or_else(|error| panic!("{error} of {text}"));
                imported.scene.to_world().unwrap_or_else(|error| panic!("{error} of {text}"));
            }
            Err(error) => assert!(error.message.len() < 4000, "{error:.1000}"),
        }
        read.is_ok()
    });
    read == [true; 2]
}

fn project(data: &[u8]) -> String {
    let mut project = json!({
        "defs": { "layers": [{ "identifier": "Collisions", "intGridValues": [{ "value": 1, "identifier": "walls" }] }] },
        "levels": [{ "identifier": "Level_0", "worldX": 64, "worldY": -32, "layerInstances": [
            { "__identifier": "Collisions", "__type": "IntGrid", "__cWid": 4, "__cHei": 3, "__gridSize": 16,
              "__pxTotalOffsetX": 0, "__pxTotalOffsetY": 32, "intGridCsv": [0, 1, 1, 0, 1, 0, 1, 2, 0, 1, 1, 1] },
            { "__identifier": "Things", "__type": "Entities", "__cWid": 3, "__cHei": 2, "__gridSize": 16, "intGridCsv": [] },
        ] }],
    });
    for chunk in data.chunks(CHUNK) {
        edit(&mut project, &WORDS, &mut Unstructured::new(chunk)).unwrap();
    }
    Value::to_string(&project)
}

/// Tiles of a layer, a byte each, and now and then a number where another is meant.
fn map(data: &[u8]) -> Result<String> {
    let mut u = Unstructured::new(data);
    let mut number =
        |usual: &'static str| if u.ratio(15, 16)? { Ok(usual) } else { u.choose(&NUMBERS).copied() };
    let [width, height, cell] = [number("6")?, number("5")?, number("32")?];
    let [x, y] = [number("0")?, number("0")?];
    let tiles: Vec<&str> = (0..30).map(|_| u.choose(&NUMBERS[..11]).copied()).collect::<Result<_>>()?;
    let layer = format!(
        r#"<layer id="1" name="ground" width="{width}" height="{height}" offsetx="{x}" offsety="{y}"><data encoding="csv">{}</data></layer>"#,
        tiles.join(",")
    );
    let objects = format!(
        r#"<objectgroup id="2"><object id="7" x="{x}" y="{y}" width="{width}" height="{cell}"/></objectgroup>"#
    );
    Ok(format!(r#"<map tilewidth="{cell}" tileheight="32">{TILESET}{layer}{objects}</map>"#))
}
