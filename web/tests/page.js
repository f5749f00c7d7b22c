// Shared by all tests: a page that fails its test after any error in the console, and short
// functions for frequent actions.
import { test as base, expect } from "@playwright/test";
import { DISTANCE_WAIT } from "../page/dom.js";

export { expect };

/** A board that is two moves from its goal. `HARD` is 52 moves from it. */
export const NEAR = "1 2 3 4 / 5 6 7 8 / 9 10 0 12 / 13 14 11 15";
export const HARD = "15 14 1 6 / 9 11 4 12 / 0 10 7 3 / 13 8 5 2";
/** A board that needs 80 moves, so that its search takes long enough to be cancelled. */
export const HARDEST = "0 12 9 13 / 15 11 10 14 / 3 7 2 5 / 4 8 6 1";

/**
 * The tag of tests that call the engine in a way that no other test does. They also run on the
 * static site.
 */
export const SEAM = { tag: "@seam" };

/**
 * Whether the static site is tested. It has no server, so tests that ask the server, or replace its
 * answers, are skipped.
 */
export const SITE = Boolean(process.env.SITE);
/**
 * Whether the browser is Chromium. Only Chromium lets tests send touches, read the clipboard and
 * change the clock.
 */
export const CHROMIUM = process.env.BROWSER !== "firefox";
const NO_SERVER = "about the server, which the static site does not have";

/**
 * Returns a `goto` that tries again if Firefox is still busy with the previous address, or does not
 * report that the page is loaded.
 * @param {Page["goto"]} goto
 * @returns {(url: string) => ReturnType<Page["goto"]>}
 */
const patient = (goto, times = 3) => (/** @type {string} */ url) => goto(url, { timeout: 20_000 }).catch(async (error) => {
  if (times === 0 || !/interrupted|Timeout/.test(String(error))) throw error;
  await new Promise((resolve) => setTimeout(resolve, 500));
  return patient(goto, times - 1)(url);
});

/**
 * Returns a function that changes the size of the window and waits until the page has the new size,
 * so that measurements afterwards belong to it.
 * @param {Page} page
 * @param {Page["setViewportSize"]} resize
 * @returns {Page["setViewportSize"]}
 */
const resized = (page, resize) => async (size) => {
  await resize(size);
  await expect.poll(() => page.evaluate(() => ({ width: innerWidth, height: innerHeight }))).toEqual(size);
};

/**
 * Slows a page's connection down to the speed of 4G. Only Chromium supports this.
 * @param {Page} page
 */
export async function connectBy4G(page) {
  const client = await page.context().newCDPSession(page);
  const megabit = 1_000_000 / 8;
  await client.send("Network.enable");
  await client.send("Network.emulateNetworkConditions", {
    offline: false, latency: 100, downloadThroughput: 9 * megabit, uploadThroughput: 3 * megabit,
  });
}

/** @typedef {import("@playwright/test").PlaywrightTestArgs & import("@playwright/test").PlaywrightTestOptions} TestArgs */
/** @type {import("@playwright/test").Fixtures<{ allowed: RegExp[] }, {}, TestArgs>} */
const fixtures = {
  request: async ({ request }, use, info) => {
    info.skip(SITE, NO_SERVER);
    await use(request);
  },
  /**
   * Patterns for the console messages that a test expects, such as the message about a refused
   * request.
   */
  allowed: async ({}, use) => use([]),
  page: async ({ page, allowed }, use, info) => {
    const skip = async () => {
      info.skip(true, NO_SERVER);
      throw new Error(NO_SERVER);
    };
    if (SITE) page.route = page.exposeFunction = skip;
    if (!CHROMIUM) page.goto = patient(page.goto.bind(page));
    page.setViewportSize = resized(page, page.setViewportSize.bind(page));
    /** @type {string[]} */
    const bad = [];
    page.on("console", (line) => ["error", "warning"].includes(line.type()) && bad.push(line.text()));
    page.on("pageerror", (error) => bad.push(String(error)));
    await page.addInitScript(() => addEventListener("securitypolicyviolation",
      (event) => console.error(`CSP: ${event.violatedDirective}`)));
    await use(page);
    expect(bad.filter((text) => !allowed.some((pattern) => pattern.test(text)))).toEqual([]);
  },
};
export const test = base.extend(fixtures);

