//! The table as an engine.

use crate::Table;
use chivalry_board::Board;
use chivalry_engine::{Budget, Engine, Meter, Outcome, Path, Problem, Resource, Stats};
use std::sync::Arc;

/// The engine `table`: reads shortest paths off a complete [`Table`].
///
/// It is the declared exception among the engines: it learns about a goal. The first problem of a goal builds the table
/// for all boards, whatever the limit, on the threads of the current rayon pool. The table is kept until a problem has
/// another goal.
///
/// Budgets and [`Stats`] are about the way down the table. A state is *expanded* when its neighbours are looked up, and
/// only the path is *stored*. Building the table counts for nothing and has no deadline, so that answers and counters
/// do not depend on earlier problems.
///
/// ```
/// use chivalry_engine::{Budget, Engine, Problem};
/// use chivalry_table::TableEngine;
///
/// let mut engine = TableEngine::new();
/// let problem = Problem::new("10110/01*11/10111/01001/00000".parse()?);
/// let (outcome, _) = engine.solve(&problem, &Budget::UNLIMITED);
/// assert_eq!(outcome.distance(), Some(7));
/// # Ok::<(), chivalry_board::ParseBoardError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct TableEngine {
    table: Option<Arc<Table>>,
}

impl TableEngine {
    /// An engine that has built no table yet.
    pub const fn new() -> Self {
        Self { table: None }
    }

    /// The table for this goal, built where the engine does not hold it.
    pub fn table(&mut self, goal: Board) -> &Table {
        let table = self.table.take().filter(|table| table.goal() == goal);
        self.table.insert(table.unwrap_or_else(|| Arc::new(Table::build(goal))))
    }
}

impl From<Arc<Table>> for TableEngine {
    /// An engine that shares this table with others, those of other threads for example.
    fn from(table: Arc<Table>) -> Self {
        Self { table: Some(table) }
    }
}

impl Engine for TableEngine {
    fn name(&self) -> &'static str {
        "table"
    }

    fn solve(&mut self, problem: &Problem, budget: &Budget) -> (Outcome, Stats) {
        let mut stats = Stats::default();
        let mut meter = Meter::new(budget);
        let outcome = descend(problem, self, &mut meter, &mut stats);
        stats.expanded = meter.expanded();
        (outcome.unwrap_or_else(Outcome::OutOfBudget), stats)
    }
}

/// Goes down a shortest path, as far as the limit and the budget allow.
fn descend(
    problem: &Problem,
    engine: &mut TableEngine,
    meter: &mut Meter,
    stats: &mut Stats,
) -> Result<Outcome, Resource> {
    let mut here = problem.start;
    let mut squares = vec![here.blank()];
    while here != problem.goal {
        // So many steps of a shortest path did not come to the goal: it is farther away.
        if squares.len() as u64 > u64::from(problem.horizon()) {
            return Ok(problem.none_within());
        }
        // Before the table is built: an exhausted budget builds none.
        meter.expand()?;
        let back = u64::from(squares.len() > 1);
        stats.generated += u64::from(here.jumpers().len()) - back;
        // A board other than the goal has a best move; the fallback only keeps this free of a panic path.
        let from = engine.table(problem.goal).best_moves(here).iter().next().unwrap_or(here.blank());
        here = here.jump(from);
        squares.push(from);
        let moves = squares.len() as u64 - 1;
        meter.store(moves)?;
        stats.peak_stored = moves;
    }
    Ok(Outcome::Solved(Path::of_blank(squares)))
}
