// SPDX-License-Identifier: MIT OR Apache-2.0
//! numpy, in a Python of its own: one statement, run when its turn comes.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::OnceLock;
use std::time::Duration;

/// A Python that knows one statement. It ends with this.
pub struct Numpy {
    process: Child,
    commands: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

impl Numpy {
    /// A Python with these arrays, in which `before` was run once and `statement` can be timed; both are one line. None where
    /// there is no numpy.
    pub fn start(arrays: &[(&str, &[u64])], before: &str, statement: &str) -> Option<Self> {
        let python = python()?;
        let mut process = Command::new(python)
            .args(["-c", include_str!("peer_numpy.py")])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("a Python that ran before runs again");
        let commands = process.stdin.take();
        let answers = BufReader::new(process.stdout.take().expect("it is piped"));
        let mut numpy = Numpy { process, commands, answers };
        for (name, numbers) in arrays {
            let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_ne_bytes()).collect();
            numpy.tell(&format!("array {name} {}", numbers.len()));
            numpy.send(&bytes);
        }
        numpy.tell(&format!("before {before}"));
        numpy.tell(&format!("statement {statement}"));
        Some(numpy)
    }

    /// Runs the statement so many times: how long it took.
    pub fn run(&mut self, times: u32) -> Duration {
        self.tell(&format!("run {times}"));
        Duration::from_nanos(self.number())
    }

    /// The array of this name.
    pub fn array(&mut self, name: &str) -> Vec<u64> {
        self.tell(&format!("tell {name}"));
        let mut bytes = vec![0; 8 * self.number() as usize];
        self.answers.read_exact(&mut bytes).expect("Python answers");
        bytes.chunks_exact(8).map(|bytes| u64::from_ne_bytes(bytes.try_into().expect("8 bytes"))).collect()
    }

    fn tell(&mut self, line: &str) {
        self.send(format!("{line}\n").as_bytes());
    }

    fn send(&mut self, bytes: &[u8]) {
        let mut commands = self.commands.as_ref().expect("it is closed by dropping alone");
        commands.write_all(bytes).expect("Python listens");
    }

    fn number(&mut self) -> u64 {
        let mut line = String::new();
        self.answers.read_line(&mut line).expect("Python answers");
        line.trim_end().parse().expect("Python answers with a number")
    }
}

impl Drop for Numpy {
    fn drop(&mut self) {
        // Python ends where its commands do.
        drop(self.commands.take());
        let _ = self.process.wait();
    }
}

/// The version of numpy, where there is one.
pub fn version() -> Option<&'static str> {
    found().map(|(_, version)| version)
}

fn python() -> Option<&'static str> {
    found().map(|(python, _)| python)
}

/// The Python to use, and the version of its numpy: the one that `PYTHON` names, or else the first on the PATH or the
/// system's own that has numpy. Says what was found.
fn found() -> Option<(&'static str, &'static str)> {
    static PYTHON: OnceLock<Option<(String, String)>> = OnceLock::new();
    let find = || {
        let candidates = match std::env::var("PYTHON") {
            Ok(python) => vec![python],
            Err(_) => ["python3", "/usr/bin/python3"].map(String::from).to_vec(),
        };
        for python in candidates {
            let ask = "import numpy; print(numpy.__version__)";
            let said = Command::new(&python).args(["-c", ask]).stderr(Stdio::null()).output();
            if let Some(said) = said.ok().filter(|said| said.status.success()) {
                let version = String::from_utf8_lossy(&said.stdout).trim().to_string();
                println!("\n({python} has numpy {version})");
                return Some((python, version));
            }
        }
        println!("\n(numpy is left out: no Python has it)");
        None
    };
    PYTHON.get_or_init(find).as_ref().map(|(python, version)| (&python[..], &version[..]))
}
