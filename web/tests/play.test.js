// Tests of the game in the tab Puzzle: mouse, finger and keys, the live optimum, results,
// statistics, pictures, daily boards.
import {
  CHROMIUM, HARD, NEAR, SEAM, boardText, boxOf, catchCopies, click, expect, expectBoard, expectCopied, expectTile,
  open, pass, press, see, test, waitForDistances,
} from "./page.js";

const SOLVED = "1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 15 0";
/**
 * The letter keys that move a tile in each direction.
 * @type {Record<string, string>}
 */
const LETTER_KEYS = { U: "w", D: "s", L: "a", R: "d" };

/** @param {Page} page */
const count = (page) => page.locator("#count");

test("a tile can be dragged into the blank, and goes back after a short pull", async ({ page }) => {
  await open(page, NEAR);
  const box = await boxOf(page.locator("#tile-11"));
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  for (const [share, row] of [[0.2, 4], [0.9, 3]]) {
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y - box.height * share, { steps: 4 });
    await page.mouse.up();
    await expectTile(page, 11, row, 3);
  }
  await see(page, { count: "1" });
});

test("a short flick of a finger moves a tile, a slow pull of the same length does not", async ({ browser, baseURL }) => {
  test.skip(!CHROMIUM, "only Chromium can simulate fingers");
  const context = await browser.newContext({ hasTouch: true, baseURL });
  const page = await context.newPage();
  await open(page, NEAR);
  const box = await boxOf(page.locator("#tile-11"));
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const client = await context.newCDPSession(page);
  /**
   * @param {"touchStart" | "touchMove" | "touchEnd"} type
   * @param {{ x: number, y: number }[]} touchPoints
   */
  const touch = (type, touchPoints) => client.send("Input.dispatchTouchEvent", { type, touchPoints });
  for (const [pause, row] of [[600, 4], [0, 3]]) {
    await touch("touchStart", [{ x, y }]);
    for (const far of [12, 18, 24]) await touch("touchMove", [{ x, y: y - far }]);
    await page.waitForTimeout(pause);
    await touch("touchEnd", []);
    await expectTile(page, 11, row, 3);
  }
  await see(page, { count: "1" });
  await context.close();
});

test("a click slides all tiles up to the blank, and undo and redo treat them as one", async ({ page }) => {
  await open(page, SOLVED);
  await page.locator("#tile-13").click();
  await expectBoard(page, "1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 0 13 14 15");
  await see(page, { count: "3" });
  await click(page, "Undo");
  await see(page, { count: "0" });
  await expectBoard(page, SOLVED);
  await click(page, "Redo");
  await see(page, { count: "3" });
  await press(page, "Control+z");
  await expectBoard(page, SOLVED);
  await press(page, "Control+Shift+Z");
  await see(page, { count: "3" });
  await click(page, "Restart");
  await expectBoard(page, SOLVED);
});

test("a swipe can begin on any tile and make several moves, and the blank can be dragged", async ({ page }) => {
  await open(page, SOLVED);
  const { x, y, width } = await boxOf(page.locator(".tray"));
  const cell = width / 4;
  /**
   * @param {number} column
   * @param {number} row
   * @returns {[number, number]}
   */
  const at = (column, row) => [x + (column + 0.5) * cell, y + (row + 0.5) * cell];
  /** @param {...[number, number]} points */
  async function swipe(...points) {
    await page.mouse.move(...points[0]);
    await page.mouse.down();
    for (const point of points.slice(1)) await page.mouse.move(...point, { steps: 12 });
    await page.mouse.up();
  }
  await swipe(at(0, 0), at(3.2, 0)); // to the right, on tiles that are not in line with the blank
  await expectBoard(page, "1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 0 13 14 15");
  await swipe(at(0, 3), at(0, 2), at(1, 2), at(1, 1)); // the blank is dragged: 9 down, 10 left, 6 down
  await expectBoard(page, "1 2 3 4 / 5 0 7 8 / 10 6 11 12 / 9 13 14 15");
  await see(page, { count: "6" });
});

