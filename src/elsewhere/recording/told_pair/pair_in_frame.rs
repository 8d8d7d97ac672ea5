//! Two recorded bodies alone in a frame: what is told of them, and ours.

use collide2d::{Body, Leaf, World};
use collision_record::Contact as FiledContact;
use glam::Vec2;

use super::{NotHeld, ToldDifference, ToldShape, differences};
use crate::elsewhere::recording::compare::{
    Difference, FirstMet, OurContact, Tolerances, What, meet, on_outline, our_contact,
};
use crate::elsewhere::recording::stored::PosesFound;
use crate::elsewhere::recording::{Recording, StoredFrame, TheirContact, is_meant};
use crate::scene::{FoundParts, PairParts, may_be_parts};

pub(super) struct PairInFrame<'r> {
    recording: &'r Recording,
    pub index: usize,
    frame: &'r StoredFrame,
    pub bodies: (u32, u32),
    /// Its contacts are those that were found on these poses.
    found: PosesFound,
    pub parts: PairParts,
    pub tolerances: Tolerances,
    /// The two alone, in this frame and the one before: a flip shows beside that.
    alone: Recording,
    /// [`Recording::every_body`] of them.
    both: World,
    /// The two in this frame, bodies 0 and 1.
    world: World,
    /// Their contacts of the parts.
    theirs: Vec<TheirContact>,
    pub ours: Option<OurContact>,
}

impl<'r> PairInFrame<'r> {
    /// `found`: of several contacts, those that were found on these poses; `None`: one of the two is not there.
    pub fn of(
        recording: &'r Recording,
        index: usize,
        (bodies, parts): FoundParts,
        found: PosesFound,
        tolerances: Tolerances,
    ) -> Option<Self> {
        let frame = recording.frames.get(index)?;
        let before = index.checked_sub(1).and_then(|before| recording.frames.get(before));
        let before = before.and_then(|before| before.of_pair_when_found(bodies));
        let present = frame.of_pair_found_on(bodies, found)?;
        let mut alone = recording.of_pair(bodies);
        let both = alone.every_body().ok()?;
        alone.frames = before.into_iter().chain([present]).collect();
        let last = alone.frames.len() - 1;
        let world = alone.world_at(&both, last);
        let mut theirs: Vec<TheirContact> = alone.their_contacts(last).collect();
        theirs.retain(|contact| may_be_parts(contact.shapes.into(), parts));
        let ours = our_contact(&world, theirs.iter().find(|contact| !contact.filtered), parts);
        Some(Self {
            recording,
            index,
            frame,
            bodies,
            found,
            parts,
            tolerances,
            alone,
            both,
            world,
            theirs,
            ours,
        })
    }

    /// Whether a contact is told that the engine does not leave out on purpose.
    pub fn is_told(&self) -> bool {
        self.theirs.iter().any(|contact| !contact.filtered)
    }

    /// The normal of the deepest contact of theirs that tells one. World, toward the first.
    pub fn their_normal(&self) -> Option<Vec2> {
        let told = self.theirs.iter().filter(|contact| !contact.filtered && contact.normal.is_some());
        let depth = |contact: &TheirContact| contact.depth.unwrap_or_default();
        told.max_by(|p, q| depth(p).total_cmp(&depth(q)))?.normal
    }

    /// Where ours touches: that theirs does not.
    fn only_ours(&self) -> Option<What> {
        self.ours.as_ref().map(|ours| What::OnlyOurs { depth: ours.depth() })
    }

    /// As [`super::ToldPair::is_shallow`].
    pub fn is_shallow(&self) -> bool {
        self.only_ours().is_some_and(|what| what.times(self.tolerances) <= 1.0)
    }

    pub fn not_held(&self, met: Option<FirstMet>) -> Option<NotHeld> {
        if !meet(&self.world, (0, 1)) {
            return Some(NotHeld::Masks);
        }
        met.is_some_and(|met| met.is_let_through).then_some(NotHeld::OneWay)
    }

