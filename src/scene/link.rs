//! A scene as a link: `BASE#scene=…&frame=N&pair=A,B&embed`.
//!
//! `scene` is the scene's RON, deflated (RFC 1951), in the URL alphabet of base64 (RFC 4648, section 5) without
//! padding. `pair` is percent-encoded. All of it stands behind the `#`, which a browser sends to nobody.

use std::borrow::Cow;
use std::fmt::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_with_limit};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

use crate::platform::plain;
use crate::scene::named::part_name;
use crate::scene::{FoundParts, Scene, read};

/// Most characters from the `#` on: what chats, trackers and browsers take.
pub const MAX_LENGTH: usize = 32 * 1024;
/// Most bytes that a sentence has after a link.
const LONGEST_STOP: usize = 16;

/// Most bytes of a link's scene as text: what inflates to more is refused before it is read.
pub const MAX_SCENE_SIZE: usize = 4 << 20;

/// The latest frame that a link may ask for: its frames are computed one after the other.
pub const MAX_FRAME: u64 = 100_000;

/// Level of compression, the best.
const LEVEL: u8 = 10;
/// What is not encoded in names besides letters and digits.
const KEPT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b',').remove(b'~');
/// What the scene is called in messages.
const SOURCE: &str = "the link's scene";

#[derive(Clone, Debug, PartialEq)]
pub struct Link {
    /// The scene at frame 0.
    pub scene: Scene,
    pub frame: u64,
    /// The pair to look at: two names or indices, see [`Scene::find_pair`].
    pub pair: Option<String>,
    /// The canvas is shown with buttons that play, reset and open the editor, and nothing else.
    pub embed: bool,
}

impl Link {
    /// A link to a scene at a frame. `pair`: bodies of `named`, which is the scene with the names of its pieces, or parts of
    /// them.
    pub fn to(scene: &Scene, frame: u64, pair: Option<FoundParts>, named: &Scene) -> Self {
        let text = |pair: FoundParts| {
            let ((a, b), [part_a, part_b]) = pair;
            let name = |body: u32, part: Option<u32>| {
                let name = named.shown_name(body).into_owned();
                part.map_or(name.clone(), |part| part_name(&name, part + 1))
            };
            let names = format!("{},{}", name(a, part_a), name(b, part_b));
            // Names with commas may be those of other bodies.
            if named.find_parts(&names) == Ok(pair) { names } else { format!("{a},{b}") }
        };
        Self { scene: scene.clone(), frame, pair: pair.map(text), embed: false }
    }

    /// The link, behind `base`. `Err`: the scene is too large for one.
    pub fn text(&self, base: &str) -> Result<String, String> {
        if self.frame > MAX_FRAME {
            return Err(format!("frame is {}; allowed in a link: 0 to {MAX_FRAME}", self.frame));
        }
        let ron = self.scene.to_ron();
        if ron.len() > MAX_SCENE_SIZE {
            return Err(format!(
                "the scene is too large for a link: it has {} bytes; allowed: {MAX_SCENE_SIZE}",
                ron.len()
            ));
        }
        let packed = URL_SAFE_NO_PAD.encode(compress_to_vec(ron.as_bytes(), LEVEL));
        let mut text = format!("#scene={packed}");
        if self.frame > 0 {
            let _ = write!(text, "&frame={}", self.frame);
        }
        if let Some(pair) = &self.pair {
            let _ = write!(text, "&pair={}", utf8_percent_encode(pair, KEPT));
        }
        if self.embed {
            text.push_str("&embed");
        }
        if text.len() > MAX_LENGTH {
            return Err(format!(
                "the scene is too large for a link: it would have {} characters; allowed: {MAX_LENGTH}",
                text.len()
            ));
        }
        Ok(base.split('#').next().unwrap_or_default().to_owned() + &text)
    }

