// Tests of the game in the tab Blocks: levels, pulls, taps, keys, undo, hints, numbers of moves,
// and the games and results that the browser stores.
import {
  CHROMIUM, SEAM, boxOf, button, catchCopies, click, expect, expectCopied, expectOffset, keepAnimation, press, see,
  someOf, test,
} from "./page.js";

const MAPS = "start   goal\nAA...   .....\n.B...   ...AA\n.....   .....\n";
const EASY = `/#blocks&puzzle=${encodeURIComponent(`## Easy\n${MAPS}`)}`;
const FIRST = "/#blocks&level=Bring+home+A";
/** @type {Record<string, string>} */
const KEYS = { U: "ArrowUp", D: "ArrowDown", L: "ArrowLeft", R: "ArrowRight" };
/**
 * @param {Page} page
 * @param {string} letter
 */
const piece = (page, letter) => page.locator(`#blocks-board .piece[data-piece="${letter}"]`);
/** @param {Page} page */
const message = (page) => page.locator("#blocks-message");
/**
 * @param {Page} page
 * @param {string} name
 */
const metric = (page, name) => page.locator("#metric").selectOption(name);

/**
 * Opens an address, and waits until the board has all its pieces.
 * @param {Page} page
 * @param {string} address
 * @param {number} pieces
 */
async function start(page, address, pieces) {
  await page.goto(address);
  await expect(page.locator("#blocks-board .piece")).toHaveCount(pieces);
}

/**
 * Returns the box of a piece after it has stopped gliding.
 * @param {Page} page
 * @param {string} letter
 */
async function settled(page, letter) {
  await piece(page, letter).evaluate((node) =>
    Promise.allSettled(node.getAnimations({ subtree: true }).map((animation) => animation.finished)));
  return boxOf(piece(page, letter).locator("path"));
}

/**
 * Returns the size of a cell of the board, in pixels.
 * @param {Page} page
 */
const cellOf = (page) => page.locator("#blocks-board .blocks").evaluate((board) =>
  /** @type {SVGSVGElement} */ (board).getScreenCTM()?.a ?? 0);

/**
 * Drags a piece with the mouse. Each pair in `ways` is a part of its way: how many columns and rows
 * to go.
 * @param {Page} page
 * @param {string} letter
 * @param {...[number, number]} ways
 */
