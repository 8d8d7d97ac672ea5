//! Games in a browser: what a WebSocket brings, and which pages may open one.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

use collision_test::app::{AppState, Command, Effect, News, NoteEdit, Settings, TimeCommand};
use collision_test::elsewhere::recording::{Arrival, GameAnswer, Origin, RecordListener};
use tungstenite::client::IntoClientRequest as _;
use tungstenite::http::HeaderValue;
use tungstenite::{Error, Message, WebSocket};

use crate::hand::canvas;
use crate::recordings::{disc_header, wait_for};

/// Opens a WebSocket as a page of this origin does.
fn open(listener: &RecordListener, origin: Option<&str>) -> Result<WebSocket<TcpStream>, Error> {
    let address = listener.address();
    let mut request = format!("ws://{address}/").into_client_request()?;
    if let Some(origin) = origin {
        request.headers_mut().insert("Origin", HeaderValue::from_str(origin).unwrap());
    }
    let stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(Duration::from_secs(30)))?;
    match tungstenite::client(request, stream) {
        Ok((socket, _)) => Ok(socket),
        Err(tungstenite::HandshakeError::Failure(error)) => Err(error),
        Err(tungstenite::HandshakeError::Interrupted(_)) => panic!("the stream blocks"),
    }
}

fn listener(origins: &[&str]) -> RecordListener {
    let origins = origins.iter().map(|origin| origin.parse().unwrap()).collect();
    RecordListener::start(([127, 0, 0, 1], 0).into(), origins, || ()).unwrap()
}

#[test]
fn a_websocket_brings_a_line_a_message_or_several() {
    let listener = listener(&[]);
    let mut game = open(&listener, None).unwrap();
    let header = serde_json::to_string(&disc_header()).unwrap();
    let frame = |n: u32| format!("{{\"frame\":{n},\"time\":{n},\"poses\":[null,null,null]}}");
    game.send(Message::text(header)).unwrap();
    game.send(Message::text(frame(0))).unwrap();
    game.send(Message::text(format!("{}\n{}\n", frame(1), frame(2)))).unwrap();
    game.send(Message::binary(frame(3))).unwrap();
    game.send(Message::Ping(Vec::new().into())).unwrap();
    // As long as several reads.
    let long = format!("{{\"frame\":4,{}\"time\":4,\"poses\":[null,null,null]}}", " ".repeat(300_000));
    game.send(Message::text(long)).unwrap();
    let arrivals = wait_for(&listener, 6);
    assert!(matches!(arrivals[0], Arrival::Begins(_)), "{arrivals:?}");
    let numbers: Vec<_> = arrivals
        .iter()
        .filter_map(|arrival| match arrival {
            Arrival::Frame(frame) => Some(frame.frame),
            Arrival::Begins(_)
            | Arrival::Message(_)
            | Arrival::Missing(_)
            | Arrival::Skipped(_)
            | Arrival::Dropped(_)
            | Arrival::Closed(_) => None,
        })
        .collect();
    assert_eq!(numbers, [0, 1, 2, 3, 4]);
    assert!(matches!(game.read().unwrap(), Message::Pong(_)));
    // What is answered comes back on it.
    listener.answer(GameAnswer::pause(4, "x"));
    assert_eq!(game.read().unwrap(), Message::text("{\"pause\":true,\"frame\":4,\"why\":\"x\"}"));
    game.close(None).unwrap();
    let told = wait_for(&listener, 1);
    assert!(
        matches!(&told[0], Arrival::Closed(text) if text.ends_with("has closed its connection.")),
        "{told:?}"
    );
}

#[test]
fn a_plain_connection_is_answered_as_well() {
    let listener = listener(&[]);
    let mut game = TcpStream::connect(listener.address()).unwrap();
    game.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    writeln!(game, "{}", serde_json::to_string(&disc_header()).unwrap()).unwrap();
    wait_for(&listener, 1);
    listener.answer(GameAnswer::resume());
    let mut answer = [0; 16];
    game.read_exact(&mut answer).unwrap();
    assert_eq!(&answer, b"{\"resume\":true}\n");
}

