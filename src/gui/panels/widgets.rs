//! Fields with labels, and columns of numbers.

use egui_macroquad::egui::text::{LayoutJob, TextFormat};
use egui_macroquad::egui::{
    self, Align, Align2, Color32, Context, DragValue, FontId, Galley, Label, Layout, Order, Response,
    RichText, Sense, Stroke, Ui, Window, vec2,
};

use super::icons::{Icon, paint};
use super::shortened::{shortened, shortened_name, shortened_text};
use super::{fields, places};
use crate::app::{Change, Command, EditCommand, Panel, PanelSection, TimeCommand, ViewCommand, info};
use crate::gui::style::{BODY, NUMBERS, Palette, ROW, SMALL};
use crate::scene::expression::sum;
use crate::scene::limit::Limit;
use crate::scene::numbers::{LengthUnit, column, short, wide_column};

/// Width of a field's label. Points.
pub const LABEL: f32 = 84.0;

/// A line about a frame of a list, bright if it is the present one; a click goes to the frame.
pub fn frame_line(
    ui: &mut Ui,
    frame: u64,
    text: &str,
    is_present: bool,
    palette: &Palette,
    out: &mut Vec<Command>,
) {
    if is_frame_line_clicked(ui, frame, text, is_present, palette) {
        out.push(Command::Time(TimeCommand::Seek(frame)));
    }
}

/// [`frame_line`] that does something else; returns whether it is clicked.
pub fn is_frame_line_clicked(
    ui: &mut Ui,
    frame: u64,
    text: &str,
    is_present: bool,
    palette: &Palette,
) -> bool {
    let color = if is_present { palette.strong } else { palette.text };
    let line = RichText::new(format!("{frame}  {text}")).size(SMALL).color(color);
    ui.add(Label::new(line).truncate().sense(Sense::click())).clicked()
}

/// A field after its label. What is refused in it is told below it, with what is allowed.
pub fn row<R>(ui: &mut Ui, palette: &Palette, label: &str, content: impl FnOnce(&mut Ui) -> R) -> R {
    fields::begin_row(ui.ctx(), label);
    let shown = ui.horizontal(|ui| {
        ui.allocate_ui_with_layout(vec2(LABEL, ROW), Layout::left_to_right(Align::Center), |ui| {
            ui.set_min_width(LABEL);
            ui.label(RichText::new(label).color(palette.quiet).size(BODY));
        });
        content(ui)
    });
    let refused = fields::refused_in_row(ui.ctx());
    if refused.is_empty() {
        // The widgets below keep their automatic ids, whether the line is there or not.
        ui.skip_ahead_auto_ids(1);
    } else {
        ui.horizontal(|ui| {
            ui.add_space(LABEL + ui.spacing().item_spacing.x);
            fields::explain(ui, RichText::new(refused.join("\n")).color(palette.warning).size(SMALL));
        });
    }
    shown.inner
}

/// A section of a panel that is folded at the next start as it is now.
pub fn section(
    ui: &mut Ui,
    section: PanelSection,
    is_open: bool,
    title: RichText,
    out: &mut Vec<Command>,
    content: impl FnOnce(&mut Ui, &mut Vec<Command>),
) {
    let header = egui::CollapsingHeader::new(title).id_salt(section).open(Some(is_open));
    if header.show_unindented(ui, |ui| content(ui, out)).header_response.clicked() {
        out.push(Command::View(ViewCommand::ToggleSection(section)));
    }
}

#[derive(Clone, Debug)]
pub struct NumberField {
    limit: Limit,
    /// Change per pixel of dragging.
    speed: f32,
    /// Text after the number.
    unit: String,
    /// What is shown is the scene's number times this; -1 of a mirrored one.
    per: f64,
    /// Text before the number: "x ", "y ".
    prefix: &'static str,
}

