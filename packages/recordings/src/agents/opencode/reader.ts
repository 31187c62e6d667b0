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

/** A message, and where it stands: its line, or its number in a database. */
export interface PlacedMessage {
  readonly message: JsonObject
  readonly line: number
}

/** The messages of a sub-agent's session that come before a moment, each once; null stands for all that are left. */
export type MessagesOf = (child: string, before: Date | null) => Iterable<PlacedMessage>

/** What the program writes in the person's name where the person ran a command of the shell. */
const ownCommand = 'The following tool was executed by the user'
/** What the program puts at the end of a command's output where it ended the command itself. */
const cutShort =
  /\(Command (?:timed out after|was aborted)|terminated command after exceeding timeout|User aborted the command/
/** Sub-agents that start sub-agents are followed as deep as this; deeper ones are emitted after. */
const deepest = 20

export class OpencodeReader {
  readonly #context: ReadContext
  readonly #messagesOf: MessagesOf
  /** Each with its messages and calls that were emitted. */
  readonly #sessions = new Map<string, { readonly session: RecordedSession; readonly emitted: Set<string> }>()
  #at = new Date(0)
  #depth = 0
  /** The session whose person just ran a command: the answer to that is no model's. */
  #commanded: RecordedSession | null = null

  constructor(context: ReadContext, messagesOf: MessagesOf = () => []) {
    this.#context = context
    this.#messagesOf = messagesOf
  }

  take(message: JsonObject, line: number, identity: OpencodeSession): void {
    const info = objectIn(message, 'info')
    const role = stringIn(info ?? {}, 'role')
    if (info === null || (role !== 'user' && role !== 'assistant')) {
      const named = `unknown role ${JSON.stringify((role ?? '').slice(0, 40))}`
      this.#context.skip(line, info === null ? 'a message without info' : named)
      return
    }
    const session = this.#sessionOf(identity)
    const id = stringIn(info, 'id') ?? `line ${line}`
    if (!this.#isNew(session, id)) return
    const parts = objectsOf(message['parts'])
    this.#at = timeIn(info, 'created') ?? this.#at
    const place: StepPlace = { at: this.#at, line }
    if (role === 'user') this.#takeInput(parts, session, place)
    else if (info['summary'] === true) session.compact(textOf(parts) || null, place)
    else if (this.#commanded === session) this.#commanded = null
    else this.#takeResponse(id, info, parts, session, line)
  }

  /** The session is over: nothing of it comes again. */
  finishSession(id: string): void {
    this.#sessions.get(id)?.session.end()
    this.#sessions.delete(id)
  }

  finish(): void {
    for (const { session } of this.#sessions.values()) session.endRun()
  }

  /** What a person says starts a run; what the program says in the person's name goes on with the one before. */
  #takeInput(parts: readonly JsonObject[], session: RecordedSession, place: StepPlace): void {
    this.#commanded = null
    if (parts.some(({ type }) => type === 'compaction')) {
      session.markCompaction(place)
      return
    }
    const text = textOf(parts.filter((part) => !isSynthetic(part)))
    const trigger = (session.identity.parent ?? null) === null ? 'user' : 'subagent'
    if (text.trim() !== '') session.receive({ trigger, text, place })
    else if (textOf(parts).startsWith(ownCommand)) this.#commanded = session
  }

  /** A message is a response; of one that holds several, a step that starts after one that ended is the next. */
  #takeResponse(
    name: string,
    info: JsonObject,
    parts: readonly JsonObject[],
    session: RecordedSession,
    line: number,
  ): void {
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
        this.#takeCall(part, session, line)
      } else if (said !== null) {
        session.respond(nameOf(), place())
        if (said.trim() !== '' && !isSynthetic(part)) session.say('assistant', said, place())
      }
    }
    const error = objectIn(info, 'error')
    if (error?.['name'] === 'MessageAbortedError') session.interrupt(place())
    else if (error !== null) session.endRun({ complete: false })
  }

  /** A call with its result. The work of a sub-agent stands between the two. */
  #takeCall(part: JsonObject, session: RecordedSession, line: number): void {
    const name = stringIn(part, 'tool') ?? ''
    const state = objectIn(part, 'state') ?? {}
    const metadata = objectIn(state, 'metadata') ?? {}
    const id = this.#idOf(part, name, session, line)
    this.#at = timeIn(state, 'start') ?? this.#at
    session.call(id, name, state['input'] ?? {}, { at: this.#at, line })
    const started = stringIn(metadata, 'sessionId') ?? stringIn(metadata, 'sessionID')
    const child = name === 'task' && started !== session.identity.id ? started : null
    const ended = timeIn(state, 'end')
    const isOver = state['status'] === 'completed' || state['status'] === 'error'
    if (child !== null) {
      session.moveWork('subagent-start', child, id, { at: this.#at, line })
      this.#takeChild({ id: child, parent: session.identity.id }, isOver ? ended : null)
    }
    if (isOver) {
      this.#at = ended ?? this.#at
      if (child !== null) session.moveWork('subagent-end', child, id, { at: this.#at, line })
      const { ok, output } = outcomeOf(name, state, metadata)
      session.result(id, ok, output, { at: this.#at, line })
    }
  }

  #takeChild(child: OpencodeSession, before: Date | null): void {
    if (this.#depth === deepest) return
    this.#depth += 1
    for (const { message, line } of this.#messagesOf(child.id, before)) this.take(message, line, child)
    this.#sessions.get(child.id)?.session.endRun()
    this.#depth -= 1
  }

  /** The call's own id; where another call has the same, that of its part, which is never redacted. */
  #idOf(part: JsonObject, name: string, session: RecordedSession, line: number): string {
    for (const id of [stringIn(part, 'callID'), stringIn(part, 'id')])
      if (id !== null && this.#isNew(session, id)) return id
    let count = 1
    while (!this.#isNew(session, `${name} ${count} on line ${line}`)) count += 1
    return `${name} ${count} on line ${line}`
  }

  #isNew({ identity }: RecordedSession, id: string): boolean {
    const emitted = this.#sessions.get(identity.id)?.emitted
    return emitted !== undefined && addNew(emitted, id)
  }

  #sessionOf({ id, parent }: OpencodeSession): RecordedSession {
    const known = this.#sessions.get(id)
    if (known !== undefined) return known.session
    const identity = { id, parent: parent === id ? null : parent, profile: 'opencode' }
    const session = new RecordedSession(identity, this.#context.steps)
    this.#sessions.set(id, { session, emitted: new Set() })
    return session
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
