// The tab Blocks: solving, the animation, drawing, the text form and its errors, the address.
import { SEAM, button, expect, test } from "./page.js";

const offset = (page, letter) => page.locator(`.blocks .piece[data-piece="${letter}"]`).evaluate((node) => node.style.transform);

test.beforeEach(async ({ page }) => {
  await page.goto("/#blocks");
  await expect(page.locator("#start-map [role=gridcell]")).toHaveCount(49);
  await expect(page.locator("#level option")).toHaveCount(58);
});

test("a puzzle is solved and run through", SEAM, async ({ page }) => {
  await button(page, "Solve").click();
  await expect(page.locator("#blocks-message")).toContainText("Solved: 8 moves");
  await button(page, "To the end").click();
  await expect(page.locator("#blocks-player output")).toHaveText("8 / 8");
  expect(await offset(page, "A")).toBe("translate(0px, -1px)");
  await expect(page.locator("#blocks-count")).toHaveText("8");
  await button(page, "To the start").click();
  await page.locator("#blocks-moves button").first().click();
  expect(await offset(page, "D")).toBe("translate(0px, 1px)");
  await button(page, "To the start").click();
  await page.locator("#metric").selectOption("unit");
  await button(page, "Solve").click();
  await expect(page.locator("#blocks-message")).toContainText("Solved: 16 moves");
  // A solution that was shown is not one's own.
  await button(page, "To the end").click();
  await expect(page.locator("#blocks-mine")).toHaveText("–");
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

test("pieces are drawn by tapping and joining cells", async ({ page, allowed }) => {
  allowed.push(/400|422/);
  await button(page, "Clear").click();
  const cell = (map, x, y) => page.locator(`${map} [role=gridcell][data-x="${x}"][data-y="${y}"]`);
  const pull = async (map, ...cells) => {
    for (const [i, [x, y]] of cells.entries()) {
      const box = await cell(map, x, y).boundingBox();
      await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
      if (i === 0) await page.mouse.down();
    }
    await page.mouse.up();
  };
  await pull("#start-map", [2, 3], [3, 3]); // a new piece of two cells
  await pull("#start-map", [2, 4]); // another
  await pull("#start-map", [3, 3], [3, 4]); // the first gets a third cell
  await expect(cell("#start-map", 3, 4)).toHaveText("A");
  await expect(cell("#start-map", 2, 4)).toHaveText("B");
  await pull("#goal-map", [2, 1], [2, 1]);
  await expect(page.locator("#source")).toHaveValue(/AA/);
  await expect(page.locator(".blocks .piece")).toHaveCount(2);
});

test("clear, resize and strokes are taken back", async ({ page, allowed }) => {
  allowed.push(/400|422/);
  const text = await page.locator("#source").inputValue();
  await expect(button(page, "Undo drawing")).toBeDisabled();
  await button(page, "Clear").click();
  await expect(page.locator(".blocks .piece")).toHaveCount(0);
  await page.locator("#rows").fill("3");
  await page.locator("#rows").press("Enter");
  await expect(page.locator("#start-map [role=gridcell]")).toHaveCount(21);
  await button(page, "Undo drawing").click();
  await button(page, "Undo drawing").click();
  await expect(page.locator("#source")).toHaveValue(text);
  await expect(page.locator(".blocks .piece")).toHaveCount(7);
  await expect(page.locator("#level option:checked")).toContainText("Bring home A");
});

test("typed text is drawn, and errors have line and column where they are seen", SEAM, async ({ page, allowed }) => {
  allowed.push(/400|422/);
  await button(page, "Solve").click();
  await expect(page.locator("#blocks-message")).toContainText("Solved: 8 moves");
  await page.locator("#source").fill("## T\nstart  goal\nAB.    ..A\n...    ...\n");
  await expect(page.locator("#start-map [role=gridcell]")).toHaveCount(6);
  await expect(page.locator("#blocks-message")).toBeHidden();
  await page.locator("#source").fill("## T\nstart  goal\nAB.    ..A\n...    ..\n");
  await expect(page.locator("#source-error")).toContainText(/line 4, column \d+/);
  await expect(page.locator("#blocks-message")).toContainText(/line 4, column \d+/);
  await button(page, "Solve").click();
  await expect(page.locator("#blocks-message")).toContainText(/line 4, column \d+/);
});

test("gates and locks of a text are drawn, kept by the drawing, and obeyed from any position", async ({ page, allowed }) => {
  allowed.push(/400|422/);
  await page.locator("#source").fill("## T\ngate: - for A\nvertical: B\nstart  goal\nAB.    ...\n.-.    .-A\n");
  await expect(page.locator(".blocks .gate")).toHaveCount(1);
  await expect(page.locator("#start-map .gate")).toHaveAttribute("aria-label", "row 2, column 2: gate -");
  await expect(page.locator(".blocks .piece")).toHaveCount(2);
  await expect(page.locator("#blocks-rules")).toHaveText("Hatched cells let only A in. B can move only up and down.");
  await page.locator("#metric").selectOption("unit");
  await button(page, "Solve").click();
  await expect(page.locator("#blocks-message")).toContainText("Solved: 3 moves");
  // B may not enter the gate; A may, and the search goes on from there.
  await page.locator('.blocks [data-piece="B"]').focus();
  await page.keyboard.press("ArrowDown");
  await expect(page.locator("#blocks-count")).toHaveText("0");
  await page.locator('.blocks [data-piece="A"]').focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  await button(page, "Solve").click();
  await expect(page.locator("#blocks-message")).toContainText("Solved from here, after 2 moves: 1 move");
  // A wall is drawn beside it, a piece onto it, and both are taken away.
  await page.locator("#start-map [role=gridcell]").first().focus();
  for (const key of ["ArrowRight", "ArrowRight", "#"]) await page.keyboard.press(key);
  await expect(page.locator("#source")).toHaveValue("## T\ngate: - for A\nvertical: B\nstart    goal\nAB#      ..#\n.-.      .-A\n");
  for (const key of ["ArrowDown", "ArrowLeft", "B"]) await page.keyboard.press(key);
  await expect(page.locator("#source-error")).toContainText("piece 'B' stands on the gate '-', which is not for it");
  await expect(page.locator("#source")).toHaveValue(/start +goal +floor\nAB# +..# +..#\n.B. +.-A +.-.\n/);
  await page.keyboard.press(".");
  await expect(page.locator("#source-error")).toBeHidden();
  await expect(page.locator("#start-map .gate")).toHaveCount(1);
  await page.keyboard.press(".");
  await expect(page.locator("#start-map .gate")).toHaveCount(0);
  await expect(page.locator("#source")).toHaveValue("## T\nvertical: B\nstart    goal\nAB#      ..#\n...      ..A\n");
});

test("a gate is drawn with its brush, for the pieces of the goal", async ({ page }) => {
  await page.locator("#source").fill("## T\nstart  goal\nA..    ..A\nB..    ...\n");
  await expect(page.locator("#start-map [role=gridcell]")).toHaveCount(6);
  await page.getByRole("radio", { name: "gate" }).check({ force: true });
  await page.locator("#goal-map [role=gridcell]").nth(1).click();
  await expect(page.locator("#source")).toHaveValue("## T\ngate: - for A\nstart    goal\nA-.      .-A\nB..      ...\n");
  await expect(page.locator("#blocks-rules")).toHaveText("Hatched cells let only A in.");
  await expect(page.locator("#source-error")).toBeHidden();
  await button(page, "Undo drawing").click();
  await expect(page.locator(".blocks .gate")).toHaveCount(0);
});

test("a gate may be drawn before the pieces, and names those that are drawn", async ({ page, allowed }) => {
  allowed.push(/400|422/);
  await page.locator("#source").fill("## T\ngate: - for ABC\nvertical: BC\nstart  goal\nABC    ...\n..-    ..A\n");
  await expect(page.locator(".blocks .gate")).toHaveCount(1);
  await page.locator("#start-map [role=gridcell]").first().focus();
  for (const key of ["ArrowRight", "."]) await page.keyboard.press(key);
  await expect(page.locator("#source")).toHaveValue(/gate: - for AC\nvertical: C\n/);
  await expect(page.locator("#blocks-rules")).toHaveText("Hatched cells let only A and C in. C can move only up and down.");
  await page.locator("#source").fill("## T\nstart  goal\nA..    ..A\n");
  await expect(page.locator("#start-map [role=gridcell]")).toHaveCount(3);
  await button(page, "Clear").click();
  await page.getByRole("radio", { name: "gate" }).check({ force: true });
  await page.locator("#start-map [role=gridcell]").nth(1).click();
  await expect(page.locator(".blocks .gate")).toHaveCount(1);
  for (const [map, keys] of [["#start-map", ["ArrowLeft", "B"]], ["#goal-map", ["ArrowRight", "ArrowRight", "B"]]]) {
    await page.locator(`${map} [tabindex="0"]`).focus();
    for (const key of keys) await page.keyboard.press(key);
  }
  await expect(page.locator("#source")).toHaveValue("## T\ngate: - for B\nstart    goal\nB-.      .-B\n");
  await expect(page.locator("#source-error")).toBeHidden();
});

test("a wall of the start stays where the goal is emptied", async ({ page, allowed }) => {
  allowed.push(/400|422/);
  const maps = "start    goal     floor\nA#.      .#A      -#.\n";
  await page.locator("#source").fill(`## T\ngate: - for A\n${maps}`);
  await expect(page.locator(".blocks .gate")).toHaveCount(1);
  await page.locator("#goal-map [role=gridcell]").first().focus();
  for (const key of ["ArrowRight", "B", ".", "."]) await page.keyboard.press(key);
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("A");
  await expect(page.locator("#source")).toHaveValue(`## T\ngate: - for A\n${maps.replace(".#A ", "-#A ")}`);
  await expect(page.locator("#source-error")).toBeHidden();
});

test("a puzzle without a goal says so, and a goal can be drawn", async ({ page, allowed }) => {
  allowed.push(/400|422/);
  await page.locator("#source").fill("## T\ngate: - for A\nstart  floor\nA.     -.\n");
  await expect(page.locator("#goal-map [role=gridcell]")).toHaveCount(2);
  await button(page, "Solve").click();
  await expect(page.locator("#blocks-progress")).toContainText("no goal");
  await page.locator("#goal-map [role=gridcell]").first().focus();
  for (const key of ["ArrowRight", "A"]) await page.keyboard.press(key);
  await expect(page.locator("#source")).toHaveValue("## T\ngate: - for A\nstart    goal     floor\nA.       -A       -.\n");
  await button(page, "Solve").click();
  await expect(page.locator("#blocks-message")).toContainText("Solved: 1 move");
});

test("rules below the maps or with spaces are kept from any position", async ({ page }) => {
  await page.locator("#source").fill("## T\nstart  goal # maps\nAA.    .AA\n...    ...\n.B.    ...\n.B.    ...\n...    B..\n...    B..\n\npieces : rush-hour\n");
  await expect(page.locator(".blocks .piece")).toHaveCount(2);
  await page.locator('.blocks [data-piece="B"]').focus();
  await page.keyboard.press("ArrowLeft");
  await expect(page.locator("#blocks-count")).toHaveText("0");
  await button(page, "Solve").click();
  await expect(page.locator("#blocks-message")).toContainText("Unsolvable");
});

test("the address holds the puzzle, drawn or chosen, and a reload keeps it", async ({ page, context }) => {
  await page.locator("#source").fill("## T\nstart  goal\nAB.    ..A\n...    ...\n");
  await expect(page.locator("#start-map [role=gridcell]")).toHaveCount(6);
  await expect(page).toHaveURL(/#blocks&puzzle=/);
  await page.reload();
  await expect(page.locator("#start-map [role=gridcell]")).toHaveCount(6);
  await expect(page.locator("#source")).toHaveValue(/^## T\n/);
  await expect(page.locator("#level option:checked")).toHaveText("Your own drawing");
  await page.locator("#level").selectOption({ label: "Dad's Puzzle / Dad's Puzzler / Pennant" });
  await page.locator("#metric").selectOption("straight");
  await expect(page).toHaveURL(/#blocks&level=Dad.*&metric=straight/);
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.locator("#blocks-best")).toHaveText("62");
  await other.getByRole("tab", { name: "Puzzle" }).click();
  await other.getByRole("tab", { name: "Blocks" }).click();
  await expect(other).toHaveURL(/#blocks&level=Dad.*&metric=straight/);
});

test("without the server the first puzzle is there, and the rest after another try", async ({ page, allowed }) => {
  allowed.push(/Failed to load resource/);
  await page.route("/api/**", (route) => route.abort());
  await page.reload();
  await expect(page.locator("#blocks-message")).toContainText("does not answer");
  await expect(page.locator(".blocks .piece")).toHaveCount(7);
  await page.unroute("/api/**");
  await button(page, "Try again").click();
  await expect(page.locator("#level option")).toHaveCount(58);
  await button(page, "Solve").click();
  await expect(page.locator("#blocks-message")).toContainText("Solved: 8 moves");
});

test("in forced colours, walls and pieces of the drawing are told from free cells", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  const colours = await page.locator("#start-map").evaluate((map) =>
    ["wall", "empty", "piece"].map((kind) => getComputedStyle(map.querySelector(`.${kind}`)).backgroundColor));
  expect(new Set(colours).size).toBe(3);
});

test("a search that the end of the server ends says so", async ({ page }) => {
  const record = { status: "limit", error: "interrupted", length: null, moves: null };
  await page.route("/api/blocks", (route) => route.fulfill({ contentType: "text/event-stream", body: `event: result\ndata: ${JSON.stringify(record)}\n\n` }));
  await button(page, "Solve").click();
  await expect(page.locator("#blocks-message")).toHaveText("The server was stopped, which ended the search.");
});
