// The tab Blocks: solving, the animation, drawing, the text form and its errors, the address.
// What strokes do to maps is in rules.test.js, playing in blockplay.test.js.
import { SEAM, button, click, expect, press, see, test } from "./page.js";

const offset = (page, letter) =>
  page.locator(`.blocks .piece[data-piece="${letter}"]`).evaluate((node) => node.style.transform);
const message = (page) => page.locator("#blocks-message");
const source = (page) => page.locator("#source");
const cells = (page, map) => page.locator(`#${map}-map [role=gridcell]`);
const metric = (page, name) => page.locator("#metric").selectOption(name);

/** Goes to the first cell of a map, and presses keys. */
async function type(page, map, ...keys) {
  await cells(page, map).first().focus();
  for (const key of keys) await page.keyboard.press(key);
}

test.use({ allowed: [/400|422/] }); // what is half drawn or half typed is refused

test.beforeEach(async ({ page }) => {
  await page.goto("/#blocks");
  await expect(cells(page, "start")).toHaveCount(49);
  await expect(page.locator("#level option")).toHaveCount(58);
});

test("a puzzle is solved and run through", SEAM, async ({ page }) => {
  await click(page, "Solve");
  await expect(message(page)).toContainText("Solved: 8 moves");
  await click(page, "To the end");
  await expect(page.locator("#blocks-player output")).toHaveText("8 / 8");
  expect(await offset(page, "A")).toBe("translate(0px, -1px)");
  await see(page, { "blocks-count": "8" });
  await click(page, "To the start");
  await page.locator("#blocks-moves button").first().click();
  expect(await offset(page, "D")).toBe("translate(0px, 1px)");
  await expect(page.locator("#blocks-moves [aria-current]")).toHaveText("D D");
  await click(page, "To the start");
  await metric(page, "unit");
  await click(page, "Solve");
  await expect(message(page)).toContainText("Solved: 16 moves");
  // A solution that was shown is not one's own.
  await click(page, "To the end");
  await see(page, { "blocks-mine": "–" });
});

