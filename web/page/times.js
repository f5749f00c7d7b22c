// Times as they are written. Rules alone.

/**
 * A time to the second, such as 1:07.
 * @param {number} seconds
 */
export function toSecond(seconds) {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/**
 * A time to the tenth, such as 1:07.4.
 * @param {number} seconds
 */
export function toTenth(seconds) {
  const tenths = Math.round(seconds * 10);
  return `${toSecond(Math.floor(tenths / 10))}.${tenths % 10}`;
}
