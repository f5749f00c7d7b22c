// What leads the eye: which button is filled, where the board stands, the arrow of a hint, one headline for a win.
import { HARD, NEAR, click, expect, open, press, see, test } from "./page.js";

const filled = (page) => page.locator("#puzzle button.primary:visible").allTextContents();

test("nothing is filled while one plays; after a win it is the next game", async ({ page }) => {
  await open(page, NEAR);
  expect(await filled(page)).toEqual([]);
  const names = await page.locator(".actions button").allTextContents();
  expect(names).toEqual(["Undo", "Redo", "Restart", "Hint", "Solve"]);
  await press(page, "ArrowUp", "ArrowLeft");
  await see(page, { "result-title": /^Solved in 2 moves/, "result-squares": "🟩🟩", "needed-words": "", "puzzle-message": "Perfect!" });
  expect(await filled(page)).toEqual(["New board"]);
});

test("the board is capped and centred on a large screen, beside its controls", async ({ page }) => {
  await open(page, HARD);
  const boxOf = (part) => page.locator(part).boundingBox();
  for (const [width, height] of [[1920, 1080], [2560, 1440], [1366, 768], [1280, 800]]) {
    await page.setViewportSize({ width, height });
    const [board, desk] = [await boxOf("#board"), await boxOf(".controls")];
    expect(board.width, `${width}x${height}`).toBeLessThanOrEqual(720);
    expect(board.x + board.width, `${width}x${height}`).toBeLessThan(desk.x);
    const [left, right] = [board.x, width - desk.x - desk.width];
    expect(Math.abs(left - right), `${width}x${height}`).toBeLessThan(20);
    if (height > 1000) expect(board.y).toBeGreaterThan(100);
  }
});

test("a hint draws an arrow to where its tile goes", async ({ page }) => {
  await open(page, HARD);
  await see(page, { best: "52" });
  await click(page, "Hint");
  await expect(page.locator(".arrow path")).toHaveAttribute("d", /^M2\.16/); // from 1 in the third column, to the left
  await click(page, "Hint");
  await see(page, { "puzzle-message": /^Move \d+ / });
  await expect(page.locator(".arrow path")).toHaveCount(1);
  await press(page, "ArrowLeft");
  await expect(page.locator(".arrow path")).toHaveCount(0);
});