#[test]
fn a_page_may_send_from_this_computer_or_from_where_it_is_allowed() {
    let allowed = ["https://game.example", "http://192.168.0.7:8080/"];
    let header = serde_json::to_string(&disc_header()).unwrap();
    for origin in [
        "http://localhost:5173",
        "https://localhost",
        "http://127.0.0.1:8080",
        "http://[::1]:3000",
        "https://game.example",
        "http://192.168.0.7:8080",
    ] {
        let listener = listener(&allowed);
        let mut game = open(&listener, Some(origin)).unwrap_or_else(|error| panic!("{origin}: {error}"));
        game.send(Message::text(header.clone())).unwrap();
        assert!(matches!(wait_for(&listener, 1)[0], Arrival::Begins(_)), "{origin}");
    }
    for origin in [
        "https://evil.example",
        "http://localhost.evil.example",
        "http://game.example",
        "https://game.example:444",
        "http://192.168.0.7",
        "null",
        "nothing at all",
    ] {
        let listener = listener(&allowed);
        let refused = open(&listener, Some(origin));
        let Err(Error::Http(response)) = refused else { panic!("{origin}: {refused:?}") };
        assert_eq!(response.status(), 403, "{origin}");
        let told = wait_for(&listener, 1);
        assert!(
            matches!(&told[0], Arrival::Message(text) if text.contains(origin) && text.contains("is refused: ")),
            "{told:?}"
        );
    }
}

/// A page that opens a file has no origin: any page can open a frame that has none either.
#[test]
fn a_page_without_an_origin_is_allowed_by_name() {
    let listener = listener(&["null"]);
    assert!(open(&listener, Some("null")).is_ok());
}

#[test]
fn an_origin_is_read_as_browsers_write_it() {
    for (text, is_here) in [
        ("http://localhost", true),
        ("HTTP://LocalHost:80/", true),
        ("https://[::1]:5", true),
        ("http://localhost.example", false),
        ("http://[::1", false),
        ("null", false),
        ("http://127.0.0.1.example:80", false),
    ] {
        let origin = text.parse::<Origin>();
        assert_eq!(origin.is_ok_and(|origin| origin.is_this_computer()), is_here, "{text}");
    }
    for text in [
        "",
        "localhost",
        "http://",
        "http://a b",
        "http://a:b",
        "http://a:70000",
        "http://a/b",
        "http://a@localhost",
    ] {
        assert!(text.parse::<Origin>().is_err(), "{text}");
    }
}

/// Two discs that overlap from `frame` on.
fn approaching(n: u64, frame: u64) -> String {
    let y = if n < frame { 3.0 } else { 1.5 };
    format!("{{\"frame\":{n},\"time\":{n},\"poses\":[[0,0,0],[0,{y},0],[9,0,0]]}}")
}

