// What the tab Puzzle shows: one function from its state to the properties of its parts.
import { byId, el, number, paint, plural, say } from "./dom.js";
import { exactly } from "./game.js";
import { MULTI } from "./metric.js";
import { sizeOf } from "./tiles.js";
import { toSecond } from "./times.js";

/** Milliseconds before a proven bound is shown in place of an optimum that is still searched for. */
const SLOW = 600;
/** Why a board cannot be solved. */
const WHY = "Sliding reaches only half of all boards; here two tiles are swapped.";
const ORDER = "Slide the tiles into this order";

/**
 * @param {PuzzleTab} tab
 * @param {Game} game
 * @param {boolean} isLate
 * @param {boolean} isShort
 * @returns {Distance}
 */
function distanceOf({ obstacle }, game, isLate, isShort) {
  if (obstacle !== null) return { value: "", words: "There is no way to the goal.", share: 0 };
  if (game.solved) return { value: "", words: "", share: 1 };
  const { best, lastCost } = game;
  const { least, most } = game.range();
  const needed = exactly({ least, most });
  if (needed !== null) {
    const said = lastCost === 0 ? `${isShort ? "" : "was "}perfect` : `cost ${lastCost}`;
    const last = lastCost === null ? "" : `; ${isShort ? "" : "your "}last move ${said}`;
    const words = `${needed === 1 ? "move" : "moves"} ${isShort ? "to go" : "from the goal"}${last}`;
    const isAway = lastCost !== null && lastCost > 0;
    return { value: number(needed), words, share: Math.max(0, 1 - needed / (best ?? needed)), isAway };
  }
  const away = "moves from the goal";
  if (most < Infinity) {
    const atLeast = isLate && least > 0 ? `, at least ${number(least)}` : "";
    return { value: `≤ ${number(most)}`, words: `${away}${atLeast}`, share: 0 };
  }
  // Bounds of the position before are carried over at once; the first ones of a board give way to its optimum at once.
  if (least > 1 && (isLate || game.steps > 0)) return { value: `≥ ${number(least)}`, words: away, share: 0 };
  return { value: "…", words: "working out the distance", share: 0 };
}

/**
 * The button that restarts another person's game.
 * @param {PuzzleTab} tab
 * @returns {Act}
 */
export const playIt = (tab) => ["Play it yourself", () => tab.another(() => tab.starts.playShared())];

/**
 * What the message line says of a board that cannot be solved.
 * @param {PuzzleTab} tab
 * @param {Game} game
 * @returns {Message}
 */
function unsolvableMessage(tab, game) {
  const suspects = tab.starts.swapped(game).join(" and ");
  /** @type {Act} */
  const swap = [`Swap ${suspects}`, () => tab.another(() => tab.starts.swap(game))];
  /** @type {Act} */
  const blankLast = ["Goal: blank last", () => tab.another(() => tab.starts.setGoal("last"))];
  const text = `This can’t be solved. Check ${suspects}.`;
  return { text, kind: "error", acts: [tab.otherGoal ? blankLast : swap, ["Why?", () => tab.tell(WHY, [swap])]] };
}

/**
 * What the message line says.
 * @param {PuzzleTab} tab
 * @param {Game} game
 * @param {boolean} isShort
 * @returns {Message}
 */
function messageOf(tab, game, isShort) {
  const { obstacle, notice, pile } = tab;
  if (obstacle !== null && !notice) return unsolvableMessage(tab, game);
  /** @type {Act[]} */
  const next = [];
  if (pile.length > 0) {
    next.push([`Next of ${pile.length} more`, () => tab.attempt(() => tab.starts.nextOfPile())]);
  }
  /** @type {Act[]} */
  const back = game.canReturn ? [["Back to your result", () => tab.backToResult()]] : [];
  if (notice) return { kind: "", ...notice, acts: [...(notice.acts ?? next), ...back] };
  if (game.isTheirs) {
    return {
      text: theirs(game),
      kind: "rest",
      acts: [["Watch", () => tab.search(({ ways }) => ways.watch())], playIt(tab)],
    };
  }
  if (game.solved) return { text: praise(game), kind: "good", acts: back };
  const text = game.steps > 0 ? `${ORDER}.` : `${ORDER}: tap or swipe${isShort ? "" : ", or use the arrow keys"}.`;
  return { text, kind: "rest", acts: [...next, ...back] };
}

/**
 * The name of another person's game.
 * @param {Game} game
 */
export const theirs = ({ solved, count }) =>
  `Somebody else’s game ${solved ? "of" : "after"} ${plural(count, "move")}.`;

