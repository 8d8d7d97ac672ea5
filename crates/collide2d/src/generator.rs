//! Contact generators: contacts that no two shapes make (Millington, "Game Physics Engine Development", 2nd
//! edition, chapter 7).

pub(crate) mod contacts;
pub(crate) mod not_colliding;

use std::fmt;

use glam::Vec2;

use crate::contact::manifold::Contact;
use crate::pair::PairKey;
use crate::settings::{ValueError, finite, not_negative, positive, share};

/// A *contact generator* makes contacts that no two shapes make, from what the bodies are and where (Millington,
/// "Game Physics Engine Development", chapter 7). A ground gives one for each body that reaches below its line, a
/// cable one where its ends are farther apart than its length, a rod one where they are not exactly its length
/// apart, a revolute joint one that holds its ends together. The solver treats them as contacts of shapes. Other engines call
/// cables and rods joints too.
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
    /// Two bodies that turn about a point.
    Revolute(Revolute),
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

/// Two points of two bodies are never farther apart than a length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cable {
    ends: Ends,
    length: f32,
    restitution: f32,
}

/// Two points of two bodies are exactly a length apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rod {
    ends: Ends,
    length: f32,
}

/// A point of one body stays at a point of another, about which the two turn: a hinge or pin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Revolute {
    ends: Ends,
    collides: bool,
}

/// What a cable, a rod or a joint holds.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Ends {
    bodies: [u32; 2],
    /// A point of each. Local, metres.
    anchors: [Vec2; 2],
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
    /// [`Generator::Revolute`].
    Revolute,
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
    /// to `b`, a rod's as well where it is too long; the point is midway between the two ends. The depth of a rod of
    /// exact length is 0. A revolute joint is a rod of length 0.
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

/// A cable, a rod or a joint, `a < b`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Link {
    pub a: u32,
    pub b: u32,
    /// A point of `a`, and of `b`. Local, metres.
    pub anchors: [Vec2; 2],
    /// 0 of a joint.
    pub length: f32,
    pub restitution: f32,
    pub holds: Holds,
}

