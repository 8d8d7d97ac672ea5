//! Messages for the person, over the canvas.

use egui_macroquad::egui::{
    self, Align, Align2, Area, Context, FontId, Frame, Id, Label, Layout, Margin, Order, RichText,
    ScrollArea, Ui, WidgetText, vec2,
};

use glam::Vec2;

use super::icons::{Icon, icon_button};
use super::places::Named as _;
use super::widgets::with_code;
use crate::app::{AppState, Command, Level, Message, ViewCommand};
use crate::gui::style::{BODY, NUMBERS, Palette};
use crate::picture::display::Rect;

/// The shown messages, in a corner of the canvas; errors are wider and in monospace.
pub fn messages_ui(context: &Context, state: &AppState, out: &mut Vec<Command>) {
    let at_right = Id::new("messages are at the right");
    if state.messages().is_empty() {
        context.data_mut(|data| data.remove::<bool>(at_right));
        return;
    }
    // A message stays where it is while bodies move.
    let is_at_right =
        context.data_mut(|data| *data.get_temp_mut_or_insert_with(at_right, || hides_left(state)));
    let palette = Palette::of(&state.showing().theme);
    let canvas = context.available_rect();
    // At the top, because notes and most strips are at the bottom.
    let (pivot, corner) = if is_at_right {
        (Align2::RIGHT_TOP, canvas.right_top() + vec2(-16.0, 16.0))
    } else {
        (Align2::LEFT_TOP, canvas.left_top() + vec2(16.0, 16.0))
    };
    Area::new(Id::new("messages")).order(Order::Middle).pivot(pivot).fixed_pos(corner).show(context, |ui| {
        ui.set_max_width((canvas.width() - 32.0).max(120.0));
        ui.spacing_mut().item_spacing.y = 8.0;
        for message in state.messages() {
            message_ui(ui, message, palette, out);
        }
    });
}

/// Whether a message at the left would lie over what is selected, which it may be about, and one at the right would not.
fn hides_left(state: &AppState) -> bool {
    /// About the size of a message. Pixels.
    const SIZE: Vec2 = Vec2::new(560.0, 72.0);
    let view = state.showing().view();
    let (min, right) = (view.canvas.min, view.canvas.max.x - SIZE.x);
    let pair = state.looking().selected_pair().map(|(a, b)| [a, b]);
    let bodies = pair.iter().flatten().chain(state.looking().selection());
    let boxes: Vec<Rect> = bodies
        .filter_map(|index| state.run().shown().body(*index))
        .map(|body| view.screen_box(body))
        .collect();
    let is_free =
        |left: f32| !boxes.iter().any(|shown| shown.overlaps(&Rect::at(Vec2::new(left, min.y), SIZE)));
    right > min.x && !is_free(min.x) && is_free(right)
}

fn message_ui(ui: &mut Ui, message: &Message, palette: &Palette, out: &mut Vec<Command>) {
    let color = match message.level {
        Level::Info => palette.accent,
        Level::Warning => palette.warning,
        Level::Error => palette.error,
    };
    // Otherwise a message that comes again would give no sign.
    let border = if message.flash > 0.0 { color } else { palette.line };
    let frame = Frame::new()
        .fill(palette.raised)
        .stroke(egui::Stroke::new(1.0, border))
        .corner_radius(6.0)
        .shadow(ui.visuals().popup_shadow)
        .inner_margin(Margin { left: 16, right: 8, top: 8, bottom: 8 });
    // Quoted lines of a file with a mark below them need columns.
    let code = message.level == Level::Error || message.text.contains('\n');
    let room = (ui.available_width() - 104.0).clamp(80.0, if code { 720.0 } else { 520.0 });
    // An error may quote a file that has backticks.
    let text: WidgetText = if code {
        let letter = ui.fonts(|fonts| fonts.glyph_width(&FontId::monospace(NUMBERS), '0'));
        let text = with_short_quotes(&message.text, (room / letter) as usize);
        RichText::new(text).color(palette.text).monospace().size(NUMBERS).into()
    } else {
        with_code(&message.text, BODY, palette.text).into()
    };
    let shown = frame.show(ui, |ui| {
        ui.with_layout(Layout::left_to_right(Align::Min), |ui| {
            ui.vertical(|ui| {
                ui.set_max_width(room);
                ui.add_space(3.0);
                ScrollArea::vertical().id_salt(message.id).max_height(280.0).show(ui, |ui| {
                    ui.add(Label::new(text).wrap().selectable(code));
                });
            });
            if icon_button(ui, palette, Icon::Copy, false, true, "Copy").named("Copy message").clicked() {
                out.push(Command::View(ViewCommand::CopyMessage(message.id)));
            }
            if icon_button(ui, palette, Icon::Close, false, true, "Dismiss")
                .named("Dismiss message")
                .clicked()
            {
                out.push(Command::View(ViewCommand::DismissMessage(message.id)));
            }
        });
    });
    let rect = shown.response.rect;
    let bar =
        egui::Rect::from_min_max(rect.left_top() + vec2(5.0, 8.0), rect.left_bottom() + vec2(8.0, -8.0));
    ui.painter().rect_filled(bar, 1.5, color);
}

/// The text with at most so many letters in a quoted line of a file, so that it does not wrap under the mark below it.
fn with_short_quotes(text: &str, columns: usize) -> String {
    /// Letters before what is quoted.
    const GUTTER: usize = 8;
    /// Letters that stay after the mark.
    const AFTER: usize = 12;
    let lines: Vec<&str> = text.lines().collect();
    // Where the mark is, in what is quoted.
    let marked = |line: &&str| {
        let before = line.strip_prefix("      | ")?.strip_suffix('^')?;
        before.chars().all(|letter| letter == ' ').then_some(before.len())
    };
    let shown = (0..lines.len()).map(|index| {
        let line = lines[index];
        let Some(mark) = lines[index..].iter().take(2).find_map(marked) else { return line.to_owned() };
        let room = columns.saturating_sub(GUTTER).max(1);
        let skipped = (mark + 1 + AFTER).saturating_sub(room).min(mark);
        let (gutter, quoted) = (line.chars().take(GUTTER), line.chars().skip(GUTTER + skipped).take(room));
        gutter.chain(quoted).collect()
    });
    shown.collect::<Vec<String>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::with_short_quotes;

    #[test]
    fn a_quoted_line_is_cut_so_that_its_mark_stays_below_its_place() {
        let quote = |before: usize, after: usize| {
            let [before, after] = [before, after].map(|count| "abcdefghij".repeat(count));
            let mark = " ".repeat(before.len());
            format!("a.ron:3:9: what is wrong\n    3 | {before}!{after}\n      | {mark}^")
        };
        for (before, after) in [(0, 1), (0, 20), (3, 9), (9, 9), (9, 0)] {
            for columns in [120, 60, 30] {
                let shown = with_short_quotes(&quote(before, after), columns);
                let [what, line, mark] = shown.lines().collect::<Vec<_>>()[..] else { panic!("{shown}") };
                assert_eq!(what, "a.ron:3:9: what is wrong");
                assert!(line.len() <= columns && mark.len() <= columns, "{shown}");
                assert!(line.starts_with("    3 | ") && mark.starts_with("      | "), "{shown}");
                assert_eq!(line.find('!'), mark.find('^'), "{shown}");
            }
        }
        let short = quote(1, 1);
        assert_eq!(with_short_quotes(&short, 60), short);
        assert_eq!(with_short_quotes("no quote\n      | of a file", 9), "no quote\n      | of a file");
    }
}
