/** The lines of a neutral recording, checked field by field. Source: docs/sources/neutral-recording.md. */

import type { RunTrigger } from '@todo-ledger/core'
import type { ProfileDeclaration } from '@todo-ledger/core/recording'
import { jsonExcess } from '../../json-excess.js'
import { isObject, type JsonObject, momentOf, nestsTooDeep, surelyShallow } from '../../json-value.js'
import { RecordingError } from '../../recording-error.js'
import { statedUsage, type TokenUsage } from '../../token-usage.js'

/** The first line's words for what it is. */
const neutralVersion = 'todo-ledger/1'

/** The first line. */
export interface NeutralHeader {
  /** The session's id. */
  readonly session: string
  /** The profile's name. */
  readonly profile: string
  /** What the recording says of it, or null. */
  readonly declares: ProfileDeclaration | null
  /** The session that started it as a sub-agent, or null. */
  readonly parent: string | null
  /** The list's goal, or null. */
  readonly goal: string | null
}

/** A tool call. */
export interface NeutralCall {
  /** Its id. */
  readonly id: string
  /** The tool's name. */
  readonly name: string
  /** The tool's input; an empty object where the line gives none. */
  readonly input: unknown
  /** Whether it worked, or null where the line does not say. */
  readonly ok: boolean | null
  /** What came back, or null where the line does not say. */
  readonly output: string | null
  /** The structured result beside the text, or null. */
  readonly details: unknown
}

/** What a line says. */
export type NeutralLine =
  | { readonly kind: 'input'; readonly text: string; readonly trigger: RunTrigger }
  | {
      readonly kind: 'turn'
      readonly text: string | null
      readonly calls: readonly NeutralCall[]
      readonly complete: boolean
      readonly usage: TokenUsage | null
    }
  | {
      readonly kind: 'subagent'
      readonly child: string
      readonly call: string | null
      readonly text: string | null
      /** Null where the line says nothing of them: the child's log is missing. */
      readonly calls: readonly NeutralCall[] | null
    }
  | { readonly kind: 'nag'; readonly text: string }
  | { readonly kind: 'compacted'; readonly summary: string | null }
  | { readonly kind: 'yield'; readonly to: 'idle' | 'dormant' | 'waiting' }
  | { readonly kind: 'end' }

/** A line with the time that it gives, if it gives one. */
export type TimedLine = NeutralLine & {
  /** When, or null. */
  readonly at: Date | null
}

/** What can start a run. */
export const triggers: readonly RunTrigger[] = [
  'user',
  'external',
  'continuation',
  'wake',
  'reply',
  'subagent',
  'unknown',
]

type DeclaredRule = ProfileDeclaration['rules'][number]

/** Reads the fields of one line; every mistake names file, line and field, and says what was expected. */
export class NeutralFields {
  readonly #record: JsonObject
  readonly #file: string
  readonly #line: number
  readonly #path: string

  /** Made by `ofLine` alone. */
  constructor(record: JsonObject, file: string, line: number, path: string) {
    this.#record = record
    this.#file = file
    this.#line = line
    this.#path = path
  }

  /** @throws RecordingError `bad-recording` where the line is no JSON object */
  static ofLine(text: string, file: string, line: number): NeutralFields {
    const excess = jsonExcess(text)
    if (excess !== null) {
      throw new RecordingError('bad-recording', file, excess, line)
    }
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch (error) {
      throw new RecordingError('bad-recording', file, 'this is no JSON; each line is one JSON object', line, {
        cause: error,
      })
    }
    if (!isObject(value)) {
      throw new RecordingError('bad-recording', file, `expected a JSON object, got ${nameOf(value)}`, line)
    }
    if (!surelyShallow(text) && nestsTooDeep(value)) {
      throw new RecordingError('bad-recording', file, 'this is nested deeper than 500 levels', line)
    }
    return new NeutralFields(value, file, line, '')
  }

