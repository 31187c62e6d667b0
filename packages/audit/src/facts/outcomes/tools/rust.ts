/** Cargo. */

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

/** Cargo's builds and checks, and rustc. */
const said = {
  success: [/^\s{0,4}Finished (?:`?\w{1,20}`? |release|dev|test)/],
  failed: [/^error: (?:could not compile|aborting due to|failed to run custom build command)/],
  marks: [/^error\[E\d{4}\]/, /^error: \S/],
}

/** `cargo build`. */
export const cargoBuild: Tool = defineTool({
  id: 'cargo-build',
  kind: 'build',
  programs: 'cargo rustc wasm-pack maturin',
  prints: /^\s{3,4}Finished `?\w{1,20}`? (?:profile )?\[|^error\[E\d{4}\]|^error: could not compile/m,
  ...said,
})

/** `cargo check`. */
export const cargoCheck: Tool = defineTool({
  id: 'cargo-check',
  kind: 'typecheck',
  programs: 'cargo',
  // What it prints is a build's, too, and read as such.
  prints: /$^/,
  ...said,
})

/** Clippy, whose lints are errors where they are denied; without one it ends as a build does. */
export const clippy: Tool = defineTool({
  id: 'clippy',
  kind: 'lint',
  command: ({ program, words }) => program === 'cargo' && words.includes('clippy'),
  prints: /\bclippy::[a-z_]{3,60}\b|rust-clippy\/master/,
  success: [/^\s{0,4}Finished [`\w]/],
  failed: [/^error: could not compile/],
  marks: [/^error(?:\[E\d{4}\])?: /],
})
