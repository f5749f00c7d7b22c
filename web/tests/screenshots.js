// Saves pictures of every tab, light and dark and in windows of many sizes, in the folder
// SCREENSHOTS.
import { HARD, address, click, expect, test } from "./page.js";

/** @type {Record<string, [width: number, height: number, colorScheme: "light" | "dark"]>} */
const VIEWS = {
  light: [1180, 720, "light"], dark: [1180, 720, "dark"], phone: [390, 844, "light"], small: [320, 568, "dark"],
  tablet: [768, 1024, "light"], low: [1366, 600, "dark"], wide: [1920, 1080, "light"],
};

for (const [view, [width, height, colorScheme]] of Object.entries(VIEWS)) {
  test(`pictures: ${view}`, async ({ page }) => {
    /** @param {string} name */
    const save = (name) => page.screenshot({ path: `${process.env.SCREENSHOTS}/${name}-${view}.png`, fullPage: true, animations: "disabled" });
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.goto(address(HARD));
    await click(page, "Solve");
    await page.locator("#puzzle-player input").fill("24");
    await expect(page.locator("#count")).toHaveText("24");
    await expect(page.locator("#needed")).toHaveText("28");
    if (view === "light") {
      await page.screenshot({ path: `${process.env.SCREENSHOTS}/page.png`, animations: "disabled" });
    }
    await save("puzzle");
    await page.getByRole("tab", { name: "Blocks" }).click();
    await expect(page.locator("#levels .piece").first()).toBeVisible();
    await save("levels");
    await page.locator("#levels a").first().click();
    await click(page, "Show the solution");
    await page.locator("#blocks-player input").fill("4");
    await save("blocks");
    await page.getByRole("tab", { name: /^Lab/ }).click();
    await page.locator("#bench-set").fill("korf100:12");
    await click(page, "Run");
    await expect(page.locator("#bench-state")).toHaveText("Done.");
    await save("laboratory");
  });
}
