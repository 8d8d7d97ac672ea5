//! Starts a screen and the program on it, sends input, reads what the program announces.

use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::rc::Rc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use collide2d::Rotation;
use collision_test::display::Rect;
use collision_test::view::View;
use glam::Vec2;
use tempfile::TempDir;

/// Longest wait on a loaded machine before a test gives up.
const PATIENCE: Duration = Duration::from_secs(60);
pub const SIZE: (u32, u32) = (1280, 720);

/// A ball on a crate, a quarter of a metre deep.
pub const TOUCHING: &str = r#"Scene(
    version: 1,
    bodies: [
        Body(name: "ball", shape: Circle(radius: 1.0), position: (0.0, 1.75)),
        Body(name: "crate", shape: Rectangle(width: 4.0, height: 2.0)),
    ],
)
"#;

/// A virtual screen, closed when dropped.
pub struct Screen {
    xvfb: Child,
    _keep_open: BufReader<ChildStdout>,
    pub display: String,
}

/// Opens a screen, or prints why this machine cannot and returns `None`.
pub fn screen() -> Option<Screen> {
    let missing: Vec<&str> = ["Xvfb", "xdotool"].into_iter().filter(|tool| !is_on_path(tool)).collect();
    if !missing.is_empty() {
        skip(&format!("{} not installed", missing.join(" and ")));
        return None;
    }
    let mut xvfb = Command::new("Xvfb")
        .args(["-displayfd", "1", "-screen", "0", &format!("{}x{}x24", SIZE.0, SIZE.1), "-nolisten", "tcp"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("Xvfb starts");
    let mut lines = BufReader::new(xvfb.stdout.take().unwrap());
    let mut number = String::new();
    lines.read_line(&mut number).expect("Xvfb names its display");
    let number = number.trim();
    assert!(!number.is_empty(), "Xvfb found no free display");
    Some(Screen { xvfb, _keep_open: lines, display: format!(":{number}") })
}

/// Says why a test is skipped; fails where the tests of the window are required.
#[track_caller]
pub fn skip(reason: &str) {
    let reason = format!("window test skipped: {reason}");
    assert!(std::env::var_os("COLLISION_TEST_REQUIRE_WINDOW").is_none_or(|v| v != "1"), "{reason}");
    eprintln!("{reason}");
}

fn is_on_path(tool: &str) -> bool {
    std::env::var_os("PATH")
        .is_some_and(|paths| std::env::split_paths(&paths).any(|dir| dir.join(tool).is_file()))
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = self.xvfb.kill();
        let _ = self.xvfb.wait();
    }
}

/// The program in its window, with a folder of its own.
pub struct Program {
    pub child: Child,
    lines: Receiver<String>,
    seen: Vec<String>,
    display: String,
    pub folder: Rc<TempDir>,
}

impl Program {
    /// Opens the window on a scene text (saved as `scene.ron` in a fresh folder) and waits for its first
    /// frame.
    pub fn open(screen: &Screen, scene: &str, args: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("scene.ron"), scene).unwrap();
        let mut program = Self::spawn(screen, folder, &[&["scene.ron"], args].concat());
        program.wait_for("ready:");
        program
    }

    /// Starts the program with these arguments and `--announce`, without waiting.
    pub fn spawn(screen: &Screen, folder: impl Into<Rc<TempDir>>, args: &[&str]) -> Self {
        Self::start(Command::new(env!("CARGO_BIN_EXE_collision-test")), screen, folder.into(), args)
    }

    /// The same where no file can grow.
    pub fn spawn_on_full_disk(screen: &Screen, folder: impl Into<Rc<TempDir>>, args: &[&str]) -> Self {
        let mut shell = Command::new("sh");
        let program = env!("CARGO_BIN_EXE_collision-test");
        // Without the trap the system ends a program that writes.
        shell.args(["-c", "trap '' XFSZ; ulimit -f 0; exec \"$0\" \"$@\"", program]);
        Self::start(shell, screen, folder.into(), args)
    }

    fn start(mut command: Command, screen: &Screen, folder: Rc<TempDir>, args: &[&str]) -> Self {
        let mut child = command
            .args(args)
            .arg("--announce")
            .current_dir(folder.path())
            .env("DISPLAY", &screen.display)
            .env_remove("WAYLAND_DISPLAY")
            .env("LIBGL_ALWAYS_SOFTWARE", "1")
            .env("HOME", folder.path())
            .env("XDG_CONFIG_HOME", folder.path().join("config"))
            .env("XDG_DATA_HOME", folder.path().join("data"))
            .env("XDG_CACHE_HOME", folder.path().join("cache"))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        let (send, lines) = channel();
        std::thread::spawn(move || {
            for line in stdout.lines().map_while(Result::ok) {
                if send.send(line).is_err() {
                    break;
                }
            }
        });
        Self { child, lines, seen: Vec::new(), display: screen.display.clone(), folder }
    }

    /// Sends a signal: "TERM", "KILL".
    pub fn signal(&self, name: &str) {
        let status = Command::new("sh").args(["-c", &format!("kill -{name} {}", self.child.id())]).status();
        assert!(status.unwrap().success(), "kill -{name}");
    }

    /// The window's title.
    pub fn title(&self) -> String {
        let found = Command::new("xdotool")
            .env("DISPLAY", &self.display)
            .args(["search", "--class", "collision-test", "getwindowname"])
            .output()
            .unwrap();
        String::from_utf8(found.stdout).unwrap().trim().to_owned()
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn scene_text(&self) -> String {
        std::fs::read_to_string(self.path("scene.ron")).unwrap()
    }

    pub fn scene(&self) -> collision_test::scene::Scene {
        collision_test::scene::Scene::load(&self.path("scene.ron")).unwrap()
    }

    /// The rest of the next announced line that starts with `prefix`.
    pub fn wait_for(&mut self, prefix: &str) -> String {
        self.wait_until(prefix, |_| true)
    }

    /// The rest of the next line that starts with `prefix` and satisfies `fits`.
    pub fn wait_until(&mut self, prefix: &str, fits: impl Fn(&str) -> bool) -> String {
        let until = Instant::now() + PATIENCE;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left) {
                Ok(line) => {
                    self.seen.push(line.clone());
                    if let Some(rest) = line.strip_prefix(prefix)
                        && fits(rest.trim())
                    {
                        return rest.trim().to_owned();
                    }
                }
                Err(RecvTimeoutError::Timeout) => {
                    panic!("no line {prefix:?} in {PATIENCE:?}; the program said {:#?}", self.seen)
                }
                Err(RecvTimeoutError::Disconnected) => {
                    let mut errors = String::new();
                    if let Some(mut stderr) = self.child.stderr.take() {
                        let _ = stderr.read_to_string(&mut errors);
                    }
                    panic!("the program ended before {prefix:?}; it said {:#?} and {errors}", self.seen)
                }
            }
        }
    }

    /// The rest of the last line announced so far that starts with `prefix`.
    pub fn latest(&mut self, prefix: &str) -> Option<String> {
        while let Ok(line) = self.lines.try_recv() {
            self.seen.push(line);
        }
        self.seen.iter().rev().find_map(|l| l.strip_prefix(prefix).map(|rest| rest.trim().to_owned()))
    }

    /// The view as last announced: `view: CENTER_X CENTER_Y SCALE MIN_X MIN_Y MAX_X MAX_Y`, in screen pixels, and in
    /// a body's frame its rotation in degrees.
    pub fn view(&mut self) -> View {
        let line = match self.latest("view:") {
            Some(line) => line,
            None => self.wait_for("view:"),
        };
        let n: Vec<f32> = line.split_whitespace().map(|word| word.parse().unwrap()).collect();
        let canvas = Rect { min: Vec2::new(n[3], n[4]), max: Vec2::new(n[5], n[6]) };
        let rotation = Rotation::from_degrees(n.get(7).copied().unwrap_or(0.0));
        View { center: Vec2::new(n[0], n[1]), scale: n[2], rotation, canvas }
    }

    /// Sends a line of xdotool commands, each followed by a pause in which a frame is drawn.
    pub fn input(&self, commands: &[&str]) {
        for command in commands {
            let status = Command::new("xdotool")
                .env("DISPLAY", &self.display)
                .args(command.split_whitespace())
                .status()
                .expect("xdotool runs");
            assert!(status.success(), "xdotool {command}");
            std::thread::sleep(Duration::from_millis(80));
        }
    }

    pub fn key(&self, key: &str) {
        self.input(&[&format!("key {key}")]);
    }

    /// Drags from one screen point to the other in steps, with a modifier held if there is one.
    pub fn drag(&self, from: Vec2, to: Vec2, held: Option<&str>) {
        let at = |p: Vec2| format!("mousemove {} {}", p.x.round(), p.y.round());
        self.input(&[&at(from)]);
        if let Some(key) = held {
            self.input(&[&format!("keydown {key}")]);
        }
        self.input(&["mousedown 1"]);
        for i in 1..=4 {
            self.input(&[&at(from.lerp(to, i as f32 / 4.0))]);
        }
        self.input(&["mouseup 1"]);
        if let Some(key) = held {
            self.input(&[&format!("keyup {key}")]);
        }
    }

    pub fn click(&self, at: Vec2) {
        self.input(&[&format!("mousemove {} {}", at.x.round(), at.y.round()), "mousedown 1", "mouseup 1"]);
    }

    /// Presses Ctrl+S; returns the path that the program says it saved.
    pub fn save(&mut self) -> PathBuf {
        self.key("ctrl+s");
        let announced = self.wait_for("saved:");
        self.path(&announced)
    }

    /// Presses F12; returns the picture that the program wrote.
    pub fn screenshot(&mut self) -> (PathBuf, Screenshot) {
        self.key("F12");
        let announced = self.wait_for("screenshot:");
        let path = self.path(&announced);
        let picture = Screenshot::read(&path);
        (path, picture)
    }

    /// Waits for the program to end and gives its exit code.
    pub fn exit_code(&mut self) -> Option<i32> {
        let until = Instant::now() + PATIENCE;
        while Instant::now() < until {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.code();
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        panic!("the program did not end; it said {:#?}", self.seen)
    }

    /// What an ended program wrote to standard error.
    pub fn errors(&mut self) -> String {
        let mut text = String::new();
        if let Some(mut stderr) = self.child.stderr.take() {
            stderr.read_to_string(&mut text).unwrap();
        }
        text
    }

    pub fn is_running(&mut self) -> bool {
        self.child.try_wait().unwrap().is_none()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Pixels of a PNG, top row first.
pub struct Screenshot {
    pub width: u32,
    pub height: u32,
    rgb: Vec<[u8; 3]>,
}

impl Screenshot {
    pub fn read(path: &Path) -> Self {
        let decoder = png::Decoder::new(BufReader::new(std::fs::File::open(path).unwrap()));
        let mut reader = decoder.read_info().unwrap();
        let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut bytes).unwrap();
        let step = info.color_type.samples();
        let rgb = bytes[..info.buffer_size()].chunks_exact(step).map(|p| [p[0], p[1], p[2]]).collect();
        Self { width: info.width, height: info.height, rgb }
    }

    pub fn at(&self, x: u32, y: u32) -> [u8; 3] {
        self.rgb[(y * self.width + x) as usize]
    }

    /// Number of pixels within `reach` of `center` that are `color`, give or take `slack` per channel.
    pub fn count_near(
        &self,
        center: Vec2,
        reach: f32,
        color: collision_test::display::Color,
        slack: u8,
    ) -> usize {
        let want = [color.r, color.g, color.b];
        let (cx, cy, r) = (center.x as i64, center.y as i64, reach as i64);
        let mut count = 0;
        for y in (cy - r).max(0)..(cy + r).min(i64::from(self.height)) {
            for x in (cx - r).max(0)..(cx + r).min(i64::from(self.width)) {
                let got = self.at(x as u32, y as u32);
                count += usize::from(got.iter().zip(want).all(|(g, w)| g.abs_diff(w) <= slack));
            }
        }
        count
    }
}
