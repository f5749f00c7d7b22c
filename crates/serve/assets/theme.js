// Sets the colours and tiles chosen earlier before anything is drawn; app.js has the button, look.js the tiles.
try {
  const theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  const tiles = localStorage.getItem("tiles");
  if (tiles) document.documentElement.dataset.tiles = JSON.parse(tiles);
} catch {
  // Storage may be forbidden; the system's preference then holds.
}
