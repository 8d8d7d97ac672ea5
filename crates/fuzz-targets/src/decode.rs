//! Numbers, bodies and edits read from bytes. Where the bytes end, the first choice is taken.

use arbitrary::{Result, Unstructured};
use collide2d::ShapeKind;
use collision_test::app::{BodyEdit, Change, ListEdit, MotionKind, NoteEdit, QueryEdit, SceneEdit};
use collision_test::scene::field::{Field, FieldValue, randomize};
use collision_test::scene::fields::{
    MATERIAL_FIELDS, MIX_FIELDS, MOTION_FIELDS, POSE_FIELDS, RIGID_FIELDS, SETTING_FIELDS, STEP_FIELDS,
};
use collision_test::scene::generator::SceneGeneratorKind;
use collision_test::scene::limit::Limit;
use collision_test::scene::shape::{PART_FIELDS, SHAPE_FIELDS};
use collision_test::scene::{
    Expectation, ExpectationKind, QueryKind, RandomValues, SceneBody, SceneGenerator, SceneJoint,
    SceneListener, SceneMotion, SceneQuery, SceneShape, Stop, StopKind, ThenKind,
};
use glam::Vec2;

/// Bytes of one edit or one gesture.
pub const CHUNK: usize = 24;

/// Indices of bodies are below this, so that most of them exist.
const MOST_BODIES: u32 = 8;

/// Greatest coordinate of a scene. Metres.
const FARTHEST: f32 = 1.0e6;

/// Numbers at which formats, limits and arithmetic change.
const SPECIAL: [f32; 16] = [
    -0.0,
    f32::NAN,
    f32::INFINITY,
    f32::NEG_INFINITY,
    f32::MAX,
    f32::MIN_POSITIVE,
    1.0e-45,
    1.0e6,
    -1.0e6,
    1_000_001.0,
    16_777_216.0,
    1.0e-10,
    1.0e20,
    90.0,
    -180.0,
    360.0,
];

/// A number of any sort: mostly small multiples of 1/8, which tie, and plain ones.
pub fn number(u: &mut Unstructured<'_>) -> Result<f32> {
    Ok(match u.int_in_range(0..=15_u8)? {
        0..=6 => f32::from(u.arbitrary::<i8>()?) / 8.0,
        7..=13 => f32::from(u.arbitrary::<i16>()?) / 1000.0,
        14 => *u.choose(&SPECIAL)?,
        _ => f32::from_bits(u.arbitrary()?),
    })
}

/// A number from `low` to `high`, half of the time a multiple of 1/8 of the range.
pub fn between(u: &mut Unstructured<'_>, low: f32, high: f32) -> Result<f32> {
    let share = match u.arbitrary::<u8>()? {
        eighths @ 0..=127 => f32::from(eighths % 9) / 8.0,
        128.. => f32::from(u.arbitrary::<u16>()?) / f32::from(u16::MAX),
    };
    Ok(low + (high - low) * share)
}

pub fn vector(u: &mut Unstructured<'_>) -> Result<Vec2> {
    Ok(Vec2::new(number(u)?, number(u)?))
}

/// A place: one in four is far away, where the next float is up to 0.0625 m off.
fn place(u: &mut Unstructured<'_>) -> Result<Vec2> {
    if u.ratio(1, 4)? {
        Ok(Vec2::new(between(u, -FARTHEST, FARTHEST)?, between(u, -FARTHEST, FARTHEST)?))
    } else {
        vector(u)
    }
}

/// An outline, a corner of it now and then far away.
fn outline(u: &mut Unstructured<'_>) -> Result<Vec<Vec2>> {
    (0..5).map(|_| if u.ratio(1, 8)? { place(u) } else { vector(u) }).collect()
}

/// A size that is mostly allowed.
fn size(u: &mut Unstructured<'_>) -> Result<f32> {
    if u.ratio(1, 16)? { number(u) } else { between(u, 0.125, 4.0) }
}

/// Of round corners; most are sharp.
fn rounding(u: &mut Unstructured<'_>) -> Result<f32> {
    if u.ratio(1, 4)? { size(u) } else { Ok(0.0) }
}

pub fn index(u: &mut Unstructured<'_>) -> Result<u32> {
    u.int_in_range(0..=MOST_BODIES - 1)
}

pub fn indices(u: &mut Unstructured<'_>) -> Result<Vec<u32>> {
    (0..u.int_in_range(1..=3_u8)?).map(|_| index(u)).collect()
}

