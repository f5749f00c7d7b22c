// Tests of the tab Puzzle: positions, solving, hints, all ways, cancelling. play.test.js tests the
// game, and address.test.js tests addresses.
import {
  CHROMIUM, HARD, HARDEST, NEAR, SEAM, boardText, boxOf, button, catchCopies, click, expect, expectBoard, lastSize, message, open, press, see, setUp, test, waiting,
} from "./page.js";

const SOLVED = "1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 15 0";

test("the page begins with a scrambled board, and shows its optimum", SEAM, async ({ page }) => {
  await page.goto("/");
  await expect(page.locator("#board .tile")).toHaveCount(15);
  expect(await boardText(page)).not.toBe(SOLVED);
  await expect(button(page, "Solve")).toBeEnabled();
  await see(page, { needed: /^\d+$|^≥ \d+$/ });
});

test("every new board is different, and has the chosen size", async ({ page }) => {
  await open(page, NEAR);
  const boards = new Set();
  for (let i = 0; i < 3; i += 1) {
    const before = await boardText(page);
    await page.locator("#new").click();
    await expect.poll(() => boardText(page)).not.toBe(before);
    boards.add(await boardText(page));
  }
  expect(boards.size).toBe(3);
  await page.locator("#size").selectOption("3x3");
  await expect(page.locator("#board .tile")).toHaveCount(8);
  await page.goto("/");
  await expect(page.locator("#board .tile")).toHaveCount(8); // the next visit begins with the last size chosen
});

test("a typed position is solved, stepped through, and ends on the goal", SEAM, async ({ page }) => {
  await page.goto("/");
  await setUp(page, HARD);
  await expect(page).toHaveURL(/board=15-14-1-6/);
  await click(page, "Solve");
  await see(page, { "puzzle-message": waiting("52 moves"), best: "52", count: "0" });
  await expectBoard(page, HARD);
  await click(page, "Step");
  await see(page, { count: "1", needed: "51" });
  await click(page, "Step back");
  await expectBoard(page, HARD);
  await page.getByLabel("Step", { exact: true }).and(page.locator("input")).fill("30");
  await expect(page.locator("#puzzle-player output")).toHaveText("30 / 52");
  await click(page, "To the end");
  await see(page, { "puzzle-message": "Solved. 52 moves, the fewest possible." });
  await expectBoard(page, SOLVED);
});

test("a solution waits until it is played, then runs to the end; the space bar pauses it", async ({ page }) => {
  await open(page, NEAR);
  await click(page, "Solve");
  await see(page, { "puzzle-message": waiting("2 moves") });
  await page.waitForTimeout(1000); // if the solution played by itself, it would have made two moves by then
  await see(page, { count: "0" });
  await expectBoard(page, NEAR);
  await click(page, "Play");
  await see(page, { "puzzle-message": "Solved. 2 moves, the fewest possible.", say: "2 moves, the fewest possible. The end." });
  await open(page, HARD);
  await click(page, "Solve");
  await expect(button(page, "Play")).toBeVisible();
  await press(page, "Space");
  await expect(button(page, "Pause")).toBeVisible();
  await press(page, "Space");
  await expect(button(page, "Play")).toBeVisible();
});

test("the list of moves follows the solution to its end, and each step says what is next", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await open(page, HARD);
  await click(page, "Solve");
  await see(page, { "puzzle-message": waiting("52 moves") });
  await page.getByRole("button", { name: "Step", exact: true }).click();
  await expect(message(page)).toHaveText(/^Next: slide \d+ (up|down|left|right)\.$/);
  const list = page.locator(".letters");
  expect(await list.evaluate((node) => node.scrollHeight > node.clientHeight)).toBe(true);
  await page.locator("#puzzle-player input").fill("51");
  const [move, box] = [await boxOf(list.locator("[aria-current]")), await boxOf(list)];
  expect(move.y).toBeGreaterThanOrEqual(box.y);
  expect(move.y + move.height).toBeLessThanOrEqual(box.y + box.height);
  await page.getByRole("button", { name: "To the end" }).click();
  await see(page, { "puzzle-message": "Solved. 52 moves, the fewest possible." });
});

