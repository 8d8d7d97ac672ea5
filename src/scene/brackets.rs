//! Which bracket of a refused text is not closed. The parser alone does not know: it takes the next closing bracket for
//! the missing one, and then wonders about what follows.

use std::ops::Range;

/// A closing bracket that is missing.
#[derive(Clone, Debug, PartialEq)]
pub struct MissingBracket {
    /// Where it belongs. Bytes.
    pub at: usize,
    /// The bracket that it would close. Bytes.
    pub opened_at: usize,
    /// `)`, `]` or `}`.
    pub closing: char,
}

/// The bracket that is missing where a parser refused `text`: one whose insertion there lets the parser come further.
/// `refused_at`: where it stopped, and where its last token begins. `parse`: how far the parser comes in another text;
/// `None`: it takes all of it.
pub fn missing(
    text: &str,
    refused_at: [usize; 2],
    parse: impl Fn(&str) -> Option<usize>,
) -> Option<MissingBracket> {
    let tokens = tokens(text);
    if are_closed(text, &tokens) {
        return None;
    }
    let further = refused_at.into_iter().max()?;
    let tried = ["", ","].into_iter().flat_map(|comma| refused_at.map(|refused| (refused, comma)));
    tried.into_iter().find_map(|(refused, comma)| {
        let is_comma = |token: &Range<usize>| text.get(token.clone()) == Some(",");
        let before = tokens.iter().rev().find(|token| token.end <= refused && !is_comma(token))?.end;
        // A value's bracket stands before the comma, that of a list often after one.
        let is_of_list = open_at(text, &tokens, refused).last().is_some_and(|(_, closing)| *closing == ']');
        let places = if is_of_list { [refused, before] } else { [before, refused] };
        places.into_iter().find_map(|at| {
            let (opened_at, closing) = *open_at(text, &tokens, at).last()?;
            let (before, after) = text.split_at_checked(at)?;
            let stopped = parse(&format!("{before}{closing}{comma}{after}"));
            let inserted = closing.len_utf8() + comma.len();
            let is_further = stopped.is_none_or(|stopped| stopped > further + inserted);
            is_further.then_some(MissingBracket { at, opened_at, closing })
        })
    })
}

/// Strings, brackets, commas, and the words between them; no blanks and no comments.
fn tokens(text: &str) -> Vec<Range<usize>> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let until = |end: &str| rest.find(end).map_or(rest.len(), |found| found + end.len());
        let first = rest.chars().next().map_or(1, char::len_utf8);
        let (length, is_token) = if rest.starts_with("//") {
            (until("\n"), false)
        } else if rest.starts_with("/*") {
            (until("*/"), false)
        } else if rest.starts_with(char::is_whitespace) {
            (first, false)
        } else if rest.starts_with('"') {
            (string(rest), true)
        } else if rest.starts_with(is_mark) {
            (first, true)
        } else {
            let ends = |c: char| c.is_whitespace() || is_mark(c) || matches!(c, '"' | '/');
            (rest.find(ends).unwrap_or(rest.len()).max(first), true)
        };
        if is_token {
            tokens.push(at..at + length);
        }
        at += length;
    }
    tokens
}

fn is_mark(c: char) -> bool {
    matches!(c, '(' | ')' | '[' | ']' | '{' | '}' | ',' | ':')
}

/// Length of the string at the start of a text.
fn string(text: &str) -> usize {
    let mut is_escaped = false;
    let end = text.char_indices().skip(1).find(|(_, c)| {
        let ends = *c == '"' && !is_escaped;
        is_escaped = *c == '\\' && !is_escaped;
        ends
    });
    end.map_or(text.len(), |(at, _)| at + 1)
}

/// The brackets that are open at a place, the innermost last, and what closes each.
fn open_at(text: &str, tokens: &[Range<usize>], place: usize) -> Vec<(usize, char)> {
    let mut open = Vec::new();
    for token in tokens.iter().take_while(|token| token.end <= place) {
        match bracket(text, token) {
            Some(Bracket::Open(closing)) => open.push((token.start, closing)),
            Some(Bracket::Close(closing)) => {
                // One that is not closed ends with the one around it.
                if let Some(of) = open.iter().rposition(|(_, wanted)| *wanted == closing) {
                    open.truncate(of);
                }
            }
            None => {}
        }
    }
    open
}

/// Whether each bracket is closed by its own kind.
fn are_closed(text: &str, tokens: &[Range<usize>]) -> bool {
    let mut open = Vec::new();
    for token in tokens {
        match bracket(text, token) {
            Some(Bracket::Open(closing)) => open.push(closing),
            Some(Bracket::Close(closing)) if open.pop() != Some(closing) => return false,
            Some(Bracket::Close(_)) | None => {}
        }
    }
    open.is_empty()
}

enum Bracket {
    /// With what closes it.
    Open(char),
    Close(char),
}

/// The bracket that a token is.
fn bracket(text: &str, token: &Range<usize>) -> Option<Bracket> {
    Some(match text.as_bytes().get(token.start)? {
        b'(' => Bracket::Open(')'),
        b'[' => Bracket::Open(']'),
        b'{' => Bracket::Open('}'),
        closing @ (b')' | b']' | b'}') => Bracket::Close(char::from(*closing)),
        _ => return None,
    })
}
