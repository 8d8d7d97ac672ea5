//! The value of what is typed into a number field: "1.5", "2,25", "1/60", "-0.2+pi/4".

/// Longest text that is read, so that the parser's depth and work are bounded. Bytes.
const LONGEST: usize = 120;

/// The value of a number or a sum; `None` where it is neither, or not finite. A comma is a decimal point.
pub fn value(text: &str) -> Option<f64> {
    let text = text.trim().replace(['−', '–'], "-").replace('×', "*").replace(',', ".").replace('π', "pi");
    if text.len() > LONGEST {
        return None;
    }
    let mut parser = Parser { rest: text.trim() };
    let value = parser.sum()?;
    (parser.rest.is_empty() && value.is_finite()).then_some(value)
}

/// Reads a sum from left to right: a method for each level of precedence. After each, `rest` begins with no space.
struct Parser<'t> {
    rest: &'t str,
}

impl Parser<'_> {
    fn sum(&mut self) -> Option<f64> {
        let mut value = self.product()?;
        loop {
            if self.takes("+") {
                value += self.product()?;
            } else if self.takes("-") {
                value -= self.product()?;
            } else {
                return Some(value);
            }
        }
    }

    fn product(&mut self) -> Option<f64> {
        let mut value = self.factor()?;
        loop {
            if self.takes("*") {
                value *= self.factor()?;
            } else if self.takes("/") {
                value /= self.factor()?;
            } else {
                return Some(value);
            }
        }
    }

    fn factor(&mut self) -> Option<f64> {
        if self.takes("-") {
            return self.factor().map(|value| -value);
        }
        if self.takes("+") {
            return self.factor();
        }
        if self.takes("sqrt") {
            return self.factor().map(f64::sqrt);
        }
        if self.takes("pi") {
            return Some(std::f64::consts::PI);
        }
        if self.takes("(") {
            let value = self.sum()?;
            return self.takes(")").then_some(value);
        }
        self.number()
    }

    /// A number, with an exponent or without: "2", ".5", "1e-3".
    fn number(&mut self) -> Option<f64> {
        let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
        let whole = digits(self.rest);
        let fraction = self.rest[whole..].strip_prefix('.').map_or(0, |rest| 1 + digits(rest));
        let mantissa = whole + fraction;
        let exponent = self.rest[mantissa..].strip_prefix(['e', 'E']).map_or(0, |rest| {
            let sign = usize::from(rest.starts_with(['+', '-']));
            match digits(&rest[sign..]) {
                0 => 0,
                count => 1 + sign + count,
            }
        });
        let (number, rest) = self.rest.split_at(mantissa + exponent);
        self.rest = rest.trim_start();
        number.parse().ok()
    }

    /// Takes this from the front, if it is there.
    fn takes(&mut self, what: &str) -> bool {
        let rest = self.rest.strip_prefix(what);
        self.rest = rest.map_or(self.rest, str::trim_start);
        rest.is_some()
    }
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
