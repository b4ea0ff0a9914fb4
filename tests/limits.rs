// SPDX-License-Identifier: MIT OR Apache-2.0
//! Large and hostile documents: what they may cost in memory and time, and that a process which has no more memory
//! gets a status and lives on.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::ptr::{null, null_mut};
use std::time::Duration;

use zrg::capi::*;

/// Counts the bytes that a thread holds, and the most that it held.
struct Counting;

thread_local! {
    static HELD: Cell<usize> = const { Cell::new(0) };
    static MOST: Cell<usize> = const { Cell::new(0) };
}

fn count(more: usize, less: usize) {
    // What another thread reserved may be given back by this one.
    HELD.set((HELD.get() + more).saturating_sub(less));
    MOST.set(MOST.get().max(HELD.get()));
}

// SAFETY: the system's allocator, with a look at the sizes.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size(), 0);
        unsafe { System.alloc(layout) }
    }
    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // For a moment there may be both.
        count(size, 0);
        count(0, layout.size());
        unsafe { System.realloc(memory, layout, size) }
    }
    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        count(0, layout.size());
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// A call's answer, the bytes it held at most, and those it still holds.
fn measured<T>(call: impl FnOnce() -> T) -> (T, usize, usize) {
    let before = HELD.get();
    MOST.set(before);
    let answer = call();
    (answer, MOST.get() - before, HELD.get() - before)
}

const OK: zrg_status = zrg_status_code::ZRG_OK as zrg_status;
const MEMORY: zrg_status = zrg_status_code::ZRG_ERROR_MEMORY as zrg_status;
const RANGE: zrg_status = zrg_status_code::ZRG_ERROR_RANGE as zrg_status;
const VALUE: zrg_status = zrg_status_code::ZRG_ERROR_VALUE as zrg_status;
const JSON: zrg_status = zrg_status_code::ZRG_ERROR_JSON as zrg_status;
const STRUCTURE: zrg_status = zrg_status_code::ZRG_ERROR_STRUCTURE as zrg_status;
const UNSUPPORTED: zrg_status = zrg_status_code::ZRG_ERROR_UNSUPPORTED as zrg_status;

fn rectilinear(shapes: &str) -> String {
    format!(r#"{{"name":"rectilinear","configuration":{{"kind":"inline","chunk_shapes":[{shapes}]}}}}"#)
}

fn read(text: &str, extent: u64) -> (zrg_status, *mut zrg_grid) {
    let mut grid = null_mut();
    let status =
        unsafe { zrg_grid_from_json(text.as_ptr().cast(), text.len(), 1, &extent, null(), &mut grid, null_mut()) };
    (status, grid)
}

/// How many problems a document has; or the status of a call that could not say.
fn problems(text: &str, extent: u64) -> Result<usize, zrg_status> {
    let mut count = 0;
    let status = unsafe {
        let text = (text.as_ptr().cast(), text.len());
        zrg_grid_validate_json(text.0, text.1, 1, &extent, null(), null_mut(), 0, &mut count, null_mut())
    };
    if status == OK { Ok(count) } else { Err(status) }
}

/// The time that this thread has computed for, whatever else the machine does.
fn own_time() -> Duration {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the structure is ours.
    assert_eq!(unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut time) }, 0);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

