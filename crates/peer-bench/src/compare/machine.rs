//! The machine and the versions measured.

use std::fs;

/// The processor's name and the number of threads it offers.
pub fn processor() -> String {
    let threads = std::thread::available_parallelism().map_or(0, usize::from);
    let name = fs::read_to_string("/proc/cpuinfo").ok().and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("model name"))?;
        Some(line.split_once(':')?.1.trim().to_owned())
    });
    format!("{}, {threads} threads, {}", name.unwrap_or_default(), std::env::consts::ARCH)
}

/// The version that `Cargo.lock` names for a crate.
pub fn version(name: &str) -> &'static str {
    const LOCK: &str = include_str!("../../../../Cargo.lock");
    LOCK.split("[[package]]")
        .filter(|package| {
            package.lines().any(|line| line.strip_prefix("name = ") == Some(&format!("\"{name}\"")))
        })
        .find_map(|package| package.lines().find_map(|line| line.strip_prefix("version = ")))
        .map_or("unknown", |version| version.trim_matches('"'))
}

/// Memory of this process, now and at its peak. Bytes; `None` where the system does not report it.
pub fn memory() -> Option<(u64, u64)> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let kib = |name: &str| {
        let line = status.lines().find_map(|line| line.strip_prefix(name))?;
        line.trim_start_matches(':').trim().trim_end_matches("kB").trim().parse::<u64>().ok()
    };
    Some((kib("VmRSS")? * 1024, kib("VmHWM")? * 1024))
}
