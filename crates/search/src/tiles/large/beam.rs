//! Beam search for large boards. It solves one group of tiles after another, in the order of a
//! [`Plan`].
//!
//! Like every beam search, this one expands at most `width` boards at each depth, namely the boards
//! with the smallest estimates. A group is *solved* on a board when its tiles have reached their
//! goals. Each stage of the plan has its own beam, so boards on which a group is already solved do
//! not compete with boards on which the group is not solved yet. A stage continues for some moves
//! after the first board on which its group is solved. It collects all such boards, and each of
//! them enters the beam of the next stage at its own depth.
//!
//! For example, suppose that group `a` is first solved on some boards after 20 moves, and that its
//! stage ends after 60 moves. The beam of the next stage begins at depth 20 with these boards. At
//! depth 21, it contains their children and the boards on which group `a` is solved after 21 moves,
//! and so on.

use fifteen_puzzle::Direction;
use fifteen_resources::map_in_parallel;

use super::estimate::MOVE;
use super::pace::{Pace, PaceWidth};
use super::plan::{Group, Plan};
use crate::storage::{Budget, List};
use crate::tiles::beam::selection::{Candidate, SeenStates, select};
use crate::tiles::beam::{MAX_WIDTH, numbers};
use crate::{LimitKind, Limits};

/// Maximum number of nodes in a [`Chunk`], which is the part of a layer that a thread works on at a
/// time.
const CHUNK: usize = 512;
/// When a stage of the search has first solved its group of tiles, it continues for this many moves
/// to collect more boards on which the group is solved. It takes more moves to reach these boards,
/// but their other tiles may be closer to their goals.
pub(super) const COLLECTING: u32 = 40;
/// A stage of the search solves one group of tiles. It fails if the smallest estimate among its
/// boards has not decreased for this many moves.
const PATIENCE: u32 = 120;
/// Maximum number of children of a node: one for each direction in which the blank can move.
const MOST_CHILDREN: usize = 4;
/// Memory that the hash sets of visited boards need for each node of a layer, in bytes. There are
/// two sets with at most four slots for each node, and a slot stores a hash of 8 bytes.
const SET_BYTES: usize = 64;
/// Marks a node that has just entered a stage of the search, in place of the direction of its last
/// move. All moves are tried from such a node. From all other nodes, the move that undoes the last
/// one is left out.
const NO_MOVE: u8 = 4;
/// Marks the start board, which has no last move, in place of an index into the [`History`]. It is
/// never a valid index, because the search ends before the history has this many moves.
const ROOT: u32 = MAX_WIDTH as u32 - 1;

/// The settings of one beam search.
pub(super) struct Beam<'a> {
    plan: &'a Plan,
    width: PaceWidth,
    pace: &'a Pace<'a>,
    /// Maximum length of a solution, in moves.
    most: u32,
    threads: usize,
    limits: &'a Limits,
    /// Random numbers for hashing (Zobrist 1970): one for each pair of a tile and a cell, followed
    /// by one for each group of a stage. The hash of a node is the XOR of the numbers of its tiles
    /// on their cells and of its group. The start board has the hash 0 instead. This changes all
    /// hashes by the same constant, so different nodes still have different hashes.
    numbers: Vec<u64>,
}

/// A node of the search. It contains everything about a board except its tiles, which are in the
/// node's [`Chunk`].
#[derive(Clone, Copy)]
struct Node {
    hash: u64,
    /// The estimated number of moves that all tiles still need, in which a move weighs [`MOVE`] or
    /// a little more (see [`Estimate`](super::estimate::Estimate)). It does not include the
    /// [distance](Group::distance) of the group, which [`candidate`] adds when nodes are compared.
    estimate: u32,
    /// The index of the last move in the [`History`], or [`ROOT`] for the start board.
    history: u32,
    blank: u8,
    /// The index of the last move's direction, or [`NO_MOVE`] if the node has just entered its
    /// stage.
    last: u8,
    /// The group of tiles that this node solves next, as an index into the stage's list of groups.
    group: u8,
    /// The current cells of the group's tiles.
    at: [u8; 2],
}

/// At most [`CHUNK`] nodes of a layer and, in the same order, the tiles of their boards.
#[derive(Default)]
struct Chunk {
    nodes: Vec<Node>,
    boards: Vec<u8>,
}

