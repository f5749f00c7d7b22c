// The installed Firefox under Playwright, which asks it by WebDriver BiDi for more than Debian's version knows.
import { createRequire } from "node:module";

const { ws } = createRequire(import.meta.url)("playwright-core/lib/utilsBundle");
const { emit } = ws.prototype;

/**
 * Commands that only later versions know, and these tests do without, are answered as done.
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
    firefoxUserPrefs: { "ui.useOverlayScrollbars": 1 }, // as on phones
  },
};