impl NumberField {
    /// A field without a unit.
    pub fn new(limit: Limit, speed: f32) -> Self {
        Self { limit, speed, unit: String::new(), per: 1.0, prefix: "" }
    }

    /// Adds the unit of a number of the scene, which is shown and typed in another one where that is a length's.
    pub fn scalar(self, unit: &str, shown: LengthUnit) -> Self {
        let (text, per) = match unit.strip_prefix(" m") {
            Some(per_time @ ("" | "/s" | "/s²")) => {
                (format!(" {}{per_time}", shown.name()), shown.per_metre())
            }
            // A steepness is no turn: it has no sign.
            _ if unit.contains('°') && self.limit != Limit::Slope => (unit.to_owned(), shown.y_sign()),
            _ => (unit.to_owned(), 1.0),
        };
        Self { unit: text, per, ..self }
    }

    /// The fields of x and y of a vector of the scene: as [`NumberField::scalar`], with the direction of y that is shown.
    pub fn vector(self, unit: &str, shown: LengthUnit) -> [Self; 2] {
        let x = self.scalar(unit, shown).prefix("x ");
        let y = Self { per: x.per * shown.y_sign(), prefix: "y ", ..x.clone() };
        [x, y]
    }

    /// A number of the scene as the field shows it, without the unit.
    pub fn plain(&self, value: f32) -> String {
        plain(f64::from(value) * self.per)
    }

    /// A number of the scene as it is typed: in the unit of the field, with the fewest digits that are read back as this very
    /// number, so that whatever else is typed is another one.
    pub fn exact(&self, value: f32) -> String {
        let shown = f64::from(value) * self.per;
        let with_digits = |digits: usize| format!("{shown:.*e}", digits - 1).parse::<f64>().ok();
        let is_same = |typed: &f64| (typed / self.per + 0.0) as f32 == value;
        let exact = (1..=17).filter_map(with_digits).find(is_same).unwrap_or(shown) + 0.0;
        let is_long = exact != 0.0 && !(1.0e-5..1.0e9).contains(&exact.abs());
        let text = if is_long { format!("{exact:e}") } else { format!("{exact}") };
        text.replace('-', "−")
    }

    /// [`NumberField::plain`] with the unit.
    pub fn text(&self, value: f32) -> String {
        self.plain(value) + &self.unit
    }

    /// Adds text before the number.
    pub fn prefix(self, prefix: &'static str) -> Self {
        Self { prefix, ..self }
    }

    /// The number that the text asks for, in the unit behind it or in the field's. `Err` says what is allowed.
    pub fn read(&self, text: &str) -> Result<f32, String> {
        let text = text.trim();
        let (bare, per) = self
            .in_common_unit(text)
            .unwrap_or_else(|| (text.strip_suffix(self.unit.trim()).unwrap_or(text), self.per));
        let bare = bare.strip_prefix(self.prefix).unwrap_or(bare);
        let allowed = || self.limit.words(&self.unit, self.per);
        let typed =
            sum(bare).ok_or_else(|| format!("Not a number. Allowed: {}, or a sum: 1.5+0.2", allowed()))?;
        let value = typed / per + 0.0;
        let holds = self.limit.holds(value);
        holds.then_some(value as f32).ok_or_else(|| format!("Allowed: {}", allowed()))
    }

    /// The number before a common unit of what the field has, and how many of that unit the scene's unit has.
    fn in_common_unit<'t>(&self, text: &'t str) -> Option<(&'t str, f64)> {
        let own = self.unit.trim();
        let (own, per_time) = own.split_at(own.find('/').unwrap_or(own.len()));
        let units = match own {
            "m" | "cm" | "px" => &LENGTHS[..],
            "°" => &ANGLES[..],
            _ => return None,
        };
        let text = text.strip_suffix(per_time)?;
        units.iter().find_map(|(name, per)| Some((text.strip_suffix(name)?, per.copysign(self.per))))
    }
}

