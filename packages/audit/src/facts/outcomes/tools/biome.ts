import { defineTool, type Tool } from '../tool.js'

/** Biome. */
export const biome: Tool = defineTool({
  id: 'biome',
  kind: 'lint',
  programs: 'biome',
  command: ({ program, words }) => program === 'biome' && words[1] === 'format',
  prints:
    /^Checked \d{1,6} files? in \d|^No files were processed in the specified paths|^Formatted \d{1,6} files? in \d/m,
  summary: [/^Found \d{1,6} (?:errors?|warnings?)\.?\s*$/],
  success: [/^(?:Checked|Formatted|Linted) [1-9]\d{0,5} files? in \d/],
  nothing: [/^No files were processed in the specified paths|^(?:Checked|Formatted) 0 files/],
})
