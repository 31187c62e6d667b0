import { defineTool, type Tool } from '../tool.js'

/** Minitest, that of Rails too. */
export const minitest: Tool = defineTool({
  id: 'minitest',
  kind: 'test',
  programs: 'minitest rails rake m',
  prints: /^\d{1,6} (?:runs|tests), \d{1,6} assertions, \d{1,6} failures/m,
  summary: [/^\d{1,6} (?:runs|tests), \d{1,6} assertions, \d{1,6} failures/],
})
