// SPDX-License-Identifier: MIT OR Apache-2.0
//! `peers [--goals] [--record] [--rounds N] [TABLE...]`: measures zrg against its peers and prints a table for each question,
//! all of them or those named. `--record` writes the goals of all into docs/performance.md. `peers --plots [--rounds N]`
//! draws docs/performance/*.svg instead. With `--goals` each figure to reach follows, `held` or `MISSED`, and the exit status is
//! 1 where one is missed. A peer that is not on this machine is left out, and what it is compared with is `unknown`;
//! with `ZRG_REQUIRE=all` in the environment that counts as missed.

mod curves;
mod distributions;
mod documents;
mod goals;
mod hand_written;
mod harness;
mod heap;
mod machine;
mod peer_numpy;
mod peer_zarrs;
mod plot;
mod points;
mod record;
mod searches;
mod shared_library;
mod tables;
mod zrg_calls;

use std::path::Path;
use std::process::ExitCode;

use goals::Goals;
use tables::TABLES;

#[global_allocator]
static ALLOCATOR: heap::Counting = heap::Counting;

fn main() -> ExitCode {
    match run(std::env::args().skip(1)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(what) => {
            eprintln!("peers: {what}");
            eprintln!("usage: peers [--goals] [--record] [--rounds N] [TABLE...]");
            eprintln!("       peers --plots [--rounds N]");
            for table in TABLES {
                eprintln!("  {:<12} {}", table.name, table.about);
            }
            ExitCode::from(2)
        }
    }
}

/// Whether every goal was held, or was not asked for.
fn run(mut args: impl Iterator<Item = String>) -> Result<bool, String> {
    let mut wants_goals = false;
    let mut rounds = 15;
    let (mut wants_record, mut wants_plots) = (false, false);
    let mut names = Vec::new();
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--goals" => wants_goals = true,
            "--record" => wants_record = true,
            "--plots" => wants_plots = true,
            "--rounds" => {
                let number = args.next().and_then(|number| number.parse().ok()).filter(|&number| number > 0);
                rounds = number.ok_or("--rounds wants a number above 0")?;
            }
            name if TABLES.iter().any(|table| table.name == name) => names.push(arg),
            _ => return Err(format!("no table or option {arg:?}")),
        }
    }

    if wants_record && !names.is_empty() {
        return Err("--record writes all goals, so it takes no table".into());
    }
    if wants_plots && (wants_goals || wants_record || !names.is_empty()) {
        return Err("--plots draws and does nothing else".into());
    }
    if wants_plots {
        curves::draw(rounds, Path::new("docs/performance")).map_err(|error| format!("no plots: {error}"))?;
        return Ok(true);
    }

    let mut goals = Goals::default();
    for table in TABLES {
        if names.is_empty() || names.iter().any(|name| name == table.name) {
            (table.run)(rounds, &mut goals);
        }
    }
    if wants_goals {
        goals.print();
    }
    if wants_record {
        goals.record(Path::new("docs/performance.md"), &machine::described(rounds))?;
    }
    let require_all = std::env::var_os("ZRG_REQUIRE").is_some_and(|required| required == "all");
    Ok(!wants_goals || goals.all_held(require_all))
}
