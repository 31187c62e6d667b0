/** The texts of a step: what an edit changes rather than its two sides, a result without what nobody needs. */

/** So many characters are kept of an input and of an output. */
const kept = 12_000

/** Redaction sees so much more on each side of a cut: a secret that the cut goes through would not be known as one. */
const margin = 4000

/** A text of about so many characters: its head and its tail, with how much is left out between them. */
export function cutText(text: string, most: number): string {
  // Leaving out less than the note on it takes saves nothing.
  if (text.length <= most + 40) return text
  const head = Math.ceil(most * 0.62)
  const tail = most - head
  const left = text.length - head - tail
  return `${text.slice(0, head)} […${left} characters left out…] ${text.slice(text.length - tail)}`
}

function keptOf(text: string, redact: (text: string) => string): string {
  return cutText(redact(cutText(text, kept + 2 * margin)), kept)
}

/** What a call is given: each field on a line of its own; an edit by the lines that differ. */
export function inputText(input: unknown, redact: (text: string) => string): string {
  return keptOf(
    textOf(input, (text) => keptOf(text, redact)),
    (text) => text,
  )
}

/** The fields in which editors say what stood there, each with those that may say what stands there now. */
const former = /^(?:old_?(?:string|str|text|content)|search|find)$/i
const present = /^(?:new_?(?:string|str|text|content)|replace(?:ment)?)$/i

function textOf(value: unknown, keep: (text: string) => string): string {
  if (typeof value === 'string') return keep(value)
  if (Array.isArray(value)) {
    const isArgv = value.every((each) => typeof each === 'string')
    return value.map((each) => textOf(each, keep)).join(isArgv ? ' ' : '\n')
  }
  if (typeof value !== 'object' || value === null) return keep(String(value ?? ''))
  const fields = Object.entries(value)
  const old = fields.find(([name, text]) => former.test(name) && typeof text === 'string')
  const put = fields.find(([name, text]) => present.test(name) && typeof text === 'string')
  const isEdit = old !== undefined && put !== undefined
  const lines = fields
    .filter(([, each]) => each !== false && each !== null && each !== '')
    .filter(([name]) => !isEdit || (name !== old[0] && name !== put[0]))
    .map(([name, each]) => `${keep(name)}: ${textOf(each, keep)}`)
  if (isEdit) lines.push(differingLines(keep(String(old[1])), keep(String(put[1]))))
  return lines.join('\n')
}

/** The lines that were taken out (`- `) and put in (`+ `), each group with the line before it. */
export function differingLines(before: string, after: string): string {
  const [old, put] = [before.split('\n'), after.split('\n')]
  const lines: string[] = []
  let context: string | null = null
  const add = (sign: string, line: string): void => {
    if (context !== null) lines.push(`  ${context}`)
    context = null
    lines.push(`${sign} ${line}`)
  }
  for (let i = 0, j = 0; i < old.length || j < put.length; ) {
    if (i < old.length && j < put.length && old[i] === put[j]) {
      context = old[i] ?? ''
      i += 1
      j += 1
      continue
    }
    // Where the two meet again, by the nearest line that both have.
    let [gone, come] = [old.length - i, put.length - j]
    for (let at = i; at < old.length && at - i < gone + come; at += 1) {
      const found = put.indexOf(old[at] ?? '', j)
      if (found >= 0 && at - i + found - j < gone + come) [gone, come] = [at - i, found - j]
    }
    for (const line of old.slice(i, i + gone)) add('-', line)
    for (const line of put.slice(j, j + come)) add('+', line)
    i += gone
    j += come
  }
  return lines.join('\n')
}