#[test]
fn a_stop_pauses_the_game_until_it_is_resumed() {
    let listener = listener(&[]);
    let mut state = AppState::waiting("a game", None, Settings::default(), canvas());
    let mut game = open(&listener, None).unwrap();
    let header = serde_json::to_string(&disc_header()).unwrap();
    game.send(Message::text(header)).unwrap();
    // Whatever is asked of the game goes back on its connection, as in the window.
    let hear = |state: &mut AppState, count: usize| {
        let effects = state.apply(Command::News(News::Arrived(wait_for(&listener, count))));
        for effect in effects {
            if let Effect::AnswerGame(answer) = effect {
                listener.answer(answer);
            }
        }
    };
    hear(&mut state, 1);
    for n in 0..3 {
        game.send(Message::text(approaching(n, 2))).unwrap();
    }
    hear(&mut state, 3);
    assert_eq!(state.run().frame(), 2, "no stop, no pause");
    // It holds at frame 2 already, which is over.
    state.apply(NoteEdit::ReadStop(None, "Begin(a: \"low\", b: \"high\")".to_owned()).into());
    state.apply(Command::Time(TimeCommand::Home));
    for n in 3..6 {
        game.send(Message::text(approaching(n, 5))).unwrap();
    }
    hear(&mut state, 3);
    assert_eq!(
        game.read().unwrap(),
        Message::text(
            "{\"pause\":true,\"frame\":5,\"why\":\"low and high begin to touch, found 0.5 m deep\"}"
        ),
        "who looks at an earlier frame is told, too"
    );
    assert_eq!(state.run().frames.playback().unwrap().pause.map(|pause| pause.frame), Some(5));
    assert!(
        state
            .messages()
            .iter()
            .any(|message| message.text.starts_with("The game is asked to pause at frame 5: "))
    );
    // What it had sent before it heard that changes nothing.
    game.send(Message::text(approaching(6, 9))).unwrap();
    game.send(Message::text(approaching(7, 7))).unwrap();
    hear(&mut state, 2);
    let effects = state.apply(Command::Time(TimeCommand::ResumeGame));
    assert_eq!(effects, [Effect::AnswerGame(GameAnswer::resume())]);
    assert_eq!((state.run().frame(), state.run().playing), (7, true), "the newest is followed");
    assert_eq!(state.apply(Command::Time(TimeCommand::ResumeGame)), []);
    game.send(Message::text(approaching(8, 9))).unwrap();
    game.send(Message::text(approaching(9, 9))).unwrap();
    hear(&mut state, 2);
    let again = game.read().unwrap();
    assert!(again.to_text().unwrap().starts_with("{\"pause\":true,\"frame\":9,"), "{again}");
    assert_eq!((state.run().frame(), state.run().playing), (9, false));
    // The level begins again while it is paused, which the game must not stay.
    game.send(Message::text(serde_json::to_string(&disc_header()).unwrap())).unwrap();
    hear(&mut state, 1);
    assert_eq!(game.read().unwrap(), Message::text("{\"resume\":true}"));
    // It goes, and nobody is paused.
    for n in 0..2 {
        game.send(Message::text(approaching(n, 1))).unwrap();
    }
    hear(&mut state, 2);
    assert_eq!(state.run().frames.playback().unwrap().pause.map(|pause| pause.frame), Some(1));
    drop(game);
    hear(&mut state, 1);
    assert_eq!(state.run().frames.playback().unwrap().pause.map(|pause| pause.frame), None);
    assert_eq!(state.apply(Command::Time(TimeCommand::ResumeGame)), []);
}

/// A game without the two hooks was said to be paused.
#[test]
fn a_game_that_goes_on_all_the_same_is_told() {
    let mut state = AppState::waiting("a game", None, Settings::default(), canvas());
    let listener = listener(&[]);
    let mut game = TcpStream::connect(listener.address()).unwrap();
    writeln!(game, "{}", serde_json::to_string(&disc_header()).unwrap()).unwrap();
    let hear = |state: &mut AppState| state.apply(Command::News(News::Arrived(wait_for(&listener, 1))));
    hear(&mut state);
    state.apply(NoteEdit::ReadStop(None, "Begin(a: \"low\", b: \"high\")".to_owned()).into());
    let ignores =
        |state: &AppState| state.run().frames.playback().unwrap().pause.is_some_and(|pause| pause.is_ignored);
    for (n, wait) in [(0, 0), (1, 0), (2, 0), (3, 1200)] {
        std::thread::sleep(Duration::from_millis(wait));
        assert!(!ignores(&state), "what was on its way is none");
        writeln!(game, "{}", approaching(n, 1)).unwrap();
        hear(&mut state);
    }
    assert!(ignores(&state));
    state.apply(Command::Time(TimeCommand::ResumeGame));
    assert_eq!(state.run().frames.playback().unwrap().pause.map(|pause| pause.frame), None);
}

fn header() -> String {
    serde_json::to_string(&disc_header()).unwrap()
}

fn sentence(arrival: &Arrival) -> &str {
    match arrival {
        Arrival::Skipped(text) | Arrival::Missing(text) | Arrival::Message(text) | Arrival::Closed(text) => {
            text
        }
        Arrival::Begins(_) | Arrival::Frame(_) | Arrival::Dropped(_) => panic!("{arrival:?}"),
    }
}

/// Who reads nothing for a while is still there: no end, no reset.
fn is_open(game: &TcpStream) -> bool {
    game.set_read_timeout(Some(Duration::from_millis(200))).unwrap();
    matches!(game.peek(&mut [0]), Err(error) if matches!(error.kind(), std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut))
}