async function pull(page, letter, ...ways) {
  const box = await settled(page, letter);
  const cell = await cellOf(page);
  let [x, y] = [box.x + cell / 2, box.y + cell / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (const [dx, dy] of ways) {
    [x, y] = [x + dx * cell, y + dy * cell];
    await page.mouse.move(x, y, { steps: 6 });
  }
  await page.mouse.up();
}

/**
 * Makes moves with the keys, such as `D DLD`: the piece, then its steps.
 * @param {Page} page
 * @param {string[]} moves
 */
async function make(page, moves) {
  for (const move of moves) {
    const [letter, path] = move.split(" ");
    await piece(page, letter).focus();
    for (const step of path) await page.keyboard.press(KEYS[step]);
  }
}

/**
 * Shows a solution in the metric `unit`, and returns its moves, each of one step.
 * @param {Page} page
 */
async function listed(page) {
  await metric(page, "unit");
  await click(page, "Show the solution");
  await expect(page.locator("#blocks-moves button")).toHaveCount(16);
  const texts = await page.locator("#blocks-moves button").allTextContents();
  return texts.map((text) => text.replace(/[↑↓←→]/, (arrow) => "UDLR"["↑↓←→".indexOf(arrow)]));
}

test("the list of levels is sorted by moves, and each level has a picture and a unique name in English", SEAM, async ({ page }) => {
  await page.goto("/#blocks");
  const cards = page.locator("#levels a");
  await expect(cards).toHaveCount(55);
  await expect(cards.first()).toContainText("Bring home A8 moves");
  await expect(page.locator("#levels svg")).toHaveCount(55);
  for (const name of ["any-path", "unit"]) {
    await metric(page, name);
    await expect(cards.first()).toContainText(`Bring home A${name === "unit" ? 16 : 8} moves`);
    const moves = (await page.locator("#levels .spread").allTextContents()).map((text) => parseInt(text, 10));
    expect(moves).toEqual([...moves].sort((a, b) => a - b));
  }
  const titles = await page.locator("#levels strong").allTextContents();
  expect(titles.filter((title, i) => /[^ -~]/.test(title) || titles.indexOf(title) !== i)).toEqual([]);
  await expect(cards.filter({ hasText: "Klotski横刀立马" }).locator("[lang=zh]")).toHaveText("横刀立马");
  await cards.filter({ hasText: "Fair Winds" }).click();
  await see(page, { "blocks-title": "Fair Winds", "blocks-names": "一路顺风", "blocks-best": "49" });
  await expect(page.locator("#blocks-solve")).not.toHaveClass(/primary/);
  // In an older address, the level has another name of the same layout.
  await page.goto("/#blocks&level=横刀立马");
  await see(page, { "blocks-title": "Klotski" });
});

test("pieces are pulled around corners, moves are counted in each metric, and undo takes them back", SEAM, async ({ page }) => {
  await start(page, EASY, 2);
  await pull(page, "B", [2, 0], [0, 1]);
  await expectOffset(page, "B", "2 1");
  await see(page, { "blocks-title": "Easy", "blocks-count": "1" });
  await metric(page, "straight");
  await see(page, { "blocks-count": "2" });
  await metric(page, "unit");
  await see(page, { "blocks-count": "3" });
  // B has left the cell below A, so A can now move down.
  await pull(page, "A", [0, 1]);
  await expectOffset(page, "A", "0 1");
  await click(page, "Undo", "Undo");
  await expectOffset(page, "B", "0 0");
  await see(page, { "blocks-count": "0" });
  await piece(page, "A").focus();
  await press(page, "Control+Shift+z");
  await expectOffset(page, "B", "2 1");
  await press(page, "Control+z");
  await expectOffset(page, "B", "0 0");
  // In the metric `any-path`, a piece that returns to its place has made no move.
  await press(page, "b", "ArrowRight", "ArrowLeft");
  await see(page, { "blocks-count": "2" });
  await metric(page, "any-path");
  await see(page, { "blocks-count": "0" });
});

test("arrow keys move the piece that was chosen by its letter, also after a click beside the piece", async ({ page }) => {
  await start(page, EASY, 2);
  await expect(piece(page, "A")).toBeFocused();
  await press(page, "b");
  await expect(piece(page, "B")).toBeFocused();
  await press(page, "ArrowDown");
  await expectOffset(page, "B", "0 1");
  await expect(piece(page, "B")).toHaveAttribute("aria-label", "piece B, 1 by 1, from row 3, column 2");
  await see(page, { say: "B down" });
  await page.locator("#blocks-board").click({ position: { x: 40, y: 4 } });
  await press(page, "ArrowRight");
  await expectOffset(page, "B", "1 1");
  await button(page, "Undo").focus();
  await press(page, "ArrowRight");
  await expectOffset(page, "B", "2 1");
  await click(page, "Restart");
  await press(page, "a", "ArrowUp");
  await see(page, { say: "A cannot move up.", "blocks-message": "A cannot move up." });
});

test("the message after a solution compares its moves with the fewest possible", async ({ page }) => {
  await start(page, EASY, 2);
  await see(page, { "blocks-best": "1" });
  await pull(page, "B", [2, 0]);
  await pull(page, "B", [0, 1]);
  await pull(page, "A", [3, 0], [0, 1]);
  await see(page, { "blocks-message": "Solved in 2 moves, 1 more than the fewest." });
  await click(page, "Restart");
  await pull(page, "A", [3, 0], [0, 1]);
  await see(page, { "blocks-message": "Solved in 1 move, the fewest possible." });
});

test("the fewest moves of the reader's own puzzle are found during the game, and the best result is kept", async ({ page }) => {
  await start(page, EASY, 2);
  await see(page, { "blocks-best": "1", "blocks-mine": "–" });
  await pull(page, "A", [3, 0], [0, 1]);
  await see(page, { "blocks-message": "Solved in 1 move, the fewest possible.", "blocks-mine": "1" });
  await metric(page, "unit");
  await see(page, { "blocks-best": "4", "blocks-mine": "4" });
  await page.reload();
  await see(page, { "blocks-mine": "4" });
});

test("the page says so if the reader's own puzzle has no solution", async ({ page }) => {
  const maps = "start   goal\nA.#..   ..#.A\n";
  await start(page, `/#blocks&puzzle=${encodeURIComponent(`## Split\n${maps}`)}`, 1);
  await expect(message(page)).toHaveText("There is no solution: 2 positions tried.");
  await see(page, { "blocks-best": "–" });
});

test("the exit of Rush Hour is a gap in the wall with an arrow", async ({ page }) => {
  await start(page, "/#blocks&level=RushHour+1", 10);
  await expect(page.locator("#blocks-rules")).toContainText("Bring ★ to the exit, where the arrow leads out.");
  await expect(page.locator("#blocks-board .target")).toHaveCount(0);
  // `getBBox` measures in cells and without strokes. In the boxes of the layout, Firefox includes
  // strokes, but Chromium does not.
  /** @param {string} part */
  const placeOf = (part) => page.locator(`#blocks-board ${part}`).evaluate((node) => {
    const { x, y, width, height } = /** @type {SVGGraphicsElement} */ (node).getBBox();
    return { x, y, width, height };
  });
  const board = await page.locator("#blocks-board .blocks").evaluate((node) => {
    const { x, width } = /** @type {SVGSVGElement} */ (node).viewBox.baseVal;
    return { x, width };
  });
  const [exit, frame, star] = [await placeOf(".exit"), await placeOf(".frame"), await placeOf('.piece[data-piece="*"]')];
  expect(exit.x).toBeGreaterThan(frame.x + frame.width);
  expect(exit.x + exit.width).toBeLessThan(board.x + board.width);
  expect(exit.y + exit.height / 2).toBeCloseTo(star.y + star.height / 2);
});

test("undo takes back a restart", async ({ page }) => {
  await start(page, EASY, 2);
  await pull(page, "B", [2, 0]);
  await pull(page, "A", [3, 0]);
  await click(page, "Restart");
  await see(page, { "blocks-count": "0" });
  await click(page, "Undo");
  await see(page, { "blocks-count": "2" });
  await expectOffset(page, "A", "3 0");
});

test("the first press on Hint names the next move, the second makes it, and the button does not move", SEAM, async ({ page }) => {
  await start(page, FIRST, 7);
  const box = await boxOf(button(page, "Hint"));
  for (let left = 8; left > 0; left -= 1) {
    await click(page, "Hint");
    await expect(message(page)).toContainText(`(${left} to go). Press Hint again to move it.`);
    expect(await boxOf(button(page, "Hint"))).toEqual(box);
    await click(page, "Hint");
  }
  await see(page, { "blocks-message": "Solved in 8 moves, the fewest possible; with help, so it isn’t counted.", "blocks-mine": "–" });
});

test("a reader who makes the moves of a solution by hand goes on in it, and another move leaves it", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await start(page, `${EASY}&metric=unit`, 2);
  await click(page, "Show the solution");
  const steps = page.locator("#blocks-player .steps");
  await see(page, { "blocks-message": "4 moves, the fewest possible. First, A right." });
  await expect(piece(page, "A")).toHaveClass(/marked/);
  await pull(page, "A", [2, 0]); // the first two moves at once
  await expect(steps).toHaveText("2 / 4");
  await see(page, { "blocks-message": /^Next: /, "blocks-count": "2" });
  await click(page, "Step back");
  await expectOffset(page, "A", "1 0");
  await pull(page, "B", [1, 0]);
  await see(page, { "blocks-message": "That move is not in the solution. Undo leads back to it." });
  await expect(page.locator("#blocks-player .player")).toBeHidden();
  await pull(page, "B", [0, 1]);
  await click(page, "Undo", "Undo"); // takes both moves of B back
  await expect(steps).toHaveText("1 / 4");
  await click(page, "Undo"); // goes back in the solution
  await expect(steps).toHaveText("0 / 4");
  await expectOffset(page, "A", "0 0");
});

test("a move of a solution can be made in parts", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await start(page, `${EASY}&metric=any-path`, 2);
  await click(page, "Show the solution");
  const steps = page.locator("#blocks-player .steps");
  await expect(steps).toHaveText("0 / 1");
  await pull(page, "A", [1, 0]);
  await expect(steps).toHaveText("0 / 1");
  await see(page, { "blocks-message": "Go on: A right, down, right." }); // the whole move is right 2, down, right
  await click(page, "Undo"); // takes the part back
  await expectOffset(page, "A", "0 0");
  await pull(page, "A", [1, 0]);
  await pull(page, "A", [2, 0]);
  await pull(page, "A", [0, 1]);
  await expect(steps).toHaveText("1 / 1");
  await see(page, { "blocks-count": "1", "blocks-message": /^Solved\. 1 move, / });
});

