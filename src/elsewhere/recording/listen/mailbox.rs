//! What connections bring to the window, in the order in which it came, and which of them is the game that is heard.
//!
//! There is room for so many bytes. Past them frames are dropped and counted, in the place where they would be; what must
//! not get lost (headers, bodies that come and go, that a game has gone) waits for room, and the game does not.

use std::collections::VecDeque;
use std::fmt;
use std::net::SocketAddr;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::super::live::{Arrival, GameAnswer};
use super::SILENCE;

/// What waits for the window takes at most so much. Bytes.
const MOST_BYTES: usize = 64 << 20;
/// A body of a header takes about so much. Bytes.
const BODY: usize = 512;
/// Connections at a time.
const MOST_CONNECTIONS: usize = 32;
/// How long the end of listening waits for the good-bye to the game.
const GOODBYE: Duration = Duration::from_millis(500);

/// Shared by the window and the threads of the connections, each of which has a number.
pub struct Mailbox {
    inner: Mutex<Inner>,
    /// Something was taken, or somebody has left.
    changed: Condvar,
}

struct Inner {
    waiting: VecDeque<Waiting>,
    /// Memory of the arrivals that wait. Bytes.
    bytes: usize,
    game: Option<Game>,
    /// The connection whose recording the window has.
    shown: Option<u64>,
    connections: usize,
    is_over: bool,
    wake: Box<dyn Fn() + Send>,
}

struct Waiting {
    from: u64,
    arrival: Arrival,
    bytes: usize,
}

/// The game that is heard.
struct Game {
    number: u64,
    from: SocketAddr,
    heard_at: Instant,
    /// Answers of the window that were not sent yet.
    answers: Vec<GameAnswer>,
    /// It was asked to pause last: its silence is wanted.
    is_paused: bool,
    /// Frames were dropped since the last one that was taken.
    has_gap: bool,
    /// It was told that another one would send.
    is_rivalled: bool,
}

/// How a connection stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It is the game that is heard.
    Heard,
    /// Another game is, or none.
    Unheard,
    /// Nobody listens any more.
    Over,
}

