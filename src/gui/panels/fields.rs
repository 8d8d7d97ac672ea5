//! Fields that keep what is typed until it is applied, mended or taken back.
//!
//! What is typed is a draft. It is applied when its field loses the focus, whatever takes the focus away. A
//! draft that is refused stays in its field, with what is allowed below it; one whose field is no longer
//! shown is told in a message.
//!
//! A draft has the edit that it asks for, so that it can be applied when its field is no longer there. A pass ends by
//! applying the drafts that lost the focus, before every other command. The keys that a field does not use itself take
//! the focus from it; what is typed after one of them, or after a click, waits for the next frame, because the focus
//! moves in the pass.

use egui_macroquad::egui::text::{CCursor, CCursorRange};
use egui_macroquad::egui::{
    Align, Context, Event, EventFilter, Id, IdMap, InputState, Key, Label, Response, RichText, Stroke,
    TextBuffer, TextEdit, TextStyle, Ui, Vec2, Visuals, vec2,
};

use crate::app::{AppState, Change, Command, ViewCommand};
use crate::gui::style::ROW;
use crate::platform::plain;

/// Most characters of a draft in a message.
const QUOTED: usize = 40;

/// How the shell takes the focus from a field, once the field has read the keys of the frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FocusLoss {
    Apply,
    /// What is typed is dropped.
    Revert,
    /// What is typed is applied, and the next field gets the focus.
    Next,
    /// What is typed is applied, and the field before gets the focus.
    Previous,
}

/// The text in a field that a person types into.
#[derive(Clone, Debug)]
struct Draft {
    text: String,
    /// The text before the first key.
    before: String,
    row: String,
    /// What the text asks for; `Err` says what is allowed.
    asked: Result<Change, String>,
    /// Why it was refused, until the text changes.
    refused: Option<String>,
    /// It has kept the window open once since it was refused.
    kept_open: bool,
    focused: bool,
    /// The last pass that showed the field.
    pass: u64,
}

impl Draft {
    /// The text for a message.
    fn quoted(&self) -> String {
        let mut chars = self.text.chars();
        let start: String = chars.by_ref().take(QUOTED).collect();
        let rest = if chars.next().is_some() { "…" } else { "" };
        format!("\"{}{rest}\"", plain::text(&start))
    }
}

#[derive(Clone, Debug, Default)]
struct Fields {
    drafts: IdMap<Draft>,
    /// Fields that lost the focus in this pass.
    left: Vec<(Id, Draft)>,
    /// Fields of this pass so far, in the order of Tab.
    order: Vec<Id>,
    /// Fields of the last pass.
    shown: Vec<Id>,
    /// The widgets of numbers that nobody types into, of this pass so far and of the last.
    dragged: [Vec<Id>; 2],
    /// The boxes to tick and the choices, of this pass so far and of the last.
    tab_stops: [Vec<Id>; 2],
    /// Label of the row that is laid out.
    row: String,
    /// How the field with the focus is to be left.
    leave: Option<FocusLoss>,
    /// The field that was left in that way.
    from: Option<Id>,
    /// The field whose next pass scrolls it into sight, and the row whose refusal does.
    revealed: Option<Id>,
    explained: Option<String>,
}

/// `f` must not call the context, which is locked.
fn with<R>(context: &Context, f: impl FnOnce(&mut Fields) -> R) -> R {
    context.data_mut(|data| f(data.get_temp_mut_or_default(Id::NULL)))
}

/// Asks the field that has the focus to leave it in the next pass.
pub fn leave(context: &Context, how: FocusLoss) {
    with(context, |fields| fields.leave = Some(how));
}

/// Whether the field that has the focus holds typed text.
pub fn is_typed(context: &Context) -> bool {
    let focused = context.memory(|memory| memory.focused());
    let typed = |fields: &mut Fields| {
        focused.and_then(|id| fields.drafts.get(&id)).is_some_and(|draft| draft.text != draft.before)
    };
    with(context, typed)
}

/// Whether any field holds a draft.
pub fn any_draft(context: &Context) -> bool {
    with(context, |fields| !fields.drafts.is_empty())
}

