// The tab Blocks as a game: pulls, taps, keys, undo, counts beside the optimum, levels that are remembered.
import { SEAM, button, click, expect, press, see, test } from "./page.js";

const MAPS = "start   goal\nAA...   .....\n.B...   ...AA\n.....   .....\n";
const EASY = `/#blocks&puzzle=${encodeURIComponent(`## Easy\n${MAPS}`)}`;
const piece = (page, letter) => page.locator(`.blocks .piece[data-piece="${letter}"]`);
const offset = (page, letter) => piece(page, letter).evaluate((node) => node.style.transform);

async function start(page, address, pieces) {
  await page.goto(address);
  await expect(page.locator(".blocks .piece")).toHaveCount(pieces);
}

/** The box of a piece once it has ceased to glide. */
async function settled(page, letter) {
  const box = () => piece(page, letter).locator("path").boundingBox();
  for (let [before, now] = [null, await box()]; ; [before, now] = [now, await box()]) {
    if (before && before.x === now.x && before.y === now.y) return now;
    await page.waitForTimeout(100);
  }
}

/** Pulls a piece by cells to the right and down, through the points between. */
async function pull(page, letter, ...ways) {
  const box = await settled(page, letter);
  const cell = await page.locator(".blocks").evaluate((svg) => svg.getScreenCTM().a);
  let [x, y] = [box.x + cell / 2, box.y + cell / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (const [dx, dy] of ways) {
    [x, y] = [x + dx * cell, y + dy * cell];
    await page.mouse.move(x, y, { steps: 6 });
  }
  await page.mouse.up();
}

test("pieces are pulled around corners, counted in each metric, and moves are taken back", async ({ page }) => {
  await start(page, EASY, 2);
  await pull(page, "B", [2, 0], [0, 1]);
  expect(await offset(page, "B")).toBe("translate(2px, 1px)");
  await see(page, { "blocks-count": "1" });
  await page.locator("#metric").selectOption("straight");
  await see(page, { "blocks-count": "2" });
  await page.locator("#metric").selectOption("unit");
  await see(page, { "blocks-count": "3" });
  // A piece that is pulled against another stays.
  await pull(page, "A", [0, 1]);
  expect(await offset(page, "A")).toBe("translate(0px, 1px)");
  await click(page, "Undo", "Undo");
  expect(await offset(page, "B")).toBe("translate(0px, 0px)");
  await see(page, { "blocks-count": "0" });
  await page.locator(".blocks .piece").first().focus();
  await press(page, "Control+Shift+z");
  expect(await offset(page, "B")).toBe("translate(2px, 1px)");
  await press(page, "Control+z");
  expect(await offset(page, "B")).toBe("translate(0px, 0px)");
});

test("keys move the piece that is chosen by its letter", async ({ page }) => {
  await start(page, EASY, 2);
  await piece(page, "A").focus();
  await press(page, "b");
  await expect(piece(page, "B")).toBeFocused();
  await press(page, "ArrowDown");
  expect(await offset(page, "B")).toBe("translate(0px, 1px)");
  await expect(piece(page, "B")).toHaveAttribute("aria-label", "piece B, from row 3, column 2");
  await see(page, { say: "B down" });
});

test("a solution with more moves than needed says so, and a best one too", async ({ page }) => {
  await start(page, EASY, 2);
  await click(page, "Solve");
  await see(page, { "blocks-best": "1" });
  await click(page, "To the start");
  await pull(page, "B", [2, 0]);
  await pull(page, "B", [0, 1]);
  await pull(page, "A", [3, 0], [0, 1]);
  await see(page, { "blocks-message": "Solved in 2 moves, 1 more than the 1 that suffice." });
  await click(page, "Start again");
  await pull(page, "A", [3, 0], [0, 1]);
  await see(page, { "blocks-message": "Solved in 1 move, the fewest possible." });
});

test("the engine solves from where the player is", SEAM, async ({ page }) => {
  await start(page, EASY, 2);
  await pull(page, "A", [3, 0]);
  await click(page, "Solve");
  await expect(page.locator("#blocks-message")).toContainText("from here, after 1 move: 1 move (");
  await click(page, "To the end");
  expect(await offset(page, "A")).toBe("translate(3px, 1px)");
});

test("a tapped piece that cannot move shakes, and nothing more", async ({ page }) => {
  await start(page, "/#blocks", 7);
  await piece(page, "G").evaluate((node) => {
    const animate = node.animate.bind(node);
    node.animate = (frames, options) => ((node.dataset.animated = options.id), animate(frames, options));
  });
  await pull(page, "G");
  await expect(piece(page, "G")).toHaveAttribute("data-animated", "shake");
  await expect(page.locator("#blocks-message")).toBeHidden();
  await see(page, { "blocks-count": "0" });
});

test("a level that is solved by hand is remembered", async ({ page }) => {
  await start(page, "/#blocks", 7);
  await page.locator("#metric").selectOption("unit");
  await expect(page.locator("#level option")).toHaveCount(58);
  await click(page, "Solve");
  await expect(page.locator("#blocks-message")).toContainText("Solved: 16 moves");
  const moves = await page.locator("#blocks-moves button").allTextContents();
  await click(page, "To the start");
  await page.locator("#level").selectOption({ index: 1 });
  await page.locator("#level").selectOption({ index: 0 });
  const keys = { U: "ArrowUp", D: "ArrowDown", L: "ArrowLeft", R: "ArrowRight" };
  for (const move of moves) {
    const [letter, path] = move.split(" ");
    await piece(page, letter).focus();
    for (const step of path) await page.keyboard.press(keys[step]);
  }
  await see(page, { "blocks-message": "Solved in 16 moves, the fewest possible.", "blocks-mine": "16" });
  await page.reload();
  await expect(page.locator("#level option").first()).toHaveText("★ Bring home A: 16 of 16");
  await click(page, "Next puzzle");
  await see(page, { "blocks-best": "78" });
});

test("fingers pull pieces too", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ hasTouch: true, baseURL, viewport: { width: 390, height: 800 } });
  const page = await context.newPage();
  await start(page, EASY, 2);
  await page.locator("#blocks-board").scrollIntoViewIfNeeded();
  const box = await piece(page, "A").locator("path").boundingBox();
  const cell = await page.locator(".blocks").evaluate((svg) => svg.getScreenCTM().a);
  const client = await context.newCDPSession(page);
  const touch = (type, ...touchPoints) => client.send("Input.dispatchTouchEvent", { type, touchPoints });
  const [x, y] = [box.x + cell / 2, box.y + cell / 2];
  await touch("touchStart", { x, y });
  for (let i = 1; i <= 6; i += 1) await touch("touchMove", { x: x + (3 * cell * i) / 6, y });
  await touch("touchMove", { x: x + 3 * cell, y: y + cell });
  await touch("touchEnd");
  await expect(page.locator("#blocks-message")).toContainText("Solved in 1 move");
  await context.close();
});
