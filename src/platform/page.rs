//! The functions of the page's script, `crates/web/page/page.js`: the only way out of the program in a browser.
//!
//! Text and bytes go to the script as pointer and length. What it answers waits there until [`answer`] copies
//! it.

#![allow(unsafe_code)]

use std::cell::RefCell;
use std::path::PathBuf;
use std::time::Duration;

/// What the page tells the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PageEvent {
    /// A file was dropped, or chosen after [`choose`].
    File {
        /// What [`choose`] was called for; a dropped file is one to open.
        purpose: Purpose,
        /// Its name, without a folder.
        name: PathBuf,
        bytes: Vec<u8>,
    },
    /// A file that was dropped or chosen cannot be read: its name, and why.
    Unread(String),
    Clipboard(String),
    /// The browser does not give the clipboard.
    NoClipboard,
    /// The system wants light colours, or dark ones.
    Dark(bool),
    /// Another link was opened in this page: its address.
    Address(String),
}

/// What a chosen file is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    Open,
    /// Its largest path becomes an outline.
    Outline,
}

mod script {
    #[link(wasm_import_module = "env")]
    unsafe extern "C" {
        pub safe fn page_now() -> f64;
        pub safe fn page_date() -> f64;
        pub safe fn page_scale() -> f32;
        pub safe fn page_is_dark() -> bool;
        pub safe fn page_is_touched() -> bool;
        pub safe fn page_is_framed() -> bool;
        pub safe fn page_is_mac() -> bool;
        pub safe fn page_wake_in(milliseconds: f64);
        pub safe fn page_event() -> i32;
        pub safe fn page_answer_length() -> usize;
        pub fn page_take_answer(into: *mut u8);
        pub safe fn page_address();
        pub safe fn page_run();
        pub safe fn page_run_before();
        pub safe fn page_is_reloaded() -> bool;
        pub fn page_is_open(run: *const u8, length: usize) -> bool;
        pub fn page_get(name: *const u8, length: usize) -> bool;
        pub fn page_put(name: *const u8, length: usize, text: *const u8, text_length: usize) -> bool;
        pub fn page_remove(name: *const u8, length: usize);
        pub safe fn page_stores() -> bool;
        pub safe fn page_ask_before_leaving(asks: bool);
        pub safe fn page_names();
        pub fn page_download(name: *const u8, length: usize, bytes: *const u8, count: usize);
        pub fn page_choose(purpose: i32, endings: *const u8, length: usize);
        pub fn page_copy(text: *const u8, length: usize);
        pub fn page_open_tab(link: *const u8, length: usize) -> bool;
        pub safe fn page_read_clipboard();
        pub safe fn page_show_licences();
        pub fn page_say(text: *const u8, length: usize);
        pub safe fn page_type_at(x: f32, y: f32);
        pub safe fn page_type_nowhere();
        pub fn page_title(text: *const u8, length: usize);
        pub fn page_print(text: *const u8, length: usize);
        pub fn page_fault(reason: *const u8, length: usize, scene: *const u8, scene_length: usize);
    }
}

/// Time since the page began to load.
pub fn since_load() -> Duration {
    Duration::from_secs_f64(script::page_now().max(0.0) / 1000.0)
}

/// Time since the beginning of 1970, UTC.
pub fn since_1970() -> Duration {
    Duration::from_secs_f64(script::page_date().max(0.0) / 1000.0)
}

/// Physical pixels of a point.
pub fn scale() -> f32 {
    script::page_scale()
}

/// Whether the system wants dark colours.
pub fn is_dark() -> bool {
    script::page_is_dark()
}

/// Whether the pointer is a finger.
pub fn is_touched() -> bool {
    script::page_is_touched()
}

/// Whether this page is a part of another one, which embeds it.
pub fn is_framed() -> bool {
    script::page_is_framed()
}

/// Whether the computer is a Mac, whose commands are typed with Cmd.
pub fn is_mac() -> bool {
    script::page_is_mac()
}

