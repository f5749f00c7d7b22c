// The results of games that were solved in this browser without help. The browser keeps them, and
// the page shows them as statistics and as a calendar of the daily boards. Boards that were typed
// in or shared do not count.
import { dayOf } from "./address.js";
import { createDialog } from "./dialogs.js";
import { byId, el, number, onClick, paint, plural, tableOf, toTenth } from "./dom.js";
import { bySize, calendar, comparison, streaks, withResult } from "./statistics.js";
import { keep, recall } from "./storage.js";
import { SINGLE } from "./metric.js";
import { sizeOf } from "./tiles.js";

const HEADINGS = ["Size", "Solved", "Perfect", "Extra moves", "Best time", "Moves\u00a0/\u00a0s"];
const DATE = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });
const MONTH = new Intl.DateTimeFormat("en-GB", { month: "short", timeZone: "UTC" });
const INITIALS = ["M", "T", "W", "T", "F", "S", "S"];

const today = () => dayOf(new Date());

/** Returns the results that are kept. */
function results() {
  const kept = recall("results", /** @type {SolvedBoard[]} */ ([]));
  /** @param {SolvedBoard | null} one */
  const isResult = (one) => typeof one?.size === "string" && Number.isInteger(one.moves);
  return Array.isArray(kept) ? kept.filter(isResult) : [];
}

/**
 * Returns a text with the number of solved daily boards and the streaks of days, or "" if no daily
 * board was solved.
 * @param {SolvedBoard[]} all
 */
function streakText(all) {
  const { solved, current, longest } = streaks(all, today());
  if (solved === 0) return "";
  return `Daily boards: Solved ${number(solved)} · Streak ${number(current)} · Best ${number(longest)}`;
}

/**
 * Returns a row of the table of statistics.
 * @param {ReturnType<typeof bySize>[number]} row
 */
const cells = (row) => [
  row.size.replace("x", "\u00a0×\u00a0"),
  number(row.solved),
  number(row.perfect),
  row.meanExtra?.toFixed(1),
  row.bestSeconds === null ? null : toTenth(row.bestSeconds),
  row.rate?.toFixed(1),
];

/**
 * Returns whether a result is perfect or only solved.
 * @param {SolvedBoard} result
 */
const kindOf = ({ moves, best, tried }) => (moves === best && !tried ? "perfect" : "solved");

/** Keeps results, and shows them in the dialog and in the calendar. */
export class Scores {
  #dialog = createDialog("statistics", () => this.#draw(false));
  #isForgetting = false; // the button asks for a second press
  /** @type {Game | null} */
  #shownGame = null; // the game for which the calendar was drawn last
  #drawn = ""; // the game, day and number of results for which the calendar was drawn

