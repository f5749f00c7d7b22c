// Stores values in the browser for this page. Storage may be forbidden or full; the page then works
// without it.
import { byId } from "./dom.js";

/**
 * Connects a control of the page with a setting that the browser stores. `otherwise` is the
 * default. `act(value)` is called at once, and after each change.
 * @template {string | boolean} Value
 * @param {keyof Elements} id
 * @param {string} name
 * @param {Value} otherwise
 * @param {(value: Value) => void} act
 */
export function setting(id, name, otherwise, act = () => {}) {
  const control = byId(id);
  const value = typeof otherwise === "boolean" ? "checked" : "value";
  Reflect.set(control, value, recall(name, otherwise));
  control.addEventListener("change", () => {
    keep(name, Reflect.get(control, value));
    act(Reflect.get(control, value));
  });
  act(Reflect.get(control, value));
}

/**
 * Returns the value that is kept under a name, or `otherwise`. Its type is not checked, because
 * only this page has written it.
 * @template Value
 * @param {string} name
 * @param {Value} otherwise
 * @returns {Value}
 */
export function recall(name, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "null") ?? otherwise;
  } catch {
    return otherwise;
  }
}

/**
 * Keeps a value under a name, or forgets what was kept if the value is null. Returns false if the
 * browser refuses.
 * @param {string} name
 * @param {unknown} value
 */
export function keep(name, value) {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
