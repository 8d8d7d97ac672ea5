//! The menus of the bar by keyboard: which of them is to open, and which line is marked.
//!
//! The shell asks for moves, and the next pass of [`super::menu`] makes them.

use egui_macroquad::egui::{Context, Id, Vec2};

/// What a key does in the menus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MenuKey {
    /// Opens the first menu, or closes the open one.
    Toggle,
    /// Moves to the menu at the left.
    Left,
    /// Moves to the menu at the right.
    Right,
    Up,
    Down,
    /// Moves to the first line.
    First,
    Last,
    /// Acts as a click on the marked line.
    Take,
}

/// A line of a menu, as the keyboard sees it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Marked {
    pub is_marked: bool,
    /// The mark has just come to it.
    pub is_new: bool,
    /// Enter was pressed on it.
    pub is_taken: bool,
}

#[derive(Clone, Debug, Default)]
struct Keys {
    asked: Vec<MenuKey>,
    open: Option<usize>,
    /// The menu to open in this pass; `Some(None)`: none is to be open.
    wanted: Option<Option<usize>>,
    /// The marked line, of those that can be taken.
    at: Option<usize>,
    is_new: bool,
    is_taken: bool,
    /// Lines of the open menu so far in this pass, and in the last one.
    lines: usize,
    count: usize,
    /// The lines that are laid out are those of the open menu.
    inside: bool,
}

/// `f` must not call the context, which is locked.
fn with<R>(context: &Context, f: impl FnOnce(&mut Keys) -> R) -> R {
    context.data_mut(|data| f(data.get_temp_mut_or_default(Id::new("menu keys"))))
}

/// Asks for a move.
pub fn ask(context: &Context, key: MenuKey) {
    with(context, |keys| keys.asked.push(key));
}

/// Whether a menu of the bar is open, or will be once the keys asked for are carried out.
pub fn is_open(context: &Context) -> bool {
    with(context, |keys| {
        let toggles = keys.asked.iter().filter(|key| **key == MenuKey::Toggle).count();
        keys.open.is_some() == toggles.is_multiple_of(2)
    })
}

pub fn opened(context: &Context) -> Option<usize> {
    with(context, |keys| keys.open)
}

/// Begins a pass, with this many menus.
pub fn begin(context: &Context, menus: usize) {
    let moved = context.input(|input| input.pointer.delta() != Vec2::ZERO);
    with(context, |keys| {
        (keys.wanted, keys.is_new, keys.is_taken) = (None, false, false);
        keys.count = std::mem::take(&mut keys.lines);
        if moved {
            keys.at = None;
        }
        while !keys.asked.is_empty() && keys.wanted.is_none() && !keys.is_taken {
            let key = keys.asked.remove(0);
            keys.make(key, menus);
        }
    });
    if with(context, |keys| !keys.asked.is_empty()) {
        context.request_repaint();
    }
}

/// Whether the keyboard opens (`true`) or closes this menu in this pass.
pub fn wanted(context: &Context, menu: usize) -> Option<bool> {
    with(context, |keys| keys.wanted.map(|wanted| wanted == Some(menu)))
}

/// Whether a line is marked, so that a resting pointer counts for nothing.
pub fn has_mark(context: &Context) -> bool {
    with(context, |keys| keys.at.is_some())
}

/// Begins the lines of an open menu, up to [`leave`].
pub fn enter(context: &Context) {
    with(context, |keys| keys.inside = true);
}

/// Ends the lines of a menu; `is_open`: it stays open.
pub fn leave(context: &Context, menu: usize, is_open: bool) {
    with(context, |keys| {
        keys.inside = false;
        if is_open {
            keys.open = Some(menu);
        } else if keys.open == Some(menu) {
            keys.open = None;
            // Unless another one opens in its place.
            if !matches!(keys.wanted, Some(Some(_))) {
                keys.at = None;
            }
        }
    });
}

/// What the keyboard does with the next line, which can be taken if it is `enabled`.
pub fn line(context: &Context, enabled: bool) -> Marked {
    with(context, |keys| {
        if !keys.inside || !enabled {
            return Marked::default();
        }
        let is_marked = keys.at == Some(keys.lines);
        keys.lines += 1;
        Marked { is_marked, is_new: is_marked && keys.is_new, is_taken: is_marked && keys.is_taken }
    })
}

impl Keys {
    fn make(&mut self, key: MenuKey, menus: usize) {
        let Some(open) = self.open else {
            if key == MenuKey::Toggle {
                self.go_to(Some(0));
            }
            return;
        };
        let last = self.count.saturating_sub(1);
        let at = match key {
            MenuKey::Toggle => return self.go_to(None),
            MenuKey::Left => return self.go_to(Some((open + menus - 1) % menus)),
            MenuKey::Right => return self.go_to(Some((open + 1) % menus)),
            MenuKey::Take => {
                self.is_taken = self.at.is_some();
                return;
            }
            MenuKey::Up => self.at.map_or(last, |at| if at == 0 { last } else { at - 1 }),
            MenuKey::Down => self.at.map_or(0, |at| if at >= last { 0 } else { at + 1 }),
            MenuKey::First => 0,
            MenuKey::Last => last,
        };
        (self.at, self.is_new) = (Some(at), true);
    }

    fn go_to(&mut self, menu: Option<usize>) {
        self.wanted = Some(menu);
        (self.at, self.is_new) = (menu.map(|_| 0), true);
    }
}
