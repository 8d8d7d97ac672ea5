//! A host of files that differs from `web::serve` in what a test needs: other headers, missing files, slow ones, articles.

use std::io::Read;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tiny_http::{Header, Server};
use web::serve::{respond, respond_not_found};

/// What is served.
#[derive(Clone, Default)]
pub struct Host {
    /// The built page, if it is served.
    folder: Option<PathBuf>,
    /// Paths and their content, before those of the folder.
    pages: Vec<(String, Vec<u8>)>,
    missing: Vec<&'static str>,
    headers: Vec<(&'static str, &'static str)>,
    /// Time between two parts of the program.
    pause: Duration,
}

/// A host that runs.
pub struct Served {
    pub address: String,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Host {
    /// The built page.
    pub fn of_page(folder: &Path) -> Self {
        Self { folder: Some(folder.to_owned()), ..Self::default() }
    }

    /// A page with this body.
    pub fn of_article(body: &str) -> Self {
        Self::default()
            .with("/", format!("<!DOCTYPE html><title>Article</title><body>{body}</body>").as_bytes())
    }

    pub fn with(mut self, path: &str, content: &[u8]) -> Self {
        self.pages.push((path.to_owned(), content.to_vec()));
        self
    }

    pub fn without(mut self, file: &'static str) -> Self {
        self.missing.push(file);
        self
    }

    pub fn header(mut self, name: &'static str, value: &'static str) -> Self {
        self.headers.push((name, value));
        self
    }

    /// The program comes in parts, with this time between them.
    pub fn slowly(mut self, pause: Duration) -> Self {
        self.pause = pause;
        self
    }

    /// Serves until the test ends.
    pub fn serve(self) -> Served {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let address = format!("http://{}/", listener.local_addr().unwrap());
        let asked = Arc::new(Mutex::new(Vec::new()));
        let log = Arc::clone(&asked);
        let server = Arc::new(Server::from_listener(listener, None).unwrap());
        // A slow answer does not keep others waiting.
        for _ in 0..4 {
            let (server, host, log) = (Arc::clone(&server), self.clone(), Arc::clone(&log));
            std::thread::spawn(move || {
                for request in server.incoming_requests() {
                    let path = request.url().split('?').next().unwrap_or_default().to_owned();
                    log.lock().unwrap().push(path.clone());
                    host.answer(&path, request);
                }
            });
        }
        Served { address, asked }
    }

    fn answer(&self, path: &str, request: tiny_http::Request) {
        let Some((content, kind)) = self.content(path) else {
            let _ = respond_not_found(request);
            return;
        };
        let mut headers = vec![header("Content-Type", kind)];
        headers.extend(self.headers.iter().map(|(name, value)| header(name, value)));
        let pause = if path.ends_with(".wasm.gz") { self.pause } else { Duration::ZERO };
        let length = content.len();
        let content = Slow { content, at: 0, pause };
        let _ = respond(request, 200, &headers, length as u64, content);
    }

    fn content(&self, path: &str) -> Option<(Vec<u8>, &'static str)> {
        let html = "text/html; charset=utf-8";
        if let Some((_, content)) = self.pages.iter().find(|(known, _)| known == path) {
            return Some((content.clone(), html));
        }
        let name = match path.trim_start_matches('/') {
            "" => "index.html",
            name => name,
        };
        let (name, kind) =
            web::FILES.iter().find(|(known, _)| *known == name && !self.missing.contains(known))?;
        Some((std::fs::read(self.folder.as_ref()?.join(name)).ok()?, kind))
    }
}

impl Served {
    /// How often a path was asked for.
    pub fn asked(&self, path: &str) -> usize {
        self.asked.lock().unwrap().iter().filter(|asked| *asked == path).count()
    }
}

fn header(name: &str, value: &str) -> Header {
    Header::from_bytes(name, value).unwrap()
}

/// Gives an eighth of the content at a time, with pauses.
struct Slow {
    content: Vec<u8>,
    at: usize,
    pause: Duration,
}

impl Read for Slow {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        let left = &self.content[self.at..];
        let count = left.len().min(into.len());
        into[..count].copy_from_slice(&left[..count]);
        let parts = |at: usize| 8 * at / self.content.len().max(1);
        let before = parts(self.at);
        self.at += count;
        if parts(self.at) != before {
            std::thread::sleep(self.pause);
        }
        Ok(count)
    }
}
