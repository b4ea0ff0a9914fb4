// SPDX-License-Identifier: MIT OR Apache-2.0
//! `peers [--goals] [--rounds N] [TABLE...]`: measures zrg against its peers and prints a table for each question, all of
//! them or those named. With `--goals` each figure to reach follows, `held` or `MISSED`, and the exit status is
//! 1 where one is missed.

mod documents;
mod goals;
mod harness;
mod heap;
mod peer_zarrs;
mod tables;
mod zrg_calls;

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
            eprintln!("usage: peers [--goals] [--rounds N] [TABLE...]");
            for table in TABLES {
                eprintln!("  {:<10} {}", table.name, table.about);
            }
            ExitCode::from(2)
        }
    }
}

/// Whether every goal was held, or was not asked for.
fn run(mut args: impl Iterator<Item = String>) -> Result<bool, String> {
    let mut wants_goals = false;
    let mut rounds = 15;
    let mut names = Vec::new();
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--goals" => wants_goals = true,
            "--rounds" => {
                let number = args.next().and_then(|number| number.parse().ok()).filter(|&number| number > 0);
                rounds = number.ok_or("--rounds wants a number above 0")?;
            }
            name if TABLES.iter().any(|table| table.name == name) => names.push(arg),
            _ => return Err(format!("no table or option {arg:?}")),
        }
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
    Ok(!wants_goals || goals.all_held())
}
