/** Whether a call worked, as the text of its result says. Sources: `src/core/prompts/responses.ts` of both programs. */

/** How a result begins that says that nothing was done, or that it failed. */
const failures =
  /^\s*(?:The tool execution failed|The user denied this|User declined|Tool \[|Skipp(?:ed|ing) |Error\b|\[ERROR\]|Missing value for|Invalid |Unable to apply diff|Failed to |This is likely because the SEARCH|Access to \S+ is blocked|This tool cannot be used|Working directory '|File does not exist|<error>|\{\s*"status"\s*:\s*"(?:error|denied)")/i
/** How a text says that a file is as it was meant to be. */
const saved =
  /was successfully saved to|<operation>(?:created|modified)|"operation"\s*:\s*"(?:created|modified)"|^\s*The (?:user made the following updates|updated content)/
const exitCode = /\bexit code:? (-?\d{1,10})\b/i
const commandEnded =
  /^\s*(?:Command terminated by signal|The command was (?:terminated after|cancelled)|Command cancelled)|^[^\n]*\bProcess terminated by signal/
const editors: ReadonlySet<string> = new Set([
  'write_to_file',
  'replace_in_file',
  'apply_diff',
  'insert_content',
  'search_and_replace',
  'search_replace',
  'edit_file',
  'edit',
  'apply_patch',
  'new_rule',
])

/** Whether the call of this tool worked; null where its result does not say. */
export function outcomeOf(name: string, output: string): boolean | null {
  if (failures.test(output)) {
    return false
  }
  if (name === 'execute_command') {
    return commandOutcome(output)
  }
  return editors.has(name) && saved.test(output) ? true : null
}

/** The exit code stands before what the command printed. */
function commandOutcome(output: string): boolean | null {
  const status = output.split(/\nOutput:/, 1)[0]?.slice(0, 2000) ?? ''
  const code = exitCode.exec(status)
  return code !== null ? Number(code[1]) === 0 : commandEnded.test(status) ? false : null
}
