// Tests of the addresses of the tab Puzzle, the browser's history, and boards that are pasted or
// dropped.
import { HARD, NEAR, boardText, click, expect, expectBoard, give, lastSize, message, open, press, see, test } from "./page.js";

test("the address holds start, goal and moves, and survives a reload", async ({ page }) => {
  await open(page, NEAR);
  await press(page, "ArrowRight", "ArrowDown");
  await expect(page).toHaveURL(/#board=1-2-3-4\/5-6-7-8\/9-10-0-12\/13-14-11-15&goal=last&moves=RD$/);
  await see(page, { count: "2" });
  const moved = await boardText(page);
  await page.reload();
  await expectBoard(page, moved);
  await see(page, { count: "2" });
  await click(page, "Restart");
  await expectBoard(page, NEAR);
});

test("the browser's Back leads to the board before, with its moves", async ({ page }) => {
  await open(page, NEAR);
  await press(page, "ArrowUp");
  await expect(page).toHaveURL(/moves=U$/);
  const moved = await boardText(page);
  await page.locator("#new").click();
  await expect(page).not.toHaveURL(/moves=U$/);
  await see(page, { count: "0" });
  const fresh = await boardText(page);
  await page.getByRole("tab", { name: "Blocks" }).click();
  await expect(page).toHaveURL(/#blocks/);
  await page.goBack();
  await expect(page.locator("#puzzle")).toBeVisible();
  await expectBoard(page, fresh);
  await page.goBack();
  await expectBoard(page, moved);
  await see(page, { count: "1" });
  await page.goForward();
  await expectBoard(page, fresh);
});

test("after a bad address, the page says what is wrong and shows a board to play", async ({ page, allowed }) => {
  allowed.push(/400|422/);
  for (const hash of ["board=foo", "board=", "board=1-2-3/4-5-6/7-0-8&goal=first-7", "daily=2026-02-31"]) {
    await page.goto("about:blank");
    await page.goto(`/#${hash}`);
    await expect(message(page)).toContainText("The address has no board that can be played");
    await expect(page.locator("#board .tile")).toHaveCount(15);
  }
  await click(page, "Hint");
  await expect(page.locator(".tile.marked")).toHaveCount(1);
  const before = await boardText(page);
  await page.locator(".tile.movable").first().click();
  await expect.poll(() => boardText(page)).not.toBe(before);
});

test("if the moves of an address cannot all be made, the page says so", async ({ page }) => {
  await page.goto("/#board=1-2-3/4-5-6/7-0-8&goal=last&moves=RXL");
  await expect(message(page)).toContainText("cannot all be made");
  await see(page, { count: "1" });
});

test("an address typed by the reader is followed, even right after a move", async ({ page }) => {
  await open(page, NEAR);
  await press(page, "ArrowRight", "ArrowLeft");
  await page.evaluate(async () => {
    // The browser fires the event `hashchange` later.
    history.pushState(null, "", "#board=1-2-3/4-5-6/7-0-8&goal=last");
    await new Promise((resolve) => setTimeout(resolve, 400));
    dispatchEvent(new HashChangeEvent("hashchange"));
  });
  await expectBoard(page, "1 2 3 / 4 5 6 / 7 0 8");
});

test("an address that is opened while a random board is on its way is not replaced by that board", async ({ page }) => {
  let release = () => {};
  const held = new Promise((resolve) => (release = () => resolve(null)));
  await page.route("**/api/random?*", (route) => held.then(() => route.continue()));
  const answer = page.waitForResponse("**/api/random?*");
  await lastSize(page, "3x3");
  await page.goto("/");
  await page.goto("/#board=1-2-3/4-5-6/7-0-8&goal=last");
  await expectBoard(page, "1 2 3 / 4 5 6 / 7 0 8");
  release();
  await (await answer).finished();
  await page.waitForTimeout(100);
  await expectBoard(page, "1 2 3 / 4 5 6 / 7 0 8");
});

test("every board format that the command reads can be pasted and dropped", async ({ page, allowed }) => {
  allowed.push(/400|422/);
  await page.goto("/#board=1-2-3/4-5-6/7-0-8&goal=last");
  await expectBoard(page, "1 2 3 / 4 5 6 / 7 0 8");
  await give(page, "paste", "FE169B4C0A73D852");
  await expectBoard(page, HARD);
  await give(page, "paste", '{"board":[1,2,3,4,5,6,7,8,9,10,0,12,13,14,11,15]}');
  await expectBoard(page, NEAR);
  await give(page, "drop", "15 14 1 6\n9 11 4 12\n_ 10 7 3\n13 8 5 2\n");
  await expectBoard(page, HARD);
  await give(page, "drop", "# three\n123456708\nnonsense\n123456078\n1 2 3 / 4 0 6 / 7 5 8\n", "boards.txt");
  await expectBoard(page, "1 2 3 / 4 5 6 / 7 0 8");
  await see(page, { "puzzle-message": "3 boards were read; this is the first. 1 line could not be read." });
  await click(page, "Next of 2 more");
  await expectBoard(page, "1 2 3 / 4 5 6 / 0 7 8");
  await give(page, "paste", "this is no board");
  await expect(message(page)).not.toBeEmpty();
  await expectBoard(page, "1 2 3 / 4 5 6 / 0 7 8");
});
