// Draws the tab Puzzle from its state, after each change.
import { byId, el, number, paint, say, toSecond } from "./dom.js";
import { exactly } from "./game.js";
import { messageLine } from "./messages.js";
import { MULTI } from "./metric.js";
import { sizeOf } from "./tiles.js";

/**
 * Time in milliseconds after which the page shows a proven bound if the optimum is still unknown.
 */
const SLOW = 600;
/**
 * Returns the distance to the goal in the form in which the page shows it.
 * @param {PuzzleTab} tab
 * @param {Game} game
 * @param {boolean} isLate whether the search takes so long that a bound is worth showing
 * @param {boolean} isShort whether there is room for only a few words
 * @returns {Distance}
 */
function distanceOf({ obstacle }, game, isLate, isShort) {
  if (obstacle !== null) return { value: "", words: "There is no way to the goal.", share: 0 };
  if (game.solved) return { value: "", words: "", share: 1 };
  const { best } = game;
  const { least, most } = game.range();
  const needed = exactly({ least, most });
  const away = isShort ? "to go" : "from the goal";
  if (needed !== null) {
    const words = `${needed === 1 ? "move" : "moves"} ${away}${lastWords(game, isShort)}`;
    const isAway = (game.lastGain ?? 0) < 0;
    return { value: number(needed), words, share: Math.max(0, 1 - needed / (best ?? needed)), isAway };
  }
  if (most < Infinity) {
    const atLeast = isLate && least > 0 ? `, at least ${number(least)}` : "";
    const start = game.range(0).most;
    const share = start < Infinity ? Math.max(0, 1 - most / start) : 0;
    return { value: `≤ ${number(most)}`, words: `moves ${away}${atLeast}`, share };
  }
  // After a move, a bound follows from the position before, and is shown at once. On a new board,
  // the first bounds are not shown at once, because its optimum may be found soon.
  if (least > 1 && (isLate || game.steps > 0)) return { value: `≥ ${number(least)}`, words: `moves ${away}`, share: 0 };
  return { value: "…", words: "working out the distance", share: 0 };
}

/**
 * Returns what the last gesture has done to the distance, as the end of a sentence. It is empty if
 * this is unknown.
 * @param {Game} game
 * @param {boolean} isShort
 */
function lastWords({ lastCost, lastGain }, isShort) {
  if (lastCost === null || lastGain === null) return "";
  if (lastCost === 0) return isShort ? "; last move perfect" : "; your last move was perfect";
  const did = lastGain > 0 ? "partly led away" : lastGain === 0 ? "led no nearer" : "led away";
  return isShort ? `; that ${did}` : `; your last move ${did}`;
}

/** Draws the tab Puzzle. */
export class View {
  #key = ""; // the key of the position that is shown
  #since = 0; // when this position was first shown
  /** @type {Game | null} */
  #game = null; // the game that is shown
  #begun = 0; // when this game was first shown
  /** @type {Timer | undefined} */
  #timer;
  /** @type {Act[]} */
  #acts = []; // the buttons of the message line
  #narrow = matchMedia("(max-width: 440px), (max-height: 540px)");

  /** @param {PuzzleTab} tab */
  constructor(tab) {
    this.tab = tab;
  }

