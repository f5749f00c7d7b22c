// Applies the colours and the theme of the tiles that the reader chose earlier, before anything is
// drawn. The reader chooses them in look.js.
for (const name of ["theme", "tiles"]) {
  try {
    const chosen = JSON.parse(localStorage.getItem(name) ?? "null");
    if (chosen) document.documentElement.dataset[name] = chosen;
  } catch {
    // Storage may be forbidden. The page then has the default tiles, and the colours that the
    // system prefers.
  }
}
