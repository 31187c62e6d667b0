import { defineTool, type Tool } from '../tool.js'

/** Cargo's tests, summed up once for each binary, and those of nextest. */
export const cargoTest: Tool = defineTool({
  id: 'cargo-test',
  kind: 'test',
  programs: 'cargo cargo-nextest',
  prints: /^test result: |^running \d{1,6} tests?$|^\s{4,8}Summary \[.{1,20}\] \d{1,6} tests? run/m,
  summary: [/^test result: /, /^\s{4,8}Summary \[/],
  failed: [
    /^error: (?:test failed, to rerun|could not compile|test run failed)/,
    /^error: \d{1,5} targets? failed/,
  ],
  marks: [/^test .{1,300} \.\.\. FAILED$/, /^error(?:\[E\d{4}\])?: /],
  nothing: [/^error: no tests to run/],
  partial: [/^\s{2,8}Cancell?ing due to/],
  adds: true,
})
