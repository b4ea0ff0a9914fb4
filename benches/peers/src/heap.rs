// SPDX-License-Identifier: MIT OR Apache-2.0
//! What a call asks the heap for: bytes at most at once, bytes still there when it has returned, and how often it asks.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

/// The system's allocator. It counts within [`used_by`] and [`requests_of`] only; elsewhere that is one branch, always the
/// same way.
pub struct Counting;

static COUNTS: AtomicBool = AtomicBool::new(false);
static REQUESTS: AtomicUsize = AtomicUsize::new(0);
static LIVE: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);
static PEAK_MOVING: AtomicUsize = AtomicUsize::new(0);

#[cold]
fn count(added: usize, removed: usize) {
    REQUESTS.fetch_add(usize::from(added > 0), Relaxed);
    // Memory from before may be freed in between, so live bytes can fall below 0: they wrap, and are read as 0.
    let live = LIVE.load(Relaxed).wrapping_add(added);
    let both = if live > usize::MAX / 2 { 0 } else { live };
    let left = live.wrapping_sub(removed);
    LIVE.store(left, Relaxed);
    PEAK.fetch_max(if left > usize::MAX / 2 { 0 } else { left }, Relaxed);
    PEAK_MOVING.fetch_max(both, Relaxed);
}

// SAFETY: the system's allocator, called as this one is.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if COUNTS.load(Relaxed) {
            count(layout.size(), 0);
        }
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if COUNTS.load(Relaxed) {
            count(layout.size(), 0);
        }
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if COUNTS.load(Relaxed) {
            count(size, layout.size());
        }
        unsafe { System.realloc(memory, layout, size) }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        if COUNTS.load(Relaxed) {
            count(0, layout.size());
        }
        unsafe { System.dealloc(memory, layout) }
    }
}

/// What a call used, in bytes as asked for.
#[derive(Clone, Copy)]
pub struct Used {
    /// At most at once, where blocks grow in place (large ones do).
    pub peak: usize,
    /// At most at once, where a block that grows is moved, and is there twice meanwhile.
    pub peak_moving: usize,
    /// By what it returned.
    pub kept: usize,
}

/// What a call uses. It is made twice, since the first one may set up things for good.
pub fn used_by<T>(mut call: impl FnMut() -> T) -> Used {
    drop(call());
    for counter in [&LIVE, &PEAK, &PEAK_MOVING] {
        counter.store(0, Relaxed);
    }
    COUNTS.store(true, Relaxed);
    let made = call();
    COUNTS.store(false, Relaxed);
    drop(made);
    Used { peak: PEAK.load(Relaxed), peak_moving: PEAK_MOVING.load(Relaxed), kept: LIVE.load(Relaxed) }
}

/// What a call returns, and how often it asks for memory, new or of another size.
pub fn requests_of<T>(call: impl FnOnce() -> T) -> (T, usize) {
    REQUESTS.store(0, Relaxed);
    COUNTS.store(true, Relaxed);
    let made = call();
    COUNTS.store(false, Relaxed);
    (made, REQUESTS.load(Relaxed))
}
