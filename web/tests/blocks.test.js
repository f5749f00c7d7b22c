// Tests of the tab Blocks: solving, the animation, drawing, the text and its errors, and the
// address. rules.test.js tests what strokes do to maps, and blockplay.test.js tests the game.
import { SEAM, boxOf, button, click, enter, expect, expectOffset, press, see, test } from "./page.js";

/** @param {Page} page */
const board = (page) => page.locator("#blocks-board .piece");
/**
 * @param {Page} page
 * @param {string} letter
 */
const piece = (page, letter) => page.locator(`#blocks-board [data-piece="${letter}"]`);
/** @param {Page} page */
const message = (page) => page.locator("#blocks-message");
/** @param {Page} page */
const source = (page) => page.locator("#source");
/** @param {Page} page */
const cells = (page) => page.locator("#draw-map [role=gridcell]");
/**
 * @param {Page} page
 * @param {string} name
 */
const metric = (page, name) => page.locator("#metric").selectOption(name);
/**
 * @param {Page} page
 * @param {string} map
 */
const choose = (page, map) => page.getByRole("radio", { name: map, exact: true }).check({ force: true });

/**
 * Moves the focus to the first cell of a map, and presses keys.
 * @param {Page} page
 * @param {string} map
 * @param {...string} keys
 */
async function type(page, map, ...keys) {
  await choose(page, map);
  await cells(page).first().focus();
  await press(page, ...keys);
}

/**
 * Opens the drawing with a text.
 * @param {Page} page
 * @param {string} text
 */
async function draw(page, text) {
  await page.goto("/#blocks&draw=1");
  await expect(cells(page)).toHaveCount(20);
  await source(page).fill(text);
}

test.use({ allowed: [/400|422/] }); // the engine refuses a puzzle that is half drawn or half typed

test("a puzzle is solved, and the solution can be stepped through", SEAM, async ({ page }) => {
  await page.goto("/#blocks&level=Bring+home+A");
  await click(page, "Show the solution");
  await expect(message(page)).toHaveText("8 moves, the fewest possible. First, D down.");
  await page.waitForTimeout(1000); // if the solution played by itself, it would have made a move by then
  await expect(page.locator("#blocks-player output")).toHaveText("0 / 8");
  await click(page, "To the end");
  await expect(page.locator("#blocks-player output")).toHaveText("8 / 8");
  await expectOffset(page, "A", "0 -1");
  const end = "Solved. 8 moves, the fewest possible. Solve it yourself to earn stars.";
  await see(page, { "blocks-count": "8", "blocks-message": end });
  await click(page, "To the start");
  await page.locator("#blocks-moves button").first().click();
  await expectOffset(page, "D", "0 1");
  await expect(page.locator("#blocks-moves .made")).toHaveText("D ↓");
  await click(page, "To the start");
  await metric(page, "unit");
  await click(page, "Show the solution");
  await expect(message(page)).toContainText("16 moves, the fewest possible.");
  // A solution that the page has played does not count as the player's result.
  await click(page, "To the end");
  await see(page, { "blocks-mine": "–" });
});

test("an address that is opened just when the levels arrive is not replaced", async ({ page }) => {
  await page.addInitScript(() => {
    const asked = window.fetch;
    window.fetch = async (path, how) => {
      const answer = await asked(path, how);
      if (path !== "/api/blocks/levels") return answer;
      const levels = await answer.json();
      location.hash = "#blocks&draw=1"; // its event fires only after the code that awaits the levels
      return Object.assign(new Response(), { json: async () => levels });
    };
  });
  await page.goto("/#blocks");
  await expect(page.locator("#draw-note")).toContainText("Draw the pieces");
});

