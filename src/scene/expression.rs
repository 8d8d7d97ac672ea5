//! Expressions that a person types: sums in number fields ("1/60", "-0.2+pi/4"), and conditions of stops
//! ("depth > 0.05 && a.speed < 1"). All numbers are f64.

use evalexpr::{Context, EvalexprError, EvalexprResult, Node, Operator, Value, build_operator_tree};

/// Longest sum that a field reads, so that the parser's depth and work are bounded. Bytes.
const LONGEST_SUM: usize = 120;
/// Longest condition. Bytes.
pub const LONGEST_CONDITION: usize = 500;

/// A condition, whose variables have the values of a frame.
#[derive(Clone, Debug, PartialEq)]
pub struct ConditionExpression(Node);

impl ConditionExpression {
    /// Reads a condition over these variables. `Err` says what is wrong with it.
    pub fn read(text: &str, variables: &[&'static str]) -> Result<Self, String> {
        if text.len() > LONGEST_CONDITION {
            return Err(format!("longer than {LONGEST_CONDITION} bytes"));
        }
        let tree = tree(text).map_err(words)?;
        let is_known =
            |name: &&str| variables.contains(name) || CONSTANTS.iter().any(|(known, _)| known == name);
        if let Some(unknown) = tree.iter_variable_identifiers().find(|name| !is_known(name)) {
            return Err(match variables {
                [] => format!("with {unknown:?}, and it has no variable here"),
                _ => format!("with {unknown:?}, which is no variable here"),
            });
        }
        // The values have one type each, so any of them shows the type of the whole.
        let values: Vec<_> = variables.iter().map(|name| (*name, 1.0)).collect();
        match tree.eval_with_context(&Values::of(&values)) {
            Ok(Value::Boolean(_)) => Ok(Self(tree)),
            Ok(_) => Err("a number, not a condition".to_owned()),
            Err(error) => Err(words(error)),
        }
    }

    /// Whether it holds for these values.
    pub fn holds(&self, values: &[(&'static str, f64)]) -> bool {
        self.0.eval_with_context(&Values::of(values)) == Ok(Value::Boolean(true))
    }
}

/// What is wrong, without the names of the library.
fn words(error: EvalexprError) -> String {
    match error {
        EvalexprError::CustomMessage(what) => what,
        EvalexprError::ContextNotMutable => "'=' assigns, and '==' compares".to_owned(),
        EvalexprError::FunctionIdentifierNotFound(name) => {
            format!("with the function {name:?}, and there are sqrt, abs, min and max")
        }
        EvalexprError::ExpectedNumber { actual } | EvalexprError::ExpectedNumberOrString { actual } => {
            format!("with {actual} where a number is needed")
        }
        EvalexprError::ExpectedBoolean { actual } => format!("with {actual} where a condition is needed"),
        other => other.to_string(),
    }
}

/// The value of a number or a sum; `None` where it is neither, or not finite. A comma is a decimal point.
pub fn sum(text: &str) -> Option<f64> {
    let text = text.trim().replace(['−', '–'], "-").replace('×', "*").replace(',', ".").replace('π', "pi");
    if text.len() > LONGEST_SUM {
        return None;
    }
    let value = tree(&without_signs(&text)).ok()?.eval_with_context(&Values::of(&[])).ok()?;
    value.as_float().ok().filter(|value| value.is_finite())
}

/// The text without a plus that is no operator but a sign, which the library does not read.
fn without_signs(text: &str) -> String {
    let mut before = '(';
    let mut is_kept = |c: char| {
        let is_sign = c == '+' && "(+-*/^%".contains(before);
        if !c.is_whitespace() {
            before = c;
        }
        !is_sign
    };
    text.chars().filter(|c| is_kept(*c)).collect()
}

/// The expression, with whole numbers as all others, so that 1/4 is a quarter. A `;`, before which the library drops what
/// stands there, is no operator here.
fn tree(text: &str) -> EvalexprResult<Node> {
    let mut tree = build_operator_tree(text)?;
    if tree.iter().any(|node| *node.operator() == Operator::Chain) {
        return Err(EvalexprError::CustomMessage("';' is no operator here".to_owned()));
    }
    for operator in tree.iter_operators_mut() {
        if let Operator::Const { value } = operator
            && let Value::Int(whole) = value
        {
            *value = Value::Float(*whole as f64);
        }
    }
    Ok(tree)
}

const CONSTANTS: [(&str, f64); 1] = [("pi", std::f64::consts::PI)];

/// The variables, and the functions and constants that every expression may use.
struct Values(Vec<(&'static str, Value)>);

impl Values {
    fn of(values: &[(&'static str, f64)]) -> Self {
        let known = values.iter().copied().chain(CONSTANTS);
        Self(known.map(|(name, value)| (name, Value::Float(value))).collect())
    }
}

impl Context for Values {
    fn get_value(&self, identifier: &str) -> Option<&Value> {
        self.0.iter().find(|(name, _)| *name == identifier).map(|(_, value)| value)
    }

    fn call_function(&self, identifier: &str, argument: &Value) -> EvalexprResult<Value> {
        let takes = |what: &str| EvalexprError::CustomMessage(format!("{identifier} takes {what}"));
        let one = || argument.as_number().map_err(|_| takes("one number"));
        let two = || match argument {
            Value::Tuple(numbers) if numbers.len() == 2 => {
                Ok((numbers[0].as_number()?, numbers[1].as_number()?))
            }
            _ => Err(takes("two numbers, with a comma between them")),
        };
        Ok(Value::Float(match identifier {
            "sqrt" => one()?.sqrt(),
            "abs" => one()?.abs(),
            "min" => two().map(|(a, b)| a.min(b))?,
            "max" => two().map(|(a, b)| a.max(b))?,
            _ => return Err(EvalexprError::FunctionIdentifierNotFound(identifier.to_owned())),
        }))
    }

    fn are_builtin_functions_disabled(&self) -> bool {
        true
    }

    fn set_builtin_functions_disabled(&mut self, _: bool) -> EvalexprResult<()> {
        Ok(())
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
            ("+3", Some(3.0)),
            ("2*+3", Some(6.0)),
            ("--2", Some(2.0)),
            ("1e+2", Some(100.0)),
            ("\"a\"", None),
            ("true", None),
            ("1 < 2", None),
            ("a = 3", None),
        ];
        for (text, expected) in rows {
            match (sum(text), expected) {
                (Some(found), Some(expected)) => {
                    assert!((found - expected).abs() <= 1e-12, "{text:?} is {found}");
                }
                (found, expected) => assert_eq!(found, expected, "{text:?}"),
            }
        }
        assert_eq!(sum("1.7"), Some(1.7), "a number alone is read to the last bit");
        assert_eq!(sum(&"(".repeat(100_000)), None);
        assert_eq!(sum(&"1+".repeat(100_000)), None);
    }

    #[test]
    fn conditions_are_read_over_their_variables_alone() {
        let variables = ["depth", "a.speed", "frame"];
        let holds = |text: &str, values: [f64; 3]| {
            let [depth, speed, frame] = values;
            let read =
                ConditionExpression::read(text, &variables).unwrap_or_else(|what| panic!("{text}: {what}"));
            read.holds(&[("depth", depth), ("a.speed", speed), ("frame", frame)])
        };
        assert!(holds("depth > 0.05 && a.speed < 1", [0.06, 0.5, 3.0]));
        assert!(!holds("depth > 0.05 && a.speed < 1", [0.06, 1.5, 3.0]));
        assert!(holds("frame == 3 || depth > 1", [0.0, 0.0, 3.0]));
        assert!(holds("1/4 < depth && !(frame < 2)", [0.26, 0.0, 2.0]));
        assert!(holds("max(depth, a.speed) >= 2 && abs(-1) == 1 && sqrt(4) == 2", [2.0, 1.0, 0.0]));
        for (text, why) in [
            ("depth", "a number, not a condition"),
            ("b.speed > 1", "which is no variable here"),
            ("depth >", "operator"),
            ("depth > true", "umber"),
            ("len(\"a\") > 1", "len"),
            ("depth = 1", "'=' assigns, and '==' compares"),
            ("min(depth, 2, 3) > 1", "min takes two numbers, with a comma between them"),
            ("max(depth) > 1", "max takes two numbers, with a comma between them"),
            ("sqrt(depth, 1) > 1", "sqrt takes one number"),
            ("atan(depth) > 1", "with the function \"atan\", and there are sqrt, abs, min and max"),
            ("depth > 9; frame > 0", "';' is no operator here"),
            ("", "condition"),
            ("(depth > 1", "parenthesis"),
        ] {
            let error = ConditionExpression::read(text, &variables).err().unwrap_or_default();
            assert!(error.contains(why), "{text:?}: {error:?}");
        }
        assert!(ConditionExpression::read(&format!("depth > 1{}", " ".repeat(500)), &variables).is_err());
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]

        #[test]
        fn no_text_panics(text in "[-+*/()., 0-9eE.pisqrtxπ−{}]{0,40}") {
            let _ = sum(&text);
        }

        #[test]
        fn no_condition_panics(text in "[-+*/().,; 0-9a.speed<>=!&|^%\"]{0,40}") {
            let _ = ConditionExpression::read(&text, &["a.speed"]);
        }

        #[test]
        fn no_other_text_panics(text in "\\PC{0,60}") {
            let _ = sum(&text);
        }

        #[test]
        fn a_sum_is_that_of_its_terms(a in -1.0e3..1.0e3_f64, b in -1.0e3..1.0e3_f64, c in 1.0..1.0e3_f64) {
            prop_assert_eq!(sum(&format!("{a}+({b})/{c}")), Some(a + b / c));
            prop_assert_eq!(sum(&format!("({a}-({b}))*{c}")), Some((a - b) * c));
        }
    }
}
