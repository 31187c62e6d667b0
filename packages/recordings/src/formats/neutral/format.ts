/** The neutral recording, for hosts that this project does not know. Source: docs/sources/neutral-recording.md. */

import { isObject, parsedJson } from '../../json-value.js'
import { RecordedSession, type StepPlace } from '../../recorded-session.js'
import type { FileLine, ReadContext, RecordingFormat, RecordingStep } from '../../recording.js'
import { RecordingError } from '../../recording-error.js'
import { type NeutralCall, NeutralFields, type NeutralHeader, type TimedLine } from './lines.js'

/** JSON Lines whose first line says what they are. */
export const neutral: RecordingFormat = {
  name: 'neutral',
  recognise,
  read,
}

/** Sure where the first line names a recording of this project, of whatever version. */
function recognise(head: readonly string[]): number {
  const first = head.find((text) => text.trim() !== '')
  const record = parsedJson(first ?? '')
  const version = isObject(record) ? record['recording'] : null
  return typeof version === 'string' && version.startsWith('todo-ledger/') ? 1 : 0
}

async function* read(lines: AsyncIterable<FileLine>, context: ReadContext): AsyncIterable<RecordingStep> {
  let reader: NeutralReader | null = null
  let torn: { readonly line: number; readonly error: unknown } | null = null
  for await (const { line, text } of lines) {
    if (text.trim() === '') {
      continue
    }
    if (torn !== null) {
      throw torn.error
    }
    const fields = fieldsOf(text, context.file, line)
    if (!(fields instanceof NeutralFields)) {
      torn = { line, error: fields.error }
      continue
    }
    if (reader === null) {
      reader = new NeutralReader(fields.header(), context, line)
    } else {
      reader.take(fields.content(), line)
    }
    yield* reader.drain()
  }
  if (torn !== null) {
    context.onSkipped({
      file: context.file,
      line: torn.line,
      reason: 'the end of the file cut this line off',
    })
  }
  if (reader !== null) {
    reader.finish()
    yield* reader.drain()
  }
}

/**
 * The fields of a line; or what is wrong with it, where it may be one that a host could not write to its end: that is no
 * mistake of the host, as long as nothing follows.
 * @throws RecordingError `bad-recording` where it can't be such a line
 */
function fieldsOf(text: string, file: string, line: number): NeutralFields | { readonly error: unknown } {
  try {
    return NeutralFields.ofLine(text, file, line)
  } catch (error) {
    const isUnfinished = text.startsWith('{') && error instanceof Error && error.cause instanceof SyntaxError
    if (isUnfinished) return { error }
    throw error
  }
}

class NeutralReader {
  readonly #steps: RecordingStep[] = []
  readonly #header: NeutralHeader
  readonly #headerLine: number
  readonly #context: ReadContext
  readonly #session: RecordedSession
  readonly #children = new Map<string, RecordedSession>()
  readonly #calls = new Set<string>()
  #at = new Date(0)
  #turns = 0
  #complete = true
  /** True where the last turn had no calls: the run is over, as soon as it is known whether it is parked. */
  #ended = false
  #over = false

  constructor(header: NeutralHeader, context: ReadContext, line: number) {
    this.#header = header
    this.#headerLine = line
    this.#context = context
    const { session: id, ...identity } = header
    this.#session = new RecordedSession({ id, ...identity }, this.#steps)
  }

  drain(): readonly RecordingStep[] {
    return this.#steps.splice(0)
  }

  take(content: TimedLine, line: number): void {
    if (this.#over) {
      throw this.#wrong(line, 'expected nothing after the line with "end"')
    }
    this.#at = content.at ?? this.#at
    const place: StepPlace = { at: this.#at, line }
    this.#open()
    if (content.kind === 'yield') {
      this.#yieldRun(content.to, line)
      return
    }
    if (this.#ended) {
      this.#endRun()
    }
    switch (content.kind) {
      case 'input':
        this.#endRun()
        this.#session.receive({ trigger: content.trigger, text: content.text, uuid: null, place })
        break
      case 'turn':
        this.#turns += 1
        this.#makeTurn(this.#session, `turn ${this.#turns}`, content, place)
        this.#session.spend(`turn ${this.#turns}`, content.usage)
        this.#complete = content.complete
        this.#ended = content.calls.length === 0
        break
      case 'subagent':
        this.#moveWork(content, place)
        break
      case 'nag':
        this.#session.endTurn()
        this.#session.remind(content.text, place)
        break
      case 'compacted':
        this.#session.compact(content.summary, place)
        break
      case 'end':
        this.#over = true
        break
    }
  }

  finish(): void {
    this.#open()
    this.#endRun()
  }

  /** The first line has no time of its own: the session opens when the first thing happens in it. */
  #open(): void {
    this.#session.open({ at: this.#at, line: this.#headerLine })
  }

  #endRun(waits: { readonly waitingFor?: string } = {}): void {
    this.#session.endRun({ ...waits, ...(this.#complete ? {} : { complete: false }) })
    this.#ended = false
    this.#complete = true
  }

  /** The run that the last turn ended, or cut off in its work, is parked. */
  #yieldRun(to: 'idle' | 'dormant' | 'waiting', line: number): void {
    if (this.#session.isIdle) {
      throw this.#wrong(line, 'expected "yield" after the turn whose run it parks')
    }
    this.#endRun(to === 'waiting' ? { waitingFor: 'waiting' } : {})
  }

  #moveWork(content: Extract<TimedLine, { readonly kind: 'subagent' }>, place: StepPlace): void {
    const { child: id, call, text, calls } = content
    if (id === this.#header.session) {
      throw this.#wrong(place.line, 'subagent: expected the id of another session, got that of this one')
    }
    this.#session.endTurn()
    this.#session.moveWork('subagent-start', id, call, place)
    if (calls !== null) {
      const child = this.#childWith(id)
      this.#makeTurn(child, `line ${place.line}`, { text, calls }, place)
      child.endRun()
    }
    this.#session.moveWork('subagent-end', id, call, place)
  }

  #makeTurn(
    session: RecordedSession,
    name: string,
    { text, calls }: { readonly text: string | null; readonly calls: readonly NeutralCall[] },
    place: StepPlace,
  ): void {
    session.respond(name, place)
    if (text !== null && text.trim() !== '') {
      session.say('assistant', text, place)
    }
    for (const { id, name: tool, input, ok, output, details } of calls) {
      if (this.#calls.has(id)) {
        const reason = `call ${JSON.stringify(id.slice(0, 60))} comes again: a repeated id is the same call`
        this.#context.onSkipped({ file: this.#context.file, line: place.line, reason })
        continue
      }
      this.#calls.add(id)
      session.call(id, tool, input, place, ok === null)
      if (ok !== null || output !== null) {
        session.result(id, ok, output ?? '', details, place)
      }
    }
  }

  #childWith(id: string): RecordedSession {
    const { profile, declares, session: parent } = this.#header
    const child =
      this.#children.get(id) ??
      new RecordedSession({ id, profile, declares, parent, goal: null }, this.#steps)
    this.#children.set(id, child)
    return child
  }

  #wrong(line: number, message: string): RecordingError {
    return new RecordingError('bad-recording', this.#context.file, message, line)
  }
}
