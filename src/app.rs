//! The editor without a window: documents, history, simulation, commands, tools.