impl Chunk {
    /// Creates an empty chunk with space for `nodes` nodes, whose boards have `cells` cells.
    fn with_capacity(nodes: usize, cells: usize) -> Self {
        Self {
            nodes: Vec::with_capacity(nodes),
            boards: Vec::with_capacity(nodes * cells),
        }
    }

    fn push(&mut self, node: Node, board: &[u8]) {
        self.nodes.push(node);
        self.boards.extend_from_slice(board);
    }

    /// Returns the node with this index and its board, which has `cells` cells.
    fn get(&self, index: usize, cells: usize) -> (&Node, &[u8]) {
        let board = &self.boards[index * cells..(index + 1) * cells];
        (&self.nodes[index], board)
    }

    fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>() + self.boards.capacity()
    }
}

/// The boards on which a stage has solved its group of tiles. All boards of one chunk are the same
/// number of moves from the start board.
struct Solved {
    /// The number of moves from the start board to the boards of the first chunk. The boards of the
    /// second chunk are one move further away, and so on.
    depth: u32,
    chunks: Vec<Chunk>,
}

/// The last moves of all nodes created so far. Each item leads to the move before it, so that a
/// solution can be reconstructed from its last move. The lowest two bits of an item are the
/// direction of the move. The other bits are the index of the previous move, or [`ROOT`] if the
/// move is the first one.
type History = List<u32, 16_384>;

/// The data that a beam search updates while it runs.
struct Progress<'a> {
    history: History,
    budget: &'a mut Budget,
    generated: &'a mut u64,
}

impl<'a> Beam<'a> {
    pub(super) fn new(
        plan: &'a Plan,
        width: PaceWidth,
        pace: &'a Pace<'a>,
        most: u32,
        threads: usize,
        limits: &'a Limits,
    ) -> Self {
        let numbers = numbers(plan.cells * plan.cells + 2);
        Self {
            plan,
            width,
            pace,
            most,
            threads,
            limits,
            numbers,
        }
    }

    /// Estimates the memory that a beam search needs per node of its width, in bytes. `layers` is
    /// the number of layers.
    pub(super) fn bytes_per_node(plan: &Plan, layers: u32) -> usize {
        // Four sets of nodes are in memory, and each is counted as a full layer: the current layer,
        // the next layer, the boards that the previous stage passed on, and the boards that this
        // stage will pass on.
        let nodes = 4 * (size_of::<Node>() + plan.cells);
        let candidates = (MOST_CHILDREN + 1) * size_of::<Candidate<u8>>();
        nodes + candidates + SET_BYTES + layers as usize * size_of::<u32>()
    }

    /// Runs the beam search, and adds the number of generated nodes to `generated`. Returns the
    /// directions of the blank's moves to the goal, or `None` if the beam finds no solution.
    pub(super) fn search(
        &self,
        start: &[u8],
        budget: &mut Budget,
        generated: &mut u64,
    ) -> Result<Option<Vec<Direction>>, LimitKind> {
        let blank = start
            .iter()
            .position(|&tile| usize::from(tile) + 1 == self.plan.cells);
        let root = Node {
            hash: 0,
            estimate: 0,
            history: ROOT,
            blank: blank.unwrap_or_default() as u8,
            last: NO_MOVE,
            group: 0,
            at: [0; 2],
        };
        let mut chunk = Chunk::default();
        chunk.push(root, start);
        let mut solved = Solved {
            depth: 0,
            chunks: vec![chunk],
        };
        let used = budget.used();
        budget.take(bytes(&solved.chunks))?;
        let mut progress = Progress {
            history: History::default(),
            budget,
            generated,
        };
        let mut result = Ok(None);
        for stage in 0..self.plan.stages.len() {
            match self.stage(stage, &solved, &mut progress) {
                Ok(Some(next)) => {
                    progress.budget.give(bytes(&solved.chunks));
                    solved = next;
                }
                Ok(None) => break,
                Err(kind) => {
                    result = Err(kind);
                    break;
                }
            }
            if stage + 1 == self.plan.stages.len() {
                let goal = solved.chunks[0].nodes[0];
                result = Ok(Some(progress.path_to(goal.history)));
            }
        }
        // Return all memory of this search to the budget. This includes the history, which is freed
        // when this function returns, and the memory of a stage that failed, which is already
        // freed.
        budget.give((budget.used() - used) as usize);
        result
    }

