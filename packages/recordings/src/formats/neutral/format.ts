/** The neutral recording, for hosts that this project does not know. Source: docs/sources/formats.md#the-neutral-recording. */

import { runTriggers } from '@todo-ledger/core'
import type { ProfileDeclaration } from '@todo-ledger/core/profiles'
import { type JsonObject, stringIn } from '../../json.js'
import { RecordedSession, type StepPlace } from '../../recorded-session.js'
import type { ReadContext, RecordingFormat, RecordReader } from '../../recording.js'
import { statedUsage } from '../../token-usage.js'
import { Fields } from './fields.js'

const version = 'todo-ledger/1'

/** What a line can say, by the field that it has. */
const kinds = ['turn', 'input', 'subagent', 'nag', 'compacted', 'yield', 'end'] as const

export const neutral: RecordingFormat = {
  name: 'neutral',
  certaintyOf: (record) => (stringIn(record, 'recording')?.startsWith('todo-ledger/') === true ? 1 : 0),
  reader: (context) => new NeutralReader(context),
}

class NeutralReader implements RecordReader {
  readonly #context: ReadContext
  readonly #children = new Map<string, RecordedSession>()
  readonly #calls = new Set<string>()
  #session: RecordedSession | null = null
  #first = 0
  #declares: ProfileDeclaration | null = null
  #at = new Date(0)
  #turns = 0
  #complete = true
  /** True where the last turn had no calls: the run is over, as soon as it is known whether it is parked. */
  #ended = false
  #over = false

  constructor(context: ReadContext) {
    this.#context = context
  }

  take(record: JsonObject, line: number): void {
    const fields = new Fields(record, this.#context.file, line)
    if (this.#session === null) {
      this.#session = this.#begin(fields)
      this.#first = line
    } else this.#takeLine(this.#session, fields, line)
  }

  finish(): void {
    if (this.#session === null) return
    this.#session.open({ at: this.#at, line: this.#first })
    this.#endRun(this.#session)
  }

  #begin(fields: Fields): RecordedSession {
    fields.oneOf('recording', [version])
    const identity = { id: fields.name('session'), profile: fields.name('profile') }
    this.#declares = fields.optional('declares', (field) => declarationIn(fields.object(field)))
    const parent = fields.optional('parent', fields.name)
    const goal = fields.optional('goal', fields.text)
    return new RecordedSession({ ...identity, declares: this.#declares, parent, goal }, this.#context.steps)
  }

  #takeLine(session: RecordedSession, fields: Fields, line: number): void {
    if (this.#over) throw fields.mistake('expected nothing after the line with "end"')
    this.#at = fields.optional('at', fields.time) ?? this.#at
    const place: StepPlace = { at: this.#at, line }
    // The first line has no time of its own: the session opens when the first thing happens in it.
    session.open({ at: this.#at, line: this.#first })
    const kind = kinds.find((each) => fields.has(each))
    if (this.#ended && kind !== 'yield') this.#endRun(session)
    switch (kind) {
      case 'turn':
        this.#takeTurn(session, fields, place)
        return
      case 'input': {
        this.#endRun(session)
        const trigger = fields.optional('trigger', (field) => fields.oneOf(field, runTriggers)) ?? 'unknown'
        session.receive({ trigger, text: fields.text('input'), place })
        return
      }
      case 'subagent':
        this.#moveWork(session, fields, place)
        return
      case 'nag':
        session.endTurn()
        session.remind(fields.text('nag'), place)
        return
      case 'compacted':
        fields.oneOf('compacted', [true])
        session.compact(fields.optional('summary', fields.text), place)
        return
      case 'yield': {
        const to = fields.oneOf('yield', ['idle', 'dormant', 'waiting'])
        if (session.isIdle) throw fields.mistake('expected "yield" after the turn whose run it parks')
        this.#endRun(session, to === 'waiting' ? { waitingFor: 'waiting' } : {})
        return
      }
      case 'end':
        this.#over = fields.oneOf('end', [true])
        return
      default:
        throw fields.mistake(
          `expected a line with ${kinds.map((each) => `"${each}"`).join(', ')}; it has none of them`,
        )
    }
  }

  #takeTurn(session: RecordedSession, fields: Fields, place: StepPlace): void {
    fields.count('turn')
    this.#turns += 1
    const response = `turn ${this.#turns}`
    const calls = fields.optional('calls', fields.objects) ?? []
    this.#makeTurn(session, response, fields.optional('text', fields.text), calls, place)
    session.spend(
      response,
      fields.optional('usage', (field) => usageIn(fields.object(field))),
    )
    this.#complete = fields.optional('complete', fields.flag) ?? true
    this.#ended = calls.length === 0
  }

  #moveWork(session: RecordedSession, fields: Fields, place: StepPlace): void {
    const { id: parent, profile } = session.identity
    const id = fields.name('subagent')
    if (id === parent)
      throw fields.mistake('subagent: expected the id of another session, got that of this one')
    const call = fields.optional('call', fields.name)
    // Where the line says nothing of its calls, the child's log is missing.
    const calls = fields.optional('calls', fields.objects)
    const text = fields.optional('text', fields.text)
    session.endTurn()
    session.moveWork('subagent-start', id, call, place)
    if (calls !== null) {
      const identity = { id, profile, declares: this.#declares, parent }
      const child = this.#children.get(id) ?? new RecordedSession(identity, this.#context.steps)
      this.#children.set(id, child)
      this.#makeTurn(child, `line ${place.line}`, text, calls, place)
      child.endRun()
    }
    session.moveWork('subagent-end', id, call, place)
  }

  #makeTurn(
    session: RecordedSession,
    response: string,
    text: string | null,
    calls: readonly Fields[],
    place: StepPlace,
  ): void {
    session.respond(response, place)
    if (text !== null && text.trim() !== '') session.say('assistant', text, place)
    for (const call of calls) {
      const id = call.name('id')
      const name = call.name('name')
      const ok = call.optional('ok', call.flag)
      const output = call.optional('output', call.text)
      const { input, details } = call.record
      if (this.#calls.has(id)) {
        const repeated = `call ${JSON.stringify(id.slice(0, 60))} comes again`
        this.#context.skip(place.line, `${repeated}: a repeated id is the same call`)
        continue
      }
      this.#calls.add(id)
      session.call(id, name, input ?? {}, place, ok === null)
      if (ok !== null || output !== null) session.result(id, ok, output ?? '', place, details ?? null)
    }
  }

  #endRun(session: RecordedSession, waits: { readonly waitingFor?: string } = {}): void {
    session.endRun({ ...waits, ...(this.#complete ? {} : { complete: false }) })
    this.#ended = false
    this.#complete = true
  }
}

type DeclaredRule = ProfileDeclaration['rules'][number]

function declarationIn(fields: Fields): ProfileDeclaration {
  return {
    source: fields.text('source'),
    tools: fields.names('tools'),
    rules: fields.objects('rules').map((rule) => {
      const { record } = rule.optional('options', rule.object) ?? {}
      return {
        id: rule.name('id'),
        mode: rule.oneOf('mode', ['reject', 'flag', 'off']),
        // It was read from JSON.
        ...(record === undefined ? {} : { options: record as NonNullable<DeclaredRule['options']> }),
      }
    }),
  }
}

function usageIn(fields: Fields) {
  const stated = (field: string): readonly unknown[] => [fields.optional(field, fields.number)]
  return statedUsage({
    input: stated('input'),
    output: stated('output'),
    cacheRead: stated('cacheRead'),
    cacheWrite: stated('cacheWrite'),
    cost: stated('cost'),
  })
}