/// A name: short ones meet often; others have characters that terminals and files take as something else, or are
/// as long as a name may be, or longer.
pub fn name(u: &mut Unstructured<'_>) -> Result<String> {
    const LONGEST: usize = 1000;
    const NAMES: [&str; 12] = [
        "a",
        "b",
        "ball",
        "crate",
        "a 2",
        "",
        " ",
        "a\nb",
        "\u{1b}]0;title\u{7}",
        "\u{202e}txt",
        "\"quoted\\",
        "של",
    ];
    Ok(match u.int_in_range(0..=NAMES.len() + 1)? {
        12 => "n".repeat(LONGEST),
        13 => "n".repeat(LONGEST + 1),
        i => NAMES[i].to_owned(),
    })
}

fn shape(u: &mut Unstructured<'_>) -> Result<SceneShape> {
    Ok(SceneShape::random(*u.choose(&ShapeKind::ALL)?, &mut Bytes(u)))
}

fn motion(u: &mut Unstructured<'_>) -> Result<SceneMotion> {
    let mut motion = u.choose(&MotionKind::ALL)?.convert(&SceneMotion::Static);
    randomize(&MOTION_FIELDS, &mut motion, &mut Bytes(u));
    Ok(motion)
}

fn body(u: &mut Unstructured<'_>) -> Result<SceneBody> {
    let mut body = SceneBody::new(String::new(), shape(u)?);
    body.motion = motion(u)?;
    body.position = place(u)?;
    if u.ratio(1, 4)? {
        body.outline = Some(outline(u)?);
    }
    // Most bodies are plain, so that they meet.
    if u.ratio(1, 4)? {
        body.one_way = if u.arbitrary()? { Some(vector(u)?) } else { None };
        body.randomize(&mut Bytes(u));
    }
    Ok(SceneBody { name: name(u)?, ..body })
}

/// A field of these and a value for it; one of points is left as it is.
fn field_edit<T>(
    u: &mut Unstructured<'_>,
    fields: &'static [Field<T>],
) -> Result<(&'static str, FieldValue)> {
    let field = u.choose(fields)?;
    let values = field.random(&mut Bytes(u));
    let value = if values.is_empty() { FieldValue::Flag(false) } else { u.choose(&values)?.clone() };
    Ok((field.name, value))
}

fn body_edit(u: &mut Unstructured<'_>) -> Result<BodyEdit> {
    let (name, value) = match u.int_in_range(0..=8_u8)? {
        0 => return Ok(BodyEdit::Point(u.int_in_range(0..=5)?, vector(u)?)),
        7 => return Ok(BodyEdit::OneWay(if u.arbitrary()? { Some(vector(u)?) } else { None })),
        8 => {
            let (name, value) =
                if u.arbitrary()? { field_edit(u, &PART_FIELDS)? } else { field_edit(u, &SHAPE_FIELDS)? };
            return Ok(BodyEdit::Part(u.int_in_range(0..=3)?, Box::new(BodyEdit::Set(name, value))));
        }
        1 => return Ok(BodyEdit::Motion(motion(u)?)),
        2 => return Ok(BodyEdit::MotionKind(*u.choose(&MotionKind::ALL)?)),
        3 => field_edit(u, &POSE_FIELDS)?,
        4 => field_edit(u, &SHAPE_FIELDS)?,
        5 => field_edit(u, &MOTION_FIELDS)?,
        _ => field_edit(u, &MATERIAL_FIELDS)?,
    };
    Ok(BodyEdit::Set(name, value))
}

fn scene_edit(u: &mut Unstructured<'_>) -> Result<SceneEdit> {
    const KINDS: [&str; 4] = ["circle-wall", "polygon-rectangle", "capsule-capsule", "none"];
    Ok(match u.int_in_range(0..=9_u8)? {
        0..=1 => {
            let (name, value) = match u.int_in_range(0..=5_u8)? {
                0..=2 => field_edit(u, &SETTING_FIELDS)?,
                3 => field_edit(u, &STEP_FIELDS)?,
                4 => field_edit(u, &RIGID_FIELDS)?,
                _ => field_edit(u, &MIX_FIELDS)?,
            };
            SceneEdit::Set(name, value)
        }
        2 => SceneEdit::Name(name(u)?),
        3 => SceneEdit::Generator(ListEdit::Set(u.int_in_range(0..=3)?, generator(u)?)),
        4 => SceneEdit::Generator(ListEdit::Remove(u.int_in_range(0..=3)?)),
        5 | 6 => SceneEdit::Generator(ListEdit::Add(generator(u)?)),
        7 => SceneEdit::Joint(ListEdit::Set(u.int_in_range(0..=3)?, SceneJoint::random(&mut Bytes(u)))),
        8 => SceneEdit::Joint(ListEdit::Add(SceneJoint::random(&mut Bytes(u)))),
        _ => SceneEdit::Listeners(vec![SceneListener {
            kind: u
                .arbitrary::<bool>()?
                .then(|| u.choose(&KINDS).map(|kind| (*kind).to_owned()))
                .transpose()?,
            body: u.arbitrary::<bool>()?.then(|| name(u)).transpose()?,
            name: u.arbitrary::<bool>()?.then(|| name(u)).transpose()?,
            then: u.choose(&ThenKind::ALL)?.random(&mut Bytes(u)),
        }]),
    })
}

