//! What is said of arguments that are refused.

use clap::builder::StyledStr;
use clap::error::ContextValue;

use crate::platform::plain;

/// A usage error in which the words of the command line are plain and short.
pub fn plainly(mut error: clap::Error) -> clap::Error {
    let label = |word: &String| plain::label(word).into_owned();
    let mut told: Vec<String> = Vec::new();
    for (_, value) in error.context() {
        match value {
            ContextValue::String(word) => told.push(word.clone()),
            ContextValue::Strings(words) => told.extend(words.iter().cloned()),
            _ => {}
        }
    }
    told.retain(|word| *word != label(word));
    // clap's hints quote an argument as it stands.
    let hint = |hint: &StyledStr| {
        let in_full = hint.ansi().to_string();
        StyledStr::from(told.iter().fold(in_full, |hint, word| hint.replace(word, &label(word))))
    };
    let plain: Vec<_> = error
        .context()
        .filter_map(|(kind, value)| {
            let value = match value {
                ContextValue::String(word) => ContextValue::String(label(word)),
                ContextValue::Strings(words) => ContextValue::Strings(words.iter().map(label).collect()),
                ContextValue::StyledStrs(hints) => ContextValue::StyledStrs(hints.iter().map(hint).collect()),
                _ => return None,
            };
            Some((kind, value))
        })
        .collect();
    for (kind, value) in plain {
        error.insert(kind, value);
    }
    error
}
