//! Builds Collision Test for the browser, a folder that any static host can serve, and serves it here.

/// The files of the page and their types: what a host needs. `page/` has those that are not built.
pub const FILES: [(&str, &str); 11] = [
    ("index.html", "text/html; charset=utf-8"),
    ("page.css", "text/css; charset=utf-8"),
    ("start.js", "text/javascript; charset=utf-8"),
    ("graphics.js", "text/javascript; charset=utf-8"),
    ("page.js", "text/javascript; charset=utf-8"),
    ("input.js", "text/javascript; charset=utf-8"),
    ("gl.js", "text/javascript; charset=utf-8"),
    ("collision-test.wasm.gz", "application/gzip"),
    ("licences.txt", "text/plain; charset=utf-8"),
    ("icon.svg", "image/svg+xml"),
    ("preview.png", "image/png"),
];

pub mod build;
pub mod serve;