  /** @param {(day: string) => unknown} openDay opens the daily board of a day */
  constructor(openDay) {
    this.openDay = openDay;
    onClick({ "scores-forget": () => this.#forget() });
  }

  open() {
    this.#dialog.open();
  }

  /**
   * Returns a sentence that compares a game with the player's earlier ones, or says why it does not
   * count.
   * @param {Game} game
   */
  compare(game) {
    return game.unrated ? uncounted(game) : comparison(results(), resultOf(game));
  }

  /**
   * Draws the calendar again if the daily board, the date or the number of results has changed.
   * @param {Game} game
   */
  update(game) {
    const now = [game.daily, today(), recall("results", []).length].join();
    if (this.#drawn !== now) this.#drawDaily(game);
    this.#drawn = now;
  }

  /**
   * Keeps the result of a solved game if it counts. The tab calls this after each change, so the
   * optimum is added once it is known.
   * @param {Game} game
   */
  take(game) {
    if (!game.solved || game.unrated || game.won === null || game.count === 0) return;
    const all = results();
    const old = all.find((one) => one.id === game.id);
    if (old && (old.best !== null || game.best === null)) return;
    keep("results", withResult(all, old ? { ...old, best: game.best } : resultOf(game)));
  }

  /** Asks for a second press of the button. The second press deletes all results. */
  #forget() {
    if (this.#isForgetting) {
      keep("results", null);
      this.#drawDaily(this.#shownGame);
    }
    this.#draw(!this.#isForgetting);
  }

  /**
   * Draws the dialog. `isAsked` says that the button asks for a second press.
   * @param {boolean} isAsked
   */
  #draw(isAsked) {
    const all = results();
    paint({
      scores: { hidden: all.length === 0 },
      "scores-empty": { hidden: all.length > 0 },
      "scores-daily": { textContent: streakText(all) },
      "scores-forget": { hidden: all.length === 0, textContent: isAsked ? "Press again to reset" : "Reset statistics" },
    });
    byId("scores-table").replaceChildren(tableOf(HEADINGS, bySize(all).map(cells)));
    this.#isForgetting = isAsked;
  }

  /**
   * Draws the button of the daily board, and on a daily board the calendar.
   * @param {Game | null} game
   */
  #drawDaily(game) {
    this.#shownGame = game;
    const all = results();
    const days = calendar(all, today());
    const isDone = days[days.length - 1].result !== null;
    const { current } = streaks(all, today());
    paint({
      daily: {
        className: isDone ? "done" : "",
        title: `The board of the day, the same for all${isDone ? "; solved today" : ""}`,
        textContent: current > 1 ? `Daily ${current}` : "Daily",
      },
      "daily-card": { hidden: !game?.daily },
    });
    if (!game?.daily) return;
    paint({
      "daily-title": { textContent: `Board of ${DATE.format(new Date(game.daily))}` },
      "daily-streak": {
        textContent: [streakText(all), isDone ? untilNext(new Date()) : ""].filter(Boolean).join(". "),
      },
    });
    const initials = INITIALS.map((name) => el("span", { "aria-hidden": "true" }, name));
    const buttons = days.map(({ day, result }, i) => this.#dayButton(day, result, day === game.daily, i === 0));
    byId("daily-days").replaceChildren(...initials, ...buttons);
  }

  /**
   * Returns the button of a day in the calendar.
   * @param {string} day
   * @param {SolvedBoard | null} result
   * @param {boolean} isShown
   * @param {boolean} isFirst
   */
  #dayButton(day, result, isShown, isFirst) {
    const outcome = result ? `${kindOf(result)}, ${plural(result.moves, "move")}` : "not solved";
    const label = `${DATE.format(new Date(day))}: ${outcome}`;
    const props = {
      type: "button",
      class: result ? kindOf(result) : "",
      title: `Play the board of ${label}`,
      "aria-label": label,
      "aria-current": isShown ? "date" : null,
      // The first day of the calendar, and of each month, shows the name of the month.
      "data-month": isFirst || day.endsWith("-01") ? MONTH.format(new Date(day)) : null,
      onclick: () => this.openDay(day),
    };
    return el("button", props, String(Number(day.slice(-2))));
  }
}

/**
 * Returns the time to the next daily board, which comes at midnight in UTC.
 * @param {Date} now
 */
function untilNext(now) {
  const minutes = Math.ceil((Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1) - +now) / 60_000);
  const hours = Math.floor(minutes / 60);
  return `Next board in ${hours > 0 ? `${hours} h ` : ""}${minutes % 60} min`;
}

/**
 * Returns a sentence that says why a game does not count, or "" if the player needs no explanation.
 * @param {Game} game
 */
function uncounted({ isHelped, repeated, daily }) {
  const where = daily ? "as your daily board" : "in your statistics";
  if (isHelped) return `With hints, it doesn’t count ${where}.`;
  return repeated ? `You had solved this board before, so it doesn’t count again ${where}.` : "";
}

/**
 * Returns the result of a game in the form in which the browser stores it.
 * @param {Game} game
 * @returns {SolvedBoard}
 */
function resultOf(game) {
  const { id, count: moves, best, daily, tried } = game;
  const size = game.metric === SINGLE ? sizeOf(game.start) : `${sizeOf(game.start)}, ${game.metric}`;
  const seconds = game.untimed ? null : Math.round(game.seconds * 100) / 100;
  return { id, size, day: dayOf(new Date()), moves, best, seconds, daily, tried };
}