test("a drawn puzzle is solved, its text follows the drawing", async ({ page }) => {
  for (const [side, length] of [["columns", "3"], ["rows", "1"]]) {
    await page.locator(`#${side}`).fill(length);
    await page.locator(`#${side}`).press("Enter");
  }
  await expect(cells(page, "start")).toHaveCount(3);
  await type(page, "start", "A", "ArrowRight", ".", "ArrowRight", ".");
  await type(page, "goal", ".", "ArrowRight", ".", "ArrowRight", "A");
  await expect(source(page)).toHaveValue(/A\.\. +\.\.A/);
  await metric(page, "unit");
  await click(page, "Solve");
  await expect(message(page)).toContainText("Solved: 2 moves");
  await page.getByRole("radio", { name: "wall" }).check({ force: true });
  await cells(page, "start").nth(1).click();
  await expect(source(page)).toHaveValue(/A#\. +\.#A/);
  await click(page, "Solve");
  await expect(message(page)).toContainText("Unsolvable");
});

test("pieces are drawn by tapping and joining cells, and changes are taken back", async ({ page }) => {
  const text = await source(page).inputValue();
  await expect(button(page, "Undo drawing")).toBeDisabled();
  await click(page, "Clear");
  await expect(page.locator(".blocks .piece")).toHaveCount(0);
  const cell = (map, x, y) => page.locator(`#${map}-map [role=gridcell][data-x="${x}"][data-y="${y}"]`);
  const pull = async (map, ...places) => {
    for (const [i, [x, y]] of places.entries()) {
      const box = await cell(map, x, y).boundingBox();
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      if (i === 0) await page.mouse.down();
    }
    await page.mouse.up();
  };
  await pull("start", [2, 3], [3, 3]); // a new piece of two cells
  await pull("start", [2, 4]); // another
  await pull("start", [3, 3], [3, 4]); // the first gets a third cell
  await expect(cell("start", 3, 4)).toHaveText("A");
  await expect(cell("start", 2, 4)).toHaveText("B");
  await pull("goal", [2, 1]);
  await expect(source(page)).toHaveValue(/AA/);
  await expect(page.locator(".blocks .piece")).toHaveCount(2);
  for (let i = 0; i < 4; i += 1) await button(page, "Undo drawing").click();
  await expect(page.locator(".blocks .piece")).toHaveCount(0);
  await cells(page, "start").first().focus();
  await press(page, "Control+z"); // the same by the keyboard
  await expect(source(page)).toHaveValue(text);
  await expect(page.locator("#level option:checked")).toContainText("Bring home A");
});

test("typed text is drawn, and errors have line and column where they are seen", SEAM, async ({ page }) => {
  await click(page, "Solve");
  await expect(message(page)).toContainText("Solved: 8 moves");
  await source(page).fill("## T\nstart  goal\nAB.    ..A\n...    ...\n");
  await expect(cells(page, "start")).toHaveCount(6);
  await expect(message(page)).toBeHidden();
  await source(page).fill("## T\nstart  goal\nAB.    ..A\n...    ..\n");
  await expect(page.locator("#source-error")).toContainText(/line 4, column \d+/);
  await expect(message(page)).toContainText(/line 4, column \d+/);
  await click(page, "Solve");
  await expect(message(page)).toContainText(/line 4, column \d+/);
});

test("gates and locks of a text are drawn, obeyed from any position, and drawn with a brush", async ({ page }) => {
  await source(page).fill("## T\ngate: - for A\nvertical: B\nstart  goal\nAB.    ...\n.-.    .-A\n");
  await expect(page.locator(".blocks .gate")).toHaveCount(1);
  await expect(page.locator("#start-map .gate")).toHaveAttribute("aria-label", "row 2, column 2: gate -");
  await see(page, { "blocks-rules": "Hatched cells let only A in. B can move only up and down." });
  await metric(page, "unit");
  // B may not enter the gate; A may, and the search goes on from there.
  await page.locator('.blocks [data-piece="B"]').press("ArrowDown");
  await see(page, { "blocks-count": "0" });
  await page.locator('.blocks [data-piece="A"]').press("ArrowDown");
  await press(page, "ArrowRight");
  await click(page, "Solve");
  await expect(message(page)).toContainText("Solved from here, after 2 moves: 1 move");
  // A piece that may not stand on a gate is refused, and taken away; then the gate is.
  await type(page, "start", "ArrowDown", "ArrowRight", "B");
  await expect(page.locator("#source-error")).toContainText("piece 'B' stands on the gate '-', which is not for it");
  await press(page, ".");
  await expect(page.locator("#source-error")).toBeHidden();
  await press(page, ".");
  await expect(page.locator("#start-map .gate")).toHaveCount(0);
  await page.getByRole("radio", { name: "gate" }).check({ force: true });
  await cells(page, "goal").nth(1).click();
  await expect(page.locator("#goal-map .gate")).toHaveCount(1);
  await expect(source(page)).toHaveValue(/^gate: - for A$/m);
});

test("a puzzle without a goal says so, and a goal can be drawn", async ({ page }) => {
  await source(page).fill("## T\ngate: - for A\nstart  floor\nA.     -.\n");
  await expect(cells(page, "goal")).toHaveCount(2);
  await click(page, "Solve");
  await expect(page.locator("#blocks-progress")).toContainText("no goal");
  await type(page, "goal", "ArrowRight", "A");
  await expect(source(page)).toHaveValue("## T\ngate: - for A\nstart    goal     floor\nA.       -A       -.\n");
  await click(page, "Solve");
  await expect(message(page)).toContainText("Solved: 1 move");
});

test("the address holds the puzzle, drawn or chosen, and a reload keeps it", async ({ page, context }) => {
  await source(page).fill("## T\nstart  goal\nAB.    ..A\n...    ...\n");
  await expect(cells(page, "start")).toHaveCount(6);
  await expect(page).toHaveURL(/#blocks&puzzle=/);
  await page.reload();
  await expect(cells(page, "start")).toHaveCount(6);
  await expect(source(page)).toHaveValue(/^## T\n/);
  await expect(page.locator("#level option:checked")).toHaveText("Your own drawing");
  await page.locator("#level").selectOption({ label: "Dad's Puzzle / Dad's Puzzler / Pennant" });
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

  test("the first puzzle is there, and the rest after another try", async ({ page }) => {
    await page.route("/api/**", (route) => route.abort());
    await page.reload();
    await expect(message(page)).toContainText("does not answer");
    await expect(page.locator(".blocks .piece")).toHaveCount(7);
    await page.unroute("/api/**");
    await click(page, "Try again");
    await expect(page.locator("#level option")).toHaveCount(58);
    await click(page, "Solve");
    await expect(message(page)).toContainText("Solved: 8 moves");
  });

  test("a search that the end of the server ends says so", async ({ page }) => {
    const record = { status: "limit", error: "interrupted", length: null, moves: null };
    const body = `event: result\ndata: ${JSON.stringify(record)}\n\n`;
    await page.route("/api/blocks", (route) => route.fulfill({ contentType: "text/event-stream", body }));
    await click(page, "Solve");
    await see(page, { "blocks-message": "The server was stopped, which ended the search." });
  });
});

test("in forced colours, walls and pieces of the drawing are told from free cells", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  const colours = await page.locator("#start-map").evaluate((map) =>
    ["wall", "empty", "piece"].map((kind) => getComputedStyle(map.querySelector(`.${kind}`)).backgroundColor));
  expect(new Set(colours).size).toBe(3);
});
