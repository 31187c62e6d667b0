/** Turns the sessions of a source into what can be stepped through, as they are read. */

import { type AuditOptions, isCarriedOn, type SessionAudit } from '@todo-ledger/audit'
import type { EventOf, SessionState, TodoEvent } from '@todo-ledger/core'
import { type ItemLife, type ItemLifeChange, ItemLives } from '@todo-ledger/core/history'
import type { TokenUsage } from '@todo-ledger/recordings'
import { AuditCollector } from '../audit/audit-collector.js'
import { CopiedHistory, ownPart } from '../audit/copied-history.js'
import type { AuditedSession } from '../audit/followed-session.js'
import type { PageReader } from '../reader/page-reader.js'
import { concernsOf, decisiveSeq } from '../session-view/concerns.js'
import type {
  CallReplay,
  ItemReplay,
  LifeReplay,
  SessionReplay,
  TurnReplay,
} from '../session-view/session-replay.js'
import { stepsAround, stepsOf } from '../session-view/steps.js'
import { openSource, type ReadOptions } from '../sources/open-source.js'
import type { Source } from '../sources/source.js'
import { shortened } from '../text/cut.js'
import { type ConversationChoice, ConversationRecorder } from './conversation-recorder.js'
import { ReplayTurns, type Writable } from './replay-turns.js'
import { UsageLog } from './usage-log.js'

/** One session as it is read. */
export class RecordedReplay {
  readonly #turns = new ReplayTurns()
  readonly #calls = new ReplayCalls()
  readonly #lives = new ItemLives(isCarriedOn)
  readonly #usage = new UsageLog()
  readonly #conversation: ConversationRecorder | null
  /** Its first event. */
  readonly opened: EventOf<'session.opened'>
  #ended: Date

  /** @param conversation how its whole texts are kept; they are not when absent */
  constructor(opened: EventOf<'session.opened'>, conversation?: ConversationChoice) {
    this.opened = opened
    this.#conversation = conversation === undefined ? null : new ConversationRecorder(conversation)
    this.#ended = opened.at
  }