#[test]
fn long_numbers_are_judged_at_once() {
    let nines = "9".repeat(1_000_000);
    let zeros = "0".repeat(1_000_000);
    let third = &nines[..333_333];
    let numbers = [
        (nines.clone(), RANGE),
        (format!("-{nines}"), VALUE),
        (format!("{third}.{third}e-{third}"), VALUE),
        (format!("0.{nines}"), VALUE),
        (format!("0.{zeros}7"), VALUE),
        (format!("7.{zeros}"), OK),
        (format!("7{zeros}e-1000000"), OK),
        (format!("0.{zeros}7e1000001"), OK),
        (format!("7e{zeros}"), OK),
        (format!("7e{nines}"), RANGE),
        (format!("7e-{nines}"), VALUE),
        ("1e999999999999".into(), RANGE),
        ("1e-999999999999".into(), VALUE),
        ("1e-400".into(), VALUE),
    ];
    // What stands beside the number is right with any that is accepted.
    let places = ["{}", "[{}]", "[[{}, 1]]", "[[1, {}]]", "[7, {}]"];
    for (i, (number, expected)) in numbers.iter().enumerate() {
        for place in [places[i % 5], places[(i + 3) % 5]] {
            let text = rectilinear(&place.replace("{}", number));
            let start: String = number.chars().take(12).collect();
            let shown = format!("{start}... ({} bytes) in {place}", number.len());

            // Anything but one look at each digit would take minutes; unoptimised, one look takes ten times as long.
            let at_once = Duration::from_millis(if cfg!(debug_assertions) { 1000 } else { 100 });
            let judged_at_once = || {
                let start = own_time();
                let ((status, grid), most, _) = measured(|| read(&text, 7));
                let took = own_time() - start;
                assert_eq!(status, *expected, "{shown}");
                assert!(most < 16 << 10, "{shown}: {most} bytes");
                unsafe { zrg_grid_free(grid) };
                took < at_once
            };
            // Another thread may have had the caches once.
            assert!((0..3).any(|_| judged_at_once()), "{shown}: not within {at_once:?}");
            let (count, most, _) = measured(|| problems(&text, 7));
            assert_eq!(count, Ok(usize::from(*expected != OK)), "{shown}");
            assert!(most < 16 << 10, "{shown}: {most} bytes");
        }
    }
}

