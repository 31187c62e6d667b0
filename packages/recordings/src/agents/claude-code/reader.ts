/** Reads the records of one Claude Code file into steps. What belongs to what: docs/sources/claude-code.md. */

import { addNew } from '../../add-new.js'
import { isObject, stringIn } from '../../json-value.js'
import type { RecordedSession, StepPlace } from '../../recorded-session.js'
import type { RecordingStep } from '../../recording.js'
import { KnownCalls } from './calls.js'
import type { ModelCall, ToolOutcome } from './content.js'
import { readUserTexts, type UserText } from './input.js'
import { MessageQueue } from './queue.js'
import type {
  ClaudeCodeRecord,
  Envelope,
  ModelRecord,
  OwnRecord,
  QueueRecord,
  UserRecord,
} from './records.js'
import { ClaudeCodeSessions, isOfSubagent } from './sessions.js'
import { Subagents } from './subagents.js'

/** Reads one file, a record at a time. It keeps the ids that it has seen and each session's open turn, no more. */
export class ClaudeCodeReader {
  readonly #steps: RecordingStep[] = []
  readonly #sessions = new ClaudeCodeSessions(this.#steps)
  readonly #calls = new KnownCalls()
  readonly #seen = new Set<string>()
  readonly #queue = new MessageQueue()
  readonly #subagents = new Subagents()
  readonly #onSkipped: (line: number, reason: string) => void
  #sessionId: string
  #at = new Date(0)
  #asked: RecordedSession | null = null

  /** @param fallback the session's id where no record names one; @param onSkipped is given what can't be placed */
  constructor(fallback: string, onSkipped: (line: number, reason: string) => void) {
    this.#sessionId = fallback
    this.#onSkipped = onSkipped
  }

  /** Reads one record; gives the steps that follow from it. */
  take(record: ClaudeCodeRecord, line: number): readonly RecordingStep[] {
    if (record.kind === 'unreadable') this.#onSkipped(line, record.reason)
    else if (record.kind !== 'nothing') {
      this.#sessionId = record.session ?? this.#sessionId
      this.#at = record.at ?? this.#at
      const place: StepPlace = { at: this.#at, line }
      const isProgress = record.kind === 'progress'
      const own = isProgress ? record.inner : record
      if (this.#isNew('record', own.uuid)) this.#takeOnce(own, place, isProgress ? record.call : null)
    }
    return this.#steps.splice(0)
  }

  /** Ends what the file leaves open. */
  finish(): readonly RecordingStep[] {
    for (const session of this.#sessions.all()) session.endRun()
    return this.#steps.splice(0)
  }

  /** @param startedBy the parent's call that a sub-agent's record belongs to, where the file says so */
  #takeOnce(record: OwnRecord, place: StepPlace, startedBy: string | null): void {
    switch (record.kind) {
      case 'model':
        this.#takeModel(record, place, startedBy)
        break
      case 'user':
        this.#takeUser(record, place, startedBy)
        break
      case 'reminder':
        this.#sessionOf(record).remind(record.text, place)
        break
      case 'hook': {
        const { event, command, exitCode, output, uuid } = record
        const ran = {
          ok: exitCode === 0,
          output: exitCode === 0 ? output : `Exit code ${exitCode}\n${output}`,
        }
        const call = `hook ${uuid ?? `line ${place.line}`}`
        this.#sessionOf(record).runHook(call, `hook:${event}`, { command }, ran, place)
        break
      }
      case 'queue':
        this.#takeQueued(record, place)
        break
      case 'compact-boundary': {
        const session = this.#sessionOf(record)
        // The file has the command only after what it did.
        if (record.asked) session.takeCommand('/compact')
        session.markCompaction(place)
        break
      }
      case 'run-over':
        this.#sessionOf(record).endRun()
        break
      case 'nothing':
        break
    }
  }

  #takeModel(record: ModelRecord, place: StepPlace, startedBy: string | null): void {
    const response = record.response ?? `line ${place.line}`
    const calls = record.calls.filter((each) => !this.#calls.has(each.call))
    const texts = record.texts.filter((text) =>
      this.#isNew('text', `${response}\n${text.length}\n${text.slice(0, 64)}\n${text.slice(-64)}`),
    )
    const session = this.#sessionOf(record, startedBy)
    const isFirst = this.#isNew('response', response)
    const isEmpty = record.calls.length + record.texts.length === 0
    const isCopy = calls.length + texts.length === 0 && !(isFirst && isEmpty)
    if (isCopy && session.openResponse !== response) return
    if (startedBy !== null) this.#startSubagent(session, startedBy, place)
    this.#adoptInput(session, record.follows)
    session.respond(response, place)
    session.spend(response, record.usage)
    for (const text of texts) session.say('assistant', text, place)
    for (const [index, each] of calls.entries())
      this.#makeCall(session, each, `line ${place.line}, call ${index + 1}`, place)
  }

  /** @param ownName names the call where the file does not */
  #makeCall(session: RecordedSession, made: ModelCall, ownName: string, place: StepPlace): void {
    const call = this.#calls.make(made.call, ownName, session, made.name)
    if (call === null) return
    if (made.name === 'Task' || made.name === 'Agent') {
      this.#subagents.called(call, isObject(made.input) ? stringIn(made.input, 'prompt') : null, session)
    }
    session.call(call, made.name, made.input, place)
  }

  #takeUser(record: UserRecord, place: StepPlace, startedBy: string | null): void {
    const said = readUserTexts(record.texts)
    // Else it stands beside a result, or is of the program itself.
    const isInput = record.outcomes.length === 0 && !record.meta && !record.summary
    const isPrompt = isInput && said.kind === 'words'
    const prompted = isPrompt && isOfSubagent(record) ? this.#subagents.callWithPrompt(said.text) : null
    const call = startedBy ?? prompted
    const session = this.#sessionOf(record, call, isPrompt)
    for (const outcome of record.outcomes) this.#takeOutcome(outcome, session, place)
    if (record.summary) session.compact(record.texts.join('\n'), place)
    else if (said.kind === 'words' || said.kind === 'notification') {
      if (isInput) this.#takeInput(said, record, session, call, place)
      else if (!record.meta) session.say('user', said.text, place)
    } else if (isInput || said.kind !== 'command') this.#takeNoInput(said, session, place)
  }

