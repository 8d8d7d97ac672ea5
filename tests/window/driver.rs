//! Starts a screen and the program on it, sends input, reads what the program announces.

use std::cell::RefCell;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::rc::Rc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use collide2d::Rotation;
use collision_test::picture::display::Rect;
use collision_test::picture::view::View;
use glam::Vec2;
use tempfile::TempDir;

/// Longest wait on a loaded machine before a test gives up.
pub const PATIENCE: Duration = Duration::from_secs(120);
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
    screen_of(SIZE)
}

/// [`screen`] of this many pixels.
pub fn screen_of(size: (u32, u32)) -> Option<Screen> {
    let missing: Vec<&str> = ["Xvfb", "xdotool"].into_iter().filter(|tool| !is_on_path(tool)).collect();
    if !missing.is_empty() {
        skip(&format!("{} not installed", missing.join(" and ")));
        return None;
    }
    let mut xvfb = Command::new("Xvfb")
        .args([
            "-displayfd",
            "1",
            "-screen",
            "0",
            &format!("{}x{}x24", size.0, size.1),
            "-noreset",
            "-nolisten",
            "tcp",
        ])
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
    heard: RefCell<Heard>,
    display: String,
    pub folder: Rc<TempDir>,
}

/// What the program announces.
struct Heard {
    lines: Receiver<String>,
    seen: Vec<String>,
    /// The first line of `seen` that no test has waited for.
    next: usize,
    /// The line after those that answered the last [`Program::settle`].
    settled: usize,
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