/// A page that was refused, and a browser that opened the address, threw out a game that was silent for a second.
#[test]
fn a_silent_game_gives_way_to_a_game_alone() {
    let listener = listener(&[]);
    let mut game = TcpStream::connect(listener.address()).unwrap();
    writeln!(game, "{}", header()).unwrap();
    wait_for(&listener, 1);
    std::thread::sleep(Duration::from_millis(1200));
    let idle = TcpStream::connect(listener.address()).unwrap();
    assert!(open(&listener, Some("https://evil.example")).is_err());
    let mut browser = TcpStream::connect(listener.address()).unwrap();
    browser.write_all(b"GET / HTTP/1.1\r\nHost: here\r\n\r\n").unwrap();
    let mut stranger = TcpStream::connect(listener.address()).unwrap();
    stranger.write_all(b"hello\n").unwrap();
    // All of them are told, however fast they come.
    let told = wait_for(&listener, 3);
    let mut told: Vec<&str> = told.iter().map(sentence).collect();
    told.sort_by_key(|text| {
        ["evil.example", "no WebSocket", "is not heard: line 1: "].iter().position(|word| text.contains(word))
    });
    assert!(told[0].contains("evil.example") && told[2].contains("is not heard: line 1: "), "{told:?}");
    assert!(is_open(&game));
    // Paused, it is silent because it was asked to be.
    listener.answer(GameAnswer::pause(0, "x"));
    let mut rival = TcpStream::connect(listener.address()).unwrap();
    writeln!(rival, "{}", header()).unwrap();
    let told = wait_for(&listener, 1);
    assert!(sentence(&told[0]).contains("One is heard at a time"), "{told:?}");
    let mut line = [0; 35];
    game.read_exact(&mut line).unwrap();
    assert!(line.starts_with(b"{\"pause\":true"));
    std::thread::sleep(Duration::from_millis(1200));
    assert!(listener.take().is_empty() && is_open(&game));
    listener.answer(GameAnswer::resume());
    let told = wait_for(&listener, 2);
    assert!(matches!(&told[0], Arrival::Closed(text) if text.contains("is silent")), "{told:?}");
    assert!(matches!(&told[1], Arrival::Begins(_)));
    drop(idle);
}

/// A line that took more than a second was cut off where another game waited.
#[test]
fn a_game_in_the_middle_of_a_slow_line_is_not_silent() {
    let listener = listener(&[]);
    let mut game = TcpStream::connect(listener.address()).unwrap();
    writeln!(game, "{}", header()).unwrap();
    wait_for(&listener, 1);
    let mut rival = TcpStream::connect(listener.address()).unwrap();
    writeln!(rival, "{}", header()).unwrap();
    for part in approaching(0, 1).as_bytes().chunks(4) {
        std::thread::sleep(Duration::from_millis(100));
        game.write_all(part).unwrap();
    }
    game.write_all(b"\n").unwrap();
    let told = wait_for(&listener, 2);
    assert!(
        sentence(&told[0]).contains("One is heard at a time") && matches!(told[1], Arrival::Frame(_)),
        "{told:?}"
    );
}

/// Only the first sentence of half a second was kept: that the game had gone never came.
#[test]
fn a_game_that_breaks_off_is_told_at_once() {
    let listener = listener(&[]);
    let mut game = TcpStream::connect(listener.address()).unwrap();
    write!(game, "\n{}\n{{\"frame\": 0, \"ti", header()).unwrap();
    drop(game);
    let told = wait_for(&listener, 3);
    assert!(matches!(told[0], Arrival::Begins(_)), "an empty line before the header is none: {told:?}");
    assert!(sentence(&told[1]).starts_with("line 3 is skipped: "), "{told:?}");
    assert!(
        matches!(&told[2], Arrival::Closed(text) if text.ends_with("has closed its connection.")),
        "{told:?}"
    );
    let mut next = open(&listener, None).unwrap();
    next.send(Message::text(header())).unwrap();
    next.send(Message::text(approaching(0, 1))).unwrap();
    let told = wait_for(&listener, 2);
    assert!(matches!(told[..], [Arrival::Begins(_), Arrival::Frame(_)]), "{told:?}");
    // A WebSocket that dies within a message is told as well.
    let bytes = [0x81_u8, 0xfe, 0x01, 0x00, b'a', b'b', b'c', b'd', 0x1a, 0x1a];
    next.get_mut().write_all(&bytes).unwrap();
    drop(next);
    let told = wait_for(&listener, 2);
    assert!(sentence(&told[0]).starts_with("line 3 is skipped: "), "{told:?}");
    assert!(matches!(&told[1], Arrival::Closed(text) if text.contains("broke off")), "{told:?}");
}