  #takeNoInput(said: UserText, session: RecordedSession, place: StepPlace): void {
    switch (said.kind) {
      case 'interruption':
        session.interrupt(place)
        break
      case 'summary':
        session.compact(said.text, place)
        break
      case 'reminder':
        session.remind(said.text, place)
        break
      case 'command':
        session.takeCommand(said.text)
        break
      default:
        break
    }
  }

  #takeInput(
    said: Extract<UserText, { readonly kind: 'words' | 'notification' }>,
    record: UserRecord,
    session: RecordedSession,
    startedBy: string | null,
    place: StepPlace,
  ): void {
    const agent = isOfSubagent(record) ? session.identity.id : ''
    const stamp = `${agent}\n${record.at?.getTime()}\n${said.text.length}\n${said.text.slice(0, 64)}`
    if (record.at !== null && !this.#isNew('input', stamp)) return
    if (said.kind === 'notification') this.#endNotified(said.task, said.call, place)
    else if (isOfSubagent(record)) this.#startSubagent(session, startedBy, place)
    const trigger = said.kind === 'notification' ? 'external' : 'user'
    session.receive({ trigger, text: said.text, uuid: record.uuid, place })
    this.#asked = session
  }

  #takeOutcome(outcome: ToolOutcome, session: RecordedSession, place: StepPlace): void {
    const known = this.#calls.answer(outcome.call, session)
    if (known === 'unknown') this.#onSkipped(place.line, 'the result of a call that is not in the file')
    if (known === 'unknown' || known === 'answered') return
    const details = isObject(outcome.details) ? outcome.details : {}
    const agent = stringIn(details, 'agentId')
    const child =
      this.#subagents.childOf(known.call) ?? (agent === null ? null : `${this.#sessionId}/${agent}`)
    const goesOn = details['status'] === 'async_launched'
    if (child !== null) {
      this.#subagents.works(child, known.call, known.session, place)
      if (!goesOn) this.#endSubagent(child, place)
    }
    if (!goesOn) this.#subagents.forget(known.call)
    // A tool of the product gives an object; a text in its place says why the call was refused.
    const ok = outcome.ok ?? known.tool.startsWith('mcp__')
    known.session.result(known.call, ok, outcome.output, outcome.details, place)
  }

  #takeQueued(record: QueueRecord, place: StepPlace): void {
    const session = this.#sessionOf(record)
    const given = this.#queue.take(session.identity.id, record.operation, record.text)
    const said = given === null ? null : readUserTexts([given])
    if (said?.kind === 'words') session.say('user', said.text, place)
    else if (said?.kind === 'notification') this.#endNotified(said.task, said.call, place)
  }

  /** A task in the background ended; where it is a sub-agent, it has come back. */
  #endNotified(task: string | null, call: string | null, place: StepPlace): void {
    const child = (call === null ? null : this.#subagents.childOf(call)) ?? `${this.#sessionId}/${task ?? ''}`
    this.#endSubagent(child, place)
    if (call !== null) this.#subagents.forget(call)
  }

  #startSubagent(child: RecordedSession, call: string | null, place: StepPlace): void {
    const { id, parent } = child.identity
    this.#subagents.works(id, call, parent === null ? null : (this.#sessions.get(parent) ?? null), place)
  }

  #endSubagent(child: string, place: StepPlace): void {
    this.#sessions.get(child)?.endRun()
    this.#subagents.ends(child, place)
  }

  /** An input belongs to the session that answers it: files go on under another id, and old forks name the old one. */
  #adoptInput(session: RecordedSession, follows: string | null): void {
    const input = this.#asked === session ? null : (this.#asked?.giveAway(follows) ?? null)
    if (input !== null) session.receive(input)
  }

  #sessionOf(envelope: Envelope, startedBy: string | null = null, starts = false): RecordedSession {
    return this.#sessions.of(
      envelope,
      envelope.session ?? this.#sessionId,
      this.#subagents.parentOf(startedBy),
      starts,
    )
  }

  /** True the first time that the key of a kind is met; true always where there is none. */
  #isNew(kind: 'record' | 'response' | 'text' | 'input', key: string | null): boolean {
    return key === null || addNew(this.#seen, `${kind} ${key}`)
  }
}
