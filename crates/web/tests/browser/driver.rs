//! Chromium without a screen, driven through its debugging protocol (<https://chromedevtools.github.io/devtools-protocol>).

use std::collections::VecDeque;
use std::io::Read as _;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use collision_test::picture::display::Rect;
use collision_test::picture::view::View;
use collision_test::scene::Scene;
use glam::Vec2;
use serde_json::{Value, json};
use tempfile::TempDir;
use tungstenite::{Message, WebSocket};

/// Longest wait for anything.
const PATIENCE: Duration = Duration::from_secs(180);
/// Size of the page. Pixels.
pub const SIZE: Vec2 = Vec2::new(1280.0, 720.0);

/// Browsers run one after the other: each draws without a graphics card, and takes the whole machine.
static ONE: Mutex<()> = Mutex::new(());

/// The built page, served, and a browser that shows it.
pub struct Page {
    browser: Child,
    socket: WebSocket<TcpStream>,
    number: u64,
    /// Lines of the console that nobody has waited for yet.
    lines: VecDeque<String>,
    /// Errors of the console.
    pub errors: Vec<String>,
    view: Option<View>,
    /// The contexts in which scripts run, with the addresses of their frames.
    contexts: Vec<(u64, String)>,
    /// Dialogs that a page opened: their texts.
    pub dialogs: Vec<String>,
    folder: TempDir,
    pub address: String,
    _turn: MutexGuard<'static, ()>,
}

/// The folder of the build, and the browser; `None`, with a printed line, where one of them is missing.
pub fn found() -> Option<(PathBuf, &'static str)> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("../web");
    let runs = |name: &&str| {
        let quiet = Command::new(name).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
        quiet.is_ok_and(|status| status.success())
    };
    let browser = ["chromium", "google-chrome"].into_iter().find(runs);
    let is_built = folder.join("collision-test.wasm.gz").exists();
    let missing = match (is_built, browser) {
        (true, Some(browser)) => return Some((folder, browser)),
        (false, _) => "target/web is not built (cargo run -p web -- --build-only)",
        (true, None) => "there is no chromium",
    };
    assert!(std::env::var_os("COLLISION_TEST_REQUIRE_BROWSER").is_none(), "{missing}");
    println!("skipped: {missing}");
    None
}

impl Page {
    /// Opens the page; `None` where it cannot be tested here.
    pub fn open() -> Option<Self> {
        let mut page = Self::blank()?;
        page.load();
        Some(page)
    }

    /// A browser with an empty page, and the built page served; `None` where it cannot be tested here.
    pub fn blank() -> Option<Self> {
        let (built, browser) = found()?;
        let turn = ONE.lock().unwrap_or_else(PoisonError::into_inner);
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let address = format!("http://{}/", listener.local_addr().unwrap());
        std::thread::spawn(move || web::serve::serve(&built, listener));
        let folder = tempfile::tempdir().unwrap();
        let browser = Command::new(browser)
            .args(["--headless=new", "--no-sandbox", "--no-first-run", "--remote-debugging-port=0"])
            .args(["--use-angle=swiftshader", "--enable-unsafe-swiftshader"])
            // Frames of another process would not be heard here.
            .arg("--disable-features=IsolateSandboxedIframes")
            .arg(format!("--window-size={},{}", SIZE.x, SIZE.y))
            .arg(format!("--user-data-dir={}", folder.path().display()))
            .arg("about:blank")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let socket = connect(folder.path());
        let mut page = Self {
            browser,
            socket,
            number: 0,
            lines: VecDeque::new(),
            errors: Vec::new(),
            view: None,
            contexts: Vec::new(),
            dialogs: Vec::new(),
            folder,
            address,
            _turn: turn,
        };
        for domain in ["Page", "Runtime", "Log"] {
            page.call(&format!("{domain}.enable"), json!({}));
        }
        page.resize(SIZE, 1.0);
        let downloads = page.downloads().to_owned();
        let allowed = json!({ "behavior": "allow", "downloadPath": downloads });
        page.call("Browser.setDownloadBehavior", allowed);
        Some(page)
    }