impl Mailbox {
    pub fn new(wake: impl Fn() + Send + 'static) -> Self {
        let inner = Inner {
            waiting: VecDeque::new(),
            bytes: 0,
            game: None,
            shown: None,
            connections: 0,
            is_over: false,
            wake: Box::new(wake),
        };
        Self { inner: Mutex::new(inner), changed: Condvar::new() }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'i>(&self, inner: MutexGuard<'i, Inner>, most: Duration) -> MutexGuard<'i, Inner> {
        self.changed.wait_timeout(inner, most).unwrap_or_else(PoisonError::into_inner).0
    }

    /// The oldest arrivals, at most so many.
    pub fn take(&self, most: usize) -> Vec<Arrival> {
        let mut inner = self.lock();
        let count = inner.waiting.len().min(most);
        let taken: Vec<Waiting> = inner.waiting.drain(..count).collect();
        for one in &taken {
            inner.bytes -= one.bytes;
            if matches!(one.arrival, Arrival::Begins(_)) {
                inner.shown = Some(one.from);
            }
        }
        self.changed.notify_all();
        taken.into_iter().map(|one| one.arrival).collect()
    }

    pub fn is_empty(&self) -> bool {
        self.lock().waiting.is_empty()
    }

    /// Says something to the game whose recording the window has, if it is still there.
    pub fn answer(&self, answer: GameAnswer) {
        let mut inner = self.lock();
        let shown = inner.shown;
        if let Some(game) = inner.game.as_mut().filter(|game| Some(game.number) == shown) {
            game.is_paused = matches!(answer, GameAnswer::Pause { .. });
            game.answers.push(answer);
        }
    }

    /// What this connection is to be told.
    pub fn answers_for(&self, number: u64) -> Vec<GameAnswer> {
        let mut inner = self.lock();
        inner.game_of(number).map(|game| std::mem::take(&mut game.answers)).unwrap_or_default()
    }

    /// A connection begins; `false`: there are too many.
    pub fn admit(&self) -> bool {
        let mut inner = self.lock();
        let has_room = inner.connections < MOST_CONNECTIONS;
        inner.connections += usize::from(has_room);
        has_room
    }

    pub fn standing(&self, number: u64) -> Standing {
        let mut inner = self.lock();
        if inner.is_over {
            Standing::Over
        } else if inner.game_of(number).is_some() {
            Standing::Heard
        } else {
            Standing::Unheard
        }
    }

    /// A game that has sent a header takes the place of the one that is heard: if there is none, or it is
    /// silent and was not asked to pause. Otherwise the window is told once that this game waits.
    pub fn take_place(&self, number: u64, from: SocketAddr) -> Standing {
        let mut inner = self.lock();
        if inner.is_over {
            return Standing::Over;
        }
        if let Some(game) = &mut inner.game {
            let (heard, is_rivalled) = (game.from, std::mem::replace(&mut game.is_rivalled, true));
            if game.is_paused || game.heard_at.elapsed() < SILENCE {
                if !is_rivalled {
                    let text = format!(
                        "Another game at {from} would send. One is heard at a time: the one at {heard}, until it goes or is \
                         silent for a second."
                    );
                    inner.push(number, Arrival::Message(text));
                }
                return Standing::Unheard;
            }
            let before = game.number;
            let text = format!("{heard} is silent: from now on {from} is heard in its place.");
            inner.push(before, Arrival::Closed(text));
        }
        inner.game = Some(Game {
            number,
            from,
            heard_at: Instant::now(),
            answers: Vec::new(),
            is_paused: false,
            has_gap: false,
            is_rivalled: false,
        });
        Standing::Heard
    }

    /// The game has sent something, if only a part of a line.
    pub fn hear(&self, number: u64) {
        if let Some(game) = self.lock().game_of(number) {
            game.heard_at = Instant::now();
        }
    }

    /// What a connection brings; `false`: it is not the game that is heard.
    pub fn put(&self, number: u64, mut arrival: Arrival) -> bool {
        let bytes = memory(&arrival);
        let mut inner = self.lock();
        loop {
            let has_room = inner.bytes == 0 || inner.bytes + bytes <= MOST_BYTES;
            let is_over = inner.is_over;
            let Some(game) = inner.game_of(number).filter(|_| !is_over) else { return false };
            if has_room {
                if let Arrival::Frame(frame) = &mut arrival
                    && std::mem::take(&mut game.has_gap)
                {
                    frame.follow_gap();
                }
                inner.push(number, arrival);
                return true;
            }
            match &arrival {
                // Without the bodies that come and go no later frame is one.
                Arrival::Frame(frame) if !frame.changes_bodies() => {
                    game.has_gap = true;
                    inner.count_dropped(number);
                    return true;
                }
                Arrival::Skipped(_) | Arrival::Missing(_) => return true,
                Arrival::Begins(_)
                | Arrival::Frame(_)
                | Arrival::Dropped(_)
                | Arrival::Message(_)
                | Arrival::Closed(_) => inner = self.wait(inner, SILENCE),
            }
        }
    }

    /// Tells something of a connection that is not heard.
    pub fn tell(&self, text: String) {
        let mut inner = self.lock();
        if inner.bytes < MOST_BYTES {
            inner.push(0, Arrival::Message(text));
        }
    }

    /// A connection is over. Of the game that was heard it is told; of another one only if `is_news`.
    pub fn leave(&self, number: u64, told: Option<String>, is_news: bool) {
        let mut inner = self.lock();
        inner.connections = inner.connections.saturating_sub(1);
        let was_heard = inner.game_of(number).is_some();
        if was_heard {
            inner.game = None;
        }
        if let Some(text) = told.filter(|_| was_heard || is_news) {
            inner.push(number, if was_heard { Arrival::Closed(text) } else { Arrival::Message(text) });
        }
        self.changed.notify_all();
    }

    pub fn is_over(&self) -> bool {
        self.lock().is_over
    }

    /// Nobody listens any more. Waits for a moment, so that the game is told; one that is paused goes on.
    pub fn close(&self) {
        let (mut inner, begin) = (self.lock(), Instant::now());
        inner.is_over = true;
        if let Some(game) = inner.game.as_mut().filter(|game| game.is_paused) {
            game.answers.push(GameAnswer::resume());
        }
        self.changed.notify_all();
        while inner.game.is_some()
            && let Some(left) = GOODBYE.checked_sub(begin.elapsed())
        {
            inner = self.wait(inner, left);
        }
    }
}

impl Inner {
    fn game_of(&mut self, number: u64) -> Option<&mut Game> {
        self.game.as_mut().filter(|game| game.number == number)
    }

    fn push(&mut self, from: u64, arrival: Arrival) {
        let bytes = memory(&arrival);
        // Of a file that is no recording every line is skipped.
        let is_skipped = |arrival: &Arrival| matches!(arrival, Arrival::Skipped(_));
        let replaces = |last: &Waiting| last.from == from && is_skipped(&last.arrival);
        if is_skipped(&arrival) && self.waiting.back().is_some_and(replaces) {
            self.bytes -= self.waiting.pop_back().map_or(0, |last| last.bytes);
        }
        self.bytes += bytes;
        self.waiting.push_back(Waiting { from, arrival, bytes });
        (self.wake)();
    }

    fn count_dropped(&mut self, from: u64) {
        match self.waiting.back_mut() {
            Some(Waiting { from: of, arrival: Arrival::Dropped(count), .. }) if *of == from => *count += 1,
            Some(_) | None => self.push(from, Arrival::Dropped(1)),
        }
    }
}

/// About. Bytes.
fn memory(arrival: &Arrival) -> usize {
    let own = size_of::<Waiting>();
    match arrival {
        Arrival::Frame(frame) => own + frame.memory(),
        Arrival::Begins(recording) => own + recording.body_count() * BODY,
        Arrival::Skipped(text) | Arrival::Missing(text) | Arrival::Message(text) | Arrival::Closed(text) => {
            own + text.len()
        }
        Arrival::Dropped(_) => own,
    }
}

impl fmt::Debug for Mailbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mailbox").finish_non_exhaustive()
    }
}
