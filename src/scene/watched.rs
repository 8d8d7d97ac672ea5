//! Numbers of a frame by name: "ball.speed", "ball,floor.depth", "energy". They are watched over frames.

use collide2d::{Body, World, separation};

use super::fault::{At, BodyNames, Fault, nearest};
use super::find::{LONGEST_PAIR, nearest_of, nearest_points};
use super::{NamedBody, Scene};
use crate::platform::named::named;
use crate::platform::plain;

/// Most quantities that a scene watches.
const MAX_WATCHED: usize = 1000;
/// Longest name of a quantity, mistyped ones included. Bytes.
const LONGEST_QUANTITY: usize = 64;
/// Dots before and in the name of a quantity: those of `velocity.x`, and one too many.
const MOST_DOTS: usize = 3;

/// A number that a frame has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WatchedNumber {
    /// As written.
    pub name: String,
    of: WatchedOf,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum WatchedOf {
    Scene(SceneQuantity),
    Body(BodyQuantity, NamedBody),
    Pair(PairQuantity, [NamedBody; 2]),
}

named! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum SceneQuantity {
        Time = "time",
        Energy = "energy",
        Kinetic = "kinetic",
        Potential = "potential",
        MomentumX = "momentum.x",
        MomentumY = "momentum.y",
        Contacts = "contacts",
    }
}
named! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum BodyQuantity {
        Speed = "speed",
        X = "x",
        Y = "y",
        Angle = "angle",
        VelocityX = "velocity.x",
        VelocityY = "velocity.y",
        AngularVelocity = "angular_velocity",
        Kinetic = "kinetic",
        Potential = "potential",
        MomentumX = "momentum.x",
        MomentumY = "momentum.y",
    }
}
named! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum PairQuantity {
        Depth = "depth",
        Distance = "distance",
        NormalX = "normal.x",
        NormalY = "normal.y",
        Touching = "touching",
    }
}

impl WatchedNumber {
    /// A quantity of a scene by its name. `Err` says what is wrong and what is allowed.
    pub fn named(scene: &Scene, name: &str) -> Result<Self, String> {
        Self::named_by(|name| scene.named_body(name), name)
    }

    /// The same, with what finds a body by its name.
    fn named_by(find: impl Fn(&str) -> Option<NamedBody>, name: &str) -> Result<Self, String> {
        let of = |of: WatchedOf| Ok(Self { name: name.to_owned(), of });
        if let Some(quantity) = SceneQuantity::named(name) {
            return of(WatchedOf::Scene(quantity));
        }
        // Each comma is tried with each dot that may stand before a quantity, and no pair has a longer name.
        let tried = if name.len() > LONGEST_PAIR + LONGEST_QUANTITY { "" } else { name };
        let mut dots: Vec<usize> = tried.rmatch_indices('.').map(|(dot, _)| dot).take(MOST_DOTS).collect();
        dots.reverse();
        // Names of bodies may have dots and commas.
        let body = |name: &str| find(name).or_else(|| find(name.trim()));
        let mut last = None;
        for dot in dots {
            let (who, what) = (&tried[..dot], &tried[dot + 1..]);
            let is_part = |body: &NamedBody| matches!(body, NamedBody::Part(..));
            if let Some(body) = find(who).filter(|body| !is_part(body)) {
                if let Some(quantity) = BodyQuantity::named(what) {
                    return of(WatchedOf::Body(quantity, body));
                }
                last = Some((who, what, BodyQuantity::NAMES));
            }
            let mut pairs = who.match_indices(',').map(|(comma, _)| (&who[..comma], &who[comma + 1..]));
            let pair = pairs.find_map(|(a, b)| Some((body(a)?, body(b)?)));
            if let Some((a, b)) = pair.filter(|(a, b)| !a.is_of_one_body(*b)) {
                if let Some(quantity) = PairQuantity::named(what) {
                    return of(WatchedOf::Pair(quantity, [a, b]));
                }
                last = Some((who, what, PairQuantity::NAMES));
            }
        }
        Err(match last {
            Some((who, what, names)) => {
                let hint = nearest(what, names.iter().copied());
                let hint = hint.map(|hint| format!("; did you mean {hint}?")).unwrap_or_default();
                let (who, what) = (plain::label(who), plain::quoted(what));
                format!("{who} has no number {what}{hint}; allowed: {}", names.join(", "))
            }
            None => format!(
                "no body, pair or number of the scene is called so; allowed: BODY.{}, BODY,BODY.{}, {}",
                BodyQuantity::NAMES.join(" | "),
                PairQuantity::NAMES.join(" | "),
                SceneQuantity::NAMES.join(", ")
            ),
        })
    }

