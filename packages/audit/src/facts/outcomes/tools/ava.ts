import { defineTool, type Tool } from '../tool.js'

/** AVA. */
export const ava: Tool = defineTool({
  id: 'ava',
  kind: 'test',
  programs: 'ava',
  prints:
    /^\s{2}\d{1,6} tests? (?:passed|failed)\b|^\s{2}✘ (?:Couldn’t find any files to test|No tests found)|^\s{2}✘ Based on your configuration/m,
  summary: [
    /^\s{2}\d{1,6} (?:tests? (?:passed|failed|skipped|todo)|uncaught exceptions?|unhandled rejections?)\b/,
  ],
  marks: [/^\s{2}✘ \[fail\]: /],
  nothing: [/^\s{2}✘ (?:Couldn’t find any files to test|No tests found|Based on your configuration)/],
  apart: true,
})
