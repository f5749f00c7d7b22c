// Ways to the goal of a block puzzle: hints, the solution in the player, and the fewest moves of the visitor's own puzzle.
import { stream } from "./api.js";
import { toText } from "./blockmap.js";
import { signOf } from "./blockview.js";
import { arrows, words } from "./blockwords.js";
import { byId, number, plural, say } from "./dom.js";
import { createPlayer } from "./player.js";
import { createProgress, unsolved } from "./progress.js";
import { createMoves } from "./strip.js";

/** Seconds of the search for the fewest moves of a puzzle that is not a level. */
const SECONDS = 10;

/**
 * The tab has update(change): changes the state and shows it, inform(text, kind): says
 * something, moved(ms, path): shows and keeps the position after a change of it, and won(): says that the goal is reached.
 * @param {import("./blocks.js").State} state
 */
export function createBlockWays(state, { update, inform, moved, won }) {
  const progress = createProgress(byId("blocks-progress"));
  const player = createPlayer(byId("blocks-player"), seek, () => say("The goal is reached."));
  const moves = createMoves(byId("blocks-moves"), (index) => player.go(index));
  let learning = null; // ends the search for the fewest moves of a puzzle

  /** Takes the solution away. */
  function close() {
    player.close();
    state.run = null;
    byId("blocks-moves").hidden = true;
  }

  /** Ends what is searched for, and takes away what was found. */
  function clear() {
    learning?.abort();
    progress.clear();
    close();
    state.hint = null;
  }

  /** Returns a shortest solution from the position. Asks the engine unless the solution is known already. If the position has no
   * solution, shows a message and returns null. */
  async function shortest() {
    const { game, metric, puzzle, text } = state;
    const map = game.map();
    if (state.way?.map === String(map) && state.way.metric === metric) return state.way;
    const isFresh = game.made.length === 0;
    update({ message: null, hint: null });
    const asked = toText({ ...puzzle, start: map }, text);
    const record = await progress.run("/api/blocks", { puzzle: asked, metric, time_limit: null });
    if (!record || game !== state.game || metric !== state.metric || String(map) !== String(game.map())) return null;
    if (record.status !== "solved") return void inform(unsolved(record), "error");
    if (isFresh) state.optimum[metric] ??= record.length;
    state.way = { map: String(map), metric, moves: record.moves ?? [] };
    return state.way;
  }

  /** Names the next move of a shortest solution; makes it when it was named. */
  async function hint() {
    close();
    const { hint: named, game } = state;
    if (named) {
      game.move({ ...named, helped: true });
      state.way = { ...state.way, map: String(game.map()), moves: state.way.moves.slice(1) };
      say(`${signOf(named.piece)} ${words(named.path)}`);
      return moved(200, named.path);
    }
    const way = await shortest();
    const next = way?.moves[0];
    if (!next) return;
    update({ hint: next });
    inform(
      `Move ${signOf(next.piece)} ${words(next.path)} (${number(way.moves.length)} to go). Press Hint again to move it.`,
    );
  }

  /** Lists a shortest solution from the position, which waits in the player. */
  async function solve() {
    close();
    const way = await shortest();
    if (!way) return;
    const from = state.game.made.length === 0 ? "" : " from here";
    const text = `${plural(way.moves.length, "move")}${from}, the fewest possible.`;
    inform(way.moves.length === 0 ? "The goal is reached already." : text, "good");
    if (way.moves.length === 0) return;
    moves.fill(
      way.moves.map(({ piece, path }, i) => ({
        text: `${signOf(piece)} ${arrows(path)}`,
        name: `${signOf(piece)} ${arrows(path)}: move ${i + 1}, ${words(path)}`,
      })),
    );
    update({ run: { moves: way.moves, at: 0 } });
    byId("blocks-board").scrollIntoView({ block: "nearest" });
    player.load(way.moves.length);
  }

  /** Shows the position after `to` moves of the solution in the player. */
  function seek(to, ms) {
    const { run, game, message } = state;
    const isNear = Math.abs(to - run.at) === 1;
    let path = "";
    while (run.at !== to) {
      if (run.at < to) game.move({ ...run.moves[run.at], helped: true });
      path = run.at < to ? run.moves[run.at].path : game.undo();
      run.at += run.at < to ? 1 : -1;
    }
    moved(isNear ? ms : 0, isNear ? path : "");
    update({ message });
  }

  /** Finds the fewest moves of a puzzle that is not a level, or that it has no solution, while it is played. */
  async function learnFewest() {
    const { level, metric, text, optimum } = state;
    if (level || optimum[metric] !== undefined) return;
    learning?.abort();
    const mine = (learning = new AbortController());
    /** @type {any} */
    let record = null;
    const question = { puzzle: text, metric, time_limit: SECONDS };
    await stream("/api/blocks", question, { result: (value) => (record = value) }, mine.signal).catch(() => {});
    if (mine.signal.aborted || optimum !== state.optimum) return;
    optimum[metric] ??= record?.status === "solved" ? record.length : null;
    if (record && !["solved", "limit"].includes(record.status)) return inform(unsolved(record), "error");
    update({});
    if (state.game.solved() && !state.run) won();
  }

  return { hint, solve, learnFewest, close, clear, pause: player.pause, at: moves.at };
}
