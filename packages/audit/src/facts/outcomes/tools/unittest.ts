import { defineTool, type Tool } from '../tool.js'

/** Python's own test runner, and Django's. */
export const unittest: Tool = defineTool({
  id: 'unittest',
  kind: 'test',
  programs: 'unittest nose2 manage.py',
  command: ({ words }) => /^python/.test(words[0] ?? '') && words.includes('unittest'),
  prints: /^Ran \d{1,6} tests? in [\d.]{1,12}s/m,
  summary: [/^Ran \d{1,6} tests? in [\d.]{1,12}s/],
  success: [/^OK(?: \(.{1,100}\))?\s*$/],
  failed: [/^FAILED \((?:failures|errors|unexpected successes)=/],
  nothing: [/^Ran 0 tests in|^NO TESTS RAN/],
})
