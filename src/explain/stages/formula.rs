//! Formulas as data, and a printer that gives every number the digits that it takes for the formula to hold
//! as printed.
//!
//! A printed number stands for every value that rounds to it, so what is right of the sign of equality allows
//! a range. The range is no wider than one unit of the result's last digit, and its middle, rounded to that
//! digit, is the printed result.

use std::ops::{Add, Div, Mul, Sub};

use serde::{Serialize, Serializer};

use crate::platform::sorting;
use crate::scene::numbers::{LengthUnit, in_units};

/// A formula of a stage: in symbols, in numbers, and what its symbols mean.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Formula {
    /// Whose it is, such as a body's name; may be empty.
    pub about: String,
    /// "J = m × (c + t)".
    pub symbols: String,
    /// "1.962 N·s = 2.0000 kg × (0.98100 m/s + 0.00000 m/s)".
    pub numbers: String,
    /// Each symbol with its meaning, in the order of the formula.
    #[serde(serialize_with = "map")]
    pub names: Vec<(String, String)>,
    /// The result is below the rounding of its inputs and is printed as "0 (rounding)".
    #[serde(skip)]
    pub is_rounding: bool,
}

fn map<S: Serializer>(names: &[(String, String)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(names.iter().map(|(symbol, name)| (symbol, name)))
}

/// A named number.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct FormulaValue {
    symbol: &'static str,
    name: String,
    unit: &'static str,
    value: f64,
    /// It is shown even where it is 0.
    is_kept: bool,
}

/// What is right of the sign of equality.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Expr {
    Value(FormulaValue),
    /// Terms, each with whether it is subtracted.
    Sum(Vec<(bool, Expr)>),
    Product(Vec<Expr>),
    /// A numerator over a denominator that is not 0.
    Quotient(Box<[Expr; 2]>),
    /// The square root of what is not negative.
    Root(Box<Expr>),
    Half,
}

/// The text of a result that is below the rounding of its inputs.
pub(super) const ROUNDING: &str = "0 (rounding)";

/// Significant digits of a result, the first that suit; fewer where rounding leaves no more. 0: its first
/// digit is rounded away, as in 0.1 for 0.08.
const RESULT_DIGITS: [i32; 9] = [4, 5, 6, 7, 8, 3, 2, 1, 0];
/// Fewest significant digits of an operand, the first that suit.
const OPERAND_DIGITS: [i32; 2] = [3, 1];

impl FormulaValue {
    pub fn new(
        symbol: &'static str,
        name: impl Into<String>,
        unit: &'static str,
        value: impl Into<f64>,
    ) -> Self {
        Self { symbol, name: name.into(), unit, value: value.into(), is_kept: false }
    }
}

/// A coordinate in metres on the right side, shown even where it is 0.
pub(crate) fn coordinate(symbol: &'static str, name: impl Into<String>, unit: LengthUnit, at: f64) -> Expr {
    Expr::Value(FormulaValue { is_kept: true, ..FormulaValue::length(symbol, name, unit, at) })
}

impl FormulaValue {
    /// A length in metres, shown in this unit.
    pub fn length(
        symbol: &'static str,
        name: impl Into<String>,
        unit: LengthUnit,
        metres: impl Into<f64>,
    ) -> Self {
        Self::new(symbol, name, unit.name(), metres.into() * unit.per_metre())
    }
}

pub(crate) fn length(
    symbol: &'static str,
    name: impl Into<String>,
    unit: LengthUnit,
    metres: impl Into<f64>,
) -> Expr {
    Expr::Value(FormulaValue::length(symbol, name, unit, metres))
}

/// A [`FormulaValue`] on the right side.
pub(super) fn value(
    symbol: &'static str,
    name: impl Into<String>,
    unit: &'static str,
    value: impl Into<f64>,
) -> Expr {
    Expr::Value(FormulaValue::new(symbol, name, unit, value))
}

impl Add for Expr {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self::Sum([self.terms(), vec![(false, other)]].concat())
    }
}

