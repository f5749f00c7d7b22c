// Times and sentences about a finished game. Rules alone.
import { plural } from "./dom.js";
import { SINGLE } from "./metric.js";
import { sizeOf } from "./tiles.js";

/** A time to the second, such as 1:07. */
export function toSecond(seconds) {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** A time to the tenth, such as 1:07.4. */
export function toTenth(seconds) {
  const tenths = Math.round(seconds * 10);
  return `${toSecond(Math.floor(tenths / 10))}.${tenths % 10}`;
}

/** Moves beside the optimum: `the fewest possible`, `6 more than the shortest`; null while the optimum is unknown. */
export function verdict(count, best) {
  if (best === null) return null;
  return count === best ? "the fewest possible" : `${count - best} more than the shortest`;
}

/** A finished game as a text to share, with its address on a line of its own. */
export function shareText(game, address) {
  const name = game.daily ? `fifteen, board of ${game.daily}` : `fifteen, ${sizeOf(game.start)}`;
  const metric = game.metric === SINGLE ? "" : `, ${game.metric}`;
  const time = game.untimed || game.seconds === 0 ? "" : ` in ${toTenth(game.seconds)}`;
  const beside = verdict(game.count, game.best);
  const help = game.shown > 0 ? ", with help" : "";
  return `${name}${metric}: ${plural(game.count, "move")}${time}${beside ? `, ${beside}` : ""}${help}\n${address}`;
}
