// Writes times. Functions without access to the document.

/**
 * Returns a time in minutes and seconds, such as 1:07.
 * @param {number} seconds
 */
export function toSecond(seconds) {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/**
 * Returns a time to a tenth of a second, such as 1:07.4.
 * @param {number} seconds
 */
export function toTenth(seconds) {
  const tenths = Math.round(seconds * 10);
  return `${toSecond(Math.floor(tenths / 10))}.${tenths % 10}`;
}
