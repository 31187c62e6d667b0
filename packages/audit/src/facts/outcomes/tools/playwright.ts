import { defineTool, type Tool } from '../tool.js'

/** Playwright's test runner. */
export const playwright: Tool = defineTool({
  id: 'playwright',
  kind: 'test',
  programs: 'playwright',
  prints: /^Running \d{1,6} tests? using \d{1,4} workers?/m,
  summary: [/^\s{2}\d{1,6} (?:passed|failed|flaky|skipped|interrupted|did not run)\b/],
  nothing: [/^Error: No tests found/],
  partial: [/^Running \d{1,6} tests? using .{1,60}shard \d/, /^Testing stopped early after \d/],
  apart: true,
})
