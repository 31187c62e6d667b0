import { defineTool, type Tool } from '../tool.js'

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
