//! Serves the files of a folder, as any static host does.

use std::fs::File;
use std::io::{self, Read, Write as _};
use std::net::TcpListener;
use std::path::Path;

use tiny_http::{Header, Method, Request, Server, StatusCode};

use crate::FILES;

/// Serves the files until the program is ended. `Err` is a sentence for a person.
pub fn serve(folder: &Path, listener: TcpListener) -> Result<(), String> {
    let server = Server::from_listener(listener, None).map_err(|e| e.to_string())?;
    if let Some(address) = server.server_addr().to_ip() {
        println!("serving: http://{address}/ (Ctrl+C ends)");
    }
    for request in server.incoming_requests() {
        let answer = found(folder, request.url());
        // On a thread of its own: a browser leaves answers unread, of figures out of sight for instance, and others
        // must not wait for them. One that leaves in the middle of an answer is no error.
        std::thread::spawn(move || match answer {
            Some((file, kind)) => {
                let length = file.metadata()?.len();
                respond(request, 200, &[kind], length, file)
            }
            None => respond_not_found(request),
        });
    }
    Ok(())
}

/// [`respond`] that there is no such file.
pub fn respond_not_found(request: Request) -> io::Result<()> {
    let text = "not found";
    respond(request, 404, &[], text.len() as u64, text.as_bytes())
}

/// Sends an answer, after which the browser closes the connection. tiny_http keeps a thread for each that is open, and of
/// two that come at once it may leave one without a thread until another is closed; its own answers keep them open.
pub fn respond(
    request: Request,
    status: u16,
    headers: &[Header],
    length: u64,
    mut content: impl Read,
) -> io::Result<()> {
    let has_body = *request.method() != Method::Head;
    let mut out = request.into_writer();
    write!(out, "HTTP/1.1 {status} {}\r\n", StatusCode(status).default_reason_phrase())?;
    write!(out, "Content-Length: {length}\r\nConnection: close\r\n")?;
    for header in headers {
        write!(out, "{}: {}\r\n", header.field, header.value)?;
    }
    out.write_all(b"\r\n")?;
    if has_body {
        io::copy(&mut content, &mut out)?;
    }
    out.flush()
}

/// The file of an address. Other files than those of the page are not served.
fn found(folder: &Path, url: &str) -> Option<(File, Header)> {
    let path = url.split(['?', '#']).next()?.trim_start_matches('/');
    let path = if path.is_empty() { "index.html" } else { path };
    let (name, kind) = FILES.iter().find(|(name, _)| *name == path)?;
    let header = Header::from_bytes("Content-Type", *kind).ok()?;
    Some((File::open(folder.join(name)).ok()?, header))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::net::TcpStream;
    use std::time::Duration;

    use super::*;

    /// It kept all others waiting, for ever.
    #[test]
    fn an_answer_that_nobody_reads_keeps_no_other_waiting() {
        let folder = tempfile::tempdir().unwrap();
        // More than the buffers of a connection hold.
        File::create(folder.path().join("collision-test.wasm.gz")).unwrap().set_len(64 << 20).unwrap();
        std::fs::write(folder.path().join("index.html"), "the page").unwrap();
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let address = listener.local_addr().unwrap();
        let path = folder.path().to_owned();
        std::thread::spawn(move || serve(&path, listener));
        let ask = |what: &str| {
            let mut stream = TcpStream::connect(address).unwrap();
            stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
            write!(stream, "GET /{what} HTTP/1.1\r\nHost: a\r\n\r\n").unwrap();
            stream
        };
        let unread: Vec<TcpStream> = (0..3)
            .map(|_| {
                let mut stream = ask("collision-test.wasm.gz");
                stream.read_exact(&mut [0; 16]).unwrap();
                stream
            })
            .collect();
        let (mut answer, mut part) = (String::new(), [0; 256]);
        let mut stream = ask("index.html");
        while !answer.ends_with("the page") {
            let count = stream.read(&mut part).unwrap();
            assert!(count > 0, "{answer}");
            answer += std::str::from_utf8(&part[..count]).unwrap();
        }
        assert!(
            answer.starts_with("HTTP/1.1 200 OK\r\nContent-Length: 8\r\nConnection: close\r\n"),
            "{answer}"
        );
        drop(unread);
    }
}