#[test]
fn long_names_cost_nothing() {
    let long = "x".repeat(1_000_000);
    let documents = [
        format!(r#"{{"name":"{long}","configuration":{{}}}}"#),
        format!(r#"{{"{long}":1,"name":"rectilinear","configuration":{{"kind":"inline","chunk_shapes":[7]}}}}"#),
        format!(r#"{{"name":"rectilinear","configuration":{{"kind":"{long}","chunk_shapes":[7]}}}}"#),
        format!(r#"{{"name":"rectilinear","configuration":{{"kind":"inline","chunk_shapes":[7],"\u0078":"{long}"}}}}"#),
    ];
    for text in &documents {
        let ((status, _), most, _) = measured(|| read(text, 7));
        assert_eq!(status, UNSUPPORTED);
        assert!(most < 16 << 10, "{most} bytes");
    }
}

#[test]
fn nesting_costs_a_bit_a_level() {
    const LEVELS: usize = 1_000_000;
    let nested = "[".repeat(LEVELS) + &"]".repeat(LEVELS);
    let right = r#"{"name":"regular","configuration":{"chunk_shape":[7],"x":"#;
    let documents = [
        // Ignored, where something else belongs, twice, and without end.
        (format!("{right}{nested}}}}}"), true, OK),
        (rectilinear(&nested), false, STRUCTURE),
        (format!(r#"{{"configuration":{nested},"configuration":{nested},"name":"hexagonal"}}"#), false, UNSUPPORTED),
        (rectilinear(&"[".repeat(LEVELS)), false, JSON),
    ];
    for (text, any_member, expected) in &documents {
        let flags = if *any_member { ZRG_READ_ANY_MEMBER } else { 0 };
        let options = zrg_options { struct_size: size_of::<zrg_options>() as u32, flags, max_runs: 0, max_text: 0 };
        let (status, most, _) = measured(|| unsafe {
            let mut grid = null_mut();
            let status = zrg_grid_from_json(text.as_ptr().cast(), text.len(), 1, &7, &options, &mut grid, null_mut());
            zrg_grid_free(grid);
            status
        });
        assert_eq!(status, *expected);
        // A vector that grows is there twice for a moment.
        assert!(most < LEVELS / 8 * 4, "{most} bytes for {LEVELS} levels");
    }
}

/// A long document of each kind, the extent of its array, and how many numbers it holds.
fn long_document(kind: &str, entries: usize) -> (String, u64, usize) {
    let list = |entry: &dyn Fn(usize) -> String| {
        let entries: Vec<String> = (0..entries).map(entry).collect();
        rectilinear(&format!("[{}]", entries.join(",")))
    };
    match kind {
        // No two neighbours equal: one prefix sum a chunk.
        "edges" => (list(&|i| (i % 5 + 1).to_string()), entries as u64, entries),
        // As long, of one run.
        "equal edges" => (list(&|_| "3".into()), entries as u64, entries),
        // Long runs: two prefix sums a run.
        "pairs" => (list(&|i| format!("[{},1000]", i % 5 + 1)), entries as u64, 2 * entries),
        // Short runs, which are kept as lists of edges.
        "short pairs" => (list(&|i| format!("[{},3]", i % 5 + 1)), entries as u64, 2 * entries),
        // Edges, and runs that begin late.
        "edges, then pairs" => (
            list(&|i| match i {
                i if i < entries / 2 => (i % 5 + 1).to_string(),
                _ => format!("[{},1000]", i % 5 + 1),
            }),
            entries as u64,
            entries + entries / 2,
        ),
        // One spelling that has each number judged by itself.
        "edges, one spelled oddly" => {
            (list(&|i| if i == 0 { "7.0".into() } else { (i % 5 + 1).to_string() }), entries as u64, entries)
        }
        _ => unreachable!("{kind}"),
    }
}

const KINDS: [&str; 6] =
    ["edges", "equal edges", "pairs", "short pairs", "edges, then pairs", "edges, one spelled oddly"];

#[test]
fn memory_follows_the_document() {
    for kind in KINDS {
        for entries in [1_000, 100_000] {
            let (text, extent, numbers) = long_document(kind, entries);
            let ((status, grid), most, handle) = measured(|| read(&text, extent));
            assert_eq!(status, OK);
            let fair = 3 * handle.max(8 * numbers);
            assert!(
                most <= fair,
                "{kind}, {entries}: {most} bytes at most for a handle of {handle} and {numbers} numbers"
            );
            unsafe { zrg_grid_free(grid) };
        }
    }
    // However many chunks it stands for.
    let text = rectilinear("[[1, 1000000000000000], [2, 1000000000000000], 3]");
    let ((status, grid), most, _) = measured(|| read(&text, 3_000_000_000_000_000));
    assert_eq!(status, OK);
    assert!(most < 16 << 10, "{most} bytes");
    unsafe { zrg_grid_free(grid) };
}

/// The other half of [`a_process_without_memory_lives_on`]: what its child processes run.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod without_memory {
    use super::*;

    /// The variable by which a child knows what to do.
    pub const CHILD: &str = "ZRG_LIMITS_CHILD";

    /// How many limits are tried: none at all, 32 KiB, and four times as much each time.
    pub const ROWS: usize = 8;

    /// The address space of this process, in bytes.
    fn address_space() -> u64 {
        let pages = std::fs::read_to_string("/proc/self/statm").unwrap();
        let pages: u64 = pages.split(' ').next().unwrap().parse().unwrap();
        // SAFETY: a question about the system.
        pages * unsafe { libc::sysconf(libc::_SC_PAGESIZE) } as u64
    }

    /// Lets the process have no more than `most` bytes, or any number again.
    fn limit(most: libc::rlim_t) {
        let mut limits = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
        // SAFETY: the structure is ours.
        unsafe {
            assert_eq!(libc::getrlimit(libc::RLIMIT_AS, &mut limits), 0);
            limits.rlim_cur = most.min(limits.rlim_max);
            assert_eq!(libc::setrlimit(libc::RLIMIT_AS, &limits), 0);
        }
    }

    /// The status of a call that may take `more` bytes of address space.
    pub fn within(more: u64, call: impl FnOnce() -> zrg_status) -> zrg_status {
        limit(address_space() + more);
        let status = call();
        limit(libc::RLIM_INFINITY);
        status
    }

    /// Reads, explains and makes grids of one kind and size, with more and more memory. Prints each status.
    fn run(kind: &str, entries: usize) {
        let (text, extent, _) = long_document(kind, entries);
        let edges: Vec<u64> = (0..entries as u64).map(|i| i % 5 + 1).collect();
        let runs: Vec<zrg_run> = edges.iter().map(|&edge| zrg_run { edge, count: 1000 }).collect();
        let wrong = text.replace("[1,", "[0,").replace(",1,", ",0,").replace("[3,", "[0,").replace(",3,", ",0,");
        let freed = |(status, grid): (zrg_status, *mut zrg_grid)| {
            unsafe { zrg_grid_free(grid) };
            status
        };
        let made = |make: &dyn Fn(*mut *mut zrg_grid) -> zrg_status| {
            let mut grid = null_mut();
            let status = make(&mut grid);
            freed((status, grid))
        };
        for power in 0..ROWS {
            let more = if power == 0 { 0 } else { (8 << 10) << (2 * power) };
            let statuses = [
                within(more, || freed(read(&text, extent))),
                within(more, || problems(&text, extent).map_or_else(|status| status, |_| OK)),
                within(more, || problems(&wrong, extent).map_or_else(|status| status, |_| OK)),
                within(more, || {
                    made(&|grid| unsafe {
                        zrg_grid_from_edges(1, &extent, &entries, edges.as_ptr(), edges.len(), grid, null_mut())
                    })
                }),
                within(more, || {
                    made(&|grid| unsafe {
                        zrg_grid_from_runs(1, &extent, &entries, runs.as_ptr(), runs.len(), grid, null_mut())
                    })
                }),
            ];
            println!("\nstatuses {more} {}", statuses.map(|status| status.to_string()).join(" "));
        }
    }

    #[test]
    fn child() {
        if let Ok(task) = std::env::var(CHILD) {
            let (kind, entries) = task.split_once(": ").unwrap();
            run(kind, entries.parse().unwrap());
        }
    }
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[test]
fn a_process_without_memory_lives_on() {
    // Around a power of two, where vectors grow, and elsewhere.
    let mut tasks: Vec<(&str, usize)> =
        KINDS.into_iter().enumerate().flat_map(|(i, kind)| [(kind, 11_000), (kind, 32_766 + i)]).collect();
    tasks.push(("edges", 200_000));
    for (kind, entries) in tasks {
        let task = format!("{kind}: {entries}");
        let output = std::process::Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "without_memory::child", "--nocapture", "--test-threads=1"])
            .env(without_memory::CHILD, &task)
            // What was freed goes back to the system, and nothing is set aside: the limit is felt at once.
            .env("MALLOC_ARENA_MAX", "1")
            .env("MALLOC_MMAP_THRESHOLD_", "65536")
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stdout);
        let also = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{task}: {}\n{said}{also}", output.status);

        let rows: Vec<Vec<i64>> = said
            .lines()
            .filter_map(|line| line.strip_prefix("statuses "))
            .map(|line| line.split(' ').map(|number| number.parse().unwrap()).collect())
            .collect();
        assert_eq!(rows.len(), without_memory::ROWS, "{task}\n{said}{also}");
        for row in &rows {
            assert!(row[1..].iter().all(|&status| [OK, MEMORY].contains(&(status as zrg_status))), "{task}: {row:?}");
        }
        // Without any memory nothing so large is made; in the end everything is.
        assert_eq!(rows[0][1], i64::from(MEMORY), "{task}\n{said}");
        assert!(rows.last().unwrap()[1..].iter().all(|&status| status == i64::from(OK)), "{task}\n{said}");
    }
}
