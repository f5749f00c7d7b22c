// Runs tests in the installed Firefox over WebDriver BiDi. Playwright sends some commands that
// Debian's version of Firefox does not know.
import { createRequire } from "node:module";

const { ws } = createRequire(import.meta.url)("playwright-core/lib/utilsBundle");
const { emit } = ws.prototype;

/**
 * Reports success for the commands that this Firefox does not know, because the tests do not need
 * their effects.
 * @param {string} name
 * @param {string} data
 * @param {...unknown} rest
 */
ws.prototype.emit = function answered(name, data, ...rest) {
  const message = name === "message" ? JSON.parse(data) : {};
  if (message.error !== "unknown command") return emit.call(this, name, data, ...rest);
  return emit.call(this, name, Buffer.from(JSON.stringify({ type: "success", id: message.id, result: {} })), ...rest);
};

export const firefox = {
  browserName: /** @type {const} */ ("firefox"),
  launchOptions: {
    channel: "moz-firefox",
    executablePath: process.env.FIREFOX,
    firefoxUserPrefs: { "ui.useOverlayScrollbars": 1 }, // scroll bars over the page, as on phones
  },
};