/// Units of lengths, and how many of each a metre has. Of two with one ending the longer comes first.
const LENGTHS: [(&str, f64); 3] = [("mm", 1000.0), ("cm", 100.0), ("m", 1.0)];
/// Units of angles, and how many of each a degree has.
const ANGLES: [(&str, f64); 2] = [("deg", 1.0), ("rad", std::f64::consts::PI / 180.0)];

/// A number to drag or to type. Values that differ are shown as a dash; entering a number sets them all.
/// Dragging previews the change and makes one undo point at the end.
pub fn number(
    ui: &mut Ui,
    how: &NumberField,
    values: &[f32],
    change: impl Fn(f32) -> Change,
    out: &mut Vec<Command>,
) {
    number_of(ui, how, values, &change, out);
}

/// [`number`], compiled once for all changes.
fn number_of(
    ui: &mut Ui,
    how: &NumberField,
    values: &[f32],
    change: &dyn Fn(f32) -> Change,
    out: &mut Vec<Command>,
) {
    let Some(&first) = values.first() else { return };
    let mixed = values.iter().any(|value| *value != first);
    // Two fields in a row are as wide as one wide field.
    let size = vec2(116.0, ROW);
    let id = ui.make_persistent_id((fields::row_label(ui.ctx()), how.prefix));
    let context = ui.ctx().clone();
    let name = || format!("{} {}", fields::row_label(&context), how.prefix).trim().to_owned();
    if fields::is_typed_into(ui, id) {
        let shown = if mixed { "—".to_owned() } else { how.exact(first) };
        let place = egui::Rect::from_min_size(ui.cursor().min, size).intersect(ui.clip_rect());
        fields::number_ui(ui, id, size, &shown, |text| how.read(text).map(change));
        return places::name_rect(&context, place, name);
    }
    let mut value = f64::from(first) * how.per;
    let [from, to] =
        [how.limit.range().start(), how.limit.range().end()].map(|end| f64::from(*end) * how.per);
    let field = DragValue::new(&mut value)
        .range(from.min(to)..=from.max(to))
        .clamp_existing_to_range(false)
        .speed(f64::from(how.speed) * how.per.abs())
        .suffix(&how.unit)
        .prefix(how.prefix)
        .custom_formatter(|value, _| if mixed { "—".to_owned() } else { plain(value) });
    let response = ui.add_sized(size, field);
    fields::list(&context, id, response.id);
    places::name(&response, name);
    if response.clicked() || response.has_focus() {
        ui.memory_mut(|memory| memory.request_focus(id));
    }
    if response.dragged() && response.changed() && value.is_finite() {
        out.push(Command::Edit(EditCommand::Preview(change((value / how.per) as f32 + 0.0))));
    }
    // Of a number that no run depends on there is nothing to compare.
    let asked = response.secondary_clicked() || response.context_menu_opened();
    if asked && !mixed && change(first).touches_world() {
        response.context_menu(|ui| five_ui(ui, how, &name(), first, change, out));
    }
    if response.drag_stopped() {
        out.push(Command::Edit(EditCommand::Commit));
    }
}

/// Offers runs with five values of a number, to compare them.
fn five_ui(
    ui: &mut Ui,
    how: &NumberField,
    name: &str,
    now: f32,
    change: &dyn Fn(f32) -> Change,
    out: &mut Vec<Command>,
) {
    let five = how.limit.five(now);
    let shown: Vec<String> = five.iter().map(|value| how.text(*value)).collect();
    let button = ui.button(format!("Compare runs with {}", shown.join(", ")));
    places::name(&button, || format!("Compare values of {name}"));
    if button.clicked() {
        let values = five.into_iter().map(|value| (value, change(value))).collect();
        out.push(Command::Edit(EditCommand::KeepSwept(name.to_lowercase(), values)));
        out.push(Command::View(ViewCommand::ShowPanel(Panel::Plots)));
        ui.close_menu();
    }
}

