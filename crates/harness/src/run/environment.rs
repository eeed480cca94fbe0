//! What the program is, what it runs on, and how busy that is.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::thread;
use sysinfo::{CpuRefreshKind, MemoryRefreshKind, RefreshKind, System};

/// A build of this program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Program {
    /// Its version.
    pub version: String,
    /// The commit from which it was made, `-dirty` behind it where there were changes since; `unknown` outside of a checkout.
    pub commit: String,
    /// The compiler, as it calls itself.
    pub compiler: String,
    /// The target, like `x86_64-unknown-linux-gnu`.
    pub target: String,
    /// The profile and the flags of the build, like `release, opt-level 3`, and `RUSTFLAGS` where there were any.
    pub flags: String,
}

/// A machine, as far as the system tells. Unknown facts are empty or 0.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Machine {
    /// The model of the processor.
    pub cpu: String,
    /// The processors that this program may use.
    pub cores: u32,
    /// Bytes of memory.
    pub memory: u64,
    /// The operating system and its version.
    pub system: String,
    /// The load (running and waiting tasks, average of one minute) before the run.
    pub load_before: f64,
    /// The same after it.
    pub load_after: f64,
}

/// The commit of this build, as [`Program::commit`].
pub(crate) const COMMIT: &str = env!("CHIVALRY_COMMIT");

impl Program {
    /// This build.
    pub(crate) fn this() -> Self {
        let rustflags = env!("CHIVALRY_RUSTFLAGS");
        let flags = format!("{}, opt-level {}", env!("CHIVALRY_PROFILE"), env!("CHIVALRY_OPT_LEVEL"));
        Self {
            version: env!("CARGO_PKG_VERSION").into(),
            commit: COMMIT.into(),
            compiler: env!("CHIVALRY_COMPILER").into(),
            target: env!("CHIVALRY_TARGET").into(),
            flags: if rustflags.is_empty() { flags } else { format!("{flags}, RUSTFLAGS {rustflags}") },
        }
    }
}

impl Machine {
    /// The machine as it is now; the load after a run is still 0.
    pub(crate) fn this() -> Self {
        let what = RefreshKind::nothing()
            .with_cpu(CpuRefreshKind::nothing())
            .with_memory(MemoryRefreshKind::nothing().with_ram());
        let system = System::new_with_specifics(what);
        let kernel = System::kernel_version().map(|version| format!("kernel {version}"));
        let name = [System::name(), System::os_version(), kernel];
        Self {
            cpu: system.cpus().first().map(|cpu| cpu.brand().trim().to_owned()).unwrap_or_default(),
            cores: thread::available_parallelism().map_or(0, |cores| u32::try_from(cores.get()).unwrap_or(u32::MAX)),
            memory: system.total_memory(),
            system: name.into_iter().flatten().collect::<Vec<_>>().join(" "),
            load_before: load(),
            load_after: 0.0,
        }
    }
}

/// The load: tasks that run or wait, average of one minute; 0 where the system does not tell.
pub(crate) fn load() -> f64 {
    Some(System::load_average().one).filter(|load| load.is_finite() && *load >= 0.0).unwrap_or(0.0)
}

/// Processor time of all cores since the start of the machine, in ticks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ticks {
    /// In which this machine wanted to run, and the host of a virtual machine let another one.
    pub(crate) stolen: u64,
    /// Of any kind.
    pub(crate) all: u64,
}

impl Ticks {
    /// Those until now; `None` where the system does not tell.
    pub(crate) fn now() -> Option<Self> {
        Self::read(&std::fs::read_to_string("/proc/stat").ok()?)
    }

    /// Those of Linux' `/proc/stat`.
    fn read(text: &str) -> Option<Self> {
        let fields = text.lines().next()?.strip_prefix("cpu ")?.split_whitespace();
        // user, nice, system, idle, iowait, irq, softirq, steal; what follows is part of the first two.
        let ticks = fields.take(8).map(|field| field.parse().ok()).collect::<Option<Vec<u64>>>()?;
        Some(Self { stolen: *ticks.get(7)?, all: ticks.iter().sum() })
    }

    /// The part stolen since then, from 0 to 1.
    pub(crate) fn stolen_since(self, then: Self) -> f64 {
        let all = self.all.saturating_sub(then.all);
        if all == 0 { 0.0 } else { self.stolen.saturating_sub(then.stolen) as f64 / all as f64 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_machine_has_facts() {
        let machine = Machine::this();
        assert!(machine.cores > 0 && machine.memory > 1 << 20 && machine.load_before >= 0.0, "{machine:?}");
        let program = Program::this();
        assert!(program.compiler.starts_with("rustc ") && program.target.contains('-'), "{program:?}");
    }

    #[test]
    fn stolen_time_is_read() {
        let then = Ticks::read("cpu  10 0 10 70 0 0 0 10 5 5\ncpu0 1\n").unwrap();
        assert_eq!(then, Ticks { stolen: 10, all: 100 });
        let now = Ticks { stolen: 15, all: 200 };
        assert!((now.stolen_since(then) - 0.05).abs() < 1e-12);
        assert!(then.stolen_since(then).abs() < 1e-12);
        for text in ["", "cpu", "cpu  1 2 3", "cpu  1 2 3 4 5 6 7 x", "intr 1"] {
            assert_eq!(Ticks::read(text), None, "{text}");
        }
    }
}
