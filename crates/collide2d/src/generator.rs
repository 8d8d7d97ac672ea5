//! Contact generators: contacts that no two shapes make (Millington, "Game Physics Engine Development", 2nd
//! edition, chapter 7).

pub(crate) mod contacts;

use std::fmt;

use glam::Vec2;

use crate::contact::manifold::Contact;
use crate::pair::PairKey;
use crate::settings::{ValueError, finite, not_negative, positive, share};

/// A *contact generator* makes contacts that no two shapes make, from what the bodies are and where (Millington,
/// "Game Physics Engine Development", chapter 7). A ground gives one for each body that reaches below its line, a
/// cable one where its ends are farther apart than its length, a rod one where they are not exactly its length
/// apart. The solver treats them as contacts of shapes. Other engines call cables and rods joints.
///
/// The constructors refuse bad numbers, [`crate::World::add_generator`] bodies that are not there.
///
/// ```
/// use collide2d::glam::Vec2;
/// use collide2d::{BodyDef, Generator, Motion, Pose, Shape, World, WorldSettings};
///
/// let mut world = World::new(WorldSettings::default().with_gravity(Vec2::new(0.0, -9.81)))?;
/// let hook = world.add(BodyDef::new(Shape::circle(0.1)?, Pose::at(0.0, 2.0)))?;
/// let bob = BodyDef::new(Shape::circle(0.2)?, Pose::at(1.0, 2.0)).with_motion(Motion::dynamic(1.0));
/// let bob = world.add(bob)?;
/// world.add_generator(Generator::rod(hook.index(), bob.index(), 1.0)?)?;
/// for _ in 0..60 {
///     world.step();
/// }
/// let at = world.body(bob).map(|bob| bob.pose().position).unwrap_or_default();
/// assert!((at.distance(Vec2::new(0.0, 2.0)) - 1.0).abs() < 1.0e-4, "it swings about the hook: {at}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Generator {
    /// A half-plane.
    Ground(Ground),
    /// Two bodies never farther apart than a length.
    Cable(Cable),
    /// Two bodies exactly a length apart.
    Rod(Rod),
}

/// A half-plane, solid below its line for every body that is not static. It mixes with a body as two bodies do
/// ([`crate::WorldSettings::mix`]).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ground {
    point: Vec2,
    normal: Vec2,
    restitution: f32,
    friction: f32,
}

/// The positions of two bodies are never farther apart than a length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cable {
    a: u32,
    b: u32,
    length: f32,
    restitution: f32,
}

/// The positions of two bodies are exactly a length apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rod {
    a: u32,
    b: u32,
    length: f32,
}

/// The kind of a generator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GeneratorKind {
    /// [`Generator::Ground`].
    Ground,
    /// [`Generator::Cable`].
    Cable,
    /// [`Generator::Rod`].
    Rod,
}

/// Why a generator was refused.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum GeneratorError {
    /// A number out of its range.
    Value(ValueError),
    /// A ground's normal is (0, 0).
    ZeroNormal,
    /// Both ends are the same body.
    SameBody(u32),
    /// No body has this index.
    NoBody(u32),
}

/// What a contact comes from, and the bodies that it acts on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ContactSource {
    /// The shapes of two bodies.
    Pair(PairKey),
    /// A generator.
    Generated {
        /// Index of the generator.
        generator: u32,
        /// The body of the lower index.
        a: u32,
        /// The other body; `None`: the ground.
        b: Option<u32>,
    },
}

/// A contact of a generator. Moving `a` by `normal * depth`, or `b` by the opposite, just satisfies it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GeneratedContact {
    /// Index of the generator.
    pub generator: u32,
    /// The body of the lower index.
    pub a: u32,
    /// The other body; `None`: the ground.
    pub b: Option<u32>,
    /// A ground's normal is its own; its points are the body's support points. A cable's normal points from `a`
    /// to `b`, a rod's as well where it is too long; the point is midway between the two. The depth of a rod of
    /// exact length is 0.
    pub contact: Contact,
    /// It did not fit into this step's contacts.
    pub waiting: bool,
}

/// What a generator contributed to a step.
#[derive(Clone, Debug, PartialEq)]
pub enum GeneratorOutcome {
    /// Its contacts, by body.
    Contacts(Vec<GeneratedContact>),
    /// No body that is not static reaches below the ground.
    NothingBelow,
    /// The cable is shorter than its length by this. Metres.
    Slack(f32),
    /// Neither body can be held: both are static, or one is a sensor.
    HoldsNothing,
}

/// A cable or a rod, `a < b`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Link {
    pub a: u32,
    pub b: u32,
    pub length: f32,
    pub restitution: f32,
    /// A rod pushes as well as it pulls.
    pub pushes: bool,
}

impl Generator {
    /// A ground through `point`, solid on the side that `normal` (any vector but (0, 0)) points away from.
    /// `restitution` from 0 to 1, `friction` >= 0.
    pub fn ground(
        point: Vec2,
        normal: Vec2,
        restitution: f32,
        friction: f32,
    ) -> Result<Self, GeneratorError> {
        finite(["point x", "point y"], point)?;
        finite(["normal x", "normal y"], normal)?;
        share("restitution", restitution)?;
        not_negative("friction", friction)?;
        let normal = normal.as_dvec2().normalize_or_zero().as_vec2();
        if normal == Vec2::ZERO {
            return Err(GeneratorError::ZeroNormal);
        }
        Ok(Self::Ground(Ground { point, normal, restitution, friction }))
    }

    /// A cable between two different bodies. `length` in metres, > 0; `restitution` from 0 to 1.
    pub fn cable(a: u32, b: u32, length: f32, restitution: f32) -> Result<Self, GeneratorError> {
        ends(a, b, length)?;
        share("restitution", restitution)?;
        Ok(Self::Cable(Cable { a, b, length, restitution }))
    }