impl Sub for Expr {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self::Sum([self.terms(), vec![(true, other)]].concat())
    }
}

impl Mul for Expr {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        match self {
            Self::Product(factors) => Self::Product([factors, vec![other]].concat()),
            Self::Value(_) | Self::Sum(_) | Self::Quotient(_) | Self::Root(_) | Self::Half => {
                Self::Product(vec![self, other])
            }
        }
    }
}

impl Div for Expr {
    type Output = Self;
    fn div(self, other: Self) -> Self {
        Self::Quotient(Box::new([self, other]))
    }
}

impl Formula {
    /// `result = right`. `noise`: what rounding may have added to the result, besides the rounding of `right`
    /// itself. Terms that are exactly 0 are left out; `None` if nothing is left, or a number is NaN or infinite.
    pub(crate) fn new(about: &str, result: FormulaValue, right: &Expr, noise: f32) -> Option<Self> {
        let right = right.without_zeros()?;
        let operands = right.operands();
        let (given, found) = (result.value, right.evaluate());
        let all_finite = operands.iter().all(|operand| operand.value.is_finite());
        if !(all_finite && given.is_finite() && found.is_finite()) {
            return None;
        }
        let is_zero = given == 0.0 && found == 0.0;
        let texts =
            if is_zero || given.abs() <= f64::from(noise) { None } else { right.texts(given, &operands) };
        let is_rounding = !is_zero && texts.is_none();
        let (left, texts) = match texts {
            Some((left, texts)) => (with_unit(&left, result.unit), texts),
            None if is_zero => (with_unit("0", result.unit), right.texts_of_nothing(&operands)),
            None => (ROUNDING.to_owned(), right.texts_of_nothing(&operands)),
        };
        let mut names = vec![(result.symbol.to_owned(), result.name)];
        for operand in &operands {
            if !names.iter().any(|(symbol, _)| symbol == operand.symbol) {
                names.push((operand.symbol.to_owned(), operand.name.clone()));
            }
        }
        let mut texts = texts.iter().zip(&operands).map(|(text, operand)| with_unit(text, operand.unit));
        let mut symbols = operands.iter().map(|operand| operand.symbol.to_owned());
        Some(Self {
            about: about.to_owned(),
            symbols: format!("{} = {}", result.symbol, right.written(&mut symbols)),
            numbers: format!("{left} = {}", right.written(&mut texts)),
            names,
            is_rounding,
        })
    }

    /// The printed result: "1.962 N·s".
    pub fn result(&self) -> &str {
        self.numbers.split_once(" = ").map_or("", |(result, _)| result)
    }

    /// Whether the other formula has the same symbols with the same meaning.
    pub fn is_like(&self, other: &Self) -> bool {
        (&self.symbols, &self.names) == (&other.symbols, &other.names)
    }
}

fn with_unit(number: &str, unit: &str) -> String {
    if unit.is_empty() { number.to_owned() } else { format!("{number} {unit}") }
}

impl Expr {
    pub(super) fn root(self) -> Self {
        Self::Root(Box::new(self))
    }

    fn terms(self) -> Vec<(bool, Self)> {
        match self {
            Self::Sum(terms) => terms,
            Self::Value(_) | Self::Product(_) | Self::Quotient(_) | Self::Root(_) | Self::Half => {
                vec![(false, self)]
            }
        }
    }

    /// The expression without terms that are 0; `None` if it is 0.
    fn without_zeros(&self) -> Option<Self> {
        match self {
            Self::Value(value) => (value.value != 0.0 || value.is_kept).then(|| self.clone()),
            Self::Product(factors) => {
                Some(Self::Product(factors.iter().map(Self::without_zeros).collect::<Option<_>>()?))
            }
            Self::Quotient(parts) => {
                let [top, bottom] = &**parts;
                Some(top.without_zeros()? / bottom.without_zeros()?)
            }
            Self::Root(of) => Some(of.without_zeros()?.root()),
            Self::Half => Some(Self::Half),
            Self::Sum(terms) => {
                let left = terms.iter().filter_map(|(minus, term)| Some((*minus, term.without_zeros()?)));
                let mut left: Vec<_> = left.collect();
                match left.len() {
                    0 => None,
                    1 if left.first().is_some_and(|(minus, _)| !minus) => left.pop().map(|(_, term)| term),
                    _ => Some(Self::Sum(left)),
                }
            }
        }
    }

