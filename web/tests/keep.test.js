// Tests that no game is lost by a restart, a link, a pasted text, another goal, the daily board or
// a closed tab, and that results do not change afterwards.
import {
  HARD, NEAR, boardText, button, catchCopies, click, expect, expectBoard, expectCopied, give, lastSize, message, open, pass,
  press, see, test,
} from "./page.js";

const THREE = "8 6 7 / 2 5 4 / 3 0 1";
const NEW = "1 2 3 / 4 5 6 / 0 7 8";

/**
 * Replaces random boards with one that is two moves from its goal.
 * @param {Page} page
 */
const easy = (page) => page.route("**/api/random?*", (route) =>
  route.fulfill({ json: { boards: [[1, 2, 3, 4, 5, 6, 0, 7, 8]], size: "3x3", seed: 1 } }));

test("shortest ways are chosen one after the other, and the player's moves before them stay", async ({ page }) => {
  await open(page, THREE);
  await press(page, "ArrowRight", "ArrowLeft", "ArrowRight");
  await see(page, { count: "3" });
  const before = await boardText(page);
  await click(page, "All shortest ways");
  await expect(page.locator("#ways button").nth(1)).toBeVisible();
  for (const choice of [0, 1, 0]) {
    await page.locator("#ways button").nth(choice).click();
    await expect(page.locator("#ways button").nth(choice)).toHaveAttribute("aria-current", "true");
    await expectBoard(page, before);
    await see(page, { count: "3" });
    await click(page, "Step", "Step", "Step");
    await see(page, { count: "6" });
  }
  await expect(page.locator("#ways button").first()).toBeVisible();
});

test("listing all shortest ways proves the optimum", async ({ page }) => {
  await open(page, "6 4 7 / 8 5 0 / 3 2 1");
  await click(page, "All shortest ways");
  await expect(page.locator("#ways-message")).toContainText("31 moves each");
  await see(page, { needed: "31", best: "31" });
});

test("Undo takes back Restart and the key R", async ({ page }) => {
  await open(page, NEAR);
  await press(page, "a", "d", "s");
  await see(page, { count: "3" });
  const moved = await boardText(page);
  for (const act of [() => press(page, "r"), () => click(page, "Restart")]) {
    await act();
    await expectBoard(page, NEAR);
    await expect(message(page)).toContainText("Undo brings your moves back");
    await click(page, "Undo");
    await expectBoard(page, moved);
    await see(page, { count: "3" });
  }
});

test("an unfinished game goes on when the page is opened again without an address", async ({ page }) => {
  await easy(page);
  await lastSize(page, "3x3");
  await page.goto("/");
  await expectBoard(page, NEW);
  await press(page, "ArrowDown");
  await see(page, { count: "1" });
  const moved = await boardText(page);
  await page.goto("about:blank");
  await page.goto("/");
  await expectBoard(page, moved);
  await see(page, { count: "1", "puzzle-message": "Your game goes on where you left it." });
  await press(page, "ArrowUp", "ArrowLeft", "ArrowLeft");
  await expect(page.locator("#result")).toBeVisible();
  await expect(page).toHaveURL(/moves=DULL$/);
  await page.goto("about:blank");
  await page.goto("/");
  await see(page, { count: "0" });
});

test("after a new board in the middle of a game, a button leads back to the game", async ({ page }) => {
  await open(page, NEAR);
  await press(page, "ArrowRight");
  await see(page, { count: "1" });
  const moved = await boardText(page);
  await page.locator("#new").click();
  await click(page, "Back to it");
  await expectBoard(page, moved);
});

test("undo and redo after a win leave the result as it was", async ({ page }) => {
  await open(page, NEAR);
  await press(page, "ArrowUp");
  await pass(page, 0.4);
  await press(page, "ArrowLeft");
  await see(page, { "result-run": "2" }); // the last figure of the result that becomes known
  const facts = (await page.locator("#result-facts").textContent()) ?? "";
  await click(page, "Undo");
  await pass(page, 0.7);
  await click(page, "Redo");
  await expect(page.locator("#result-facts")).toHaveText(facts);
});

test("the clock stops while a dialog is open", async ({ page }) => {
  await open(page, HARD);
  await press(page, "ArrowLeft");
  await pass(page, 60);
  await click(page, "Statistics");
  // Gives the page time to notice that the dialog is open.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
  await pass(page, 600);
  await press(page, "Escape");
  await see(page, { clock: /^1:\d\d$/ });
});

test("a link in a pasted sentence is followed, and a bad link does not change the game", async ({ page, allowed }) => {
  allowed.push(/400|422/);
  await open(page, NEAR);
  await press(page, "ArrowRight");
  await see(page, { count: "1" });
  const moved = await boardText(page);
  for (const text of ["http://x/#board=1-1/2-0&goal=last", "http://x/#daily=2026-02-31", "no board"]) {
    await give(page, "paste", text);
    await expect(message(page)).toHaveClass(/error/);
    await expectBoard(page, moved);
    await see(page, { count: "1" });
  }
  await give(page, "paste", "Look at this! http://x/#board=1-2-3/4-5-6/7-0-8&goal=last it is nice");
  await expectBoard(page, "1 2 3 / 4 5 6 / 7 0 8");
  await give(page, "paste", "And this puzzle: http://x/#blocks&level=gentle");
  await expect(page.locator("#blocks")).toBeVisible();
});

