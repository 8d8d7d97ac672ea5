//! The marks of the selected pair, over the shipped scenes: its letters, and the number of its depth.

use super::*;

/// Each pair looked at of every shipped scene at some frames, in the views of the window.
fn each(mut check: impl FnMut(&str, &Picture, (u32, u32), &[(Provenance, Item)])) {
    let frames =
        |(name, scene): (String, Scene)| [0, 1, 40].map(|frame| (name.clone(), scene.clone(), frame));
    for (name, scene, frame) in scenes().into_iter().flat_map(frames) {
        let mut still = Still::of(&scene, frame);
        for pair in still.touching().into_iter().take(8) {
            still.select_pair(pair);
            let mut extras = Extras::default();
            extras.ask(&still.world, &still.report, pair);
            let (layers, extras) = (Layers::default(), Arc::new(extras));
            let options = Options { layers, selected_pair: Some(pair), extras, ..Options::default() };
            let (scene, world, report, theme) = (&still.scene, &still.world, &still.report, &Theme::DARK);
            let whole = still.fitted();
            let picture = Picture { scene, world, report, view: &whole, theme, options: &options };
            for framing in [Framing::Scene, Framing::Moving, Framing::Pair] {
                let view = overlay::fit(&picture, framing, 71.0).unwrap();
                let picture = Picture { view: &view, ..picture };
                let case = format!("{name}, frame {frame}, pair {pair:?}, {} px/m", view.scale);
                check(&case, &picture, pair, &overlay::draw(&picture).items);
            }
        }
    }
}

/// The texts of one source: anchor, text and box.
fn labels(items: &[(Provenance, Item)], of: Source) -> Vec<(Vec2, &str, Rect)> {
    let mut labels = Vec::new();
    for (Provenance { source, .. }, item) in items {
        if let Item::Text { position, text, size, align, monospace, .. } = item
            && *source == of
        {
            labels.push((
                *position,
                text.as_str(),
                text_box(*position, text, *size, *align, *monospace).text,
            ));
        }
    }
    labels
}

#[test]
fn both_letters_of_the_pair_are_there_on_or_beside_their_own_shapes() {
    let (mut letters, mut faults) = (0, Vec::new());
    each(|case, picture, (a, b), items| {
        for (index, other, letter) in [(a, b, "A"), (b, a, "B")] {
            let [this, other] = [index, other].map(|i| &picture.world.bodies()[i as usize]);
            if !this.aabb().overlaps(&picture.view.visible()) {
                continue;
            }
            let found = labels(items, Source::Body(index)).into_iter().find(|(_, text, _)| *text == letter);
            let Some((at, ..)) = found else {
                faults.push(format!("{case}: no {letter}"));
                continue;
            };
            letters += 1;
            let world = picture.view.world_from_screen(at);
            let is_on = |body: &collide2d::Body| body.shape().contains(body.pose(), world);
            if is_on(other) && !is_on(this) {
                faults.push(format!("{case}: {letter} is on the other shape"));
            }
        }
    });
    assert!(
        faults.is_empty(),
        "{} faults, such as\n{}",
        faults.len(),
        faults[..faults.len().min(9)].join("\n")
    );
    assert!(letters > 500, "{letters}");
}

#[test]
fn the_pair_has_the_number_of_its_depth_off_its_arrows_and_depths_without_numbers_are_counted() {
    let (mut pairs, mut counted, mut faults) = (0, 0, Vec::new());
    each(|case, picture, (a, b), items| {
        let view = picture.view;
        let canvas = |point: Vec2| CANVAS.contains(view.screen_from_world(point));
        let contacts = picture.report.pairs.iter().filter_map(|pair| {
            let (at, _) = pair.contact.as_ref()?.deepest()?;
            canvas(at).then_some((pair.a, pair.b))
        });
        let contacts: Vec<_> = contacts.collect();
        let numbers = |pair: (u32, u32)| labels(items, Source::Pair(pair.0, pair.1));
        let well_inside = CANVAS.grow(Vec2::splat(-40.0));
        let selected_pair = picture.report.pair((a, b)).unwrap().contact.as_ref().unwrap();
        if well_inside.contains(view.screen_from_world(selected_pair.deepest().unwrap().0)) {
            pairs += 1;
            let number = format!("depth {}", picture.report.unit.label(selected_pair.depth));
            let Some((.., rect)) = numbers((a, b)).into_iter().find(|(_, text, _)| *text == number) else {
                return faults.push(format!("{case}: no number of the depth"));
            };
            for (Provenance { source, .. }, item) in items {
                if let (Source::Pair(..), Item::Arrow { from, to, .. }) = (source, item)
                    && *source == Source::Pair(a, b)
                    && (0..=20).any(|i| rect.contains(from.lerp(*to, i as f32 / 20.0)))
                {
                    faults.push(format!("{case}: the number is on the normal's arrow"));
                }
            }
        }
        // Of a pair with several entries each contact has its own number.
        let of_one = contacts.chunk_by(|p, q| p == q);
        let is_number = |(_, text, _): &&(Vec2, &str, Rect)| !text.starts_with("parry2d:");
        let numbered: usize = of_one
            .map(|entries| numbers(entries[0]).iter().filter(is_number).count().min(entries.len()))
            .sum();
        let notes = labels(items, Source::Frame);
        let told = notes.iter().find_map(|(_, text, _)| {
            let note = text.split(" · ").find(|note| note.contains("depth label"))?;
            note.split_whitespace().next()?.parse::<usize>().ok()
        });
        counted += told.unwrap_or(0);
        if told.unwrap_or(0) != contacts.len() - numbered {
            faults.push(format!("{case}: {told:?}, of {} contacts {numbered} have numbers", contacts.len()));
        }
    });
    assert!(
        faults.is_empty(),
        "{} faults, such as\n{}",
        faults.len(),
        faults[..faults.len().min(9)].join("\n")
    );
    assert!(pairs > 300 && counted > 500, "{pairs} pairs, {counted} without numbers");
}

