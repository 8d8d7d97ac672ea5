//! What is likely wrong with a line that is no JSON, or breaks off.

use serde::de::IgnoredAny;

/// Numbers of a pose, the longest list of numbers.
const LONGEST_LIST: usize = 3;

/// Whether a line has no end and its JSON breaks off where it does, as of a game that crashed while it wrote.
pub(super) fn is_cut_short(line: &[u8]) -> bool {
    let is_broken_off = || serde_json::from_slice::<IgnoredAny>(line).is_err_and(|error| error.is_eof());
    !line.ends_with(b"\n") && is_broken_off()
}

/// What a program or a language commonly writes, where a reader of JSON found this `what` at a column, from 1; `None`: nothing
/// that is known.
pub(super) fn likely_slip(line: &[u8], column: usize, what: &str) -> Option<&'static str> {
    let at = line.get(column.saturating_sub(1)..).unwrap_or_default();
    if line.starts_with(&[0xff, 0xfe])
        || line.starts_with(&[0xfe, 0xff])
        || line.iter().take(8).any(|b| *b == 0)
    {
        return Some("found UTF-16; allowed: UTF-8, which Windows calls so in \"Save as\"");
    }
    if line.trim_ascii_start().starts_with(b"[") {
        return Some("found a list; allowed: one object a line, {…}, without commas between lines");
    }
    if what.starts_with("expected value")
        && [&b"N"[..], b"I", b"-I", b"n", b"i"].iter().any(|name| at.starts_with(name))
    {
        return Some("found NaN or infinity; allowed: a number");
    }
    let is_digit = at.first().is_some_and(u8::is_ascii_digit);
    let before = line.get(..column.saturating_sub(1)).unwrap_or_default();
    let is_in_object = what.starts_with("key must be a string") && is_digit && before.ends_with(b",");
    let is_in_list =
        what.starts_with("trailing characters") && numbers_around(line, before.len()) > LONGEST_LIST;
    (is_in_object || is_in_list)
        .then_some("found a number after a comma that no key or list has room for: a decimal comma? allowed: a point, 0.5")
}

/// How many numbers the list has that a place is in.
fn numbers_around(line: &[u8], at: usize) -> usize {
    let (before, after) = line.split_at(at.min(line.len()));
    let begin = before.iter().rposition(|byte| *byte == b'[').map_or(0, |begin| begin + 1);
    let end = after.iter().position(|byte| *byte == b']').unwrap_or(after.len());
    let inner = before.get(begin..).into_iter().chain(after.get(..end)).flatten();
    inner.filter(|byte| **byte == b',').count() + 1
}
