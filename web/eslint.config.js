// The rules of ESLint for the scripts of the page and for its tests. `npm run check` applies them.
import js from "@eslint/js";
import globals from "globals";

export default [
  { ignores: ["**/node_modules"] },
  js.configs.recommended,
  {
    rules: {
      eqeqeq: "error",
      // the form of a Playwright test that uses no fixtures
      "no-empty-pattern": ["error", { allowObjectPatternsAsParameters: true }],
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