    /// A rod between two different bodies. `length` in metres, > 0.
    pub fn rod(a: u32, b: u32, length: f32) -> Result<Self, GeneratorError> {
        ends(a, b, length)?;
        Ok(Self::Rod(Rod { a, b, length }))
    }

    /// Its kind.
    pub fn kind(&self) -> GeneratorKind {
        match self {
            Self::Ground(_) => GeneratorKind::Ground,
            Self::Cable(_) => GeneratorKind::Cable,
            Self::Rod(_) => GeneratorKind::Rod,
        }
    }

    /// The two bodies of a cable or a rod.
    pub fn ends(&self) -> Option<[u32; 2]> {
        match *self {
            Self::Ground(_) => None,
            Self::Cable(Cable { a, b, .. }) | Self::Rod(Rod { a, b, .. }) => Some([a, b]),
        }
    }

    /// Whether a constructor could have made it.
    pub(crate) fn is_valid(&self) -> bool {
        match *self {
            Self::Ground(Ground { point, normal, restitution, friction }) => {
                Self::ground(point, normal, restitution, friction).is_ok()
                    && (normal.length() - 1.0).abs() < 1.0e-5
            }
            Self::Cable(Cable { a, b, length, restitution }) => {
                Self::cable(a, b, length, restitution).is_ok()
            }
            Self::Rod(Rod { a, b, length }) => Self::rod(a, b, length).is_ok(),
        }
    }

    pub(crate) fn link(&self) -> Option<Link> {
        let (length, restitution, pushes) = match *self {
            Self::Ground(_) => return None,
            Self::Cable(Cable { length, restitution, .. }) => (length, restitution, false),
            Self::Rod(Rod { length, .. }) => (length, 0.0, true),
        };
        let [a, b] = self.ends()?;
        Some(Link { a: a.min(b), b: a.max(b), length, restitution, pushes })
    }
}

impl Ground {
    /// A point of its line. World coordinates, metres.
    pub fn point(&self) -> Vec2 {
        self.point
    }

    /// Unit vector out of the ground.
    pub fn normal(&self) -> Vec2 {
        self.normal
    }

    /// 0 to 1.
    pub fn restitution(&self) -> f32 {
        self.restitution
    }

    /// >= 0.
    pub fn friction(&self) -> f32 {
        self.friction
    }
}

impl Cable {
    /// Metres, > 0.
    pub fn length(&self) -> f32 {
        self.length
    }

    /// 0 to 1.
    pub fn restitution(&self) -> f32 {
        self.restitution
    }
}

impl Rod {
    /// Metres, > 0.
    pub fn length(&self) -> f32 {
        self.length
    }
}

impl GeneratorKind {
    /// "Ground", "Cable" or "Rod", as in the scene file.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ground => "Ground",
            Self::Cable => "Cable",
            Self::Rod => "Rod",
        }
    }
}

impl ContactSource {
    /// The pair, if the contact is one of two shapes.
    pub fn pair(self) -> Option<PairKey> {
        match self {
            Self::Pair(pair) => Some(pair),
            Self::Generated { .. } => None,
        }
    }

    /// Index of the generator, if one made the contact.
    pub fn generator(self) -> Option<u32> {
        match self {
            Self::Pair(_) => None,
            Self::Generated { generator, .. } => Some(generator),
        }
    }

    /// The body that the normal points toward.
    pub fn a(self) -> u32 {
        match self {
            Self::Pair(pair) => pair.a(),
            Self::Generated { a, .. } => a,
        }
    }

    /// The other body; `None`: a ground.
    pub fn b(self) -> Option<u32> {
        match self {
            Self::Pair(pair) => Some(pair.b()),
            Self::Generated { b, .. } => b,
        }
    }

    /// The two bodies, or the one on a ground.
    pub fn bodies(self) -> impl Iterator<Item = u32> {
        [Some(self.a()), self.b()].into_iter().flatten()
    }

    /// The source of a solver's contact: a ground is the immovable body of index `bodies` + its own index.
    pub(crate) fn of_slots(pair: PairKey, bodies: usize) -> Self {
        match (pair.b() as usize).checked_sub(bodies) {
            None => Self::Pair(pair),
            Some(generator) => Self::Generated { generator: generator as u32, a: pair.a(), b: None },
        }
    }
}

impl Default for ContactSource {
    fn default() -> Self {
        Self::Pair(PairKey::default())
    }
}

impl GeneratedContact {
    /// The generator and the bodies.
    pub fn source(&self) -> ContactSource {
        ContactSource::Generated { generator: self.generator, a: self.a, b: self.b }
    }
}

impl fmt::Display for GeneratorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value(error) => error.fmt(f),
            Self::ZeroNormal => {
                f.write_str("normal is (0, 0); it must be a vector that is long enough to have a direction")
            }
            Self::SameBody(body) => write!(f, "a and b are both body {body}; they must be two bodies"),
            Self::NoBody(body) => write!(f, "no body has index {body}"),
        }
    }
}

impl std::error::Error for GeneratorError {}

impl From<ValueError> for GeneratorError {
    fn from(error: ValueError) -> Self {
        Self::Value(error)
    }
}

fn ends(a: u32, b: u32, length: f32) -> Result<(), GeneratorError> {
    positive("length", length)?;
    if a == b { Err(GeneratorError::SameBody(a)) } else { Ok(()) }
}

stored_enum!(Generator { 0: Ground(ground), 1: Cable(cable), 2: Rod(rod) });
stored!(Ground { point, normal, restitution, friction });
stored!(Cable { a, b, length, restitution });
stored!(Rod { a, b, length });
