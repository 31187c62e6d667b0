import { defineTool, type Tool } from '../tool.js'

/** `go test` gives a line for each package. */
export const goTest: Tool = defineTool({
  id: 'go-test',
  kind: 'test',
  command: ({ program, words }) => (program === 'go' && words.includes('test')) || program === 'gotestsum',
  prints:
    /^(?:ok|FAIL)\s{1,4}\t?\S{1,300}\s{1,4}(?:\(cached\)|[\d.]{1,10}s|\[)|^\?\s{1,6}\S{1,300}\s{1,6}\[no test files\]|^\s{0,12}--- (?:PASS|FAIL): |^DONE \d{1,6} tests/m,
  summary: [/^DONE \d{1,6} tests/],
  success: [
    /^ok\s{1,4}\t?\S{1,300}\s{1,4}(?:\(cached\)|[\d.]{1,10}s)(?!.{0,60}\[no tests to run\])/,
    /^PASS$/,
  ],
  failed: [/^FAIL(?:\s|$)/],
  marks: [/^\s{0,12}--- FAIL: /, /^panic: /],
  nothing: [/\[no tests to run\]|\[no test files\]|^testing: warning: no tests to run|matched no packages/],
  adds: true,
})
