// ESLint's configuration for the page's scripts and their tests. `npm run check` applies it.
import js from "@eslint/js";
import globals from "globals";

export default [
  { ignores: ["**/node_modules"] },
  js.configs.recommended,
  {
    rules: {
      eqeqeq: "error",
      // Playwright tests that use no fixtures have the parameter `{}`.
      "no-empty-pattern": ["error", { allowObjectPatternsAsParameters: true }],
      "no-shadow": ["error", { allow: ["_"] }], // `_` names an unused parameter
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
