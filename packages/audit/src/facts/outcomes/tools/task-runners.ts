/** Task runners. */

import { defineTool, type Tool } from '../tool.js'

/** Runners of scripts and targets, which say when what they ran has failed. */
export const taskRunners: Tool = defineTool({
  id: 'task-runner',
  kind: 'build',
  command: ({ program }) => /^(?:g?make|npm|pnpm|yarn|bun|just|turbo|nx|lerna|mise)$/.test(program),
  prints:
    /ELIFECYCLE|^npm (?:ERR!|error) |^error Command failed|^g?make(?:\[\d{1,3}\])?: \*\*\*|ERR_PNPM_RECURSIVE|^error: (?:script ".{1,100}" exited|[Rr]ecipe `.{1,100}` failed)|^\s{0,4}(?:NX|ERROR)\s{2,6}\S|^lerna ERR!|^\s{0,2}Tasks:\s{1,8}\d|\bERROR task failed/m,
  failed: [
    /^(?:npm (?:ERR!|error) (?:code )?|\s{0,2})ELIFECYCLE\b/,
    /^npm (?:ERR!|error) (?:Test failed|Lifecycle script)/,
    /^error Command failed with exit code [1-9]/,
    /^g?make(?:\[\d{1,3}\])?: \*\*\* (?!No rule)/,
    /\bERR_PNPM_RECURSIVE_(?:RUN_FIRST|EXEC_FIRST)?_?FAIL/,
    /^error: script "[^"]{1,100}" exited with code [1-9]/,
    /^error: [Rr]ecipe `[^`]{1,100}` failed/,
    /^\s{0,4}ERROR\s{1,4}run failed\b|^Failed:\s{1,6}\S{1,200}#\S/,
    /^\W{0,4}NX\s{1,6}(?:Ran|Running) targets? .{1,200} failed\b/,
    /^lerna ERR! /,
    /\bERROR task failed\b/,
    /^task: Failed to run task /,
  ],
  success: [/^\W{0,4}NX\s{1,6}Successfully ran/, /^\s{0,2}Tasks:\s{1,8}(\d{1,5}) successful, \1 total/],
  nothing: [/^\s{0,2}Tasks:\s{1,8}0 successful, 0 total/],
})
