//! Serves the files of a folder, as any static host does.

use std::fs::File;
use std::net::TcpListener;
use std::path::Path;

use tiny_http::{Header, Response, Server};

use crate::FILES;

/// Serves the files until the program is ended. `Err` is a sentence for a person.
pub fn serve(folder: &Path, listener: TcpListener) -> Result<(), String> {
    let server = Server::from_listener(listener, None).map_err(|e| e.to_string())?;
    if let Some(address) = server.server_addr().to_ip() {
        println!("serving: http://{address}/ (Ctrl+C ends)");
    }
    for request in server.incoming_requests() {
        // A browser that leaves in the middle of an answer is no error.
        let _ = match found(folder, request.url()) {
            Some((file, kind)) => request.respond(Response::from_file(file).with_header(kind)),
            None => request.respond(Response::from_string("not found").with_status_code(404)),
        };
    }
    Ok(())
}

/// The file of an address. Other files than those of the page are not served.
fn found(folder: &Path, url: &str) -> Option<(File, Header)> {
    let path = url.split(['?', '#']).next()?.trim_start_matches('/');
    let path = if path.is_empty() { "index.html" } else { path };
    let (name, kind) = FILES.iter().find(|(name, _)| *name == path)?;
    let header = Header::from_bytes("Content-Type", *kind).ok()?;
    Some((File::open(folder.join(name)).ok()?, header))
}
