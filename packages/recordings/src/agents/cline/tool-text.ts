/** Calls that a model wrote as tags into its text, and the results that stand as text. Shapes: docs/sources/cline.md. */

/** A call in a text. */
export interface TaggedCall {
  /** The tool's name. */
  readonly name: string
  /** Its parameters, each a text. */
  readonly input: { readonly [parameter: string]: unknown }
}

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

/** What a model says in a text, and the calls in it. */
export function readTagged(text: string): {
  readonly said: string
  readonly calls: readonly TaggedCall[]
} {
  const calls: TaggedCall[] = []
  const said: string[] = []
  const plain = withoutThoughts(text)
  let from = 0
  opening.lastIndex = 0
  for (let found = opening.exec(plain); found !== null; found = opening.exec(plain)) {
    const [tag, name = ''] = found
    said.push(plain.slice(from, found.index))
    const { input, end } = readParameters(plain, found.index + tag.length, `</${name}>`)
    calls.push({ name, input })
    from = end
    opening.lastIndex = end
  }
  said.push(plain.slice(from))
  return { said: said.join('').trim(), calls }
}

/** What stands between two tags, trimmed, where both are there. One look at the text, however it is made. */
export function between(
  text: string,
  tags: readonly string[],
): { readonly tag: string; readonly inner: string } | null {
  for (const tag of tags) {
    const from = text.indexOf(`<${tag}>`)
    const to = from === -1 ? -1 : text.indexOf(`</${tag}>`, from)
    if (to !== -1) {
      return { tag, inner: text.slice(from + tag.length + 2, to).trim() }
    }
  }
  return null
}

function withoutThoughts(text: string): string {
  const [first = '', ...rest] = text.split('<thinking>')
  if (rest.length === 0) {
    return text
  }
  const kept = rest.map((thought) => {
    const end = thought.indexOf('</thinking>')
    return end === -1 ? `<thinking>${thought}` : thought.slice(end + '</thinking>'.length)
  })
  return first + kept.join('')
}

/** The parameters up to the tag that ends the call, or to the end of the text. A value ends at its tag's first end. */
function readParameters(
  text: string,
  start: number,
  closing: string,
): { readonly input: TaggedCall['input']; readonly end: number } {
  const values = new Map<string, string>()
  const lastClosing = text.lastIndexOf(closing)
  let at = start
  for (;;) {
    parameter.lastIndex = at
    const [tag, name] = parameter.exec(text) ?? []
    if (tag === undefined || name === undefined) {
      const end = lastClosing < at ? -1 : text.indexOf(closing, at)
      return { input: inputOf(values), end: end === -1 ? text.length : end + closing.length }
    }
    const from = at + tag.length
    const end = endOfValue(text, from, `</${name}>`, lastClosing < from ? null : closing)
    values.set(name, text.slice(from, end).replace(/^\n|\n$/g, ''))
    at = Math.min(text.length, end + name.length + 3)
  }
}

/** What is written into a file can hold its own tag: it ends at the last one before the call ends. */
function endOfValue(text: string, from: number, end: string, closing: string | null): number {
  const first = text.indexOf(end, from)
  if (first === -1) {
    return closing === null ? text.length : text.indexOf(closing, from)
  }
  const call = closing === null ? -1 : text.indexOf(closing, first)
  return end === '</content>' && call !== -1 ? Math.max(first, text.lastIndexOf(end, call)) : first
}

/** The `args` of some hold paths in tags of their own. */
function inputOf(values: ReadonlyMap<string, string>): TaggedCall['input'] {
  const paths = [...(values.get('args') ?? '').matchAll(/<path>([^<]{1,1000})<\/path>/g)]
  const named = paths.map(([, path = '']) => path.trim())
  return { ...Object.fromEntries(values), ...(named.length === 0 ? {} : { paths: named }) }
}

/** A result that stands as text under a line that names its call. */
export interface NamedResult {
  /** The tool's name. */
  readonly name: string
  /** What came back. */
  readonly output: string
}

const resultHead = /(?:^|\n)\[([a-z_]{2,40})\b[^\n]{0,2000}?\] Result:[ \t]*\n*/g

/** A text's part before the first result in it, and the results, in order. */
export function readResults(text: string): {
  readonly before: string
  readonly results: readonly NamedResult[]
} {
  const heads = [...text.matchAll(resultHead)].filter(([, name = '']) => tools.has(toolOf(name)))
  const results = heads.map((head, index): NamedResult => {
    const [line, name = ''] = head
    return {
      name: toolOf(name),
      output: text.slice(head.index + line.length, heads[index + 1]?.index).trim(),
    }
  })
  return { before: text.slice(0, heads[0]?.index), results }
}

/** One tool's results have another name than its calls. */
function toolOf(name: string): string {
  return name === 'subagents' ? 'use_subagents' : name
}
