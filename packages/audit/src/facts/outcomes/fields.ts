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

/** A result's text, out of its wrapping, with the worst that its fields say. */
export interface ResultText {
  readonly text: string
  readonly verdict: FieldVerdict | null
}

/** Longer texts are not parsed: they are data, not an answer. */
const longestJson = 200_000
const deepest = 6
/** Fields that hold what was printed, and fields that wrap a result. */
const printed = /^(?:output|stdout|stderr|aggregated_output|text|content|logs)$/
const wraps = /^(?:functionResponse|response|result|metadata|structured_?[cC]ontent|toolResult|data)$/
const isOfContent = /^(?:type|text|functionResponse|diagnostics)$/

/** Reads a result. Never throws; what is no JSON stands as it is. */
export function readResult(output: string): ResultText {
  const held = output.length > longestJson ? undefined : parsed(output)
  if (held === undefined) return { text: output, verdict: null }
  const texts: string[] = []
  const verdicts: FieldVerdict[] = []
  const visit = (value: unknown, depth: number): void => {
    if (depth > deepest || typeof value !== 'object' || value === null) return
    const fields = Object.entries(value).slice(0, 60)
    if (Array.isArray(value)) {
      // A list of contents, not of data: each of its parts says what it is.
      const parts = fields.slice(0, 20).map(([, part]: [string, unknown]) => part)
      for (const part of parts)
        if (Object.keys(part ?? {}).some((key) => isOfContent.test(key))) visit(part, depth + 1)
      return
    }
    for (const [key, field] of fields) {
      const says = key.length > 40 ? null : saidBy(key, field)
      if (says !== null) verdicts.push({ says, field: `${key}: ${shown(field)}`, sure: sureFields.test(key) })
      const inner: unknown = typeof field === 'string' && printed.test(key) ? parsed(field) : field
      const before = texts.length
      if (wraps.test(key) || printed.test(key)) visit(inner, depth + 1)
      if (typeof field === 'string' && printed.test(key) && texts.length === before) texts.push(field)
    }
  }
  visit(held, 0)
  const [worst = null] = verdicts.sort((one, other) => rank(other) - rank(one))
  return { text: texts.length > 0 ? texts.join('\n') : output, verdict: worst }
}

function parsed(text: string): unknown {
  if (!/^\s{0,100}[{[]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function rank({ says, sure }: FieldVerdict): number {
  const base = { good: 1, running: 2, cancelled: 3, bad: 4 }[says]
  return base + (sure && says !== 'good' ? 10 : 0)
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

function saidBy(key: string, value: unknown): FieldVerdict['says'] | null {
  const name = key.toLowerCase().replaceAll('_', '')
  if (name === 'iserror') return value === true ? 'bad' : null
  if (name === 'interrupted') return value === true ? 'cancelled' : null
  if (name === 'backgroundtaskid') return typeof value === 'string' && value !== '' ? 'running' : null
  if (/^(?:ok|success|succeeded|passed)$/.test(name) && typeof value === 'boolean')
    return value ? 'good' : 'bad'
  if (/^(?:exit|return)code$/.test(name) && typeof value === 'number') return value === 0 ? 'good' : 'bad'
  if (name === 'error') return isSaid(value) ? 'bad' : null
  if (counts.test(key)) return (Array.isArray(value) ? value.length : Number(value)) > 0 ? 'bad' : null
  const isHttp = /^(?:status|statuscode|httpstatus)$/.test(name) && typeof value === 'number'
  if (isHttp) return value >= 400 && value < 600 ? 'bad' : null
  // What an editor lists for a file: errors are bad, an empty list is good.
  if (name === 'diagnostics' && Array.isArray(value)) return value.some(isError) ? 'bad' : 'good'
  if (!/^(?:status|state|result|outcome|conclusion)$/.test(name) || typeof value !== 'string') return null
  return states.find(([, words]) => words.test(value))?.[0] ?? null
}

function isSaid(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== '' && !/^(?:null|none|false)$/i.test(value)
  return value === true || (typeof value === 'object' && value !== null && Object.keys(value).length > 0)
}

function isError(diagnostic: unknown): boolean {
  if (typeof diagnostic !== 'object' || diagnostic === null || !('severity' in diagnostic)) return false
  return diagnostic.severity === 1 || /^error$/i.test(String(diagnostic.severity))
}

function shown(value: unknown): string {
  if (typeof value === 'string') return quoted(value)
  if (typeof value !== 'object' || value === null) return String(value)
  if ('message' in value && typeof value.message === 'string') return quoted(value.message)
  return Array.isArray(value) ? `${value.length} of them` : '{…}'
}