test("a solution begins at the current position", SEAM, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" }); // without this, pieces would glide
  await start(page, EASY, 2);
  await pull(page, "A", [3, 0]);
  await click(page, "Show the solution");
  await expect(message(page)).toContainText("1 move from here, the fewest possible.");
  await click(page, "To the end");
  await expectOffset(page, "A", "3 1");
});

test("a tapped piece that cannot move shakes, and the page says so; the aim of the puzzle is shown before", async ({ page }) => {
  await start(page, FIRST, 7);
  await see(page, { "blocks-message": "Bring A to its dashed frame." });
  await keepAnimation(piece(page, "G"));
  await pull(page, "G");
  await expect(piece(page, "G")).toHaveAttribute("data-animated", "shake");
  await see(page, { "blocks-message": "G cannot move." });
  await see(page, { "blocks-count": "0" });
});

test("after a win, the message is in view on a laptop, stars are kept, and Next leads to the next level", async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  await start(page, FIRST, 7);
  const moves = await listed(page);
  await page.reload(); // moves along a solution that is shown would not earn stars
  await make(page, moves);
  await see(page, { "blocks-message": "★★★ Solved in 16 moves, the fewest possible.", "blocks-mine": "16" });
  await expect(message(page)).toBeInViewport({ ratio: 1 });
  await expect(page.locator("#blocks")).toHaveClass(/won/);
  await expect(button(page, "Next puzzle")).toHaveClass("primary");
  await page.reload();
  await see(page, { "blocks-message": "★★★ Solved in 16 moves, the fewest possible." });
  await click(page, "Next puzzle");
  await see(page, { "blocks-title": "Escorted", "blocks-best": "31" });
  await page.getByRole("link", { name: "All puzzles" }).click();
  const card = page.locator("#levels a").first();
  await expect(card).toHaveAccessibleName("Bring home A 16 moves 3 of 3 stars");
});

