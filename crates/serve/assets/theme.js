// Sets the colours chosen earlier before anything is drawn; app.js has the button.
try {
  const theme = localStorage.getItem("theme");
  if (theme) document.documentElement.dataset.theme = theme;
} catch {
  // Storage may be forbidden; the system's preference then holds.
}