/// Whether this is a field, or the widget of a number, on show in the last pass.
pub fn is_field(context: &Context, id: Id) -> bool {
    with(context, |fields| {
        fields.shown.contains(&id) && !fields.tab_stops[1].contains(&id) || fields.dragged[1].contains(&id)
    })
}

/// Whether a box to tick or a choice has the focus: Space ticks or opens it, and the other keys are those of a field.
pub fn is_on_tab_stop(context: &Context) -> bool {
    let focused = context.memory(|memory| memory.focused());
    focused.is_some_and(|id| with(context, |fields| fields.tab_stops[1].contains(&id)))
}

pub fn begin_row(context: &Context, label: &str) {
    with(context, |fields| label.clone_into(&mut fields.row));
}

/// Label of the row that is laid out.
pub fn row_label(context: &Context) -> String {
    with(context, |fields| fields.row.clone())
}

/// Whether a field holds a draft that is not applied: it is typed into, was left in this pass, or was refused.
pub fn holds_draft(context: &Context, id: Id) -> bool {
    with(context, |fields| fields.drafts.contains_key(&id) || fields.left.iter().any(|(left, _)| *left == id))
}

/// The explanation of what was refused in this row, which is scrolled into sight once.
pub fn explain(ui: &mut Ui, text: RichText) {
    let response = ui.add(Label::new(text).wrap());
    let is_new = |fields: &mut Fields| fields.explained.take_if(|row| *row == fields.row).is_some();
    if with(ui.ctx(), is_new) {
        response.scroll_to_me(None);
    }
}

/// What is refused in the row that was laid out last.
pub fn refused_in_row(context: &Context) -> Vec<String> {
    let pass = context.cumulative_pass_nr();
    with(context, |fields| {
        let here = fields.drafts.values().filter(|draft| draft.pass == pass && draft.row == fields.row);
        here.filter_map(|draft| draft.refused.clone()).collect()
    })
}

/// Names a field that nobody types into, so that Tab finds it, and the widget that stands for it.
pub fn list(context: &Context, id: Id, widget: Id) {
    with(context, |fields| {
        fields.order.push(id);
        fields.dragged[0].push(widget);
    });
}

/// Lets Tab find a box to tick or a choice, and leave it.
pub fn tab_stop(response: &Response) {
    let (context, id, has_focus) = (&response.ctx, response.id, response.has_focus());
    let (is_left, is_revealed) = with(context, |fields| {
        fields.order.push(id);
        fields.tab_stops[0].push(id);
        let is_left = has_focus && fields.leave.is_some();
        if is_left {
            fields.from = Some(id);
        }
        (is_left, fields.revealed.take_if(|revealed| *revealed == id).is_some())
    });
    context.memory_mut(|memory| {
        if is_left {
            memory.surrender_focus(id);
        }
        // As in a field, arrows lead nowhere else.
        let arrows = EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
        memory.set_focus_lock_filter(id, arrows);
    });
    if is_revealed {
        response.scroll_to_me(None);
    }
}

/// Whether a number is shown as text, because somebody types it or it was refused.
pub fn is_typed_into(ui: &Ui, id: Id) -> bool {
    ui.memory(|memory| memory.has_focus(id)) || with(ui.ctx(), |fields| fields.drafts.contains_key(&id))
}

/// A number as text.
pub fn number_ui(
    ui: &mut Ui,
    id: Id,
    size: Vec2,
    shown: &str,
    read: impl Fn(&str) -> Result<Change, String>,
) {
    if !with(ui.ctx(), |fields| fields.drafts.contains_key(&id)) {
        begin(ui.ctx(), id, shown, true);
    }
    let add = |ui: &mut Ui, text: &mut String| {
        let field = TextEdit::singleline(text).id(id).font(TextStyle::Monospace);
        ui.add_sized(size, field.horizontal_align(Align::Center).vertical_align(Align::Center))
    };
    edit(ui, id, shown, &read, &add);
}

