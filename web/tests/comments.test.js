// Checks the scripts that the server and the static site send: they contain all of their code, but
// no comments at the beginning of lines.
import { readFileSync, readdirSync } from "node:fs";
import ts from "typescript";
import { SEAM, SITE, expect, test } from "./page.js";

const WEB = new URL("../", import.meta.url);
/**
 * Returns the paths of the scripts in a folder. The service worker is left out, because the task
 * that builds the site writes a list of files into it.
 */
const scriptsIn = (/** @type {string} */ folder) =>
  readdirSync(new URL(folder, WEB)).filter((name) => name.endsWith(".js") && name !== "sw.js").map((name) => folder + name);

/**
 * Returns the code of a script in the form in which TypeScript writes it, without comments.
 * @param {string} script
 */
const codeOf = (script) => ts.transpile(script, { removeComments: true, target: ts.ScriptTarget.ESNext });

test("scripts are sent without the comments at the beginning of lines, and nothing else is missing", SEAM, async ({ page }) => {
  const paths = [...scriptsIn("page/"), ...(SITE ? scriptsIn("engine/") : [])];
  expect(paths.length).toBeGreaterThan(40);
  for (const path of paths) {
    const script = readFileSync(new URL(path, WEB), "utf8");
    const sent = await (await page.request.get(path.replace(/^\w+\//, ""))).text();
    expect(codeOf(sent), path).toBe(codeOf(script));
    expect(sent.split("\n").length, `lines of ${path}`).toBe(script.split("\n").length);
    expect(sent, path).not.toMatch(/^\s*\/[/*]/m);
  }
});