/// What a link holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Holds {
    /// The greatest distance of its ends: it pulls.
    Farthest,
    /// Their distance: it pulls and pushes.
    Distance,
    /// One end at the other, along both axes.
    Together,
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
        positive("length", length)?;
        share("restitution", restitution)?;
        Ok(Self::Cable(Cable { ends: Ends::of(a, b)?, length, restitution }))
    }

    /// A rod between two different bodies. `length` in metres, > 0.
    pub fn rod(a: u32, b: u32, length: f32) -> Result<Self, GeneratorError> {
        positive("length", length)?;
        Ok(Self::Rod(Rod { ends: Ends::of(a, b)?, length }))
    }

    /// A revolute joint of two different bodies, at their positions until [`Generator::with_anchors`] says otherwise. Unless it
    /// `collides`, the two are no pair: no step and no query of the world tests one against the other.
    pub fn revolute(a: u32, b: u32, collides: bool) -> Result<Self, GeneratorError> {
        Ok(Self::Revolute(Revolute { ends: Ends::of(a, b)?, collides }))
    }

    /// The same between these points of the two bodies instead of their positions; a ground stays as it is. Local, metres.
    pub fn with_anchors(mut self, anchors: [Vec2; 2]) -> Result<Self, GeneratorError> {
        finite(["anchor a x", "anchor a y"], anchors[0])?;
        finite(["anchor b x", "anchor b y"], anchors[1])?;
        match &mut self {
            Self::Ground(_) => {}
            Self::Cable(Cable { ends, .. })
            | Self::Rod(Rod { ends, .. })
            | Self::Revolute(Revolute { ends, .. }) => {
                ends.anchors = anchors;
            }
        }
        Ok(self)
    }

    /// Its kind.
    pub fn kind(&self) -> GeneratorKind {
        match self {
            Self::Ground(_) => GeneratorKind::Ground,
            Self::Cable(_) => GeneratorKind::Cable,
            Self::Rod(_) => GeneratorKind::Rod,
            Self::Revolute(_) => GeneratorKind::Revolute,
        }
    }

    /// The two bodies of a cable, a rod or a joint.
    pub fn ends(&self) -> Option<[u32; 2]> {
        self.held().map(|ends| ends.bodies)
    }

    /// The points of the two bodies that it holds. Local, metres.
    pub fn anchors(&self) -> Option<[Vec2; 2]> {
        self.held().map(|ends| ends.anchors)
    }

    /// Whether it holds the positions of its two bodies, not other points of them.
    pub fn joins_positions(&self) -> bool {
        self.anchors() == Some([Vec2::ZERO; 2])
    }

    /// The pair of a joint that does not collide.
    pub(crate) fn not_colliding(&self) -> Option<PairKey> {
        match self {
            Self::Revolute(Revolute { ends: Ends { bodies: [a, b], .. }, collides: false }) => {
                Some(PairKey::new(*a, *b))
            }
            Self::Ground(_) | Self::Cable(_) | Self::Rod(_) | Self::Revolute(_) => None,
        }
    }

    fn held(&self) -> Option<&Ends> {
        match self {
            Self::Ground(_) => None,
            Self::Cable(Cable { ends, .. })
            | Self::Rod(Rod { ends, .. })
            | Self::Revolute(Revolute { ends, .. }) => Some(ends),
        }
    }

    /// Whether a constructor could have made it.
    pub(crate) fn is_valid(&self) -> bool {
        let made = match *self {
            Self::Ground(Ground { point, normal, restitution, friction }) => {
                return Self::ground(point, normal, restitution, friction).is_ok()
                    && (normal.length() - 1.0).abs() < 1.0e-5;
            }
            Self::Cable(Cable { ends: Ends { bodies: [a, b], .. }, length, restitution }) => {
                Self::cable(a, b, length, restitution)
            }
            Self::Rod(Rod { ends: Ends { bodies: [a, b], .. }, length }) => Self::rod(a, b, length),
            Self::Revolute(Revolute { ends: Ends { bodies: [a, b], .. }, collides }) => {
                Self::revolute(a, b, collides)
            }
        };
        let anchors = self.anchors().unwrap_or_default();
        made.and_then(|made| made.with_anchors(anchors)).is_ok()
    }

    pub(crate) fn link(&self) -> Option<Link> {
        let (length, restitution, holds) = match *self {
            Self::Ground(_) => return None,
            Self::Cable(Cable { length, restitution, .. }) => (length, restitution, Holds::Farthest),
            Self::Rod(Rod { length, .. }) => (length, 0.0, Holds::Distance),
            Self::Revolute(_) => (0.0, 0.0, Holds::Together),
        };
        let Ends { bodies: [a, b], anchors: [at_a, at_b] } = *self.held()?;
        let (a, b, anchors) = if a < b { (a, b, [at_a, at_b]) } else { (b, a, [at_b, at_a]) };
        Some(Link { a, b, anchors, length, restitution, holds })
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

impl Revolute {
    /// Whether its two bodies collide with each other.
    pub fn collides(&self) -> bool {
        self.collides
    }
}

impl Ends {
    fn of(a: u32, b: u32) -> Result<Self, GeneratorError> {
        if a == b {
            return Err(GeneratorError::SameBody(a));
        }
        Ok(Self { bodies: [a, b], anchors: [Vec2::ZERO; 2] })
    }
}

impl Link {
    /// It pushes as well as it pulls.
    pub fn pushes(&self) -> bool {
        self.holds != Holds::Farthest
    }
}

impl GeneratorKind {
    /// "Ground", "Cable", "Rod" or "Revolute", as in the scene file.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ground => "Ground",
            Self::Cable => "Cable",
            Self::Rod => "Rod",
            Self::Revolute => "Revolute",
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

stored_enum!(Generator { 0: Ground(ground), 1: Cable(cable), 2: Rod(rod), 3: Revolute(joint) });
stored!(Ground { point, normal, restitution, friction });
stored!(Cable { ends, length, restitution });
stored!(Rod { ends, length });
stored!(Revolute { ends, collides });
stored!(Ends { bodies, anchors });
