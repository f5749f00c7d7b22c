// Tests of results: they mention help, and they are not lost while the player looks at other
// solutions.
import { NEAR, boxOf, catchCopies, click, expect, expectBoard, expectCopied, open, press, see, test } from "./page.js";

/**
 * Opens the daily board of a day, which is replaced with a board that is two moves from its goal.
 * @param {Page} page
 */
async function openDay(page, day = "2026-11-26") {
  await page.clock.setFixedTime(new Date(`${day}T12:00:00Z`));
  await page.route("**/api/random?*", (route) =>
    route.fulfill({ json: { boards: [[1, 2, 3, 4, 5, 6, 0, 7, 8]], size: "3x3", seed: 1 } }));
  await page.goto(`/#daily=${day}`);
  await expectBoard(page, "1 2 3 / 4 5 6 / 0 7 8");
}

test("before help on a daily board, the page warns that the board won't count; the result says so too", async ({ page }) => {
  await catchCopies(page);
  await openDay(page);
  await click(page, "Hint");
  await see(page, { "puzzle-message": "With a hint, this daily board won’t count." });
  // The player did not take the help, so the board still counts.
  await press(page, "ArrowDown", "ArrowUp", "ArrowLeft", "ArrowLeft");
  await see(page, { "result-title": "Solved in 4 moves, 2 more than the fewest" });
  await expect(page.locator("#daily")).toHaveClass(/done/);
  await page.goto("about:blank");
  await openDay(page, "2026-11-27");
  await see(page, { best: "2" });
  await click(page, "Hint", "Show the hint");
  await see(page, { "puzzle-message": /^Move 7 left; 2 to go\. Press Hint again to make the move\.$/ });
  await press(page, "ArrowLeft", "ArrowLeft");
  await see(page, {
    "puzzle-message": "Well done!",
    "result-title": "Solved in 2 moves, the fewest possible, with hints",
    "result-past": "With hints, it doesn’t count as your daily board.",
  });
  await expect(page.locator("#daily")).not.toHaveClass(/done/);
  await click(page, "Share");
  await expectCopied(page, /, with hints\n/);
  await page.reload();
  await see(page, { "result-title": "Solved in 2 moves, the fewest possible, with hints" });
});

test("a board that is solved again does not count again, and its result mentions no moves taken back", async ({ page }) => {
  await openDay(page);
  await press(page, "ArrowLeft", "ArrowLeft");
  await see(page, { "result-title": "Solved in 2 moves, the fewest possible" });
  await click(page, "Again");
  await press(page, "ArrowLeft", "ArrowLeft");
  await see(page, {
    "result-title": "Solved in 2 moves, the fewest possible",
    "result-past": "You had solved this board before, so it doesn’t count again as your daily board.",
  });
});

test("a button leads from other solutions back to the player's result", async ({ page }) => {
  await open(page, NEAR);
  await press(page, "ArrowRight", "ArrowLeft", "ArrowUp", "ArrowLeft");
  const title = "Solved in 4 moves, 2 more than the fewest";
  await see(page, { "result-title": title, "result-lost": /cost 2/ });
  const time = (await page.locator("#result-time").textContent()) ?? "";
  const expectResult = async () => {
    await see(page, { "result-title": title, "result-time": time, count: "4" });
    await expect(page.locator("#result")).toBeVisible();
    await expect(page.locator("#puzzle-acts button")).toHaveCount(0);
  };
  await click(page, "Shortest way", "Play");
  await expect(page.locator("#puzzle-player output")).toHaveText("2 / 2");
  await click(page, "Back to your result");
  await expectResult();
  await click(page, "1 (10 right)");
  await see(page, { "puzzle-message": "Move 1: sliding 11 up was better." });
  await press(page, "ArrowUp", "ArrowDown", "ArrowDown"); // a new move has removed what could be made again
  await expect(page.locator("#redo")).toBeDisabled();
  await click(page, "Back to your result");
  await expectResult();
  await click(page, "Again");
  await see(page, { count: "0" });
  await press(page, "ArrowRight");
  await click(page, "Back to your result");
  await expectResult();
  await click(page, "Undo");
  await click(page, "Back to your result");
  await expectResult();
});

test("resetting the statistics also clears the calendar and the button of the daily board", async ({ page }) => {
  await openDay(page);
  await press(page, "ArrowLeft", "ArrowLeft");
  await expect(page.locator("#daily")).toHaveClass(/done/);
  await expect(page.locator("#daily-streak")).toHaveText("Daily boards: Solved 1 · Streak 1 · Best 1. Next board in 12 h 0 min");
  await click(page, "Statistics", "Reset statistics", "Press again to reset");
  await press(page, "Escape");
  await expect(page.locator("#daily")).not.toHaveClass(/done/);
  await expect(page.locator("#daily-days .solved, #daily-days .perfect")).toHaveCount(0);
  await expect(page.locator("#daily-streak")).toBeEmpty();
});

for (const [width, height] of [[568, 320], [360, 740], [768, 700]]) {
  test(`after a win the board stays in view above the headline: ${width}x${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ reducedMotion: "reduce" });
    await open(page, NEAR);
    await press(page, "ArrowUp", "ArrowLeft");
    // The page scrolls a moment after the last move. This timer is longer than that of the page and
    // begins later, so it ends after the scrolling has begun.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 800)));
    await expect(page.locator("#result-title")).toBeInViewport({ ratio: 0.9 });
    const { y, height: side } = await boxOf(page.locator("#board"));
    // `(y + side) / side` is the share of the board that is in view.
    expect((y + side) / side).toBeGreaterThan(height < 400 ? 0.5 : 0.8);
  });
}
