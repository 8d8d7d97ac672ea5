//! A display list as SVG text.

use std::fmt::{self, Display, Write};

use glam::Vec2;

use crate::picture::display::{
    Color, Dash, DisplayList, Item, ItemPart, Provenance, Rect, Source, Stroke, arrow_head, text_box,
};

/// Texts are measured in Ubuntu Light and Hack; a viewer without them fits its own fonts into the same width
/// (`textLength`).
const FONT: &str = "Ubuntu, 'Ubuntu Light', 'Segoe UI', 'Helvetica Neue', Arial, sans-serif";
const MONOSPACE_FONT: &str = "Hack, 'DejaVu Sans Mono', Consolas, Menlo, monospace";

/// The list as an SVG document of `size` pixels on `background`. Numbers are rounded to two decimals, so that
/// the text is the same on every machine. Items with a NaN or an infinity are left out.
pub fn svg(list: &DisplayList, size: Vec2, background: Color) -> String {
    let mut out = String::with_capacity(256 + 128 * list.items.len());
    // Writing to a `String` cannot fail.
    let _ = document(&mut out, list, size, background);
    out
}

fn document(out: &mut String, list: &DisplayList, size: Vec2, background: Color) -> fmt::Result {
    let (w, h) = (SvgNumber(size.x), SvgNumber(size.y));
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\" \
         font-family=\"{FONT}\" font-weight=\"300\" xml:space=\"preserve\" fill=\"none\" stroke-linejoin=\"round\">"
    )?;
    writeln!(out, "<rect width=\"{w}\" height=\"{h}\"{}/>", SvgPaint("fill", background))?;
    for group in list.items.chunk_by(|(p, _), (q, _)| p == q) {
        let [(provenance, _), ..] = group else { continue };
        writeln!(out, "<g{}>", SvgProvenance(provenance))?;
        for (_, item) in group {
            element(out, item)?;
        }
        out.push_str("</g>\n");
    }
    out.push_str("</svg>\n");
    Ok(())
}

fn element(out: &mut String, item: &Item) -> fmt::Result {
    match item {
        Item::Path { points, closed, fill, stroke } => {
            if points.len() < 2 || !points.iter().all(|p| p.is_finite()) {
                return Ok(());
            }
            let name = if *closed { "polygon" } else { "polyline" };
            write!(out, "<{name} points=\"{}\"", SvgPoints(points))?;
            if let (Some(color), true) = (fill, closed) {
                write!(out, "{}", SvgPaint("fill", *color))?;
            }
            if let Some(stroke) = stroke {
                write!(out, "{}", SvgStroke(stroke))?;
            }
            out.push_str("/>\n");
        }
        Item::Segments { lines, stroke } => {
            let mut finite = lines.iter().filter(|[from, to]| from.is_finite() && to.is_finite()).peekable();
            if finite.peek().is_none() {
                return Ok(());
            }
            out.push_str("<path d=\"");
            for [from, to] in finite {
                write!(out, "M{}L{}", SvgPoint(*from), SvgPoint(*to))?;
            }
            writeln!(out, "\"{}/>", SvgStroke(stroke))?;
        }
        Item::Circle { center, radius, fill, stroke } => {
            if !center.is_finite() || !radius.is_finite() {
                return Ok(());
            }
            let (x, y, r) = (SvgNumber(center.x), SvgNumber(center.y), SvgNumber(*radius));
            write!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\"")?;
            if let Some(color) = fill {
                write!(out, "{}", SvgPaint("fill", *color))?;
            }
            if let Some(stroke) = stroke {
                write!(out, "{}", SvgStroke(stroke))?;
            }
            out.push_str("/>\n");
        }
        Item::Arrow { from, to, stroke, head } => {
            let Some([neck, left, right]) = arrow_head(*from, *to, *head) else { return Ok(()) };
            writeln!(out, "<path d=\"M{}L{}\"{}/>", SvgPoint(*from), SvgPoint(neck), SvgStroke(stroke))?;
            let points = [*to, left, right];
            writeln!(out, "<polygon points=\"{}\"{}/>", SvgPoints(&points), SvgPaint("fill", stroke.color))?;
        }
        Item::Text { position, angle, text, size, color, align, plate, monospace } => {
            if !position.is_finite() || !angle.is_finite() || text.is_empty() {
                return Ok(());
            }
            let place = text_box(*position, text, *size, *align, *monospace);
            let turn = SvgRotation(angle.to_degrees(), *position);
            if let Some(plate) = plate {
                let Rect { min, .. } = place.plate();
                let extent = place.plate().size();
                let (x, y, w, h) =
                    (SvgNumber(min.x), SvgNumber(min.y), SvgNumber(extent.x), SvgNumber(extent.y));
                let paint = SvgPaint("fill", *plate);
                writeln!(
                    out,
                    "<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" rx=\"3\"{paint}{turn}/>"
                )?;
            }
            let (x, y) = (SvgNumber(place.baseline.x), SvgNumber(place.baseline.y));
            write!(out, "<text x=\"{x}\" y=\"{y}\" font-size=\"{}\"", SvgNumber(*size))?;
            if *monospace {
                write!(out, " font-family=\"{MONOSPACE_FONT}\" font-weight=\"400\"")?;
            }
            let width = SvgNumber(place.text.size().x);
            write!(out, " textLength=\"{width}\" lengthAdjust=\"spacingAndGlyphs\"")?;
            writeln!(out, "{}{turn}>{}</text>", SvgPaint("fill", *color), EscapedText(text))?;
        }
    }
    Ok(())
}

