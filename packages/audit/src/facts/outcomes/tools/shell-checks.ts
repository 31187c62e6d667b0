/** Checks of shell scripts and of commits. */

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

/** pre-commit gives a line for each hook. */
export const preCommit: Tool = defineTool({
  id: 'pre-commit',
  kind: 'lint',
  programs: 'pre-commit prek',
  prints: /^.{1,200}\.{3,}\(?(?:no files to check\))?(?:Passed|Failed|Skipped)$/m,
  success: [/^.{1,200}\.{3,}Passed$/],
  failed: [/^.{1,200}\.{3,}\(?Failed\)?$/],
  nothing: [/^.{1,200}\.{3,}\(no files to check\)Skipped$/],
  adds: true,
})