    /// Whether the text is meant as a link to a scene.
    pub fn is_meant(text: &str) -> bool {
        // A scene that quotes a link has spaces before it.
        let base = text.trim().split_once('#').map(|(base, _)| base);
        base.is_some_and(|base| !base.contains(char::is_whitespace)) && has_scene(&fragment_of(text))
    }

    /// Whether a link, which may be broken, asks for the canvas alone.
    pub fn asks_to_embed(text: &str) -> bool {
        text.contains('#') && fragment_of(text).split('&').any(|part| without_stop(part) == "embed")
    }

    /// Reads a link, or what stands in one from the `#` on. What else stands there, such as what other sites add to links
    /// they count, is left out. `Err` says where, what was found and what is allowed.
    pub fn read(text: &str) -> Result<Self, String> {
        let fragment = fragment_of(text);
        if fragment.len() > MAX_LENGTH {
            return Err(format!("the link has {} characters; allowed: {MAX_LENGTH}", fragment.len()));
        }
        let (mut scene, mut frame, mut pair, mut embed) = (None, 0, None, false);
        for part in fragment.split('&').filter(|part| !part.is_empty()) {
            let (key, value) = part.split_once('=').unwrap_or((part, ""));
            match without_stop(key) {
                "scene" => scene = Some(unpack(without_stop(value))?),
                "frame" => {
                    let found =
                        || format!("the link's frame is {}; allowed: a number >= 0", plain::quoted(value));
                    let value = percent_decode_str(value).decode_utf8_lossy();
                    frame = without_stop(&value).parse().map_err(|_| found())?;
                }
                "pair" => {
                    let decoded = percent_decode_str(value).decode_utf8().map_err(
                        |_| "the link's pair is no UTF-8 text; allowed: two names with a comma between them",
                    )?;
                    pair = Some(decoded.into_owned());
                }
                "embed" => embed = true,
                _ => {}
            }
        }
        let scene: Scene =
            scene.ok_or("the link has no scene; allowed: #scene=… and then &frame=, &pair=, &embed")?;
        // A name may end with a full stop of its own: the longest that there is counts. Each length is looked up.
        let pair = pair.map(|pair: String| {
            let least = without_stop(&pair).len().max(pair.len().saturating_sub(LONGEST_STOP));
            let mut ends = (least..=pair.len()).rev().filter(|end| pair.is_char_boundary(*end));
            let end = ends.find(|end| scene.find_pair(&pair[..*end]).is_ok());
            pair[..end.unwrap_or(pair.len())].to_owned()
        });
        Ok(Self { scene, frame, pair, embed })
    }
}

/// What stands behind the `#` of a link, or a text without one: without what counters of clicks add behind a `?`, which is encoded
/// in what is ours, and decoded where a program that passed the link on has encoded all of it.
fn fragment_of(text: &str) -> Cow<'_, str> {
    let fragment = text.split_once('#').map_or(text, |(_, fragment)| fragment).trim();
    let fragment = fragment.split('?').next().unwrap_or_default();
    let is_encoded = |part: &str| part.strip_prefix("scene=").is_some_and(|scene| scene.contains('%'));
    if has_scene(fragment) && !fragment.split('&').any(is_encoded) {
        return fragment.into();
    }
    let decoded = percent_decode_str(fragment).decode_utf8_lossy();
    if !has_scene(&decoded) {
        return fragment.into();
    }
    // A line that was wrapped on the way has white space within it, which a scene has not.
    let whole = |part: &str| match part.strip_prefix("scene=") {
        Some(scene) => format!("scene={}", scene.split_whitespace().collect::<String>()),
        None => part.to_owned(),
    };
    decoded.split('&').map(whole).collect::<Vec<_>>().join("&").into()
}

fn has_scene(fragment: &str) -> bool {
    fragment.split('&').any(|part| part.starts_with("scene="))
}

/// A value without what a sentence has after a link: a full stop, a bracket and the like.
fn without_stop(value: &str) -> &str {
    value.trim_end_matches(|c: char| !c.is_ascii_alphanumeric() && !"-_".contains(c))
}

