//! Where bodies stand to each other: aligned, distributed, mirrored, in order, touching; and their kind of shape. The rows
//! of the Arrange menu.

use collide2d::ShapeKind;

use super::choices::{AlignTo, Arrangement, NewLink, OrderMove};
use super::edit::EditCommand;
use super::row::{CommandRow, KeyCombo, Menu, When, alt, ctrl, ctrl_shift, row, shift};
use crate::app::hand::input::Key::{self, Letter};
use crate::app::hand::input::Modifiers;
use crate::app::one_float::WorldAxis;

/// The menu, in its order.
pub(in crate::app) static ROWS: &[CommandRow<EditCommand>] = &[
    align(AlignTo::Left, "Align left", "Their left sides at that of the leftmost", &[alt(Letter('A'))]),
    align(AlignTo::MiddleX, "Align middles across", "Their middles on one vertical line", &[alt(Letter('H'))]),
    align(AlignTo::Right, "Align right", "Their right sides at that of the rightmost", &[alt(Letter('D'))]),
    align(AlignTo::Top, "Align top", "Their upper sides at the highest", &[alt(Letter('W'))]),
    align(AlignTo::MiddleY, "Align middles up", "Their middles on one level line", &[alt(Letter('V'))]),
    align(AlignTo::Bottom, "Align bottom", "Their lower sides at the lowest", &[alt(Letter('S'))]),
    arrange(
        Arrangement::Distribute(WorldAxis::X),
        "Distribute across",
        "Equal gaps from left to right; the outermost stay",
    )
    .keys(&[alt_shift('H')])
    .enabled(When::HasSeveral),
    arrange(
        Arrangement::Distribute(WorldAxis::Y),
        "Distribute up",
        "Equal gaps from bottom to top; the outermost stay",
    )
    .keys(&[alt_shift('V')])
    .enabled(When::HasSeveral)
    .ends_group(),
    arrange(Arrangement::Mirror(WorldAxis::X), "Mirror left and right", "About the middle of what is selected")
        .keys(&[shift(Letter('H'))])
        .enabled(When::HasSelection),
    arrange(Arrangement::Mirror(WorldAxis::Y), "Mirror up and down", "About the middle of what is selected")
        .keys(&[shift(Letter('V'))])
        .enabled(When::HasSelection)
        .ends_group(),
    arrange(
        Arrangement::Separate,
        "Separate now",
        "Of the selected pair the one that can move goes the shortest way out; the one that is selected alone, if one is",
    )
    .keys(&[alt(Letter('E'))])
    .enabled(When::HasPair),
    arrange(
        Arrangement::MakeTouch,
        "Make touch",
        "Of the selected pair the one that can move goes straight to the other, or out of it, until they touch",
    )
    .keys(&[alt(Letter('J'))])
    .enabled(When::HasPair),
    arrange(
        Arrangement::Drop,
        "Drop until it touches",
        "The selected bodies fall along gravity until one of them touches what is below",
    )
    .keys(&[alt(Letter('G'))])
    .enabled(When::HasSelection)
    .ends_group(),
    join(
        NewLink::Revolute,
        "Join the two: revolute joint",
        "The two turn about the middle of where they meet, and do not collide with each other (panel Scene, Joints)",
    ),
    join(NewLink::Rod, "Join the two: rod", "It keeps the two as far apart as they are (panel Scene, Generators)"),
    join(NewLink::Cable, "Join the two: cable", "The two come no farther apart than they are (panel Scene, Generators)")
        .ends_group(),
    order(OrderMove::First, "First in the order", "Drawn below all others", &[ctrl_shift(Key::Up)]),
    order(OrderMove::Earlier, "Earlier in the order", "One place up in the list", &[ctrl(Key::Up)]),
    order(OrderMove::Later, "Later in the order", "One place down in the list", &[ctrl(Key::Down)]),
    order(OrderMove::Last, "Last in the order", "Drawn above all others", &[ctrl_shift(Key::Down)]).ends_group(),
    change_shape(ShapeKind::Circle, "Change to a circle", "As wide as the shorter side of its box", &[shift(Letter('C'))]),
    change_shape(ShapeKind::Rectangle, "Change to a rectangle", "Its box", &[shift(Letter('B'))]),
    change_shape(ShapeKind::Capsule, "Change to a capsule", "Along the longer side of its box", &[shift(Letter('K'))]),
    change_shape(ShapeKind::Polygon, "Change to a polygon", "With its corners; round parts get some", &[shift(Letter('P'))]),
];

const fn arrange(
    command: Arrangement,
    label: &'static str,
    tooltip: &'static str,
) -> CommandRow<EditCommand> {
    row(Menu::Arrange, EditCommand::Arrange(command), label, tooltip)
}

const fn align(
    to: AlignTo,
    label: &'static str,
    tooltip: &'static str,
    keys: &'static [KeyCombo],
) -> CommandRow<EditCommand> {
    let row = arrange(Arrangement::Align(to), label, tooltip).keys(keys);
    row.enabled(When::HasSeveral)
}

const fn order(
    to: OrderMove,
    label: &'static str,
    tooltip: &'static str,
    keys: &'static [KeyCombo],
) -> CommandRow<EditCommand> {
    arrange(Arrangement::Order(to), label, tooltip).keys(keys).enabled(When::HasSelection)
}

const fn join(link: NewLink, label: &'static str, tooltip: &'static str) -> CommandRow<EditCommand> {
    arrange(Arrangement::Join(link), label, tooltip).enabled(When::HasTwo)
}

const fn change_shape(
    kind: ShapeKind,
    label: &'static str,
    tooltip: &'static str,
    keys: &'static [KeyCombo],
) -> CommandRow<EditCommand> {
    arrange(Arrangement::ChangeShape(kind), label, tooltip).keys(keys).enabled(When::HasSelection)
}

const fn alt_shift(letter: char) -> KeyCombo {
    KeyCombo { key: Letter(letter), modifiers: Modifiers { shift: true, ctrl: false, alt: true } }
}
