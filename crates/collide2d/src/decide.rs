//! Who takes a contact and so keeps it from the solver. Nothing else decides it, whether the pair touches, is near
//! or is met by a sweep.

use crate::body::Body;
use crate::contact::manifold::Contact;
use crate::event::{ContactEvent, Listener, PairContact, Phase, taken_by};
use crate::observe::{ContactDecision, StepObserver};
use crate::pair::{PairKey, PairKind};

/// Sensors, listeners and the observer of a step, in this order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Decider<'a> {
    pub frame: u64,
    pub listeners: &'a [Listener],
}

impl Decider<'_> {
    /// Sets [`ContactEvent::resolved_by`]. `traits`: either body is a sensor, either is a piece.
    #[inline]
    pub fn decide<O: StepObserver>(
        &self,
        contact: &PairContact,
        event: &mut ContactEvent,
        traits: [bool; 2],
        bodies: &[Body],
        observer: &mut O,
    ) {
        event.resolved_by = taken_by(event.pair, event.kind, traits, self.listeners);
        observer.contact(&mut ContactDecision { contact, event, bodies });
    }

    /// Whether anybody takes the contact that a pair is about to have, see [`StepObserver::contact`].
    pub fn takes<O: StepObserver>(
        &self,
        pair: PairKey,
        contact: Contact,
        bodies: &[Body],
        observer: &mut O,
    ) -> bool {
        self.ask(pair, contact, bodies, observer).resolved_by.is_some()
    }

    /// The event of [`Decider::takes`], without a touch.
    pub fn ask<O: StepObserver>(
        &self,
        pair: PairKey,
        contact: Contact,
        bodies: &[Body],
        observer: &mut O,
    ) -> ContactEvent {
        let (a, b) = (&bodies[pair.a() as usize], &bodies[pair.b() as usize]);
        let traits = [a.is_sensor() || b.is_sensor(), a.is_piece() || b.is_piece()];
        let mut event = ContactEvent {
            frame: self.frame,
            pair,
            kind: PairKind::of(a.shape(), b.shape()),
            phase: Phase::Begin,
            since: self.frame,
            touch: None,
            resolved_by: None,
            waiting_since: None,
        };
        let contact = PairContact { a: pair.a(), b: pair.b(), contact };
        self.decide(&contact, &mut event, traits, bodies, observer);
        event
    }
}
