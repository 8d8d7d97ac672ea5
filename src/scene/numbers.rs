//! Numbers as text, rounded for reading: the same digits on the canvas, in panels, in stages and in reports.

use collide2d::Body;
use glam::Vec2;

/// Least significant digits of a number.
const DIGITS: usize = 4;
/// Least decimals, as far as an f32 has them.
const DECIMALS: i32 = 3;
/// Most characters of a number in a narrow column, without its sign.
const COLUMN: usize = 7;
/// A scene is small, and its lengths are in millimetres, where no body has a larger radius. Metres.
const SMALL_RADIUS: f32 = 0.05;

/// How lengths and places are written: in metres, in a small scene in millimetres, or as a person chose it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LengthUnit {
    name: &'static str,
    square_name: &'static str,
    per_metre: f64,
    /// y counts downwards in places and directions.
    y_down: bool,
}

impl LengthUnit {
    pub const METRE: Self = Self { name: "m", square_name: "m²", per_metre: 1.0, y_down: false };
    pub const MILLIMETRE: Self = Self { name: "mm", square_name: "mm²", per_metre: 1000.0, ..Self::METRE };
    pub const CENTIMETRE: Self = Self { name: "cm", square_name: "cm²", per_metre: 100.0, ..Self::METRE };

    /// Pixels of a game.
    pub fn pixel(per_metre: f32) -> Self {
        Self { name: "px", square_name: "px²", per_metre: f64::from(per_metre), y_down: false }
    }

    /// The unit for these bodies.
    pub fn of(bodies: &[Body]) -> Self {
        let is_small = |body: &Body| body.bounding_circle().radius <= SMALL_RADIUS;
        if !bodies.is_empty() && bodies.iter().all(is_small) { Self::MILLIMETRE } else { Self::METRE }
    }

    /// The same with y downwards, or upwards.
    pub fn with_y_down(self, y_down: bool) -> Self {
        Self { y_down, ..self }
    }

    pub fn name(self) -> &'static str {
        self.name
    }

    /// "m²" or "mm²".
    pub fn square_name(self) -> &'static str {
        self.square_name
    }

    /// Units per metre.
    pub fn per_metre(self) -> f64 {
        self.per_metre
    }

    /// 1, or where y counts downwards -1: a mirrored y, and a mirrored angle.
    pub fn y_sign(self) -> f64 {
        if self.y_down { -1.0 } else { 1.0 }
    }

    /// A length in metres, in this unit.
    pub fn of_metres(self, metres: f32) -> f64 {
        f64::from(metres) * self.per_metre
    }

    /// A place in metres, in this unit.
    pub fn of_place(self, metres: Vec2) -> [f64; 2] {
        [self.of_metres(metres.x), self.of_metres(metres.y) * self.y_sign()]
    }

    /// "0.25 m".
    pub fn text(self, metres: f32) -> String {
        format!("{} {}", number_64(self.of_metres(metres)), self.name)
    }

    /// "0.25 m" with [`short`] digits, while drawing.
    pub fn short(self, metres: f32) -> String {
        format!("{} {}", short(self.of_metres(metres)), self.name)
    }

    /// "0.250 m", for a label.
    pub fn label(self, metres: f32) -> String {
        format!("{} {}", padded(self.of_metres(metres)), self.name)
    }

    /// "(1.5, -2) m".
    pub fn point(self, metres: Vec2) -> String {
        let [x, y] = self.of_place(metres).map(number_64);
        format!("({x}, {y}) {}", self.name)
    }

    /// "x 1.5  y -2 m", while drawing.
    pub fn short_point(self, metres: Vec2) -> String {
        let [x, y] = self.of_place(metres).map(short);
        format!("x {x}  y {y} {}", self.name)
    }

    /// "1.5 × 2 m", while drawing.
    pub fn short_size(self, metres: Vec2) -> String {
        let [width, height] = [metres.x, metres.y].map(|side| short(self.of_metres(side)));
        format!("{width} × {height} {}", self.name)
    }

    /// "45°" while drawing: an angle in degrees, clockwise where y counts downwards.
    pub fn short_angle(self, degrees: f32) -> String {
        format!("{}°", short(f64::from(degrees) * self.y_sign()))
    }

    /// "(0, 1)": a direction, of length 1.
    pub fn direction(self, direction: Vec2) -> String {
        let y = f64::from(direction.y) * self.y_sign();
        format!("({}, {})", number(direction.x), number_64(y))
    }
}

impl Default for LengthUnit {
    fn default() -> Self {
        Self::METRE
    }
}

/// At least four significant digits and, as far as an f32 has them, three decimals; no trailing zeros. A number
/// below 0.001 whose digits have no room in a column has an exponent: "1.962", "-0.25", "12.346", "9.99e-5".
pub fn number(value: f32) -> String {
    number_64(f64::from(value))
}

/// [`number`] of an f64.
pub fn number_64(value: f64) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    let text = rounded(value);
    match text.split_once('e') {
        Some((mantissa, exponent)) => format!("{}e{exponent}", trimmed(mantissa)),
        None => trimmed(&text).to_owned(),
    }
}

