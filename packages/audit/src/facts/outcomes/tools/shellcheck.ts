import { defineTool, type Tool } from '../tool.js'

/** ShellCheck: prints nothing when all is well. */
export const shellcheck: Tool = defineTool({
  id: 'shellcheck',
  kind: 'lint',
  programs: 'shellcheck',
  prints: /\bSC\d{4} \((?:error|warning|info|style)\): /,
  marks: [/\bSC\d{4} \((?:error|warning|info|style)\):/, /: (?:error|warning|note): .{1,300} \[SC\d{4}\]/],
  silent: true,
})