    /// Searches one stage of the plan, which moves one group of tiles to their goal cells. Returns
    /// the boards on which the group is solved, or `None` if no such board was found.
    fn stage(
        &self,
        stage: usize,
        entering: &Solved,
        progress: &mut Progress<'_>,
    ) -> Result<Option<Solved>, LimitKind> {
        let groups = &self.plan.stages[stage];
        let is_last = stage + 1 == self.plan.stages.len();
        let mut layer: Vec<Chunk> = Vec::new();
        let (mut before, mut current) = (SeenStates::default(), SeenStates::default());
        let mut solved: Option<Solved> = None;
        let (mut smallest, mut improved) = (u16::MAX, entering.depth);
        let mut depth = entering.depth;
        loop {
            // The first `expanded` chunks contain the nodes of the previous depth, which are
            // expanded. After them come the boards that enter the stage at this depth. They compete
            // with the children of the expanded nodes.
            let expanded = layer.len();
            let number = (depth - entering.depth) as usize;
            if let Some(chunk) = entering.chunks.get(number) {
                let entered = self.entered(stage, chunk);
                progress.budget.take(bytes(&entered))?;
                layer.extend(entered);
            }
            if layer.iter().all(|chunk| chunk.nodes.is_empty()) && number >= entering.chunks.len() {
                break;
            }
            let candidate_bytes = MOST_CHILDREN * count(&layer) * size_of::<Candidate<u8>>();
            progress.budget.take(candidate_bytes)?;
            let candidates = self.candidates(groups, &layer, expanded, progress)?;
            let best = candidates
                .iter()
                .flatten()
                .map(|candidate| candidate.estimate)
                .min();
            if best.is_some_and(|best| best < smallest) {
                (smallest, improved) = (best.unwrap_or_default(), depth);
            }
            let layers = self.plan.layers(stage, self.most - depth.min(self.most));
            let width = self
                .pace
                .layer_width(self.width, *progress.generated, layers);
            let (kept, seen) = select(&candidates, width, &before, self.threads, progress.budget)?;
            drop(candidates);
            progress.budget.give(candidate_bytes + before.bytes());
            before = std::mem::replace(&mut current, seen);
            let (next, done) = self.next_layer(groups, &layer, &kept, progress)?;
            progress.budget.give(bytes(&layer));
            layer = next;
            if !done.nodes.is_empty() && solved.is_none() {
                solved = Some(Solved {
                    depth,
                    chunks: Vec::new(),
                });
            }
            if let Some(solved) = &mut solved {
                progress.budget.take(done.bytes())?;
                solved.chunks.push(done);
                if is_last || depth >= solved.depth + COLLECTING {
                    break;
                }
            }
            if depth >= self.most || depth > improved + PATIENCE {
                break;
            }
            depth += 1;
        }
        progress
            .budget
            .give(before.bytes() + current.bytes() + bytes(&layer));
        Ok(solved)
    }

    /// Returns the nodes with which the boards of a chunk enter a stage of the search. A board
    /// becomes one node for each group of tiles that it can continue with.
    fn entered(&self, stage: usize, chunk: &Chunk) -> Vec<Chunk> {
        let cells = self.plan.cells;
        let first: Vec<u8> = (0..self.plan.stages[0].len() as u8).collect();
        let mut chunks = vec![Chunk::default()];
        for index in 0..chunk.nodes.len() {
            let (node, board) = chunk.get(index, cells);
            let groups = match stage.checked_sub(1) {
                Some(before) => &self.plan.stages[before][usize::from(node.group)].successors,
                None => &first,
            };
            for &index in groups {
                let group = &self.plan.stages[stage][usize::from(index)];
                // A board can continue with several groups of tiles. Give each of its copies a
                // different hash, because copies with the same hash would be dropped as duplicates.
                let hash = |index: u8| self.numbers[cells * cells + usize::from(index)];
                let node = Node {
                    hash: node.hash ^ hash(node.group) ^ hash(index),
                    estimate: group.estimate.of(board),
                    last: NO_MOVE,
                    group: index,
                    at: group.positions(board),
                    ..*node
                };
                if chunks.last().is_none_or(|last| last.nodes.len() == CHUNK) {
                    chunks.push(Chunk::default());
                }
                if let Some(last) = chunks.last_mut() {
                    last.push(node, board);
                }
            }
        }
        chunks
    }

