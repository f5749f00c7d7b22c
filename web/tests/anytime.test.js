// Tests of the tab Puzzle with boards whose optimum takes long to prove. Meanwhile the page shows
// good solutions, but does not call them shortest.
import { SEAM, boxOf, button, click, expect, expectBoard, message, open, see, test } from "./page.js";

/** The fifth of Korf's 50 boards of the 24-puzzle. It needs 100 moves. */
const LONG = "17 1 20 9 16 / 2 22 19 14 5 / 15 21 0 3 24 / 23 18 13 12 7 / 10 8 6 4 11";
const FIRST = "0 1 2 3 4 / 5 6 7 8 9 / 10 11 12 13 14 / 15 16 17 18 19 / 20 21 22 23 24";
/**
 * Returns the part of the page that says which step of the solution is shown.
 * @param {Page} page
 */
const steps = (page) => page.locator("#puzzle-player output");

/**
 * Returns the two numbers of a message such as `Found 118. Searching for fewer; at least 98 are needed.`
 * @param {Page} page
 */
async function gap(page) {
  const words = /^Found (\d+)\. Searching for fewer; at least (\d+) are needed\./;
  let numbers = /** @type {number[]} */ ([]);
  await expect.poll(async () => {
    const found = words.exec((await message(page).textContent()) ?? "") ?? [];
    numbers = [...found].slice(1).map(Number);
    return numbers.length;
  }).toBe(2);
  return numbers;
}

test("a hard board has a solution at once, which the reader can step through while better ones are found", SEAM, async ({ page }) => {
  await open(page, LONG, "first");
  await click(page, "Solve");
  const [upper, bound] = await gap(page);
  expect(upper).toBeGreaterThanOrEqual(100);
  expect(bound).toBeLessThanOrEqual(100);
  await see(page, { needed: /^≤ \d+$/ });
  await click(page, "Step");
  await see(page, { count: "1" });
  await expect(steps(page)).toHaveText(/^1 \/ \d+$/);
  await page.setViewportSize({ width: 320, height: 568 });
  await expect(button(page, "Stop here")).toBeInViewport({ ratio: 1 }); // the search is still running
  await page.setViewportSize({ width: 1180, height: 860 });
  const length = Number((await steps(page).textContent())?.split(" / ")[1]);
  await click(page, "To the end");
  await expectBoard(page, FIRST);
  await expect(steps(page)).toHaveText(`${length} / ${length}`);
  await click(page, "Stop here");
  await see(page, { "puzzle-message": /^Found \d+; at least \d+ are needed\. Stopped here\.$/ });
  await expect(page.locator("#puzzle")).not.toContainText("the fewest possible.");
});

test("a better solution is offered to a reader who is in the middle of another one", async ({ page }) => {
  /**
   * @param {number} upper
   * @param {number} bound
   * @param {string} moves
   */
  const solution = (upper, bound, moves) => `event: solution\ndata: ${JSON.stringify({ upper, bound, moves })}\n\n`;
  const record = { status: "limit", upper: 2, bound: 1, gap: 1, length: 2, moves: "UL", error: "stopped at the time limit" };
  let [better, end] = [() => {}, () => {}];
  await page.exposeFunction("whenStepped", () => new Promise((resolve) => (better = () => resolve(null))));
  await page.exposeFunction("whenOffered", () => new Promise((resolve) => (end = () => resolve(null))));
  await page.addInitScript(({ first, second, result }) => {
    const asked = window.fetch;
    window.fetch = (address, options) => {
      if (address !== "/api/solve") return asked(address, options);
      // The background search gets no answer.
      if (JSON.parse(String(options?.body)).time_limit !== null) return new Promise(() => {});
      const body = new ReadableStream({
        async start(stream) {
          /** @param {string} text */
          const send = (text) => stream.enqueue(new TextEncoder().encode(text));
          send(first);
          await window.whenStepped();
          send(second);
          await window.whenOffered();
          send(result);
          stream.close();
        },
      });
      return Promise.resolve(new Response(body));
    };
  }, { first: solution(10, 1, "LURDLURDLU"), second: solution(2, 1, "UL"), result: `event: result\ndata: ${JSON.stringify(record)}\n\n` });
  await open(page, "1 2 3 4 / 5 6 7 8 / 9 10 0 12 / 13 14 11 15");
  await click(page, "Solve");
  await see(page, { "puzzle-message": /^Found 10\. Searching for fewer; at least 1 are needed\. First, slide / });
  await click(page, "Step");
  const place = await boxOf(button(page, "Stop here"));
  await expect.poll(() => better).toBeDefined();
  better();
  await expect(button(page, "Show 2")).toBeVisible();
  expect(await boxOf(button(page, "Stop here"))).toEqual(place); // nothing moves under the pointer
  await expect.poll(() => end).toBeDefined();
  end();
  await see(page, { "puzzle-message": "Found 2; at least 1 are needed. Stopped at the time limit." });
  await expect(steps(page)).toHaveText("1 / 10");
  await click(page, "Show 2");
  await expect(steps(page)).toHaveText("0 / 2"); // the solution waits to be played, as the first one did
  await click(page, "Play");
  await expect(steps(page)).toHaveText("2 / 2");
});

test("if the proof takes long, a hint follows the best solution known and says so", async ({ page, request }) => {
  await open(page, LONG, "first");
  await click(page, "Hint", "Hint"); // the first hint is a lesson
  await expect(message(page)).toContainText("to go on the best way known, which need not be the shortest.");
  await expect.poll(async () => (await (await request.get("/health")).json()).searching).toBe(0);
  await click(page, "Hint");
  await see(page, { count: "1" });
});

test("bounds are carried over to the next position at once, and the start keeps its own", async ({ page }) => {
  let asked = 0;
  await page.route("**/api/solve", (route) => {
    asked += 1;
    const record = { status: "limit", moves: "LLLLDRRRRUL", bound: 5 };
    // Only the first question is answered, so everything shown later follows from this answer.
    if (asked === 1) return route.fulfill({ contentType: "text/event-stream", body: `event: result\ndata: ${JSON.stringify(record)}\n\n` });
  });
  await open(page, "1 2 3 4 5 / 6 7 8 9 10 / 11 12 13 14 15 / 16 17 18 19 20 / 0 21 22 23 24", "first");
  await see(page, { needed: "≤ 11", "needed-words": "moves from the goal, at least 5", best: "≥ 5" });
  const seen = await page.evaluate(async () => {
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true }));
    return ["needed", "needed-words", "best"].map((id) => document.getElementById(id)?.textContent);
  });
  expect(seen).toEqual(["≤ 12", "moves from the goal", "≥ 5"]);
  await see(page, { needed: "≤ 12", "needed-words": "moves from the goal, at least 4", best: "≥ 5" });
  asked = 0;
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload(); // a narrow window shows fewer words
  await see(page, { "needed-words": "moves to go, at least 4" });
  expect(await page.locator("#distance p").evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});
