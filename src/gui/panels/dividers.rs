//! The heights of the parts of the side panel, and the lines between them.

use egui_macroquad::egui::{self, Ui};

use super::places;
use crate::app::{AppState, Command, SideSizes, ViewCommand};
use crate::gui::style::Palette;

/// A part of the side panel below the panel's own, whose height can be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum PanelPart {
    Bodies,
    Contacts,
    Axes,
}

impl PanelPart {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Bodies => "bodies",
            Self::Contacts => "contacts",
            Self::Axes => "axes",
        }
    }

    fn size(self, sizes: &mut SideSizes) -> &mut Option<f32> {
        match self {
            Self::Bodies => &mut sizes.bodies,
            Self::Contacts => &mut sizes.contacts,
            Self::Axes => &mut sizes.axes,
        }
    }
}

/// A part of the side panel as it was laid out.
#[derive(Clone, Copy, Debug)]
pub(super) struct LaidOut {
    pub rect: egui::Rect,
    /// Height at which its first line is in sight. Points.
    pub least: f32,
    /// Height at which nothing of it is cut. Points.
    pub wanted: f32,
}

/// The lines above the lower parts, given from below: a drag moves one line, and a double click makes the parts beside
/// it as high as their content needs again. `own`: the part above them.
pub(super) fn dividers_ui(
    ui: &Ui,
    state: &AppState,
    palette: &Palette,
    lower: &[(PanelPart, LaidOut)],
    own: LaidOut,
    out: &mut Vec<Command>,
) {
    /// Height of what can be dragged. Points.
    const GRIP: f32 = 8.0;
    let heights = |of: &dyn Fn(&LaidOut) -> f32| -> Vec<f32> {
        lower.iter().map(|(_, part)| part).chain([&own]).map(of).collect()
    };
    for (i, (part, LaidOut { rect, .. })) in lower.iter().enumerate() {
        let above = lower.get(i + 1);
        let grip =
            egui::Rect::from_x_y_ranges(rect.x_range(), egui::Rangef::point(rect.top()).expand(0.5 * GRIP));
        let response = ui.interact(grip, ui.id().with(("divider", part)), egui::Sense::click_and_drag());
        places::name(&response, || format!("Line above {}", part.name()));
        if response.hovered() || response.dragged() {
            ui.ctx().set_cursor_icon(egui::CursorIcon::ResizeVertical);
            ui.painter().hline(rect.x_range(), rect.top(), egui::Stroke::new(2.0, palette.accent));
        }
        let mut sizes = state.showing().kept.side;
        if response.double_clicked() {
            *part.size(&mut sizes) = None;
            if let Some((other, _)) = above {
                *other.size(&mut sizes) = None;
            }
        } else if let Some(pointer) = response.interact_pointer_pos().filter(|_| response.dragged()) {
            // Heights are those at the start of the drag, so that a line dragged back leaves all as it was.
            if response.drag_started() {
                let start = (heights(&|part| part.rect.height()), rect.top());
                ui.data_mut(|data| data.insert_temp(response.id, start));
            }
            let start = ui.data(|data| data.get_temp::<(Vec<f32>, f32)>(response.id));
            let Some((start, top)) = start.filter(|(start, _)| start.len() == lower.len() + 1) else {
                continue;
            };
            let moved = traded(&start, &heights(&|part| part.least), i, top - pointer.y);
            for (k, (part, laid_out)) in lower.iter().enumerate() {
                // A part that shows all that it has does not grow by what others give.
                let is_cut = laid_out.wanted > laid_out.rect.height() + 0.5;
                if moved[k] != start[k] || is_cut || k == i || k == i + 1 {
                    *part.size(&mut sizes) = Some(moved[k].round());
                }
            }
        }
        if sizes != state.showing().kept.side {
            out.push(Command::View(ViewCommand::SizeSide(sizes)));
        }
    }
}

/// Heights of parts, given from below, once the line above part `line` is `up` higher: a neighbour that has its least
/// height takes from the next one.
fn traded(heights: &[f32], least: &[f32], line: usize, up: f32) -> Vec<f32> {
    let mut traded = heights.to_vec();
    let (gains, givers): (_, Vec<usize>) = if up > 0.0 {
        (line, (line + 1..heights.len()).collect())
    } else {
        (line + 1, (0..=line).rev().collect())
    };
    let mut left = up.abs();
    for giver in givers {
        let given = left.min(heights[giver] - least[giver]).max(0.0);
        traded[giver] -= given;
        traded[gains] += given;
        left -= given;
    }
    traded
}

/// Each part gets the height that is set for it or else that it wants. Where there is too little room, each has its
/// least height (at most what it wants), and those that want more than their share of the rest get their shares.
pub(super) fn shares(room: f32, wanted: [f32; 4], set: [Option<f32>; 4], least: [f32; 4]) -> [f32; 4] {
    /// The axes are what the person came for; a list of contacts can be scrolled.
    const WEIGHTS: [f32; 4] = [1.0, 0.5, 0.6, 1.5];
    let is_shown = |i: usize| wanted[i] > 0.0;
    // A part that is set keeps its height as long as the others have their least.
    let mut base = [0.0; 4];
    for i in (0..4).filter(|i| is_shown(*i)) {
        base[i] = least[i];
    }
    let spare = (room - base.iter().sum::<f32>()).max(0.0);
    let more = |i: usize| set[i].map(|set| (set - base[i]).max(0.0));
    let asked: f32 = (0..4).filter(|i| is_shown(*i)).filter_map(more).sum();
    let scale = if asked > spare { spare / asked } else { 1.0 };
    let mut shares = base;
    for i in (0..4).filter(|i| is_shown(*i)) {
        shares[i] += more(i).unwrap_or(0.0) * scale;
    }
    let mut order: Vec<usize> = (0..4).filter(|i| is_shown(*i) && set[*i].is_none()).collect();
    let greed = |i: usize| (wanted[i] - base[i]) / WEIGHTS[i];
    order.sort_by(|&p, &q| greed(p).total_cmp(&greed(q)));
    let (mut left, mut weights) = (spare - asked * scale, order.iter().map(|i| WEIGHTS[*i]).sum::<f32>());
    for i in order {
        let share = (wanted[i] - base[i]).min(left * WEIGHTS[i] / weights);
        shares[i] += share;
        left -= share;
        weights -= WEIGHTS[i];
    }
    shares
}
