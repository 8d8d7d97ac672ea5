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
            Arrival::Begins(_) | Arrival::Message(_) | Arrival::Skipped(_) => None,
        })
        .collect();
    assert_eq!(numbers, [0, 1, 2, 3, 4]);
    assert!(matches!(game.read().unwrap(), Message::Pong(_)));
    // What is answered comes back on it.
    listener.answer("{\"pause\":true,\"frame\":4,\"why\":\"x\"}".to_owned());
    assert_eq!(game.read().unwrap(), Message::text("{\"pause\":true,\"frame\":4,\"why\":\"x\"}"));
    game.close(None).unwrap();
    let told = wait_for(&listener, 1);
    assert!(
        matches!(&told[0], Arrival::Message(text) if text.ends_with("has closed its connection.")),
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
    listener.answer("{\"resume\":true}".to_owned());
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
                listener.answer(answer.line());
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
    assert_eq!(state.run().frames.playback().unwrap().paused_at, Some(5));
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
}
