// The tab Puzzle: playing with mouse, finger and keys, positions, solving, hints, all ways, cancelling.
import { HARD, HARDEST, NEAR, button, expect, message, open, setUp, shown, test } from "./page.js";

test("a typed position is solved, stepped through, and ends on the goal", async ({ page }) => {
  await page.goto("/");
  await setUp(page, HARD);
  await expect(page).toHaveURL(/board=15-14-1-6/);
  await button(page, "Solve").click();
  await expect(page.locator("#count")).not.toHaveText("0");
  await button(page, "Pause").click();
  await expect(page.locator("#best")).toHaveText("52");
  await button(page, "To the start").click();
  await expect(page.locator("#text")).toHaveValue(HARD);
  await button(page, "Step").click();
  await expect(page.locator("#count")).toHaveText("1");
  await expect(page.locator("#needed")).toHaveText("51");
  await button(page, "Step back").click();
  await expect(page.locator("#text")).toHaveValue(HARD);
  await page.getByLabel("Step", { exact: true }).and(page.locator("input")).fill("30");
  await expect(page.locator("#puzzle-player output")).toHaveText("30 / 52");
  await button(page, "To the end").click();
  await expect(message(page)).toHaveText("Solved in 52 moves, the fewest possible.");
  await expect(page.locator("#text")).toHaveValue("1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 15 0");
  expect((await shown(page))["15"]).toBe("4,3");
});

test("a solution plays by itself to the end", async ({ page }) => {
  await open(page, NEAR);
  await button(page, "Solve").click();
  await expect(message(page)).toHaveText("Solved in 2 moves, the fewest possible.");
});

test("a tile is dragged into the blank, and a short pull lets it go back", async ({ page }) => {
  await open(page, NEAR);
  const box = await page.locator("#tile-11").boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  for (const [share, row] of [[0.2, 4], [0.9, 3]]) {
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y - box.height * share, { steps: 4 });
    await page.mouse.up();
    expect((await shown(page))["11"]).toBe(`${row},3`);
  }
  await expect(page.locator("#count")).toHaveText("1");
});

test("a click slides all tiles between, and undo takes them back together", async ({ page }) => {
  await open(page, "1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 15 0");
  await page.locator("#tile-13").click();
  await expect(page.locator("#text")).toHaveValue("1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 0 13 14 15");
  await expect(page.locator("#count")).toHaveText("3");
  await button(page, "Undo").click();
  await expect(page.locator("#count")).toHaveText("0");
  await expect(page.locator("#text")).toHaveValue("1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 15 0");
});

test("the keyboard alone is enough", async ({ page }) => {
  await page.goto("/");
  await expect(page.locator("#tile-1")).toBeVisible();
  await page.getByRole("tab", { name: "Puzzle" }).focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(page.locator(".tray")).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  await expect(page.locator("#count")).toHaveText("2");
  await expect(page.locator("#say")).toHaveText("11 down");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowLeft");
  await expect(message(page)).toContainText("Solved in 4 moves");
});

test("what cannot be solved says why, and what is no board too", async ({ page, allowed }) => {
  allowed.push(/400|422/);
  await page.goto("/");
  await setUp(page, "1 2 3 / 4 5 6 / 8 7 0");
  await expect(message(page)).toContainText("two tiles swapped");
  await expect(button(page, "Solve")).toBeDisabled();
  await setUp(page, "1 1 2 0");
  await expect(page.locator("#text-error")).not.toBeEmpty();
});

test("a hint is marked, then played", async ({ page }) => {
  await open(page, NEAR);
  await button(page, "Hint").click();
  await expect(page.locator("#tile-11")).toHaveClass(/marked/);
  await expect(message(page)).toContainText("Move 11 up");
  await button(page, "Hint").click();
  await expect(page.locator("#count")).toHaveText("1");
  expect((await shown(page))["11"]).toBe("3,3");
});

test("moves made and moves left are compared with the best", async ({ page }) => {
  await open(page, NEAR);
  await button(page, "Hint").click();
  await expect(page.locator("#best")).toHaveText("2");
  await page.locator("#tile-10").click();
  await button(page, "Hint").click();
  await expect(message(page)).toContainText("Move 10 left");
  await button(page, "Hint").click();
  await expect(message(page)).toHaveText("2 moves made and 2 to go: 2 more than the 2 that suffice from the start.");
});

test("the same seed gives the board of the interface", async ({ page, request }) => {
  await page.goto("/");
  await page.getByLabel("Width").selectOption("5");
  await page.getByLabel("Height").selectOption("3");
  await page.locator("#seed").fill("7");
  await button(page, "Scramble").click();
  const { boards } = await (await request.get("/api/random?size=5x3&seed=7&n=1")).json();
  await expect(page.locator("#text")).toHaveValue([0, 5, 10].map((i) => boards[0].slice(i, i + 5).join(" ")).join(" / "));
});

test("goals: named ones, and one that is typed", async ({ page }) => {
  await open(page, "1 2 3 / 4 5 6 / 7 0 8");
  await page.locator("#goal").selectOption("spiral");
  await expect(page.locator("#goal-board")).toHaveAttribute("aria-label", /1 2 3 8 blank 4 7 6 5/);
  await page.locator("#goal").selectOption({ label: "A board of your own" });
  await page.locator("#goal-text").fill("1 2 3 / 4 5 6 / 0 7 8");
  await page.locator("#goal-text").press("Enter");
  await expect(page.locator("#goal-board")).toHaveAttribute("aria-label", /blank 7 8/);
  await page.locator("#tile-7").click();
  await expect(message(page)).toContainText("Solved in 1 move");
  await expect(page).toHaveURL(/goal=1-2-3\/4-5-6\/0-7-8/);
});

test("all shortest ways are listed, and one is chosen", async ({ page }) => {
  await page.goto("/#board=8-6-7/2-5-4/3-0-1&goal=last");
  await button(page, "List them").click();
  await expect(page.locator("#ways-message")).toContainText("31 moves each");
  await expect(page.locator(".way").nth(1)).toBeVisible();
  await page.locator(".way").nth(1).click();
  await button(page, "To the end").click();
  await expect(message(page)).toHaveText("Solved in 31 moves, the fewest possible.");
});

test("a search is cancelled, and the server is free again", async ({ page, request }) => {
  await open(page, HARDEST);
  await button(page, "Solve").click();
  await button(page, "Cancel").click();
  await expect(page.locator("#puzzle-progress")).toContainText("Cancelled.");
  await expect.poll(async () => (await (await request.get("/health")).json()).searching).toBe(0);
});

test("a busy server says so", async ({ page, allowed }) => {
  allowed.push(/503/);
  await page.route("/api/solve", (route) => route.fulfill({ status: 503, headers: { "retry-after": "1" }, json: { error: "busy" } }));
  await open(page, NEAR);
  await button(page, "Solve").click();
  await expect(page.getByRole("alert")).toContainText("try again");
});
