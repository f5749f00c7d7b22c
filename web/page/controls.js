// Connects the tab Puzzle with its buttons and keys, with texts and pictures that are pasted or
// dropped, and with its clock.
import { linkIn, parseGame } from "./address.js";
import { around, byId, paint } from "./dom.js";
import { listenForIntake } from "./intake.js";
import { listenForKeys } from "./keys.js";
import { setting } from "./storage.js";

/** Milliseconds between two updates of the clock. */
const TICK = 250;

const isShown = () => !byId("puzzle").hidden;
const isCovered = () => document.querySelector("dialog[open]") !== null;

/**
 * Connects the controls with the tab, and enables the buttons that were disabled until now.
 * @param {PuzzleTab} tab
 */
export function listenForControls(tab) {
  const actions = actionsOf(tab);
  byId("puzzle").addEventListener("click", (event) => actions[around(event, "[data-act]")?.dataset.act ?? ""]?.(""));
  byId("size").addEventListener("change", () => {
    const size = byId("size").value;
    if (size !== "") return tab.another(() => tab.starts.fresh(size));
    tab.render(); // shows the board's size again, because "Other" is not a size
    tab.setup.open();
  });
  setting("distance-on", "distance", true, (isOn) => {
    tab.distance = isOn;
    if (tab.game) tab.game.watched = isOn;
    tab.live.moved();
    tab.render();
  });
  listenForKeys(isShown, actions);
  listenForIntake(() => isShown() && !isCovered(), {
    picture: (file) => tab.look.take(file),
    text: (text) => takeText(tab, text),
  });
  setInterval(() => {
    if (!isShown() || document.hidden || isCovered()) tab.game?.stop();
    else tab.game?.run();
    tab.view.drawClock();
  }, TICK);
  // The page's HTML disables these controls, because until now nothing would have handled a click.
  const isReady = { disabled: false };
  paint({ new: isReady, daily: isReady, "open-setup": isReady, size: isReady });
}

/**
 * Returns the actions of buttons and keys, by the names that the attribute `data-act` and keys.js
 * use.
 * @param {PuzzleTab} tab
 * @returns {Record<string, (letter: string) => unknown>}
 */
function actionsOf(tab) {
  const { starts } = tab;
  return {
    undo: () => tab.undo(),
    redo: () => tab.travel((game) => game.redo(), "made again"),
    restart: () => tab.restart(),
    fresh: () => tab.another(() => starts.fresh(starts.sizeNow())),
    daily: () => tab.another(() => starts.openDaily()),
    hint: () => tab.hint(),
    solve: () => tab.solve(),
    all: () => tab.listAll(),
    way: () => tab.search((help) => help.ways.fromStart()),
    setup: () => tab.setup.open(),
    statistics: () => tab.scores.open(),
    look: () => tab.look.open(),
    help: () => tab.manual.open(),
    move: (letter) => tab.move(letter),
    toggle: () => tab.ways?.player.open && tab.ways.player.toggle(),
    step: () => tab.ways?.player.open && tab.ways.player.step(1),
    stepBack: () => tab.ways?.player.open && tab.ways.player.step(-1),
  };
}

/**
 * Opens the link or the board in a text that was pasted or dropped.
 * @param {PuzzleTab} tab
 * @param {string} text
 */
function takeText(tab, text) {
  const link = linkIn(text);
  if (link === null) tab.attempt(() => tab.starts.read(text, null, "last"));
  else if (parseGame(link)) tab.attempt(() => tab.starts.follow(link, null, true));
  else location.hash = link;
}
