// Tests of the multi-tile metric in the tab Puzzle: tiles that slide together are one move, in
// counts, solutions and results.
import { HARD, SEAM, button, click, expect, expectBoard, open, press, see, test, waiting } from "./page.js";

const THREE = "8 6 7 / 2 5 4 / 3 0 1"; // 31 moves, 20 slides
const SOLVED = "1 2 3 / 4 5 6 / 7 8 0";

/**
 * Chooses a metric in the dialog "Enter a board".
 * @param {Page} page
 * @param {string} metric
 */
async function countBy(page, metric) {
  await button(page, "Enter a board").click();
  await page.getByLabel("Count as one move").and(page.locator("#tile-metric")).selectOption(metric);
  await page.locator("#setup").getByRole("button", { name: "Close" }).click();
}

test("in the multi-tile metric, a solution is counted, written and stepped through in slides", SEAM, async ({ page }) => {
  await open(page, THREE);
  await see(page, { best: "31" });
  await countBy(page, "multi-tile");
  await see(page, { "count-name": "Slides", best: "20" });
  await click(page, "Solve");
  await see(page, { "puzzle-message": waiting("20 moves") });
  await expect(page.locator("#puzzle-strip li")).toHaveCount(20);
  const written = await page.locator("#puzzle-strip li").allTextContents();
  expect(written.every((slide) => /^(\d+ )?\d+[←↑↓→]$/.test(slide)) && written.some((slide) => slide.includes(" "))).toBe(true);
  await click(page, "Step");
  await expect(page.locator("#puzzle-player output")).toHaveText("1 / 20");
  await see(page, { needed: "19" });
  await click(page, "To the end");
  await expectBoard(page, SOLVED);
  await see(page, { "puzzle-message": "Solved. 20 moves, the fewest possible." });
  await click(page, "Restart", "All shortest ways");
  await expect(page.locator("#ways-message")).toContainText("20 moves each");
  await expect(page.locator("#ways button").first()).toHaveText(/^((\d+ )?\d+[←↑↓→], ){19}(\d+ )?\d+[←↑↓→]$/);
  await countBy(page, "single-tile");
  await see(page, { "count-name": "Moves", best: "31" });
});

test("in the multi-tile metric, a game is counted and analysed in slides, and the address contains the metric", async ({ page }) => {
  await page.goto("/#board=1-2-3/4-5-6/0-7-8&goal=last&metric=multi-tile");
  await expectBoard(page, "1 2 3 / 4 5 6 / 0 7 8");
  await press(page, "ArrowDown", "ArrowUp");
  await see(page, { count: "2", needed: "1" });
  await page.locator("#board .tile[aria-label^='8,']").click(); // slides 7 and 8
  await expectBoard(page, SOLVED);
  await see(page, { count: "3", "result-title": "Solved in 3 moves, 2 more than the fewest" });
  await see(page, { "result-lost": "One move led no nearer to the goal and cost 2: move 1 (4 down)." });
  await expect(page.locator("#result-chart .dot")).toHaveCount(1);
  await expect.poll(() => new URL(page.url()).hash).toBe("#board=1-2-3/4-5-6/0-7-8&goal=last&metric=multi-tile&moves=DULL");
});

test("in the multi-tile metric, a hint can slide several tiles", async ({ page }) => {
  await page.goto("/#board=1-2-3/4-5-6/0-7-8&goal=last&metric=multi-tile");
  await see(page, { needed: "1" });
  await click(page, "Hint");
  await see(page, { "puzzle-message": "Move 7, 8 left; 1 to go. Press Hint again to make the move." });
  await click(page, "Hint");
  await expectBoard(page, SOLVED);
});

test("the metric is kept for the next visit", async ({ page }) => {
  await open(page, THREE);
  await countBy(page, "multi-tile");
  await page.goto("/#laboratory");
  await expect(page.locator("#bench")).toBeVisible();
  await page.goto("/");
  await see(page, { "count-name": "Slides" });
});

test("a board of the 15-puzzle is solved in the multi-tile metric", async ({ page }) => {
  test.skip(!process.env.FULL, "its tables are built first; FULL=1 runs it");
  test.slow();
  await page.goto(`/#board=${HARD.replaceAll(" / ", "/").replaceAll(" ", "-")}&goal=last&metric=multi-tile`);
  await expectBoard(page, HARD);
  await expect(page.locator("#best")).toHaveText("31", { timeout: 120_000 });
});
