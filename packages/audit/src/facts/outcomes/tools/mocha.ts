import { defineTool, type Tool } from '../tool.js'

/** Mocha counts what passes, fails and is pending on lines of their own. */
export const mocha: Tool = defineTool({
  id: 'mocha',
  kind: 'test',
  programs: 'mocha nyc _mocha wdio',
  prints: /^\s{2}\d{1,6} passing \(|^Error: No test files found: /m,
  summary: [/^\s{2}\d{1,6} (?:passing|failing|pending)\b/],
  nothing: [/^Error: No test files found/],
  partial: [/^\s{2}Bail ?out!?/i],
  apart: true,
})
