// Generates the types in web/types that follow from other files. elements.d.ts has the type of each
// element of index.html with an id, so that `byId` knows the ids and what it returns for each.
// records.d.ts has the fields of the engine's records, from their structs in Rust. With `--check`,
// nothing is written: the files are compared with what would be written.
import { readFileSync, writeFileSync } from "node:fs";

const ROOT = new URL("../", import.meta.url);
const TYPES = "web/types/";
/** @param {string} path */
const read = (path) => readFileSync(new URL(path, ROOT), "utf8");

/** Returns the text of elements.d.ts. */
function elements() {
  const page = read("web/page/index.html");
  /** @param {string} id */
  const quoted = (id) => (/^\w+$/.test(id) ? id : `"${id}"`);
  const found = page.matchAll(/<(\w+)\b[^>]*? id="([\w-]+)"/g);
  const ids = [...found].map(([, tag, id]) => `  ${quoted(id)}: Tags["${tag}"];\n`);
  return `// The elements of index.html by their ids. Written by web/types.js.
type Tags = HTMLElementTagNameMap;
interface Elements {
${ids.sort().join("")}}
`;
}

/** The structs whose fields are sent as JSON, by the files that define them. */
const STRUCTS = {
  "crates/solver/src/record/board.rs": ["BoardRecord"],
  "crates/search/src/outcome.rs": ["Iteration"],
  "crates/blocks/src/record/mod.rs": ["BlockRecord", "CarRecord", "ExtremesRecord", "MoveRecord", "HardestRecord"],
  "crates/lab/src/benchmark/record.rs": ["BenchmarkRecord", "CountSummary"],
  "crates/lab/src/benchmark/statistics.rs": ["IntervalEstimate"],
  "crates/lab/src/benchmark/line.rs": ["BenchmarkConfiguration"],
};
/**
 * The types in JSON that correspond to types of Rust. `typeOf` knows numbers, lists, options, and
 * the structs above by itself.
 * @type {Record<string, string>}
 */
const JSON_TYPES = {
  String: "string",
  "&'static str": "string",
  char: "string",
  bool: "boolean",
  TileGrid: "number[]",
  BlockMetric: "string",
  SolutionCount: "number | string",
  RecordStatus: '"solved" | "unsolvable" | "invalid" | "limit"',
};

/**
 * Returns the type in TypeScript that a type of Rust has in JSON.
 * @param {string} rust
 * @returns {string}
 */
function typeOf(rust) {
  const [, outer, inner] = /^(Option|Vec)<(.*)>$/.exec(rust) ?? [];
  if (outer === "Option") return `${typeOf(inner)} | null`;
  if (outer === "Vec") return `${typeOf(inner)}[]`;
  if (/^(u8|u16|u32|u64|usize|f64)$/.test(rust)) return "number";
  const pair = /^\[f64; 2\]$/.test(rust) || /^\(f64, f64\)$/.test(rust);
  if (pair) return "[number, number]";
  if (Object.values(STRUCTS).flat().includes(rust)) return rust;
  if (rust in JSON_TYPES) return JSON_TYPES[rust];
  throw new Error(`web/types.js does not know how ${rust} is written in JSON: add it to JSON_TYPES`);
}

/**
 * Returns the interface of a struct with its fields. It extends the interfaces of fields with the
 * attribute `flatten`.
 * @param {string} source
 * @param {string} name
 */
function interfaceOf(source, name) {
  const body = new RegExp(`^pub struct ${name} \\{\\n(.*?)^\\}`, "ms").exec(source)?.[1];
  if (body === undefined) throw new Error(`there is no struct ${name}`);
  const fields = [];
  const parents = [];
  let attributes = "";
  for (const line of body.split("\n")) {
    const [, field, rust] = /^ {4}(?:pub(?:\([\w]+\))? )?(\w+): (.*),$/.exec(line) ?? [];
    if (line.trim().startsWith("#[")) attributes += line;
    if (field === undefined) continue;
    const type = () => typeOf(rust);
    if (attributes.includes("flatten")) parents.push(/^Option</.test(rust) ? `Partial<${rust.slice(7, -1)}>` : rust);
    else if (!attributes.includes("skip)")) fields.push(`  ${field}: ${type()};\n`);
    attributes = "";
  }
  const parent = parents.length > 0 ? ` extends ${parents.join(", ")}` : "";
  return `interface ${name}${parent} {\n${fields.join("")}}\n`;
}

/** Returns the text of records.d.ts. */
function records() {
  const all = Object.entries(STRUCTS).map(([path, names]) => names.map((name) => interfaceOf(read(path), name)));
  return `// Records in the engine's answers, from their structs in Rust. Written by web/types.js.\n${all.flat().join("")}`;
}

for (const [name, text] of Object.entries({ "elements.d.ts": elements(), "records.d.ts": records() })) {
  const path = TYPES + name;
  if (!process.argv.includes("--check")) {
    writeFileSync(new URL(path, ROOT), text);
  } else if (read(path) !== text) {
    console.error(`${path} is out of date: run node web/types.js`);
    process.exitCode = 1;
  }
}