    /// Returns everything that competes for the next layer: the children of the nodes in the first
    /// `expanded` chunks, and the nodes of the other chunks, which have just entered the stage.
    fn candidates(
        &self,
        groups: &[Group],
        layer: &[Chunk],
        expanded: usize,
        progress: &mut Progress<'_>,
    ) -> Result<Vec<Vec<Candidate<u8>>>, LimitKind> {
        // The node limit is checked once for the whole layer. If each thread checked it, the search
        // would end at a different node for each number of threads.
        let most = self.limits.nodes.unwrap_or(u64::MAX);
        if *progress.generated + (MOST_CHILDREN * count(layer)) as u64 > most {
            return Err(LimitKind::Nodes);
        }
        let work = |index: usize| {
            self.limits.check_interruption()?;
            let chunk = &layer[index];
            let first = (index * CHUNK) as u32;
            Ok(if index < expanded {
                self.children(groups, chunk, first)
            } else {
                let candidate = |(node, parent): (&Node, u32)| {
                    let group = &groups[usize::from(node.group)];
                    candidate(group, node, parent)
                };
                chunk.nodes.iter().zip(first..).map(candidate).collect()
            })
        };
        let threads = if layer.len() > 3 { self.threads } else { 1 };
        let candidates: Vec<Vec<Candidate<u8>>> = map_in_parallel(threads, layer.len(), &work)
            .into_iter()
            .collect::<Result<_, LimitKind>>()?;
        let generated: usize = candidates[..expanded].iter().map(Vec::len).sum();
        *progress.generated += generated as u64;
        self.limits.count(generated as u64);
        Ok(candidates)
    }

    fn children(&self, groups: &[Group], chunk: &Chunk, first: u32) -> Vec<Candidate<u8>> {
        let cells = self.plan.cells;
        let mut board = vec![0; cells];
        let mut candidates = Vec::with_capacity(MOST_CHILDREN * chunk.nodes.len());
        for (index, parent) in (0..chunk.nodes.len()).zip(first..) {
            let (node, tiles) = chunk.get(index, cells);
            board.copy_from_slice(tiles);
            let group = &groups[usize::from(node.group)];
            for (direction, to) in self.plan.steps(group, node.blank) {
                if node.last == direction.opposite() as u8 {
                    continue;
                }
                let child = self.child(group, node, &mut board, direction, to);
                candidates.push(candidate(group, &child, parent));
            }
        }
        candidates
    }

    /// Returns the child of a node after the blank has moved to the neighbouring cell `to`. `board`
    /// is the node's board, which is changed temporarily.
    #[inline]
    fn child(
        &self,
        group: &Group,
        node: &Node,
        board: &mut [u8],
        direction: Direction,
        to: u8,
    ) -> Node {
        let (blank, cell) = (usize::from(node.blank), usize::from(to));
        let tile = usize::from(board[cell]) * self.plan.cells;
        Node {
            hash: node.hash ^ self.numbers[tile + blank] ^ self.numbers[tile + cell],
            estimate: group.estimate.after(node.estimate, board, blank, cell),
            history: node.history,
            blank: to,
            last: direction as u8,
            group: node.group,
            at: node.at.map(|at| if at == to { node.blank } else { at }),
        }
    }