  /** Takes in one event. @param state the state after it; @param usage what the turn cost that it ends */
  observe(event: TodoEvent, state: SessionState, usage?: TokenUsage): void {
    this.#turns.observe(event, state, usage)
    this.#usage.observe(event, state, usage)
    this.#calls.observe(event)
    this.#conversation?.observe(event)
    this.#lives.observe(event, state)
    // The times of a recording need not grow.
    if (event.at > this.#ended && event.type !== 'session.redacted') this.#ended = event.at
  }

  /** The session as far as it was read. @param marked its audit */
  replay(marked: AuditedSession): SessionReplay {
    const { audit: own, copied } = ownPart(marked)
    const audit = { ...marked.audit, summary: own.summary }
    const { session, at, data } = this.opened
    return {
      session,
      profile: data.profile,
      file: data.source?.file ?? null,
      format: data.source?.format ?? null,
      parent: data.parent,
      began: at.toISOString(),
      ended: this.#ended.toISOString(),
      turns: [...this.#turns.turns],
      lists: [...this.#turns.lists],
      items: this.#lives.lives.map(itemReplay),
      calls: this.#calls.namedBy(audit, this.#turns.turns),
      audit,
      ...(copied === undefined ? {} : { copied }),
      ...(this.#usage.usage === null ? {} : { usage: this.#usage.usage }),
      ...(this.#conversation === null ? {} : { conversation: this.#conversation.conversation }),
    }
  }
}

/**
 * The sessions of a source to step through, in the order in which they are read.
 * @param reader reads a page for each completion; none is read when undefined
 * @param conversation how their whole texts are kept; they are not when absent
 * @throws Failure, RecordingError and LedgerError as `openSource` does
 */
export async function* readReplays(
  source: Source,
  reading: ReadOptions,
  audit: AuditOptions,
  reader?: PageReader,
  conversation?: ConversationChoice,
): AsyncGenerator<SessionReplay, void, undefined> {
  const audits = new AuditCollector({
    audit,
    ...(reader === undefined ? {} : { wantsPages: (session) => reader.wantsPages(session) }),
  })
  const copies = new CopiedHistory()
  /** By their ids, in order: several files may hold the same session. */
  const recorded = new Map<string, { readonly all: (RecordedReplay | null)[]; taken: number }>()
  const replayed = async function* (
    finished: readonly AuditedSession[],
  ): AsyncGenerator<SessionReplay, void, undefined> {
    for (const judged of finished) {
      const audited = reader === undefined ? judged : await reader.read(judged)
      const same = recorded.get(audited.audit.session)
      const replay = same?.all[same.taken]
      if (same === undefined || replay == null) continue
      same.all[same.taken] = null
      same.taken += 1
      yield replay.replay(copies.mark(audited))
    }
  }
  const options = { ...reading, subagents: true }
  const read = openSource(source, options, (session) => {
    if (!session.wanted) return audits.follow(session)
    const replay = new RecordedReplay(session.opened, conversation)
    const same = recorded.get(session.id) ?? { all: [], taken: 0 }
    same.all.push(replay)
    recorded.set(session.id, same)
    const audited = audits.follow(session)
    return {
      take(passed) {
        replay.observe(passed.event, passed.state, passed.usage)
        audited.take?.(passed)
      },
      finish: () => audited.finish(),
    }
  })
  for await (const finished of read) yield* replayed(finished)
  yield* replayed(audits.finish())
}

/** As many UTF-16 units are kept of an input and of an output. */
const inputLimit = 1500
const outputLimit = 1500

/** Keeps the beginnings of inputs and outputs. */
class ReplayCalls {
  readonly #kept = new Map<number, Writable<CallReplay>>()
  readonly #open = new Map<string, Writable<CallReplay>>()

  /** Takes in one event; what is no call and no text is passed over. */
  observe(event: TodoEvent): void {
    switch (event.type) {
      case 'tool.called':
        this.#call(event)
        break
      case 'tool.returned':
        this.#return(event)
        break
      case 'message.recorded':
        this.#text(event, 'message', event.data.text)
        break
      case 'run.started':
        this.#text(event, 'report', event.data.text)
        break
      default:
        break
    }
  }

  /** Those that an audit's evidence or findings name, by seq, and those around the step that decides a doubt. */
  namedBy(audit: SessionAudit, turns: readonly TurnReplay[]): readonly CallReplay[] {
    const { completions, findings } = audit
    const steps = stepsOf(turns)
    const decisive = new Set(concernsOf(audit).grave.map(decisiveSeq))
    const named = new Set([
      ...[...decisive].flatMap((seq) => stepsAround(steps, seq).map(({ event }) => event.seq)),
      ...completions.flatMap(({ facts }) => facts.map(({ seq }) => seq)),
      ...findings.flatMap(({ evidence }) => evidence),
    ])
    return [...this.#kept.values()].filter(({ seq }) => named.has(seq))
  }

  #call(event: EventOf<'tool.called'>): void {
    const { call, name, input } = event.data
    if (this.#open.has(call)) return
    const kept = { ...placeOf(event), tool: name, input: inputText(input), output: null, ok: null }
    this.#kept.set(event.seq, kept)
    this.#open.set(call, kept)
  }

  #return({ data: { call, ok, output } }: EventOf<'tool.returned'>): void {
    const kept = this.#open.get(call)
    if (kept === undefined) return
    kept.ok = ok
    kept.output = shortened(output, outputLimit)
  }

  #text(event: TodoEvent, tool: string, text: string): void {
    const output = shortened(text, outputLimit)
    this.#kept.set(event.seq, { ...placeOf(event), tool, input: '', output, ok: true })
  }
}

function placeOf({ seq, turn, source }: TodoEvent): Pick<CallReplay, 'seq' | 'turn' | 'source'> {
  return { seq, turn, ...(source === undefined ? {} : { source }) }
}

/** A call's input as people read it: a text as it is, anything else as indented JSON. */
function inputText(input: unknown): string {
  if (typeof input === 'string') return shortened(input, inputLimit)
  const json: string | undefined = JSON.stringify(input, shortStrings, 2)
  return shortened(json ?? '', inputLimit)
}

/** No single text of an input needs more than is kept of all of it. */
function shortStrings(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString()
  return typeof value === 'string' ? shortened(value, inputLimit) : value
}

/** What is shown of an item's life. */
function itemReplay({ key, id, text, status, before, changes, left }: ItemLife): ItemReplay {
  return {
    key,
    id,
    text,
    status,
    ...(before === undefined ? {} : { before }),
    life: changes.map(lifeReplay),
    left: left === null ? null : { turn: left.turn, seq: left.seq, silently: left.silently },
  }
}

function lifeReplay({ at, ...change }: ItemLifeChange): LifeReplay {
  return { ...change, at: at.toISOString() }
}
