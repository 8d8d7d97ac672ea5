//! Candidate pairs: those whose AABBs overlap.
