//! The text of a scene, and texts near those of shipped scenes.

use arbitrary::{Result, Unstructured};
use collision_test::platform::plain;
use collision_test::scene::{Scene, read};

use crate::scenes::{bits, shipped};

/// Inputs that begin with a byte below this are edits of a shipped scene; others are the text itself.
const EDITS: u8 = 0x20;

/// Bytes of one edit.
const EDIT: usize = 8;

/// Longest message. A name in it is cut at 200 characters, a line at 100, and some fields list what is allowed.
/// Bytes.
const LONGEST_MESSAGE: usize = 4000;

/// Numbers at which the format, its limits and f32 change.
const NUMBERS: &str = "0 -0.0 1 -1 0.5 90 1e6 1000001 1e-45 3.4028235e38 1e39 1e-46 NaN inf -inf 0x10 1_000 +.5 \
                       4. 18446744073709551616";

/// Words of the format, and some that parsers and terminals trip over.
const WORDS: &str = "\
Scene( ( ) [ ] { } , : version: version:1 version:2 name: bodies:[ Body( shape: Circle(radius:1)
Rectangle(width:1,height:2) Polygon(points:[ Wall(start:(0,0),end:(1,0))
Capsule(start:(0,0),end:(1,0),radius:1) outline:[(-1e6,0),(1e6,1),(0,3e38)] position:(1,2)
position:(1e6,-1e6) rotation: motion:Dynamic(mass:2) motion:Kinematic()
restitution: friction: sensor:true expect:[ Contact(a:\"ball\",b:\"crate\") Separate( Never(stop: frames:(0,9) Soon( before:3 stops:[
Deeper(a:\"ball\",b:\"*\",than:1) Faster(body:\"*\",than:2) when:\"depth>1\" muted:true watch:[\"ball.x\"] bookmarks:[Bookmark(frame:3)] vary:[Vary(body:\"ball\",field:\"rotation\",from:0,to:9,steps:3)] inputs:[
Push(body:\"ball\",impulse:(1,0)) Pull(frames:(0,9),body:\"ball\",to:[(0,(1,1))],stiffness:5) listeners:[
Listener(kind:\"circle-wall\" body:\"a\" then:Remove then:Burst(count:3) generators:[
Ground(point:(0,0),normal:(0,1)) Rod(a:\"ball\",b:\"crate\",length:1) Cable(a:\"ball\",b:\"crate\",length:2)
solver:Rigid gravity: timestep:0.01 max_contacts:1 iterations:2 frame:3 tolerance:
normal:(0,1) 'a' \" r#\" \"# \\u{202e} \u{202e} \u{1b}[31m \0 // /* */ #![enable(implicit_some)]";

/// A text that loads is saved and loaded as the same scene bit for bit; one that does not is refused in a
/// message of bounded length, without control characters, that names the place.
pub fn scene_text(data: &[u8]) {
    let text = text(data);
    let scene = match read::from_bytes(&text, "scene.ron") {
        Ok(scene) => scene,
        Err(error) => return assert_message(&error.message),
    };
    scene.validate().unwrap();
    scene.to_world().unwrap();
    let saved = scene.to_ron();
    let loaded = Scene::from_ron(&saved, "saved.ron").unwrap_or_else(|e| panic!("{e}\n{saved}"));
    assert_eq!(bits(&loaded), bits(&scene), "{saved}");
    assert_eq!(loaded.to_ron(), saved);
}

/// Asserts what holds for every message about a scene's text.
pub fn assert_message(message: &str) {
    assert!(message.len() <= LONGEST_MESSAGE, "{} bytes: {message:.1000}", message.len());
    let place = message.strip_prefix("scene.ron:").and_then(|rest| rest.split_once(": "));
    let (place, what) = place.unwrap_or_else(|| panic!("no place: {message}"));
    let (line, column) = place.split_once(':').unwrap_or_else(|| panic!("no column: {message}"));
    assert!(line.parse::<usize>().is_ok_and(|line| line > 0), "{message}");
    assert!(column.parse::<usize>().is_ok_and(|column| column > 0), "{message}");
    assert!(!what.trim().is_empty(), "{message}");
    // The message, the line of the file, the caret.
    assert!(message.lines().count() <= 3, "{message:?}");
    assert!(!plain::text(message).contains(|c: char| c.is_control() && c != '\n'), "{message:?}");
}

/// The text that an input stands for; it need not be UTF-8.
pub fn text(data: &[u8]) -> Vec<u8> {
    match data {
        [first, rest @ ..] if *first < EDITS => edited(rest),
        _ => data.to_owned(),
    }
}

/// A shipped scene after edits of [`EDIT`] bytes each.
fn edited(data: &[u8]) -> Vec<u8> {
    let (first, edits) = data.split_first().unwrap_or((&0, &[]));
    let mut text = shipped()[usize::from(*first) % shipped().len()].text.clone().into_bytes();
    for chunk in edits.chunks(EDIT) {
        edit(&mut text, &mut Unstructured::new(chunk)).unwrap();
    }
    text
}

fn edit(text: &mut Vec<u8>, u: &mut Unstructured<'_>) -> Result<()> {
    let at = usize::from(u.arbitrary::<u16>()?) % (text.len() + 1);
    let length = |u: &mut Unstructured<'_>| Ok(usize::from(u.arbitrary::<u8>()?));
    match u.int_in_range(0..=15_u8)? {
        0..=4 => {
            let words = if u.arbitrary()? { NUMBERS } else { WORDS };
            let word = word_of(words, u)?;
            let number = number_from(text, at);
            text.splice(number, word.bytes());
        }
        5..=6 => {
            let word = word_of(WORDS, u)?;
            text.splice(at..at, word.bytes());
        }
        7..=8 => {
            let end = (at + length(u)? % 16).min(text.len());
            text.drain(at..end);
        }
        9 => {
            let line = line_around(text, at);
            text.drain(line);
        }
        10 => {
            let line = line_around(text, at);
            let copy = text[line.clone()].to_owned();
            text.splice(line.end..line.end, copy);
        }
        11 => {
            let other = &u.choose(shipped())?.text.as_bytes();
            let from = usize::from(u.arbitrary::<u16>()?) % other.len();
            let end = (from + length(u)?).min(other.len());
            text.splice(at..at, other[from..end].iter().copied());
        }
        12 => {
            let byte = u.arbitrary()?;
            text.insert(at, byte);
        }
        13 => {
            let character: char = u.arbitrary()?;
            text.splice(at..at, character.to_string().into_bytes());
        }
        14 => {
            let (word, times) = (word_of(WORDS, u)?, length(u)?);
            text.splice(at..at, word.repeat(times).into_bytes());
        }
        _ => text.truncate(at),
    }
    Ok(())
}

fn word_of<'w>(words: &'w str, u: &mut Unstructured<'_>) -> Result<&'w str> {
    u.choose_iter(words.split_ascii_whitespace().collect::<Vec<_>>())
}

/// The first number at or after a place; empty at the end of the text.
fn number_from(text: &[u8], at: usize) -> std::ops::Range<usize> {
    let is_part = |byte: &u8| byte.is_ascii_digit() || matches!(byte, b'.' | b'-' | b'+');
    let start = text[at..].iter().position(is_part).map_or(text.len(), |i| at + i);
    let end = text[start..].iter().position(|byte| !is_part(byte)).map_or(text.len(), |i| start + i);
    start..end
}

/// The line of a place, with its end.
fn line_around(text: &[u8], at: usize) -> std::ops::Range<usize> {
    let start = text[..at].iter().rposition(|byte| *byte == b'\n').map_or(0, |i| i + 1);
    let end = text[at..].iter().position(|byte| *byte == b'\n').map_or(text.len(), |i| at + i + 1);
    start..end
}