    /// Where downloads go.
    pub fn downloads(&self) -> &Path {
        self.folder.path()
    }

    /// Sets the size of the page in points, and the pixels of a point.
    pub fn resize(&mut self, size: Vec2, scale: f32) {
        let metrics =
            json!({ "width": size.x, "height": size.y, "deviceScaleFactor": scale, "mobile": false });
        self.call("Emulation.setDeviceMetricsOverride", metrics);
    }

    /// Loads the page, again or for the first time, and waits until it takes input.
    pub fn load(&mut self) {
        let url = self.url();
        self.lines.clear();
        self.call("Page.navigate", json!({ "url": url }));
        self.wait_for("ready:");
    }

    /// Loads the page anew where it is, as F5 does, and waits until it takes input.
    pub fn reload(&mut self) {
        self.lines.clear();
        self.call("Page.reload", json!({}));
        self.wait_for("ready:");
    }

    /// Goes to an address, and waits until it is loaded.
    pub fn go(&mut self, url: &str) {
        self.lines.clear();
        self.call("Page.navigate", json!({ "url": url }));
        self.wait_until("document.readyState === 'complete'");
    }

    /// Waits until an expression is true in the page.
    pub fn wait_until(&mut self, condition: &str) {
        self.wait_until_in("", condition);
    }

    /// Waits until an expression is true in the frame whose address begins so (empty: the page itself).
    pub fn wait_until_in(&mut self, frame: &str, condition: &str) {
        let until = Instant::now() + PATIENCE;
        while Instant::now() < until {
            if self.evaluate_in(frame, &format!("Boolean({condition})")) == true {
                return;
            }
            self.rest(Duration::from_millis(30));
        }
        panic!("never: {condition}; frames: {:?}; errors: {:#?}", self.contexts, self.errors);
    }

    /// The value of an expression in the frame whose address begins so (empty: the page itself); null: there is no such
    /// frame yet.
    pub fn evaluate_in(&mut self, frame: &str, expression: &str) -> Value {
        if frame.is_empty() {
            return self.evaluate(expression);
        }
        self.evaluate_in_all(frame, expression).pop().unwrap_or_default()
    }

    /// The value of an expression in each frame whose address begins so.
    pub fn evaluate_in_all(&mut self, frame: &str, expression: &str) -> Vec<Value> {
        self.rest(Duration::from_millis(1));
        let origin = frame.trim_end_matches('/');
        let found: Vec<u64> = self
            .contexts
            .iter()
            .filter(|(_, known)| known.trim_end_matches('/') == origin)
            .map(|(context, _)| *context)
            .collect();
        let value = |page: &mut Self, context: u64| {
            let asked = json!({
                "expression": expression, "awaitPromise": true, "returnByValue": true, "contextId": context
            });
            page.ask("Runtime.evaluate", asked)
                .map_or(Value::Null, |answer| answer["result"]["value"].clone())
        };
        found.into_iter().map(|context| value(self, context)).collect()
    }

    /// The page's address without a link.
    pub fn url(&self) -> String {
        format!("{}?announce", self.address)
    }

    /// Loads the page anew at a link, and waits until it takes input.
    pub fn load_link(&mut self, link: &str) {
        self.begin_at_link(link);
        self.wait_for("ready:");
    }

    /// Begins to load the page anew at a link.
    pub fn begin_at_link(&mut self, link: &str) {
        self.call("Page.navigate", json!({ "url": "about:blank" }));
        self.rest(Duration::from_millis(300));
        self.lines.clear();
        self.call("Page.navigate", json!({ "url": link }));
    }

    /// Calls a method of the protocol and returns its result.
    pub fn call(&mut self, method: &str, parameters: Value) -> Value {
        self.ask(method, parameters).unwrap_or_else(|error| panic!("{method}: {error}"))
    }