/** @param {Game} game */
function praise({ steps, shown, count, best, tried, isHelped }) {
  if (steps === 0) return "The board is in order.";
  if (shown > 0) return "The goal.";
  return count === best && !tried && !isHelped ? "Perfect!" : "Well done!";
}

/**
 * Draws the tab.
 * @param {PuzzleTab} tab
 */
export function createView(tab) {
  let [key, since] = ["", 0]; // the position that is shown, and since when
  /** @type {Timer | undefined} */
  let timer;
  /** @type {Game | null} */
  let shownGame = null; // the game that is shown
  let begun = 0; // since when it is
  /** @type {Act[]} */
  let shown = []; // the acts of the message line
  const narrow = matchMedia("(max-width: 440px), (max-height: 540px)");

  function drawClock() {
    const { game } = tab;
    const text = game === null ? "0:00" : game.untimed ? "–" : toSecond(game.seconds);
    paint({ clock: { textContent: text } });
  }

  /**
   * The buttons of the message line, which stay while their names do.
   * @param {Act[]} wanted
   */
  function drawActs(wanted) {
    /** @param {Act[]} offered */
    const names = (offered) => offered.map(([name]) => name).join();
    const isSame = names(wanted) === names(shown);
    shown = wanted;
    if (isSame) return;
    const hadFocus = byId("puzzle-acts").contains(document.activeElement);
    const buttons = shown.map(([name], i) => el("button", { type: "button", onclick: () => shown[i][1]() }, name));
    byId("puzzle-acts").replaceChildren(...buttons);
    if (hadFocus) tab.board.focus();
  }

  /**
   * Makes a screen reader say the distance of a position once, after it has said the move.
   * @param {Game} game
   */
  function speak({ needed, lost, solved }) {
    const { told } = tab;
    if (!tab.distance || told?.key !== key || needed === null || solved) return;
    clearTimeout(told.timer);
    tab.told = null;
    const before = told.text === "" ? "" : `${told.text.replace(/[.]$/, "")}. `;
    say(`${before}${number(needed)} to go${lost ? `, ${number(lost)} more than needed` : ""}`);
  }

  /** @param {string} size */
  function drawSize(size) {
    const select = byId("size");
    if (![...select.options].some((option) => option.value === size)) {
      select.querySelector("[data-other]")?.remove();
      select.prepend(el("option", { value: size, "data-other": "" }, size.replace("x", " × ")));
    }
    select.value = size;
  }

  /** Draws everything; tiles glide to their cells in `ms`. */
  function draw(ms = 140) {
    const { game, obstacle, notice, board } = tab;
    if (!game) return paint(messageParts({ text: "", kind: "error", acts: [], ...tab.notice }));
    const now = performance.now();
    if (shownGame !== game) [shownGame, begun] = [game, now];
    if (key !== game.key) [key, since] = [game.key, now];
    board.show(game.now, game.goal, ms);
    board.mark(notice?.marks ?? []);
    board.celebrate(game.solved && game.steps > 0 && !game.isTheirs);
    drawSize(sizeOf(game.start));
    const isLate = now - since > SLOW;
    const { value, words, share, isAway } = distanceOf(tab, game, isLate, narrow.matches);
    clearTimeout(timer);
    if (!isLate && game.needed === null) timer = setTimeout(() => draw(), SLOW);
    const { least } = game.range(0);
    const started = now - begun > SLOW && least > 1 ? `≥ ${number(least)}` : "…";
    const ended = { disabled: game.solved || obstacle !== null };
    paint({
      count: { textContent: number(game.count) },
      "count-name": { textContent: game.metric === MULTI ? "Slides" : "Moves" },
      best: { textContent: obstacle !== null ? "–" : game.best !== null ? number(game.best) : started },
      distance: { className: `distance${tab.distance ? "" : " off"}${isAway ? " away" : ""}` },
      needed: { textContent: tab.distance ? value : "" },
      "needed-words": { textContent: tab.distance ? words : "The distance is hidden." },
      undo: { disabled: game.steps === 0 && game.attempts.length === 0 },
      redo: { disabled: game.undone.length === 0 },
      restart: { disabled: game.steps === 0 },
      hint: ended,
      solve: ended,
      all: ended,
      ...messageParts(messageOf(tab, game, narrow.matches)),
    });
    byId("distance").style.setProperty("--share", share.toFixed(3));
    drawClock();
    speak(game);
  }

  /** @param {Message} message */
  function messageParts({ text, kind, acts: offered }) {
    drawActs(offered);
    return { "puzzle-message": { textContent: text, className: `message ${kind}` } };
  }

  return { draw, drawClock };
}