#[test]
fn the_legend_keeps_off_bodies_where_a_corner_or_an_edge_is_free() {
    let (mut free, mut legends) = (0, 0);
    for (name, scene) in scenes() {
        let mut still = Still::of(&scene, 40);
        let Some(&pair) = still.touching().first() else { continue };
        still.select_pair(pair);
        let options = Options {
            layers: Layers::default(),
            selected_pair: Some(pair),
            legend: true,
            title: true,
            ..Options::default()
        };
        let (scene, world, report, theme) = (&still.scene, &still.world, &still.report, &Theme::DARK);
        let whole = still.fitted();
        let picture = Picture { scene, world, report, view: &whole, theme, options: &options };
        for framing in [Framing::Scene, Framing::Pair, Framing::Contact] {
            let view = overlay::fit(&picture, framing, 71.0).unwrap();
            let items = overlay::draw(&Picture { view: &view, ..picture }).items;
            let plate = items.iter().find_map(|(Provenance { source, .. }, item)| match item {
                Item::Path { points, fill: Some(fill), .. }
                    if *source == Source::Frame && *fill == theme.background.alpha(0.92) =>
                {
                    Rect::of(points)
                }
                _ => None,
            });
            let plate = plate.unwrap();
            legends += 1;
            let boxes: Vec<Rect> = world
                .bodies()
                .iter()
                .filter_map(|body| {
                    let aabb = body.aabb();
                    Rect::of(&[view.screen_from_world(aabb.min), view.screen_from_world(aabb.max)])
                })
                .collect();
            let is_off = |rect: &Rect| boxes.iter().all(|body| !body.overlaps(&rect.grow(Vec2::splat(12.0))));
            // In the corners that the title leaves.
            let room = Rect { min: CANVAS.min + 12.0, max: CANVAS.max - 12.0 - plate.size() };
            let corners = [Vec2::new(room.min.x, room.max.y), room.max, Vec2::new(room.max.x, room.min.y)];
            if corners.iter().any(|min| is_off(&Rect::at(*min, plate.size()))) {
                free += 1;
                assert!(boxes.iter().all(|body| !body.overlaps(&plate)), "{name}, {framing:?}: {plate:?}");
            }
        }
    }
    assert!(legends > 60 && free > 20, "{free} of {legends} legends have a free corner");
}

/// The label of a second opinion that finds a gap has no arrow to lie beyond: it lies beside the point of contact.
#[test]
fn the_label_of_a_second_opinion_lies_on_no_contact_point() {
    let mut seen = 0;
    each(|case, picture, (a, b), items| {
        let found = labels(items, Source::Pair(a, b));
        let opinion = found.iter().find(|(_, text, _)| text.starts_with("parry2d:"));
        let (Some((.., label)), Some(pair)) = (opinion, picture.report.pair((a, b))) else { return };
        for (point, _) in pair.contact.iter().flat_map(|contact| &contact.points) {
            seen += 1;
            let at = picture.view.screen_from_world(*point);
            assert!(!label.contains(at), "{case}: {label:?} on {at}");
        }
    });
    assert!(seen > 10, "{seen} points");
}

/// Axes that decide nothing were shown alone, which teaches a wrong cause.
#[test]
fn on_a_small_canvas_the_deciding_axis_has_its_strip_or_none_has_one() {
    let (mut with, mut without) = (0, 0);
    for (name, scene) in scenes().into_iter().filter(|(_, scene)| scene.bodies.len() < 100) {
        let mut still = Still::of(&scene, 0);
        for pair in still.touching() {
            let trace = still.select_pair(pair).trace.unwrap();
            let Some(deciding) = trace.deciding else { continue };
            let bodies = [pair.0, pair.1].map(|body| still.world.bodies()[body as usize].aabb());
            for (width, height) in [(200.0, 120.0), (300.0, 180.0), (360.0, 240.0), (180.0, 320.0)] {
                let canvas = Rect { min: Vec2::ZERO, max: Vec2::new(width, height) };
                let view = View::fitted(Some(bodies[0].union(&bodies[1])), canvas, 40.0);
                let items = still.draw(&view, pair, &[Layer::Shapes, Layer::Axes]);
                let shown = strips(&items);
                let case = format!("{name} {pair:?} at {width} x {height}");
                assert!(shown.is_empty() || shown.contains_key(&deciding), "{case}: {:?}", shown.keys());
                if shown.is_empty() && !trace.local.early_out {
                    let is_said = |item: &Item| matches!(item, Item::Text { text, .. } if text.contains("no room for the axis"));
                    assert!(items.iter().any(|(_, item)| is_said(item)), "{case}");
                    without += 1;
                } else {
                    with += 1;
                }
            }
        }
    }
    assert!(with > 200 && with > 4 * without, "{with} with strips, {without} without");
}
