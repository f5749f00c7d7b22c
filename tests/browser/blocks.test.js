// The tab Blocks: solving, the animation, drawing, the text form and its errors.
import { button, expect, test } from "./page.js";

const offset = (page, letter) => page.locator(".blocks .piece", { hasText: letter }).evaluate((node) => node.style.transform);

test.beforeEach(async ({ page }) => {
  await page.goto("/#blocks");
  await expect(page.locator("#start-map [role=gridcell]")).toHaveCount(49);
});

test("an example is solved and run through", async ({ page }) => {
  await button(page, "Solve").click();
  await expect(page.locator("#blocks-message")).toContainText("Solved: 8 moves");
  await button(page, "To the end").click();
  await expect(page.locator("#blocks-player output")).toHaveText("8 / 8");
  expect(await offset(page, "A")).toBe("translate(0px, -1px)");
  await button(page, "To the start").click();
  await page.locator("#blocks-moves button").first().click();
  expect(await offset(page, "D")).toBe("translate(0px, 1px)");
  await page.locator("#metric").selectOption("unit");
  await button(page, "Solve").click();
  await expect(page.locator("#blocks-message")).toContainText("Solved: 16 moves");
});

test("a drawn puzzle is solved, its text follows the drawing", async ({ page, allowed }) => {
  allowed.push(/400|422/); // while it is half drawn
  await page.locator("#columns").fill("3");
  await page.locator("#columns").press("Enter");
  await page.locator("#rows").fill("1");
  await page.locator("#rows").press("Enter");
  await expect(page.locator("#start-map [role=gridcell]")).toHaveCount(3);
  for (const map of ["#start-map", "#goal-map"]) {
    await page.locator(`${map} [role=gridcell]`).first().focus();
    for (const key of map === "#start-map" ? ["A", "ArrowRight", ".", "ArrowRight", "."] : [".", "ArrowRight", ".", "ArrowRight", "A"]) await page.keyboard.press(key);
  }
  await expect(page.locator("#source")).toHaveValue(/A\.\. +\.\.A/);
  await page.locator("#metric").selectOption("unit");
  await button(page, "Solve").click();
  await expect(page.locator("#blocks-message")).toContainText("Solved: 2 moves");
  await page.getByRole("radio", { name: "wall" }).check({ force: true });
  await page.locator("#start-map [role=gridcell]").nth(1).click();
  await expect(page.locator("#source")).toHaveValue(/A#\. +\.#A/);
  await button(page, "Solve").click();
  await expect(page.locator("#blocks-message")).toContainText("Unsolvable");
});

test("typed text is drawn, and errors have line and column", async ({ page, allowed }) => {
  allowed.push(/400|422/);
  await page.locator("#source").fill("## T\nstart  goal\nAB.    ..A\n...    ...\n");
  await expect(page.locator("#start-map [role=gridcell]")).toHaveCount(6);
  await page.locator("#source").fill("## T\nstart  goal\nAB.    ..A\n...    ..\n");
  await expect(page.locator("#source-error")).toContainText(/line 4, column \d+/);
});