/**
 * Returns the first three sizes in a list of windows, or all of them in the full tests. The first
 * sizes in each list are the most telling ones.
 * @template Size
 * @param {Size[]} windows
 */
export const someOf = (windows) => (process.env.FULL ? windows : windows.slice(0, 3));

/**
 * Returns the pattern of the message about a solution of `moves`, such as `2 moves`, that waits at
 * its start.
 * @param {string} moves
 */
export const waiting = (moves) => new RegExp(`^${moves}, the fewest possible\\. First, slide .+\\.$`);

/** @param {string} text */
const dashes = (text) => text.replaceAll(" / ", "/").replaceAll(" ", "-");
/**
 * Returns the address of a board.
 * @param {string} board
 */
export const address = (board, goal = "last") => `/#board=${dashes(board)}&goal=${goal}`;

/**
 * Pastes or drops a text on the page; `kind` is the name of the event. If there is a `name`, the
 * text comes as a file with this name.
 * @param {Page} page
 * @param {string} kind
 * @param {string} text
 * @param {string} [name]
 */
export const give = (page, kind, text, name) => page.evaluate(({ event, content, file }) => {
  const data = new DataTransfer();
  if (file) data.items.add(new File([content], file));
  else data.setData("text/plain", content);
  const given = new Event(event, { bubbles: true, cancelable: true });
  Object.defineProperty(given, event === "paste" ? "clipboardData" : "dataTransfer", { value: data });
  document.body.dispatchEvent(given);
}, { event: kind, content: text, file: name });

/**
 * Enters a number into a field. Playwright's `fill` is not used, because in Firefox it does not
 * replace the old digits.
 * @param {Page} page
 * @param {string} id
 * @param {string | number} value
 */
export const enter = (page, id, value) => page.locator(`#${id}`).evaluate((field, number) => {
  /** @type {HTMLInputElement} */ (field).value = `${number}`;
  field.dispatchEvent(new Event("change", { bubbles: true }));
}, value);

/**
 * Keeps what the page copies in `window.copied`, because not every browser lets tests read the
 * clipboard.
 * @param {Page} page
 */
export const catchCopies = (page) => page.addInitScript(() => {
  Object.defineProperty(navigator, "clipboard", { value: { writeText: async (/** @type {string} */ text) => (window.copied = text) } });
});

/**
 * Expects a piece of a block puzzle to be drawn at an offset from its place at the start. `cells`
 * is the offset to the right and down in cells, such as `0 1`.
 * @param {Page} page
 * @param {string} letter
 * @param {string} cells
 */
export const expectOffset = (page, letter, cells) =>
  expect.poll(() => page.locator(`#blocks-board .piece[data-piece="${letter}"]`).evaluate((node) =>
    [...(node.style.transform.match(/-?\d+(?=px)/g) ?? []), "0"].slice(0, 2).join(" ")), `place of ${letter}`).toBe(cells);

/**
 * Opens a board in the tab Puzzle, and waits until it is shown.
 * @param {Page} page
 * @param {string} board
 * @param {string} [goal]
 */
export async function open(page, board, goal) {
  await page.goto(address(board, goal));
  await expectBoard(page, board);
}

/**
 * Enters a board as text in the dialog "Enter a board", and plays it.
 * @param {Page} page
 * @param {string} text
 */
export async function setUp(page, text) {
  await button(page, "Enter a board").click();
  await page.getByLabel("Numbers row by row").fill(text);
  await page.locator("#entry-play").click();
}

/**
 * Expects a tile in a row and a column, counted from 1.
 * @param {Page} page
 * @param {string | number} label
 * @param {number} row
 * @param {number} column
 */
export const expectTile = (page, label, row, column) =>
  expect(page.locator(`#tile-${label}`)).toHaveAttribute("aria-label", new RegExp(`^${label}, row ${row}, column ${column}`));