  /** Draws everything. Tiles glide to their cells in `ms` milliseconds. */
  draw(ms = 140) {
    const { tab } = this;
    const { game } = tab;
    if (!game) return this.#drawMessage({ text: "", kind: "error", acts: [], ...tab.notice });
    const now = performance.now();
    if (this.#game !== game) [this.#game, this.#begun] = [game, now];
    if (this.#key !== game.key) [this.#key, this.#since] = [game.key, now];
    tab.board.show(game.now, game.goal, ms);
    tab.board.mark(tab.notice?.marks ?? []);
    tab.board.celebrate(game.solved && game.steps > 0 && !game.isTheirs);
    drawSize(sizeOf(game.start));
    const isLate = now - this.#since > SLOW;
    clearTimeout(this.#timer);
    if (!isLate && game.needed === null) this.#timer = setTimeout(() => this.draw(), SLOW);
    this.#drawDistance(distanceOf(tab, game, isLate, this.#narrow.matches));
    this.#drawCounts(game, now - this.#begun > SLOW);
    this.#drawMessage(messageLine(tab, game, this.#narrow.matches));
    this.drawClock();
    this.#speak(game);
  }

  drawClock() {
    const { game } = this.tab;
    const text = game === null ? "0:00" : game.untimed ? "–" : toSecond(game.seconds);
    paint({ clock: { textContent: text } });
  }

  /** @param {Distance} distance */
  #drawDistance({ value, words, share, isAway }) {
    const isOn = this.tab.distance;
    paint({
      distance: { className: `distance${isOn ? "" : " off"}${isAway ? " away" : ""}` },
      needed: { textContent: isOn ? value : "" },
      "needed-words": { textContent: isOn ? words : "The distance is hidden." },
    });
    byId("distance").style.setProperty("--share", share.toFixed(3));
  }

  /**
   * Draws the numbers of moves, and enables the buttons that can be used.
   * @param {Game} game
   * @param {boolean} isLate
   */
  #drawCounts(game, isLate) {
    const { obstacle } = this.tab;
    const { least } = game.range(0);
    const bound = isLate && least > 1 ? `≥ ${number(least)}` : "…";
    const ended = { disabled: game.solved || obstacle !== null };
    paint({
      count: { textContent: number(game.count) },
      "count-name": { textContent: game.metric === MULTI ? "Slides" : "Moves" },
      best: { textContent: obstacle !== null ? "–" : game.best !== null ? number(game.best) : bound },
      undo: { disabled: game.steps === 0 && game.attempts.length === 0 },
      redo: { disabled: game.undone.length === 0 },
      restart: { disabled: game.steps === 0 },
      hint: ended,
      solve: ended,
      all: ended,
    });
  }

  /** @param {Message} message */
  #drawMessage({ text, kind, acts }) {
    paint({ "puzzle-message": { textContent: text, className: `message ${kind}` } });
    this.#drawActs(acts);
  }

  /**
   * Draws the buttons of the message line. If their labels are the same as before, the elements
   * stay, so that a focused button keeps the focus.
   * @param {Act[]} wanted
   */
  #drawActs(wanted) {
    /** @param {Act[]} acts */
    const names = (acts) => acts.map(([name]) => name).join();
    const isSame = names(wanted) === names(this.#acts);
    this.#acts = wanted;
    if (isSame) return;
    const hadFocus = byId("puzzle-acts").contains(document.activeElement);
    const buttons = wanted.map(([name], i) =>
      el("button", { type: "button", onclick: () => this.#acts[i][1]() }, name),
    );
    byId("puzzle-acts").replaceChildren(...buttons);
    if (hadFocus) this.tab.board.focus();
  }

  /**
   * Has a screen reader say the distance of a position once, together with the move that led there,
   * unless the move was already said.
   * @param {Game} game
   */
  #speak({ needed, lost, solved }) {
    const { tab } = this;
    const { told } = tab;
    if (!tab.distance || told?.key !== this.#key || needed === null || solved) return;
    clearTimeout(told.timer);
    tab.told = null;
    const before = told.text === "" ? "" : `${told.text.replace(/[.]$/, "")}. `;
    say(`${before}${number(needed)} to go${lost ? `, ${number(lost)} more than needed` : ""}`);
  }
}

/**
 * Shows the size of a board in the list of sizes. A size that is not in the list is added to it.
 * @param {string} size
 */
function drawSize(size) {
  const select = byId("size");
  if (![...select.options].some((option) => option.value === size)) {
    select.querySelector("[data-other]")?.remove();
    select.prepend(el("option", { value: size, "data-other": "" }, size.replace("x", " × ")));
  }
  select.value = size;
}