/** What hosts put around a result, and what tells nothing of it. */
const boilerplate: readonly RegExp[] = [
  /<system-reminder>[\s\S]*?(?:<\/system-reminder>|$)/g,
  /<usage>[\s\S]*?<\/usage>/g,
  /^(?:Exit code: 0|Wall time: .*|Chunk ID: .*|Original token count: .*|Process exited with code 0|Total output lines: .*|Output:|agentId: .*\(for resuming.*)\n?/gm,
  /\s*Here's the result of running `cat -n` on a snippet of the edited file:/g,
]

/** A text that came back or was said: without boilerplate, a line that is repeated at once standing once, and without empty lines but one. */
export function outputText(text: string, redact: (text: string) => string): string {
  const rest = boilerplate.reduce((left, pattern) => left.replace(pattern, ''), keptOf(text, redact))
  return rest
    .replace(/^(.+)(?:\n\1)+$/gm, (all: string, line: string) => {
      return `${line}\n(the line before stands there ${all.split('\n').length} times)`
    })
    .replace(/[^\S\n]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+/, '')
    .trimEnd()
}

/** Lines that tell how a run ended, or begin a part of a file or a document. */
const fault =
  /\b(?:errors?|fail(?:ed|s|ures?|ing)?|exception|traceback|panic|fatal|denied|refused|not found|no such|cannot|can't|timed? ?out|undefined|unresolved)\b|✗|✖|❌|错误|失败/i
const summary =
  /\b\d+ (?:tests?|passed|passing|failed|failures?|errors?|warnings?|issues|problems|examples|files?)\b|\bexit(?:ed)?\b.{0,12}\d|^(?:ok|PASS|FAIL|Tests?|Test Files|Ran|Finished|BUILD|✓|✔)\b/i
const outline =
  /^(?:\d+\t|\s*\d+→|[+-] )?\s{0,4}(?:export|import|class|def|async|func|function|fn|pub|interface|type|struct|enum|impl|const|describe|it|test|public|private|protected|@\w+|#{1,4} |\*\*\* )/

/**
 * The most telling lines of a text in their order, within about so many characters; what is left out is said.
 * @param weightOf how much a line shares with what is looked for, 0 for nothing
 * @param isCode true where it is what was written: the errors that code speaks of did not happen
 */
export function excerptOf(
  text: string,
  most: number,
  weightOf: (line: string) => number,
  isCode = false,
): string {
  if (text.length <= most + 40) return text
  const lines = text.split('\n').map((line) => cutText(line, Math.max(120, most >> 2)))
  if (lines.length < 3) return cutText(text, most)
  const own = lines.map((line, index) => {
    const isEdge = index < 2 || index >= lines.length - 2
    const change = line.startsWith('+ ') ? 0.8 : line.startsWith('- ') ? 0.5 : 0
    const happened = isCode ? 0 : (fault.test(line) ? 1 : 0) + (summary.test(line) ? 1 : 0)
    const told = happened + (outline.test(line) ? 0.4 : 0)
    return 3 * weightOf(line) + told + change + (isEdge ? 1.2 : 0)
  })
  const order = lines.map((_, index) => index).sort((a, b) => around(own, b) - around(own, a) || a - b)
  const chosen = new Set<number>()
  let left = most
  for (const index of order) {
    const isBesideChosen = chosen.has(index - 1) || chosen.has(index + 1)
    const cost = (lines[index] ?? '').length + 1 + (isBesideChosen ? 0 : 24)
    if (cost > left) continue
    left -= cost
    chosen.add(index)
  }
  const shown: string[] = []
  let gone: string[] = []
  for (const [index, line] of [...lines, ''].entries()) {
    if (index < lines.length && !chosen.has(index)) gone.push(line)
    else {
      // A note is not shorter than a brace or an empty line.
      shown.push(...(gone.join('\n').length <= 24 ? gone : [`[…${gone.length} lines left out…]`]))
      gone = []
      if (index < lines.length) shown.push(line)
    }
  }
  return shown.join('\n')
}

/** A line's weight with a part of its neighbours': what stands beside a telling line explains it. */
function around(weights: readonly number[], index: number): number {
  const beside = Math.max(weights[index - 1] ?? 0, weights[index + 1] ?? 0)
  return (weights[index] ?? 0) + 0.4 * beside
}

/** Whether a result prints an error, whatever the host recorded. */
export function printsError(output: string): boolean {
  return output
    .split('\n')
    .some(
      (line) =>
        fault.test(line) && !/\b(?:0|no) (?:errors?|fail\w*|warnings?|problems?|issues?)\b/i.test(line),
    )
}