/// [`number`] with three decimals at least, for labels and wide columns: "0.250", "0.2678", "9.99e-6".
pub fn padded(value: f64) -> String {
    let text = number_64(value);
    if text.contains('e') || !value.is_finite() {
        return text;
    }
    let has = text.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    let exponent = if value == 0.0 { 0 } else { rounded_exponent(value, DIGITS) };
    let wanted = DECIMALS.min(FLOAT_DIGITS - 1 - exponent).max(0).unsigned_abs() as usize;
    if has >= wanted {
        return text;
    }
    let point = if has == 0 { "." } else { "" };
    format!("{text}{point}{}", "0".repeat(wanted - has))
}

/// At most four decimals, of a number below 0.1 four significant digits; no trailing zeros: for fields and what
/// is read while drawing.
pub fn short(value: f64) -> String {
    if value.abs() < 0.1 { number_64(value) } else { trimmed(&format!("{value:.4}")).to_owned() }
}

/// [`padded`] for a narrow column: fewer digits where there is no room for all.
pub fn column(value: f64) -> String {
    fitted(value, COLUMN)
}

/// [`column`] with room for one more digit.
pub fn wide_column(value: f64) -> String {
    fitted(value, COLUMN + 1)
}

/// [`padded`] in this many characters, without the sign: as many decimals as there is room for, or three digits
/// and an exponent.
fn fitted(value: f64, room: usize) -> String {
    let text = padded(value);
    if width(&text) <= room {
        return text;
    }
    let whole = format!("{value:.0}");
    if text.contains('e') || width(&whole) > room {
        return format!("{value:.2e}");
    }
    let decimals = room.saturating_sub(width(&whole) + 1);
    format!("{value:.decimals$}")
}

/// Characters without the sign.
fn width(text: &str) -> usize {
    text.trim_start_matches('-').len()
}

/// The number that the digits of an f32 write: in f64 0.3 is more than 0.3, and 1.1 + 0.3 is not 1.4.
pub fn decimal(value: f32) -> f64 {
    value.to_string().parse().unwrap_or(f64::from(value))
}

/// "(1.5, -2)".
pub fn vec2(v: Vec2) -> String {
    format!("({}, {})", number(v.x), number(v.y))
}

/// Decimal digits that an f32 has.
const FLOAT_DIGITS: i32 = 7;

/// Rounded to the digits of [`number`], trailing zeros kept.
fn rounded(value: f64) -> String {
    if !value.is_finite() {
        return value.to_string();
    }
    let exponent = rounded_exponent(value, DIGITS);
    if !(-5..FLOAT_DIGITS).contains(&exponent) {
        return format!("{value:.*e}", DIGITS - 1);
    }
    let decimals = DECIMALS.max(DIGITS as i32 - 1 - exponent).min(FLOAT_DIGITS - 1 - exponent);
    let text = in_units(value, -decimals);
    // The same in columns, labels and sentences.
    if exponent < -DECIMALS && width(trimmed(&text)) > COLUMN {
        return format!("{value:.*e}", DIGITS - 1);
    }
    text
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

/// "1 body", "3 bodies".
pub fn count(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

/// "at least " before a number that is a lower bound, else nothing.
pub fn at_least(is_bound: bool) -> &'static str {
    if is_bound { "at least " } else { "" }
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
            (12.345_67, "12.346"),
            (1234.56, "1234.56"),
            (123_456.0, "123456"),
            (9.99e-5, "9.99e-5"),
            (0.000_123_456, "1.235e-4"),
            (0.001_234_56, "0.001235"),
            (0.0005, "0.0005"),
            (0.000_01, "0.00001"),
            (1.25e-9, "1.25e-9"),
            (3.0e12, "3e12"),
        ] {
            assert_eq!(number(value), text);
        }
    }

    #[test]
    fn columns_and_labels_have_the_same_digits() {
        for (value, label, narrow) in [
            (0.0, "0.000", "0.000"),
            (0.25, "0.250", "0.250"),
            (0.267_77, "0.2678", "0.2678"),
            (-12.345_67, "-12.346", "-12.346"),
            (9.99e-5, "9.99e-5", "9.99e-5"),
            (-1234.56, "-1234.560", "-1234.56"),
            (123_456.0, "123456.0", "123456"),
            (0.001_116, "0.001116", "0.00112"),
            (-0.000_123_456, "-1.235e-4", "-1.23e-4"),
            (1.5e9, "1.5e9", "1.5e9"),
            (7.451e-9, "7.451e-9", "7.45e-9"),
            (0.0005, "0.0005", "0.0005"),
            (0.012_345, "0.01235", "0.01235"),
        ] {
            assert_eq!((padded(value).as_str(), column(value).as_str()), (label, narrow));
        }
    }

    /// A depth stood as 9.99e-5 in the table and as 0.0000999 on the canvas.
    #[test]
    fn a_number_has_an_exponent_everywhere_or_nowhere() {
        for exponent in -9..6 {
            for digits in [1.0, 1.5, 9.99, 1.1164, 5.0004, 9.9996] {
                let value = digits * 10.0_f64.powi(exponent);
                let forms =
                    [number_64(value), padded(value), column(value), wide_column(value), short(value)];
                let with = forms.iter().filter(|text| text.contains('e')).count();
                assert!(with == 0 || with == forms.len(), "{forms:?}");
                assert!(width(&column(value)) <= COLUMN, "{forms:?}");
            }
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