test("the goal in the dialog is for the next board only; on a board that cannot be solved, a swap helps", async ({ page }) => {
  await open(page, NEAR);
  await see(page, { needed: "2" });
  await button(page, "Enter a board").click();
  await page.locator("#goal").selectOption("first");
  await expect(page.locator("#goal-board")).toHaveAttribute("aria-label", /^Goal: blank 1/);
  await page.locator("#goal").selectOption("spiral");
  await press(page, "Escape");
  await expectBoard(page, NEAR);
  await see(page, { needed: "2", count: "0" });
  await open(page, "1 2 3 / 4 5 6 / 8 7 0");
  await click(page, "Swap 7 and 8");
  await expectBoard(page, "1 2 3 / 4 5 6 / 7 8 0");
  await open(page, NEAR, "first"); // this board can reach the usual goal only
  await click(page, "Goal: blank last");
  await expectBoard(page, NEAR);
  await see(page, { needed: "2" });
});

test("a daily board of the future is refused; today's is resumed, and its result is kept in the calendar", async ({ page }) => {
  await catchCopies(page);
  await page.clock.setFixedTime(new Date("2026-11-26T12:00:00Z"));
  await easy(page);
  await page.goto("/#daily=2027-06-01");
  await expect(message(page)).toContainText("The board of 2027-06-01 comes on that day.");
  await click(page, "Daily");
  await see(page, { "daily-title": "Board of 26 November 2026" });
  await press(page, "ArrowDown");
  await see(page, { count: "1" });
  const moved = await boardText(page);
  await click(page, "Daily");
  await see(page, { count: "1" });
  await page.locator("#new").click();
  await see(page, { count: "0" });
  await expect(page.locator("#daily-card")).toBeHidden();
  await click(page, "Daily");
  await expectBoard(page, moved);
  await press(page, "ArrowUp", "ArrowLeft", "ArrowLeft");
  await see(page, { "result-title": "Solved in 4 moves, 2 more than the fewest" });
  const today = page.locator("#daily-days [aria-current=date]");
  await expect(today).toHaveAttribute("aria-label", "26 November 2026: solved, 4 moves");
  await page.goto("about:blank");
  await page.goto("/#daily=2026-11-26");
  await see(page, { "result-title": "Solved in 4 moves, 2 more than the fewest" });
  await see(page, { "result-squares": "🟨🟩🟩🟩" });
  await click(page, "Share");
  await expectCopied(page, /\n🟨🟩🟩🟩\n/);
});

test("single-letter keys can be switched off", async ({ page }) => {
  await open(page, NEAR);
  await click(page, "How to play");
  await page.getByLabel("Single-key shortcuts").uncheck();
  await press(page, "Escape", "d", "ArrowRight");
  await see(page, { count: "1" });
});

test("the first hint names the next tile, the second the next move, and the third makes it", async ({ page }) => {
  await open(page, HARD);
  await see(page, { needed: "52" });
  await click(page, "Hint");
  const lesson = "By hand, fill row 1 tile by tile: bring 1 to row 1, column 1.";
  const shorter = "For the shortest way, press Hint again.";
  await expect(message(page)).toHaveText(`${lesson} ${shorter}`);
  await expect(page.locator("#tile-1")).toHaveClass(/marked/);
  await expect(page.locator(".target")).toBeVisible();
  await press(page, "ArrowUp", "ArrowDown"); // the lesson stays until its tile is in place
  await expect(message(page)).toHaveText(`${lesson} ${shorter}`);
  await expect(page.locator("#tile-1")).toHaveClass(/marked/);
  await click(page, "Undo", "Undo", "Hint");
  await expect(message(page)).toHaveText(/^Move \d+ (up|down|left|right); 52 to go\. Press Hint again to make the move\.$/);
  await press(page, "h");
  await see(page, { count: "1" });
});

test("a lost move in the result shows the board before it, and a button leads back to the result", async ({ page }) => {
  await open(page, NEAR);
  await press(page, "ArrowRight", "ArrowLeft", "ArrowUp", "ArrowLeft");
  await click(page, "1 (10 right)");
  await see(page, { count: "0", "puzzle-message": "Move 1: sliding 11 up was better." });
  await click(page, "Back to your result");
  await see(page, { "result-title": "Solved in 4 moves, 2 more than the fewest" });
  await click(page, "Shortest way", "Play");
  await expect(page.locator("#puzzle-player output")).toHaveText("2 / 2");
  await see(page, { count: "2", "puzzle-message": "Solved. 2 moves, the fewest possible." });
  await click(page, "To the start", "Undo");
  await see(page, { "result-title": "Solved in 4 moves, 2 more than the fewest" }); // without help
});
