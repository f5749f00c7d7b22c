// The rules of ESLint for the page's JavaScript and for its tests; `npm run check` applies them.
import js from "@eslint/js";
import globals from "globals";

export default [
  { ignores: ["**/node_modules"] },
  js.configs.recommended,
  {
    rules: {
      eqeqeq: "error",
      "no-empty-pattern": ["error", { allowObjectPatternsAsParameters: true }], // Playwright's form of a test without parts
      "no-shadow": ["error", { allow: ["_"] }], // `_` is a parameter that isn't used
      "no-unused-vars": ["error", { ignoreRestSiblings: true }],
      "no-var": "error",
      "prefer-const": "error",
    },
  },
  {
    files: ["page/*.js", "engine/*.js"],
    languageOptions: { globals: globals.browser },
    rules: { "max-lines-per-function": ["error", { max: 80, skipBlankLines: true, skipComments: true }] },
  },
  { files: ["engine/sw.js"], languageOptions: { globals: globals.serviceworker } },
  { files: ["*.js", "tests/*.js"], languageOptions: { globals: { ...globals.browser, ...globals.node } } },
];
