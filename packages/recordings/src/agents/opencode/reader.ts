/** Reads the messages of opencode sessions into steps. What belongs to what: docs/sources/agents.md#opencode. */

import { addNew } from '../../ids.js'
import { type JsonObject, objectIn, objectsOf, stringIn } from '../../json.js'
import { RecordedSession, type StepPlace } from '../../recorded-session.js'
import type { ReadContext } from '../../recording.js'
import { statedUsage } from '../../token-usage.js'

/** A session, and the one that started it as a sub-agent. */
export interface OpencodeSession {
  readonly id: string
  readonly parent: string | null
}

/** What the program writes in the person's name where the person ran a command of the shell. */
const ownCommand = 'The following tool was executed by the user'
/** What the program puts at the end of a command's output where it ended the command itself. */
const cutShort =
  /\(Command (?:timed out after|was aborted)|terminated command after exceeding timeout|User aborted the command/

/** Reads the messages of one session. */
export class OpencodeReader {
  readonly #context: ReadContext
  readonly #session: RecordedSession
  /** The messages and calls that were emitted. */
  readonly #emitted = new Set<string>()
  #at = new Date(0)
  /** True where the person just ran a command: the answer to that is no model's. */
  #isCommanded = false

  constructor(context: ReadContext, { id, parent }: OpencodeSession) {
    const identity = { id, parent: parent === id ? null : parent, profile: 'opencode' }
    this.#context = context
    this.#session = new RecordedSession(identity, context.steps)
  }

  /** @param line its line, or its number in a database */
  take(message: JsonObject, line: number): void {
    const info = objectIn(message, 'info')
    const role = stringIn(info ?? {}, 'role')
    if (info === null || (role !== 'user' && role !== 'assistant')) {
      const named = `unknown role ${JSON.stringify((role ?? '').slice(0, 40))}`
      this.#context.skip(line, info === null ? 'a message without info' : named)
      return
    }
    const id = stringIn(info, 'id') ?? `line ${line}`
    if (!addNew(this.#emitted, id)) return
    const parts = objectsOf(message['parts'])
    this.#at = timeIn(info, 'created') ?? this.#at
    const place: StepPlace = { at: this.#at, line }
    if (role === 'user') this.#takeInput(parts, place)
    else if (info['summary'] === true) this.#session.compact(textOf(parts) || null, place)
    else if (this.#isCommanded) this.#isCommanded = false
    else this.#takeResponse(id, info, parts, line)
  }

  /** No more of it is read; more may come where the file grows. */
  finish(): void {
    this.#session.endRun()
  }

  /** The session is over: nothing of it comes again. */
  end(): void {
    this.#session.end()
  }

  /** What a person says starts a run; what the program says in the person's name goes on with the one before. */
  #takeInput(parts: readonly JsonObject[], place: StepPlace): void {
    const session = this.#session
    this.#isCommanded = false
    if (parts.some(({ type }) => type === 'compaction')) {
      session.markCompaction(place)
      return
    }
    const text = textOf(parts.filter((part) => !isSynthetic(part)))
    const trigger = (session.identity.parent ?? null) === null ? 'user' : 'subagent'
    if (text.trim() !== '') session.receive({ trigger, text, place })
    else this.#isCommanded = textOf(parts).startsWith(ownCommand)
  }

  /** A message is a response; of one that holds several, a step that starts after one that ended is the next. */
  #takeResponse(name: string, info: JsonObject, parts: readonly JsonObject[], line: number): void {
    const session = this.#session
    const place = (): StepPlace => ({ at: this.#at, line })
    let step = 1
    let isFinished = false
    const nameOf = (): string => (step === 1 ? name : `${name} step ${step}`)
    const tellsSteps = parts.some((part) => part['type'] === 'step-finish' && usageOf(part) !== null)
    if (parts.some((part) => part['type'] === 'tool' || saidIn(part) !== null)) session.respond(name, place())
    if (!tellsSteps) session.spend(name, usageOf(info))
    for (const part of parts) {
      const said = saidIn(part)
      if (part['type'] === 'step-start' && isFinished) {
        step += 1
        isFinished = false
      } else if (part['type'] === 'step-finish') {
        isFinished = true
        session.spend(nameOf(), usageOf(part))
      } else if (part['type'] === 'tool') {
        session.respond(nameOf(), place())
        this.#takeCall(part, line)
      } else if (said !== null) {
        session.respond(nameOf(), place())
        if (said.trim() !== '' && !isSynthetic(part)) session.say('assistant', said, place())
      }
    }
    const error = objectIn(info, 'error')
    if (error?.['name'] === 'MessageAbortedError') session.interrupt(place())
    else if (error !== null) session.endRun({ complete: false })
  }

  /** A call with its result. */
  #takeCall(part: JsonObject, line: number): void {
    const session = this.#session
    const name = stringIn(part, 'tool') ?? ''
    const state = objectIn(part, 'state') ?? {}
    const metadata = objectIn(state, 'metadata') ?? {}
    const id = this.#idOf(part, name, line)
    this.#at = timeIn(state, 'start') ?? this.#at
    session.call(id, name, state['input'] ?? {}, { at: this.#at, line })
    const started = stringIn(metadata, 'sessionId') ?? stringIn(metadata, 'sessionID')
    const child = name === 'task' && started !== session.identity.id ? started : null
    const isOver = state['status'] === 'completed' || state['status'] === 'error'
    if (child !== null) session.moveWork('subagent-start', child, id, { at: this.#at, line })
    if (!isOver) return
    this.#at = timeIn(state, 'end') ?? this.#at
    if (child !== null) session.moveWork('subagent-end', child, id, { at: this.#at, line })
    const { ok, output } = outcomeOf(name, state, metadata)
    session.result(id, ok, output, { at: this.#at, line })
  }

  /** The call's own id; where another call has the same, that of its part, which is never redacted. */
  #idOf(part: JsonObject, name: string, line: number): string {
    for (const id of [stringIn(part, 'callID'), stringIn(part, 'id')])
      if (id !== null && addNew(this.#emitted, id)) return id
    let count = 1
    while (!addNew(this.#emitted, `${name} ${count} on line ${line}`)) count += 1
    return `${name} ${count} on line ${line}`
  }
}

/** What a part says; null for one that says nothing: thoughts, snapshots, patches, retries. */
function saidIn(part: JsonObject): string | null {
  switch (part['type']) {
    case 'text':
      return stringIn(part, 'text')
    case 'subtask':
      return stringIn(part, 'prompt') ?? stringIn(part, 'description')
    case 'file':
      return `[${stringIn(part, 'filename') ?? stringIn(part, 'mime') ?? 'file'}]`
    default:
      return null
  }
}

function isSynthetic(part: JsonObject): boolean {
  return part['type'] === 'text' && (part['synthetic'] === true || part['ignored'] === true)
}

function textOf(parts: readonly JsonObject[]): string {
  return parts.flatMap((part) => saidIn(part) ?? []).join('\n')
}

/** What came out of a cache and went into one stands beside the input, thinking beside the output. */
function usageOf(spent: JsonObject) {
  const tokens = objectIn(spent, 'tokens') ?? {}
  const { read, write } = objectIn(tokens, 'cache') ?? {}
  return statedUsage({
    input: [tokens['input'], read, write],
    output: [tokens['output'], tokens['reasoning']],
    cacheRead: [read],
    cacheWrite: [write],
    cost: [spent['cost']],
  })
}

/** A command is completed for the program whatever it ended with; calls that it could not read go to `invalid`. */
function outcomeOf(
  name: string,
  state: JsonObject,
  metadata: JsonObject,
): { readonly ok: boolean | null; readonly output: string } {
  if (state['status'] === 'error') {
    const printed = stringIn(metadata, 'output')
    const error = stringIn(state, 'error') ?? ''
    return { ok: false, output: printed === null ? error : `${printed}\n${error}` }
  }
  const output = stringIn(state, 'output') ?? ''
  const { exit } = metadata
  if (typeof exit === 'number' && name !== 'invalid') return { ok: exit === 0, output }
  if (name === 'invalid' || cutShort.test(output.slice(-400))) return { ok: false, output }
  return { ok: exit === null ? null : true, output }
}

/** A time in a `time` field, in milliseconds since 1970. */
function timeIn(record: JsonObject, field: string): Date | null {
  const value = objectIn(record, 'time')?.[field]
  const moment = typeof value === 'number' ? new Date(value) : null
  return moment === null || Number.isNaN(moment.getTime()) ? null : moment
}
