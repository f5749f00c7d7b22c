// The tab Puzzle: the game on the board, and what begins one: random and daily boards, the address, pasted boards.
// Searching is in live.js, ways.js and hints.js; what is said of a finished game in result.js and scores.js.
import { NAMED_GOALS, dayOf, formatGame, parseGame } from "./address.js";
import { json } from "./api.js";
import { createBoard } from "./board.js";
import { dailyBoard, randomBoard, readBoards } from "./boards.js";
import { byId, onClick, plural, say, show, tell } from "./dom.js";
import { createFigures } from "./figures.js";
import { Game } from "./game.js";
import { createHints } from "./hints.js";
import { listenForIntake } from "./intake.js";
import { createHelp, listenForKeys } from "./keys.js";
import { createLive } from "./live.js";
import { createLook } from "./look.js";
import { MULTI, SINGLE } from "./metric.js";
import { createResult } from "./result.js";
import { createScores } from "./scores.js";
import { createSetup } from "./setup.js";
import { keep, recall } from "./storage.js";
import { WORDS, mover, position, sizeOf, toText } from "./tiles.js";
import { verdict } from "./times.js";
import { createWays } from "./ways.js";

const SIZES = ["3x3", "4x4", "5x5"];
/** Milliseconds between two changes of the address; browsers refuse many in a short time. */
const BETWEEN_ADDRESSES = 250;
const NOT_ALL = "The moves of that address cannot all be made; here is the board after those that can.";