/// 381 of them were dropped, though nothing else was to do.
#[test]
fn a_burst_of_frames_is_kept() {
    let listener = listener(&[]);
    let mut game = open(&listener, None).unwrap();
    let text = (0..5000).fold(header(), |text, n| text + "\n" + &approaching(n, 1));
    game.send(Message::text(text)).unwrap();
    std::thread::sleep(Duration::from_millis(300));
    let arrivals = wait_for(&listener, 5001);
    let frames =
        arrivals.iter().filter(|arrival| matches!(arrival, Arrival::Frame(frame) if !frame.follows_gap()));
    assert_eq!((frames.count(), arrivals.len()), (5000, 5001));
}

/// Past the room for what waits frames are dropped, which is told where it happened, and the next one knows.
#[test]
fn what_is_dropped_is_told_in_its_place() {
    let listener = listener(&[]);
    let mut game = TcpStream::connect(listener.address()).unwrap();
    writeln!(game, "{}", header()).unwrap();
    let long = "x".repeat(990);
    let log = vec![format!("\"{long}\""); 2000].join(",");
    let mut arrivals = Vec::new();
    for n in 0..61 {
        if n == 60 {
            std::thread::sleep(Duration::from_millis(1000));
            arrivals = wait_for(&listener, 20);
        }
        writeln!(game, "{{\"frame\":{n},\"time\":{n},\"poses\":[null,null,null],\"log\":[{log}]}}").unwrap();
    }
    writeln!(game, "{}", header()).unwrap();
    while arrivals.iter().filter(|arrival| matches!(arrival, Arrival::Begins(_))).count() < 2 {
        arrivals.extend(wait_for(&listener, 1));
    }
    let dropped: u64 = arrivals.iter().map(|one| if let Arrival::Dropped(n) = one { *n } else { 0 }).sum();
    let frames = arrivals.iter().filter(|one| matches!(one, Arrival::Frame(_))).count() as u64;
    assert!(dropped > 5 && frames + dropped == 61, "{dropped} beside {frames}");
    assert!(matches!(arrivals.last(), Some(Arrival::Begins(_))), "told of the run that it was in");
    let mut gaps = 0;
    for pair in arrivals.windows(2) {
        if let [before, Arrival::Frame(frame)] = pair {
            assert_eq!(frame.follows_gap(), matches!(before, Arrival::Dropped(_)));
            gaps += usize::from(frame.follows_gap());
        }
    }
    assert_eq!(gaps, 1);
}

/// The connection ended; over TCP such lines are told and skipped.
#[test]
fn a_message_that_is_too_long_or_no_text_is_skipped() {
    let listener = listener(&[]);
    let mut game = open(&listener, None).unwrap();
    game.send(Message::text(header())).unwrap();
    game.send(Message::text(" ".repeat(17 << 20))).unwrap();
    game.send(Message::text(approaching(0, 1))).unwrap();
    // The first frame of a text message is one of type 1.
    let mut bytes = vec![0x81, 0x83, 0, 0, 0, 0];
    bytes.extend([b'{', 0xff, b'}']);
    game.get_mut().write_all(&bytes).unwrap();
    game.send(Message::text(approaching(1, 1))).unwrap();
    let told = wait_for(&listener, 5);
    assert!(sentence(&told[1]).ends_with("is too long; allowed: up to 16 MiB"), "{told:?}");
    assert!(matches!(told[2], Arrival::Frame(_)), "{told:?}");
    assert!(sentence(&told[3]).starts_with("line 4 is skipped: "), "{told:?}");
    assert!(matches!(told[4], Arrival::Frame(_)), "{told:?}");
}

