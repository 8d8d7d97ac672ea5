//! Rounded numbers, and formulas that hold with the numbers as rounded.

use glam::Vec2;

/// Significant digits of a number.
const DIGITS: usize = 4;
/// Most significant digits of a number in a formula.
const MOST_DIGITS: usize = 9;

/// Four significant digits, no trailing zeros: "1.962", "-0.25", "1.2e-7".
pub fn number(value: f32) -> String {
    significant(value, DIGITS)
}

/// "(1.5, -2)".
pub fn vec2(v: Vec2) -> String {
    format!("({}, {})", number(v.x), number(v.y))
}

/// The formula in numbers. `values`: its numbers, the result first. They get as many digits as are needed for
/// `evaluate`, which takes all but the result, to give the result as written.
pub fn formula(
    values: &[f32],
    evaluate: impl Fn(&[f64]) -> f64,
    write: impl Fn(&[String]) -> String,
) -> String {
    let (Some(&result), Some(parts)) = (values.first(), values.get(1..)) else { return String::new() };
    let written = |digits: usize| -> Vec<String> {
        let parts = parts.iter().map(|v| significant(*v, digits));
        std::iter::once(number(result)).chain(parts).collect()
    };
    let holds = |written: &[String]| {
        let parts: Vec<f64> = written.iter().skip(1).map(|text| text.parse().unwrap_or(f64::NAN)).collect();
        let rounded: f64 = written.first().and_then(|text| text.parse().ok()).unwrap_or(f64::NAN);
        let last_digit = 10.0_f64.powi(rounded.abs().max(f64::MIN_POSITIVE).log10().floor() as i32 - 3);
        (evaluate(&parts) - rounded).abs() <= last_digit * 0.6
    };
    let found = (DIGITS..MOST_DIGITS).map(written).find(|text| holds(text));
    write(&found.unwrap_or_else(|| written(MOST_DIGITS)))
}

fn significant(value: f32, digits: usize) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    if !value.is_finite() {
        return value.to_string();
    }
    // At most digits, the shortest decimal that reads back as the same f32.
    let value: f64 = if digits < MOST_DIGITS {
        f64::from(value)
    } else {
        value.to_string().parse().unwrap_or(f64::from(value))
    };
    // The exponent after rounding: 9.9999 becomes 10.
    let rounded: f64 = format!("{value:.*e}", digits - 1).parse().unwrap_or(value);
    let exponent = rounded.abs().log10().floor() as i32;
    if !(-5..=7).contains(&exponent) {
        return trimmed(&format!("{:.*}", digits - 1, rounded / 10.0_f64.powi(exponent)))
            + &format!("e{exponent}");
    }
    let decimals = usize::try_from(digits as i32 - 1 - exponent).unwrap_or(0);
    trimmed(&format!("{rounded:.decimals$}"))
}

fn trimmed(text: &str) -> String {
    if !text.contains('.') {
        return text.to_owned();
    }
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
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
    fn a_formula_gets_the_digits_that_it_takes_to_hold() {
        let write = |t: &[String]| format!("{} = {} - {}", t[0], t[1], t[2]);
        let difference = |v: &[f64]| v[0] - v[1];
        assert_eq!(formula(&[0.25, 1.0, 0.75], difference, write), "0.25 = 1 - 0.75");
        // With four digits it would read 0.0004 = 1 - 0.9996, where the result is 0.00042.
        assert_eq!(formula(&[0.000_42, 1.0, 0.999_58], difference, write), "0.00042 = 1 - 0.99958");
    }
}