/// A button with the tooltip of its command, which a click asks for.
pub fn asks(button: Response, command: Command, out: &mut Vec<Command>) {
    let button = button.on_hover_text(info(&command).map_or("", |info| info.tooltip));
    if button.clicked() {
        out.push(command);
    }
}

/// A line of a list, with a cross at its right that removes it.
pub struct ListLine {
    /// What is left of the cross.
    pub rect: egui::Rect,
    pub response: Response,
    pub is_removed: bool,
}

impl ListLine {
    /// `kind` and `name` say what it is: "listener", "listener 2"; `is_open`: it is lit as if the pointer were on it.
    pub fn show(
        ui: &mut Ui,
        palette: &Palette,
        sense: Sense,
        [kind, name]: [&str; 2],
        is_open: bool,
    ) -> Self {
        let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), LINE), sense);
        let center = egui::pos2(rect.right() - 0.5 * CROSS, rect.center().y);
        let cross = egui::Rect::from_center_size(center, vec2(CROSS, CROSS));
        let away = ui.interact(cross, response.id.with("away"), Sense::click());
        places::name(&away, || format!("Remove {name}"));
        if is_open || sense.senses_click() && (response.hovered() || away.hovered()) {
            ui.painter().rect_filled(rect.expand2(vec2(6.0, 0.0)), 4.0, palette.hover);
        }
        let color = if away.hovered() { palette.strong } else { palette.quiet };
        paint(ui.painter(), egui::Rect::from_center_size(center, vec2(9.0, 9.0)), Icon::Close, color);
        let is_removed = away.on_hover_text(format!("Remove this {kind} from the scene")).clicked();
        Self { rect: rect.with_max_x(cross.left() - 8.0), response, is_removed }
    }

    /// A quiet note at the right; returns where the text before it ends.
    pub fn note(&self, ui: &Ui, palette: &Palette, text: impl ToString) -> f32 {
        let (at, font) = (self.rect.right_center(), FontId::proportional(SMALL));
        ui.painter().text(at, Align2::RIGHT_CENTER, text, font, palette.quiet).left() - 8.0
    }

    /// One line of text from `left` to `right`, or to an ellipsis.
    pub fn text(&self, ui: &Ui, text: &str, [left, right]: [f32; 2], color: Color32) {
        self.draw(ui, shortened(ui, text, right - left, color), left, color);
    }

    /// The same of a text about something with this name, which is shortened in its middle.
    pub fn about(&self, ui: &Ui, text: &str, name: &str, [left, right]: [f32; 2], color: Color32) {
        self.draw(ui, shortened_text(ui, text, &[name], right - left, color), left, color);
    }

    /// The same of a name, whose end is kept.
    pub fn name(&self, ui: &Ui, name: &str, [left, right]: [f32; 2], color: Color32) {
        self.draw(ui, shortened_name(ui, name, right - left, color), left, color);
    }

    fn draw(&self, ui: &Ui, shown: std::sync::Arc<Galley>, left: f32, color: Color32) {
        ui.painter().galley(egui::pos2(left, self.rect.center().y - 0.5 * shown.size().y), shown, color);
    }
}

const LINE: f32 = 22.0;
/// Size of the cross that removes a line. Points.
const CROSS: f32 = 20.0;

/// Widgets with a box that is ticked, drawn with an outline: an empty box has nearly the colour of the panel.
pub fn ticked<R>(ui: &mut Ui, palette: &Palette, add: impl FnOnce(&mut Ui) -> R) -> R {
    let usual = ui.visuals().widgets.clone();
    let widgets = &mut ui.visuals_mut().widgets;
    for widget in [&mut widgets.inactive, &mut widgets.hovered] {
        // Menus have boxes without a border.
        widget.bg_stroke = Stroke::new(1.0, palette.quiet);
    }
    let shown = add(ui);
    ui.visuals_mut().widgets = usual;
    shown
}