/// A text, as wide as there is room. `hint`: what stands in the field while it is empty.
pub fn text_ui(ui: &mut Ui, id: Id, [shown, hint]: [&str; 2], read: impl Fn(&str) -> Result<Change, String>) {
    let fresh =
        ui.memory(|memory| memory.has_focus(id)) && !with(ui.ctx(), |fields| fields.drafts.contains_key(&id));
    if fresh {
        begin(ui.ctx(), id, shown, true);
    }
    let add = |ui: &mut Ui, text: &mut String| {
        let width = ui.available_width();
        let field = TextEdit::singleline(text).id(id).hint_text(hint).vertical_align(Align::Center);
        ui.add(field.min_size(vec2(width, ROW)).desired_width(width))
    };
    let response = edit(ui, id, shown, &read, &add);
    if response.gained_focus() && !fresh {
        begin(ui.ctx(), id, shown, false);
    }
}

/// Readies a field for typing. A selected text is replaced by the first key.
fn begin(context: &Context, id: Id, text: &str, select: bool) {
    let mut state = TextEdit::load_state(context, id).unwrap_or_default();
    state.clear_undoer();
    if select {
        let all = CCursorRange::two(CCursor::default(), CCursor::new(text.chars().count()));
        state.cursor.set_char_range(Some(all));
    }
    state.store(context, id);
}

/// Lays the field out, and takes what is typed.
fn edit(
    ui: &mut Ui,
    id: Id,
    shown: &str,
    read: &dyn Fn(&str) -> Result<Change, String>,
    add: &dyn Fn(&mut Ui, &mut String) -> Response,
) -> Response {
    let context = ui.ctx().clone();
    let pass = context.cumulative_pass_nr();
    let draft = with(&context, |fields| {
        fields.order.push(id);
        fields.drafts.remove(&id)
    });
    let mut text = draft.as_ref().map_or_else(|| shown.to_owned(), |draft| draft.text.clone());
    let usual = ui.visuals().clone();
    if draft.as_ref().is_some_and(|draft| draft.refused.is_some()) {
        warn(ui.visuals_mut());
    }
    let response = add(ui, &mut text);
    *ui.visuals_mut() = usual;
    if with(&context, |fields| fields.revealed.take_if(|revealed| *revealed == id)).is_some() {
        response.scroll_to_me(None);
    }
    let focused = response.has_focus();
    if draft.is_none() && !focused && text == shown {
        return response;
    }
    let mut draft = draft.unwrap_or_else(|| Draft {
        text: shown.to_owned(),
        before: shown.to_owned(),
        row: row_label(&context),
        asked: Err(String::new()),
        refused: None,
        kept_open: false,
        focused: true,
        pass,
    });
    let was_focused = std::mem::replace(&mut draft.focused, focused);
    if was_focused && !focused {
        type_unread(ui, id, &mut text);
    }
    if draft.text != text {
        (draft.text, draft.refused) = (text, None);
    }
    (draft.asked, draft.pass) = (read(&draft.text), pass);
    let leave = with(&context, |fields| fields.leave).filter(|_| was_focused || focused);
    let escape = ui.input(|input| input.key_pressed(Key::Escape));
    if leave.is_some() {
        context.memory_mut(|memory| memory.surrender_focus(id));
        with(&context, |fields| fields.from = Some(id));
        draft.focused = false;
    }
    if leave == Some(FocusLoss::Revert) || (was_focused && !focused && escape) {
        return response;
    }
    let left = was_focused && !draft.focused;
    if left && draft.text == draft.before {
        return response;
    }
    with(&context, |fields| {
        if left {
            fields.left.push((id, draft));
        } else {
            fields.drafts.insert(id, draft);
        }
    });
    response
}

/// Types what came in the pass in which the field lost the focus. A press elsewhere takes the focus before
/// egui reads the keys, which came first; Enter takes it after.
fn type_unread(ui: &Ui, id: Id, text: &mut String) {
    let typed = |input: &InputState| {
        let texts = input.events.iter().filter_map(|event| match event {
            Event::Text(text) if !input.key_pressed(Key::Enter) => Some(text.as_str()),
            _ => None,
        });
        texts.collect::<String>()
    };
    let typed = ui.input(typed);
    if typed.is_empty() {
        return;
    }
    let selected = TextEdit::load_state(ui.ctx(), id).and_then(|state| state.cursor.char_range());
    let end = CCursor::new(text.chars().count());
    let selected = selected.unwrap_or(CCursorRange::one(end));
    let mut at = text.delete_selected_ccursor_range(selected.sorted());
    text.insert_text_at(&mut at, &typed, usize::MAX);
}

