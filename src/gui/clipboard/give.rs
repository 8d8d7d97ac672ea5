//! Hands the copied text to programs that ask for it.

use x11rb::protocol::xproto::ChangeWindowAttributesAux;

use super::*;

/// Longest text that is handed over at once, and the length of a part of a longer one. Bytes. Every server
/// takes requests of this size.
const PART: usize = 128 * 1024;
/// Longest pause of a reader in the middle of a transfer.
const STALLED: Duration = Duration::from_secs(30);
/// Most transfers in parts at a time; further requests are refused.
const MOST: usize = 64;

/// A transfer in parts. The reader takes a part by deleting the property that holds it.
#[derive(Debug)]
struct Gift {
    reader: Window,
    property: Atom,
    kind: Atom,
    text: Arc<[u8]>,
    sent: usize,
    until: Instant,
}

/// All transfers in parts.
#[derive(Debug)]
pub struct Gifts {
    list: Vec<Gift>,
    part: usize,
}

impl Gifts {
    /// `largest_request`: the server's limit. Bytes.
    pub fn new(largest_request: usize) -> Self {
        Self { list: Vec::new(), part: PART.min(largest_request / 2).max(1) }
    }

    /// Drops the transfers whose reader pauses for too long.
    pub fn expire(&mut self, now: Instant) {
        self.list.retain(|gift| gift.until > now);
    }

    /// The time at which the next transfer is dropped.
    pub fn deadline(&self) -> Option<Instant> {
        self.list.iter().map(|gift| gift.until).min()
    }

    /// Drops the transfers of a reader that is gone.
    pub fn forget(&mut self, reader: Window) {
        self.list.retain(|gift| gift.reader != reader);
    }

    /// Begins a transfer; returns whether there was room for it.
    fn begin(&mut self, gift: Gift) -> bool {
        self.list.retain(|other| (other.reader, other.property) != (gift.reader, gift.property));
        let room = self.list.len() < MOST;
        if room {
            self.list.push(gift);
        }
        room
    }

    /// Sends the next part, because the reader has taken the one before. An empty part is the last one.
    pub fn part_taken(
        &mut self,
        connection: &RustConnection,
        notice: &PropertyNotifyEvent,
    ) -> Result<(), ReplyOrIdError> {
        let is_next = |gift: &Gift| (gift.reader, gift.property) == (notice.window, notice.atom);
        let Some(index) = self.list.iter().position(is_next) else { return Ok(()) };
        let gift = &mut self.list[index];
        let rest = gift.text.get(gift.sent..).unwrap_or_default();
        let part = &rest[..rest.len().min(self.part)];
        connection.change_property8(PropMode::REPLACE, gift.reader, gift.property, gift.kind, part)?;
        gift.sent += part.len();
        gift.until = Instant::now() + STALLED;
        if part.is_empty() {
            let gift = self.list.swap_remove(index);
            if !self.list.iter().any(|other| other.reader == gift.reader) {
                listen(connection, gift.reader, EventMask::NO_EVENT)?;
            }
        }
        Ok(())
    }
}

impl Server {
    /// Answers a program that asks for the clipboard.
    pub(super) fn give(&mut self, request: &SelectionRequestEvent) -> Result<(), ReplyOrIdError> {
        // Old programs leave the property to the owner.
        let property = if request.property == x11rb::NONE { request.target } else { request.property };
        let is_ours = request.selection == self.atoms.CLIPBOARD;
        let given = is_ours
            && if request.target == self.atoms.MULTIPLE {
                self.give_several(request.requestor, property)?
            } else {
                self.give_one(request.requestor, property, request.target)?
            };
        let notice = SelectionNotifyEvent {
            response_type: SELECTION_NOTIFY_EVENT,
            sequence: 0,
            time: request.time,
            requestor: request.requestor,
            selection: request.selection,
            target: request.target,
            property: if given { property } else { x11rb::NONE },
        };
        self.connection.send_event(false, request.requestor, EventMask::NO_EVENT, notice)?;
        Ok(())
    }

    /// Gives what a list of pairs of target and property asks for; what is refused becomes `NONE` in it.
    fn give_several(&mut self, reader: Window, list: Atom) -> Result<bool, ReplyOrIdError> {
        let kind = self.atoms.ATOM_PAIR;
        let asked = self.connection.get_property(false, reader, list, kind, 0, 64)?.reply().ok();
        let asked: Vec<Atom> = asked.iter().filter_map(|reply| reply.value32()).flatten().collect();
        let mut answered = Vec::with_capacity(asked.len());
        for pair in asked.chunks_exact(2) {
            let (target, property) = (pair[0], pair[1]);
            let given = target != self.atoms.MULTIPLE
                && property != x11rb::NONE
                && self.give_one(reader, property, target)?;
            answered.extend([target, if given { property } else { x11rb::NONE }]);
        }
        self.connection.change_property32(PropMode::REPLACE, reader, list, kind, &answered)?;
        Ok(!answered.is_empty())
    }

    /// Puts what `target` names into a property of the reader; returns whether it could.
    fn give_one(&mut self, reader: Window, property: Atom, target: Atom) -> Result<bool, ReplyOrIdError> {
        let Text::Ours(text, since) = &self.text else { return Ok(false) };
        let (text, since, atoms) = (Arc::clone(text), *since, self.atoms);
        let connection = &self.connection;
        let kind = match target {
            _ if target == atoms.TARGETS => {
                let targets = [
                    atoms.TARGETS,
                    atoms.MULTIPLE,
                    atoms.TIMESTAMP,
                    atoms.UTF8_STRING,
                    atoms.PLAIN,
                    atoms.TEXT,
                ];
                let kind = AtomEnum::ATOM;
                connection.change_property32(PropMode::REPLACE, reader, property, kind, &targets)?;
                return Ok(true);
            }
            _ if target == atoms.TIMESTAMP => {
                let kind = AtomEnum::INTEGER;
                connection.change_property32(PropMode::REPLACE, reader, property, kind, &[since])?;
                return Ok(true);
            }
            _ if target == atoms.UTF8_STRING || target == atoms.TEXT => atoms.UTF8_STRING,
            _ if target == atoms.PLAIN => atoms.PLAIN,
            _ => return Ok(false),
        };
        if text.len() <= self.gifts.part {
            connection.change_property8(PropMode::REPLACE, reader, property, kind, &text)?;
            return Ok(true);
        }
        let length = u32::try_from(text.len()).unwrap_or(u32::MAX);
        let gift = Gift { reader, property, kind, text, sent: 0, until: Instant::now() + STALLED };
        if !self.gifts.begin(gift) {
            return Ok(false);
        }
        listen(connection, reader, EventMask::PROPERTY_CHANGE | EventMask::STRUCTURE_NOTIFY)?;
        connection.change_property32(PropMode::REPLACE, reader, property, atoms.INCR, &[length])?;
        Ok(true)
    }
}

/// Subscribes to events of a reader's window.
fn listen(connection: &RustConnection, reader: Window, events: EventMask) -> Result<(), ReplyOrIdError> {
    connection.change_window_attributes(reader, &ChangeWindowAttributesAux::new().event_mask(events))?;
    Ok(())
}