test("keys work wherever the focus is, except in a dialog, and the help lists them", async ({ page }) => {
  await waitForDistances(page);
  await open(page, SOLVED);
  await press(page, "ArrowRight", "s");
  await see(page, { count: "2", say: /^11 down/ });
  await press(page, "w", "ArrowLeft");
  await expect(page.locator("#result-title")).toContainText("Solved in 4 moves");
  await press(page, "r");
  await see(page, { count: "0" });
  await press(page, "?");
  await expect(page.getByRole("dialog", { name: "How to play" })).toContainText("Redo");
  await press(page, "ArrowRight", "Escape");
  await see(page, { count: "0" }); // no key reaches the board through a dialog
  await press(page, "n");
  await expect.poll(() => boardText(page)).not.toBe(SOLVED);
});

test("the Tab key reaches the board, and moves are announced", async ({ page }) => {
  await waitForDistances(page);
  await open(page, SOLVED);
  await page.locator("#open-setup").focus();
  await press(page, "Tab", "Tab"); // the first Tab reaches the switch for the distance
  await expect(page.locator(".tray")).toBeFocused();
  await press(page, "ArrowRight");
  await see(page, { say: "15 right. 1 to go, 2 more than needed" });
});

test("a screen reader says each move, its distance, and what was taken back", async ({ page }) => {
  await waitForDistances(page);
  await open(page, "1 2 3 / 4 5 6 / 0 7 8");
  await see(page, { best: "2" });
  /** @type {string[]} */
  const heard = [];
  await page.exposeFunction("hear", (/** @type {string} */ text) => heard.push(text));
  await page.locator("#say").evaluate((line) => new MutationObserver(() => line.textContent && window.hear(line.textContent))
    .observe(line, { childList: true }));
  await page.locator(".tray").focus();
  /** @type {[key: string, words: RegExp][]} */
  const steps = [
    ["ArrowDown", /^4 down\. 3 to go, 2 more than needed$/], ["ArrowDown", /^1 down\. 4 to go, 4 more than needed$/],
    ["ArrowDown", /^No tile can move down$/], ["ArrowLeft", /^2 left\. /], ["Control+z", /^1 move taken back\. 4 to go/],
    ["Control+y", /^1 move made again\. /], ["r", /^Back at the start\. Undo brings your moves back\.$/],
    ["Control+z", /^3 moves made again/], ["r", /^Back at the start/], ["ArrowLeft", /^7 left\. 1 to go$/],
    ["ArrowLeft", /^Solved in 2 moves, the fewest possible, with moves taken back$/],
    ["ArrowRight", /^The board is solved\. /],
  ];
  for (const [key, words] of steps) {
    await press(page, key);
    await expect.poll(() => heard.at(-1), key).toMatch(words);
  }
});

test("a distance that becomes known late is said without its move", async ({ page }) => {
  let release = () => {};
  const held = new Promise((resolve) => (release = () => resolve(null)));
  await page.route("**/api/solve", (route) => held.then(() => route.continue()));
  await open(page, "1 2 3 / 4 5 6 / 0 7 8");
  await press(page, "ArrowLeft");
  await see(page, { say: "7 left" });
  release();
  await see(page, { say: "1 to go" });
});

test("after each move, the page shows how many are still needed and what the move cost", SEAM, async ({ page }) => {
  await open(page, HARD);
  await see(page, { needed: "52", best: "52" });
  await page.locator("#tile-10").click();
  await see(page, { needed: "51", "needed-words": "moves from the goal; your last move was perfect" });
  await page.locator("#tile-11").click();
  await see(page, { needed: "52", "needed-words": "moves from the goal; your last move led away" });
  await open(page, NEAR);
  await see(page, { needed: "2" });
  await page.locator("#tile-9").click(); // also slides 10
  const cost = { count: "2", needed: "4", "needed-words": "moves from the goal; your last move led away" };
  await see(page, cost);
  await expect(page).toHaveURL(/moves=RR$/);
  await page.waitForTimeout(500); // the browser stores an address a moment after the page has written it
  await page.reload();
  await see(page, cost);
  await click(page, "Undo");
  await see(page, { count: "0", needed: "2" });
  await page.getByLabel("Distance").uncheck();
  await see(page, { needed: "", "needed-words": "The distance is hidden." });
  await page.reload();
  await see(page, { "needed-words": "The distance is hidden." });
});