/// A game that was paused as the window closed stayed so.
#[test]
fn the_end_of_listening_lets_the_game_go_on_and_says_why() {
    let window = listener(&[]);
    let mut game = open(&window, None).unwrap();
    game.send(Message::text(header())).unwrap();
    wait_for(&window, 1);
    window.answer(GameAnswer::pause(0, "x"));
    assert!(game.read().unwrap().to_text().unwrap().starts_with("{\"pause\""));
    drop(window);
    assert_eq!(game.read().unwrap(), Message::text("{\"resume\":true}"));
    let Message::Close(Some(close)) = game.read().unwrap() else { panic!("no reason") };
    assert_eq!((u16::from(close.code), close.reason.as_str()), (1001, "the window listens no longer"));
    // Another one takes the place.
    let window = listener(&[]);
    let mut game = open(&window, None).unwrap();
    game.send(Message::text(header())).unwrap();
    wait_for(&window, 1);
    std::thread::sleep(Duration::from_millis(1200));
    let mut next = TcpStream::connect(window.address()).unwrap();
    writeln!(next, "{}", header()).unwrap();
    let Message::Close(Some(close)) = game.read().unwrap() else { panic!("no reason") };
    assert_eq!((u16::from(close.code), close.reason.as_str()), (1001, "another game took the place"));
    // What is none of the protocol.
    drop(next);
    let mut game = open(&window, None).unwrap();
    game.get_mut().write_all(&[0x81, 0x01, b'x']).unwrap();
    let Message::Close(Some(close)) = game.read().unwrap() else { panic!("no reason") };
    assert_eq!(u16::from(close.code), 1002);
}

/// Whoever asks in another way than a game is answered and told.
#[test]
fn other_requests_are_answered() {
    for (request, answer, told) in [
        ("HEAD / HTTP/1.1\r\nHost: here\r\n\r\n", "HTTP/1.1 400 ", "this is no WebSocket ("),
        ("OPTIONS / HTTP/1.1\r\nHost: here\r\n\r\n", "HTTP/1.1 400 ", "this is no WebSocket ("),
        (
            "POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 2\r\n\r\n",
            "HTTP/1.1 400 ",
            "this is no WebSocket (",
        ),
        ("\u{16}\u{3}\u{1}", "", "this is TLS (wss:// or https://)"),
        (
            "GET / HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: \
             dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 8\r\n\r\n",
            "HTTP/1.1 426 Upgrade Required\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n",
            "this is no WebSocket (",
        ),
    ] {
        let listener = listener(&[]);
        let mut asks = TcpStream::connect(listener.address()).unwrap();
        asks.write_all(request.as_bytes()).unwrap();
        let heard = wait_for(&listener, 1);
        let (name, heard) = (asks.local_addr().unwrap().to_string(), sentence(&heard[0]));
        assert!(heard.starts_with(&name) && heard.contains(told), "{heard}");
        let mut found = String::new();
        asks.read_to_string(&mut found).unwrap();
        assert!(found.starts_with(answer), "{found}");
    }
}

/// While pings came every 20 ms, nothing was said to the game.
#[test]
fn a_game_that_always_sends_something_is_answered() {
    let listener = listener(&[]);
    let mut game = open(&listener, None).unwrap();
    game.send(Message::text(header())).unwrap();
    wait_for(&listener, 1);
    game.get_mut().set_read_timeout(Some(Duration::from_millis(1))).unwrap();
    listener.answer(GameAnswer::pause(0, "x"));
    for n in 0..100 {
        // Parts of a message that never ends, and pings between them.
        let opcode = if n == 0 { 0x01 } else { 0x00 };
        game.get_mut().write_all(&[opcode, 0x81, 0, 0, 0, 0, b'x']).unwrap();
        game.send(Message::Ping(Vec::new().into())).unwrap();
        std::thread::sleep(Duration::from_millis(20));
        if let Ok(Message::Text(text)) = game.read() {
            return assert!(text.starts_with("{\"pause\""));
        }
    }
    panic!("nothing came");
}