    /// Sends a message; returns its number, which its answer has.
    fn send(&mut self, method: &str, parameters: Value) -> u64 {
        self.number += 1;
        let text = json!({ "id": self.number, "method": method, "params": parameters }).to_string();
        self.socket.send(Message::text(text)).unwrap();
        self.number
    }

    fn ask(&mut self, method: &str, parameters: Value) -> Result<Value, Value> {
        let number = self.send(method, parameters);
        let until = Instant::now() + PATIENCE;
        while Instant::now() < until {
            let Some(message) = self.next() else { continue };
            if message["id"] == number {
                let error = &message["error"];
                return if error.is_null() { Ok(message["result"].clone()) } else { Err(error.clone()) };
            }
        }
        panic!("{method}: no answer");
    }

    /// The value of an expression in the page.
    pub fn evaluate(&mut self, expression: &str) -> Value {
        let asked = json!({ "expression": expression, "awaitPromise": true, "returnByValue": true });
        self.call("Runtime.evaluate", asked)["result"]["value"].clone()
    }

    /// Waits for a line of the console that begins so; returns the rest of it.
    pub fn wait_for(&mut self, start: &str) -> String {
        let until = Instant::now() + PATIENCE;
        while Instant::now() < until {
            while let Some(line) = self.lines.pop_front() {
                if let Some(rest) = line.strip_prefix(start) {
                    return rest.trim().to_owned();
                }
            }
            self.next();
        }
        panic!("no line {start:?}; errors: {:#?}", self.errors);
    }

    /// Lets the page run for a while.
    pub fn rest(&mut self, time: Duration) {
        let until = Instant::now() + time;
        while Instant::now() < until {
            self.next();
        }
    }

    /// What the canvas shows now.
    pub fn view(&mut self) -> View {
        self.rest(Duration::from_millis(300));
        self.view.expect("no view was announced")
    }

    /// Where the named things in sight are, in points, once all input before is shown.
    pub fn places(&mut self) -> Vec<(String, Rect)> {
        self.lines.clear();
        self.key("ScrollLock", "ScrollLock", 0);
        let (mut places, until) = (Vec::new(), Instant::now() + PATIENCE);
        while Instant::now() < until {
            let Some(line) = self.lines.pop_front() else {
                self.next();
                continue;
            };
            if line.starts_with("settled:") {
                return places;
            }
            let Some(place) = line.strip_prefix("place: ") else { continue };
            let words: Vec<&str> = place.splitn(5, ' ').collect();
            let number = |i: usize| words[i].parse::<f32>().unwrap();
            let place = Rect { min: Vec2::new(number(0), number(1)), max: Vec2::new(number(2), number(3)) };
            places.push((words[4].to_owned(), place));
        }
        panic!("never settled; errors: {:#?}", self.errors);
    }

    /// The middle of a named thing; `None`: it is not in sight.
    pub fn place(&mut self, name: &str) -> Option<Vec2> {
        let places = self.places();
        places.iter().find(|(known, _)| known == name).map(|(_, place)| place.center())
    }