    fn operands(&self) -> Vec<&FormulaValue> {
        match self {
            Self::Value(value) => vec![value],
            Self::Product(factors) => factors.iter().flat_map(Self::operands).collect(),
            Self::Quotient(parts) => parts.iter().flat_map(Self::operands).collect(),
            Self::Root(of) => of.operands(),
            Self::Half => Vec::new(),
            Self::Sum(terms) => terms.iter().flat_map(|(_, term)| term.operands()).collect(),
        }
    }

    fn evaluate(&self) -> f64 {
        let exact: Vec<_> = self.operands().iter().map(|operand| (operand.value, operand.value)).collect();
        self.range(&mut exact.into_iter()).0
    }

    /// Least and greatest value, given those of the operands in order.
    fn range(&self, operands: &mut impl Iterator<Item = (f64, f64)>) -> (f64, f64) {
        match self {
            Self::Value(_) => operands.next().unwrap_or((f64::NAN, f64::NAN)),
            Self::Product(factors) => factors.iter().fold((1.0, 1.0), |(low, high), factor| {
                range_of_product((low, high), factor.range(operands))
            }),
            Self::Quotient(parts) => {
                let [top, bottom] = &**parts;
                let top = top.range(operands);
                let (from, to) = bottom.range(operands);
                // A denominator whose sign is not known allows every value.
                let inverse = if from * to > 0.0 { (to.recip(), from.recip()) } else { (f64::MIN, f64::MAX) };
                range_of_product(top, inverse)
            }
            Self::Root(of) => {
                let (low, high) = of.range(operands);
                (low.max(0.0).sqrt(), high.max(0.0).sqrt())
            }
            Self::Half => (0.5, 0.5),
            Self::Sum(terms) => terms.iter().fold((0.0, 0.0), |(low, high), (minus, term)| {
                let (from, to) = term.range(operands);
                if *minus { (low - to, high - from) } else { (low + from, high + to) }
            }),
        }
    }

    /// The text of the result and of each operand, with as few digits as suit; `None` where the result has no
    /// digit that follows from the operands.
    fn texts(&self, given: f64, operands: &[&FormulaValue]) -> Option<(String, Vec<String>)> {
        let found = self.evaluate();
        let slopes: Vec<f64> = (0..operands.len()).map(|i| self.slope(operands, i)).collect();
        for least in OPERAND_DIGITS {
            for digits in RESULT_DIGITS {
                let unit = exponent(given) + 1 - digits;
                if (given - found).abs() > 0.5 * 10.0_f64.powi(unit) {
                    continue;
                }
                let left = in_units(given, unit);
                if read(&left) == 0.0 {
                    continue;
                }
                if let Some(texts) = self.operand_texts(&left, operands, &slopes, least) {
                    return Some((left, texts));
                }
            }
        }
        None
    }

