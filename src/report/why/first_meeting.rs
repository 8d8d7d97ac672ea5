//! Why two bodies of which one is one-way pass through each other, as it was decided when they first met.

use collide2d::{
    Body, Contact, ContactDecision, ContactEvent, OneWayRule, PairKey, Phase, StepObserver, World,
    one_way_rules,
};

use crate::scene::{Scene, deepest_contact, degrees_off_one_way};

/// What let two bodies through each other as they first met.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FirstMeeting {
    /// The frame whose places decided.
    pub frame: u64,
    /// For each of the two; `None`: it holds the other one, or is not one-way.
    pub rules: [Option<OneWayRule>; 2],
    /// How far the normal on the surface of each was off its direction. Degrees; 0 without one.
    pub off: [f32; 2],
}

impl FirstMeeting {
    /// Of a pair of a world that is a later state of the scene; `None` where no one-way body lets the other through.
    pub fn of(scene: &Scene, world: &World, pair: PairKey) -> Option<Self> {
        let present = Self::present(world, pair)?;
        match Self::since(world, pair) {
            Some(since) => Self::find(scene.to_world().ok()?, pair, since),
            None => Some(present),
        }
    }

    /// As the present state would decide; `None` where no one-way body lets the other through.
    pub fn present(world: &World, pair: PairKey) -> Option<Self> {
        let contact = deepest_contact(world, ((pair.a(), pair.b()), [None; 2]))?;
        let is_let_through = world.lets_through(&contact);
        let decided = || Self::at(world.frame(), world.bodies(), pair, &contact.contact, world.timestep());
        is_let_through.then(decided).flatten()
    }

    /// The frame of the step that first found the present contact of a pair; `None`: none did.
    pub fn since(world: &World, pair: PairKey) -> Option<u64> {
        let is_touching = |event: &&ContactEvent| event.pair == pair && event.phase != Phase::End;
        world.events().iter().find(is_touching).map(|event| event.since)
    }

    /// Steps an earlier world to the frame in which a contact of the pair begins; `None`: it does not.
    pub fn find(mut world: World, pair: PairKey, since: u64) -> Option<Self> {
        while world.frame() + 1 < since {
            world.step();
        }
        if world.frame() == 0
            && let Some(contact) = deepest_contact(&world, ((pair.a(), pair.b()), [None; 2]))
        {
            // Frame 0 decides before anything moves.
            return Self::at(0, world.bodies(), pair, &contact.contact, world.timestep());
        }
        let mut begin = Begin { before: world.clone(), pair, found: None };
        world.step_with(&mut begin);
        begin.found
    }

    fn at(frame: u64, bodies: &[Body], pair: PairKey, contact: &Contact, timestep: f32) -> Option<Self> {
        let [a, b] = [bodies.get(pair.a() as usize)?, bodies.get(pair.b() as usize)?];
        let rules = one_way_rules([a, b], contact, timestep);
        Some(Self { frame, rules, off: degrees_off_one_way([a, b], contact.normal) })
    }
}

/// Observer of the step in which a pair first meets.
struct Begin {
    before: World,
    pair: PairKey,
    found: Option<FirstMeeting>,
}

impl StepObserver for Begin {
    const OBSERVES: bool = false;

    fn contact(&mut self, decision: &mut ContactDecision<'_>) {
        let event = &decision.event;
        if event.pair != self.pair || event.phase != Phase::Begin || event.touch.is_none() {
            return;
        }
        let pose = |bodies: &[Body], index: u32| bodies.get(index as usize).map(|body| *body.pose());
        // `Rigid` tests bodies where the frame before shows them.
        let has_moved = [self.pair.a(), self.pair.b()]
            .iter()
            .any(|index| pose(self.before.bodies(), *index) != pose(decision.bodies, *index));
        let frame = if has_moved { event.frame } else { self.before.frame() };
        let (contact, timestep) = (&decision.contact.contact, self.before.timestep());
        self.found = FirstMeeting::at(frame, decision.bodies, self.pair, contact, timestep);
    }
}
