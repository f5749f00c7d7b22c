// Sets the colours and tiles chosen earlier before anything is drawn; look.js has the choice.
for (const name of ["theme", "tiles"]) {
  try {
    const chosen = JSON.parse(localStorage.getItem(name) ?? "null");
    if (chosen) document.documentElement.dataset[name] = chosen;
  } catch {
    // Storage may be forbidden; the system's preference then holds.
  }
}