test("in a low window, Next scrolls to the top of the next puzzle", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  await start(page, FIRST, 7);
  await click(page, "Next");
  await see(page, { "blocks-title": "Escorted" });
  await expect(page.locator("#blocks-title")).toBeInViewport({ ratio: 1 });
});

test("moves survive a reload and a visit of another level, and Back leads to the list of levels", async ({ page }) => {
  await page.setViewportSize({ width: 1000, height: 600 });
  await page.goto("/#blocks");
  const card = page.locator("#levels a").filter({ hasText: "Century and a Half" });
  await card.click();
  await expect(page.locator("#blocks-board .piece")).toHaveCount(10);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await piece(page, "E").focus();
  await press(page, "ArrowRight");
  await see(page, { "blocks-count": "1" });
  await page.reload();
  await see(page, { "blocks-count": "1" });
  await expectOffset(page, "E", "1 0");
  await click(page, "Next puzzle");
  await see(page, { "blocks-count": "0" });
  await page.goBack();
  await see(page, { "blocks-title": "Century and a Half", "blocks-count": "1" });
  await page.goBack();
  await expect(card).toBeInViewport();
});

test("the message about a bad link is in view, and the goal is described for screen readers", async ({ page, allowed }) => {
  allowed.push(/400|422/);
  await page.setViewportSize({ width: 1366, height: 768 });
  const links = [["level=nonexistent", "There is no puzzle “nonexistent”"], ["puzzle=%25%25", "Line 1, column 1"]];
  for (const [address, text] of links) {
    await page.goto(`/#blocks&${address}`);
    await expect(message(page)).toContainText(text);
    await expect(message(page)).toBeInViewport({ ratio: 1 });
  }
  await page.locator("#source").fill(`## Easy\n${MAPS}`);
  await expect(message(page)).toBeHidden();
  await start(page, FIRST, 7);
  await expect(page.getByRole("img", { name: "Goal: A from row 4, column 4" })).toBeVisible();
});