    /// Waits until the page scrolls no more.
    pub fn wait_until_still(&mut self) {
        self.evaluate(
            "new Promise((resolve) => {
                let last = NaN, same = 0;
                const look = () => {
                    same = scrollY === last ? same + 1 : 0;
                    last = scrollY;
                    if (same > 20) resolve(); else requestAnimationFrame(look);
                };
                look();
            })",
        );
    }

    /// The scene as it would be saved: the recovery copy of unsaved work.
    pub fn unsaved(&mut self) -> Scene {
        const COPY: &str = "Object.entries(localStorage).find(([name]) => name.endsWith('.ron') && name.includes('recovery'))?.[1]";
        self.rest(Duration::from_millis(1500));
        // Beside other work the copy may take longer.
        self.wait_until(COPY);
        let text = self.evaluate(COPY);
        Scene::from_ron(text.as_str().expect("nothing is unsaved"), "recovery").unwrap()
    }

    /// Presses a key: its code and its character, with modifiers (1 Alt, 2 Ctrl, 8 Shift).
    pub fn key(&mut self, code: &str, key: &str, modifiers: u8) {
        let typed = if modifiers == 0 && key.chars().count() == 1 { key } else { "" };
        let event = |kind: &str| json!({ "type": kind, "code": code, "key": key, "text": typed, "modifiers": modifiers });
        self.call("Input.dispatchKeyEvent", event("keyDown"));
        let up = json!({ "type": "keyUp", "code": code, "key": key, "modifiers": modifiers });
        self.call("Input.dispatchKeyEvent", up);
    }

    /// Presses and releases the left button. Points.
    pub fn click(&mut self, at: Vec2) {
        self.mouse("mouseMoved", at, "none");
        self.rest(Duration::from_millis(200));
        self.mouse("mousePressed", at, "left");
        self.mouse("mouseReleased", at, "left");
    }

    /// Turns the wheel downwards by this many pixels, with modifiers as of [`Page::key`]. Points.
    pub fn wheel(&mut self, at: Vec2, down: f32, modifiers: u8) {
        self.mouse("mouseMoved", at, "none");
        let event = json!({
            "type": "mouseWheel", "x": at.x, "y": at.y, "deltaX": 0, "deltaY": down, "modifiers": modifiers
        });
        self.call("Input.dispatchMouseEvent", event);
    }

    /// Swipes with a finger, upwards where `up` is positive: what is under it scrolls down. Points.
    pub fn swipe(&mut self, from: Vec2, up: f32) {
        self.touch("touchStart", &[from]);
        for step in 1..=8 {
            self.touch("touchMove", &[from - Vec2::new(0.0, up * step as f32 / 8.0)]);
            self.rest(Duration::from_millis(20));
        }
        self.touch("touchEnd", &[]);
    }

    /// The texts of the page as a person hears them, with their roles.
    pub fn heard(&mut self) -> String {
        let tree = self.call("Accessibility.getFullAXTree", json!({}));
        let nodes = tree["nodes"].as_array().unwrap();
        let told = |node: &Value| format!("{}: {}", node["role"]["value"], node["name"]["value"]);
        nodes.iter().filter(|node| node["ignored"] != true).map(told).collect::<Vec<_>>().join("\n")
    }

    /// Sends an event of the mouse. Points.
    pub fn mouse(&mut self, kind: &str, at: Vec2, button: &str) {
        let count = u8::from(kind != "mouseMoved");
        let event = json!({ "type": kind, "x": at.x, "y": at.y, "button": button, "clickCount": count });
        self.call("Input.dispatchMouseEvent", event);
    }

    /// Drags with the left button. Points.
    pub fn drag(&mut self, from: Vec2, to: Vec2) {
        self.mouse("mouseMoved", from, "none");
        self.mouse("mousePressed", from, "left");
        for step in 1..=4 {
            self.mouse("mouseMoved", from.lerp(to, step as f32 / 4.0), "left");
        }
        self.mouse("mouseReleased", to, "left");
    }

    /// Sends an event of fingers that are at these places then. Points.
    pub fn touch(&mut self, kind: &str, fingers: &[Vec2]) {
        let points: Vec<Value> =
            fingers.iter().enumerate().map(|(id, at)| json!({ "x": at.x, "y": at.y, "id": id })).collect();
        let event = json!({ "type": kind, "touchPoints": points });
        // What comes next must not wait for the page, which takes a finger that stays for a long press.
        if kind == "touchStart" {
            self.send("Input.dispatchTouchEvent", event);
        } else {
            self.call("Input.dispatchTouchEvent", event);
        }
        // Browsers tell a finger's moves once a frame. What is held while frames are slow is no tap any more.
        if kind == "touchMove" {
            self.evaluate("new Promise((resolve) => requestAnimationFrame(resolve))");
        }
    }

    /// The page as a picture.
    pub fn picture(&mut self) -> Picture {
        let shot = self.call("Page.captureScreenshot", json!({ "format": "png" }));
        Picture::read(&self.decoded(&shot["data"]))
    }

    /// The pictures on the pages that the browser prints.
    pub fn printed(&mut self) -> Vec<Picture> {
        let pdf = self.call("Page.printToPDF", json!({}));
        Picture::all_of_pdf(&self.decoded(&pdf["data"]))
    }

    /// The bytes of a text in base64.
    fn decoded(&mut self, base64: &Value) -> Vec<u8> {
        let bytes =
            self.evaluate(&format!("[...atob('{}')].map(c => c.charCodeAt(0))", base64.as_str().unwrap()));
        bytes.as_array().unwrap().iter().map(|byte| byte.as_u64().unwrap() as u8).collect()
    }

    /// The next message; `None`: none came for a moment.
    fn next(&mut self) -> Option<Value> {
        let message = match self.socket.read() {
            Ok(Message::Text(text)) => serde_json::from_str::<Value>(&text).unwrap(),
            Ok(_) => return None,
            Err(tungstenite::Error::Io(error)) if error.kind() == std::io::ErrorKind::WouldBlock => {
                return None;
            }
            Err(error) => panic!("the browser is gone: {error}"),
        };
        let parameters = &message["params"];
        match message["method"].as_str() {
            Some("Runtime.consoleAPICalled") => {
                let words = parameters["args"].as_array().into_iter().flatten();
                let words: Vec<String> = words
                    .map(|word| word["value"].as_str().map_or(word.to_string(), str::to_owned))
                    .collect();
                let line = words.join(" ");
                if let Some(view) = line.strip_prefix("view: ") {
                    self.view = Some(parse_view(view));
                }
                match parameters["type"].as_str() {
                    Some("error" | "warning") => self.errors.push(line),
                    _ => self.lines.push_back(line),
                }
            }
            Some("Runtime.executionContextCreated") => {
                let context = &parameters["context"];
                let address = context["origin"].as_str().unwrap_or_default().to_owned();
                self.contexts.push((context["id"].as_u64().unwrap_or_default(), address));
            }
            Some("Runtime.executionContextDestroyed") => {
                let gone = parameters["executionContextId"].as_u64();
                self.contexts.retain(|(context, _)| Some(*context) != gone);
            }
            Some("Runtime.executionContextsCleared") => self.contexts.clear(),
            Some("Page.javascriptDialogOpening") => {
                self.dialogs.push(parameters["message"].to_string() + &parameters["type"].to_string());
                self.number += 1;
                let close = json!({ "id": self.number, "method": "Page.handleJavaScriptDialog", "params": { "accept": true } });
                self.socket.send(Message::text(close.to_string())).unwrap();
            }
            Some("Runtime.exceptionThrown") => self.errors.push(parameters.to_string()),
            Some("Log.entryAdded") if parameters["entry"]["level"] == "error" => {
                self.errors.push(parameters["entry"].to_string());
            }
            _ => {}
        }
        Some(message)
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        // Debian's chromium is a script, which would leave the browser behind if it were killed.
        let close = json!({ "id": 0, "method": "Browser.close" }).to_string();
        if self.socket.send(Message::text(close)).is_err() {
            let _ = self.browser.kill();
        }
        let _ = self.browser.wait();
    }
}

