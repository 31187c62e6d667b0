/** The issues that beads prints, as JSON or as text. Source: github.com/steveyegge/beads, cmd/bd/{create,list,ready,show}.go. */

import { isObject, type JsonObject, parsedJson, stringIn } from '../../json-value.js'

/** An issue as beads prints it. */
export interface ShownIssue {
  /** Its id. */
  readonly id: string
  /** Its title. */
  readonly title: string | null
  /** Its status in beads' own word, or null where it is not shown. */
  readonly status: string | null
}

/** An id of beads: a prefix, a hyphen, letters and digits, and the numbers of parts: `bd-a3f8e9.1`. */
export const idPattern = '[A-Za-z][A-Za-z0-9_]*(?:-[A-Za-z0-9_]+)*-[a-z0-9]+(?:\\.\\d+)*'
const longestOutput = 1_000_000
const mostIssues = 2000
const longestLine = 2000
/** Beads says a line or two of each issue. */
const mostLinesOfOne = 1000
const aloneId = new RegExp(`^${idPattern}$`)
const created = new RegExp(
  `Created (?:issue|epic|bug|task)[^:\\n]{0,60}: (${idPattern})(?: [—–-] ([^\\n]{1,500}))?`,
)
const titled = /^\s{1,8}Title: (.{1,500})$/
const shown: readonly RegExp[] = [
  // ready: `1. [P1] [task] bd-1: Title`; the agents' own form of list: `bd-1: Title`
  new RegExp(`^\\s{0,8}(?:\\d{1,4}\\. )?(?:\\[[^\\]\\n]{1,40}\\] ){0,4}(${idPattern}): (\\S[^\\n]{0,500})$`),
  // list: `○ bd-1 [● P2] [task] - Title`
  new RegExp(
    `^\\s{0,8}(?:[^\\s\\w] )?(${idPattern}) (?:\\[[^\\]\\n]{1,40}\\] ?){1,4}[^\\n-]{0,40}- (\\S[^\\n]{0,500})$`,
  ),
  // show: `○ bd-1 · Title   [● P2 · OPEN]`
  new RegExp(`^\\s{0,8}(?:[^\\s\\w] )?(${idPattern}) · (\\S[^\\n]{0,500}?)\\s{2,}\\[[^\\n]{0,100}$`),
]

/** What stands before an issue in `bd list` and `bd show`: its status. Source: internal/ui/styles.go. */
const icons: ReadonlyMap<string, string> = new Map([
  ['○', 'open'],
  ['◐', 'in_progress'],
  ['●', 'blocked'],
  ['✓', 'closed'],
  ['❄', 'deferred'],
])

/** What one call of beads gave back. */
export class BeadsOutput {
  /** The issues in it, in the order in which they are shown. */
  readonly issues: readonly ShownIssue[]
  /** The ids that beads made, in the order in which it says so; `--silent` prints nothing else. */
  readonly made: readonly string[]
  readonly #lines: readonly string[]
  readonly #outcomes = new Map<string, 'done' | 'failed' | 'unsaid'>()

  /** @param output the text */
  constructor(output: string) {
    const text = output.slice(0, longestOutput)
    this.#lines = text.split(/\r?\n/).filter((line) => line.length <= longestLine)
    const found = jsonValues(text).flatMap((value) => issuesOf(value, 0))
    this.issues = (found.length > 0 ? found : issuesInLines(this.#lines)).slice(0, mostIssues)
    const said = this.#lines.flatMap((line) => created.exec(line)?.[1] ?? [])
    this.made =
      said.length > 0 ? said : this.#lines.map((line) => line.trim()).filter((line) => aloneId.test(line))
  }

  /** What it says of an id: that it was done, that it was not, or nothing. */
  outcomeOf(id: string): 'done' | 'failed' | 'unsaid' {
    const known = this.#outcomes.get(id) ?? this.#lookFor(id)
    this.#outcomes.set(id, known)
    return known
  }

  #lookFor(id: string): 'done' | 'failed' | 'unsaid' {
    const lines = this.#lines.filter((line) => line.includes(id)).slice(0, mostLinesOfOne)
    if (lines.some((line) => /(?:Closed|Updated issue:|Reopened|Deleted|Added dependency:?) /.test(line)))
      return 'done'
    return lines.some((line) => /\berror\b|not found|cannot|already claimed|failed/i.test(line))
      ? 'failed'
      : 'unsaid'
  }
}

function issuesInLines(lines: readonly string[]): readonly ShownIssue[] {
  const issues: ShownIssue[] = []
  for (const line of lines) {
    if (issues.length === mostIssues) break
    const [, made, said] = created.exec(line) ?? []
    const [, title] = titled.exec(line) ?? []
    const last = issues.at(-1)
    if (made !== undefined) issues.push({ id: made, title: said ?? null, status: 'open' })
    else if (title !== undefined && last?.title === null) issues.splice(-1, 1, { ...last, title })
    else {
      const [, id, name] = shown.map((pattern) => pattern.exec(line)).find((match) => match !== null) ?? []
      if (id === undefined || name === undefined) continue
      const icon = line.trimStart().slice(0, 1)
      // What is ready is open.
      const status = icons.get(icon) ?? (/^\d{1,4}\. /.test(line.trimStart()) ? 'open' : null)
      issues.push({ id, title: name.trim(), status })
    }
  }
  return issues
}

function issuesOf(value: unknown, depth: number): readonly ShownIssue[] {
  if (depth > 3) return []
  if (Array.isArray(value)) return value.slice(0, mostIssues).flatMap((each) => issuesOf(each, depth + 1))
  if (!isObject(value)) return []
  const own = issueOf(value)
  if (own !== null) return [own]
  return Object.values(value).flatMap((each) =>
    Array.isArray(each) || isObject(each) ? issuesOf(each, depth + 1) : [],
  )
}

function issueOf(value: JsonObject): ShownIssue | null {
  const id = stringIn(value, 'id')
  const title = stringIn(value, 'title')
  return id === null || title === null ? null : { id, title, status: stringIn(value, 'status') }
}

/** The JSON values that begin at a line's beginning. */
function jsonValues(text: string): readonly unknown[] {
  const values: unknown[] = []
  let at = 0
  while (at < text.length) {
    const char = text[at]
    if (char === '{' || char === '[') {
      const end = endOfValue(text, at)
      if (end === null) break
      const value = parsedJson(text.slice(at, end))
      if (value !== undefined) {
        values.push(value)
        at = end
      }
    }
    const next = text.indexOf('\n', at)
    if (next === -1) break
    at = next + 1
  }
  return values
}

function endOfValue(text: string, start: number): number | null {
  let depth = 0
  let isText = false
  for (let at = start; at < text.length; at += 1) {
    const char = text[at]
    if (isText) {
      if (char === '\\') at += 1
      else if (char === '"') isText = false
    } else if (char === '"') isText = true
    else if (char === '{' || char === '[') {
      depth += 1
      if (depth > 100) return null
    } else if (char === '}' || char === ']') {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return null
}
