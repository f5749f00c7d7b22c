// What the browser keeps for this page. Storage may be forbidden or full; the page then works without it.

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