for (const [width, height] of someOf([[320, 568], [568, 320], [1366, 768], [390, 844], [768, 1024]])) {
  test(`nothing moves when a message appears: ${width}x${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ reducedMotion: "reduce" });
    await start(page, FIRST, 7);
    const boxes = () => page.locator("#blocks-board, #blocks button:visible, .blocks-facts").evaluateAll((nodes) =>
      nodes.map((node) => [node.id, Math.round(node.getBoundingClientRect().top + scrollY)]));
    const before = await boxes();
    // Piece A is two cells high, so each cell of the board has at least 25 pixels.
    expect((await boxOf(piece(page, "A"))).height).toBeGreaterThan(50);
    await click(page, "Hint");
    await expect(message(page)).toBeVisible();
    expect(await boxes()).toEqual(before);
  });
}

test("keys step through a solution, which an impossible move does not close", async ({ page }) => {
  await start(page, `${EASY}&metric=unit`, 2);
  await click(page, "Show the solution");
  const steps = page.locator("#blocks-player .steps");
  await expect(message(page)).toHaveText("4 moves, the fewest possible. First, A right.");
  await press(page, ".");
  await expect(steps).toHaveText("1 / 4");
  await expect(message(page)).toHaveText(/^Next: A /);
  await press(page, "ArrowUp"); // A is at the upper edge
  await press(page, ",");
  await expect(steps).toHaveText("0 / 4");
  await click(page, "To the end");
  await expect(message(page)).toHaveText("Solved. 4 moves, the fewest possible.");
});

test("the link to a drawing leads others to its game", async ({ page }) => {
  await catchCopies(page);
  await page.goto(EASY.replace("#blocks&", "#blocks&draw=1&"));
  await expect(button(page, "Play")).toBeEnabled();
  await click(page, "Copy link");
  await expectCopied(page, new RegExp(`${EASY.slice(2).replace(/%.*/, "")}`));
  expect(await page.evaluate(() => window.copied)).not.toContain("draw=1");
});

test("the link to a level can be copied while it is played", async ({ page }) => {
  await catchCopies(page);
  await start(page, FIRST, 7);
  await click(page, "Copy link");
  await expectCopied(page, /#blocks&level=Bring\+home\+A$/);
});

test("pieces can be pulled with a finger", async ({ browser, baseURL }) => {
  test.skip(!CHROMIUM, "touches are sent by Chromium's protocol");
  const context = await browser.newContext({ hasTouch: true, baseURL, viewport: { width: 390, height: 800 } });
  const page = await context.newPage();
  await start(page, EASY, 2);
  await page.locator("#blocks-board").scrollIntoViewIfNeeded();
  const box = await boxOf(piece(page, "A").locator("path"));
  const cell = await cellOf(page);
  const client = await context.newCDPSession(page);
  /**
   * @param {"touchStart" | "touchMove" | "touchEnd"} type
   * @param {...{ x: number, y: number }} touchPoints
   */
  const touch = (type, ...touchPoints) => client.send("Input.dispatchTouchEvent", { type, touchPoints });
  const [x, y] = [box.x + cell / 2, box.y + cell / 2];
  await touch("touchStart", { x, y });
  for (let i = 1; i <= 6; i += 1) await touch("touchMove", { x: x + (3 * cell * i) / 6, y });
  await touch("touchMove", { x: x + 3 * cell, y: y + cell });
  await touch("touchEnd");
  await expect(message(page)).toContainText("Solved in 1 move");
  await context.close();
});

test("a level shows its rules, and pieces of Rush Hour show their axis and shake if pulled across it", async ({ page }) => {
  await page.goto("/#blocks&level=RushHour+1");
  await expect(page.locator("#blocks-board .piece").first()).toBeVisible();
  await see(page, { "blocks-rules": /Drag a piece along its arrow: pieces move only lengthwise\.$/ });
  const all = page.locator("#blocks-board .piece");
  expect((await all.locator("text").allTextContents()).every((text) => /[↔↕]$/.test(text))).toBe(true);
  const label = (await all.first().getAttribute("aria-label")) ?? "";
  expect(label).toMatch(/^piece \S, (\d) by (\d), from row \d, column \d, moves (left and right|up and down)$/);
  await keepAnimation(all.first());
  const letter = (await all.first().getAttribute("data-piece")) ?? "";
  await pull(page, letter, label.includes("left and right") ? [0, 1] : [1, 0]);
  await expect(all.first()).toHaveAttribute("data-animated", "shake");
  await page.getByRole("link", { name: "All puzzles" }).click();
  await page.locator("#levels a").filter({ hasText: "Century and a Half" }).click();
  await see(page, { "blocks-rules": /Letters don’t matter: any piece of the right shape may fill a place of the goal\.$/ });
  await expect(page.getByRole("img", { name: /^Goal: any piece of \d.* from row/ })).toBeVisible();
});

test("while a low window shows a solution, no controls overlap and the board is in view", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const [width, height] of [[568, 320], [600, 500]]) {
    await page.setViewportSize({ width, height });
    await start(page, FIRST, 7);
    await click(page, "Show the solution");
    await expect(page.locator("#blocks-player .player")).toBeVisible();
    await expect(page.locator("#blocks-board")).toBeInViewport({ ratio: 0.9 });
    const boxes = await page.locator("#blocks-player :is(button, select, input), .blocks-hand button").evaluateAll((nodes) =>
      nodes.map((node) => node.getBoundingClientRect().toJSON()));
    /**
     * @param {DOMRect} a
     * @param {DOMRect} b
     */
    const isApart = (a, b) => a.right <= b.left + 1 || b.right <= a.left + 1 || a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
    expect(boxes.flatMap((a, i) => boxes.slice(i + 1).filter((b) => !isApart(a, b)))).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
});
