import { defineTool, type Tool } from '../tool.js'

/** TAP, and the reporters of Node.js, which count on lines of their own. */
export const tap: Tool = defineTool({
  id: 'tap',
  kind: 'test',
  programs: 'tap tape ava bats borp c8',
  command: ({ program, words, checks }) =>
    program === 'node' && checks.includes('test') && words.some((word) => word.startsWith('--test')),
  prints: /^TAP version 1[34]|^[ℹ#] (?:tests|pass|fail) \d{1,6}$|^1\.\.\d{1,6}\s*$|^not ok \d|^ok \d{1,6}\b/m,
  summary: [/^[ℹ#] (?:tests|suites|pass|fail|failed|cancelled|skipped|todo)\s{1,4}\d{1,6}$/],
  success: [/^# ok\s*$/],
  marks: [/^\s{0,20}not ok \d(?!.{0,300}# (?:TODO|SKIP))/i, /^✖ failing tests:/],
  nothing: [/^1\.\.0\b/, /^Could not find ['"].{1,200}['"]/],
  partial: [/^Bail out!/],
  apart: true,
})
