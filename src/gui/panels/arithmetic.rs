//! The value of what is typed into a number field: "1.5", "2,25", "1/60", "-0.2+pi/4".

use exmex::{BinOp, Express, FlatEx, MakeOperators, MatchLiteral, Operator};

/// Longest text that is read, so that the parser's depth and work are bounded. Bytes.
const LONGEST: usize = 120;

/// The operators, and the one constant.
#[derive(Clone, Debug)]
struct Operators;

impl MakeOperators<f64> for Operators {
    fn make<'a>() -> Vec<Operator<'a, f64>> {
        let binary = |apply, prio| BinOp { apply, prio, is_commutative: false };
        vec![
            Operator::make_bin_unary("+", binary(|a, b| a + b, 0), |a| a),
            Operator::make_bin_unary("-", binary(|a, b| a - b, 1), |a| -a),
            Operator::make_bin("*", binary(|a, b| a * b, 2)),
            Operator::make_bin("/", binary(|a, b| a / b, 3)),
            Operator::make_unary("sqrt", f64::sqrt),
            Operator::make_constant("pi", std::f64::consts::PI),
        ]
    }
}

/// Finds numbers, with an exponent or without: "2", ".5", "1e-3".
#[derive(Clone, Debug)]
struct Numbers;

impl MatchLiteral for Numbers {
    fn is_literal(text: &str) -> Option<&str> {
        let digits = |from: usize| {
            let rest = text.get(from..).unwrap_or_default();
            rest.bytes().take_while(u8::is_ascii_digit).count()
        };
        let whole = digits(0);
        let fraction = if text[whole..].starts_with('.') { 1 + digits(whole + 1) } else { 0 };
        let mantissa = whole + fraction;
        if whole == 0 && fraction < 2 {
            return None;
        }
        let exponent = text[mantissa..].strip_prefix(['e', 'E']).map_or(0, |rest| {
            let sign = usize::from(rest.starts_with(['+', '-']));
            match digits(mantissa + 1 + sign) {
                0 => 0,
                count => 1 + sign + count,
            }
        });
        text.get(..mantissa + exponent)
    }
}

/// The value of a number or a sum; `None` where it is neither, or not finite. A comma is a decimal point.
pub fn value(text: &str) -> Option<f64> {
    let text = text.trim().replace(['−', '–'], "-").replace('×', "*").replace(',', ".").replace('π', "pi");
    // The parser panics at some texts with other characters.
    let known = |c: char| c.is_ascii_alphanumeric() || "+-*/(). ".contains(c);
    if text.len() > LONGEST
        || !text.contains(|c: char| c.is_ascii_digit() || c == 'i')
        || !text.chars().all(known)
    {
        return None;
    }
    let sum = FlatEx::<f64, Operators, Numbers>::parse(&text).ok()?;
    // What is neither a number nor an operator is a variable, and an expression that has one is refused here.
    sum.eval(&[]).ok().filter(|value| value.is_finite())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn numbers_and_sums_are_read_as_people_write_them() {
        let rows = [
            ("1.5", Some(1.5)),
            (" −3", Some(-3.0)),
            ("2,25", Some(2.25)),
            (".5", Some(0.5)),
            ("5.", Some(5.0)),
            ("1/4", Some(0.25)),
            ("1e-3", Some(0.001)),
            ("2E3", Some(2000.0)),
            ("1.5+0.2", Some(1.7)),
            ("-0.2+pi/4", Some(std::f64::consts::FRAC_PI_4 - 0.2)),
            ("2*(1 - 3)/4", Some(-1.0)),
            ("10-4-3", Some(3.0)),
            ("8/2/2", Some(2.0)),
            ("8/2*3", Some(12.0)),
            ("1-2+3", Some(2.0)),
            ("1e3-1", Some(999.0)),
            ("sqrt(2)*sqrt(2)", Some(2.0)),
            ("2π", None),
            ("2 3", None),
            ("1/0", None),
            ("0/0", None),
            ("sqrt(-1)", None),
            ("1+", None),
            ("(1", None),
            ("1)", None),
            ("x", None),
            ("2x", None),
            ("abc", None),
            ("1e", None),
            ("1..2", None),
            ("—", None),
            ("", None),
            (" ", None),
            ("()", None),
            ("pi", Some(std::f64::consts::PI)),
        ];
        for (text, expected) in rows {
            match (value(text), expected) {
                (Some(found), Some(expected)) => {
                    assert!((found - expected).abs() <= 1e-12, "{text:?} is {found}");
                }
                (found, expected) => assert_eq!(found, expected, "{text:?}"),
            }
        }
        assert_eq!(value("1.7"), Some(1.7), "a number alone is read to the last bit");
        assert_eq!(value(&"(".repeat(100_000)), None);
        assert_eq!(value(&"1+".repeat(100_000)), None);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]

        #[test]
        fn no_text_panics(text in "[-+*/()., 0-9eE.pisqrtxπ−{}]{0,40}") {
            let _ = value(&text);
        }

        #[test]
        fn no_other_text_panics(text in "\\PC{0,60}") {
            let _ = value(&text);
        }

        #[test]
        fn a_sum_is_that_of_its_terms(a in -1.0e3..1.0e3_f64, b in -1.0e3..1.0e3_f64, c in 1.0..1.0e3_f64) {
            prop_assert_eq!(value(&format!("{a}+({b})/{c}")), Some(a + b / c));
            prop_assert_eq!(value(&format!("({a}-({b}))*{c}")), Some((a - b) * c));
        }
    }
}
