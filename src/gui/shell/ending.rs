//! The end from outside: a signal that ends the program finds unsaved work on the disk. It waits for the recovery thread
//! and then acts as ever. A lost display ends the program inside of Xlib; what the thread wrote is at most a second old.

use crate::app::Rescue;

/// From now on a signal that ends the program (SIGTERM, SIGINT, SIGHUP, SIGQUIT) first gets unsaved work onto the disk.
/// Signals that the program was started to ignore (`nohup`) stay ignored.
#[cfg(unix)]
pub fn rescue_at_signals(rescue: Rescue) {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    let ignored = ignored();
    let all = [SIGHUP, SIGINT, SIGQUIT, SIGTERM];
    let wanted = all.into_iter().filter(|signal| ignored & (1 << (signal - 1)) == 0);
    let Ok(mut signals) = Signals::new(wanted) else { return };
    let wait = move || {
        for signal in signals.forever() {
            let _ = rescue.flush();
            let _ = emulate_default_handler(signal);
        }
    };
    // Without the thread, the last second of edits may be lost.
    let _ = std::thread::Builder::new().name("signals".to_owned()).spawn(wait);
}

#[cfg(not(unix))]
pub fn rescue_at_signals(_: Rescue) {}

/// The ignored signals, one bit each; none where the system does not tell.
#[cfg(unix)]
fn ignored() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or_default()
}
