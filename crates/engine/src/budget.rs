//! How long the asker is prepared to wait, and the meter that holds a search to it.

use std::fmt;
use std::time::Instant;

/// The patience of the asker. Running out of it is no answer.
///
/// The default has no bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The most states to expand.
    pub nodes: u64,
    /// The most states to hold at one time.
    pub stored: u64,
    /// When to give up. The clock is read before the first expansion and then once in 1,024.
    pub deadline: Option<Instant>,
}

impl Budget {
    /// No bounds.
    pub const UNLIMITED: Self = Self { nodes: u64::MAX, stored: u64::MAX, deadline: None };
}

impl Default for Budget {
    fn default() -> Self {
        Self::UNLIMITED
    }
}

/// A part of a [`Budget`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Resource {
    /// The states that may be expanded.
    Nodes,
    /// The states that may be held at one time.
    Stored,
    /// The time.
    Deadline,
}

impl fmt::Display for Resource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Nodes => "nodes",
            Self::Stored => "stored states",
            Self::Deadline => "time",
        })
    }
}

/// Expansions between two looks at the clock.
const CLOCK_INTERVAL: u64 = 1024;

/// Counts expansions and stored states against a [`Budget`].
///
/// An expansion costs one subtraction. Nodes are handed out in grants, and the rest of the budget and the clock are looked at
/// only when a grant is used up.
#[derive(Clone, Debug)]
pub struct Meter {
    /// What is left of the present grant.
    grant: u64,
    /// What has been granted, the present grant included.
    granted: u64,
    budget: Budget,
}

impl Meter {
    /// A meter at zero.
    pub const fn new(budget: &Budget) -> Self {
        Self { grant: 0, granted: 0, budget: *budget }
    }

    /// Counts one expansion.
    ///
    /// # Errors
    ///
    /// If the budget does not allow another: [`Resource::Nodes`], or else [`Resource::Deadline`]. It is not counted then.
    #[inline]
    pub fn expand(&mut self) -> Result<(), Resource> {
        if self.grant == 0 {
            self.refill()?;
        }
        self.grant -= 1;
        Ok(())
    }

    /// Compares a number of stored states with the budget.
    ///
    /// # Errors
    ///
    /// [`Resource::Stored`] if it is above what the budget allows.
    #[inline]
    pub fn store(&self, stored: u64) -> Result<(), Resource> {
        if stored > self.budget.stored { Err(Resource::Stored) } else { Ok(()) }
    }

    /// Expansions counted so far.
    pub const fn expanded(&self) -> u64 {
        self.granted - self.grant
    }

    #[cold]
    fn refill(&mut self) -> Result<(), Resource> {
        let left = self.budget.nodes - self.granted;
        if left == 0 {
            return Err(Resource::Nodes);
        }
        self.grant = match self.budget.deadline {
            None => left,
            Some(deadline) if Instant::now() < deadline => left.min(CLOCK_INTERVAL),
            Some(_) => return Err(Resource::Deadline),
        };
        self.granted += self.grant;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn nodes_are_counted_exactly() {
        for nodes in [0, 1, CLOCK_INTERVAL - 1, CLOCK_INTERVAL, CLOCK_INTERVAL + 1, 5000] {
            for deadline in [None, Some(Instant::now() + Duration::from_hours(1))] {
                let mut meter = Meter::new(&Budget { nodes, deadline, ..Budget::default() });
                for done in 0..nodes {
                    assert_eq!(meter.expanded(), done);
                    assert_eq!(meter.expand(), Ok(()));
                }
                for _ in 0..2 {
                    assert_eq!(meter.expand(), Err(Resource::Nodes));
                    assert_eq!(meter.expanded(), nodes);
                }
            }
        }
    }

    #[test]
    fn a_deadline_in_the_past_allows_nothing() {
        let budget = Budget { deadline: Some(Instant::now()), ..Budget::default() };
        let mut meter = Meter::new(&budget);
        assert_eq!(meter.expand(), Err(Resource::Deadline));
        assert_eq!(meter.expanded(), 0);
    }

    #[test]
    fn the_last_stored_state_is_allowed() {
        let meter = Meter::new(&Budget { stored: 7, ..Budget::default() });
        assert_eq!(meter.store(7), Ok(()));
        assert_eq!(meter.store(8), Err(Resource::Stored));
        assert_eq!(Meter::new(&Budget::UNLIMITED).store(u64::MAX), Ok(()));
    }
}