/// Says this to a person who hears the page, once what is said has ended.
pub fn say(text: &str) {
    // SAFETY: as in `is_open`.
    unsafe { script::page_say(text.as_ptr(), text.len()) }
}

/// Text that comes without keys is for a field, whose caret is here; points. `None`: no field has the focus.
pub fn type_at(caret: Option<(f32, f32)>) {
    match caret {
        Some((x, y)) => script::page_type_at(x, y),
        None => script::page_type_nowhere(),
    }
}

/// Draws a frame after this time, or earlier when there is input.
pub fn wake_in(time: Duration) {
    script::page_wake_in(time.as_secs_f64() * 1000.0);
}

/// The next event that is not taken yet.
pub fn next_event() -> Option<PageEvent> {
    let kind = script::page_event();
    Some(match kind {
        0 | 1 => {
            let mut name = answer();
            let end = name.iter().position(|byte| *byte == 0).unwrap_or(name.len());
            let bytes = name.get(end + 1..).unwrap_or_default().to_vec();
            name.truncate(end);
            let name = PathBuf::from(text(name));
            PageEvent::File { purpose: if kind == 0 { Purpose::Open } else { Purpose::Outline }, name, bytes }
        }
        2 => PageEvent::Clipboard(text(answer())),
        3 => PageEvent::NoClipboard,
        4 => PageEvent::Dark(false),
        5 => PageEvent::Dark(true),
        6 => PageEvent::Address(text(answer())),
        7 => PageEvent::Unread(text(answer())),
        _ => return None,
    })
}

pub fn address() -> String {
    script::page_address();
    text(answer())
}

/// The name of this run, which no other run in this browser has.
pub fn run() -> String {
    script::page_run();
    text(answer())
}

/// The name of the run before this one in the same tab; empty if this is the first.
pub fn run_before() -> String {
    script::page_run_before();
    text(answer())
}

/// Whether a person loaded the page of the run before anew, and did not follow a link to it.
pub fn is_reloaded() -> bool {
    script::page_is_reloaded()
}

/// Whether the page of another run is open, as far as the browser tells.
pub fn is_open(run: &str) -> bool {
    // SAFETY: the script reads `length` bytes at the pointer before it returns, and the text lives so long.
    unsafe { script::page_is_open(run.as_ptr(), run.len()) }
}

/// The stored text of this name.
pub fn get(name: &str) -> Option<String> {
    // SAFETY: as in `is_open`.
    unsafe { script::page_get(name.as_ptr(), name.len()) }.then(|| text(answer()))
}

/// Stores a text; returns whether there was room.
#[must_use]
pub fn put(name: &str, text: &str) -> bool {
    // SAFETY: as in `is_open`, for both texts.
    unsafe { script::page_put(name.as_ptr(), name.len(), text.as_ptr(), text.len()) }
}

/// Whether the browser stores anything for this page at all.
pub fn stores() -> bool {
    script::page_stores()
}

/// Whether the browser asks before the page is left.
pub fn ask_before_leaving(asks: bool) {
    script::page_ask_before_leaving(asks);
}

pub fn remove(name: &str) {
    // SAFETY: as in `is_open`.
    unsafe { script::page_remove(name.as_ptr(), name.len()) }
}

/// The names of all stored texts.
pub fn names() -> Vec<String> {
    script::page_names();
    text(answer()).lines().map(str::to_owned).collect()
}

/// Hands a file to the browser, which puts it into the folder of downloads.
pub fn download(name: &str, bytes: &[u8]) {
    // SAFETY: as in `is_open`, for the name and the bytes.
    unsafe { script::page_download(name.as_ptr(), name.len(), bytes.as_ptr(), bytes.len()) }
}

/// Lets a person choose a file whose name ends in one of these (".ron,.jsonl"); it comes as an event.
pub fn choose(purpose: Purpose, endings: &str) {
    // SAFETY: as in `is_open`.
    unsafe { script::page_choose(purpose as i32, endings.as_ptr(), endings.len()) }
}