/**
 * Returns the board on the page as text.
 * @param {Page} page
 */
export const boardText = (page) => page.locator("#board").evaluate((host) => {
  const tiles = [...host.querySelectorAll(".tile")];
  const [width, height] = ["--w", "--h"].map((name) => Number(getComputedStyle(host).getPropertyValue(name)));
  const rows = Array.from({ length: height }, () => Array(width).fill(0));
  for (const tile of tiles) {
    const place = /^(\d+), row (\d+), column (\d+)/.exec(tile.ariaLabel ?? "") ?? [];
    const [label, y, x] = place.slice(1).map(Number);
    rows[y - 1][x - 1] = label;
  }
  return rows.map((row) => row.join(" ")).join(" / ");
});
/**
 * @param {Page} page
 * @param {string} text
 */
export const expectBoard = (page, text) => expect.poll(() => boardText(page)).toBe(text);

/** @param {Page} page */
export const message = (page) => page.locator("#puzzle-message");
/**
 * @param {Page} page
 * @param {string} name
 */
export const button = (page, name) => page.getByRole("button", { name, exact: true });

/**
 * Expects elements to have the given texts, by their ids.
 * @param {Page} page
 * @param {Record<string, string | RegExp>} texts
 */
export async function see(page, texts) {
  for (const [id, text] of Object.entries(texts)) await expect(page.locator(`#${id}`), `#${id}`).toHaveText(text);
}

/**
 * Keeps the name of an element's last animation in its attribute `data-animated`, where it can be
 * read after the animation has ended.
 * @param {Locator} part
 */
export const keepAnimation = (part) => part.evaluate((node) => {
  const animate = node.animate.bind(node);
  node.animate = (frames, options) => {
    node.dataset.animated = typeof options === "object" ? options.id : "";
    return animate(frames, options);
  };
});

/**
 * Makes the announcement of a move wait for the distance, however long the search takes on a busy
 * machine. Normally, the page waits only for `DISTANCE_WAIT` and then has a screen reader say the
 * move alone.
 * @param {Page} page
 */
export const waitForDistances = (page) => page.addInitScript((wait) => {
  const later = window.setTimeout;
  const setTimeout = (/** @type {TimerHandler} */ act, /** @type {number} */ ms, /** @type {unknown[]} */ ...more) =>
    later(act, ms === wait ? 60_000 : ms, ...more);
  Object.assign(window, { setTimeout });
}, DISTANCE_WAIT);

/**
 * Expects the page to copy this text. The test must have called `catchCopies` before.
 * @param {Page} page
 * @param {string | RegExp} text
 */
export const expectCopied = (page, text) => expect.poll(() => page.evaluate(() => window.copied ?? "")).toMatch(text);

/**
 * Returns the position and the size of a visible part of the page.
 * @param {Locator} part
 */
export async function boxOf(part) {
  const box = await part.boundingBox();
  if (box === null) throw new Error(`${part} is not seen`);
  return box;
}

/**
 * Puts the page's clock forward.
 * @param {Page} page
 * @param {number} seconds
 */
export const pass = (page, seconds) => page.evaluate((more) => {
  const now = performance.now.bind(performance);
  performance.now = () => now() + more * 1000;
}, seconds);

/**
 * Makes the page begin as if the last visit had used boards of this size. For sizes other than 4x4,
 * the page asks the engine for its first board.
 * @param {Page} page
 * @param {string} size
 */
export const lastSize = (page, size) => page.addInitScript((name) => {
  // The script also runs in empty pages, which have no storage.
  if (location.protocol !== "about:") localStorage.setItem("size", JSON.stringify(name));
}, size);

/**
 * Presses keys in turn.
 * @param {Page} page
 * @param {...string} keys
 */
export async function press(page, ...keys) {
  for (const key of keys) await page.keyboard.press(key);
}

/**
 * Clicks buttons in turn, given by their names.
 * @param {Page} page
 * @param {...string} names
 */
export async function click(page, ...names) {
  for (const name of names) await button(page, name).click();
}