/** `options` is the engine's answer to /api/options. */
export function startPuzzle(options) {
  /** What the parts of the tab share: the game, how it began, and what they ask of this one. */
  const page = {
    game: null,
    obstacle: null, // why the start cannot be solved
    seed: null, // of the board, if it is a random one
    /** The seconds that the engine gives to a search. */
    limit: options.then((answer) => answer.limits.seconds, () => 5),
    /** The way to count moves: that of the game, or the one chosen last. */
    get metric() {
      return page.game?.metric ?? (recall("metric", SINGLE) === MULTI ? MULTI : SINGLE);
    },
    fresh, read, setGoal, countBy, makeMoves, redraw, changed, mark,
  };
  let notice = null; // { text, kind }: said until the next move
  let pile = []; // boards that were read with the one shown, still to come
  let latest = 0; // the number of the latest board asked for; older answers are dropped
  let addressTimer = null;
  let written = null; // the address as this tab wrote it
  let writtenAt = 0;

  const board = createBoard(byId("board"), play);
  const live = createLive(page);
  const figures = createFigures(page, live);
  const ways = createWays(page, live);
  const hint = createHints(page, ways);
  const result = createResult(page, live);
  const scores = createScores();
  const look = createLook(board);
  const help = createHelp();
  const setup = createSetup(page);

  /**
   * Begins a game: `wanted` has board (text or numbers), size, goal, moves, daily, unrated, seed, and of an earlier
   * visit id, seconds and shown moves. `push` makes it a new entry of the browser's history. Throws an error for the
   * reader; returns false if another board was asked for since.
   */
  async function load(wanted, { push = true } = {}) {
    const mine = ++latest;
    const answer = await json("/api/check", { board: wanted.board, size: wanted.size ?? null, goal: wanted.goal });
    if (mine !== latest) return false;
    begin(answer, wanted, push);
    return true;
  }

  function begin(answer, wanted, push) {
    if (push) writeAddress(); // the last moves belong to the board that is left
    ways.close();
    const [start, goal] = [answer.board, answer.goal].map((cells) => position(cells, answer.size));
    const { daily, unrated, id = `${Date.now()}`, metric = page.metric } = wanted;
    const goalText = NAMED_GOALS.includes(wanted.goal) ? wanted.goal : toText(goal);
    page.game = new Game(start, goal, { goalText, daily, unrated, id, metric });
    page.obstacle = answer.solvable ? null : `No sequence of moves leads from here to the goal: ${answer.reason}.`;
    page.seed = wanted.seed ?? null;
    pile = wanted.pile ?? [];
    const all = page.game.resume(wanted.moves ?? "", wanted.shown ?? 0, wanted.seconds ?? null);
    notice = all ? wanted.notice ?? null : { text: NOT_ALL, kind: "error" };
    writeAddress(push);
    live.begin();
    figures.setSize(answer.size);
    redraw(0);
    if (page.obstacle ?? notice) say(page.obstacle ?? notice.text);
  }

  /** Begins with a random board; its size is that of the next visit too. */
  async function fresh(size, { seed, goal = goalNow(size), push, notice: said } = {}) {
    const wanted = await randomBoard(size, goal, seed);
    if (await load({ ...wanted, notice: said }, { push }) && SIZES.includes(size)) keep("size", size);
  }

  async function read(text, size, goal) {
    await load(await readBoards(text, size, goal));
  }

  /** Gives the board that is shown another goal. */
  function setGoal(goal) {
    const { now } = page.game;
    return load({ board: toText(now), size: sizeOf(now), goal, unrated: true });
  }

  /** Begins with the board of the address, or a random one; what is wrong with the address is said. */
  async function readAddress(push = false) {
    const given = parseGame(location.hash);
    const visit = history.state; // what this page wrote there, if it did
    written = location.hash;
    let trouble = null;
    try {
      if (given && given.daily !== null) {
        const { daily, moves, metric } = given;
        return await load({ unrated: moves !== "", ...visit, ...(await dailyBoard(daily)), moves, metric }, { push });
      }
      if (given) return await load({ unrated: true, ...given, ...visit }, { push });
    } catch ({ message }) {
      const sentence = `${message}${/[.?!]$/.test(message) ? "" : "."}`;
      trouble = { text: `The address has no board that can be played: ${sentence} Here is a new one.`, kind: "error" };
    }
    await attempt(() => fresh(recall("size", "4x4"), { goal: "last", push, notice: trouble }));
  }

  /** Says an error of `act` in the message line. */
  async function attempt(act) {
    try {
      await act();
    } catch (error) {
      tell(byId("puzzle-message"), error.message);
    }
  }

  const sizeNow = () => (page.game ? sizeOf(page.game.start) : recall("size", "4x4"));

  /** The goal of the game, where boards of that size can have it. */
  function goalNow(size) {
    const { game } = page;
    return game && (NAMED_GOALS.includes(game.goalText) || sizeOf(game.goal) === size) ? game.goalText : "last";
  }

  /** Counts the moves of this game and of those to come another way. */
  function countBy(metric) {
    keep("metric", metric);
    if (!page.game || page.game.metric === metric) return;
    ways.close();
    page.game.countBy(metric);
    live.begin();
    redraw(0);
    say(metric === MULTI ? "Tiles that slide together are one move." : "Each tile is a move.");
  }

  /** What the player does. */
  function play(letters) {
    const { game } = page;
    if (!letters || !game) return;
    if (game.solved && game.steps > 0) {
      return say("The board is solved. Take a move back, start again, or ask for a new board.");
    }
    ways.leave();
    const what = letters.length === 1 ? game.now.cells[mover(game.now, letters)] : plural(letters.length, "tile");
    notice = null;
    makeMoves(letters, false);
    say(game.solved ? solvedText() : `${what} ${WORDS[letters[0]]}`);
  }

  function makeMoves(letters, shown) {
    page.game.move(letters, shown);
    redraw();
  }

  /** Draws the board and all that is said of it. */
  function redraw(ms = 140) {
    const { game, obstacle } = page;
    board.show(game.now, game.goal, ms);
    board.mark(null);
    const solved = game.solved && game.steps > 0;
    board.celebrate(solved);
    byId("undo").disabled = byId("restart").disabled = game.steps === 0;
    byId("redo").disabled = game.undone.length === 0;
    for (const id of ["hint", "solve", "all"]) byId(id).disabled = game.solved || obstacle !== null;
    const watched = solved && game.shown === game.steps;
    const text = obstacle ?? (watched ? solvedText() : notice?.text);
    show(byId("puzzle-message"), text, obstacle ? "error" : watched ? "good" : (notice?.kind ?? ""));
    byId("next-board").hidden = pile.length === 0;
    byId("next-board").textContent = `Next of ${pile.length} more`;
    live.moved();
    changed();
    clearTimeout(addressTimer);
    addressTimer = setTimeout(writeAddress, Math.max(0, writtenAt + BETWEEN_ADDRESSES - performance.now()));
  }

  /** More is known of the position on the board, or of the start. */
  function changed() {
    figures.draw();
    result.update();
    scores.take(page.game);
  }

  function mark(cell, text) {
    board.mark(cell);
    show(byId("puzzle-message"), text, "");
  }

  function solvedText() {
    const said = verdict(page.game.count, page.game.best);
    return `Solved in ${plural(page.game.count, "move")}${said ? `, ${said}` : ""}.`;
  }

  /** Writes start, goal and moves into the address: of the current entry of the history, or of a new one. */
  function writeAddress(push = false) {
    clearTimeout(addressTimer);
    const { game, seed } = page;
    if (!game || byId("puzzle").hidden) return;
    const seconds = game.untimed ? null : game.seconds;
    const visit = { unrated: game.unrated, id: game.id, seed, seconds, shown: game.shown };
    history[push === true ? "pushState" : "replaceState"](visit, "", formatGame({ ...game, moves: game.letters }));
    [written, writtenAt] = [location.hash, performance.now()];
  }

  /** Takes moves back, or makes them again; `act` does so in the game and returns their letters. */
  function travel(act, done) {
    if (!page.game) return;
    ways.leave();
    const letters = act(page.game);
    if (!letters) return;
    notice = null;
    redraw();
    say(`${plural(letters.length, "move")} ${done}`);
  }
  const undo = () => travel((game) => game.undo(), "taken back");
  const redo = () => travel((game) => game.redo(), "made again");

  function restart() {
    const { game } = page;
    if (!game) return;
    ways.close();
    game.unrated ||= game.solved;
    game.clear();
    game.id = `${Date.now()}`;
    notice = null;
    redraw();
    say("Back at the start");
    board.focus();
  }

  /** Begins another board by `begins`, and leads to it. */
  const another = (begins) => attempt(async () => (await begins(), board.focus()));
  const freshBoard = () => another(() => fresh(sizeNow()));

  onClick({
    undo, redo, restart,
    again: restart,
    new: freshBoard,
    "result-new": freshBoard,
    daily: () => another(async () => load(await dailyBoard(dayOf(new Date())))),
    "next-board": () => attempt(() => {
      const [next, ...rest] = pile;
      return load({ ...next, goal: goalNow(next.size), unrated: true, pile: rest });
    }),
    "open-setup": setup.open, "open-statistics": scores.open, "open-look": look.open, "open-help": help.open,
  });
  byId("size").addEventListener("change", () => {
    const size = byId("size").value;
    if (size !== "") return another(() => fresh(size));
    figures.setSize(sizeNow()); // "Other" is no size
    setup.open();
  });

  const active = () => !byId("puzzle").hidden;
  listenForKeys(active, {
    undo, redo, restart,
    fresh: freshBoard,
    move: (letter) => page.game && mover(page.game.now, letter) !== null && play(letter),
    hint: () => byId("hint").disabled || hint(),
    toggle: () => ways.player.open && ways.player.toggle(),
    step: () => ways.player.open && ways.player.step(1),
    stepBack: () => ways.player.open && ways.player.step(-1),
    help: help.open,
  });
  listenForIntake(() => active() && !document.querySelector("dialog[open]"), {
    picture: look.take,
    text(text) {
      if (/#(board|daily)=/.test(text)) location.hash = text.trim().split("#").pop();
      else attempt(() => read(text, null, "last"));
    },
  });

  for (const leaving of ["pagehide", "beforeunload"]) addEventListener(leaving, () => writeAddress());
  readAddress();
  const isOther = () => parseGame(location.hash) !== null && location.hash !== written;
  return {
    shown: () => (isOther() ? readAddress() : writeAddress()),
    hidden: () => ways.leave(),
    navigated: () => isOther() && readAddress(),
  };
}
