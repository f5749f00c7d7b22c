//! A reference implementation of IDA* that is recursive and slow, as in textbooks. The real search
//! must have the same node counts.

use fifteen_puzzle::Direction;

use crate::support::*;

struct Twin {
    goal: Board,
    order: MoveOrder,
    finish: bool,
    expanded: u64,
    generated: u64,
    solution: Option<Vec<Direction>>,
}

impl Twin {
    fn value(&self, board: &Board) -> u32 {
        let (here, there) = (board.cells_of_tiles(), self.goal.cells_of_tiles());
        let distance = |t: usize| board.size().manhattan(here[t].into(), there[t].into());
        (1..board.size().cells()).map(|t| distance(t) as u32).sum()
    }

    /// Searches the subtree of a board within the bound. Returns true if the whole search must
    /// stop.
    fn visit(&mut self, board: &Board, way: &mut Vec<Direction>, bound: u32) -> bool {
        self.expanded += 1;
        for direction in self.order.directions() {
            if way.last().is_some_and(|last| last.opposite() == direction) {
                continue;
            }
            let Some(child) = board.moved(direction) else {
                continue;
            };
            self.generated += 1;
            if way.len() as u32 + 1 + self.value(&child) > bound {
                continue;
            }
            way.push(direction);
            let stop = if child == self.goal {
                self.solution.get_or_insert_with(|| way.clone());
                !self.finish
            } else {
                self.visit(&child, way, bound)
            };
            way.pop();
            if stop {
                return true;
            }
        }
        false
    }

    fn solve(mut self, board: &Board) -> (Vec<Direction>, Vec<Iteration>) {
        let mut iterations = Vec::new();
        let mut bound = self.value(board);
        while self.solution.is_none() {
            (self.expanded, self.generated) = (0, 0);
            self.visit(board, &mut Vec::new(), bound);
            iterations.push(Iteration {
                bound,
                expanded: self.expanded,
                generated: self.generated,
            });
            bound += 2;
        }
        (self.solution.unwrap(), iterations)
    }
}

#[test]
fn counts_match_the_recursive_search() {
    let other = RandomBoards::new(goal_of((3, 3), Goal::Last), 5)
        .next()
        .unwrap();
    let sizes = [
        ((3, 3), Goal::Last),
        ((3, 3), Goal::First),
        ((3, 3), Goal::Board(other)),
        ((4, 2), Goal::Spiral),
    ];
    for (size, goal) in sizes {
        let goal = goal_of(size, goal);
        for order in [
            MoveOrder::ULRD,
            MoveOrder::UDLR,
            MoveOrder::URDL,
            "DRLU".parse().unwrap(),
        ] {
            let space = TileSpace::new(&goal, order);
            for (board, finish) in RandomBoards::new(goal, 3)
                .filter(|b| *b != goal)
                .take(20)
                .zip([false, true].into_iter().cycle())
            {
                let twin = Twin {
                    goal,
                    order,
                    finish,
                    expanded: 0,
                    generated: 0,
                    solution: None,
                };
                let (solution, iterations) = twin.solve(&board);
                let find = if finish {
                    Find::FirstAndFinishIteration
                } else {
                    Find::First
                };
                let outcome = solve(&space, &board, &finding(find));
                assert_eq!(
                    path(&outcome.moves.clone().unwrap()).directions(),
                    solution,
                    "{board}"
                );
                assert_eq!(outcome.iterations, iterations, "{board}, finish {finish}");
                assert_eq!(
                    outcome.generated,
                    1 + iterations.iter().map(|i| i.generated).sum::<u64>()
                );
                assert_eq!(
                    outcome.expanded,
                    iterations.iter().map(|i| i.expanded).sum::<u64>()
                );
                let bounds = (
                    iterations.first().map(|i| i.bound),
                    iterations.last().map(|i| i.bound),
                );
                assert_eq!(bounds, (Some(outcome.h0), outcome.length));
                let all = solve(&space, &board, &finding(Find::All { keep: 1 }));
                assert_eq!(all.moves, outcome.moves);
                assert!(
                    all.generated >= outcome.generated && (!finish || all.iterations == iterations)
                );
            }
        }
    }
}
