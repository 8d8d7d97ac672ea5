//! The window: macroquad and egui.
