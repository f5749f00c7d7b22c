// Tests of links between readers: another person's game is not counted as the reader's, and the
// reader's own game stays as it was.
import { NEAR, boardText, click, expect, expectBoard, press, see, test } from "./page.js";

const TODAY = "2026-11-26";
const START = "1 2 3 / 4 5 6 / 0 7 8";

/**
 * Replaces random boards, including the daily board, with one that is two moves from its goal.
 * @param {Page} page
 */
async function easyDay(page, time = "12:00") {
  await page.clock.setFixedTime(new Date(`${TODAY}T${time}:00Z`));
  await page.route("**/api/random?*", (route) =>
    route.fulfill({ json: { boards: [[1, 2, 3, 4, 5, 6, 0, 7, 8]], size: "3x3", seed: 1 } }));
}

test("a link to today's board with another person's moves does not change the reader's game and streak", async ({ page }) => {
  await easyDay(page);
  await page.goto("/");
  await click(page, "Daily");
  await expect(page).toHaveURL(new RegExp(`#daily=${TODAY}$`));
  await press(page, "ArrowDown", "ArrowUp", "ArrowDown");
  await see(page, { count: "3" });
  await page.waitForTimeout(400); // the page writes its address a moment after a move
  await expect(page).toHaveURL(new RegExp(`#daily=${TODAY}$`)); // the address that people copy has no moves
  const mine = await boardText(page);
  await page.reload();
  await expectBoard(page, mine);
  await page.goto("about:blank");
  await page.goto(`/#daily=${TODAY}&moves=L`);
  await see(page, { count: "1", "puzzle-message": "Somebody else’s game after 1 move." });
  await press(page, "ArrowRight");
  await see(page, { count: "2" });
  await click(page, "Daily");
  await expectBoard(page, mine);
  await see(page, { count: "3" });
  await press(page, "ArrowUp", "ArrowLeft", "ArrowLeft");
  await see(page, { "result-title": "Solved in 6 moves, 4 more than the fewest" });
  await expect(page.locator("#daily")).toHaveClass(/done/);
  await expect(page.locator("#daily-days [aria-current=date]")).toHaveAttribute("aria-label", /: solved, 6 moves$/);
});

test("a solved daily board stays solved when moves are made on it in another tab of the browser", async ({ page, context }) => {
  await easyDay(page);
  await page.goto(`/#daily=${TODAY}`);
  await expectBoard(page, START);
  const other = await context.newPage();
  await easyDay(other, "12:01"); // games that begin at the same time would have the same id
  await other.goto(`/#daily=${TODAY}`);
  await expectBoard(other, START);
  await press(page, "ArrowLeft", "ArrowLeft");
  await see(page, { "result-title": /^Solved in 2 moves/ });
  await press(other, "ArrowDown");
  await see(other, { count: "1" });
  // The browser has stored the game of the other tab, so the next visit begins with it.
  await expect.poll(() => other.evaluate(() => localStorage.getItem("game"))).toContain(TODAY);
  await other.goto("about:blank");
  await page.goto("about:blank");
  await page.goto("/");
  await see(page, { count: "1" }); // the other tab's game goes on
  await click(page, "Daily");
  await see(page, { "result-title": /^Solved in 2 moves/ });
});

test("another person's solved game, opened from a link, can be watched or played", async ({ page }) => {
  await page.goto("/#board=1-2-3-4/5-6-7-8/9-10-0-12/13-14-11-15&goal=last&moves=UL");
  await see(page, { count: "2", "puzzle-message": "Somebody else’s game of 2 moves." });
  await expect(page.locator("#result")).toBeHidden();
  await expect(page.locator(".tray")).not.toHaveClass(/solved/);
  await page.reload();
  await see(page, { "puzzle-message": "Somebody else’s game of 2 moves." });
  await click(page, "Watch");
  await see(page, { "puzzle-message": "Somebody else’s game of 2 moves. Press play to watch it." });
  await page.waitForTimeout(1000); // a game that did not wait would have made a move by then
  await expect(page.locator("#puzzle-player output")).toHaveText("0 / 2");
  await press(page, "Enter"); // the button that plays has the focus
  await expect(page.locator("#puzzle-player output")).toHaveText("2 / 2");
  await click(page, "Play it yourself");
  await expectBoard(page, NEAR);
  await press(page, "ArrowUp", "ArrowLeft");
  await see(page, { "result-title": "Solved in 2 moves, the fewest possible" });
});

test("a daily board that another person has solved can be played, and then counts", async ({ page }) => {
  await easyDay(page);
  await page.goto(`/#daily=${TODAY}&moves=LL`);
  await see(page, { count: "2", "puzzle-message": "Somebody else’s game of 2 moves." });
  await click(page, "Play it yourself");
  await expectBoard(page, START);
  await press(page, "ArrowLeft", "ArrowLeft");
  await expect(page.locator("#daily")).toHaveClass(/done/);
});
