/** Turns the sessions of a source into what can be stepped through, as they are read. */

import type { AuditOptions } from '@todo-ledger/audit'
import { isCarriedOn } from '@todo-ledger/audit'
import type { EventOf, SessionState, TodoEvent } from '@todo-ledger/core'
import { ItemLives } from '@todo-ledger/core/history'
import type { SessionEvent } from '@todo-ledger/recordings'
import { AuditCollector } from '../audit/audit-collector.js'
import { CopiedHistory, ownPart } from '../audit/copied-history.js'
import type { AuditedSession } from '../audit/followed-session.js'
import type { SessionReplay } from '../session-view/session-replay.js'
import { openSource, type ReadOptions } from '../sources/open-source.js'
import type { Source } from '../sources/source.js'
import { itemReplay } from './item-replay.js'
import { ReplayCalls } from './replay-calls.js'
import { ReplayTurns } from './replay-turns.js'

/** One session as it is read. */
export class RecordedReplay {
  readonly #turns = new ReplayTurns()
  readonly #calls = new ReplayCalls()
  readonly #lives = new ItemLives(isCarriedOn)
  /** Its first event. */
  readonly opened: EventOf<'session.opened'>
  #ended: Date

  constructor(opened: EventOf<'session.opened'>) {
    this.opened = opened
    this.#ended = opened.at
  }

  /** Takes in one event. @param state the state after it */
  observe(event: TodoEvent, state: SessionState): void {
    this.#turns.observe(event, state)
    this.#calls.observe(event)
    this.#lives.observe(event, state)
    this.#ended = event.at
  }

  /** The same events, which are followed as they pass. */
  async *following(
    events: AsyncIterable<SessionEvent>,
    clean: (event: TodoEvent) => TodoEvent,
  ): AsyncGenerator<SessionEvent, void, undefined> {
    for await (const passed of events) {
      const event = clean(passed.event)
      this.observe(event, passed.state)
      yield { ...passed, event }
    }
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
      calls: this.#calls.namedBy(audit),
      audit,
      ...(copied === undefined ? {} : { copied }),
    }
  }
}

/**
 * The sessions of a source to step through, in the order in which they are read.
 * @param clean takes out of an event what is not to be shown
 * @throws Failure, RecordingError and LedgerError as `openSource` does
 */
export async function* readReplays(
  source: Source,
  reading: ReadOptions,
  audit: AuditOptions,
  clean: (event: TodoEvent) => TodoEvent = (event) => event,
): AsyncGenerator<SessionReplay, void, undefined> {
  const audits = new AuditCollector(audit)
  const copies = new CopiedHistory()
  const recorded = new Map<string, RecordedReplay[]>()
  const replayed = function* (finished: readonly AuditedSession[]): Generator<SessionReplay> {
    for (const audited of finished) {
      const replay = recorded.get(audited.audit.session)?.shift()
      if (replay !== undefined) yield replay.replay(copies.mark(audited))
    }
  }
  const options = { ...reading, subagents: true }
  const read = openSource(source, options, (session) => {
    if (!session.wanted) return audits.follow(session)
    const replay = new RecordedReplay(session.opened)
    recorded.set(session.id, [...(recorded.get(session.id) ?? []), replay])
    return audits.follow({ ...session, events: replay.following(session.events, clean) })
  })
  for await (const finished of read) yield* replayed(finished)
  yield* replayed(audits.finish())
}
