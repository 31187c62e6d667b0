/** What a result says in fields: `ok`, `success`, `error`, `status`, `exitCode`, counts of errors; in JSON, however wrapped. */

import { quoted } from './text.js'

/** What the fields of a result say. */
export interface FieldVerdict {
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
/** Fields that hold what was printed, and fields that wrap a result. */
const printed = /^(?:output|stdout|stderr|aggregated_output|text|content|logs)$/
const wraps = /^(?:functionResponse|response|result|metadata|structured_?[cC]ontent|toolResult|data)$/

/** Reads a result. Never throws; what is no JSON stands as it is. */
export function readResult(output: string): ResultText {
  const held = output.length > longestJson ? undefined : parsed(output)
  if (held === undefined) return { text: output, verdict: null }
  const reader = new Reader()
  reader.visit(held, 0)
  return { text: reader.texts.length > 0 ? reader.texts.join('\n') : output, verdict: reader.verdict }
}

function parsed(text: string): unknown {
  if (!/^\s{0,100}[{[]/.test(text)) return undefined
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
      if (typeof field === 'string' && printed.test(key)) this.#print(field, depth)
      else if (wraps.test(key) || printed.test(key)) this.visit(field, depth + 1)
    }
  }

  #print(text: string, depth: number): void {
    const before = this.texts.length
    const held = parsed(text)
    if (held !== undefined) this.visit(held, depth + 1)
    if (this.texts.length === before) this.texts.push(text)
  }
}

function isPart(value: unknown): boolean {
  const names = ['type', 'text', 'functionResponse', 'diagnostics']
  return typeof value === 'object' && value !== null && names.some((name) => name in value)
}

function rank(verdict: FieldVerdict | null): number {
  if (verdict === null) return 0
  const base = { good: 1, running: 2, cancelled: 3, bad: 4 }[verdict.says]
  return base + (verdict.sure && verdict.says !== 'good' ? 10 : 0)
}

const states: readonly (readonly [FieldVerdict['says'], RegExp])[] = [
  [
    'bad',
    /^(?:error|errored|failed|failure|fail|denied|rejected|forbidden|unauthorized|invalid|not[_ -]?found|unhealthy|crashed|internal[_ -]?error)$/i,
  ],
  ['cancelled', /^(?:cancell?ed|aborted|interrupted|timed?[_ -]?out|declined|skipped|killed)$/i],
  ['running', /^(?:running|pending|queued|in[_ -]?progress|building|started|waiting|async_launched)$/i],
  [
    'good',
    /^(?:ok|success|successful|succeeded|passed|pass|completed|complete|done|healthy|ready|deployed|up)$/i,
  ],
]
const sureFields =
  /^(?:is_?error|ok|success|succeeded|exit_?code|return_?code|interrupted|background_?task_?id)$/i
const counts = /^(?:errors?|error_?count|failed|failures|failed_?count|num_?failed_?tests|failed_?tests)$/i

function verdictOf(key: string, value: unknown): FieldVerdict | null {
  const says = key.length > 40 ? null : saidBy(key, value)
  return says === null ? null : { says, field: `${key}: ${shown(value)}`, sure: sureFields.test(key) }
}

function saidBy(key: string, value: unknown): FieldVerdict['says'] | null {
  if (/^is_?error$/i.test(key)) return value === true ? 'bad' : null
  if (/^interrupted$/i.test(key)) return value === true ? 'cancelled' : null
  if (/^background_?task_?id$/i.test(key)) return typeof value === 'string' && value !== '' ? 'running' : null
  if (/^(?:ok|success|succeeded|passed)$/i.test(key) && typeof value === 'boolean')
    return value ? 'good' : 'bad'
  if (/^(?:exit_?code|return_?code)$/i.test(key) && typeof value === 'number')
    return value === 0 ? 'good' : 'bad'
  if (/^error$/i.test(key)) return isSaid(value) ? 'bad' : null
  if (counts.test(key)) return isSome(value) ? 'bad' : null
  const isHttp = /^(?:status|status_?code|http_?status)$/i.test(key)
  if (isHttp && typeof value === 'number' && value >= 400 && value < 600) return 'bad'
  // What an editor lists for a file: errors are bad, an empty list is good.
  if (key === 'diagnostics' && Array.isArray(value)) return value.some(isError) ? 'bad' : 'good'
  if (!/^(?:status|state|result|outcome|conclusion)$/i.test(key) || typeof value !== 'string') return null
  return states.find(([, words]) => words.test(value))?.[0] ?? null
}

function isSaid(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== '' && !/^(?:null|none|false)$/i.test(value)
  return value === true || (typeof value === 'object' && value !== null && Object.keys(value).length > 0)
}

function isSome(value: unknown): boolean {
  return (typeof value === 'number' && value > 0) || (Array.isArray(value) && value.length > 0)
}

function isError(diagnostic: unknown): boolean {
  if (typeof diagnostic !== 'object' || diagnostic === null) return false
  const severity: unknown = Object.getOwnPropertyDescriptor(diagnostic, 'severity')?.value
  return severity === 1 || (typeof severity === 'string' && /^error$/i.test(severity))
}

function shown(value: unknown): string {
  if (typeof value === 'string') return quoted(value)
  if (typeof value !== 'object' || value === null) return String(value)
  const message: unknown = Object.getOwnPropertyDescriptor(value, 'message')?.value
  if (typeof message === 'string') return quoted(message)
  return Array.isArray(value) ? `${value.length} of them` : '{…}'
}
