//! Edits of JSON: a number, a word or a key in some place, something left out or twice.

use arbitrary::{Result, Unstructured};
use serde_json::{Map, Number, Value, json};

/// Numbers at which formats and arithmetic change.
const NUMBERS: &str = "0 -0.0 1 -1 2 3 0.5 7 60 90 255 256 4096 65536 1e6 -1e6 1e9 4294967295 4294967296 \
                       2147483648 18446744073709551615 1e-45 1e-300 3.4e38 -3.5e38 1e308";

/// Changes some places of a value; `words` are those that the format has.
pub fn edit(value: &mut Value, words: &[&str], u: &mut Unstructured<'_>) -> Result<()> {
    // Deeper places first: most of a file is there.
    if u.ratio(7, 8)? {
        let child = match value {
            Value::Array(all) if !all.is_empty() => {
                let at = u.choose_index(all.len())?;
                all.get_mut(at)
            }
            Value::Object(all) if !all.is_empty() => {
                let at = u.choose_index(all.len())?;
                all.values_mut().nth(at)
            }
            _ => None,
        };
        if let Some(child) = child {
            return edit(child, words, u);
        }
    }
    match (value, u.int_in_range(0..=5_u8)?) {
        (Value::Array(all), 0..=1) if !all.is_empty() => {
            let at = u.choose_index(all.len())?;
            all.remove(at);
        }
        (Value::Array(all), 2..=3) if !all.is_empty() => {
            let copy = all[u.choose_index(all.len())?].clone();
            let at = u.choose_index(all.len() + 1)?;
            all.insert(at, copy);
        }
        (Value::Object(all), 0..=1) if !all.is_empty() => {
            let at = u.choose_index(all.len())?;
            let key = all.keys().nth(at).cloned();
            key.and_then(|key| all.remove(&key));
        }
        (Value::Object(all), 2..=4) => {
            let key = (*u.choose(words)?).to_owned();
            let other = any(words, u)?;
            all.insert(key, other);
        }
        (value, _) => *value = any(words, u)?,
    }
    Ok(())
}

fn any(words: &[&str], u: &mut Unstructured<'_>) -> Result<Value> {
    Ok(match u.int_in_range(0..=9_u8)? {
        0 => Value::Null,
        1 => Value::Bool(u.arbitrary()?),
        2 => Value::String((*u.choose(words)?).to_owned()),
        3 => Value::Array(vec![number(u)?, number(u)?]),
        4 => Value::Array(vec![number(u)?, number(u)?, number(u)?]),
        5 => Value::Object(Map::new()),
        6 => json!([[0, 0], [1, 0], [1, 2]]),
        _ => number(u)?,
    })
}

fn number(u: &mut Unstructured<'_>) -> Result<Value> {
    let word = u.choose_iter(NUMBERS.split_ascii_whitespace().collect::<Vec<_>>())?;
    let number: Option<Number> = serde_json::from_str(word).ok();
    Ok(if u.ratio(1, 4)? { json!(u.arbitrary::<i16>()?) } else { number.map_or(Value::Null, Value::Number) })
}