    /// Whether each of the two is one-way.
    pub fn one_way(&self) -> [bool; 2] {
        [0, 1].map(|side| self.world.body(side).is_some_and(|body| body.one_way().is_some()))
    }

    /// What differs, and whether ours is a ghost, and theirs is what the outline of the joined shapes allows. `every`:
    /// [`Recording::every_body`].
    pub fn differences(&self, every: &World, not_held: Option<NotHeld>) -> (Vec<ToldDifference>, bool) {
        let Self { recording, bodies, parts, tolerances, .. } = *self;
        let is_asked = |one: &Difference| one.frame == self.frame.frame && may_be_parts(one.parts, parts);
        // As in a comparison, what tells poses of its own is held beside those alone.
        let is_elsewhere = self.found != [None; 2];
        let outlined = if is_elsewhere {
            None
        } else {
            on_outline(recording, every, self.index, (bodies, parts), tolerances)
        };
        let is_on_outline = outlined.is_some();
        let listed = outlined.unwrap_or_else(|| differences(&self.alone, &self.both, tolerances));
        let listed = listed.into_iter().filter(is_asked).map(|one| self.told_difference(one));
        let mut found: Vec<ToldDifference> = listed.collect();
        let is_told = self.is_told();
        found.retain(|one| is_told || parts != [None; 2] || !matches!(one.what, What::OnlyOurs { .. }));
        // What the engine leaves out on purpose is no difference.
        let is_left_out = not_held.is_some() || self.theirs.iter().any(|contact| contact.filtered);
        let is_known = is_told || is_left_out || !found.is_empty();
        if let (Some(what), false, true) = (self.only_ours(), is_known, recording.tells_such(bodies)) {
            let one = || ToldDifference { what, sentence: what.sentence(), parts };
            found.extend((what.times(tolerances) > 1.0).then(one));
        }
        (found, is_on_outline)
    }

    fn told_difference(&self, one: Difference) -> ToldDifference {
        let Self { recording, bodies, .. } = *self;
        // What is asked for names its parts itself.
        let is_named = one.parts != self.parts;
        let names = is_named.then(|| format!(" ({})", recording.who(bodies, one.parts, " and ")));
        let sentence = recording.sentence(&Difference { bodies, ..one.clone() });
        let sentence = sentence + &names.unwrap_or_default();
        ToldDifference { what: one.what, sentence, parts: one.parts }
    }

    /// Their contacts as the file has them.
    pub fn filed(&self) -> Vec<FiledContact> {
        let asked = (self.bodies, self.parts);
        let of_pair = self.frame.contacts().filter(|contact| contact.may_be_of(asked));
        of_pair.filter(|contact| contact.poses_found() == self.found).map(|contact| contact.filed()).collect()
    }

    /// The shapes of the first or of the second, or the parts of it that are asked for.
    pub fn shapes(&self, side: usize) -> Vec<ToldShape> {
        let mut leaves = self.world.body(side as u32).map_or_else(Vec::new, Body::leaves);
        leaves.retain(|leaf| self.parts[side].is_none_or(|part| leaf.leaf.part() == Some(part)));
        let told = leaves.into_iter().map(|leaf| ToldShape {
            leaf: leaf.leaf,
            is_meant: self.may_mean(side, leaf.leaf),
            shape: leaf.shape.clone(),
            pose: leaf.pose,
        });
        told.collect()
    }

    fn may_mean(&self, side: usize, leaf: Leaf) -> bool {
        let named = |contact: &TheirContact| if side == 0 { contact.shapes.0 } else { contact.shapes.1 };
        self.theirs.is_empty() || self.theirs.iter().any(|contact| is_meant(leaf, named(contact)))
    }

    /// The distance at which the engine calls the two touching. Metres.
    pub fn skin(&self, shapes: &[Vec<ToldShape>; 2]) -> f32 {
        let skin = |side: u32| {
            let meant = shapes[side as usize].iter().filter(|shape| shape.is_meant);
            meant.map(|shape| self.alone.skin(side, shape.leaf)).fold(0.0, f32::max)
        };
        skin(0) + skin(1)
    }
}
