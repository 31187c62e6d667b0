/** Go. */

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

/** `go vet` and `go build`: they print nothing when all is well, and one line for each error. */
const findings = [
  /^(?:vet: )?(?:\.{0,2}\/)?[^\s:]{1,200}\.go:\d{1,6}(?::\d{1,6})?: \S/,
  /^go: .{1,200}: (?:cannot find|no required module|module lookup disabled|no matching versions)/,
]

/** `go vet`. */
export const goVet: Tool = defineTool({
  id: 'go-vet',
  kind: 'lint',
  command: ({ program, words }) => (program === 'go' && words.includes('vet')) || program === 'staticcheck',
  prints: /^vet: \S{1,200}\.go:\d|^# \S{1,200}\n(?:vet: )?\S{1,200}\.go:\d{1,6}:\d{1,6}: /m,
  marks: findings,
  nothing: [/^(?:go: warning: .{1,200} matched no packages|no packages to vet)/],
  silent: true,
})

/** `go build`. */
export const goBuild: Tool = defineTool({
  id: 'go-build',
  kind: 'build',
  command: ({ program, words }) => program === 'go' && (words.includes('build') || words.includes('install')),
  prints:
    /^(?:\.{1,2}\/)?[^\s:]{1,200}\.go:\d{1,6}:\d{1,6}: (?:undefined|undeclared|cannot |syntax error|expected |missing |too many|not enough|invalid |declared and not used|[^\s:]{1,80} (?:redeclared|declared and not used)|"[^"]{1,120}" imported and not used)/m,
  marks: findings,
  nothing: [/^go: warning: .{1,200} matched no packages|^no Go files in /],
  silent: true,
})

/** golangci-lint. */
export const golangciLint: Tool = defineTool({
  id: 'golangci-lint',
  kind: 'lint',
  programs: 'golangci-lint',
  prints: /^\d{1,6} issues[.:]|^[^\s:]{1,200}\.go:\d{1,6}:\d{1,6}: .{1,600}\([a-z]{2,20}\)$/m,
  summary: [/^\d{1,6} issues[.:]/],
  failed: [/^level=error msg=/],
  marks: [/^(?:\[?[\w:-]{1,30}\]?\s)?[^\s:]{1,200}\.go:\d{1,6}:\d{1,6}: .{1,600}\([a-z]{2,20}\)$/],
  nothing: [/\bno go files to analyze\b/],
  silent: true,
})