test("the search for a position does not wait for an earlier one, and useless searches are cancelled", async ({ page, allowed }) => {
  test.skip(!CHROMIUM, "Playwright has no bodies of requests from Firefox 140");
  allowed.push(/503/);
  const asked = [];
  await page.route("**/api/solve", async (route) => {
    asked.push(route.request().postDataJSON().board);
    if (asked.length > 1) return route.fulfill({ status: 503, json: { error: "busy" } });
    // The first question, which is about the start, is never answered.
  });
  /** @type {string[]} */
  const failed = [];
  page.on("requestfailed", (request) => failed.push(request.postDataJSON()?.board));
  await open(page, HARD);
  await expect.poll(() => asked.length).toBe(1);
  await press(page, "ArrowLeft");
  await see(page, { count: "1" }); // the move does not wait for the search
  await expect.poll(() => asked.length).toBe(2);
  expect(failed).toEqual([]); // the search for the start goes on
  await page.locator("#new").click();
  await expect.poll(() => failed.length).toBeGreaterThan(0);
  expect(failed[0]).toBe(HARD);
});

test("a board solved by hand has a result: moves, time, speed, lost moves, and a text to share", async ({ page }) => {
  await catchCopies(page);
  await open(page, NEAR);
  for (const key of ["ArrowRight", "ArrowLeft", "ArrowUp", "ArrowLeft"]) await page.keyboard.press(key);
  await see(page, { "result-title": "Solved in 4 moves, 2 more than the fewest" });
  await see(page, { "result-time": /^0:\d\d\.\d$/, "result-rate": /^\d+\.\d$/, "result-run": "3" });
  await see(page, { "result-lost": "One move led away from the goal and cost 2: move 1 (10 right)." });
  await expect(page.locator("#result-chart .dot")).toHaveCount(1);
  await see(page, { best: "2" });
  await click(page, "Share");
  await expectCopied(page, /^fifteen, 4x4: 4 moves in 0:\d\d\.\d, 2 more than the fewest\n🟨🟩🟩🟩\nhttp/);
  await expectCopied(page, /#board=1-2-3-4\/5-6-7-8\/9-10-0-12\/13-14-11-15&goal=last$/);
  await press(page, "ArrowRight");
  await see(page, { count: "4" }); // a solved board cannot be changed by accident
  await click(page, "Again");
  await expectBoard(page, NEAR);
  await expect(page.locator("#result")).toBeHidden();
});

test("statistics are kept in the browser, and can be reset", async ({ page }) => {
  await open(page, "1 2 3 / 4 5 6 / 0 7 8"); // an address does not count; a scrambled board does
  await press(page, "ArrowLeft", "ArrowLeft");
  await expect(page.locator("#result-title")).toContainText("Solved in 2 moves");
  const random = { boards: [[1, 2, 3, 4, 5, 6, 0, 7, 8]], size: "3x3", seed: 1 };
  await page.route("**/api/random?*", (route) => route.fulfill({ json: random }));
  await page.locator("#size").selectOption("4x4");
  await see(page, { count: "0" });
  await press(page, "ArrowLeft");
  // The time is kept in hundredths of a second, and a time of 0 would give no moves per second.
  await pass(page, 0.05);
  await press(page, "ArrowLeft");
  await see(page, { "result-title": "Solved in 2 moves, the fewest possible" });
  await expect(page).toHaveURL(/moves=LL$/);
  await page.reload();
  // Solving the same game twice counts only once.
  await see(page, { "result-title": "Solved in 2 moves, the fewest possible" });
  await click(page, "Statistics");
  await expect(page.locator("#scores-table tbody td")).toHaveText(["3 × 3", "1", "1", "0.0", /^0:\d\d\.\d$/, /^\d+\.\d$/]);
  await expect(page.locator("#scores")).toContainText("that somebody shared with you, are not counted.");
  await click(page, "Reset statistics", "Press again to reset");
  await expect(page.locator("#scores-empty")).toBeVisible();
  await see(page, { "scores-empty": /boards that you entered, or that somebody shared with you, are not\./ });
});

test("the daily board follows from the date in UTC", async ({ page, request }) => {
  await page.clock.setFixedTime(new Date("2026-11-23T23:30:00-05:00"));
  await open(page, NEAR);
  await click(page, "Daily");
  await expect(page).toHaveURL(/#daily=2026-11-24$/);
  const { boards } = await (await request.get("/api/random?size=4x4&seed=20261124&n=1&goal=last")).json();
  await expectBoard(page, [0, 4, 8, 12].map((i) => boards[0].slice(i, i + 4).join(" ")).join(" / "));
  await expect(page.locator("#daily")).not.toHaveClass(/done/);
  const accept = { headers: { accept: "application/json" } };
  const { moves } = await (await request.post("/api/solve", { data: { board: boards[0] }, ...accept })).json();
  for (const letter of moves) await page.keyboard.press(LETTER_KEYS[letter]);
  await expect(page.locator("#result-title")).toContainText("the fewest possible");
  await expect(page.locator("#daily")).toHaveClass(/done/);
  await click(page, "Statistics");
  await see(page, { "scores-daily": "Daily boards: Solved 1 · Streak 1 · Best 1" });
});

test("the reader's own picture can be put on the tiles, and is kept", SEAM, async ({ page, allowed }) => {
  await open(page, NEAR);
  await click(page, "Tiles");
  const png = "iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAAEklEQVR42mM4oGCABzGMSmNDAJH2akFte/gvAAAAAElFTkSuQmCC";
  /**
   * @param {string} name
   * @param {Buffer} buffer
   */
  const choose = (name, buffer) => page.locator("#picture-file").setInputFiles({ name, mimeType: "image/png", buffer });
  await choose("red.png", Buffer.from(png, "base64"));
  const face = page.locator("#tile-6 span");
  await expect(face).toHaveCSS("background-image", /^url\("data:image\/jpeg;base64,/);
  await expect(face).toHaveCSS("background-size", "400% 400%");
  await page.getByLabel("Show numbers").uncheck();
  await page.reload();
  await expect(page.locator("#tile-6 span")).toHaveCSS("background-image", /^url\("data:image\/jpeg/);
  await expect(page.locator("#board")).toHaveClass(/unnumbered/);
  await click(page, "Tiles");
  allowed.push(/400/);
  await choose("no.png", Buffer.from("no picture"));
  await expect(page.locator("#picture-error")).toContainText("no.png is not a picture");
  await click(page, "Remove");
  await expect(page.locator("#tile-6 span")).not.toHaveCSS("background-image", /^url/);
});

test("a sample picture can be seen whole during the game, and is complete at the end", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await open(page, NEAR);
  const background = () => page.locator("#tile-6 span").evaluate((face) => face.style.backgroundImage);
  const faces = new Set();
  for (const name of ["Hills", "Boat", "Flower"]) {
    const before = await background();
    await click(page, "Tiles", name);
    await see(page, { say: "The picture is on the tiles." });
    await expect.poll(background, name).not.toBe(before);
    await press(page, "Escape");
    faces.add(await background());
  }
  expect(faces.size).toBe(3);
  await press(page, "ArrowUp");
  const small = page.locator("#goal-mini span");
  await expect(small).toHaveCount(16);
  for (const part of await small.all()) await expect(part).toHaveCSS("background-image", /^url\("data:image\/jpeg/);
  await expect(small.first()).toBeInViewport();
  await expect(page.locator(".last")).toHaveCSS("opacity", "0");
  await page.locator("#goal-mini").hover();
  await expect(page.locator(".last")).toHaveCSS("opacity", "1");
  expect((await boxOf(page.locator(".last"))).width).toBeGreaterThan(400);
  await press(page, "ArrowLeft");
  await page.mouse.move(0, 0);
  await expect(page.locator("#result")).toBeVisible();
  // The part of the picture that belongs to the blank's cell is now shown.
  await expect(page.locator(".last")).toHaveCSS("opacity", "1");
});

test("the page remembers time and help after a reload, and a game with help does not count", async ({ page }) => {
  await open(page, NEAR);
  await page.locator("#size").selectOption("3x3");
  await expect(page.locator("#board .tile")).toHaveCount(8);
  await page.locator(".tile.movable").first().click();
  await pass(page, 600);
  await see(page, { clock: /^1\d:\d\d$/ });
  for (const text of [/press Hint again\.$/, /to make the move\.$/, /^Slide the tiles/]) {
    await click(page, "Hint");
    await see(page, { "puzzle-message": text });
  }
  await expect(page).toHaveURL(/moves=[UDLR]{2,}$/);
  await page.waitForTimeout(500); // the browser stores an address a moment after the page has written it
  await page.reload();
  await see(page, { clock: /^1\d:\d\d$/ });
  await click(page, "Solve", "To the end");
  await expect(page.locator("#result-title")).toContainText("shown to you");
  const moves = Number(await count(page).textContent());
  // Waits until the address contains all moves, because the page writes it a moment after each
  // move.
  await expect(page).toHaveURL(new RegExp(`moves=[UDLR]{${moves}}$`));
  const letters = page.url().split("moves=")[1];
  await click(page, "Again");
  for (const letter of letters) await page.keyboard.press(LETTER_KEYS[letter]); // the moves that were shown
  await see(page, { "result-title": /Solved in \d+ moves, (the fewest possible|\d more than the fewest), with hints$/ });
  await click(page, "Statistics");
  await expect(page.locator("#scores-empty")).toBeVisible();
});

test("a theme changes the colours of the tiles, and is kept", async ({ page }) => {
  await open(page, NEAR);
  const tray = () => page.locator(".tray").evaluate((node) => getComputedStyle(node).backgroundColor);
  const before = await tray();
  await click(page, "Tiles");
  await page.getByLabel("Walnut").check();
  await expect.poll(tray).not.toBe(before);
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-tiles", "walnut");
});

test("a screen reader says each board row by row, and each move once, with its distance", async ({ page }) => {
  test.skip(!CHROMIUM, "only Chromium shows its accessibility tree");
  await page.addInitScript(() => {
    window.spoken = [];
    const listen = () => {
      const line = /** @type {HTMLElement} */ (document.getElementById("say"));
      const keepText = () => line.textContent && window.spoken.push(line.textContent);
      new MutationObserver(keepText).observe(line, { childList: true });
    };
    addEventListener("DOMContentLoaded", listen);
  });
  await waitForDistances(page);
  await open(page, NEAR);
  await see(page, { best: "2" });
  await press(page, "ArrowUp");
  await see(page, { say: "11 up. 1 to go" });
  await page.locator("#size").selectOption("3x3");
  await expect(page.locator("#board .tile")).toHaveCount(8);
  await see(page, { best: /^\d+$/, say: /^Board of 3 by 3: (\w+, \w+, \w+; ){2}\w+, \w+, \w+\. .*\d+ to go$/ });
  expect(await page.evaluate(() => window.spoken)).toHaveLength(2);
  await press(page, "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight");
  const { nodes } = await (await page.context().newCDPSession(page)).send("Accessibility.getFullAXTree");
  const tiles = nodes.map(({ name }) => name?.value ?? "").filter((name) => /^\d, row/.test(name));
  expect(tiles.map((name) => name.match(/row (\d), column (\d)/).slice(1).join(""))).toEqual(
    tiles.map((name) => name.match(/row (\d), column (\d)/).slice(1).join("")).toSorted());
  expect(tiles).toHaveLength(8);
});
