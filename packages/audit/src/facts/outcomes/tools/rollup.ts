import { defineTool, type Tool } from '../tool.js'

/** Rollup. */
export const rollup: Tool = defineTool({
  id: 'rollup',
  kind: 'build',
  programs: 'rollup rolldown microbundle',
  prints: /^created \S{1,300} in \d|^\[!\] /m,
  success: [/^created \S{1,300}(?:, \S{1,300}){0,20} in \d/],
  failed: [/^\[!\] \(?[\w\s-]{0,60}\)?\s?\w{0,20}(?:Error|error)\b/],
})