    /// Texts of the operands from which this text of the result follows, those of fewest digits first.
    fn operand_texts(
        &self,
        left: &str,
        operands: &[&FormulaValue],
        slopes: &[f64],
        least: i32,
    ) -> Option<Vec<String>> {
        let unit = unit_of(left);
        let coarsest = |(operand, slope): (&&FormulaValue, &f64)| {
            let allowed = (unit / slope.abs().max(f64::MIN_POSITIVE)).log10().floor();
            (allowed as i32).min(exponent(operand.value) + 1 - least)
        };
        let coarsest: Vec<i32> = operands.iter().zip(slopes).map(coarsest).collect();
        let levels: i32 = if operands.len() > 4 { 2 } else { 3 };
        let combinations = levels.pow(operands.len() as u32);
        let finer =
            |combination: i32| (0..operands.len() as u32).map(move |i| combination / levels.pow(i) % levels);
        let mut by_digits: Vec<i32> = (0..combinations).collect();
        sorting::sort_by_key(&mut by_digits, |&combination| finer(combination).sum::<i32>());
        by_digits.into_iter().find_map(|combination| {
            let units = coarsest.iter().zip(finer(combination)).map(|(unit, finer)| unit - finer);
            let units: Vec<i32> = units.collect();
            // A symbol that stands twice has the same digits both times.
            let of_symbol = |symbol: &str| {
                let same = operands.iter().zip(&units).filter(move |(operand, _)| operand.symbol == symbol);
                same.map(|(_, unit)| *unit).min().unwrap_or_default()
            };
            let text = |operand: &&FormulaValue| in_units(operand.value, of_symbol(operand.symbol));
            let texts: Vec<String> = operands.iter().map(text).collect();
            let (low, high) = self.range(&mut texts.iter().map(|text| values_of(text)));
            let follows = high - low <= unit && (low.midpoint(high) - read(left)).abs() <= 0.5 * unit;
            follows.then_some(texts)
        })
    }

    /// Texts of operands whose terms cancel, with the most digits at which what they allow includes 0.
    fn texts_of_nothing(&self, operands: &[&FormulaValue]) -> Vec<String> {
        let texts = |digits: i32| {
            let text =
                |operand: &&FormulaValue| in_units(operand.value, exponent(operand.value) + 1 - digits);
            operands.iter().map(text).collect::<Vec<_>>()
        };
        let cancels = |texts: &Vec<String>| {
            let (low, high) = self.range(&mut texts.iter().map(|text| values_of(text)));
            low <= 0.0 && high >= 0.0
        };
        (1..=7).rev().map(texts).find(cancels).unwrap_or_else(|| texts(7))
    }

    /// Change of the value for a change of one operand.
    fn slope(&self, operands: &[&FormulaValue], of: usize) -> f64 {
        let step = match operands.get(of).map_or(0.0, |operand| operand.value.abs()) {
            0.0 => 1.0,
            value => value * 1.0e-3,
        };
        let moved = |by: f64| {
            let values = operands.iter().enumerate();
            let values = values.map(|(i, operand)| operand.value + if i == of { by } else { 0.0 });
            self.range(&mut values.map(|value| (value, value))).0
        };
        (moved(step) - moved(-step)) / (2.0 * step)
    }

    /// The expression with these texts in the place of its operands.
    fn written(&self, texts: &mut impl Iterator<Item = String>) -> String {
        match self {
            Self::Value(_) => texts.next().unwrap_or_default(),
            Self::Product(factors) => {
                let mut written = Vec::new();
                for (i, factor) in factors.iter().enumerate() {
                    let text = factor.written(texts);
                    let in_brackets = matches!(factor, Self::Sum(_)) || (i > 0 && text.starts_with('-'));
                    written.push(if in_brackets { format!("({text})") } else { text });
                }
                written.join(" × ")
            }
            Self::Quotient(parts) => {
                let [top, bottom] = &**parts;
                let (over, under) = (top.written(texts), bottom.written(texts));
                let in_brackets = |text: String, is_bare: bool| {
                    if is_bare && !text.starts_with('-') { text } else { format!("({text})") }
                };
                let over = in_brackets(over, !matches!(top, Self::Sum(_)));
                let under = in_brackets(under, matches!(bottom, Self::Value(_)));
                format!("{over} / {under}")
            }
            Self::Root(of) => format!("√({})", of.written(texts)),
            Self::Half => "½".to_owned(),
            Self::Sum(terms) => {
                let mut written = String::new();
                for (i, (minus, term)) in terms.iter().enumerate() {
                    let text = term.written(texts);
                    let text = match term {
                        Self::Value(_) | Self::Product(_) | Self::Quotient(_)
                            if (i > 0 || *minus) && text.starts_with('-') =>
                        {
                            format!("({text})")
                        }
                        Self::Sum(_) => format!("({text})"),
                        Self::Value(_)
                        | Self::Product(_)
                        | Self::Quotient(_)
                        | Self::Root(_)
                        | Self::Half => text,
                    };
                    let sign = match (i, minus) {
                        (0, false) => "",
                        (0, true) => "-",
                        (_, false) => " + ",
                        (_, true) => " - ",
                    };
                    written.push_str(sign);
                    written.push_str(&text);
                }
                written
            }
        }
    }
}

