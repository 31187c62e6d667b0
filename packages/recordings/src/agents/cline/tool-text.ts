/** Results of Cline's tools that stand as text. Shapes: docs/sources/agents.md#cline-and-roo-code. */

import { isObject, objectsOf, parsedJson, stringIn } from '../../json.js'

/** Tools whose results stand under their names. Sources: `src/shared/tools.ts` of both programs. */
const tools: ReadonlySet<string> = new Set(
  `execute_command read_file write_to_file replace_in_file apply_diff insert_content search_and_replace
  search_replace edit_file edit apply_patch search_files list_files list_code_definition_names browser_action use_mcp_tool
  access_mcp_resource load_mcp_documentation ask_followup_question attempt_completion switch_mode new_task
  fetch_instructions codebase_search update_todo_list run_slash_command generate_image plan_mode_respond
  act_mode_respond new_rule condense report_bug summarize_task web_fetch web_search use_skill use_subagents
  generate_explanation read_command_output`.split(/\s+/),
)

export function isToolName(name: string): boolean {
  return tools.has(name)
}

/** What stands between two tags, trimmed, where both are there. */
export function textBetween(text: string, tags: readonly string[]) {
  for (const tag of tags) {
    // The person's words name the mode in their tag.
    const opens = new RegExp(`<${tag}(?: [^>]{0,100})?>`).exec(text)
    const from = opens === null ? 0 : opens.index + opens[0].length
    const to = opens === null ? -1 : text.indexOf(`</${tag}>`, from)
    if (to !== -1) return { tag, inner: text.slice(from, to).trim() }
  }
  return null
}

const resultHead = /(?:^|\n)\[([a-z_]{2,40})\b[^\n]{0,2000}?\] Result:[ \t]*\n*/g

/** A text's part before the first result that stands under a line that names its tool, and the results. */
export function namedResultsIn(text: string) {
  // One tool's results have another name than its calls.
  const heads = [...text.matchAll(resultHead)]
    .map((head) => ({ head, name: head[1] === 'subagents' ? 'use_subagents' : (head[1] ?? '') }))
    .filter(({ name }) => tools.has(name))
  const results = heads.map(({ head, name }, index) => ({
    name,
    output: text.slice(head.index + head[0].length, heads[index + 1]?.head.index).trim(),
  }))
  return { before: text.slice(0, heads[0]?.head.index), results }
}

/** How a result begins that says that nothing was done, or that it failed. Sources: `src/core/prompts/responses.ts` of both. */
const failures =
  /^\s*(?:The tool execution failed|The user denied this|User declined|Tool \[|Skipp(?:ed|ing) |Error\b|\[ERROR\]|Missing value for|Invalid |Unable to apply diff|Failed to |This is likely because the SEARCH|Access to \S+ is blocked|This tool cannot be used|Working directory '|File does not exist|<error>|\{\s*"status"\s*:\s*"(?:error|denied)")/i
const saved =
  /was successfully saved to|<operation>(?:created|modified)|"operation"\s*:\s*"(?:created|modified)"|^\s*The (?:user made the following updates|updated content)/
const editors =
  /^(?:write_to_file|replace_in_file|apply_diff|insert_content|search_and_replace|search_replace|edit_file|edit|apply_patch|new_rule)$/
const commandEnded =
  /^\s*(?:Command terminated by signal|The command was (?:terminated after|cancelled)|Command cancelled)|^[^\n]*\bProcess terminated by signal/

/** Whether a call worked, null where its result does not say; and what came back. */
export function outcomeOf(
  name: string,
  came: string,
): { readonly ok: boolean | null; readonly output: string } {
  const answer = answerOf(name, came)
  if (answer !== null) return answer
  if (failures.test(came)) return { ok: false, output: came }
  if (name !== 'execute_command')
    return { ok: editors.test(name) && saved.test(came) ? true : null, output: came }
  // The exit code stands before what the command printed.
  const status = came.split(/\nOutput:/, 1)[0]?.slice(0, 2000) ?? ''
  const code = /\bexit code:? (-?\d{1,10})\b/i.exec(status)?.[1]
  const ended = commandEnded.test(status) ? false : null
  return { ok: code === undefined ? ended : Number(code) === 0, output: came }
}

/**
 * The answer of a tool of Cline's program: a list of `{query, result, error, success}`, one of them, or what a sub-agent
 * came back with. Of several commands all must work, of several looks one.
 */
function answerOf(tool: string, came: string): { readonly ok: boolean; readonly output: string } | null {
  const answer = /^\s*[[{]\s*["{]/.test(came) ? parsedJson(came) : undefined
  const reason = isObject(answer) ? stringIn(answer, 'finishReason') : null
  if (isObject(answer) && reason !== null && typeof answer['text'] === 'string')
    return { ok: reason === 'completed', output: answer['text'] }
  const parts = objectsOf(Array.isArray(answer) ? answer : [answer])
  if (!parts.every((part) => typeof part['success'] === 'boolean' && 'query' in part)) return null
  if (parts.length === 0) return null
  const worked = parts.filter(({ success }) => success === true).length
  const outputs = parts.map(({ result = '', error }) => {
    const text = typeof result === 'string' ? result : (JSON.stringify(result) ?? '')
    return text === '' && typeof error === 'string' ? error : text
  })
  return { ok: tool === 'run_commands' ? worked === parts.length : worked > 0, output: outputs.join('\n') }
}