    /// Whether it is of all masses, which no recording tells.
    fn is_of_masses(&self) -> bool {
        match self.of {
            WatchedOf::Scene(SceneQuantity::Time | SceneQuantity::Contacts) | WatchedOf::Pair(..) => false,
            WatchedOf::Scene(_) => true,
            WatchedOf::Body(quantity, _) => match quantity {
                BodyQuantity::Kinetic
                | BodyQuantity::Potential
                | BodyQuantity::MomentumX
                | BodyQuantity::MomentumY => true,
                BodyQuantity::Speed
                | BodyQuantity::X
                | BodyQuantity::Y
                | BodyQuantity::Angle
                | BodyQuantity::VelocityX
                | BodyQuantity::VelocityY
                | BodyQuantity::AngularVelocity => false,
            },
        }
    }

    /// The numbers of a pair, of a body and of the scene, by name.
    pub fn names(pair: Option<(&str, &str)>, body: Option<&str>) -> Vec<String> {
        let of_pair = pair
            .into_iter()
            .flat_map(|(a, b)| PairQuantity::NAMES.iter().map(move |name| format!("{a},{b}.{name}")));
        let of_body = body
            .into_iter()
            .flat_map(|body| BodyQuantity::NAMES.iter().map(move |name| format!("{body}.{name}")));
        let of_scene = SceneQuantity::NAMES.iter().map(|name| (*name).to_owned());
        of_pair.chain(of_body).chain(of_scene).collect()
    }

    /// The names of the bodies of a quantity, and what of them it is; `None` where it is of no body.
    pub(super) fn parts(scene: &Scene, name: &str) -> Option<(Vec<String>, String)> {
        let what = match Self::named(scene, name).ok()?.of {
            WatchedOf::Scene(_) => return None,
            WatchedOf::Body(quantity, _) => quantity.name(),
            WatchedOf::Pair(quantity, _) => quantity.name(),
        };
        let who = name.strip_suffix(what)?.strip_suffix('.')?;
        if scene.named_body(who).is_some() {
            return Some((vec![who.to_owned()], what.to_owned()));
        }
        let mut pairs = who.match_indices(',').flat_map(|(comma, _)| {
            let (a, b) = (&who[..comma], &who[comma + 1..]);
            [[a, b], [a.trim(), b.trim()]]
        });
        let is_pair = |names: &[&str; 2]| names.iter().all(|name| scene.named_body(name).is_some());
        let pair = pairs.find(is_pair)?;
        Some((pair.map(str::to_owned).to_vec(), what.to_owned()))
    }

    /// Quantities with commas between them, of which pairs have one more.
    pub fn list(scene: &Scene, text: &str) -> Result<Vec<Self>, String> {
        let mut found = Vec::new();
        let mut rest = text;
        while !rest.is_empty() {
            let ends = rest.match_indices(',').map(|(comma, _)| comma).chain([rest.len()]);
            let known = ends.map(|end| (end, Self::named(scene, rest[..end].trim())));
            let mut first_error = None;
            let taken = known.into_iter().find_map(|(end, known)| match known {
                Ok(known) => Some((end, known)),
                Err(error) => {
                    first_error.get_or_insert((rest[..end].trim(), error));
                    None
                }
            });
            match (taken, first_error) {
                (Some((end, quantity)), _) => {
                    found.push(quantity);
                    rest = rest.get(end + 1..).unwrap_or_default();
                }
                (None, Some((name, error))) => return Err(format!("{}: {error}", plain::quoted(name))),
                (None, None) => return Ok(found),
            }
        }
        Ok(found)
    }

    /// [`WatchedNumber::value`] in a frame of a recording, which tells no masses, and may not tell how a body moves. The world
    /// has every recorded body.
    pub fn value_recorded(
        &self,
        world: &World,
        time: f64,
        knows_velocity_of: impl Fn(u32) -> bool,
    ) -> Option<f64> {
        let is_known = match &self.of {
            WatchedOf::Body(
                BodyQuantity::Speed
                | BodyQuantity::VelocityX
                | BodyQuantity::VelocityY
                | BodyQuantity::AngularVelocity,
                body,
            ) => knows_velocity_of(body.find(world)?.body),
            WatchedOf::Scene(_) | WatchedOf::Body(..) | WatchedOf::Pair(..) => !self.is_of_masses(),
        };
        if is_known { self.value(world, time) } else { None }
    }

