// If the page was opened as a file, tells the reader to serve it instead, because browsers do not
// load the modules of a page that is opened as a file.
if (location.protocol === "file:") {
  addEventListener("DOMContentLoaded", () => {
    const message = document.createElement("p");
    message.className = "message error";
    message.textContent =
      "Browsers do not run this page from a file. Serve its folder, for example with: python3 -m http.server, " +
      "and open http://localhost:8000.";
    /** @type {HTMLLinkElement | null} */
    const book = document.querySelector("link[rel=help]");
    if (book) {
      const link = document.createElement("a");
      Object.assign(link, { href: book.href, textContent: "The book" });
      message.append(" ", link, " opens from a file.");
    }
    document.querySelector("main")?.replaceChildren(message);
  });
}
