//! An allocator that counts, each thread by itself: the test harness allocates too, on its own one, whenever a test ends or
//! starts. It is that of the whole process, so the tests that count have a file of their own.
#![allow(dead_code, clippy::unwrap_used, unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

struct Counting;

thread_local! {
    /// Allocations of this thread.
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
    /// Bytes that this thread allocated and did not free.
    static HELD: Cell<isize> = const { Cell::new(0) };
}

/// Allocations of this thread so far.
pub fn allocations() -> usize {
    ALLOCATIONS.get()
}

/// Bytes that this thread holds.
pub fn bytes_held() -> usize {
    HELD.get().try_into().unwrap()
}

// SAFETY: every call goes to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        HELD.set(HELD.get() + layout.size() as isize);
        // SAFETY: the caller's promise about `layout` is the one that the system's allocator asks for.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        HELD.set(HELD.get() - layout.size() as isize);
        // SAFETY: `pointer` came from `alloc` above with this `layout`.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;
