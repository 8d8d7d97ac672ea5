//! The clipboard, with other programs that own and read it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use collision_test::scene::Scene;
use glam::Vec2;
use x11rb::connection::Connection as _;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    Atom, AtomEnum, ChangeWindowAttributesAux, ConnectionExt as _, CreateWindowAux, EventMask, PropMode,
    Property, SELECTION_NOTIFY_EVENT, SelectionNotifyEvent, SelectionRequestEvent, Window, WindowClass,
};
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

use crate::driver::{PATIENCE, Program, Screen, TOUCHING, screen};

x11rb::atom_manager! {
    Atoms: AtomsCookie { CLIPBOARD, TARGETS, MULTIPLE, ATOM_PAIR, INCR, UTF8_STRING, DATA, OTHER, }
}

/// A connection of another program, with a window.
struct Client {
    connection: RustConnection,
    window: Window,
    atoms: Atoms,
}

impl Client {
    fn new(display: &str) -> Self {
        let (connection, screen) = RustConnection::connect(Some(display)).unwrap();
        let root = connection.setup().roots[screen].root;
        let atoms = Atoms::new(&connection).unwrap().reply().unwrap();
        let window = connection.generate_id().unwrap();
        let events = CreateWindowAux::new().event_mask(EventMask::PROPERTY_CHANGE);
        connection
            .create_window(0, window, root, 0, 0, 1, 1, 0, WindowClass::INPUT_ONLY, 0, &events)
            .unwrap();
        connection.flush().unwrap();
        Self { connection, window, atoms }
    }

    /// The next event that fits.
    fn event<T>(&self, what: &str, fits: impl Fn(&Event) -> Option<T>) -> T {
        let until = Instant::now() + PATIENCE;
        while Instant::now() < until {
            match self.connection.poll_for_event().unwrap() {
                Some(event) => {
                    if let Some(found) = fits(&event) {
                        return found;
                    }
                }
                None => std::thread::sleep(Duration::from_millis(1)),
            }
        }
        panic!("no {what} in {PATIENCE:?}")
    }

    fn ask(&self, target: Atom) {
        let (clipboard, data) = (self.atoms.CLIPBOARD, self.atoms.DATA);
        self.connection.convert_selection(self.window, clipboard, target, data, x11rb::CURRENT_TIME).unwrap();
        self.connection.flush().unwrap();
    }

    /// Whether the owner agreed.
    fn answered(&self) -> bool {
        let property = |event: &Event| match event {
            Event::SelectionNotify(notice) => Some(notice.property),
            _ => None,
        };
        self.event("answer of the clipboard's owner", property) != x11rb::NONE
    }

    /// Takes what is in a property.
    fn property(&self, property: Atom) -> (Atom, Vec<u8>) {
        let any = AtomEnum::ANY;
        let cookie = self.connection.get_property(true, self.window, property, any, 0, u32::MAX).unwrap();
        let reply = cookie.reply().unwrap();
        (reply.type_, reply.value)
    }

    /// The clipboard's text, and the number of parts in which it came; 0 where it came at once.
    fn text(&self) -> (String, usize) {
        self.ask(self.atoms.UTF8_STRING);
        assert!(self.answered(), "the owner gives text");
        self.rest(self.atoms.DATA)
    }

    fn rest(&self, property: Atom) -> (String, usize) {
        let (kind, value) = self.property(property);
        if kind != self.atoms.INCR {
            return (String::from_utf8(value).unwrap(), 0);
        }
        let (mut bytes, mut parts) = (Vec::new(), 0);
        loop {
            self.event("part", |event| match event {
                Event::PropertyNotify(e) if e.atom == property && e.state == Property::NEW_VALUE => Some(()),
                _ => None,
            });
            let (_, part) = self.property(property);
            if part.is_empty() {
                return (String::from_utf8(bytes).unwrap(), parts);
            }
            bytes.extend(part);
            parts += 1;
        }
    }
}