pub fn copy(text: &str) {
    // SAFETY: as in `is_open`.
    unsafe { script::page_copy(text.as_ptr(), text.len()) }
}

/// Opens a link in a tab of its own, if this page is a part of another one. Returns whether it did.
pub fn open_tab(link: &str) -> bool {
    // SAFETY: as in `is_open`.
    unsafe { script::page_open_tab(link.as_ptr(), link.len()) }
}

/// Asks for the clipboard's text, which comes as an event.
pub fn read_clipboard() {
    script::page_read_clipboard();
}

/// Shows the file of licences beside the page.
pub fn show_licences() {
    script::page_show_licences();
}

pub fn set_title(text: &str) {
    // SAFETY: as in `is_open`.
    unsafe { script::page_title(text.as_ptr(), text.len()) }
}

/// Prints a line on the browser's console.
pub fn print(line: &str) {
    // SAFETY: as in `is_open`.
    unsafe { script::page_print(line.as_ptr(), line.len()) }
}

/// Covers the page with the reason why the program ended, and the text of the unsaved scene to copy.
pub fn show_fault(reason: &str, scene: &str) {
    // SAFETY: as in `is_open`, for both texts.
    unsafe { script::page_fault(reason.as_ptr(), reason.len(), scene.as_ptr(), scene.len()) }
}

/// What the script asks between two frames, of a place in physical pixels or of the keyboard; with two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageQuestion {
    /// The wheel scrolls something there.
    Scrolls,
    /// A finger moves something there that is selected, or a widget.
    Grips,
    IsField,
    /// The Tab key goes to another field.
    TakesTab,
    /// The arrow keys move something.
    TakesArrows,
    /// A letter, by its character's number, is of a command with Ctrl (2) or with Alt (4).
    IsCommand,
}

impl PageQuestion {
    /// In the order of the script's numbers.
    const ALL: [Self; 6] =
        [Self::Scrolls, Self::Grips, Self::IsField, Self::TakesTab, Self::TakesArrows, Self::IsCommand];
}

type Answers = Box<dyn Fn(PageQuestion, (f32, f32)) -> bool>;

thread_local! {
    static AT_HIDING: RefCell<Option<Box<dyn Fn()>>> = const { RefCell::new(None) };
    static AT_QUESTIONS: RefCell<Option<Answers>> = const { RefCell::new(None) };
}

/// Answers the script's questions from now on.
pub fn at_questions(answers: impl Fn(PageQuestion, (f32, f32)) -> bool + 'static) {
    AT_QUESTIONS.with(|kept| *kept.borrow_mut() = Some(Box::new(answers)));
}

/// Called by the script between two frames.
// SAFETY: no other function of this name is linked.
#[unsafe(no_mangle)]
extern "C" fn page_asks(question: usize, x: f32, y: f32) -> bool {
    let Some(question) = PageQuestion::ALL.get(question) else { return false };
    AT_QUESTIONS.with(|kept| kept.borrow().as_ref().is_some_and(|answers| answers(*question, (x, y))))
}

/// Calls this whenever the page is hidden or left, which may be its end.
pub fn at_hiding(work: impl Fn() + 'static) {
    AT_HIDING.with(|kept| *kept.borrow_mut() = Some(Box::new(work)));
}

/// Called by the script between two frames.
// SAFETY: no other function of this name is linked.
#[unsafe(no_mangle)]
extern "C" fn page_hides() {
    AT_HIDING.with(|kept| {
        if let Some(work) = &*kept.borrow() {
            work();
        }
    });
}

/// What the script answered last.
fn answer() -> Vec<u8> {
    let mut bytes = vec![0; script::page_answer_length()];
    // SAFETY: the script writes as many bytes as it said the answer has, which the vector has room for.
    unsafe { script::page_take_answer(bytes.as_mut_ptr()) };
    bytes
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}