/// A box to tick, in a row that says what it is for. Tab finds it as it finds fields.
pub fn tick_box(ui: &mut Ui, palette: &Palette, is_set: &mut bool) -> Response {
    let response = ticked(ui, palette, |ui| ui.checkbox(is_set, ""));
    fields::tab_stop(&response);
    places::name(&response, || fields::row_label(ui.ctx()));
    response
}

/// One of some words, each with its tooltip; returns the index of what is chosen instead of `now`. Tab finds it as it finds
/// fields, and arrow keys choose. `None`: several are chosen.
pub fn choice<'w>(
    ui: &mut Ui,
    id: &str,
    width: f32,
    now: Option<usize>,
    words: impl ExactSizeIterator<Item = (&'w str, &'w str)> + Clone,
) -> Option<usize> {
    let shown = now.and_then(|now| words.clone().nth(now)).map_or("—", |(word, _)| word);
    let mut chosen = None;
    let list = egui::ComboBox::from_id_salt(id).selected_text(shown).width(width).show_ui(ui, |ui| {
        for (index, (word, what)) in words.clone().enumerate() {
            if tip(ui.selectable_label(now == Some(index), word), what).clicked() {
                chosen = Some(index);
            }
        }
    });
    fields::tab_stop(&list.response);
    places::name(&list.response, || fields::row_label(ui.ctx()));
    if list.response.has_focus() {
        for (key, by) in [(egui::Key::ArrowDown, 1), (egui::Key::ArrowUp, -1)] {
            if ui.input_mut(|input| input.consume_key(egui::Modifiers::NONE, key)) {
                let next = now.map_or(0, |now| now.saturating_add_signed(by));
                chosen = Some(next.min(words.len().saturating_sub(1)));
            }
        }
    }
    chosen.filter(|chosen| now != Some(*chosen))
}

/// An empty text is no tip.
pub fn tip(response: Response, text: &str) -> Response {
    if text.is_empty() { response } else { response.on_hover_text(text) }
}

/// The field of a search, which keeps the focus; returns whether its text changed.
pub fn search_field(ui: &mut Ui, text: &mut String, id: &str, hint: &str, width: f32) -> bool {
    let id = egui::Id::new(id);
    ui.memory_mut(|memory| memory.request_focus(id));
    let field = egui::TextEdit::singleline(text)
        .id(id)
        .hint_text(hint)
        .lock_focus(true)
        .vertical_align(Align::Center)
        .desired_width(width);
    ui.add(field.min_size(vec2(0.0, ROW + 6.0))).changed()
}

/// A text; what is typed asks for this change.
pub fn text_field(ui: &mut Ui, id: impl std::hash::Hash, now: &str, change: impl Fn(String) -> Change) {
    list_field(ui, id, [now, ""], |text| Ok(change(text.to_owned())));
}

/// A text that may be refused, and the hint of an empty field; `Err` of `read` says what is allowed.
pub fn list_field(
    ui: &mut Ui,
    id: impl std::hash::Hash,
    [now, hint]: [&str; 2],
    read: impl Fn(&str) -> Result<Change, String>,
) {
    let id = ui.make_persistent_id(id);
    let (at, size) = (ui.cursor().min, vec2(ui.available_width(), ROW));
    fields::text_ui(ui, id, [now, hint], read);
    let place = egui::Rect::from_min_size(at, size).intersect(ui.clip_rect());
    places::name_rect(ui.ctx(), place, || fields::row_label(ui.ctx()));
}

/// A small window at the upper right of the canvas, kept within these bounds.
pub fn canvas_window(
    context: &Context,
    palette: &Palette,
    title: &'static str,
    bounds: egui::Rect,
) -> Window<'static> {
    Window::new(RichText::new(title).color(palette.strong).size(BODY))
        .id(egui::Id::new(title))
        .order(Order::Middle)
        .collapsible(false)
        .resizable(false)
        .pivot(Align2::RIGHT_TOP)
        .default_pos(context.available_rect().shrink(8.0).right_top())
        .constrain_to(bounds)
        .frame(egui::Frame::window(&context.style()).inner_margin(10))
}

