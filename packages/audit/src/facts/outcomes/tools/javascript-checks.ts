/** Types, linters and formatters of JavaScript and TypeScript. */

import { defineTool, type Tool } from '../tool.js'

/** The TypeScript compiler: prints nothing when all is well; in watch mode it counts. */
export const tsc: Tool = defineTool({
  id: 'tsc',
  kind: 'typecheck',
  programs: 'tsc vue-tsc tsgo tsc-files tspc',
  prints:
    /\berror TS\d{3,5}\b|^Found \d{1,6} errors?(?: in \d{1,6} files?|\. Watching for| in the same file)/m,
  summary: [/(?:^|\] |- )Found \d{1,6} errors?\b/],
  marks: [/\berror TS\d{3,5}\b/],
  nothing: [/\berror TS18003\b/],
  again: /File change detected\. Starting incremental compilation/,
  silent: true,
})

/** ESLint: prints nothing when all is well. */
export const eslint: Tool = defineTool({
  id: 'eslint',
  kind: 'lint',
  programs: 'eslint eslint_d standard xo',
  prints:
    /^[✖×] \d{1,6} problems? \(\d{1,6} errors?, \d{1,6} warnings?\)|^\s{2}\d{1,6}:\d{1,5}\s{1,4}(?:error|warning)\s{2}|^✔ No ESLint warnings or errors|^No files matching the pattern ".{1,200}" were found/m,
  summary: [/^[✖×] \d{1,6} problems? \(/],
  success: [/^✔ No ESLint warnings or errors/],
  marks: [
    /^\s{1,6}\d{1,6}:\d{1,5}\s{1,8}(?:error|Error:?)\s/,
    /^[^\s:]{1,200}:\d{1,6}:\d{1,6}\s{1,8}error\s/,
  ],
  nothing: [
    /^No files matching (?:the pattern )?.{1,200} (?:were|was) found/,
    /^(?:You are linting|All files matched by) .{1,200} (?:are|is) ignored/,
  ],
  failed: [/^Oops! Something went wrong!/],
  silent: true,
})

/** Oxlint. */
export const oxlint: Tool = defineTool({
  id: 'oxlint',
  kind: 'lint',
  programs: 'oxlint',
  prints: /^Found \d{1,6} warnings? and \d{1,6} errors?\./m,
  summary: [/^Found \d{1,6} warnings? and \d{1,6} errors?\./],
  nothing: [/^No files found to lint/],
})

/** Biome. */
export const biome: Tool = defineTool({
  id: 'biome',
  kind: 'lint',
  programs: 'biome',
  command: ({ program, words }) => program === 'biome' && words[1] === 'format',
  prints:
    /^Checked \d{1,6} files? in \d|^No files were processed in the specified paths|^Formatted \d{1,6} files? in \d/m,
  summary: [/^Found \d{1,6} (?:errors?|warnings?)\.?\s*$/],
  success: [/^(?:Checked|Formatted|Linted) [1-9]\d{0,5} files? in \d/],
  nothing: [/^No files were processed in the specified paths|^(?:Checked|Formatted) 0 files/],
})

/** Prettier; with `--write` it names each file and how long it took. */
export const prettier: Tool = defineTool({
  id: 'prettier',
  kind: 'format',
  programs: 'prettier',
  prints: /^All matched files use Prettier code style!|^\[(?:warn|error)\] |^Checking formatting\.\.\./m,
  success: [/^All matched files use Prettier code style!/, /^\S{1,300} \d{1,6}ms(?: \(unchanged\))?\s*$/],
  failed: [/^\[warn\] Code style issues found/, /^Error occurred when checking code style/],
  marks: [/^\[error\] \S{1,300}: SyntaxError/],
  nothing: [/^\[error\] No (?:files matching|parser could be inferred)/],
  silent: true,
})

/** Stylelint, and linters of Markdown that sum up like it. */
export const stylelint: Tool = defineTool({
  id: 'stylelint',
  kind: 'lint',
  programs: 'stylelint markdownlint markdownlint-cli markdownlint-cli2',
  prints: /^[✖×]? ?\d{1,6} problems? \(\d{1,6} errors?, \d{1,6} warnings?\)|^Summary: \d{1,6} error\(s\)/m,
  summary: [/^[✖×]? ?\d{1,6} problems? \(\d/, /^Summary: \d{1,6} error\(s\)/],
  nothing: [/^Linting: 0 file\(s\)/],
  silent: true,
})

/** svelte-check. */
export const svelteCheck: Tool = defineTool({
  id: 'svelte-check',
  kind: 'typecheck',
  programs: 'svelte-check',
  prints: /^svelte-check found \d/m,
  summary: [/^svelte-check found \d/],
})