/// Values that are mostly allowed; where the bytes end, the first choice.
struct Bytes<'u, 'd>(&'u mut Unstructured<'d>);

impl RandomValues for Bytes<'_, '_> {
    fn pair(&mut self) -> [String; 2] {
        [(); 2].map(|()| name(self.0).unwrap_or_default())
    }

    fn whole(&mut self, last: u64) -> u64 {
        self.0.int_in_range(0..=last.min(20)).unwrap_or_default()
    }

    fn number(&mut self, limit: Limit) -> f32 {
        match limit {
            Limit::Share => between(self.0, 0.0, 1.0),
            Limit::Size | Limit::Positive | Limit::NotNegative => size(self.0),
            Limit::Rounding => rounding(self.0),
            Limit::Slope => between(self.0, 0.0, 90.0),
            Limit::Timestep => between(self.0, 0.0, 0.125),
            Limit::Contacts | Limit::Iterations | Limit::Substeps | Limit::Pieces | Limit::Frame => {
                between(self.0, 0.0, 9.0).map(f32::round)
            }
            Limit::Any | Limit::Coordinate | Limit::Direction | Limit::Ahead => number(self.0),
        }
        .unwrap_or_default()
    }

    fn point(&mut self) -> Vec2 {
        vector(self.0).unwrap_or_default()
    }

    fn direction(&mut self) -> Vec2 {
        vector(self.0).unwrap_or_default()
    }

    fn flag(&mut self) -> bool {
        self.0.arbitrary().unwrap_or_default()
    }

    fn query(&mut self) -> String {
        name(self.0).unwrap_or_default()
    }
}

fn generator(u: &mut Unstructured<'_>) -> Result<SceneGenerator> {
    Ok(SceneGenerator::random(*u.choose(&SceneGeneratorKind::ALL)?, &mut Bytes(u)))
}

fn expectation(u: &mut Unstructured<'_>) -> Result<Expectation> {
    Ok(u.choose(&ExpectationKind::ALL)?.random(&mut Bytes(u)))
}

fn stop(u: &mut Unstructured<'_>) -> Result<Stop> {
    Ok(u.choose(&StopKind::ALL)?.random(&mut Bytes(u)))
}

/// One edit of a scene; it may be refused.
pub fn change(u: &mut Unstructured<'_>) -> Result<Change> {
    Ok(match u.int_in_range(0..=31_u8)? {
        0..=15 => Change::Body(indices(u)?, body_edit(u)?),
        16..=20 => Change::AddBodies(vec![body(u)?]),
        21..=22 => Change::SetBodies(vec![(index(u)?, body(u)?)]),
        23 => match u.int_in_range(0..=3_u8)? {
            0 => Change::RemoveBodies(indices(u)?),
            1 => Change::Group(indices(u)?),
            2 => Change::MergeTiles(indices(u)?),
            _ => Change::Ungroup(indices(u)?),
        },
        24..=25 => Change::Rename(index(u)?, name(u)?),
        26..=28 => Change::Scene(scene_edit(u)?),
        29 => Change::Expectation(ListEdit::Add(expectation(u)?)),
        30 => match u.int_in_range(0..=5_u8)? {
            0 => Change::Expectation(ListEdit::Set(u.int_in_range(0..=3)?, expectation(u)?)),
            1 => Change::Expectation(ListEdit::Remove(u.int_in_range(0..=3)?)),
            2 => Change::Note(NoteEdit::Stop(ListEdit::Add(stop(u)?))),
            3 => Change::Note(NoteEdit::Stop(ListEdit::Set(u.int_in_range(0..=3)?, stop(u)?))),
            4 => Change::Note(NoteEdit::Stop(ListEdit::Remove(u.int_in_range(0..=3)?))),
            _ => Change::ClearExpectations,
        },
        _ => match u.int_in_range(0..=3_u8)? {
            0 => Change::Query(QueryEdit::Add(query(u)?)),
            1 => Change::Query(QueryEdit::Set(u.int_in_range(0..=3)?, query(u)?)),
            2 => Change::Query(QueryEdit::Rename(u.int_in_range(0..=3)?, name(u)?)),
            _ => Change::Query(QueryEdit::Remove(u.int_in_range(0..=3)?)),
        },
    })
}

fn query(u: &mut Unstructured<'_>) -> Result<SceneQuery> {
    let (kind, name) = (*u.choose(&QueryKind::ALL)?, name(u)?);
    Ok(SceneQuery::random(kind, name, &mut Bytes(u)))
}
