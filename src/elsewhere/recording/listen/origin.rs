//! Whose page a game in a browser is.

use std::fmt;
use std::str::FromStr;

/// The origin of a page as browsers send it: scheme, host and port, or `null` of a file and of a frame that is shut
/// off. (RFC 6454)
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin(String);

impl Origin {
    /// Whether the page comes from this computer. `null` does not: every page can open a frame that has it.
    pub fn is_this_computer(&self) -> bool {
        matches!(self.host(), Some("localhost" | "127.0.0.1" | "[::1]"))
    }

    fn host(&self) -> Option<&str> {
        let (_, rest) = self.0.split_once("://")?;
        let end = rest.find(']').map_or_else(|| rest.find(':'), |bracket| Some(bracket + 1));
        Some(rest.get(..end.unwrap_or(rest.len())).unwrap_or(rest))
    }
}

impl FromStr for Origin {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let origin = Self(text.strip_suffix('/').unwrap_or(text).to_ascii_lowercase());
        let is_word = |text: &str, others: &str| {
            !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || others.contains(c))
        };
        let is_origin = || {
            let (scheme, rest) = origin.0.split_once("://")?;
            let host = origin.host()?;
            let port = rest.strip_prefix(host)?;
            let is_number = |port: &str| port.parse::<u16>().is_ok();
            let is_port = port.is_empty() || port.strip_prefix(':').is_some_and(is_number);
            let inside = host.strip_prefix('[').and_then(|host| host.strip_suffix(']'));
            let is_host = inside.map_or_else(|| is_word(host, ".-_"), |inside| is_word(inside, ":."));
            Some(is_word(scheme, "+-.") && is_host && is_port)
        };
        if origin.0 == "null" || is_origin() == Some(true) {
            Ok(origin)
        } else {
            Err("an origin is needed, such as https://game.example or http://192.168.0.7:8080, or null"
                .to_owned())
        }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
