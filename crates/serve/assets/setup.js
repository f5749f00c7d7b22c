// The dialog "Custom board": a board of any size from a seed, a board in any form that the command reads, and the goal.
import { NAMED_GOALS, goalOptions } from "./address.js";
import { drawMini } from "./board.js";
import { createDialog } from "./dialogs.js";
import { byId, show, tell } from "./dom.js";
import { sizeOf, toText } from "./tiles.js";

const CELLS = 25;

/** `app` is the state of puzzle.js, `starts` begins games. */
export function createSetup(app, starts) {
  const dialog = createDialog("setup", fill);
  byId("goal").prepend(...goalOptions());
  byId("width").addEventListener("change", () => fit("height", "width"));
  byId("height").addEventListener("change", () => fit("width", "height"));

  /** Keeps the board within the cells that there may be: the other side gives way. */
  function fit(side, changed) {
    byId(side).value = Math.min(byId(side).value, Math.floor(CELLS / byId(changed).value));
  }

  function fill() {
    const game = app.game;
    for (const id of ["seed-error", "text-error", "goal-error"]) show(byId(id), null);
    const now = app.seed === null ? "" : ` The seed of this board: ${app.seed}.`;
    byId("seed-now").textContent = `The same seed gives the same board.${now}`;
    byId("tile-metric").value = app.metric;
    if (!game) return;
    [byId("width").value, byId("height").value] = [game.start.width, game.start.height];
    byId("text").value = toText(game.now);
    const named = NAMED_GOALS.includes(game.goalText);
    byId("goal").value = named ? game.goalText : "";
    byId("goal-typed").hidden = named;
    byId("goal-text").value = named ? "" : toText(game.goal);
    drawMini(byId("goal-board"), game.goal);
  }

  /** Runs `act`; an error is said in the line `id`. Returns whether there was none. */
  async function attempt(id, act) {
    show(byId(id), null);
    try {
      await act();
      return true;
    } catch (error) {
      tell(byId(id), error.message);
      return false;
    }
  }

  /** Has a form do something; one that begins a game closes the dialog. */
  function onSubmit(form, id, act, closes = false) {
    byId(form).addEventListener("submit", async (event) => {
      event.preventDefault();
      if ((await attempt(id, act)) && closes) dialog.close();
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

  const read = () => starts.read(byId("text").value, size(), byId("goal").value || byId("goal-text").value);

  onSubmit("scramble", "seed-error", scramble, true);
  onSubmit("position", "text-error", read, true);
  byId("text").addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    byId("position").requestSubmit();
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
  }

  byId("tile-metric").addEventListener("change", () => app.countBy(byId("tile-metric").value));

  return { open: () => dialog.open() };
}
