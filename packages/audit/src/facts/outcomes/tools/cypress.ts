import { defineTool, type Tool } from '../tool.js'

/** Cypress. */
export const cypress: Tool = defineTool({
  id: 'cypress',
  kind: 'test',
  programs: 'cypress',
  prints: /^\s{2}\(Run (?:Starting|Finished)\)/m,
  success: [/^\s{4}[✔√]\s{2}All specs passed!/],
  failed: [/^\s{4}[✖×]\s{2}\d{1,5} of \d{1,5} failed/],
  nothing: [/^Can't run because no spec files were found/],
})