/// A program that owns the clipboard, on a thread.
struct Owner {
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

/// What an owner does when it is asked.
#[derive(Clone, Copy)]
enum Manner {
    /// Hands its text over in pieces of this size, after a pause each.
    Pieces(usize, Duration),
    /// Refuses to give text.
    NoText,
}

impl Owner {
    fn new(screen: &Screen, text: String, manner: Manner) -> Self {
        let client = Client::new(&screen.display);
        let (connection, window) = (&client.connection, client.window);
        connection.set_selection_owner(window, client.atoms.CLIPBOARD, x11rb::CURRENT_TIME).unwrap();
        let owner = connection.get_selection_owner(client.atoms.CLIPBOARD).unwrap().reply().unwrap().owner;
        assert_eq!(owner, window);
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = Arc::clone(&stop);
        let thread = std::thread::spawn(move || serve(&client, text.as_bytes(), manner, &stopped));
        Self { stop, thread: Some(thread) }
    }
}

impl Drop for Owner {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

fn serve(client: &Client, text: &[u8], manner: Manner, stop: &AtomicBool) {
    let Client { connection, atoms, .. } = client;
    let mut rest: Option<(SelectionRequestEvent, &[u8])> = None;
    while !stop.load(Ordering::Relaxed) {
        match connection.poll_for_event().unwrap() {
            Some(Event::SelectionRequest(request)) => {
                let reader = request.requestor;
                let gives = matches!(manner, Manner::Pieces(..)) && request.target == atoms.UTF8_STRING;
                if gives {
                    let events = ChangeWindowAttributesAux::new().event_mask(EventMask::PROPERTY_CHANGE);
                    connection.change_window_attributes(reader, &events).unwrap();
                    let (mode, property) = (PropMode::REPLACE, request.property);
                    connection.change_property32(mode, reader, property, atoms.INCR, &[1000]).unwrap();
                    rest = Some((request, text));
                }
                let notice = SelectionNotifyEvent {
                    response_type: SELECTION_NOTIFY_EVENT,
                    sequence: 0,
                    time: request.time,
                    requestor: reader,
                    selection: request.selection,
                    target: request.target,
                    property: if gives { request.property } else { x11rb::NONE },
                };
                connection.send_event(false, reader, EventMask::NO_EVENT, notice).unwrap();
            }
            Some(Event::PropertyNotify(notice)) if notice.state == Property::DELETE => {
                let (Some((request, left)), Manner::Pieces(size, pause)) = (&mut rest, manner) else {
                    continue;
                };
                if (notice.window, notice.atom) != (request.requestor, request.property) {
                    continue;
                }
                std::thread::sleep(pause);
                let piece = &left[..left.len().min(size)];
                let (mode, reader, property) = (PropMode::REPLACE, request.requestor, request.property);
                connection.change_property8(mode, reader, property, atoms.UTF8_STRING, piece).unwrap();
                *left = &left[piece.len()..];
                if piece.is_empty() {
                    rest = None;
                }
            }
            Some(_) => continue,
            None => std::thread::sleep(Duration::from_millis(1)),
        }
        connection.flush().unwrap();
    }
}

/// A scene of regular polygons with 64 corners, some 1.7 kB each, apart from each other.
fn polygons(count: usize) -> String {
    let corners: Vec<String> = (0..64)
        .map(|i| std::f32::consts::TAU * i as f32 / 64.0)
        .map(|angle| format!("({:?}, {:?})", angle.cos(), angle.sin()))
        .collect();
    let shape = format!("Polygon(points: [{}])", corners.join(", "));
    let side = (count as f64).sqrt().ceil() as usize;
    let bodies = (0..count).map(|i| {
        format!("(name: \"b{i}\", shape: {shape}, position: ({}.0, {}.0)),\n", 3 * (i % side), 3 * (i / side))
    });
    format!("(version: 1, bodies: [\n{}])", bodies.collect::<String>())
}

/// A program that has copied its whole scene, and sleeps.
fn copied(screen: &Screen, scene: &str) -> Program {
    let program = Program::open(screen, scene, &[]);
    program.input(&["key ctrl+a", "key ctrl+c"]);
    wait_for_owner(screen);
    program
}

/// Waits until some program owns the clipboard.
fn wait_for_owner(screen: &Screen) {
    let client = Client::new(&screen.display);
    let until = Instant::now() + PATIENCE;
    let owner =
        || client.connection.get_selection_owner(client.atoms.CLIPBOARD).unwrap().reply().unwrap().owner;
    while owner() == x11rb::NONE {
        assert!(Instant::now() < until, "nobody owns the clipboard");
        std::thread::sleep(Duration::from_millis(5));
    }
}

const BALL: &str = r#"(version: 1, bodies: [(name: "ball", shape: Circle(radius: 1.0))])"#;

#[test]
fn a_sleeping_window_hands_over_its_bodies() {
    let Some(screen) = screen() else { return };
    let _program = copied(&screen, BALL);
    let reader = Client::new(&screen.display);
    let (text, parts) = reader.text();
    assert_eq!((Scene::from_ron(&text, "clipboard").unwrap().bodies[0].name.as_str(), parts), ("ball", 0));
    reader.ask(reader.atoms.TARGETS);
    assert!(reader.answered());
    let targets: Vec<Atom> = reader
        .property(reader.atoms.DATA)
        .1
        .chunks_exact(4)
        .map(|bytes| Atom::from_ne_bytes(bytes.try_into().unwrap()))
        .collect();
    assert!(targets.contains(&reader.atoms.UTF8_STRING) && targets.contains(&reader.atoms.TARGETS));
    reader.ask(AtomEnum::PIXMAP.into());
    assert!(!reader.answered(), "a picture is refused");
    // Several kinds at once; the one that is refused is marked.
    let (Atoms { UTF8_STRING, DATA, OTHER, .. }, pixmap) = (reader.atoms, AtomEnum::PIXMAP.into());
    let pairs = [UTF8_STRING, OTHER, pixmap, OTHER];
    let (mode, kind) = (PropMode::REPLACE, reader.atoms.ATOM_PAIR);
    reader.connection.change_property32(mode, reader.window, DATA, kind, &pairs).unwrap();
    reader.ask(reader.atoms.MULTIPLE);
    assert!(reader.answered());
    assert_eq!(reader.rest(OTHER).0, text);
    let marked: Vec<u8> =
        [UTF8_STRING, OTHER, pixmap, x11rb::NONE].iter().flat_map(|a| a.to_ne_bytes()).collect();
    assert_eq!(reader.property(DATA).1, marked);
}

#[test]
fn much_text_is_handed_over_in_parts_to_several_programs_at_a_time() {
    let Some(screen) = screen() else { return };
    let mut program = copied(&screen, &polygons(900));
    let readers = [(); 3].map(|()| Client::new(&screen.display));
    let texts = std::thread::scope(|scope| {
        let threads = readers.each_ref().map(|reader| scope.spawn(|| reader.text()));
        threads.map(|thread| thread.join().unwrap())
    });
    for (text, parts) in &texts {
        assert!(text.len() > 1_000_000 && *parts > 4, "{} bytes in {parts} parts", text.len());
        assert_eq!(Scene::from_ron(text, "clipboard").unwrap().bodies, program.scene().bodies);
    }
    assert!(program.is_running());
}

#[test]
fn readers_that_vanish_do_not_end_the_program() {
    let Some(screen) = screen() else { return };
    let mut program = copied(&screen, &polygons(300));
    for _ in 0..5 {
        // One is gone before it is answered, one in the middle of the parts.
        let gone = Client::new(&screen.display);
        gone.ask(gone.atoms.UTF8_STRING);
        gone.connection.destroy_window(gone.window).unwrap();
        gone.connection.flush().unwrap();
        drop(gone);
        let gone = Client::new(&screen.display);
        gone.ask(gone.atoms.UTF8_STRING);
        assert!(gone.answered());
        assert_eq!(gone.property(gone.atoms.DATA).0, gone.atoms.INCR);
        drop(gone);
        // One never takes its parts.
        let idle = Client::new(&screen.display);
        idle.ask(idle.atoms.UTF8_STRING);
        assert!(idle.answered());
        assert!(Client::new(&screen.display).text().0.len() > 300_000);
    }
    program.save();
    assert!(program.is_running());
}

#[test]
fn more_than_the_clipboard_takes_is_refused_with_a_word() {
    let Some(screen) = screen() else { return };
    let mut program = Program::open(&screen, &polygons(6000), &[]);
    program.input(&["key ctrl+a", "key ctrl+x"]);
    let told = program.wait_for("message:");
    assert!(told.starts_with("Not copied: 6000 bodies are ") && told.contains("takes 8 MB"), "{told}");
    assert_eq!(program.scene().bodies.len(), 6000);
}

#[test]
fn bodies_come_in_small_pieces_however_long_it_takes() {
    let Some(screen) = screen() else { return };
    let mut program = Program::open(&screen, BALL, &[]);
    let text = polygons(41);
    assert!((69_000..80_000).contains(&text.len()), "{}", text.len());
    let _owner = Owner::new(&screen, text, Manner::Pieces(1000, Duration::from_millis(40)));
    program.key("ctrl+v");
    let until = Instant::now() + PATIENCE;
    while program.scene().bodies.len() == 1 && Instant::now() < until {
        program.save();
    }
    assert_eq!(program.scene().bodies.len(), 42);
}

#[test]
fn what_cannot_be_pasted_is_told_with_the_reason() {
    let Some(screen) = screen() else { return };
    let mut program = Program::open(&screen, BALL, &[]);
    let long = "x".repeat(9_000_000);
    for (text, manner, reason) in [
        (long, Manner::Pieces(1_000_000, Duration::ZERO), "The clipboard holds more than 8 MB"),
        (String::new(), Manner::NoText, "The clipboard holds no text."),
        (
            BALL.to_owned(),
            Manner::Pieces(5, Duration::from_secs(5)),
            "The program that owns the clipboard does not answer.",
        ),
    ] {
        let _owner = Owner::new(&screen, text, manner);
        program.key("ctrl+v");
        let told = program.wait_for("message:");
        assert!(told.starts_with(reason), "{told}");
    }
    assert!(program.is_running());
}

#[test]
fn text_fields_use_the_same_clipboard() {
    let Some(screen) = screen() else { return };
    let mut program = Program::open(&screen, BALL, &[]);
    let ball = program.view().screen_from_world(Vec2::new(0.3, 0.3));
    program.click(ball);
    program.press("Name");
    program.input(&["key ctrl+a", "type moon", "key ctrl+a", "key ctrl+c"]);
    wait_for_owner(&screen);
    assert_eq!(Client::new(&screen.display).text(), ("moon".to_owned(), 0));
    program.input(&["key End", "key ctrl+v", "key Return"]);
    program.save();
    assert_eq!(program.scene().bodies[0].name, "moonmoon");
    let _owner = Owner::new(&screen, "sun\nand more".to_owned(), Manner::Pieces(2, Duration::ZERO));
    program.press("Name");
    program.input(&["key ctrl+a", "key ctrl+v"]);
    // The second line is left out with a word, which comes once the text has.
    program.wait_until("message:", |text| text.starts_with("Pasted: the first line alone"));
    program.settle();
    program.key("Return");
    program.save();
    assert_eq!(program.scene().bodies[0].name, "sun");
}

/// A question has no field for it, and what is behind the question stays as it is.
#[test]
fn while_a_question_is_open_nothing_is_pasted_and_nothing_is_said() {
    let Some(screen) = screen() else { return };
    let mut program = Program::open(&screen, BALL, &[]);
    program.input(&["key ctrl+a", "key Right", "key ctrl+n"]);
    program.wait_until("question:", |text| text != "none");
    let _owner = Owner::new(&screen, TOUCHING.to_owned(), Manner::Pieces(1000, Duration::ZERO));
    program.dismiss_messages();
    program.skip();
    program.input(&["key ctrl+v", "key Tab", "key ctrl+v"]);
    assert_eq!(program.latest("message:"), None, "it says something");
    program.key("Escape");
    program.save();
    assert_eq!(program.scene().bodies.len(), 1);
}

/// The bits of the contact of the first two bodies.
fn contact_bits(scene: &Scene) -> Vec<u32> {
    let world = scene.to_world().unwrap();
    let (a, b) = (&world.bodies()[0], &world.bodies()[1]);
    let contact = collide2d::collide(a.shape(), a.pose(), b.shape(), b.pose()).expect("they touch");
    let points = contact.points().iter().flat_map(|p| [p.from_a.x, p.from_a.y, p.depth]);
    let whole = [contact.normal.x, contact.normal.y, contact.depth];
    whole.into_iter().chain(points).map(f32::to_bits).collect()
}

#[test]
fn a_pair_is_explained_copied_and_pasted_back_to_the_bit() {
    let Some(screen) = screen() else { return };
    let mut program = Program::open(&screen, TOUCHING, &[]);
    // The text that is on the clipboard once it is another one than before.
    let clipboard_after = |before: &str| {
        let until = Instant::now() + PATIENCE;
        loop {
            let text = Client::new(&screen.display).text().0;
            if text != before || Instant::now() > until {
                return text;
            }
        }
    };
    program.key("y");
    program.press("Copy as Scene");
    assert!(program.wait_for("message:").starts_with("Copied as a scene"));
    let before = Client::new(&screen.display).text().0;
    let first = Scene::from_ron(&before, "copied").unwrap();
    assert_eq!(contact_bits(&first), contact_bits(&program.scene()));
    // The panel follows the drag.
    let view = program.view();
    let at = |x, y| view.screen_from_world(Vec2::new(x, y));
    program.drag(at(0.1, 2.3), at(0.3, 2.23), None);
    program.press("Copy as Scene");
    let text = clipboard_after(&before);
    let second = Scene::from_ron(&text, "copied").unwrap();
    program.save();
    assert_ne!(contact_bits(&second), contact_bits(&first));
    assert_eq!(contact_bits(&second), contact_bits(&program.scene()));
    assert_eq!(second.bodies[0].position, program.scene().bodies[0].position);
    // An empty scene becomes what is pasted.
    program.input(&["key ctrl+a", "key Delete", "key ctrl+v"]);
    program.save();
    let pasted = program.scene();
    assert_eq!(contact_bits(&pasted), contact_bits(&second));
    assert_eq!(pasted, Scene::from_ron(&text, "copied").unwrap());
}

#[test]
fn a_line_of_the_menu_of_the_canvas_copies_the_pair() {
    let Some(screen) = screen() else { return };
    let mut program = Program::open(&screen, TOUCHING, &[]);
    let ball = program.view().screen_from_world(program.scene().bodies[0].position).round();
    program.input(&[&format!("mousemove {} {}", ball.x, ball.y), "click 3"]);
    program.press("Copy the pair as a Rust test");
    assert!(program.wait_for("message:").starts_with("Copied as a Rust test"));
    let test = Client::new(&screen.display).text().0;
    assert!(test.contains("#[test]") && test.contains("_at_frame_0()"), "{test}");
}

/// Waits until the clipboard holds a text of which `fits` says so; returns the last text.
fn clipboard_once(screen: &Screen, fits: impl Fn(&str) -> bool) -> String {
    let until = Instant::now() + PATIENCE.min(Duration::from_secs(5));
    loop {
        let text = Client::new(&screen.display).text().0;
        if fits(&text) || Instant::now() > until {
            return text;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// macroquad's own user interface empties the clipboard in every frame in which Ctrl and C or X are down.
#[test]
fn keys_that_a_hand_holds_down_for_some_frames_copy_and_cut() {
    let Some(screen) = screen() else { return };
    // The second pause is too short for anything between the two keys.
    for pause in ["0.06", "0"] {
        let held = |key: &str| {
            format!(
                "keydown --delay 0 ctrl sleep {pause} keydown --delay 0 {key} sleep 0.09 keyup {key} sleep 0.04 keyup ctrl"
            )
        };
        for (key, count) in [("c", 2), ("x", 1)] {
            let mut program = Program::open(&screen, BALL, &[]);
            program.input(&["key ctrl+a", &held(key)]);
            wait_for_owner(&screen);
            let text = clipboard_once(&screen, |text| text.contains("ball"));
            assert!(text.contains("\"ball\""), "Ctrl+{key} after {pause} s: {text:?}");
            program.key("ctrl+v");
            program.save();
            assert_eq!(program.scene().bodies.len(), count, "Ctrl+{key} after {pause} s");
            let ball = program.view().screen_from_world(Vec2::new(0.3, 0.3));
            program.input(&["key Escape"]);
            program.click(ball);
            program.press("Name");
            program.input(&["key ctrl+a", "type moon", "key ctrl+a", &held(key)]);
            assert_eq!(clipboard_once(&screen, |text| text == "moon"), "moon", "Ctrl+{key} in a field");
            program.input(&["key Escape", "key Escape"]);
        }
    }
}

#[test]
fn ctrl_c_with_nothing_selected_leaves_what_another_program_has_copied() {
    let Some(screen) = screen() else { return };
    let program = Program::open(&screen, BALL, &[]);
    let _owner = Owner::new(&screen, "theirs".to_owned(), Manner::Pieces(1000, Duration::ZERO));
    for key in ["c", "x"] {
        let held = format!("keydown ctrl sleep 0.1 keydown {key} sleep 0.09 keyup {key} keyup ctrl");
        program.input(&["key Escape", &held]);
        assert_eq!(Client::new(&screen.display).text().0, "theirs", "Ctrl+{key}");
    }
    // A drag with Ctrl is one drag: of a copy.
    let mut program = program;
    let view = program.view();
    let at = |x: f32, y: f32| view.screen_from_world(Vec2::new(x, y));
    program.drag(at(0.2, 0.2), at(1.2, 0.2), Some("ctrl"));
    program.save();
    let bodies = program.scene().bodies;
    assert!(bodies.len() == 2 && bodies[1].position.x > 0.5, "{bodies:?}");
}