fn range_of_product((low, high): (f64, f64), (from, to): (f64, f64)) -> (f64, f64) {
    let ends = [low * from, low * to, high * from, high * to];
    (ends.iter().copied().fold(f64::MAX, f64::min), ends.iter().copied().fold(f64::MIN, f64::max))
}

/// The decimal exponent of a number: 3 for 1962.
fn exponent(value: f64) -> i32 {
    if value == 0.0 { 0 } else { value.abs().log10().floor() as i32 }
}

fn read(text: &str) -> f64 {
    text.parse().unwrap_or(f64::NAN)
}

/// One unit of the last digit of a printed number.
fn unit_of(text: &str) -> f64 {
    let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
    let decimals = mantissa.split_once('.').map_or(0, |(_, decimals)| decimals.len()) as i32;
    10.0_f64.powi(exponent.parse::<i32>().unwrap_or(0) - decimals)
}

/// The values that a printed number stands for.
fn values_of(text: &str) -> (f64, f64) {
    let (value, half) = (read(text), 0.5 * unit_of(text));
    (value - half, value + half)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn impulse(mass: f64, closing: f64, wanted: f64, given: f64) -> Formula {
        let right = value("m", "mass", "kg", mass)
            * (value("c", "closing speed", "m/s", closing) + value("t", "wanted speed", "m/s", wanted));
        Formula::new("", FormulaValue::new("J", "impulse", "N·s", given), &right, 0.0).unwrap()
    }

    #[test]
    fn a_formula_has_the_digits_that_it_takes_and_no_terms_of_zero() {
        let formula = impulse(2.0, 0.981, 0.0, 1.962);
        assert_eq!(formula.symbols, "J = m × c");
        assert_eq!(formula.names.len(), 3);
        let bounce = impulse(2.0, 0.981, 0.5, 2.962);
        assert_eq!(bounce.symbols, "J = m × (c + t)");
    }

    #[test]
    fn infinity_and_nan_have_no_formula() {
        for (far, gap) in [(f64::INFINITY, f64::INFINITY), (f64::NAN, f64::NAN), (1.0, f64::INFINITY)] {
            let right = value("D", "distance", "m", far) - value("R", "radius", "m", 1.0);
            assert_eq!(Formula::new("", FormulaValue::new("g", "gap", "m", gap), &right, 0.0), None);
        }
    }

    #[test]
    fn what_cancels_is_rounding() {
        let right = value("p", "one", "m", 1000.0) - value("q", "other", "m", 999.999_999_9);
        let formula = Formula::new("", FormulaValue::new("d", "depth", "m", 3.0e-5), &right, 0.0).unwrap();
        assert!(formula.is_rounding && formula.numbers.starts_with(ROUNDING), "{formula:?}");
    }

    #[test]
    fn brackets_keep_the_signs_apart() {
        let of = |x: f64| value("x", "", "m", x);
        let sum = of(-1.5) - of(-2.5);
        assert_eq!(sum.written(&mut ["-1.5", "-2.5"].map(str::to_owned).into_iter()), "-1.5 - (-2.5)");
        let product = of(2.0) * (of(-1.5) + of(2.0));
        assert_eq!(product.written(&mut ["2", "-1.5", "2"].map(str::to_owned).into_iter()), "2 × (-1.5 + 2)");
    }
}
