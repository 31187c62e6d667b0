/** What a result says in fields: `ok`, `success`, `error`, `status`, `exitCode`, counts of errors; in JSON, however wrapped. */

import { quoted } from './output-text.js'

/** What the fields of a result say. */
export interface FieldVerdict {
  /** How it came out. */
  readonly says: 'good' | 'bad' | 'cancelled' | 'running'
  /** The field that says it, such as `"success": false`. */
  readonly field: string
  /** True for what only the host or the protocol says: `isError`, `ok`, `success`. A field of data is not. */
  readonly sure: boolean
}

/** A result's text, out of its wrapping. */
export interface ResultText {
  /** What the tool printed, or the result as it is. */
  readonly text: string
  /** What its fields say, the worst of it; null where it has none that says anything. */
  readonly verdict: FieldVerdict | null
}

/** Longer texts are not parsed: they are data, not an answer. */
const longestJson = 200_000
const deepest = 6
const mostValues = 300
/** Fields that hold what was printed. */
const printed = ['output', 'stdout', 'stderr', 'aggregated_output', 'text', 'content', 'logs']
/** Fields that wrap a result. */
const wraps = [
  'functionResponse',
  'response',
  'result',
  'metadata',
  'structuredContent',
  'structured_content',
  'toolResult',
  'data',
]

/** Reads a result. Never throws; what is no JSON stands as it is. */
export function readResult(output: string): ResultText {
  const asIs: ResultText = { text: output, verdict: null }
  if (output.length > longestJson || !/^\s{0,100}[{[]/.test(output)) return asIs
  const held = parsed(output)
  if (held === undefined) return asIs
  const reader = new Reader()
  reader.visit(held, 0)
  return { text: reader.texts.length > 0 ? reader.texts.join('\n') : output, verdict: reader.verdict }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

class Reader {
  readonly texts: string[] = []
  verdict: FieldVerdict | null = null
  #left = mostValues

  visit(value: unknown, depth: number): void {
    this.#left -= 1
    if (depth > deepest || this.#left < 0 || typeof value !== 'object' || value === null) return
    if (Array.isArray(value)) {
      // A list of contents, not of data: each of its parts says what it is.
      for (const part of value.slice(0, 20)) if (isPart(part)) this.visit(part, depth + 1)
      return
    }
    for (const [key, field] of Object.entries(value).slice(0, 60)) {
      const said = verdictOf(key, field)
      if (said !== null && rank(said) > rank(this.verdict)) this.verdict = said
      if (typeof field === 'string' && printed.includes(key)) this.#print(field, depth)
      else if (wraps.includes(key) || (printed.includes(key) && typeof field === 'object'))
        this.visit(field, depth + 1)
    }
  }

  #print(text: string, depth: number): void {
    const held = /^\s{0,100}[{[]/.test(text) ? parsed(text) : undefined
    if (held === undefined) this.texts.push(text)
    else {
      const before = this.texts.length
      this.visit(held, depth + 1)
      if (this.texts.length === before) this.texts.push(text)
    }
  }
}

function isPart(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    ('type' in value || 'text' in value || 'functionResponse' in value || 'diagnostics' in value)
  )
}

function rank(verdict: FieldVerdict | null): number {
  if (verdict === null) return 0
  return (
    { good: 1, running: 2, cancelled: 3, bad: 4 }[verdict.says] +
    (verdict.sure ? 10 : 0) * (verdict.says === 'good' ? 0 : 1)
  )
}

const badWords =
  /^(?:error|errored|failed|failure|fail|denied|rejected|forbidden|unauthorized|invalid|not[_ -]?found|unhealthy|crashed|internal[_ -]?error)$/i
const cancelledWords = /^(?:cancell?ed|aborted|interrupted|timed?[_ -]?out|declined|skipped|killed)$/i
const runningWords = /^(?:running|pending|queued|in[_ -]?progress|building|started|waiting|async_launched)$/i
const goodWords =
  /^(?:ok|success|successful|succeeded|passed|pass|completed|complete|done|healthy|ready|deployed|up)$/i
const sureFields = /^(?:is_?error|ok|success|succeeded|exit_?code|return_?code)$/i
const flags = /^(?:ok|success|succeeded|passed)$/i
const counts = /^(?:errors?|error_?count|failed|failures|failed_?count|num_?failed_?tests|failed_?tests)$/i
const states = /^(?:status|state|result|outcome|conclusion)$/i
const httpFields = /^(?:status|status_?code|http_?status)$/i

function verdictOf(key: string, value: unknown): FieldVerdict | null {
  if (key.length > 40) return null
  const say = (says: FieldVerdict['says']): FieldVerdict => ({
    says,
    field: `${key}: ${shown(value)}`,
    sure: sureFields.test(key),
  })
  if (/^is_?error$/i.test(key)) return value === true ? say('bad') : null
  if (flags.test(key) && typeof value === 'boolean') return say(value ? 'good' : 'bad')
  if (/^(?:exit_?code|return_?code)$/i.test(key) && typeof value === 'number')
    return say(value === 0 ? 'good' : 'bad')
  if (/^error$/i.test(key)) return isSaid(value) ? say('bad') : null
  if (counts.test(key)) return isSome(value) ? say('bad') : null
  if (httpFields.test(key) && typeof value === 'number' && value >= 400 && value < 600) return say('bad')
  // What an editor lists for a file: errors are bad, an empty list is good.
  if (key === 'diagnostics' && Array.isArray(value)) return say(value.some(isError) ? 'bad' : 'good')
  if (states.test(key) && typeof value === 'string') {
    if (badWords.test(value)) return say('bad')
    if (cancelledWords.test(value)) return say('cancelled')
    if (runningWords.test(value)) return say('running')
    if (goodWords.test(value)) return say('good')
  }
  return null
}

function isSaid(value: unknown): boolean {
  return (
    value === true ||
    (typeof value === 'string' && value.trim() !== '' && !/^(?:null|none|false)$/i.test(value)) ||
    (typeof value === 'object' && value !== null && Object.keys(value).length > 0)
  )
}

function isError(diagnostic: unknown): boolean {
  if (typeof diagnostic !== 'object' || diagnostic === null) return false
  const severity: unknown = Object.getOwnPropertyDescriptor(diagnostic, 'severity')?.value
  return severity === 1 || (typeof severity === 'string' && /^error$/i.test(severity))
}

function isSome(value: unknown): boolean {
  return (typeof value === 'number' && value > 0) || (Array.isArray(value) && value.length > 0)
}

function shown(value: unknown): string {
  if (typeof value === 'string') return quoted(value)
  if (typeof value !== 'object' || value === null) return String(value)
  const message: unknown = Object.getOwnPropertyDescriptor(value, 'message')?.value
  if (typeof message === 'string') return quoted(message)
  return Array.isArray(value) ? `${value.length} of them` : '{…}'
}
