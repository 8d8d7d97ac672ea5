//! XML read without trust: limits, and errors with their places.

use usvg::roxmltree::{Document, Error, Node};

use super::Refusal;
use crate::elsewhere::svg_paths::{self, MOST_NODES};
use crate::platform::plain;

pub fn parse(text: &str) -> Result<Document<'_>, Refusal> {
    svg_paths::document(text).map_err(|error| unreadable(&error))
}

/// The parser's error, with its place in front.
pub fn unreadable(error: &Error) -> Refusal {
    if matches!(error, Error::NodesLimitReached) {
        return Refusal::new(format!(
            "has more than {MOST_NODES} elements and texts; allowed: up to {MOST_NODES}"
        ));
    }
    let (place, message) = (error.pos(), error.to_string());
    let message = message.split(" at ").next().unwrap_or_default();
    let place = Some((place.row as usize, place.col as usize));
    Refusal { place, what: format!("is no XML that can be read: {}", plain::label(message)) }
}

/// A refusal at a place in the document, which is a number of bytes.
pub fn refusal(document: &Document<'_>, at: usize, what: String) -> Refusal {
    let place = document.text_pos_at(at);
    Refusal { place: Some((place.row as usize, place.col as usize)), what }
}

/// The number of an attribute; `None` where there is no such attribute.
pub fn number(node: Node<'_, '_>, name: &str) -> Result<Option<f64>, Refusal> {
    let Some(attribute) = node.attribute_node(name) else { return Ok(None) };
    match attribute.value().trim().parse::<f64>() {
        Ok(number) if number.is_finite() => Ok(Some(number)),
        Ok(_) | Err(_) => {
            let (tag, found) = (node.tag_name().name(), plain::quoted(attribute.value()));
            let what = format!("<{}>: {name} is {found}; allowed: a finite number", plain::label(tag));
            Err(refusal(node.document(), attribute.range_value().start, what))
        }
    }
}

/// The first child element of this name.
pub fn child<'a, 'i>(node: Node<'a, 'i>, name: &str) -> Option<Node<'a, 'i>> {
    node.children().find(|child| child.has_tag_name(name))
}
