//! What another engine answered to a query of its recording, beside ours, and what to look at in the engine.

use collide2d::World;

use self::slips::AskedQuery;
use crate::elsewhere::recording::Recording;
use crate::elsewhere::recording::compare::{Difference, What, passed_at_start, wrong_queries};

mod slips;

/// An answer of theirs in words.
#[derive(Clone, Debug, PartialEq)]
pub struct TheirAnswer {
    theirs: String,
    /// What `compare` tells of it, and why it is no difference where that is no matter of course.
    compared: String,
    look_at: Option<String>,
}

impl TheirAnswer {
    /// That to the query of this name, in the frame of this index. `every`: [`Recording::every_body`].
    pub fn of((recording, every): (&Recording, &World), index: usize, query: &str) -> Option<Self> {
        let (_, theirs) = recording.their_answers(index).into_iter().find(|(name, _)| name == query)?;
        let is_named = |number: &u32| recording.query_name(index, *number).is_some_and(|name| name == query);
        let is_asked = |difference: &Difference| match difference.what {
            What::Query { query: number, .. } => is_named(&number),
            _ => false,
        };
        let number = (0..recording.their_queries(index).len() as u32).find(is_named)?;
        let Some(difference) = wrong_queries(recording, every, index).into_iter().find(is_asked) else {
            let why = passed_at_start(recording, every, index, number)
                .and_then(|body| recording.why_passed_at_start(index, number, body));
            let compared =
                why.map_or_else(|| "no difference".to_owned(), |why| format!("no difference; {why}"));
            return Some(Self { theirs, compared, look_at: None });
        };
        let look_at = match difference.what {
            What::Query { wrong, .. } => {
                AskedQuery::of((recording, every), index, number).and_then(|asked| asked.slip(&wrong))
            }
            _ => None,
        };
        Some(Self { theirs, compared: recording.sentence(&difference), look_at })
    }

    /// "theirs: hits crate at 0.4", a line each.
    pub fn lines(&self) -> impl Iterator<Item = String> {
        let both = [format!("theirs: {}", self.theirs), format!("compared: {}", self.compared)];
        both.into_iter().chain(self.look_at.clone())
    }
}