/// HTML that shows what a link opens as a figure in another page. `name`: what it is called for those who do not see it.
pub fn embed_code(link: &str, name: &str) -> String {
    let escaped = |text: &str| {
        text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;").replace('>', "&gt;")
    };
    let embed = if link.ends_with("&embed") { "" } else { "&embed" };
    // What a figure opens is a page of its own, which stores and downloads.
    format!(
        "<iframe src=\"{}\" title=\"{}\" width=\"800\" height=\"450\" style=\"border: 0; max-width: 100%\" \
         loading=\"lazy\" allow=\"clipboard-write\" sandbox=\"allow-scripts allow-same-origin allow-popups \
         allow-popups-to-escape-sandbox\"></iframe>",
        escaped(&format!("{link}{embed}")),
        escaped(&plain::label(name)),
    )
}

/// The address of a page to put links behind, without what stands from its `#` on; empty for none. `Err` says what is
/// allowed.
pub fn check_base(text: &str) -> Result<String, String> {
    const MOST: usize = 2000;
    let base = text.trim().split('#').next().unwrap_or_default();
    let is_address = ["http://", "https://", "file://"].iter().any(|scheme| base.starts_with(scheme));
    let is_plain = !base.contains(|c: char| c.is_whitespace() || c.is_control()) && base.len() <= MOST;
    if base.is_empty() || (is_address && is_plain) {
        return Ok(base.to_owned());
    }
    let found = plain::quoted(base);
    Err(format!(
        "{found} is no address of a page; allowed: up to {MOST} characters without spaces that begin with https://, \
         http:// or file://"
    ))
}

fn unpack(value: &str) -> Result<Scene, String> {
    // What wrapped a long line.
    let value: String = value.chars().filter(|c| !c.is_whitespace() && *c != '=').collect();
    let packed = URL_SAFE_NO_PAD.decode(&value).map_err(|e| damaged(&e.to_string()))?;
    let bytes = decompress_to_vec_with_limit(&packed, MAX_SCENE_SIZE).map_err(|e| match e.status {
        TINFLStatus::HasMoreOutput => {
            format!("{SOURCE} inflates to more than {} MB; allowed: less", MAX_SCENE_SIZE >> 20)
        }
        _ => damaged(&format!("after {} bytes it cannot be unpacked", e.output.len())),
    })?;
    read::from_bytes(&bytes, SOURCE).map_err(|e| e.message)
}

