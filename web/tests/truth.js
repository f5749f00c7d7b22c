// Compares the engine as WebAssembly, whose words have 32 bits, with the command: tables byte for
// byte, Korf's 100 boards node for node, the counts of data/SIGNATURE, and the optima of block
// puzzles. `cargo xtask test-all` runs it: node truth.js FOLDER-OF-THE-ENGINE COMMAND
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, command] = process.argv.slice(2);
/** @type {typeof import("../types/fifteen.js")} */
const { Engine, initSync } = await import(pathToFileURL(join(resolve(folder), "fifteen.js")).href);
Object.assign(globalThis, { tableProgress() {} });
initSync({ module: new WebAssembly.Module(readFileSync(join(folder, "fifteen_bg.wasm"))) });
const engine = new Engine(1);

/** @param {string} name */
const data = (name) => readFileSync(new URL(`../../data/${name}`, import.meta.url), "utf8");
/**
 * Returns the lines of a data file, without its comments and empty lines.
 * @param {string} name
 */
const lines = (name) => data(name).split("\n").filter((line) => line && !line.startsWith("#"));
/**
 * Runs the command, and returns its output.
 * @param {...string} args
 */
const run = (...args) => execFileSync(command, args, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"], maxBuffer: 1 << 28 });
let failures = 0;
/**
 * Reports a difference between a result and what is expected.
 * @param {string} name
 * @param {unknown} found
 * @param {unknown} expected
 */
function expect(name, found, expected) {
  if (JSON.stringify(found) === JSON.stringify(expected)) return;
  failures += 1;
  console.error(`${name}: expected ${JSON.stringify(expected)}, found ${JSON.stringify(found)}`);
}

/**
 * Returns the record of a search by the engine.
 * @template {"/api/solve" | "/api/blocks"} Path
 * @param {Path} path
 * @param {object} question
 * @returns {Streams[Path]}
 */
function ask(path, question) {
  /** @type {string[]} */
  const results = [];
  engine.begin(path, JSON.stringify(question));
  engine.run(undefined, (name, json) => name === "result" && results.push(json));
  return JSON.parse(results[0]);
}
/** @param {object} question */
const solve = (question) => ask("/api/solve", { mode: "plain", ...question });

/**
 * Builds the tables of a partition with the engine and with the command, and compares them. The
 * engine then uses the tables that it has built.
 * @param {string} size
 * @param {string} partition
 * @param {string} out
 */
function tables(size, partition, out) {
  run("pdb", "build", "--size", size, "--partition", partition, "--out", out, "--quiet");
  const digests = new Set(lines("digests.txt").map((line) => line.split(" ")[3]));
  Engine.tableNames(size, partition).forEach((name, index) => {
    const bytes = Engine.buildTable(size, partition, index);
    expect(`${name}: same bytes as the command's`, Buffer.compare(readFileSync(join(out, name)), bytes), 0);
    expect(`${name}: published digest`, digests.has(Buffer.from(bytes.slice(32, 64)).toString("hex")), true);
    engine.addTable(bytes, true);
  });
}

/**
 * Adds additive tables to the engine. The command builds them, because the engine cannot build this
 * kind.
 * @param {string} out
 */
function additiveTables(out) {
  const tableFolder = join(out, "additive");
  run("pdb", "build", "--partition", "6-6-3", "--kind", "additive", "--out", tableFolder, "--quiet");
  readdirSync(tableFolder).forEach((name) => engine.addTable(readFileSync(join(tableFolder, name)), true));
}

/**
 * Solves Korf's 100 boards with the engine and the command, and compares the lengths, moves and
 * node counts.
 * @param {string} out
 */
function korf(out) {
  const boards = lines("korf100.txt").map((line) => line.split(":")[1].trim());
  const lengths = lines("korf100.txt").map((line) => Number(line.trim().split(/\s+/)[1]));
  const args = ["solve", "--goal", "first", "--mode", "plain", "--heuristic", "7-8", "--pdb", out, "--json", "--quiet"];
  /** @type {BoardRecord[]} */
  const native = run(...args, ...boards).trim().split("\n").map((line) => JSON.parse(line));
  /** @param {BoardRecord} record */
  const counts = ({ length, generated, expanded, moves }) => ({ length, generated, expanded, moves });
  boards.forEach((board, at) => {
    const found = solve({ board, goal: "first", heuristic: "7-8" });
    expect(`Korf's board ${at + 1}: length`, found.length, lengths[at]);
    expect(`Korf's board ${at + 1}: as the command`, counts(found), counts(native[at]));
  });
}

/**
 * Returns the name of a heuristic in questions, such as `6-6-3:additive`, given its name in
 * results.
 * @param {string} name
 */
function asked(name) {
  const parts = name.startsWith("max(") ? name.slice(4, -1).split(", ") : [name];
  /** @param {string} part */
  const word = (part) => part.replace(" zero-aware + reflection", "").replace(/ zero-aware$/, ":no-reflection").replace(" additive + reflection", ":additive");
  return parts.map(word).join("+");
}

/**
 * Returns the boards of a set in data/SIGNATURE, and the set's size and goal, which a question
 * needs.
 * @param {string} set
 */
function boardsOf(set) {
  const [name, ...options] = set.split(" ");
  /** @param {string} option */
  const value = (option) => (options.includes(option) ? options[options.indexOf(option) + 1] : undefined);
  const [size = "4x4", goal = "last"] = [value("--size"), value("--goal")];
  if (name === "korf.txt") {
    const numbersOfBoards = lines("korf100.txt").map((line) => line.split(/[^0-9]+/).map(Number));
    /** @param {number[]} numbers */
    const board = (numbers) => numbers.slice(-16).join(" ");
    return { size, goal, boards: numbersOfBoards.sort((a, b) => generated(a) - generated(b)).slice(0, 3).map(board) };
  }
  const [, n, seed] = name.split(":");
  const query = new URLSearchParams({ size, goal, n, seed });
  /** @type {RandomAnswer} */
  const { boards } = JSON.parse(engine.answer(`/api/random?${query}`, undefined));
  return { size, goal, boards };
}
/**
 * Returns the number of nodes that IDA* generates with the Manhattan distance: of the numbers
 * before the board, the second to last.
 * @param {number[]} numbers
 */
const generated = (numbers) => numbers[numbers.length - 18];

/**
 * Compares the engine's node counts with data/SIGNATURE. Returns a text that says how many of its
 * lines were compared.
 */
function signature() {
  const all = lines("SIGNATURE").map((line) => line.split(" | ")).filter(([set]) => set !== "total");
  // Lines with a memory limit are left out, because a question cannot set this limit.
  const taken = all.filter(([set]) => !set.includes("--memory-limit"));
  for (const [set, algorithm, heuristic, expected] of taken) {
    const { size, goal, boards } = boardsOf(set);
    const heuristics = heuristic === "-" ? {} : { heuristic: asked(heuristic) };
    const question = { size, goal, algorithm, node_limit: 1_000_000, ...heuristics };
    const records = boards.map((board) => solve({ ...question, board }));
    /** @param {"generated" | "expanded"} field */
    const sum = (field) => records.reduce((total, record) => total + (record[field] ?? 0), 0);
    const found = [records.filter(({ status }) => status === "solved").length, sum("generated"), sum("expanded")].join(" ");
    expect(`SIGNATURE: ${set} | ${algorithm} | ${heuristic}`, found, expected);
  }
  return `${taken.length} of ${all.length} lines (the others have a limit of memory, which no question sets)`;
}

/**
 * Compares the optima of block puzzles in all metrics, for puzzles with fewer than 100,000 states.
 * Returns the number of optima that were compared.
 */
function blocks() {
  let compared = 0;
  for (const puzzle of data("blocks.txt").split(/\n\n(?=## )/).slice(1)) {
    /** @param {string} key */
    const value = (key) => puzzle.match(new RegExp(`^${key}: (.*)`, "m"))?.[1];
    if (Number(value("states") ?? 0) >= 100_000) continue;
    const optimum = value("optimum") === "unsolvable" ? "any-path=unsolvable" : value("optimum") ?? "";
    for (const [, metric, expected] of optimum.matchAll(/([a-z-]+)=(\w+)/g)) {
      const { status, length, error } = ask("/api/blocks", { puzzle, metric });
      expect(`${puzzle.split("\n")[0]}: ${metric}`, status === "unsolvable" ? status : `${length ?? error}`, expected);
      compared += 1;
    }
  }
  return compared;
}

const out = mkdtempSync(join(tmpdir(), "fifteen-"));
try {
  for (const [size, partition] of [["2x4", "1-7"], ["3x3", "1-8"], ["4x4", "6-6-3"], ["4x4", "7-8"]]) tables(size, partition, out);
  console.log("tables of 2x4, 3x3, 6-6-3 and 7-8: compared byte for byte, and with data/digests.txt");
  korf(out);
  console.log("Korf's 100 boards with 7-8: lengths, moves and counts compared");
  additiveTables(out);
  console.log(`data/SIGNATURE: ${signature()}`);
  console.log(`data/blocks.txt: ${blocks()} optima`);
} finally {
  rmSync(out, { recursive: true });
}
if (failures > 0) {
  console.error(`${failures} differences`);
  process.exit(1);
}