    /// Starts the program with these arguments and `--announce`, without waiting. Its settings are in its own
    /// folder.
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
        let heard = RefCell::new(Heard { lines, seen: Vec::new(), next: 0, settled: 0 });
        Self { child, heard, display: screen.display.clone(), folder }
    }

    /// Waits until the window shows what all input so far led to, or has closed.
    pub fn settle(&self) {
        self.xdotool("key Scroll_Lock");
        let (mut heard, until) = (self.heard.borrow_mut(), Instant::now() + PATIENCE);
        while let Some(line) = heard.hear(until) {
            if line.starts_with("settled:") {
                heard.settled = heard.seen.len();
                return;
            }
        }
    }

    /// Where the things of this name are, as of the last [`Program::settle`].
    fn found(&self, name: &str) -> Vec<Rect> {
        let heard = self.heard.borrow();
        let before = heard.seen.get(..heard.settled.saturating_sub(1)).unwrap_or_default();
        let places = before.iter().rev().take_while(|line| !line.starts_with("settled:"));
        let places = places.filter_map(|line| line.strip_prefix("place: "));
        let named = places.filter_map(|line| {
            let mut words = line.splitn(5, ' ');
            let n: Vec<f32> = words.by_ref().take(4).map(|word| word.parse().unwrap()).collect();
            (words.next() == Some(name))
                .then(|| Rect { min: Vec2::new(n[0], n[1]), max: Vec2::new(n[2], n[3]) })
        });
        named.collect()
    }

    /// Where the things of this name are.
    pub fn places(&self, name: &str) -> Vec<Rect> {
        self.settle();
        self.found(name)
    }

    /// Where the thing of this name is.
    #[track_caller]
    pub fn place(&self, name: &str) -> Rect {
        self.settle();
        match self.found(name)[..] {
            [place] => place,
            ref found => {
                panic!("{} places are called {name:?}: {:#?}", found.len(), self.heard.borrow().seen)
            }
        }
    }

    /// Clicks the middle of the thing of this name, and waits for what it leads to.
    #[track_caller]
    pub fn press(&self, name: &str) {
        self.click(self.place(name).center().round());
    }

    /// Takes away every message.
    pub fn dismiss_messages(&self) {
        self.settle();
        while let Some(place) = self.found("Dismiss message").first() {
            self.click(place.center().round());
            self.settle();
        }
    }

    /// Scrolls the panel's own part of the side panel until the thing of this name is in sight as a whole.
    #[track_caller]
    pub fn reveal(&self, name: &str) {
        let part = self.place("Part own");
        let at = part.center().round();
        for button in [4, 5] {
            for _ in 0..40 {
                let inside = |place: &Rect| part.contains(place.center()) && place.size().y > 14.0;
                if self.found(name).iter().any(inside) {
                    return;
                }
                self.input(&[&format!("mousemove {} {} click {button}", at.x, at.y)]);
            }
        }
        panic!("{name:?} cannot be scrolled into sight: {:#?}", self.heard.borrow().seen)
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
    #[track_caller]
    pub fn wait_for(&mut self, prefix: &str) -> String {
        self.wait_until(prefix, |_| true)
    }

    /// The rest of the next line that starts with `prefix` and satisfies `fits`.
    #[track_caller]
    pub fn wait_until(&mut self, prefix: &str, fits: impl Fn(&str) -> bool) -> String {
        match self.hear(prefix, fits) {
            Some(line) => line,
            None => {
                let mut errors = String::new();
                if let Some(mut stderr) = self.child.stderr.take() {
                    let _ = stderr.read_to_string(&mut errors);
                }
                panic!(
                    "the program ended before {prefix:?}; it said {:#?} and {errors}",
                    self.heard.borrow().seen
                )
            }
        }
    }

    /// The rest of the next line that starts with `prefix` and satisfies `fits`; `None`: the program ended.
    #[track_caller]
    fn hear(&self, prefix: &str, fits: impl Fn(&str) -> bool) -> Option<String> {
        let (mut heard, until) = (self.heard.borrow_mut(), Instant::now() + PATIENCE);
        loop {
            let line = match heard.seen.get(heard.next) {
                Some(line) => line.clone(),
                None => heard.hear(until)?,
            };
            heard.next += 1;
            if let Some(rest) = line.strip_prefix(prefix)
                && fits(rest.trim())
            {
                return Some(rest.trim().to_owned());
            }
        }
    }

    /// The next line of which `ends` says so.
    #[track_caller]
    pub fn wait_for_line(&mut self, mut ends: impl FnMut(&str) -> bool) -> String {
        let (mut heard, until) = (self.heard.borrow_mut(), Instant::now() + PATIENCE);
        loop {
            let line = match heard.seen.get(heard.next) {
                Some(line) => line.clone(),
                None => heard.hear(until).expect("the program goes on"),
            };
            heard.next += 1;
            if ends(&line) {
                return line;
            }
        }
    }

    /// The rest of the last line announced so far that starts with `prefix`; it can still be waited for.
    pub fn latest(&self, prefix: &str) -> Option<String> {
        let mut heard = self.heard.borrow_mut();
        while let Ok(line) = heard.lines.try_recv() {
            heard.seen.push(line);
        }
        heard.seen.iter().rev().find_map(|l| l.strip_prefix(prefix).map(|rest| rest.trim().to_owned()))
    }

    /// Waits no longer for what was announced so far.
    pub fn skip(&self) {
        let mut heard = self.heard.borrow_mut();
        while let Ok(line) = heard.lines.try_recv() {
            heard.seen.push(line);
        }
        heard.next = heard.seen.len();
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

    /// Sends lines of xdotool commands, and waits after each until the window shows what it led to.
    pub fn input(&self, commands: &[&str]) {
        for command in commands {
            self.xdotool(command);
            self.settle();
        }
    }

    /// Sends a line of xdotool commands.
    pub fn xdotool(&self, command: &str) {
        let mut xdotool = Command::new("xdotool");
        let status = xdotool.env("DISPLAY", &self.display).args(command.split_whitespace()).status();
        assert!(status.expect("xdotool runs").success(), "xdotool {command}");
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
        // Pressed and let go at once: egui takes what lasts longer than 0.8 s for no click, and a machine may be busy.
        self.input(&[&format!("mousemove {} {}", at.x.round(), at.y.round()), "mousedown 1 mouseup 1"]);
    }

    /// Moves the pointer to where no widget lights up under it, and nothing of the canvas.
    pub fn move_aside(&self) {
        let at = self.aside();
        self.input(&[&format!("mousemove {} {}", at.x, at.y)]);
    }

    /// Between the speed and the scenes the bar has no widget.
    pub fn aside(&self) -> Vec2 {
        let speed = self.place("Speed");
        (speed.max + Vec2::new(30.0, -0.5 * speed.size().y)).round()
    }

    /// Presses Ctrl+S; returns the path that the program says it saved.
    pub fn save(&mut self) -> PathBuf {
        self.xdotool("key ctrl+s");
        let announced = self.wait_for("saved:");
        self.path(&announced)
    }

    /// Presses F12; returns the picture that the program wrote.
    pub fn screenshot(&mut self) -> (PathBuf, Screenshot) {
        self.xdotool("key F12");
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
        panic!("the program did not end; it said {:#?}", self.heard.borrow().seen)
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

impl Heard {
    /// Waits for the next line; `None`: the program ended.
    #[track_caller]
    fn hear(&mut self, until: Instant) -> Option<String> {
        // Other lines may go on for ever.
        let left = until.saturating_duration_since(Instant::now());
        match self.lines.recv_timeout(left) {
            Ok(line) if !left.is_zero() => {
                self.seen.push(line.clone());
                Some(line)
            }
            Ok(_) | Err(RecvTimeoutError::Timeout) => {
                panic!("no line in {PATIENCE:?}; the program said {:#?}", self.seen)
            }
            Err(RecvTimeoutError::Disconnected) => None,
        }
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
        color: collision_test::picture::display::Color,
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