/// The connection to the browser's first page.
fn connect(folder: &Path) -> WebSocket<TcpStream> {
    let until = Instant::now() + PATIENCE;
    while Instant::now() < until {
        std::thread::sleep(Duration::from_millis(50));
        let Ok(text) = std::fs::read_to_string(folder.join("DevToolsActivePort")) else { continue };
        let Some(port) = text.lines().next().and_then(|line| line.parse::<u16>().ok()) else { continue };
        let Some(url) = first_page(port) else { continue };
        let stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
        let (socket, _) = tungstenite::client(url, stream).unwrap();
        socket.get_ref().set_read_timeout(Some(Duration::from_millis(20))).unwrap();
        return socket;
    }
    panic!("the browser does not start");
}

fn first_page(port: u16) -> Option<String> {
    use std::io::{Read as _, Write as _};
    let mut stream = TcpStream::connect(("127.0.0.1", port)).ok()?;
    stream.write_all(b"GET /json/list HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n").ok()?;
    stream.set_read_timeout(Some(Duration::from_millis(400))).ok()?;
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    let answer = String::from_utf8_lossy(&answer);
    let (_, body) = answer.split_once("\r\n\r\n")?;
    let pages: Value = serde_json::from_str(body).ok()?;
    let page = pages.as_array()?.iter().find(|page| page["type"] == "page")?;
    page["webSocketDebuggerUrl"].as_str().map(str::to_owned)
}

