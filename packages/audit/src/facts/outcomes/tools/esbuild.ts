import { defineTool, type Tool } from '../tool.js'

/** esbuild, and what bundles with it. */
export const esbuild: Tool = defineTool({
  id: 'esbuild',
  kind: 'build',
  programs: 'esbuild tsup tsdown unbuild',
  prints: /^[✘✖X] \[ERROR\]|^\s{0,2}⚡ ?️? ?(?:Done in|Build success)|^(?:ESM|CJS|DTS) .{0,12}Build /mu,
  summary: [/^\d{1,6} errors?\s*$/, /^\d{1,6} warnings? and \d{1,6} errors?\s*$/],
  success: [/⚡ ?️? ?(?:Done in \d|Build success)/u, /^✔ Build complete in \d/],
  failed: [/\bBuild failed\b|^Build failed with \d/],
  marks: [/^[✘✖X] \[ERROR\]/],
  silent: true,
})