test("the next tile of a solution is marked, and a reader who slides it by hand goes on in the solution", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await open(page, NEAR);
  await click(page, "Solve");
  await see(page, { "puzzle-message": "2 moves, the fewest possible. First, slide 11 up." });
  await expect(page.locator("#tile-11")).toHaveClass(/marked/);
  await press(page, "ArrowUp"); // the move that the solution names
  await see(page, { "puzzle-message": "Next: slide 15 left.", count: "1" });
  await expect(page.locator("#puzzle-player output")).toHaveText("1 / 2");
  await expect(page.locator("#tile-15")).toHaveClass(/marked/);
  await click(page, "Undo"); // goes back in the solution
  await expect(page.locator("#puzzle-player output")).toHaveText("0 / 2");
  await press(page, "ArrowUp", "ArrowDown"); // the second of these is another move
  await see(page, { "puzzle-message": "That move is not in the solution. Undo leads back to it.", count: "2" });
  await expect(page.locator("#puzzle-player .player")).toBeHidden();
  await click(page, "Undo"); // back where the solution was left, so it goes on
  await see(page, { "puzzle-message": "Next: slide 15 left." });
  await expect(page.locator("#puzzle-player output")).toHaveText("1 / 2");
  await page.getByRole("tab", { name: "Blocks" }).click();
  await page.getByRole("tab", { name: "Puzzle" }).click();
  await expect(page.locator("#puzzle-player output")).toHaveText("1 / 2"); // still here
  await press(page, "ArrowDown");
  await click(page, "Solve from here");
  await see(page, { "puzzle-message": "2 moves from here, the fewest possible. First, slide 11 up." });
  await press(page, "ArrowUp", "ArrowLeft");
  await see(page, { "puzzle-message": "Solved." });
  const time = await page.locator("#clock").textContent();
  await page.waitForTimeout(1500);
  await see(page, { clock: time ?? "" }); // the clock stands still
  await expectBoard(page, SOLVED);
});

test("a solution is also written as tiles or letters, which can be pressed and copied", async ({ page }) => {
  await catchCopies(page);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await open(page, NEAR);
  await click(page, "Solve");
  const letters = page.locator(".letters");
  await expect(letters).toHaveText("11↑15←");
  await see(page, { "letters-note": "11↑ means: slide 11 up." });
  await letters.getByRole("button", { name: "1, 11 up" }).click();
  await see(page, { count: "1" });
  await expect(page.locator(".letters .made")).toHaveText("11↑");
  await expect(page.locator(".letters [aria-current]")).toHaveText("15←"); // the next move
  for (const [notation, copied, note] of [
    ["tiles and arrows", "11↑ 15←", "11↑ means: slide 11 up."],
    ["tiles", "11 15", "11 means: slide 11 into the blank."],
    ["letters", "UL", "U means: a tile slides up into the blank."],
    ["letters of the blank", "DR", "D means: the blank moves down, so a tile slides up."],
  ]) {
    await page.getByLabel("Written as").selectOption(notation);
    await expect(letters).toHaveText(copied.replaceAll(" ", ""));
    await see(page, { "letters-note": note });
    await page.locator("#copy-letters").click();
    await expect.poll(() => page.evaluate(() => window.copied)).toBe(copied);
  }
  await page.reload();
  await click(page, "Solve");
  await expect(letters).toHaveText(/^[UDLR]+$/); // in the notation chosen before
});

test("the page says why a board cannot be solved, or what is wrong with a text", SEAM, async ({ page, allowed }) => {
  allowed.push(/400|422/);
  await open(page, NEAR);
  await setUp(page, "1 2 3 / 4 5 6 / 8 7 0");
  await see(page, { "puzzle-message": "This can’t be solved. Maybe 7 and 8 are swapped." });
  await click(page, "Why?");
  await expect(message(page)).toHaveText("Sliding reaches only half of all boards; a swap leads to the others.");
  await expect(button(page, "Solve")).toBeDisabled();
  await see(page, { needed: "" });
  await click(page, "Swap 7 and 8");
  await see(page, { "puzzle-message": "7 and 8 are swapped now. Is this your board?" });
  await click(page, "No, enter it");
  await expect(page.locator("#setup")).toBeVisible();
  await page.keyboard.press("Escape");
  await setUp(page, "1 1 2 0");
  await expect(page.locator("#text-error")).not.toBeEmpty();
  await expect(page.locator("#setup")).toBeVisible();
});

test("the error about a wrong seed is shown beside the seed", async ({ page }) => {
  await open(page, NEAR);
  await button(page, "Enter a board").click();
  await page.locator("#seed").fill("abc");
  await click(page, "Scramble");
  await see(page, { "seed-error": "A seed is a whole number from 0 up, such as 7; found “abc”." });
  await expect(page.locator("#text-error")).toBeHidden();
});