fn parse_view(text: &str) -> View {
    let numbers: Vec<f32> = text.split(' ').map(|word| word.parse().unwrap()).collect();
    let [x, y, scale, min_x, min_y, max_x, max_y] = numbers[..7] else { panic!("{text}") };
    let canvas = Rect { min: Vec2::new(min_x, min_y), max: Vec2::new(max_x, max_y) };
    View { center: Vec2::new(x, y), scale, canvas, ..View::fitted(None, canvas, 0.0) }
}

/// Pixels, top row first.
pub struct Picture {
    width: u32,
    rgb: Vec<[u8; 3]>,
}

impl Picture {
    /// Reads a PNG.
    pub fn read(bytes: &[u8]) -> Self {
        let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
        let mut rows = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut rows).unwrap();
        let step = info.color_type.samples();
        let rgb = rows[..info.buffer_size()].chunks_exact(step).map(|p| [p[0], p[1], p[2]]).collect();
        Self { width: info.width, rgb }
    }

    /// The colour pictures in a PDF of Chromium's, each a stream of RGB, deflated.
    fn all_of_pdf(pdf: &[u8]) -> Vec<Self> {
        const KIND: &[u8] = b"/Subtype /Image";
        let begins = (0..pdf.len()).filter(|at| pdf[*at..].starts_with(KIND));
        let picture = |at: usize| {
            let length = pdf[at..].windows(7).position(|part| part == b"stream\n")?;
            let head = String::from_utf8_lossy(&pdf[at..at + length]);
            let number = |key: &str| head.split(key).nth(1)?.split_whitespace().next()?.parse::<u32>().ok();
            let (width, height) = number("/Width ").zip(number("/Height "))?;
            let mut bytes = Vec::new();
            flate2::read::ZlibDecoder::new(&pdf[at + length + 7..]).read_to_end(&mut bytes).ok()?;
            let rgb: Vec<[u8; 3]> =
                bytes.chunks_exact(3).map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
            (rgb.len() == (width * height) as usize).then_some(Self { width, rgb })
        };
        begins.filter_map(picture).collect()
    }

    /// The share of the pixels of a rectangle that differ from those of another picture.
    pub fn changed(&self, other: &Self, min: Vec2, max: Vec2) -> f32 {
        let rows = min.y as usize..max.y as usize;
        let places = rows.flat_map(|y| (min.x as usize..max.x as usize).map(move |x| (x, y)));
        let (mut changed, mut all) = (0, 0);
        for (x, y) in places {
            let at = y * self.width as usize + x;
            changed += usize::from(self.rgb.get(at) != other.rgb.get(at));
            all += 1;
        }
        changed as f32 / all as f32
    }

    /// Whether a pixel within `reach` of this place has this colour, give or take 12 a channel.
    pub fn has_near(&self, at: Vec2, reach: i32, color: [u8; 3]) -> bool {
        let near = |x: i32, y: i32| {
            let pixel = self.rgb.get((y * self.width as i32 + x) as usize);
            pixel.is_some_and(|pixel| pixel.iter().zip(color).all(|(p, c)| p.abs_diff(c) <= 12))
        };
        let (x, y) = (at.x.round() as i32, at.y.round() as i32);
        (-reach..=reach).any(|dx| (-reach..=reach).any(|dy| near(x + dx, y + dy)))
    }
}
