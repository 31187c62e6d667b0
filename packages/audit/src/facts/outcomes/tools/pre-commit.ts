import { defineTool, type Tool } from '../tool.js'

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
