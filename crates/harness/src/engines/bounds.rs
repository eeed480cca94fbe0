//! Lower bounds, each with the guided engines that it makes.

use super::Entry;
use chivalry_astar::AStar;
use chivalry_board::Board;
use chivalry_engine::Engine;
use chivalry_heuristic::Heuristic;
use chivalry_idastar::IdaStar;
use chivalry_table::{BoundFault, Wide};
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// The engines that a lower bound guides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guided {
    /// Iterative-deepening A*.
    IdaStar,
    /// A*.
    AStar,
}

impl Guided {
    /// All of them, in the order in which they are reported.
    pub const ALL: [Self; 2] = [Self::IdaStar, Self::AStar];

    /// The name by which it is chosen.
    pub const fn name(self) -> &'static str {
        match self {
            Self::IdaStar => "idastar",
            Self::AStar => "astar",
        }
    }

    /// What it is, and what it stores.
    const fn words(self) -> [&'static str; 2] {
        match self {
            Self::IdaStar => ["iterative-deepening A*", "stores only its path"],
            Self::AStar => ["A*", "stores what it has seen"],
        }
    }

    fn make<H: Heuristic + 'static>(self, goal: Board, bound: H) -> Box<dyn Engine> {
        match self {
            Self::IdaStar => Box::new(IdaStar::guided(goal, bound)),
            Self::AStar => Box::new(AStar::guided(goal, bound)),
        }
    }
}

/// A lower bound that can be chosen.
#[derive(Clone)]
pub struct LowerBound {
    /// The name by which it is chosen and reported.
    pub name: &'static str,
    /// Makes the bound for the goal of this table and holds it against all boards and moves.
    pub audit: fn(&Wide) -> Result<(), BoundFault>,
    /// The engine that it guides, under the engine's own name.
    guide: Arc<dyn Fn(Guided) -> Entry + Send + Sync>,
}

impl fmt::Debug for LowerBound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("LowerBound").field(&self.name).finish()
    }
}

impl LowerBound {
    /// The bound `H`, which costs next to nothing to make for a new goal. `summary` follows "guided by".
    pub fn new<H: Heuristic + Sync + 'static>(summary: &'static str) -> Self {
        Self::of::<H>(move |guided| {
            let make = move || guided.make(Board::GOAL, H::new(Board::GOAL));
            Entry::new(guided.name(), described(guided, summary), make).needing_limit(guided == Guided::IdaStar)
        })
    }

    /// The bound `H`, which is made once for a goal and then shared by all engines. `shared` says what that is.
    ///
    /// Where the bound is the distance itself, `is_exact`, no board is out of reach.
    pub fn shared<H: Heuristic + Clone + Send + Sync + 'static>(
        summary: &'static str,
        shared: &'static str,
        is_exact: bool,
    ) -> Self {
        let bound = Arc::new(Shared::<H>(Mutex::new(None)));
        Self::of::<H>(move |guided| {
            let (made, prepared) = (Arc::clone(&bound), Arc::clone(&bound));
            let make = move || {
                let (goal, bound) = made.held();
                guided.make(goal, bound)
            };
            Entry::new(guided.name(), described(guided, summary), make)
                .needing_limit(guided == Guided::IdaStar && !is_exact)
                .preparing(shared, move |goal| drop(prepared.prepare(goal)))
        })
    }

    fn of<H: Heuristic + Sync + 'static>(guide: impl Fn(Guided) -> Entry + Send + Sync + 'static) -> Self {
        Self { name: H::NAME, audit: |wide| wide.audit(&H::new(wide.table().goal())), guide: Arc::new(guide) }
    }

    /// The engine that it guides, under the engine's own name.
    pub(super) fn guide(&self, guided: Guided) -> Entry {
        (self.guide)(guided)
    }
}

fn described(guided: Guided, summary: &str) -> String {
    let [what, stores] = guided.words();
    format!("{what}, guided by {summary}; {stores}")
}

/// A bound for the goal asked for last. It is a cache: no answer depends on what it holds.
struct Shared<H>(Mutex<Option<(Board, H)>>);

impl<H: Heuristic + Clone> Shared<H> {
    /// The bound and its goal; made for the standard goal where there is none.
    fn held(&self) -> (Board, H) {
        let held = self.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        held.unwrap_or_else(|| self.prepare(Board::GOAL))
    }

    /// The bound for this goal, shared from now on.
    fn prepare(&self, goal: Board) -> (Board, H) {
        let held = self.0.lock().unwrap_or_else(PoisonError::into_inner).clone().filter(|(of, _)| *of == goal);
        // Never made under the lock. It may be made on all threads, and one of them may take up work that asks for the
        // lock.
        let made = held.unwrap_or_else(|| (goal, H::new(goal)));
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(made.clone());
        made
    }
}
