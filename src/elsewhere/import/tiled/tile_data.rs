//! The numbers of a layer's tiles, which a map writes in several ways.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use miniz_oxide::inflate::{decompress_to_vec_with_limit, decompress_to_vec_zlib_with_limit};
use usvg::roxmltree::Node;

use super::whole;
use crate::elsewhere::import::tiles::MOST_CELLS;
use crate::elsewhere::import::{Refusal, xml};
use crate::platform::plain;
use crate::scene::numbers::count;

/// Farthest that a chunk of an infinite map may be from the origin. Cells.
const FARTHEST: i32 = 1 << 24;

/// Row, column and number with its flags of each tile; the inner error says why they cannot be read.
pub type TileCells = Vec<((i32, i32), u32)>;

pub fn cells(layer: Node<'_, '_>) -> Result<Result<TileCells, String>, Refusal> {
    let Some(data) = xml::child(layer, "data") else { return Ok(Ok(Vec::new())) };
    let [encoding, compression] = ["encoding", "compression"].map(|name| data.attribute(name).unwrap_or(""));
    let mut cells = Vec::new();
    let chunks: Vec<Node<'_, '_>> = data.children().filter(|child| child.has_tag_name("chunk")).collect();
    let pieces =
        if chunks.is_empty() { vec![(layer, data)] } else { chunks.into_iter().map(|c| (c, c)).collect() };
    for (sized, data) in pieces {
        let place = |name: &str| {
            let number = sized.attribute(name).filter(|_| sized == data).unwrap_or("0").trim().parse::<i32>();
            number.ok().filter(|number| (-FARTHEST..=FARTHEST).contains(number))
        };
        let (Some(x), Some(y)) = (place("x"), place("y")) else {
            return Ok(Err(format!("a chunk of it is farther than {FARTHEST} cells from the origin")));
        };
        let columns = whole(sized, "width")?.unwrap_or(0).min(FARTHEST as u32) as i32;
        let numbers = match numbers(data, encoding, compression) {
            Ok(numbers) => numbers,
            Err(why) => return Ok(Err(why)),
        };
        if columns == 0 && !numbers.is_empty() {
            return Ok(Err("it does not say how wide it is".to_owned()));
        }
        if let Some(rows) = whole(sized, "height")?
            && numbers.len() as u64 != columns as u64 * u64::from(rows)
        {
            let size = format!(
                "{} and {}",
                count(columns as usize, "column", "columns"),
                count(rows as usize, "row", "rows")
            );
            return Ok(Err(format!(
                "{} has {}; allowed: {}, {size}",
                if sized == data { "a chunk of it" } else { "it" },
                count(numbers.len(), "tile", "tiles"),
                columns as u64 * u64::from(rows)
            )));
        }
        for (index, number) in (0_i32..).zip(numbers).filter(|(_, number)| *number != 0) {
            cells.push(((y + index / columns, x + index % columns), number));
        }
        if cells.len() > MOST_CELLS {
            return Ok(Err(too_many()));
        }
    }
    Ok(Ok(cells))
}

fn too_many() -> String {
    format!("it has too many tiles; allowed: up to {MOST_CELLS}")
}

fn numbers(data: Node<'_, '_>, encoding: &str, compression: &str) -> Result<Vec<u32>, String> {
    let text = data.text().unwrap_or_default();
    let numbers: Vec<u32> = match encoding {
        "" => {
            let tiles = data.children().filter(|child| child.has_tag_name("tile"));
            let number = |tile: Node<'_, '_>| tile.attribute("gid").unwrap_or("0").trim().parse();
            tiles
                .map(number)
                .collect::<Result<_, _>>()
                .map_err(|_| "a tile of it has no number".to_owned())?
        }
        "csv" => {
            let numbers = text.split(',').map(str::trim).filter(|number| !number.is_empty());
            let wrong =
                |number: &str| format!("its tiles have {}; allowed: whole numbers", plain::quoted(number));
            numbers.map(|number| number.parse().map_err(|_| wrong(number))).collect::<Result<_, _>>()?
        }
        "base64" => {
            let text: String = text.split_whitespace().collect();
            let bytes = STANDARD.decode(text).map_err(|_| "its tiles are no base64".to_owned())?;
            let unpacked = match compression {
                "" => Some(bytes),
                "zlib" => decompress_to_vec_zlib_with_limit(&bytes, 4 * MOST_CELLS).ok(),
                "gzip" => {
                    gzip_body(&bytes).and_then(|body| decompress_to_vec_with_limit(body, 4 * MOST_CELLS).ok())
                }
                other => {
                    let other = plain::quoted(other);
                    return Err(format!(
                        "its tiles are packed by {other}; allowed: zlib, gzip, none, or CSV"
                    ));
                }
            };
            let bytes =
                unpacked.ok_or_else(|| format!("its tiles cannot be unpacked to at most {MOST_CELLS}"))?;
            let (whole, rest) = bytes.as_chunks();
            if !rest.is_empty() {
                return Err(format!("its tiles are {} bytes; allowed: 4 each", bytes.len()));
            }
            whole.iter().map(|bytes| u32::from_le_bytes(*bytes)).collect()
        }
        other => {
            return Err(format!("its tiles are encoded as {}; allowed: csv, base64", plain::quoted(other)));
        }
    };
    if numbers.len() > MOST_CELLS { Err(too_many()) } else { Ok(numbers) }
}

/// The deflated data of a gzip file and its trailer (RFC 1952), without the names and comments that some writers put before it.
fn gzip_body(bytes: &[u8]) -> Option<&[u8]> {
    const HEADER_CHECK: u8 = 1 << 1;
    const EXTRA_FIELD: u8 = 1 << 2;
    const NAME: u8 = 1 << 3;
    const COMMENT: u8 = 1 << 4;
    // Magic number, the method (deflate), flags; then the time, the compression level and the system.
    let ([0x1f, 0x8b, 8, flags, ..], mut rest) = bytes.split_at_checked(10)? else { return None };
    if flags & EXTRA_FIELD != 0 {
        let (length, after) = rest.split_first_chunk()?;
        rest = after.get(usize::from(u16::from_le_bytes(*length))..)?;
    }
    for text in [NAME, COMMENT] {
        if flags & text != 0 {
            rest = rest.get(rest.iter().position(|byte| *byte == 0)? + 1..)?;
        }
    }
    if flags & HEADER_CHECK != 0 { rest.get(2..) } else { Some(rest) }
}
