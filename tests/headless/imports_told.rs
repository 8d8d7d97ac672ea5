//! What imports refuse, and what they tell: no value is lost or changed without a word. Poses are worked out by hand, in
//! metres, at 32 pixels per metre.
#![allow(clippy::unwrap_used)]

use collision_test::elsewhere::import::Imported;
use collision_test::scene::{SceneMotion, SceneShape};
use glam::Vec2;

use crate::imports::{body, check, check_part, left_out, read};

fn drawing(content: &str) -> String {
    format!(r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 320">{content}</svg>"#)
}

fn rectangle(width: f32, height: f32) -> SceneShape {
    SceneShape::Rectangle { width, height, radius: 0.0 }
}

#[track_caller]
fn assert_told(imported: &Imported, lines: &[&str]) {
    let told = left_out(imported);
    for line in lines {
        assert!(told.iter().any(|told| told.contains(line)), "{line}\n{told:#?}");
    }
    assert_eq!(told.len(), lines.len(), "{told:#?}");
}

#[track_caller]
fn assert_changed(imported: &Imported, lines: &[&str]) {
    for line in lines {
        assert!(imported.changed.iter().any(|told| told.contains(line)), "{line}\n{:#?}", imported.changed);
    }
    assert_eq!(imported.changed.len(), lines.len(), "{:#?}", imported.changed);
}

/// Each of 40 uses the next one twice: expanded they would be 2^40 shapes.
#[test]
fn nested_masks_clips_and_patterns_of_a_drawing_are_not_expanded() {
    for (tag, property) in [("mask", "mask"), ("clipPath", "clip-path"), ("pattern", "fill")] {
        let nested: String = (0..40)
            .map(|i| {
                let next = i + 1;
                let inner = format!(r#"<rect width="9" height="9" {property}="url(#m{next})"/>"#).repeat(2);
                format!(r#"<{tag} id="m{i}" width="1" height="1">{inner}</{tag}>"#)
            })
            .collect();
        let used = format!(r#"<rect id="box" width="32" height="64" {property}="url(#m0)"/>"#);
        let found = read("a.svg", drawing(&(nested + &used))).unwrap();
        assert_eq!(found.scene.bodies.len(), 1, "{tag}");
        check(&found, "box", &rectangle(1.0, 2.0), (0.5, -1.0), 0.0);
        assert_told(&found, &[]);
    }
}

/// Ten million squares, were they drawn.
#[test]
fn markers_of_a_drawing_are_told_and_not_expanded() {
    let square = r#"<rect width="5" height="5"/>"#.repeat(1000);
    let line: String = (0..10_000).map(|i| format!("{i},{} ", i % 2)).collect();
    let content = format!(
        r#"<marker id="dot">{square}</marker><polyline id="line" points="{line}" fill="none" stroke="red" style="marker-mid:url(#dot)"/>"#
    );
    let found = read("a.svg", drawing(&content)).unwrap();
    assert!(found.scene.bodies.iter().all(|body| body.name.starts_with("line")));
    assert_told(&found, &["marker \"dot\": what lines carry at their corners is not taken"]);
}

/// A pattern fills, and so does a gradient that stands in a mask.
#[test]
fn shapes_with_masks_clips_patterns_and_filters_are_taken_whole() {
    let content = r##"
        <defs><pattern id="tiles" width="4" height="4"><rect width="2" height="2"/></pattern><pattern id="more" href="#tiles"/>
        <filter id="blur"><feGaussianBlur stdDeviation="2"/></filter></defs>
        <clipPath id="clip"><rect width="1" height="1"/></clipPath>
        <mask id="mask" width="1"><linearGradient id="shades"><stop/><stop offset="1"/></linearGradient><rect width="1" height="1"/></mask>
        <style>.some { fill: url(#more); mask: url(#mask) }</style>
        <rect id="a" width="32" height="32" fill="url(#tiles)" filter="url(#blur)"/>
        <rect id="b" class="some" width="32" height="32"/>
        <rect id="c" width="32" height="32" clip-path="url(#clip)" fill="url(#shades)"/>"##;
    let found = read("a.svg", drawing(content)).unwrap();
    for name in ["a", "b", "c"] {
        check(&found, name, &rectangle(1.0, 1.0), (0.5, -0.5), 0.0);
    }
    assert_eq!(found.scene.bodies.len(), 3);
    assert_told(&found, &[]);
}

/// Ids are not given in the quotation marks of the entity.
#[test]
fn shapes_of_entities_are_taken_wherever_they_stand() {
    let content = "<pattern id='p' width='1' height='1'><rect/></pattern><filter id='f'/><rect width='32' height='32' fill='url(#p)' filter='url(#f)'/>";
    for (quote, content) in [('"', content.to_owned()), ('\'', content.replace('\'', "\""))] {
        let doctype = format!("<!DOCTYPE svg [<!ENTITY box {quote}{content}{quote}>]>");
        let drawing = drawing("&box;<g transform=\"translate(32 32)\">&box;</g>");
        let found = read("a.svg", doctype + &drawing).unwrap();
        check(&found, "path 1", &rectangle(1.0, 1.0), (0.5, -0.5), 0.0);
        check(&found, "path 2", &rectangle(1.0, 1.0), (1.5, -1.5), 0.0);
        assert_told(&found, &[]);
    }
}

#[test]
fn a_drawing_of_too_many_elements_is_refused_with_the_number() {
    let mut uses = r#"<defs><g id="u0"><rect width="9" height="9"/></g>"#.to_owned();
    for i in 1..9 {
        uses.push_str(&format!(
            r##"<g id="u{i}">{}</g>"##,
            format!(r##"<use href="#u{}"/>"##, i - 1).repeat(10)
        ));
    }
    uses.push_str(r##"</defs><use href="#u8"/>"##);
    let deep = format!("{}{}", "<g>".repeat(1100), "</g>".repeat(1100));
    for content in [uses, deep] {
        let error = read("a.svg", drawing(&content)).unwrap_err();
        assert!(error.contains("allowed: up to 1000000 elements, 1024 in one another"), "{error}");
    }
    let many = format!("<map>{}</map>", "<a/>".repeat(1_000_001));
    let error = read("a.tmx", many).unwrap_err();
    assert!(error.contains("allowed: up to 1000000"), "{error}");
}

fn level(name: &str, place: &str, cells: &str) -> String {
    format!(
        r#"{{"identifier": "{name}", {place}, "pxWid": 64, "pxHei": 96, "layerInstances": [
        {{"__identifier": "{name}", "__type": "IntGrid", "__cWid": 2, "__cHei": 1, "__gridSize": 32, "intGridCsv": {cells}}}]}}"#
    )
}

/// In such worlds worldX and worldY are -1.
#[test]
fn levels_of_linear_worlds_of_ldtk_lie_one_after_another() {
    let nowhere = r#""worldX": -1, "worldY": -1"#;
    let levels = [level("A", nowhere, "[1, 0]"), level("B", nowhere, "[1, 0]")].join(", ");
    for (layout, second) in [("LinearHorizontal", (2.5, -0.5)), ("LinearVertical", (0.5, -3.5))] {
        let project = format!(r#"{{"worldLayout": "{layout}", "levels": [{levels}]}}"#);
        let found = read("a.ldtk", project).unwrap();
        check(&found, "A 1", &rectangle(1.0, 1.0), (0.5, -0.5), 0.0);
        check(&found, "B 1", &rectangle(1.0, 1.0), second, 0.0);
    }
}

#[test]
fn every_world_of_an_ldtk_project_is_read_and_layers_in_other_files_are_told() {
    let placed = level("A", r#""worldX": 32, "worldY": 64"#, "[1, 0]");
    let linear = level("B", r#""worldX": -1, "worldY": -1"#, "[0, 1]");
    let elsewhere = r#"{"identifier": "C", "layerInstances": null, "externalRelPath": "a/C.ldtkl"}"#;
    let project = format!(
        r#"{{"worldLayout": null, "levels": [], "worlds": [
        {{"identifier": "V", "worldLayout": "GridVania", "levels": [{placed}]}},
        {{"identifier": "W", "worldLayout": "LinearVertical", "levels": [{elsewhere}, {linear}]}}]}}"#
    );
    let found = read("a.ldtk", project).unwrap();
    check(&found, "A 1", &rectangle(1.0, 1.0), (1.5, -2.5), 0.0);
    check(&found, "B 1", &rectangle(1.0, 1.0), (1.5, -0.5), 0.0);
    assert_told(&found, &["level \"C\": its layers are in a file of its own, \"a/C.ldtkl\""]);
    assert_changed(&found, &["the project has 2 worlds, whose levels lie over one another"]);
}

fn world(body: &str) -> Result<Imported, String> {
    read("a.json", format!(r#"{{"gravity": 0, "body": [{{"name": "fan", {body}}}]}}"#))
}

const BAR: &str = r#""polygon": {"vertices": {"x": [0, 3, 3, 0], "y": [-1, -1, 1, 1]}}"#;
const DISC: &str = r#""circle": {"center": {"x": 3, "y": 0}, "radius": 0.5}"#;

/// A disc 3 m to the right of the body's origin, which is turned by a quarter: 3 m above it.
#[test]
fn moving_bodies_of_box2d_keep_their_origin() {
    let disc = SceneShape::Circle { radius: 0.5 };
    let place = r#""position": {"x": 1, "y": 2}, "angle": 1.5707963267948966, "angularVelocity": 1"#;
    for (kind, fixtures, index) in [
        (1, format!("{{{DISC}}}"), 0),
        (1, format!("{{{DISC}}}, {{{BAR}}}"), 0),
        (1, format!("{{{BAR}}}, {{{DISC}}}"), 1),
        (2, format!("{{\"density\": 2, {DISC}}}"), 0),
    ] {
        let found = world(&format!(r#""type": {kind}, {place}, "fixture": [{fixtures}]"#)).unwrap();
        let fan = body(&found, "fan");
        assert!(fan.position.distance(Vec2::new(1.0, 2.0)) < 1.0e-6, "{fan:?}");
        assert!((fan.rotation - 90.0).abs() < 1.0e-4, "{fan:?}");
        check_part(&found, ("fan", index), &disc, (1.0, 5.0), 90.0);
        // 2 kg/m² on π/4 m².
        if let SceneMotion::Dynamic { mass, .. } = fan.motion {
            assert!((mass - std::f32::consts::FRAC_PI_2).abs() < 1.0e-5, "{mass}");
            assert!(fan.shape.to_shape().unwrap().centroid().distance(Vec2::new(3.0, 0.0)) < 1.0e-5);
        }
        assert_eq!((left_out(&found), &found.changed), (vec![], &vec![]));
    }
    // Pieces of other frictions turn about the same point.
    let found = world(&format!(
        r#""type": 1, {place}, "fixture": [{{"friction": 1, {DISC}}}, {{"friction": 0, {BAR}}}, {{"sensor": true, {DISC}}}]"#
    ))
    .unwrap();
    assert_eq!(found.scene.bodies.len(), 3);
    for piece in &found.scene.bodies {
        assert!(piece.position.distance(Vec2::new(1.0, 2.0)) < 1.0e-6, "{piece:?}");
    }
    // A disc at the origin stays a circle.
    let found = world(r#""type": 1, "fixture": [{"circle": {"center": 0, "radius": 0.5}}]"#).unwrap();
    check(&found, "fan", &disc, (0.0, 0.0), 0.0);
}

/// As Box2D has it, a dynamic body that weighs nothing has 1 kg.
#[test]
fn a_body_of_box2d_without_densities_is_taken() {
    for fixtures in [format!("{{{DISC}}}"), format!("{{{DISC}}}, {{\"density\": 0, {BAR}}}")] {
        let found = world(&format!(r#""type": 2, "fixture": [{fixtures}]"#)).unwrap();
        let SceneMotion::Dynamic { mass, .. } = body(&found, "fan").motion else { panic!("{found:?}") };
        assert_eq!(mass, 1.0, "{fixtures}");
    }
    // A shape without a density beside one that has 2 kg/m².
    let found = world(&format!(r#""type": 2, "fixture": [{{{DISC}}}, {{"density": 2, {BAR}}}]"#)).unwrap();
    let SceneMotion::Dynamic { mass, .. } = body(&found, "fan").motion else { panic!("{found:?}") };
    assert!((mass - 12.0).abs() < 1.0e-4, "{mass}");
}

fn tileset(attributes: &str, (width, height): (u32, u32), content: &str) -> String {
    format!(
        r#"<tileset firstgid="1" tilewidth="{width}" tileheight="{height}" {attributes}>{content}<tile id="0"><objectgroup><object id="1" width="{width}" height="{height}"/></objectgroup></tile></tileset>"#
    )
}

fn tiled(content: &str) -> Imported {
    let head = r#"<map orientation="orthogonal" width="2" height="2" tilewidth="32" tileheight="32">"#;
    read("a.tmx", format!("{head}{content}</map>")).unwrap()
}

fn layer(cells: &str) -> String {
    format!(r#"<layer name="l" width="2" height="2"><data encoding="csv">{cells}</data></layer>"#)
}

#[test]
fn the_offset_of_a_tileset_moves_its_tiles_and_its_objects() {
    let offset = tileset("", (32, 32), r#"<tileoffset x="8" y="16"/>"#);
    // The middle (16, 16) px comes 8 to the right and 16 down.
    check(&tiled(&(offset.clone() + &layer("1,0,0,0"))), "l", &rectangle(1.0, 1.0), (0.75, -1.0), 0.0);
    // Twice as large as its tile: the middle (32, 32) px comes 16 to the right and 32 down.
    let object =
        r#"<objectgroup><object id="1" name="o" gid="1" x="0" y="64" width="64" height="64"/></objectgroup>"#;
    check(&tiled(&(offset + object)), "o", &rectangle(2.0, 2.0), (1.5, -2.0), 0.0);
}

/// 32 x 64 px, as 64 x 32 px from the lower left corner of its cell, or from where the object stands.
#[test]
fn a_tall_tile_flipped_about_its_diagonal_lies_along_its_cell() {
    let tall = tileset("", (32, 64), "");
    let flipped = 1_u32 + (1 << 29);
    let found = tiled(&(tall.clone() + &layer(&format!("0,0,0,{flipped}"))));
    // Cell (1, 1), whose lower left corner is (32, 64) px: the middle is (64, 48) px.
    let piece = &found.scene.bodies[0];
    assert!(piece.position.distance(Vec2::new(2.0, -1.5)) < 1.0e-5, "{piece:?}");
    let corner = piece.shape.to_shape().unwrap().aabb(&piece.pose()).max;
    assert!(corner.distance(Vec2::new(3.0, -1.0)) < 1.0e-5, "{piece:?}");
    let object = format!(
        r#"<objectgroup><object id="1" name="o" gid="{flipped}" x="32" y="64" width="64" height="128"/></objectgroup>"#
    );
    // 128 x 64 px from (32, 64) px up and to the right.
    let found = tiled(&(tall + &object));
    let piece = body(&found, "o");
    let aabb = piece.shape.to_shape().unwrap().aabb(&piece.pose());
    assert!(aabb.min.distance(Vec2::new(1.0, -2.0)) < 1.0e-5, "{piece:?}");
    assert!(aabb.max.distance(Vec2::new(5.0, 0.0)) < 1.0e-5, "{piece:?}");
}

/// 64 x 32 px, which fill a cell of that size, as 32 x 64 px.
#[test]
fn a_wide_tile_flipped_about_its_diagonal_does_not_fill_its_cell() {
    let head = r#"<map orientation="orthogonal" width="2" height="2" tilewidth="64" tileheight="32">"#;
    let flipped = 1_u32 + (1 << 29);
    let cells = layer(&format!("0,0,{flipped},0"));
    let found = read("a.tmx", format!("{head}{}{cells}</map>", tileset("", (64, 32), ""))).unwrap();
    let piece = &found.scene.bodies[0];
    let aabb = piece.shape.to_shape().unwrap().aabb(&piece.pose());
    assert!(aabb.min.distance(Vec2::new(0.0, -2.0)) < 1.0e-5, "{piece:?}");
    assert!(aabb.max.distance(Vec2::new(1.0, 0.0)) < 1.0e-5, "{piece:?}");
}

#[test]
fn tiles_that_are_rendered_at_the_grids_size_are_scaled_into_their_cells() {
    let half = r#"<tile id="1"><objectgroup><object id="1" width="64" height="64"/></objectgroup></tile>"#;
    let stretched = tileset(r#"tilerendersize="grid""#, (64, 128), half);
    check(&tiled(&(stretched.clone() + &layer("0,1,0,0"))), "l", &rectangle(1.0, 1.0), (1.5, -0.5), 0.0);
    // Its upper half, 64 of 128 px.
    check(&tiled(&(stretched + &layer("0,2,0,0"))), "l", &rectangle(1.0, 0.5), (1.5, -0.25), 0.0);
    // A quarter of 64 x 128 px, in the middle of its cell.
    let fitted = tileset(r#"tilerendersize="grid" fillmode="preserve-aspect-fit""#, (64, 128), half);
    check(&tiled(&(fitted + &layer("0,1,0,0"))), "l", &rectangle(0.5, 1.0), (1.5, -0.5), 0.0);
}

#[test]
fn a_map_with_a_doctype_is_read() {
    let doctype = r#"<!DOCTYPE map SYSTEM "http://mapeditor.org/dtd/1.0/map.dtd">"#;
    let object = r#"<objectgroup><object id="1" width="32" height="32"/></objectgroup>"#;
    let found = read("a.tmx", format!("{doctype}<map>{object}</map>")).unwrap();
    check(&found, "object 1", &rectangle(1.0, 1.0), (0.5, -0.5), 0.0);
    // Entities in one another, as a drawing may not have them either.
    let entities: String =
        (1..20).map(|i| format!("<!ENTITY e{i} \"{}\">", format!("&e{};", i - 1).repeat(10))).collect();
    let text = format!("<!DOCTYPE map [<!ENTITY e0 \"lol\">{entities}]>\n<map>&e19;</map>");
    let error = read("a.tmx", text).unwrap_err();
    assert!(error.contains("entity"), "{error}");
}

#[test]
fn tile_data_that_do_not_fit_their_layer_are_told_with_numbers() {
    let beside = r#"<objectgroup><object id="1" width="32" height="32"/></objectgroup>"#;
    let layer_of =
        |data: &str| tiled(&format!(r#"<layer name="l" width="2" height="2">{data}</layer>{beside}"#));
    for (data, told) in [
        (r#"<data encoding="csv">1,1,1,1,1,1</data>"#, "it has 6 tiles; allowed: 4, 2 columns and 2 rows"),
        (r#"<data encoding="csv">1,1,1</data>"#, "it has 3 tiles; allowed: 4, 2 columns and 2 rows"),
        (
            // Fifteen bytes.
            r#"<data encoding="base64">AQAAAAEAAAABAAAAAQAA</data>"#,
            "its tiles are 15 bytes; allowed: 4 each",
        ),
    ] {
        assert_told(&layer_of(data), &[&format!("tile layer \"l\": {told}")]);
    }
    let chunk = r#"<data encoding="csv"><chunk x="0" y="0" width="2" height="1">1,1,1</chunk></data>"#;
    assert_told(&layer_of(chunk), &["a chunk of it has 3 tiles; allowed: 2, 2 columns and 1 row"]);
}

#[test]
fn only_neighbours_of_chains_and_edges_that_are_lost_are_told() {
    let neighbours = r#""hasPrevVertex": true, "prevVertex": {"x": 0, "y": 1}, "hasNextVertex": true, "nextVertex": {"x": 1, "y": 0}"#;
    let chain = |x: &str, y: &str| {
        world(&format!(
            r#""fixture": [{{"chain": {{"vertices": {{"x": [{x}], "y": [{y}]}}, {neighbours}}}}}]"#
        ))
        .unwrap()
    };
    assert_told(&chain("0, 1, 1, 0, 0", "0, 0, 1, 1, 0"), &[]);
    assert_told(
        &chain("0, 1, 1, 0", "0, 0, 1, 1"),
        &["the vertices before and after the chain of fixture 0"],
    );
    let edge = |ghosts: &str| {
        world(&format!(
            r#""fixture": [{{"edge": {{"vertex1": 0, "vertex2": {{"x": 1, "y": 0}}, {ghosts}}}}}]"#
        ))
        .unwrap()
    };
    assert_told(&edge(r#""hasVertex0": false, "vertex0": 0, "hasVertex3": false, "vertex3": 0"#), &[]);
    let told = "the vertices before and after the edge of fixture 0 of body 0 \"fan\"";
    assert_told(&edge(r#""hasVertex0": true, "vertex0": {"x": -1, "y": 0}"#), &[told]);
    assert_told(&edge(r#""hasVertex3": true, "vertex3": {"x": 2, "y": 0}"#), &[told]);
}

#[test]
fn values_of_box2d_that_a_scene_has_not_are_told_or_refused() {
    let with = |body: &str, fixture: &str| world(&format!(r#"{body}, "fixture": [{{{fixture} {BAR}}}]"#));
    for (body, fixture, told) in [
        (
            r#""type": 0"#,
            r#""restitution": 5,"#,
            "the restitution of fixture 0 of body 0 \"fan\" is 5, taken as 1",
        ),
        (r#""type": 0"#, r#""restitution": -5,"#, "is -5, taken as 0"),
        (
            r#""type": 0"#,
            r#""friction": -1,"#,
            "the friction of fixture 0 of body 0 \"fan\" is -1, taken as 0",
        ),
        (r#""type": 2"#, r#""density": -5,"#, "the density of fixture 0 of body 0 \"fan\" is -5, taken as 0"),
        (
            r#""type": 2, "linearDamping": -3, "angularDamping": -3"#,
            r#""density": 1,"#,
            "the linear damping of body 0 \"fan\" is -3, taken as 0",
        ),
        (
            r#""type": 9"#,
            "",
            "body 0 \"fan\" is of type 9, taken as dynamic; Box2D has 0 static, 1 kinematic, 2 dynamic",
        ),
        (r#""type": -1"#, "", "body 0 \"fan\" is of type -1, taken as dynamic"),
    ] {
        assert_changed(&with(body, fixture).unwrap(), &[told]);
    }
    // 6 kg; a box of 3 m x 2 m about its middle: 6 (9 + 4) / 12 = 6.5, about the body's origin 6 × 1.5² more, 20.
    let told_of = |inertia: &str| {
        let body = format!(
            r#""type": 2, "massData-mass": 6, "massData-center": {{"x": 1.5, "y": 0}}, "massData-I": {inertia}"#
        );
        left_out(&with(&body, r#""density": 1,"#).unwrap())
    };
    assert_eq!((told_of("20"), told_of("6.5"), told_of("0")), (vec![], vec![], vec![]));
    let told = told_of("40");
    assert!(told.len() == 1 && told[0].starts_with("the mass data of body 0"), "{told:?}");
    for (body, words) in [
        (
            r#""type": 2, "linearVelocity": {"x": 1e7, "y": 0}"#,
            "the velocity of body 0 \"fan\" is (10000000, 0); allowed: up to 1000000",
        ),
        (
            r#""type": 2, "angularVelocity": -2e6"#,
            "the angular velocity of body 0 \"fan\" is -2000000; allowed: up to 1000000",
        ),
        (
            r#""type": 2, "gravityScale": 1e7"#,
            "the gravity scale of body 0 \"fan\" is 10000000; allowed: up to 1000000",
        ),
    ] {
        let error = with(body, "").unwrap_err();
        assert!(error.contains(words), "{error}");
    }
    let world = |head: &str| read("a.json", format!(r#"{{{head}, "body": [{{"fixture": [{{{BAR}}}]}}]}}"#));
    let error = world(r#""gravity": {"x": 0, "y": -1e7}"#).unwrap_err();
    assert!(error.contains("gravity is (0, -10000000); allowed: up to 1000000"), "{error}");
    for steps in ["0", "1", "1000000"] {
        let found = world(&format!(r#""stepsPerSecond": {steps}"#)).unwrap();
        assert_changed(
            &found,
            &[&format!("stepsPerSecond is {steps}; a scene takes 10 to 10000, and has 60")],
        );
    }
    assert_changed(&world(r#""stepsPerSecond": 50"#).unwrap(), &[]);
}

#[test]
fn a_map_that_is_not_orthogonal_says_so_of_its_tiles_too() {
    let content = r#"<objectgroup><object id="1" width="32" height="32"/></objectgroup>"#;
    let found = read("a.tmx", format!(r#"<map orientation="isometric">{content}</map>"#)).unwrap();
    assert_changed(&found, &["the map is isometric; its objects and tiles lie as in an orthogonal one"]);
}

#[test]
fn a_tile_object_has_the_properties_of_its_tile() {
    let properties = |dynamic: &str| {
        format!(r#"<properties><property name="dynamic" type="bool" value="{dynamic}"/></properties>"#)
    };
    let tiles = format!(
        r#"<tileset firstgid="1" tilewidth="32" tileheight="32"><tile id="0">{}<objectgroup><object id="1" width="32" height="32"/></objectgroup></tile></tileset>"#,
        properties("true")
    );
    let objects = format!(
        r#"<objectgroup><object id="1" name="inherits" gid="1" y="32" width="32" height="32"/><object id="2" name="says" gid="1" y="32" width="32" height="32">{}</object></objectgroup>"#,
        properties("false")
    );
    let found = tiled(&(tiles + &objects));
    assert!(matches!(body(&found, "inherits").motion, SceneMotion::Dynamic { .. }));
    assert!(matches!(body(&found, "says").motion, SceneMotion::Static));
}

/// One line of many, whatever the file: levels and what a `use` draws have such.
#[test]
fn an_object_whose_name_is_taken_is_told_to_be_called_otherwise() {
    let player = |id: usize| format!(r#"<object id="{id}" name="player" x="{id}" width="32" height="32"/>"#);
    let found = tiled(&format!("<objectgroup>{}{}</objectgroup>", player(3), player(10)));
    assert_changed(&found, &[r#"object 10 "player" is called "player 2": its name is taken"#]);
    assert_eq!(body(&found, "player 2").position.x, body(&found, "player").position.x + 7.0 / 32.0);
    let wheel = r#"{"name": "wheel", "fixture": [{"circle": {"center": 0, "radius": 1}}]}"#;
    let found = read("a.json", format!(r#"{{"body": [{wheel}, {wheel}]}}"#)).unwrap();
    assert_changed(&found, &[r#"body 1 "wheel" is called "wheel 2": its name is taken"#]);
    let tile = r#"<rect width="9" height="9"/>"#;
    let drawn = |count: usize| {
        let tiles = format!(r#"<defs><g id="tiles">{}</g></defs>"#, tile.repeat(count));
        read("a.svg", drawing(&(tiles + r##"<use id="tile" href="#tiles"/>"##))).unwrap()
    };
    assert_changed(&drawn(1), &[]);
    let first = r#"path 2 "tile" is called "tile 2""#;
    let (second, third) = (r#"path 3 "tile" is called "tile 3""#, r#"path 4 "tile" is called "tile 4""#);
    let taken = |one: &str| format!("{one}: its name is taken");
    assert_changed(&drawn(4), &[&taken(first), &taken(second), &taken(third)]);
    for (count, others) in [(5, "1 other has"), (40, "36 others have")] {
        let words = format!("{first}, {second}, {third}, and {others} a number behind the name likewise");
        assert_changed(&drawn(count), &[&words]);
    }
    // A long name is cut, which is not told.
    let long = player(1).replace("player", &"x".repeat(120));
    assert_changed(&tiled(&format!("<objectgroup>{long}</objectgroup>")), &[]);
}

#[test]
fn what_is_left_out_for_one_reason_many_times_is_told_once() {
    let point = |i: usize| format!(r#"<object id="{i}"><point/></object>"#);
    let beside = r#"<object id="99" width="32" height="32"/>"#;
    let found = |count: usize| {
        let points: String = (1..=count).map(point).collect();
        tiled(&format!("<objectgroup>{points}{beside}</objectgroup>"))
    };
    assert_eq!(left_out(&found(3)).len(), 3);
    assert_told(&found(11), &["object 1, object 2, object 3 and 8 others: a point has no size"]);
    // One line of several tiles.
    let refused = r#"<object id="2" template="t.tx"/>"#;
    let tiles: String = (0..11)
        .map(|i| format!(r#"<tile id="{i}"><objectgroup><object id="1" width="16" height="32"/>{refused}</objectgroup></tile>"#))
        .collect();
    let set = format!(r#"<tileset firstgid="1" tilewidth="32" tileheight="32">{tiles}</tileset>"#);
    let cells = r#"<layer name="l" width="11" height="1"><data encoding="csv">1,2,3,4,5,6,7,8,9,10,11</data></layer>"#;
    let told = "tile layer \"l\" (11 times): object 2 of its tile: it is made from a template";
    assert_told(&tiled(&(set + cells)), &[told]);
}

#[test]
fn what_a_drawing_loses_is_told_with_its_reason() {
    let told = |element: &str| {
        let kept = r#"<rect id="kept" width="32" height="32"/>"#;
        left_out(&read("a.svg", drawing(&format!("{kept}{element}"))).unwrap())
    };
    for (element, lines) in [
        (r#"<path d="M 5 5"/><path d="garbage"/>"#, &["path (2 times): it draws nothing"][..]),
        (r#"<path d=""/>"#, &["path: it draws nothing"]),
        (r##"<use id="nix" href="#nothere"/>"##, &["use \"nix\": what it refers to is not in the drawing"]),
        (r##"<use href="other.svg#a"/>"##, &["use: what it refers to is not in the drawing"]),
        (r#"<foreignObject width="9" height="9"/>"#, &["foreignObject: what it holds is no drawing"]),
        (r#"<rect width="5" height="5" style="display:none"/>"#, &["rect: it draws nothing"]),
        (
            r#"<rect id="w" style="width:50px;height:10px"/>"#,
            &["rect \"w\": its width, height in CSS are not read; allowed: attributes"],
        ),
        (
            r#"<circle style="r: 10px; fill: red"/>"#,
            &["circle: its r in CSS is not read; allowed: attributes"],
        ),
        (
            r#"<rect id="calc" width="calc(10px + 20px)" height="10"/>"#,
            &["rect \"calc\": its width is \"calc(10px + 20px)\"; allowed: a number with or without a unit"],
        ),
        (
            r#"<style>#kept { x: 200px; fill: red } .d { d: path("M0 0") }</style>"#,
            &["style: its x, d in CSS are not read; allowed: attributes"],
        ),
    ] {
        let found = told(element);
        assert_eq!(found.len(), lines.len(), "{element} {found:#?}");
        assert!(found[0].starts_with(lines[0]), "{element} {found:#?}");
    }
}

/// What is drawn is kept, and what of it is not read is told.
#[test]
fn transforms_and_places_in_css_that_are_not_read_are_told() {
    let told = |element: &str| {
        let found = read("a.svg", drawing(element)).unwrap();
        assert_eq!(found.scene.bodies.len(), 1, "{element}");
        left_out(&found)
    };
    let turned = told(r#"<rect id="b" width="32" height="32" style="transform: rotate(45deg)"/>"#);
    assert_eq!(
        turned,
        ["rect \"b\": its transform in CSS is \"rotate(45deg)\"; allowed: numbers without units"]
    );
    let moved =
        told(r#"<style>#a { transform: translate(100px, 0) }</style><rect id="a" width="32" height="32"/>"#);
    assert_eq!(
        moved,
        ["style: its transform in CSS is \"translate(100px, 0)\"; allowed: numbers without units"]
    );
    assert_eq!(
        told(r#"<rect width="32" height="32" style="transform: rotate(45); x: 5px"/>"#),
        ["rect: its x in CSS is not read; allowed: attributes"]
    );
    assert!(told(r#"<rect width="32" height="32" style="fill:red;transform:rotate(45)"/>"#).is_empty());
    // A style moves what an element holds as well.
    for (element, line) in [
        (
            r#"<g id="h" style="transform: translate(5px, 5px)"><rect width="32" height="32"/></g>"#,
            "g \"h\": its transform in CSS is \"translate(5px, 5px)\"; allowed: numbers without units",
        ),
        (
            r##"<defs><rect id="d" width="32" height="32"/></defs><use href="#d" style="x: 64px"/>"##,
            "use: its x in CSS is not read; allowed: attributes",
        ),
        (
            r#"<g style="rotate: 45deg; scale: none"><rect width="32" height="32"/></g>"#,
            "g: its rotate in CSS is \"45deg\"; allowed: the attribute transform",
        ),
    ] {
        assert_eq!(told(element), [line]);
    }
}

#[test]
fn a_use_gives_its_id_to_what_it_draws() {
    let content = r##"<defs><rect id="d" width="32" height="32"/><symbol id="s" viewBox="0 0 32 32"><circle cx="16" cy="16" r="16"/></symbol></defs>
        <use id="stamp" href="#d" x="64" y="32"/><use id="disc" href="#s" width="32" height="32"/><g id="group"><rect width="32" height="32"/></g>"##;
    let found = read("a.svg", drawing(content)).unwrap();
    check(&found, "stamp", &rectangle(1.0, 1.0), (2.5, -1.5), 0.0);
    check(&found, "disc", &SceneShape::Circle { radius: 0.5 }, (0.5, -0.5), 0.0);
    check(&found, "path 3", &rectangle(1.0, 1.0), (0.5, -0.5), 0.0);
    assert_told(&found, &[]);
}

#[test]
fn a_list_in_json_is_no_world() {
    for text in ["[1]", "\n [1, 2]", "[]"] {
        let error = read("a.json", text).unwrap_err();
        assert!(error.contains("is a list; allowed: a Box2D world"), "{error}");
    }
    let error = read("a.ldtk", "[1]").unwrap_err();
    assert!(error.contains("is a list; allowed: a project of LDtk"), "{error}");
}