  /** True where the line has the field. */
  has(field: string): boolean {
    return Object.hasOwn(this.#record, field)
  }

  /** The first line. */
  header(): NeutralHeader {
    if (this.#record['recording'] !== neutralVersion) {
      throw this.#wrong('recording', JSON.stringify(neutralVersion))
    }
    return {
      session: this.#name('session'),
      profile: this.#name('profile'),
      declares: this.#optional('declares', () => this.#declaration()),
      parent: this.#optional('parent', () => this.#name('parent')),
      goal: this.#optional('goal', () => this.#text('goal')),
    }
  }

  /** Any other line. */
  content(): TimedLine {
    return { ...this.#contentWithoutTime(), at: this.#optional('at', () => this.#time('at')) }
  }

  #contentWithoutTime(): NeutralLine {
    if (this.has('turn')) {
      return this.#turn()
    }
    if (this.has('input')) {
      const trigger = this.#optional('trigger', () => this.#oneOf('trigger', triggers)) ?? 'unknown'
      return { kind: 'input', text: this.#text('input'), trigger }
    }
    if (this.has('subagent')) {
      return {
        kind: 'subagent',
        child: this.#name('subagent'),
        call: this.#optional('call', () => this.#name('call')),
        text: this.#optional('text', () => this.#text('text')),
        calls: this.#optional('calls', () => this.#calls()),
      }
    }
    if (this.has('nag')) {
      return { kind: 'nag', text: this.#text('nag') }
    }
    if (this.has('compacted')) {
      this.#oneOf('compacted', [true])
      return { kind: 'compacted', summary: this.#optional('summary', () => this.#text('summary')) }
    }
    if (this.has('yield')) {
      return { kind: 'yield', to: this.#oneOf('yield', ['idle', 'dormant', 'waiting']) }
    }
    if (this.has('end')) {
      this.#oneOf('end', [true])
      return { kind: 'end' }
    }
    const known = '"input", "turn", "end", "compacted", "subagent", "nag" or "yield"'
    throw this.#mistake(`expected a line with ${known}; it has none of them`)
  }

  #declaration(): ProfileDeclaration {
    const fields = this.#object('declares')
    return {
      source: fields.#text('source'),
      tools: fields.#list('tools').map((tool) => {
        if (typeof tool === 'string' && tool !== '') return tool
        throw fields.#wrong('tools', 'a list of names')
      }),
      rules: fields.#list('rules').map((rule, index) => fields.#rule(rule, index)),
    }
  }

  #rule(rule: unknown, index: number): DeclaredRule {
    const path = `${this.#path}rules[${index}]`
    if (!isObject(rule)) throw this.#mistake(`${path}: expected an object, got ${nameOf(rule)}`)
    const fields = new NeutralFields(rule, this.#file, this.#line, `${path}.`)
    const options = fields.#optional('options', () => fields.#object('options').#record)
    return {
      id: fields.#name('id'),
      mode: fields.#oneOf('mode', ['reject', 'flag', 'off']),
      // It was read from JSON.
      ...(options === null ? {} : { options: options as NonNullable<DeclaredRule['options']> }),
    }
  }

  #object(field: string): NeutralFields {
    const value = this.#record[field]
    if (!isObject(value)) throw this.#wrong(field, 'an object')
    return new NeutralFields(value, this.#file, this.#line, `${this.#path}${field}.`)
  }

  #list(field: string): readonly unknown[] {
    const value = this.#record[field]
    if (!Array.isArray(value)) throw this.#wrong(field, 'a list')
    return value
  }

  #turn(): NeutralLine {
    const number = this.#record['turn']
    if (typeof number !== 'number' || !Number.isSafeInteger(number) || number < 1) {
      throw this.#wrong('turn', 'a whole number from 1')
    }
    return {
      kind: 'turn',
      text: this.#optional('text', () => this.#text('text')),
      calls: this.#optional('calls', () => this.#calls()) ?? [],
      complete: this.#optional('complete', () => this.#oneOf('complete', [true, false])) ?? true,
      usage: this.#optional('usage', () => this.#object('usage').#spent()),
    }
  }

  #spent(): TokenUsage | null {
    const amount = (field: string): readonly unknown[] => [
      this.#optional(field, () => {
        const value = this.#record[field]
        if (typeof value === 'number' && value >= 0) return value
        throw this.#wrong(field, 'a number from 0')
      }),
    ]
    return statedUsage({
      input: amount('input'),
      output: amount('output'),
      cacheRead: amount('cacheRead'),
      cacheWrite: amount('cacheWrite'),
      cost: amount('cost'),
    })
  }

  #calls(): readonly NeutralCall[] {
    const calls = this.#record['calls']
    if (!Array.isArray(calls)) {
      throw this.#wrong('calls', 'a list of calls')
    }
    return calls.map((call: unknown, index) => {
      const path = `${this.#path}calls[${index}]`
      if (!isObject(call)) {
        throw this.#mistake(`${path}: expected an object, got ${nameOf(call)}`)
      }
      const fields = new NeutralFields(call, this.#file, this.#line, `${path}.`)
      return {
        id: fields.#name('id'),
        name: fields.#name('name'),
        input: call['input'] ?? {},
        ok: fields.#optional('ok', () => fields.#oneOf('ok', [true, false])),
        output: fields.#optional('output', () => fields.#text('output')),
        details: call['details'] ?? null,
      }
    })
  }

  /** Some hosts write null for what they leave out. */
  #optional<T>(field: string, read: () => T): T | null {
    return this.has(field) && this.#record[field] !== null ? read() : null
  }

  #text(field: string): string {
    const value = this.#record[field]
    if (typeof value !== 'string') {
      throw this.#wrong(field, 'a text')
    }
    return value
  }

  #name(field: string): string {
    const value = this.#record[field]
    if (typeof value !== 'string' || value === '') {
      throw this.#wrong(field, 'a text that is not empty')
    }
    return value
  }

  #time(field: string): Date {
    const moment = momentOf(this.#record[field])
    if (moment === null) {
      throw this.#wrong(field, 'a time such as "2026-01-05T10:00:00Z"')
    }
    return moment
  }

  #oneOf<const T extends string | boolean>(field: string, values: readonly T[]): T {
    const value = this.#record[field]
    const found = values.find((each) => each === value)
    if (found === undefined) {
      throw this.#wrong(field, values.map((each) => JSON.stringify(each)).join(' or '))
    }
    return found
  }

  #wrong(field: string, expected: string): RecordingError {
    const found = this.has(field) ? `got ${nameOf(this.#record[field])}` : 'it is missing'
    return this.#mistake(`${this.#path}${field}: expected ${expected}, ${found}`)
  }

  #mistake(message: string): RecordingError {
    return new RecordingError('bad-recording', this.#file, message, this.#line)
  }
}

/** A value of JSON as an error names it: short, and never raw. */
function nameOf(value: unknown): string {
  if (Array.isArray(value)) {
    return 'a list'
  }
  if (isObject(value)) {
    return 'an object'
  }
  const text = JSON.stringify(value)
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}
