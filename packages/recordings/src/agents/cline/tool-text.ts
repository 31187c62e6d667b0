/** Calls that a model wrote as tags into its text, and results that stand as text. Shapes: docs/sources/cline.md. */

import { isObject, objectsOf, parsedJson, stringIn } from '../../json-value.js'

/** Tools that are called by tags. Sources: `src/shared/tools.ts` of both programs. */
const toolNames =
  `execute_command read_file write_to_file replace_in_file apply_diff insert_content search_and_replace
  search_replace edit_file edit apply_patch search_files list_files list_code_definition_names browser_action use_mcp_tool
  access_mcp_resource load_mcp_documentation ask_followup_question attempt_completion switch_mode new_task
  fetch_instructions codebase_search update_todo_list run_slash_command generate_image plan_mode_respond
  act_mode_respond new_rule condense report_bug summarize_task web_fetch web_search use_skill use_subagents
  generate_explanation read_command_output`.split(/\s+/)
const tools: ReadonlySet<string> = new Set(toolNames)
const opening = new RegExp(`<(${toolNames.join('|')})>`, 'g')
const parameter = /\s*<([a-z_]{1,40})>/y

/** True for the name of a tool of these programs. */
export function isToolName(name: string): boolean {
  return tools.has(name)
}

/** What a model says in a text, and the calls in it. One that is not closed takes the rest of the text. */
export function taggedCallsIn(text: string) {
  const calls: { readonly name: string; readonly input: { readonly [parameter: string]: unknown } }[] = []
  const plain = withoutThoughts(text)
  let said = ''
  let from = 0
  opening.lastIndex = 0
  for (let found = opening.exec(plain); found !== null; found = opening.exec(plain)) {
    const [tag, name = ''] = found
    const closing = `</${name}>`
    const end = plain.indexOf(closing, found.index)
    said += plain.slice(from, found.index)
    from = end === -1 ? plain.length : end + closing.length
    opening.lastIndex = from
    calls.push({
      name,
      input: parametersIn(plain.slice(found.index + tag.length, end === -1 ? undefined : end)),
    })
  }
  return { said: (said + plain.slice(from)).trim(), calls }
}

function withoutThoughts(text: string): string {
  const [first = '', ...rest] = text.split('<thinking>')
  return rest.reduce((kept, thought) => {
    const end = thought.indexOf('</thinking>')
    return kept + (end === -1 ? `<thinking>${thought}` : thought.slice(end + '</thinking>'.length))
  }, first)
}

/** A value ends at its tag's first end; what is written into a file can hold its own tag. */
function parametersIn(body: string) {
  const values = new Map<string, unknown>()
  parameter.lastIndex = 0
  for (let found = parameter.exec(body); found !== null; found = parameter.exec(body)) {
    const [, name = ''] = found
    const from = parameter.lastIndex
    const closing = `</${name}>`
    const end = name === 'content' ? body.lastIndexOf(closing) : body.indexOf(closing, from)
    values.set(name, body.slice(from, end < from ? undefined : end).replace(/^\n|\n$/g, ''))
    if (end < from) break
    parameter.lastIndex = end + closing.length
  }
  // The `args` of some hold paths in tags of their own.
  const paths = [...String(values.get('args') ?? '').matchAll(/<path>([^<]{1,1000})<\/path>/g)]
  if (paths.length > 0)
    values.set(
      'paths',
      paths.map(([, path = '']) => path.trim()),
    )
  return Object.fromEntries(values)
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
/** How a text says that a file is as it was meant to be. */
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