/// Gives text fields a border in the colour of warnings.
fn warn(visuals: &mut Visuals) {
    let stroke = Stroke::new(1.0, visuals.warn_fg_color);
    visuals.selection.stroke.color = stroke.color;
    let widgets = &mut visuals.widgets;
    for widget in [&mut widgets.inactive, &mut widgets.hovered, &mut widgets.active] {
        widget.bg_stroke = stroke;
    }
}

/// Ends a pass: applies what was typed before all other commands, and moves the focus on.
pub fn settle(context: &Context, state: &AppState, out: &mut Vec<Command>) {
    let pass = context.cumulative_pass_nr();
    let (left, gone, leave, from, order) = with(context, |fields| {
        let hidden: Vec<Id> =
            fields.drafts.iter().filter(|(_, draft)| draft.pass != pass).map(|(id, _)| *id).collect();
        let gone: Vec<Draft> = hidden.iter().filter_map(|id| fields.drafts.remove(id)).collect();
        fields.shown = std::mem::take(&mut fields.order);
        fields.dragged = [Vec::new(), std::mem::take(&mut fields.dragged[0])];
        fields.tab_stops = [Vec::new(), std::mem::take(&mut fields.tab_stops[0])];
        (
            std::mem::take(&mut fields.left),
            gone,
            fields.leave.take(),
            fields.from.take(),
            fields.shown.clone(),
        )
    });
    let judge = |draft: &Draft| {
        let change = draft.asked.clone()?;
        state.refusal(&change).map_or(Ok(change.into()), Err)
    };
    let entered = context.input(|input| input.key_pressed(Key::Enter));
    let mut first = Vec::new();
    for (id, mut draft) in left {
        match judge(&draft) {
            Ok(command) => first.push(command),
            Err(why) => {
                (draft.refused, draft.kept_open) = (Some(why), false);
                // The field has the focus again from here on: Escape in the very next pass takes the draft back.
                draft.focused = entered;
                with(context, |fields| {
                    fields.explained = Some(draft.row.clone());
                    fields.drafts.insert(id, draft);
                });
                if entered {
                    context.memory_mut(|memory| memory.request_focus(id));
                }
                context.request_repaint();
            }
        }
    }
    for draft in gone.into_iter().filter(|draft| draft.text != draft.before) {
        match judge(&draft) {
            Ok(command) => first.push(command),
            Err(why) => {
                let text = format!("{}: {} was not applied. {why}", draft.row, draft.quoted());
                out.push(Command::View(ViewCommand::Warn(text)));
            }
        }
    }
    out.splice(0..0, first);
    if let Some(how) = leave {
        move_focus(context, how, from, &order);
    }
}

/// Whether a text that was refused forbids closing the document; it does so once.
pub fn keep_open(context: &Context) -> bool {
    with(context, |fields| {
        let refused = fields.drafts.values_mut().filter(|draft| draft.refused.is_some());
        let mut keep = false;
        for draft in refused {
            keep |= !std::mem::replace(&mut draft.kept_open, true);
        }
        keep
    })
}

/// Takes the focus from its widget, and gives it to the field that Tab leads to.
fn move_focus(context: &Context, how: FocusLoss, from: Option<Id>, order: &[Id]) {
    let at = from.and_then(|id| order.iter().position(|&other| other == id));
    let to = match (how, at) {
        (FocusLoss::Apply | FocusLoss::Revert, _) => None,
        (FocusLoss::Next, Some(at)) => order.iter().cycle().nth(at + 1),
        (FocusLoss::Previous, Some(at)) => order.iter().cycle().nth(at + order.len() - 1),
        (FocusLoss::Next, None) => order.first(),
        (FocusLoss::Previous, None) => order.last(),
    };
    // What is typed there must not change the scene out of sight.
    with(context, |fields| fields.revealed = to.copied());
    context.memory_mut(|memory| {
        // A field that held a draft has lost the focus already; a click may have given it to another one.
        if let (Some(focused), None) = (memory.focused(), from) {
            memory.surrender_focus(focused);
        }
        if let Some(&id) = to {
            memory.request_focus(id);
        }
    });
    context.request_repaint();
}