pub fn plain(value: f64) -> String {
    short(value).replace('-', "−")
}

/// A number for a narrow column.
pub fn fixed(value: f64) -> String {
    if value.is_finite() { column(value).replace('-', "−") } else { "—".to_owned() }
}

/// A number for a column with room for one more digit.
pub fn fixed_wide(value: f64) -> String {
    if value.is_finite() { wide_column(value).replace('-', "−") } else { "—".to_owned() }
}

/// Where to scroll a list whose rows are `line` high, so that a row out of sight has some before it; `None`:
/// it is in sight. `offset` and `height`: what is in sight. Points.
pub fn offset_to(row: usize, line: f32, offset: f32, height: f32) -> Option<f32> {
    let (top, height) = (row as f32 * line, height.max(line));
    // Half a point more is rounding, and not seen.
    let is_in_sight = top >= offset && top + line <= offset + height + 0.5;
    (!is_in_sight).then(|| (top - height / 3.0).max(0.0))
}

pub fn mono(text: impl Into<String>, color: Color32) -> RichText {
    RichText::new(text).monospace().size(NUMBERS).color(color)
}

/// A text whose words in backticks, those of a file or of the command line, are in monospace without them.
pub fn with_code(text: &str, size: f32, color: Color32) -> LayoutJob {
    let mut job = LayoutJob::default();
    let is_paired = text.matches('`').count().is_multiple_of(2);
    let pieces = if is_paired { text.split('`').collect() } else { vec![text] };
    for (index, piece) in pieces.into_iter().enumerate() {
        let font = if index % 2 == 1 { FontId::monospace(size) } else { FontId::proportional(size) };
        job.append(piece, 0.0, TextFormat::simple(font, color));
    }
    job
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_read_with_its_prefix_and_unit_and_refused_with_what_is_allowed() {
        let size = NumberField::new(Limit::Size, 1.0).prefix("w ").scalar(" m", LengthUnit::METRE);
        for (text, expected) in
            [("3", 3.0), ("w 2,5 m", 2.5), ("1/4m", 0.25), ("1e6", 1.0e6), ("1e-9", 1.0e-9)]
        {
            assert_eq!(size.read(text), Ok(expected), "{text:?}");
        }
        let refused = [
            ("abc", "Not a number. Allowed: a number above 0, at most 1000000 m, or a sum: 1.5+0.2"),
            ("3 kg", "Not a number. Allowed: a number above 0, at most 1000000 m, or a sum: 1.5+0.2"),
            ("0", "Allowed: a number above 0, at most 1000000 m"),
            ("-1", "Allowed: a number above 0, at most 1000000 m"),
            ("1e9", "Allowed: a number above 0, at most 1000000 m"),
        ];
        for (text, why) in refused {
            assert_eq!(size.read(text), Err(why.to_owned()), "{text:?}");
        }
        let contacts = NumberField::new(Limit::Contacts, 1.0).scalar(" contacts", LengthUnit::METRE);
        assert_eq!(contacts.read("12 contacts"), Ok(12.0));
        assert_eq!(contacts.read("2.5"), Err("Allowed: a whole number from 1 to 1000000".to_owned()));
        let angle = NumberField::new(Limit::Any, 1.0).scalar("°", LengthUnit::METRE);
        assert_eq!(angle.read("45°"), Ok(45.0));
        assert_eq!(angle.read("1e39"), Err("Allowed: a number, in size at most 3.4e38".to_owned()));
    }

    /// The texts differ in the last bit, and each is read as its own number.
    #[test]
    fn a_number_that_is_typed_into_has_all_its_digits() {
        let metre = NumberField::new(Limit::Any, 1.0).scalar(" m", LengthUnit::METRE);
        let rows = [
            (0.125, "0.125"),
            (0.333_333_34, "0.33333334"),
            (0.333_3, "0.3333"),
            (-0.250_000_12, "−0.25000012"),
            (1.0e-9, "1e−9"),
            (123_456.79, "123456.79"),
            (0.0, "0"),
        ];
        for (value, text) in rows {
            assert_eq!(metre.exact(value), text);
        }
        let [_, y] =
            NumberField::new(Limit::Any, 1.0).vector(" m", LengthUnit::pixel(32.0).with_y_down(true));
        for value in [0.1_f32, -7.3, 1.0 / 3.0, 1.0e6, 1.0e-20, 5.0e-5, 0.0, 0.12345679] {
            assert_eq!(y.read(&y.exact(value)), Ok(value), "{}", y.exact(value));
            assert_eq!(metre.read(&metre.exact(value)), Ok(value), "{}", metre.exact(value));
        }
        assert_eq!(y.exact(-0.1), "3.2");
    }

    #[test]
    fn a_number_is_read_in_the_unit_that_is_typed() {
        let fields = [" m", " m/s", "°", "°/s", " kg"].map(|unit| {
            let field = NumberField::new(Limit::Any, 1.0);
            [LengthUnit::METRE, LengthUnit::pixel(32.0)].map(|shown| field.clone().scalar(unit, shown))
        });
        let rows = [
            ("30 cm", [Some(0.3), None, None, None, None]),
            ("1/4 mm", [Some(0.000_25), None, None, None, None]),
            ("w 2 m", [None; 5]),
            ("2 m", [Some(2.0), None, None, None, None]),
            ("30cm/s", [None, Some(0.3), None, None, None]),
            ("45 deg", [None, None, Some(45.0), None, None]),
            ("pi/2 rad", [None, None, Some(90.0), None, None]),
            ("pi rad/s", [None, None, None, Some(180.0), None]),
            ("3 kg", [None, None, None, None, Some(3.0)]),
        ];
        for (text, expected) in rows {
            for shown in 0..2 {
                let read = fields.each_ref().map(|field| field[shown].read(text).ok());
                assert_eq!(read, expected, "{text:?}");
            }
        }
        let [_, y] =
            NumberField::new(Limit::Any, 1.0).vector(" m", LengthUnit::pixel(32.0).with_y_down(true));
        assert_eq!([y.read("y 64"), y.read("200 cm"), y.read("64 px")], [Ok(-2.0), Ok(-2.0), Ok(-2.0)]);
    }

    #[test]
    fn words_in_backticks_are_in_monospace_without_them() {
        let job = with_code("`meets` of a lacks `b`.", 13.0, Color32::WHITE);
        assert_eq!(job.text, "meets of a lacks b.");
        let code = job.sections.iter().filter(|section| section.format.font_id == FontId::monospace(13.0));
        let code: Vec<&str> = code
            .map(|section| &job.text[section.byte_range.clone()])
            .filter(|text| !text.is_empty())
            .collect();
        assert_eq!(code, ["meets", "b"]);
        assert_eq!(with_code("a ` b", 13.0, Color32::WHITE).text, "a ` b");
    }

    #[test]
    fn a_field_shows_no_number_as_zero() {
        for (value, text) in
            [(0.0, "0"), (-0.0, "0"), (1.5, "1.5"), (-0.25, "−0.25"), (1.0e-9, "1e−9"), (0.0125, "0.0125")]
        {
            assert_eq!(plain(value), text);
        }
    }

    #[test]
    fn columns_stay_narrow() {
        let rows = [
            (0.25, "0.250"),
            (-9.99e-5, "−9.99e−5"),
            (-12.3456, "−12.346"),
            (123_456.0, "123456"),
            (f64::NAN, "—"),
        ];
        for (value, text) in rows {
            assert_eq!(fixed(value), text);
        }
    }
}
