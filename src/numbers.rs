//! Numbers as text, rounded for reading.

use glam::Vec2;

/// Significant digits of a number.
const DIGITS: usize = 4;

/// Four significant digits, no trailing zeros: "1.962", "-0.25", "1.2e-7".
pub fn number(value: f32) -> String {
    number_64(f64::from(value))
}

/// [`number`] of an f64.
pub fn number_64(value: f64) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    if !value.is_finite() {
        return value.to_string();
    }
    let exponent = rounded_exponent(value, DIGITS);
    if !(-5..=7).contains(&exponent) {
        let text = format!("{value:.*e}", DIGITS - 1);
        return match text.split_once('e') {
            Some((mantissa, exponent)) => format!("{}e{exponent}", trimmed(mantissa)),
            None => text,
        };
    }
    let unit = exponent + 1 - DIGITS as i32;
    if unit > 0 {
        let step = 10.0_f64.powi(unit);
        return format!("{:.0}", (value / step).round() * step);
    }
    trimmed(&in_units(value, unit)).to_owned()
}

/// "(1.5, -2)".
pub fn vec2(v: Vec2) -> String {
    format!("({}, {})", number(v.x), number(v.y))
}

/// The value with its last digit at 10^`unit`, trailing zeros kept, so that the text tells how far it is
/// rounded: "2.000", "1.2e5", "-0.0050".
pub fn in_units(value: f64, unit: i32) -> String {
    /// More decimals are written with an exponent.
    const MOST_DECIMALS: i32 = 9;
    let digits = value.abs().log10().floor() as i32 - unit;
    if value == 0.0 || !value.is_finite() || digits < 0 || (-MOST_DECIMALS..=0).contains(&unit) {
        let text = format!("{value:.*}", unit.clamp(-MOST_DECIMALS, 0).unsigned_abs() as usize);
        return if text.contains(|c: char| ('1'..='9').contains(&c)) || !value.is_finite() {
            text
        } else {
            text.trim_start_matches('-').to_owned()
        };
    }
    format!("{value:.*e}", digits.unsigned_abs() as usize)
}

/// The decimal exponent of the value once it is rounded to these digits: 9.9999 becomes 10.
fn rounded_exponent(value: f64, digits: usize) -> i32 {
    let text = format!("{value:.*e}", digits.saturating_sub(1));
    text.split_once('e').and_then(|(_, exponent)| exponent.parse().ok()).unwrap_or(0)
}

fn trimmed(text: &str) -> &str {
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_four_digits_and_no_idle_zeros() {
        for (value, text) in [
            (0.0, "0"),
            (-0.0, "0"),
            (2.0, "2"),
            (1.962, "1.962"),
            (-0.25, "-0.25"),
            (9.99996, "10"),
            (1234.56, "1235"),
            (123_456.0, "123500"),
            (0.000_123_456, "0.0001235"),
            (1.25e-9, "1.25e-9"),
            (3.0e12, "3e12"),
        ] {
            assert_eq!(number(value), text);
        }
    }

    #[test]
    fn a_number_in_units_ends_at_that_digit() {
        for (value, unit, text) in [
            (2.0, -3, "2.000"),
            (-0.00049, -3, "0.000"),
            (-9.81, -2, "-9.81"),
            (123_456.0, 2, "1.235e5"),
            (1.25e-9, -11, "1.25e-9"),
            (7.0, 0, "7"),
            (0.0, -2, "0.00"),
        ] {
            assert_eq!(in_units(value, unit), text);
        }
    }
}
