/** Turns the sessions of a source into what can be stepped through, as they are read. */

import type { AuditOptions } from '@todo-ledger/audit'
import { isCarriedOn } from '@todo-ledger/audit'
import { type EventOf, ItemLives, type SessionState, type TodoEvent } from '@todo-ledger/core'
import { AuditCollector } from '../audit/audit-collector.js'
import { CopiedHistory, ownPart } from '../audit/copied-history.js'
import type { AuditedSession } from '../audit/followed-session.js'
import type { SessionReplay } from '../session-view/session-replay.js'
import type { ListenerFor } from '../sources/reading.js'
import { itemReplay } from './item-replay.js'
import { ReplayCalls } from './replay-calls.js'
import { ReplayTurns } from './replay-turns.js'

/** How sessions are turned into replays. */
export interface ReplayOptions {
  /** How they are audited. */
  readonly audit?: AuditOptions
}

/** One session as it is read. */
class RecordedReplay {
  readonly turns = new ReplayTurns()
  readonly calls = new ReplayCalls()
  readonly lives = new ItemLives(isCarriedOn)
  readonly opened: EventOf<'session.opened'>
  #ended: Date

  constructor(opened: EventOf<'session.opened'>) {
    this.opened = opened
    this.#ended = opened.at
  }

  observe(event: TodoEvent, state: SessionState): void {
    this.turns.observe(event, state)
    this.calls.observe(event)
    this.lives.observe(event, state)
    this.#ended = event.at
  }

  finish(marked: AuditedSession): SessionReplay {
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
      turns: this.turns.turns,
      lists: this.turns.lists,
      items: this.lives.lives.map(itemReplay),
      calls: this.calls.namedBy(audit),
      audit,
      ...(copied === undefined ? {} : { copied }),
    }
  }
}

/** Follows the sessions of a source and hands out their replays in the order in which the sessions were read. */
export class ReplayRecorder {
  readonly #audits: AuditCollector
  readonly #copies = new CopiedHistory()
  readonly #recorded = new Map<string, RecordedReplay[]>()

  /** @param recorded is given each session once it is read and audited */
  constructor(recorded: (replay: SessionReplay) => void, { audit = {} }: ReplayOptions = {}) {
    this.#audits = new AuditCollector((audited) => {
      const replay = this.#recorded.get(audited.audit.session)?.shift()
      if (replay !== undefined) recorded(replay.finish(this.#copies.mark(audited)))
    }, audit)
  }

  /** Follows a session that is to be shown. */
  readonly follow: ListenerFor = (opened) => {
    const listener = this.#audits.follow(opened)
    const replay = new RecordedReplay(opened)
    const { session } = opened
    this.#recorded.set(session, [...(this.#recorded.get(session) ?? []), replay])
    return {
      passed(event, state) {
        replay.observe(event, state)
        return listener?.passed(event, state) ?? 'more'
      },
      finished: () => listener?.finished(),
    }
  }

  /** Follows a session that is not asked for, but whose work may be that of one that is. */
  readonly followBesides: ListenerFor = (opened) => this.#audits.followBesides(opened)

  /** Hands out what still waits for a sub-agent's log: it is not at hand. */
  finish(): void {
    this.#audits.finish()
  }
}