test("a seed gives the same board as /api/random", async ({ page, request }) => {
  await open(page, NEAR);
  await button(page, "Enter a board").click();
  await page.getByLabel("Width").selectOption("5");
  await page.getByLabel("Height").selectOption("3");
  await page.locator("#seed").fill("7");
  await click(page, "Scramble");
  const { boards } = await (await request.get("/api/random?size=5x3&seed=7&n=1")).json();
  await expectBoard(page, [0, 5, 10].map((i) => boards[0].slice(i, i + 5).join(" ")).join(" / "));
  await expect(page.locator("#size")).toHaveValue("5x3");
});

test("a goal can be chosen by name or typed", async ({ page }) => {
  await open(page, "1 2 3 / 4 5 6 / 7 0 8");
  await button(page, "Enter a board").click();
  await page.locator("#goal").selectOption("spiral");
  await expect(page.locator("#goal-board")).toHaveAttribute("aria-label", /1 2 3 8 blank 4 7 6 5/);
  await page.locator("#goal").selectOption({ label: "A board of your own" });
  await page.locator("#goal-text").fill("1 2 3 / 4 5 6 / 0 7 8");
  await page.locator("#goal-text").press("Enter");
  await expect(page.locator("#goal-board")).toHaveAttribute("aria-label", /blank 7 8/);
  await click(page, "My game");
  await page.locator("#entry-play").click();
  await page.locator("#tile-7").click();
  await see(page, { "result-title": "Solved in 1 move, the fewest possible" });
  await expect(page).toHaveURL(/goal=1-2-3\/4-5-6\/0-7-8/);
});

test("all shortest ways are listed, and can be chosen one after the other", SEAM, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto("/#board=8-6-7/2-5-4/3-0-1&goal=last");
  await click(page, "All shortest ways");
  await expect(page.locator("#ways-message")).toContainText("31 moves each");
  await expect(page.locator("#ways button").nth(1)).toBeVisible();
  await page.locator("#ways button").nth(1).click();
  const [chosen, list] = [await boxOf(page.locator("#ways [aria-current]")), await boxOf(page.locator("#ways"))];
  expect(chosen.y >= list.y && chosen.y + chosen.height <= list.y + list.height).toBe(true);
  await expect(page.locator("#board")).toBeInViewport({ ratio: 0.95 });
  await click(page, "To the end");
  await see(page, { "puzzle-message": "Solved. Way 2 of 20: 31 moves, the fewest possible." });
  // The solution begins at the position for which the list was made.
  await page.locator("#ways button").first().click();
  await expect(page.locator("#ways button").first()).toHaveAttribute("aria-current", "true");
  await click(page, "To the end");
  await expect(page.locator("#puzzle-player output")).toHaveText("31 / 31");
  await open(page, NEAR);
  await click(page, "All shortest ways");
  await see(page, { "ways-message": "The only shortest way, 2 moves:" });
});

test("a search can be cancelled, and then the engine is free again", async ({ page, request, allowed }) => {
  test.skip(!CHROMIUM, "Playwright has no bodies of requests from Firefox 140");
  await open(page, HARDEST);
  /** @param {Route} route */
  const isAsked = (route) => route.request().postDataJSON().time_limit === null;
  await page.route("**/api/solve", (route) => (isAsked(route) ? route.continue() : route.abort()), { times: 9 });
  allowed.push(/ERR_FAILED/);
  await click(page, "Solve");
  // The button's label depends on whether a solution has been found.
  await page.getByRole("button", { name: /^(Cancel|Stop here)$/ }).click();
  await expect(page.locator("#puzzle")).toContainText(/Cancelled\.|Stopped here\./);
  await page.goto("about:blank");
  await expect.poll(async () => (await (await request.get("/health")).json()).searching).toBe(0);
});

test("the page says so if the server does not answer, and New board tries again", async ({ page, allowed }) => {
  allowed.push(/ERR_FAILED/);
  await page.route("**/api/*", (route) => route.abort());
  await lastSize(page, "3x3");
  await page.goto("/");
  await expect(message(page)).toContainText("does not answer");
  await expect(button(page, "Solve")).toBeDisabled();
  await press(page, "ArrowLeft");
  await page.unroute("**/api/*");
  await page.locator("#new").click();
  await expect(page.locator("#board .tile")).toHaveCount(8);
});

test("the page says so if the engine is busy, and the board can still be played", async ({ page, allowed }) => {
  allowed.push(/503/);
  await page.route("**/api/solve", (route) => route.fulfill({ status: 503, json: { error: "busy" } }));
  await open(page, NEAR);
  await click(page, "Solve");
  await expect(page.getByRole("alert")).toContainText("try again");
  await press(page, "ArrowUp");
  await see(page, { count: "1" });
});