test("a puzzle is drawn on an empty board, its text follows, and it can be played and solved", SEAM, async ({ page }) => {
  await page.goto("/#blocks");
  await page.getByRole("link", { name: "Draw a puzzle" }).click();
  await expect(page.locator("#draw-note")).toContainText("Draw the pieces");
  await expect(button(page, "Play")).toBeDisabled();
  await enter(page, "columns", "3");
  await expect(cells(page)).toHaveCount(15);
  await enter(page, "rows", "1");
  await expect(cells(page)).toHaveCount(3);
  await type(page, "Start", "A");
  await expect(page.locator("#draw-note")).toContainText("or choose Goal");
  await expect(page.locator("#source-error")).toBeHidden();
  await type(page, "Goal", "ArrowRight", "ArrowRight", "A");
  await expect(source(page)).toHaveValue("## My puzzle\nstart    goal\nA..      ..A\n");
  await click(page, "Play");
  await see(page, { "blocks-title": "My puzzle" });
  await metric(page, "unit");
  await click(page, "Show the solution");
  await expect(message(page)).toContainText("2 moves, the fewest possible.");
  await page.goBack();
  await choose(page, "Start");
  await page.getByRole("radio", { name: "wall" }).check({ force: true });
  await cells(page).nth(1).click();
  await expect(source(page)).toHaveValue(/A#\. +\.#A/);
  await click(page, "Play", "Show the solution");
  await expect(message(page)).toContainText("There is no solution");
});

test("pieces are drawn by tapping and joining cells of at least 44 px, and undo takes changes back", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/#blocks&level=Bring+home+A");
  await click(page, "Change the puzzle");
  await expect(cells(page)).toHaveCount(49);
  await expect(source(page)).toHaveValue(/^## My puzzle\n/);
  const text = await source(page).inputValue();
  const sizes = await page.locator("#draw-map [role=gridcell], .palette span, .map span").evaluateAll((nodes) =>
    nodes.map((node) => /** @type {HTMLElement} */ (node)).map((node) => Math.min(node.offsetWidth, node.offsetHeight)));
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(44);
  await expect(button(page, "Undo drawing")).toBeDisabled();
  await click(page, "Clear");
  await expect(page.locator("#draw-map .empty")).toHaveCount(49);
  /**
   * @param {number} x
   * @param {number} y
   */
  const cell = (x, y) => page.locator(`#draw-map [role=gridcell][data-x="${x}"][data-y="${y}"]`);
  /**
   * @param {string} map
   * @param {...[number, number]} places
   */
  const pull = async (map, ...places) => {
    await choose(page, map);
    await cell(...places[0]).scrollIntoViewIfNeeded();
    for (const [i, place] of places.entries()) {
      const box = await boxOf(cell(...place));
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      if (i === 0) await page.mouse.down();
    }
    await page.mouse.up();
  };
  await pull("Start", [2, 3], [3, 3]); // a new piece of two cells
  await pull("Start", [2, 4]); // another piece
  await pull("Start", [3, 3], [3, 4]); // the first piece gets a third cell
  await expect(cell(3, 4)).toHaveText("A");
  await expect(cell(2, 4)).toHaveText("B");
  await pull("Goal", [2, 1]);
  await expect(cell(2, 1)).toHaveText("A");
  for (let i = 0; i < 4; i += 1) await button(page, "Undo drawing").click();
  await expect(page.locator("#draw-map .empty")).toHaveCount(49);
  await cells(page).first().focus();
  await press(page, "Control+z"); // undo by the keyboard
  await expect(source(page)).toHaveValue(text);
});

test("a typed text is drawn, and its errors are shown with line and column", SEAM, async ({ page }) => {
  await draw(page, "## T\nstart  goal\nAB.    ..A\n...    ...\n");
  await expect(cells(page)).toHaveCount(6);
  await expect(button(page, "Play")).toBeEnabled();
  await source(page).fill("## T\nstart  goal\nAB.    ..A\n...    ..\n");
  await expect(page.locator("#source-error")).toContainText(/Line 4, column \d+/);
  await expect(button(page, "Play")).toBeDisabled();
});

test("gates and locks of a text are drawn and obeyed, and a brush draws gates", async ({ page }) => {
  await draw(page, "## T\ngate: - for A\nvertical: B\nstart  goal\nAB.    ...\n.-.    .-A\n");
  await expect(page.locator("#draw-map .gate")).toHaveAttribute("aria-label", "row 2, column 2: gate -");
  await click(page, "Play");
  await expect(page.locator("#blocks-board .gate")).toHaveCount(1);
  await see(page, { "blocks-rules": "Bring A to its dashed frame. Drag a piece along any free path. Hatched cells let only A in. B can move only up and down." });
  await metric(page, "unit");
  // B may not enter the gate, but A may. The search then begins at the position after A's move.
  await piece(page, "B").press("ArrowDown");
  await see(page, { "blocks-count": "0" });
  await piece(page, "A").press("ArrowDown");
  await press(page, "ArrowRight");
  await see(page, { "blocks-count": "2" });
  await click(page, "Show the solution");
  await expect(message(page)).toContainText("1 move from here");
  // A piece that may not stand on a gate is refused. Erasing first takes the piece away, then the
  // gate.
  await click(page, "Change the puzzle");
  await type(page, "Start", "ArrowDown", "ArrowRight", "B");
  await expect(page.locator("#draw-note")).toContainText("Piece 'B' stands on the gate '-', which is not for it");
  await press(page, ".");
  await expect(page.locator("#draw-note")).toHaveText("Ready: press Play.");
  await press(page, ".");
  await expect(page.locator("#draw-map .gate")).toHaveCount(0);
  await page.getByRole("radio", { name: "gate" }).check({ force: true });
  await choose(page, "Goal");
  await cells(page).nth(1).click();
  await expect(page.locator("#draw-map .gate")).toHaveCount(1);
  await expect(source(page)).toHaveValue(/^gate: - for A$/m);
});

test("the page says so if a puzzle has no goal, and the reader can draw one", async ({ page }) => {
  await draw(page, "## T\ngate: - for A\nstart  floor\nA.     -.\n");
  await expect(page.locator("#source-error")).toContainText("no goal");
  await type(page, "Goal", "ArrowRight", "A");
  await expect(source(page)).toHaveValue("## T\ngate: - for A\nstart    goal     floor\nA.       -A       -.\n");
  await click(page, "Play", "Show the solution");
  await expect(message(page)).toContainText("1 move, the fewest possible.");
});

test("the address contains the puzzle, drawn or chosen, so a reload keeps it", async ({ page, context }) => {
  await draw(page, "## T\nstart  goal\nAB.    ..A\n...    ...\n");
  await expect(cells(page)).toHaveCount(6);
  await expect(page).toHaveURL(/#blocks&draw=1&puzzle=/);
  await page.reload();
  await expect(cells(page)).toHaveCount(6);
  await expect(source(page)).toHaveValue(/^## T\n/);
  await click(page, "Play");
  await expect(page).toHaveURL(/#blocks&puzzle=/);
  await page.getByRole("link", { name: "All puzzles" }).click();
  await page.locator("#levels a").filter({ hasText: "Dad's Puzzle" }).click();
  await metric(page, "straight");
  await expect(page).toHaveURL(/#blocks&level=Dad.*&metric=straight/);
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.locator("#blocks-best")).toHaveText("62");
  await other.getByRole("tab", { name: "Puzzle" }).click();
  await other.getByRole("tab", { name: "Blocks" }).click();
  await expect(other).toHaveURL(/#blocks&level=Dad.*&metric=straight/);
});

test.describe("without the server", () => {
  test.use({ allowed: [/Failed to load resource/] });

  test("the tab says that the server does not answer, and Try again loads the puzzles", async ({ page }) => {
    await page.route("/api/**", (route) => route.abort());
    await page.goto("/#blocks&level=Bring+home+A");
    await expect(message(page)).toContainText("does not answer");
    await page.unroute("/api/**");
    await click(page, "Try again");
    await expect(board(page)).toHaveCount(7);
    await page.route("/api/**", (route) => route.abort());
    await piece(page, "D").press("ArrowDown");
    await see(page, { "blocks-count": "–" });
  });

  test("the page says so if a search ended because the server was stopped", async ({ page }) => {
    const record = { status: "limit", error: "interrupted", length: null, moves: null };
    const body = `event: result\ndata: ${JSON.stringify(record)}\n\n`;
    await page.route("/api/blocks", (route) => route.fulfill({ contentType: "text/event-stream", body }));
    await page.goto("/#blocks&level=Bring+home+A");
    await click(page, "Show the solution");
    await see(page, { "blocks-message": "The server was stopped, which ended the search." });
  });
});

test("in forced colours, walls, pieces and free cells of the drawing look different", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await draw(page, "## T\nstart  goal\nA#.    .#A\n");
  await expect(cells(page)).toHaveCount(3);
  const colours = await page.locator("#draw-map").evaluate((map) =>
    ["wall", "empty", "piece"].map((kind) => getComputedStyle(/** @type {Element} */ (map.querySelector(`.${kind}`))).backgroundColor));
  expect(new Set(colours).size).toBe(3);
});

test("a drawing is checked only when the pointer is lifted, and its map does not move", async ({ page }) => {
  for (const [width, height] of [[1366, 768], [390, 844]]) {
    await page.setViewportSize({ width, height });
    await page.goto("about:blank");
    await page.goto("/#blocks&draw=1");
    await expect(cells(page)).toHaveCount(20);
    /**
     * @param {number} x
     * @param {number} y
     */
    const cell = (x, y) => page.locator(`#draw-map [role=gridcell][data-x="${x}"][data-y="${y}"]`);
    /**
     * @param {number} x
     * @param {number} y
     */
    const to = async (x, y) => {
      const box = await boxOf(cell(x, y));
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 4 });
    };
    const top = async () => Math.round((await boxOf(page.locator("#draw-map"))).y);
    await page.evaluate(() => scrollTo(0, 0));
    const before = await top();
    await to(0, 0);
    await page.mouse.down();
    await to(1, 0);
    await page.mouse.up();
    await expect(page.locator("#draw-note")).toContainText("or choose Goal");
    expect(await top()).toBe(before);
    await choose(page, "Goal");
    await to(2, 3);
    await page.mouse.down();
    // If the page asked the engine in the middle of a stroke, the answer would have come by then.
    await page.waitForTimeout(300);
    await expect(page.locator("#draw-note")).toContainText("Now draw the pieces");
    expect(await top()).toBe(before);
    await page.mouse.up();
    await see(page, { "draw-note": "Piece A has 2 cells in the start and 1 in the goal: draw it the same." });
    expect(await top()).toBe(before);
    await to(2, 3);
    await page.mouse.down();
    await to(3, 3);
    await page.mouse.up();
    await see(page, { "draw-note": "Ready: press Play." });
    await expect(button(page, "Play")).toBeEnabled();
    await expect(source(page)).toHaveValue(/\n\.\.\.\. +\.\.AA\n\.\.\.\. +\.\.\.\.\n$/);
  }
});

test("brushes have names, and the drawing is as wide as its column, also on a phone held sideways", async ({ page }) => {
  await page.goto("/#blocks&draw=1");
  await expect(cells(page)).toHaveCount(20);
  for (const name of ["Pieces", "Empty", "Wall", "Outside", "Gate"]) {
    await expect(page.locator("#palette").getByText(name, { exact: true })).toBeVisible();
  }
  /**
   * @param {number} width
   * @param {number} height
   */
  const widthIn = async (width, height) => {
    await page.setViewportSize({ width, height });
    return (await boxOf(page.locator(".painter"))).width;
  };
  expect(await widthIn(568, 320)).toBeGreaterThanOrEqual(176);
  expect(await page.locator("#draw-map").evaluate((map) => map.scrollWidth - map.clientWidth)).toBe(0);
  expect(await widthIn(1366, 768)).toBeGreaterThan(370);
});