    /// Its value in a world at a time in seconds; `None` where what it is of is gone. Metres, seconds, kilograms, degrees;
    /// a depth is 0 where the two are apart, a distance is less than 0 where they overlap, a normal is toward the first.
    pub fn value(&self, world: &World, time: f64) -> Option<f64> {
        match &self.of {
            WatchedOf::Scene(quantity) => Some(match quantity {
                SceneQuantity::Time => time,
                SceneQuantity::Energy => world.energy().total(),
                SceneQuantity::Kinetic => world.energy().kinetic,
                SceneQuantity::Potential => world.energy().potential,
                SceneQuantity::MomentumX => world.momentum().linear.x,
                SceneQuantity::MomentumY => world.momentum().linear.y,
                SceneQuantity::Contacts => world.detect().len() as f64,
            }),
            WatchedOf::Body(quantity, body) => {
                let body = world.body(body.find(world)?.body)?;
                quantity.of(body, world)
            }
            WatchedOf::Pair(quantity, [a, b]) => {
                let (a, b) = (a.find(world)?, b.find(world)?);
                let touch = || {
                    let contact = super::touch(world, a, b);
                    contact.map(|(depth, normal)| (f64::from(depth), normal.as_dvec2()))
                };
                match quantity {
                    PairQuantity::Depth => Some(touch().map_or(0.0, |(depth, _)| depth)),
                    PairQuantity::Touching => Some(f64::from(u8::from(touch().is_some()))),
                    PairQuantity::NormalX => touch().map(|(_, normal)| normal.x),
                    PairQuantity::NormalY => touch().map(|(_, normal)| normal.y),
                    PairQuantity::Distance => {
                        if a.part.or(b.part).is_some() {
                            return Some(f64::from(nearest_of(world, a, b)?.separation));
                        }
                        let (of_a, of_b) = (world.body(a.body)?, world.body(b.body)?);
                        let found = separation(of_a.shape(), of_a.pose(), of_b.shape(), of_b.pose());
                        // What a one-sided chain does not hold is no contact that has a depth.
                        let is_none = found < 0.0 && touch().is_none();
                        let nearest = || nearest_points(world, a, b).map(|nearest| nearest.distance);
                        Some(f64::from(if is_none { nearest()? } else { found }))
                    }
                }
            }
        }
    }
}

impl BodyQuantity {
    fn of(self, body: &Body, world: &World) -> Option<f64> {
        let (position, velocity) = (body.pose().position, body.velocity());
        Some(match self {
            Self::Speed => f64::from(speed(body)),
            Self::X => f64::from(position.x),
            Self::Y => f64::from(position.y),
            Self::Angle => f64::from(body.pose().rotation.degrees()),
            Self::VelocityX => f64::from(velocity.x),
            Self::VelocityY => f64::from(velocity.y),
            Self::AngularVelocity => f64::from(body.angular_velocity()),
            Self::Kinetic => body.energy(world.settings().gravity)?.kinetic,
            Self::Potential => body.energy(world.settings().gravity)?.potential,
            Self::MomentumX => body.momentum()?.linear.x,
            Self::MomentumY => body.momentum()?.linear.y,
        })
    }
}

/// Metres per second. The square of a velocity may be beyond what a float holds.
pub fn speed(body: &Body) -> f32 {
    let length = body.velocity().length();
    if length.is_finite() { length } else { body.velocity().as_dvec2().length() as f32 }
}

/// Checks the list `watch` of a scene.
pub(super) fn check(at: &At<'_>, names: &BodyNames<'_>) -> Result<(), Fault> {
    let scene = names.scene;
    let index_of = |name: &str| names.indices.get(name).map(|index| *index as u32);
    at.require(scene.watch.len() <= MAX_WATCHED, || format!("a list of {}", scene.watch.len()))?;
    for (index, name) in scene.watch.iter().enumerate() {
        if let Err(what) = WatchedNumber::named_by(|name| scene.named_by(index_of, name), name) {
            let (why, allowed) = what.split_once("; allowed: ").unwrap_or((&what, ""));
            return Err(Fault {
                because: Some(why.to_owned()),
                allowed: Some(allowed.to_owned()),
                ..at.index(index).fault(plain::quoted(name))
            });
        }
    }
    Ok(())
}

/// The values allowed in `watch`.
pub(super) fn allowed(field: &str) -> Option<String> {
    let list =
        || format!("a list of at most {MAX_WATCHED} names, such as [\"ball.speed\", \"ball,floor.depth\"]");
    (field == "watch").then(list)
}
