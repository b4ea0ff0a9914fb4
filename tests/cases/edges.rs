// SPDX-License-Identifier: MIT OR Apache-2.0
//! The declared edges of an axis, compared by pages of any size.

use zrg::capi::zrg_interval;

use crate::runner::grid::Grid;
use crate::runner::json::Json;
use crate::runner::report::{Answer, Stop, agree};

/// What a file says of an axis: runs, with where each begins.
#[derive(Default)]
pub struct Runs {
    runs: Vec<Run>,
    /// Chunks in all.
    chunks: u64,
    /// The sum of all edges, which may pass 64 bits in integer form.
    sum: u128,
}

struct Run {
    chunk: u64,
    origin: u128,
    edge: u64,
}

impl Runs {
    /// From a list of edges.
    pub fn from_edges(edges: Json) -> Result<Self, Stop> {
        let mut runs = Runs::default();
        for edge in edges.unsigned_list()? {
            runs.push(edge, 1);
        }
        Ok(runs)
    }

    /// From a list of [edge, count].
    pub fn from_pairs(pairs: Json) -> Result<Self, Stop> {
        let mut runs = Runs::default();
        for pair in pairs.list()? {
            let [edge, count] = pair.entries()?;
            runs.push(edge.unsigned()?, count.unsigned()?);
        }
        Ok(runs)
    }

    fn push(&mut self, edge: u64, count: u64) {
        self.runs.push(Run { chunk: self.chunks, origin: self.sum, edge });
        self.chunks += count;
        self.sum += u128::from(edge) * u128::from(count);
    }

    /// [edge, count], with equal neighbours joined.
    pub fn maximal(&self) -> Vec<[u64; 2]> {
        let mut maximal: Vec<[u64; 2]> = Vec::new();
        for (i, run) in self.runs.iter().enumerate() {
            let count = self.runs.get(i + 1).map_or(self.chunks, |next| next.chunk) - run.chunk;
            match maximal.last_mut() {
                Some(last) if last[0] == run.edge => last[1] += count,
                _ => maximal.push([run.edge, count]),
            }
        }
        maximal
    }

    /// Chunk, origin, edge and data of one chunk.
    fn interval(&self, chunk: u64, extent: u64) -> Vec<u64> {
        let run = &self.runs[self.runs.partition_point(|run| run.chunk <= chunk) - 1];
        let origin = run.origin + u128::from(chunk - run.chunk) * u128::from(run.edge);
        let data = u128::from(extent).saturating_sub(origin).min(u128::from(run.edge));
        // No chunk begins past 64 bits: such an answer is wrong, whatever it is.
        let origin = u64::try_from(origin).unwrap_or(u64::MAX);
        vec![chunk, origin, run.edge, data as u64]
    }

    fn page(&self, first: u64, capacity: usize, extent: u64) -> Vec<Vec<u64>> {
        let end = self.chunks.min(first.saturating_add(capacity as u64));
        (first..end).map(|chunk| self.interval(chunk, extent)).collect()
    }

    /// Short axes in pages of several sizes, long ones only where their runs meet: their chunks cannot all
    /// be looked at.
    pub fn check(&self, grid: &Grid, axis: usize, extent: u64) -> Answer {
        let maximal = self.maximal();
        for capacity in [1, 3, 1000] {
            agree(&format!("axis {axis}, runs"), &maximal, grid.axis_runs(axis, capacity)?)?;
        }

        const SHORT: u64 = 1 << 20;
        const AROUND: usize = 5;
        if self.chunks > SHORT {
            for run in &self.runs {
                self.check_page(grid, axis, extent, run.chunk.saturating_sub(2), AROUND)?;
            }
            return self.check_page(grid, axis, extent, self.chunks - 3, AROUND);
        }
        for capacity in [1, 7, 4096] {
            if self.chunks > 1000 * capacity as u64 {
                continue;
            }
            // One page more than there are: past the end a page is empty.
            for page in 0..=self.chunks / capacity as u64 + 1 {
                self.check_page(grid, axis, extent, page * capacity as u64, capacity)?;
            }
        }
        Ok(())
    }

    fn check_page(&self, grid: &Grid, axis: usize, extent: u64, first: u64, capacity: usize) -> Answer {
        let page = grid.axis_intervals(axis, first, capacity)?;
        let what = format!("axis {axis}, chunks [chunk, origin, edge, data] from {first}");
        agree(&what, self.page(first, capacity, extent), page.iter().map(fields).collect::<Vec<_>>())?;

        let edges: Vec<u64> = page.iter().map(|interval| interval.edge).collect();
        agree(&format!("axis {axis}, edges from {first}"), &edges, grid.axis_edges(axis, first, capacity)?)?;

        // The same intervals, found from their first and last element.
        for interval in page.iter().take(8).filter(|interval| interval.data > 0) {
            for index in [interval.origin, interval.origin + (interval.data - 1)] {
                let found = grid.axis_at(axis, index)?;
                agree(&format!("axis {axis}, interval at {index}"), fields(interval), fields(&found))?;
            }
        }
        Ok(())
    }
}

fn fields(interval: &zrg_interval) -> Vec<u64> {
    vec![interval.chunk, interval.origin, interval.edge, interval.data]
}
