// Tests of entering a board: by tapping, by dragging, by keys and as text.
import { NEAR, boxOf, button, click, expect, expectBoard, lastSize, press, see, test, waiting } from "./page.js";

const TOY = "1 2 3 4 / 5 6 7 8 / 9 10 0 12 / 13 14 11 15";
/**
 * Returns a cell of the editor, given its row and column, counted from 1.
 * @param {Page} page
 * @param {number} row
 * @param {number} column
 */
const cell = (page, row, column) => page.locator("#entry button").nth((row - 1) * 4 + column - 1);
/**
 * Returns the button of a number in the tray.
 * @param {Page} page
 * @param {string} name
 */
const number = (page, name) => page.locator("#entry-tray").getByRole("button", { name, exact: true });
/**
 * Returns the texts of all cells of the editor.
 * @param {Page} page
 */
const entered = (page) => page.locator("#entry button").allTextContents();
/**
 * @param {Page} page
 * @param {string} texts
 */
const expectEntered = (page, texts) => expect.poll(async () => (await entered(page)).join(" ")).toBe(texts);

/**
 * Opens the dialog "Enter a board" while the page shows a random 4x4 board.
 * @param {Page} page
 */
async function openEntry(page) {
  await page.goto("/");
  await expect(page.locator("#board .tile")).toHaveCount(15);
  await button(page, "Enter a board").click();
}

/**
 * Taps the numbers of a board in the tray in turn.
 * @param {Page} page
 * @param {string} board
 */
async function tap(page, board) {
  for (const label of board.match(/\d+/g) ?? []) await number(page, label === "0" ? "blank" : label).click();
}

test("a board is entered by tapping, its last number is placed by itself, and it can be solved at once", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openEntry(page);
  await expect.poll(() => entered(page)).toEqual(Array(16).fill(""));
  await expect(page.locator("#entry-solve")).toBeDisabled();
  await tap(page, TOY.replace(/ 15$/, ""));
  await expect(cell(page, 4, 4)).toHaveText("15");
  await page.locator("#entry-solve").click();
  await expect(page.locator("#setup")).toBeHidden();
  await see(page, { "puzzle-message": waiting("2 moves") });
  await expectBoard(page, TOY);
  await button(page, "Enter a board").click(); // the editor is empty for the next board
  await expect.poll(() => entered(page)).toEqual(Array(16).fill(""));
});

test("a number goes into the chosen cell, and a tile that is tapped twice is taken off", async ({ page }) => {
  await openEntry(page);
  await cell(page, 2, 3).click();
  await number(page, "7").click();
  await expect(cell(page, 2, 3)).toHaveText("7");
  await expect(cell(page, 2, 4)).toHaveAttribute("aria-pressed", "true");
  await see(page, { "entry-state": /^15 numbers left/ });
  await cell(page, 2, 3).click();
  await cell(page, 2, 3).click();
  await expect(cell(page, 2, 3)).toHaveText("");
  await number(page, "7").click();
  await cell(page, 1, 1).click();
  // The number is placed already, so it moves from its cell to the chosen one.
  await page.locator("#entry-tray").getByRole("button", { name: "7, placed" }).click();
  await expect.poll(async () => (await entered(page)).indexOf("7")).toBe(0);
});

test("dragging a tile onto another exchanges them, and dragging it off the board removes it", async ({ page }) => {
  await openEntry(page);
  await tap(page, TOY.replace(/ 15$/, ""));
  await cell(page, 1, 1).dragTo(cell(page, 4, 4));
  await expect(cell(page, 1, 1)).toHaveText("15");
  await expect(cell(page, 4, 4)).toHaveText("1");
  await cell(page, 1, 1).dragTo(page.locator("#setup-title"));
  await expect(cell(page, 1, 1)).toHaveText("");
  await see(page, { "entry-state": /^1 number left/ });
});

test("in a low window, the board, the numbers and the message are visible together", async ({ page }) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await openEntry(page);
  for (const id of ["entry", "entry-tray", "entry-state", "entry-solve"]) {
    const { y, height } = await boxOf(page.locator(`#${id}`));
    expect(y, id).toBeGreaterThanOrEqual(0);
    expect(y + height, id).toBeLessThanOrEqual(390);
  }
});

test("the last number places itself; then no cell is chosen, so tapping the number changes nothing", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openEntry(page);
  await tap(page, TOY.replace(/ 15$/, ""));
  await see(page, { "entry-state": /^15 filled the last cell\. / });
  await expect(page.locator("#entry [aria-pressed=true]")).toHaveCount(0);
  const before = await entered(page);
  await page.locator("#entry-tray").getByRole("button", { name: "15, placed" }).click();
  await see(page, { "entry-state": /^15 filled the last cell/ });
  expect(await entered(page)).toEqual(before);
  await expect(page.locator("#entry-solve")).toBeEnabled();
  await cell(page, 1, 1).click(); // a number moves into a cell that the reader has chosen
  await page.locator("#entry-tray").getByRole("button", { name: "15, placed" }).click();
  await expect(cell(page, 1, 1)).toHaveText("15");
  await expect(page.locator("#entry-state")).not.toContainText("last cell");
});

