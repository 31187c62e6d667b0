import { defineTool, type Tool } from '../tool.js'

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