/// A number with at most two decimals and no trailing zeros.
struct SvgNumber(f32);
struct SvgPoint(Vec2);
struct SvgPoints<'a>(&'a [Vec2]);
struct SvgPaint(&'static str, Color);
struct SvgStroke<'a>(&'a Stroke);
struct SvgRotation(f32, Vec2);
struct EscapedText<'a>(&'a str);
/// The attributes of a group of items.
struct SvgProvenance<'a>(&'a Provenance);

impl Display for SvgNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Formatted from an integer number of hundredths, which has no "-0" and no trailing zeros.
        let hundredths = (f64::from(self.0) * 100.0).round() as i64;
        let (whole, rest) = (hundredths.unsigned_abs() / 100, hundredths.unsigned_abs() % 100);
        if hundredths < 0 {
            f.write_char('-')?;
        }
        match rest {
            0 => write!(f, "{whole}"),
            _ if rest.is_multiple_of(10) => write!(f, "{whole}.{}", rest / 10),
            _ => write!(f, "{whole}.{rest:02}"),
        }
    }
}

impl Display for SvgPoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", SvgNumber(self.0.x), SvgNumber(self.0.y))
    }
}

impl Display for SvgPoints<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, point) in self.0.iter().enumerate() {
            write!(f, "{}{}", if i == 0 { "" } else { " " }, SvgPoint(*point))?;
        }
        Ok(())
    }
}

impl Display for SvgPaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(what, Color { r, g, b, a }) = self;
        write!(f, " {what}=\"#{r:02x}{g:02x}{b:02x}\"")?;
        if *a < 255 {
            write!(f, " {what}-opacity=\"{}\"", SvgNumber(f32::from(*a) / 255.0))?;
        }
        Ok(())
    }
}

impl Display for SvgStroke<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", SvgPaint("stroke", self.0.color))?;
        if self.0.width != 1.0 {
            write!(f, " stroke-width=\"{}\"", SvgNumber(self.0.width))?;
        }
        let pattern = self.0.dash.pattern(self.0.width);
        if !pattern.is_empty() {
            f.write_str(" stroke-dasharray=\"")?;
            for (i, length) in pattern.iter().enumerate() {
                write!(f, "{}{}", if i == 0 { "" } else { " " }, SvgNumber(*length))?;
            }
            f.write_char('"')?;
        }
        if self.0.dash == Dash::Dotted {
            f.write_str(" stroke-linecap=\"round\"")?;
        }
        Ok(())
    }
}

impl Display for SvgRotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == 0.0 {
            return Ok(());
        }
        write!(f, " transform=\"rotate({} {})\"", SvgNumber(self.0), SvgPoint(self.1))
    }
}

impl Display for SvgProvenance<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Provenance { layer, source, part, to_scale } = self.0;
        if !layer.is_empty() {
            write!(f, " class=\"layer-{layer}\"")?;
        }
        match source {
            Source::Frame | Source::Lens | Source::Editor => {}
            Source::Body(body) => write!(f, " data-body=\"{body}\"")?,
            Source::Pair(a, b) => write!(f, " data-pair=\"{a},{b}\"")?,
            Source::Generator(generator) => write!(f, " data-generator=\"{generator}\"")?,
            Source::OnGround { generator, body } => {
                write!(f, " data-generator=\"{generator}\" data-body=\"{body}\"")?;
            }
            Source::Axis { pair: (a, b), axis } => {
                write!(f, " data-pair=\"{a},{b}\" data-axis=\"{axis}\"")?;
            }
        }
        let Some(part) = part else { return Ok(()) };
        let name = match part {
            ItemPart::IntervalA => "interval-a",
            ItemPart::IntervalB => "interval-b",
            ItemPart::Overlap => "overlap",
            ItemPart::Gap => "gap",
            ItemPart::WayOut => "way-out",
            ItemPart::OtherWay => "other-way",
            ItemPart::Thread => "thread",
            ItemPart::Corner => "corner",
            ItemPart::Label => "label",
            ItemPart::Point => "point",
            ItemPart::Normal { .. } => "normal",
            ItemPart::Depth => "depth",
            ItemPart::Distance => "distance",
            ItemPart::Extension => "extension",
        };
        write!(f, " data-part=\"{name}\"")?;
        if let ItemPart::Normal { toward } = part {
            write!(f, " data-toward=\"{toward}\"")?;
        }
        if *to_scale { Ok(()) } else { f.write_str(" data-to-scale=\"false\"") }
    }
}

impl Display for EscapedText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                // XML 1.0 cannot represent these characters.
                c if (c < ' ' && !matches!(c, '\t' | '\n' | '\r'))
                    || matches!(c, '\u{fffe}' | '\u{ffff}') =>
                {
                    f.write_char('\u{fffd}')?;
                }
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let rows = [
            (1.0, "1"),
            (-0.001, "0"),
            (0.5, "0.5"),
            (-0.25, "-0.25"),
            (12.345_67, "12.35"),
            (0.05, "0.05"),
            (99.999, "100"),
            (-1.005_1, "-1.01"),
        ];
        for (number, text) in rows {
            assert_eq!(SvgNumber(number).to_string(), text);
        }
    }

    #[test]
    fn names_cannot_break_out_of_the_document() {
        assert_eq!(EscapedText("a<b>&\u{1}\"c").to_string(), "a&lt;b&gt;&amp;\u{fffd}\"c");
    }
}