/// `found`: what the decoder says.
fn damaged(found: &str) -> String {
    let found = found.trim_end_matches('.');
    format!(
        "the link is damaged: the link may have been cut off, or changed on its way; copying all of it again may help \
         ({SOURCE}: {found}; allowed: RON, deflated, as base64url)"
    )
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::scene::shipped;
    use crate::scene::{SceneBody, SceneShape};

    #[test]
    fn every_shipped_scene_comes_back_from_its_link() {
        for shipped in shipped::all() {
            let scene = shipped.scene();
            let link = Link { embed: true, ..Link::to(scene, 7, None, scene) };
            let Ok(text) = link.text("https://example.org/page/?a=b") else {
                assert!(scene.bodies.len() >= 1000, "{}", shipped.stem());
                continue;
            };
            assert!(text.starts_with("https://example.org/page/?a=b#scene="));
            assert!(Link::is_meant(&text));
            assert_eq!(Link::read(&text), Ok(link));
        }
    }

    #[test]
    fn a_pair_is_named_so_that_it_is_found_again() {
        let circle = SceneShape::Circle { radius: 1.0 };
        let bodies = |names: &[&str]| {
            let bodies = names.iter().map(|name| SceneBody::new(*name, circle.clone())).collect();
            Scene { bodies, ..Scene::default() }
        };
        for (names, pair, text) in [
            (&["a b", "ü&%=#"][..], (0, 1), "a%20b,%C3%BC%26%25%3D%23"),
            (&["a", "b,c", "a,b", "c"], (2, 3), "2,3"),
        ] {
            let scene = bodies(names);
            let link = Link::to(&scene, 0, Some((pair, [None; 2])), &scene).text("").unwrap();
            assert!(link.ends_with(&format!("&pair={text}")), "{link}");
            let read = Link::read(&link).unwrap();
            assert_eq!(scene.find_pair(&read.pair.unwrap()), Ok(pair));
        }
    }

    /// Each comma of each length was tried.
    #[test]
    fn a_pair_of_commas_is_read_as_it_stands() {
        let link = Link::to(&Scene::built_in(), 0, None, &Scene::default()).text("").unwrap();
        let commas = ",".repeat(8000);
        assert_eq!(Link::read(&format!("{link}&pair={commas}")).unwrap().pair, Some(commas));
    }

    #[test]
    fn a_broken_link_says_what_is_allowed() {
        let whole = Link::to(&Scene::built_in(), 0, None, &Scene::default()).text("").unwrap();
        let bomb = |size| format!("#scene={}", URL_SAFE_NO_PAD.encode(compress_to_vec(&vec![b' '; size], 9)));
        let ron =
            |ron: &str| format!("#scene={}", URL_SAFE_NO_PAD.encode(compress_to_vec(ron.as_bytes(), 9)));
        let bad = "Scene(version: 1, bodies: [(name: \"a\", shape: Circle(radius: -1))])";
        for (link, said) in [
            (whole[..whole.len() / 2].to_owned(), "the link is damaged: the link may have been cut off"),
            (whole.replace("scene=", "scene=!"), "Invalid symbol 33, offset 0"),
            (ron(bad), "the link's scene:1:"),
            (ron(""), "the file is empty"),
            (format!("{whole}&frame=-1"), "the link's frame is \"-1\"; allowed: a number >= 0"),
            (format!("{whole}&pair=%ff"), "no UTF-8"),
            ("#frame=1".to_owned(), "the link has no scene"),
            ("x".repeat(MAX_LENGTH + 1), "allowed: 32768"),
            (bomb(MAX_SCENE_SIZE), "the file is empty"),
            (bomb(MAX_SCENE_SIZE + 1), "the link's scene inflates to more than 4 MB; allowed: less"),
        ] {
            let error = Link::read(&link).unwrap_err();
            assert!(error.contains(said), "{error}");
        }
    }

    #[test]
    fn what_stands_after_a_link_does_not_refuse_it() {
        let circle = SceneShape::Circle { radius: 1.0 };
        let bodies = ["a", "b", "b."].map(|name| SceneBody::new(name, circle.clone())).to_vec();
        let scene = Scene { bodies, ..Scene::default() };
        for (pair, embed) in
            [(None, false), (Some((0, 1)), false), (Some((0, 2)), false), (Some((0, 1)), true)]
        {
            let link = Link { embed, ..Link::to(&scene, 12, pair.map(|pair| (pair, [None; 2])), &scene) };
            let text = link.text("https://example.org/").unwrap();
            for after in
                ["", ".", ",", ").", "\u{201d}", "!", "&utm_source=mail", "&fbclid=a-b_c.", "&embedded=1"]
            {
                let text = format!("{text}{after}");
                // Of "a,b." only the scene knows where the name ends.
                let is_name = after == "." && pair == Some((0, 1)) && !embed;
                let expected = if is_name {
                    Link { pair: Some("a,b.".to_owned()), ..link.clone() }
                } else {
                    link.clone()
                };
                assert_eq!(Link::read(&text), Ok(expected), "{after}");
                assert!(Link::is_meant(&text));
            }
            let first = text.replace("#scene=", "#utm_source=mail&scene=");
            assert!(Link::is_meant(&first));
            assert_eq!(Link::read(&first), Ok(link));
        }
        let bare = Scene { bodies: scene.bodies[..2].to_vec(), ..Scene::default() };
        let link = Link::to(&bare, 0, Some(((0, 1), [None; 2])), &bare).text("").unwrap();
        assert_eq!(Link::read(&format!("{link}.")).unwrap().pair.as_deref(), Some("a,b"));
    }

    /// Chats and mails encode what they pass on, wrap it, and add to it.
    #[test]
    fn a_link_that_was_encoded_or_wrapped_on_its_way_is_read() {
        let scene = Scene::built_in();
        let first = Link::to(&scene, 30, Some(((0, 1), [None; 2])), &scene);
        let text = first.text("https://example.org/").unwrap();
        let (base, fragment) = text.split_once('#').unwrap();
        let encoded = utf8_percent_encode(fragment, NON_ALPHANUMERIC).to_string();
        let (head, tail) = fragment.split_at(200);
        for passed in [
            encoded.clone(),
            fragment.replace('=', "%3D"),
            fragment.replace('&', "%26"),
            fragment.replace('-', "%2D").replace('_', "%5F"),
            format!("{head}%0A{tail}"),
            format!("{head}%0D%0A%20{tail}"),
            format!("{fragment}?fbclid=abc"),
            format!("{encoded}?fbclid=abc"),
        ] {
            let passed = format!("{base}#{passed}");
            assert!(Link::is_meant(&passed), "{passed}");
            assert_eq!(Link::read(&passed), Ok(first.clone()), "{passed}");
        }
        let without_pair = Link { pair: None, ..first };
        let text = without_pair.text("").unwrap();
        for end in ["%22", "%3E", "\"", ">", "%22%3E"] {
            assert_eq!(Link::read(&format!("{text}{end}")), Ok(without_pair.clone()), "{end}");
            let bare = text.replace("&frame=30", "");
            assert_eq!(
                Link::read(&format!("{bare}{end}")).map(|link| link.scene),
                Ok(scene.clone()),
                "{end}"
            );
        }
        assert!(Link::asks_to_embed(&format!("#{}", encoded + "%26embed")));
    }

    #[test]
    fn embed_code_escapes_what_html_would_read() {
        let code = embed_code("https://example.org/?a=b&c#scene=x&frame=3", "Tom & \"Jerry\" <b>");
        assert!(
            code.starts_with("<iframe src=\"https://example.org/?a=b&amp;c#scene=x&amp;frame=3&amp;embed\""),
            "{code}"
        );
        assert!(
            code.contains("title=\"Tom &amp; &quot;Jerry&quot; &lt;b&gt;\"") && code.ends_with("</iframe>"),
            "{code}"
        );
        assert_eq!(embed_code("#scene=x&embed", "").matches("embed").count(), 1);
    }

    #[test]
    fn what_mail_programs_do_to_a_link_does_no_harm() {
        let link = Link::to(&Scene::built_in(), 3, None, &Scene::default());
        let mut wrapped = link.text("").unwrap();
        for at in [400, 200, 100] {
            wrapped.insert_str(at, "\r\n ");
        }
        assert_eq!(Link::read(&wrapped), Ok(link));
    }

    #[test]
    fn a_scene_that_is_too_large_is_told() {
        let mut seed = 1_u32;
        let mut number = || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            f32::from_bits(0x3f80_0000 | seed >> 9)
        };
        let body = |i| SceneBody::new(format!("{i}"), SceneShape::Circle { radius: number() });
        let scene = Scene { bodies: (0..20_000).map(body).collect(), ..Scene::default() };
        let error = Link::to(&scene, 0, None, &scene).text("").unwrap_err();
        assert!(error.starts_with("the scene is too large for a link"), "{error}");
    }

    proptest! {
        #[test]
        fn nothing_that_is_read_makes_it_panic(text in ".{0,200}", bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = Link::read(&text);
            let _ = Link::read(&format!("#scene={}&{text}", URL_SAFE_NO_PAD.encode(bytes)));
        }
    }
}
