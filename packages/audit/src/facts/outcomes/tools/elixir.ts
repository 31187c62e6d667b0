/** Elixir. */

import { defineTool, type Tool } from '../tool.js'

/** Elixir's ExUnit. */
export const mixTest: Tool = defineTool({
  id: 'mix-test',
  kind: 'test',
  command: ({ program, words }) => program === 'mix' && words[1] === 'test',
  prints:
    /^(?:\d{1,6} (?:doctests?|properties|property), )*\d{1,6} tests?, \d{1,6} failures?|^There are no tests to run$|^== Compilation error in /m,
  summary: [/^(?:\d{1,6} (?:doctests?|properties|property), )*\d{1,6} tests?, \d{1,6} failures?/],
  failed: [/^== Compilation error in |^\*\* \(\w{1,60}Error\)/],
  nothing: [/^There are no tests to run\b|^The --only option was given .{0,80}no test/],
  partial: [/^--max-failures reached/],
})
