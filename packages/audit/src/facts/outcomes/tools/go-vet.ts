import { defineTool, type Tool } from '../tool.js'

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
