// What the browser keeps for this page. Storage may be forbidden or full; the page then works without it.
import { byId } from "./dom.js";

/**
 * Ties a control of the page to a setting that is kept; `act(value)` is called at once, and after each change.
 * @param {(value: any) => void} act
 */
export function setting(id, name, otherwise, act = () => {}) {
  const control = byId(id);
  const value = control.type === "checkbox" ? "checked" : "value";
  control[value] = recall(name, otherwise);
  control.addEventListener("change", () => {
    keep(name, control[value]);
    act(control[value]);
  });
  act(control[value]);
}

/** A function that calls `load` once, and again only if that has failed. */
export function once(load) {
  let loading = null;
  return () => (loading ??= load().catch((error) => ((loading = null), Promise.reject(error))));
}

export function recall(name, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(name)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** Keeps a value, or forgets it if it is null; returns false if that is not possible. */
export function keep(name, value) {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
