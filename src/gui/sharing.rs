//! An animated picture or a report of the scene: this program runs once more beside the window and writes it, so that the
//! window goes on, and what it writes is what `render` and `report` write.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;

use tempfile::NamedTempFile;

use super::waker::Waker;
use crate::app::{News, ShareJob, ShareSource};
use crate::platform::safe_file;

/// What the other program tells.
enum SharingStep {
    Drawn(u64),
    /// All that it printed otherwise, and its complaints.
    End(Vec<u8>, String),
}

/// The program that runs; dropping it stops it.
#[derive(Debug)]
pub struct Sharing {
    job: ShareJob,
    child: Child,
    steps: Receiver<SharingStep>,
    /// The scene as it is in the window.
    _scene: Option<NamedTempFile>,
}

impl Sharing {
    /// `Err` says why it cannot be started.
    pub fn start(job: ShareJob, waker: Waker) -> Result<Self, String> {
        let program = std::env::current_exe().map_err(|error| error.to_string())?;
        let mut command = Command::new(program);
        let (source, scene) = match &job.source {
            ShareSource::File(path) => (path.clone(), None),
            ShareSource::Scene(text) => {
                let file = tempfile::Builder::new().suffix(".ron").tempfile();
                let mut file = file.map_err(|error| error.to_string())?;
                file.write_all(text.as_bytes()).map_err(|error| error.to_string())?;
                (file.path().to_owned(), Some(file))
            }
        };
        let (first, last) = job.frames;
        if job.is_report() {
            command.arg("report").arg(source).args(["--format", "html", "--frame", &first.to_string()]);
            command.args(["--base", &job.link_base]);
        } else {
            let (width, height) = job.size;
            command.arg("render").arg(source).arg("--output").arg(&job.output).arg("--count");
            command.args(["--frames", &format!("{first}..{last}"), "--size", &format!("{width}x{height}")]);
            command.args(["--theme", if job.is_light { "light" } else { "dark" }, "--layers", &job.layers]);
        }
        if let Some((a, b)) = job.pair {
            command.args(["--pair", &format!("{a},{b}")]);
        }
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|error| error.to_string())?;
        let (Some(mut out), Some(mut err)) = (child.stdout.take(), child.stderr.take()) else {
            return Err("its output cannot be read".to_owned());
        };
        let (sender, steps) = channel();
        let is_report = job.is_report();
        thread::spawn(move || {
            let complaints = thread::spawn(move || {
                let mut text = String::new();
                let _ = err.read_to_string(&mut text);
                text
            });
            let mut page = Vec::new();
            if is_report {
                let _ = out.read_to_end(&mut page);
            } else {
                for drawn in
                    BufReader::new(out).lines().map_while(Result::ok).filter_map(|line| line.parse().ok())
                {
                    let _ = sender.send(SharingStep::Drawn(drawn));
                    waker.wake();
                }
            }
            let _ = sender.send(SharingStep::End(page, complaints.join().unwrap_or_default()));
            waker.wake();
        });
        Ok(Self { job, child, steps, _scene: scene })
    }

    /// What happened since the last call; with [`News::Shared`] it has ended.
    pub fn take(&mut self) -> Option<News> {
        let mut news = None;
        loop {
            match self.steps.try_recv() {
                Ok(SharingStep::Drawn(count)) => news = Some(News::Drawn(count)),
                Ok(SharingStep::End(page, complaints)) => {
                    let ended = self.ended(&page, &complaints);
                    return Some(News::Shared(self.job.output.clone(), ended));
                }
                Err(TryRecvError::Empty) => return news,
                Err(TryRecvError::Disconnected) => {
                    let why = Err("it ended without a word".to_owned());
                    return Some(News::Shared(self.job.output.clone(), why));
                }
            }
        }
    }

    fn ended(&mut self, page: &[u8], complaints: &str) -> Result<(), String> {
        let status = self.child.wait().map_err(|error| error.to_string())?;
        if !status.success() {
            let why = complaints.trim().trim_start_matches("collision-test: ");
            return Err(if why.is_empty() { status.to_string() } else { why.to_owned() });
        }
        if self.job.is_report() {
            safe_file::write(&self.job.output, page).map_err(|error| error.to_string())?;
        }
        Ok(())
    }
}

impl Drop for Sharing {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