    /// Creates the nodes of the selected candidates, and adds their moves to the history. Returns
    /// the next layer and, separately, the nodes whose group is solved, which enter the next stage.
    fn next_layer(
        &self,
        groups: &[Group],
        layer: &[Chunk],
        kept: &[Candidate<u8>],
        progress: &mut Progress<'_>,
    ) -> Result<(Vec<Chunk>, Chunk), LimitKind> {
        let Progress {
            history, budget, ..
        } = progress;
        if history.len() + kept.len() >= ROOT as usize {
            return Err(LimitKind::Memory);
        }
        let first = history.len();
        for candidate in kept {
            let (chunk, index) = place(candidate);
            let before = layer[chunk].nodes[index].history;
            let entry = match candidate.m {
                // A board that has just entered the stage has not moved since, so copy the history
                // item of its last move.
                NO_MOVE => history.get(before as usize).copied().unwrap_or(ROOT << 2),
                direction => before << 2 | u32::from(direction),
            };
            history.push(entry, budget)?;
        }
        budget.take(kept.len() * (size_of::<Node>() + self.plan.cells))?;
        let chunks: Vec<&[Candidate<u8>]> = kept.chunks(CHUNK).collect();
        let work = |number: usize| {
            self.limits.check_interruption()?;
            let first = first + number * CHUNK;
            Ok(self.nodes(groups, layer, chunks[number], first as u32))
        };
        let threads = if chunks.len() > 3 { self.threads } else { 1 };
        let nodes = map_in_parallel(threads, chunks.len(), &work);
        let (mut next, mut solved) = (Vec::with_capacity(chunks.len()), Chunk::default());
        for nodes in nodes {
            let (open, done): (Chunk, Chunk) = nodes?;
            next.push(open);
            solved.nodes.extend(done.nodes);
            solved.boards.extend(done.boards);
        }
        Ok((next, solved))
    }

    /// Creates the nodes of some selected candidates. Their last moves are in the history,
    /// beginning at index `first`. Returns the nodes to expand and, separately, the nodes whose
    /// group is solved.
    fn nodes(
        &self,
        groups: &[Group],
        layer: &[Chunk],
        kept: &[Candidate<u8>],
        first: u32,
    ) -> (Chunk, Chunk) {
        let cells = self.plan.cells;
        let mut board = vec![0; cells];
        let mut open = Chunk::with_capacity(kept.len(), cells);
        let mut solved = Chunk::default();
        for (candidate, history) in kept.iter().zip(first..) {
            let (chunk, index) = place(candidate);
            let (&parent, tiles) = layer[chunk].get(index, cells);
            board.copy_from_slice(tiles);
            let group = &groups[usize::from(parent.group)];
            let step = self
                .plan
                .steps(group, parent.blank)
                .find(|&(direction, _)| direction as u8 == candidate.m);
            let node = match step {
                Some((direction, to)) => {
                    let node = self.child(group, &parent, &mut board, direction, to);
                    board.swap(parent.blank.into(), to.into());
                    node
                }
                None => parent,
            };
            let node = Node { history, ..node };
            let chunk = if is_solved(group, &node) {
                &mut solved
            } else {
                &mut open
            };
            chunk.push(node, &board);
        }
        (open, solved)
    }
}

impl Progress<'_> {
    /// Returns the moves from the start board to a node whose last move has this index in the
    /// history.
    fn path_to(&self, mut index: u32) -> Vec<Direction> {
        let mut path = Vec::new();
        while let Some(entry) = self.history.get(index as usize)
            && entry >> 2 != ROOT
        {
            path.push(Direction::ALL[(entry & 3) as usize]);
            index = entry >> 2;
        }
        path.reverse();
        path
    }
}

/// Returns whether the node's group of tiles is solved. The last group is the core, which is solved
/// when the whole board is solved.
fn is_solved(group: &Group, node: &Node) -> bool {
    if group.tiles.is_empty() {
        node.estimate == 0
    } else {
        group.tiles == node.at[..group.tiles.len()]
    }
}

/// Returns a node as a candidate for the next layer. `parent` is the index of the node's parent in
/// the current layer, or of the node itself if it has just entered the stage.
fn candidate(group: &Group, node: &Node, parent: u32) -> Candidate<u8> {
    let estimate = node.estimate + MOVE * group.distance(node.blank, node.at);
    Candidate {
        hash: node.hash,
        parent,
        estimate: estimate.min(u16::MAX.into()) as u16,
        m: node.last,
    }
}

/// Returns the index of the chunk that contains a candidate's parent, and the parent's index in
/// this chunk.
fn place(candidate: &Candidate<u8>) -> (usize, usize) {
    (
        candidate.parent as usize / CHUNK,
        candidate.parent as usize % CHUNK,
    )
}

/// Returns the number of nodes in a layer.
fn count(layer: &[Chunk]) -> usize {
    layer.iter().map(|chunk| chunk.nodes.len()).sum()
}

/// Returns the size of the nodes and boards of a layer, in bytes.
fn bytes(layer: &[Chunk]) -> usize {
    layer.iter().map(Chunk::bytes).sum()
}
