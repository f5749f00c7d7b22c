// The dialog "Enter a board": a board entered by tapping, as text or from a seed; its goal, and how moves are counted.
import { NAMED_GOALS, goalOptions } from "./address.js";
import { json, latest } from "./api.js";
import { drawMini } from "./board.js";
import { createDialog } from "./dialogs.js";
import { byId, onClick, paint, plural, show, tell } from "./dom.js";
import { createEditor } from "./editor.js";
import { complete, emptyEntry, entryOf, exchanged, isComplete, isEmpty, numbersLeft, suspects } from "./entry.js";
import { position, sizeOf, toText } from "./tiles.js";

const CELLS = 25;

/**
 * `starts` begins games, `solve()` solves the board that is shown.
 * @param {import("./puzzle.js").App} app
 */
export function createSetup(app, starts, solve) {
  const dialog = createDialog("setup", fill);
  const editor = createEditor(entered);
  const asks = latest(); // whether the board can be solved
  let pair = null; // the two tiles to look at on a board that cannot be solved
  byId("goal").prepend(...goalOptions());
  byId("width").addEventListener("change", () => resize("height", "width"));
  byId("height").addEventListener("change", () => resize("width", "height"));

  /** Keeps the board within the cells that there may be, for which the other side gives way; and begins it anew. */
  function resize(side, changed) {
    byId(side).value = Math.min(byId(side).value, Math.floor(CELLS / byId(changed).value));
    showEntry(emptyEntry(Number(byId("width").value), Number(byId("height").value)));
    byId("text").value = "";
  }

  /** Shows a board in the editor, with its size. */
  function showEntry(entry) {
    [byId("width").value, byId("height").value] = [entry.width, entry.height];
    editor.show(entry);
    judge();
  }

  /** The reader has changed the board; the text follows once it is complete. */
  function entered(entry) {
    byId("text").value = isComplete(entry) ? toText(entry).replaceAll(" / ", "\n") : "";
    judge();
  }

  /** Says what is still to be done, or whether the board can be solved, and offers what can be done with it. */
  async function judge() {
    const isLatest = asks();
    const { entry } = editor;
    show(byId("text-error"), null);
    pair = null;
    const isText = byId("text").value.trim() !== "" && !entryOf(byId("text").value, entry);
    offer(describe(entry, isText), isText || isComplete(entry));
    if (isText || !isComplete(entry)) return;
    const size = sizeOf(entry);
    const answer = await json("/api/check", { board: toText(entry), size, goal: goalFor(size) }).catch(() => null);
    if (!isLatest() || !answer || answer.solvable) return;
    // After a number that placed itself it is said shortly, so that the board hardly moves under the finger.
    const reason = "This can’t be solved: sliding reaches only half of all arrangements.";
    const why = entry.last === null ? reason : `${lastPlaced(entry)}This board can’t be solved.`;
    pair = suspects(entry, position(answer.goal, size));
    offer(`${why} Compare ${pair.join(" and ")} with your board.`, true);
  }

  function offer(text, isReady) {
    byId("entry-state").classList.toggle("wrong", pair !== null);
    paint({
      "entry-state": { textContent: text },
      "entry-solve": { disabled: !isReady || pair !== null },
      "entry-play": { disabled: !isReady },
      "entry-swap": { hidden: pair === null, textContent: `Swap ${pair?.join(" and ")}` },
    });
  }

  function describe(entry, isText) {
    if (isText) return "The text is read when you press Solve or Play.";
    if (isEmpty(entry)) return "Tap a cell, then the number on its tile. The first cell is chosen.";
    if (isComplete(entry)) return `${lastPlaced(entry)}Drag a tile onto another to exchange them.`;
    return `${plural(numbersLeft(entry).length, "number")} left. Tap a tile twice to take it off.`;
  }

  /** Says of the number that placed itself that nothing is left to be tapped. */
  function lastPlaced({ last }) {
    if (last === null) return "";
    return `${last === 0 ? "The blank" : last} was the last one, so it is in its place. `;
  }

  function fill() {
    const game = app.game;
    for (const id of ["seed-error", "text-error", "goal-error"]) show(byId(id), null);
    const now = app.seed === null ? "" : ` The seed of this board: ${app.seed}.`;
    byId("seed-now").textContent = `The same seed gives the same board.${now}`;
    byId("tile-metric").value = app.metric;
    if (isEmpty(editor.entry)) {
      const [width, height] = game ? [game.start.width, game.start.height] : starts.sizeNow().split("x").map(Number);
      editor.show(emptyEntry(width, height));
      [byId("width").value, byId("height").value] = [width, height];
    }
    if (game) {
      const named = NAMED_GOALS.includes(game.goalText);
      byId("goal").value = named ? game.goalText : "";
      byId("goal-typed").hidden = named;
      byId("goal-text").value = named ? "" : toText(game.goal);
      drawMini(byId("goal-board"), game.goal);
    }
    judge();
  }

  /** Runs `act`; an error is said in the line `id`. */
  async function attempt(id, act) {
    show(byId(id), null);
    try {
      await act();
    } catch (error) {
      tell(byId(id), error.message);
    }
  }

  /** Has a form do something. */
  function onSubmit(form, id, act) {
    byId(form).addEventListener("submit", (event) => {
      event.preventDefault();
      attempt(id, () => act(event));
    });
  }

  const size = () => `${byId("width").value}x${byId("height").value}`;

  /** The goal chosen for boards of a size; a board of the reader's own is of use only at its own size. */
  function goalFor(wanted) {
    if (byId("goal").value !== "") return byId("goal").value;
    const { game } = app;
    const isOther = game && !NAMED_GOALS.includes(game.goalText) && sizeOf(game.goal) !== wanted;
    return (!isOther && byId("goal-text").value.trim()) || "last";
  }

  function scramble() {
    const seed = byId("seed").value.trim();
    if (!/^\d{0,18}$/.test(seed)) throw new Error(`A seed is a whole number from 0 up, such as 7; found “${seed}”.`);
    return starts.fresh(size(), { seed: seed || null, goal: goalFor(size()) });
  }

  /** Begins the game of the board as it was entered, or of a text that the engine reads; it may be solved at once. */
  async function begin(submitter) {
    const { entry } = editor;
    const text = byId("text").value;
    const own = entryOf(text, entry) ?? (text.trim() === "" && isComplete(entry) ? entry : null);
    // The number pad of some phones has a point and no space.
    const typed = text.replace(/(?<=\d)\.(?=\d)/g, " ");
    await starts.read(own ? toText(own) : typed, size(), goalFor(own ? sizeOf(own) : size()));
    if (app.obstacle === null) editor.show(emptyEntry(entry.width, entry.height));
    if (app.obstacle === null) byId("text").value = "";
    dialog.close();
    if (submitter?.id === "entry-solve") await solve();
  }

  onSubmit("scramble", "seed-error", async () => (await scramble(), dialog.close()));
  onSubmit("position", "text-error", (event) => begin(event.submitter));
  byId("text").addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) byId("position").requestSubmit(byId("entry-play"));
  });
  byId("text").addEventListener("input", () => {
    const entry = entryOf(byId("text").value, editor.entry);
    if (entry) showEntry(entry);
    else if (byId("text").value.trim() === "") showEntry(emptyEntry(editor.entry.width, editor.entry.height));
    else judge();
  });
  onClick({
    "entry-clear": () => {
      byId("text").value = "";
      showEntry(emptyEntry(editor.entry.width, editor.entry.height));
    },
    "entry-current": () => {
      if (!app.game) return;
      const { width, height, cells } = app.game.now;
      showEntry(complete(width, height, cells));
      entered(editor.entry);
    },
    "entry-swap": () => {
      const [one, two] = pair.map((label) => editor.entry.cells.indexOf(label));
      editor.show({ ...exchanged(editor.entry, one, two), at: null });
      entered(editor.entry);
    },
  });
  byId("goal").addEventListener("change", () => {
    const own = byId("goal").value === "";
    byId("goal-typed").hidden = !own;
    if (own) {
      byId("goal-text").value ||= toText(app.game.goal);
      byId("goal-text").focus();
    } else if (app.game) attempt("goal-error", () => change(byId("goal").value));
  });
  onSubmit("goal-typed", "goal-error", () => change(byId("goal-text").value.trim()));

  /** Gives the board that is shown another goal. */
  async function change(goal) {
    await starts.setGoal(goal);
    drawMini(byId("goal-board"), app.game.goal);
    judge();
  }

  byId("tile-metric").addEventListener("change", () => app.countBy(byId("tile-metric").value));

  return {
    open() {
      dialog.open();
      editor.focus(); // digits can be typed at once
    },
  };
}