test("digits can be typed as soon as the dialog is open, even for the last number", async ({ page }) => {
  await openEntry(page);
  await page.keyboard.type("1 2 3 4 5 6 7 8 9 10 0 12 13 14 11 15 ");
  await expectEntered(page, "1 2 3 4 5 6 7 8 9 10 blank 12 13 14 11 15");
  await press(page, "ArrowUp");
  await expect(page.locator("#entry [aria-pressed=true]")).toHaveCount(1);
});

test("the dialog opens at once, because nothing is left to fetch, and no key is lost", async ({ page }) => {
  // The page fetches the code for later only after the first board, which never arrives in this
  // test.
  await page.route("**/api/random?*", () => {});
  await lastSize(page, "3x3");
  await page.goto("/");
  await page.route("**/*.js", (route) => route.abort());
  await button(page, "Enter a board").click();
  await page.keyboard.type("1 2 3 ");
  await expectEntered(page, `1 2 3${" ".repeat(6)}`);
});

test("numbers are typed into cells, with or without a space between them", async ({ page }) => {
  await openEntry(page);
  await cell(page, 1, 1).click();
  await page.keyboard.type("5 1 2 4 9638131071114 0");
  await press(page, "ArrowUp");
  await expectEntered(page, "5 1 2 4 9 6 3 8 13 10 7 11 14 blank 15 12".replace("15 12", " "));
  await press(page, "ArrowDown");
  await page.keyboard.type("15");
  await expectEntered(page, "5 1 2 4 9 6 3 8 13 10 7 11 14 blank 15 12");
});

test("if a board cannot be solved, two tiles are named, which can be swapped", async ({ page }) => {
  await openEntry(page);
  await tap(page, "1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 15 14");
  await see(page, { "entry-state": /Compare 14 and 15 with your board\.$/ });
  await expect(page.locator("#entry-solve")).toBeDisabled();
  await click(page, "Swap 14 and 15");
  await expect(page.locator("#entry-solve")).toBeEnabled();
  await see(page, { "entry-state": "14 and 15 are swapped now. Is this your board?" });
  await click(page, "Clear");
  await tap(page, "2 3 1 4 / 5 6 7 8 / 9 10 11 12 / 13 15 14");
  await see(page, { "entry-state": /Compare 14 and 15/ });
  await click(page, "Clear");
  await tap(page, "2 3 4 1 / 5 6 7 8 / 9 10 11 12 / 13 14 15");
  await see(page, { "entry-state": /Compare 6 and 9, which look alike, with your board\.$/ });
});

test("a board is typed on the keyboard, and Enter solves it", async ({ page }) => {
  await openEntry(page);
  for (const label of TOY.match(/\d+/g) ?? []) await press(page, ...label, "Space");
  await expect(page.locator("#entry-solve")).toBeEnabled();
  await press(page, "Enter");
  await expect(page.locator("#setup")).toBeHidden();
  await see(page, { "puzzle-message": waiting("2 moves") });
  await button(page, "Enter a board").click();
  await press(page, "5", "Backspace"); // takes the 5 off, although the next cell is chosen
  await expect.poll(() => entered(page)).toEqual(Array(16).fill(""));
});

test("in the text, Enter begins a new line, and Ctrl+Enter plays the board", async ({ page }) => {
  await openEntry(page);
  const text = page.getByLabel("Numbers row by row");
  await expect(text).toHaveAttribute("inputmode", "decimal");
  await text.focus();
  await page.keyboard.type("1 2 3 4");
  await press(page, "Enter");
  await expect(page.locator("#setup")).toBeVisible();
  await page.locator("#entry-play").click();
  await expect(page.locator("#text-error")).toContainText("Is this the first row of a larger one?");
  await text.focus();
  await press(page, "Control+End");
  for (const row of NEAR.split(" / ").slice(1)) {
    // The number pad of some phones has a point but no space.
    await page.keyboard.type(row.replaceAll(" ", "."));
    await press(page, "Enter");
  }
  await press(page, "Control+Enter");
  await expect(page.locator("#setup")).toBeHidden();
  await expectBoard(page, NEAR);
});

test("a board of another size can be entered, and stays when the dialog is closed in between", async ({ page }) => {
  await openEntry(page);
  await page.getByLabel("Width").selectOption("3");
  await page.getByLabel("Height").selectOption("3");
  await tap(page, "8 6 7");
  await press(page, "Escape");
  await button(page, "Enter a board").click();
  await expectEntered(page, `8 6 7${" ".repeat(6)}`);
  await tap(page, "2 5 4 3 0");
  await page.locator("#entry-play").click();
  await expectBoard(page, "8 6 7 / 2 5 4 / 3 0 1");
});
