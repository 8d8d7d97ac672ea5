//! What explains a step or a pair beyond its contacts: the stages of a step, classic mistakes, another library's opinion,
//! the other side of a recording, the Minkowski difference.

pub mod classic_mistakes;
pub mod minkowski;
pub mod query_mistakes;
pub mod second_opinion;
pub mod stages;
pub mod their_query;
pub mod their_side;
