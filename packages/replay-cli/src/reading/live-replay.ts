/** A session of a ledger that is looked at while it goes on. */

import type { Work } from '@todo-ledger/audit'
import type { EventOf } from '@todo-ledger/core'
import type { SessionEvent } from '@todo-ledger/recordings'
import { FollowedSession } from '../audit/followed-session.js'
import { RecordReader } from '../reader/page-reader.js'
import { RecordedReplay } from '../replay/replay-recorder.js'
import type { SessionReplay } from '../session-view/session-replay.js'
import { sourceSession } from '../sources/source-session.js'

/** Answers of a reader are those that the ledger holds. */
const reader = new RecordReader(null)

/** A session with its audit, as far as its events were taken in. */
export class LiveReplay {
  readonly #recorded: RecordedReplay
  readonly #followed: FollowedSession
  #seq = 0

  /** @param opened its first event */
  constructor(opened: EventOf<'session.opened'>) {
    this.#recorded = new RecordedReplay(opened)
    this.#followed = new FollowedSession(sourceSession(opened, none()), { pageSizeOf: () => undefined })
  }

  /** The seq of the last event that was taken in; 0 before the first. */
  get seq(): number {
    return this.#seq
  }

  /** The sub-agents that it started, by their sessions. */
  get children(): ReadonlySet<string> {
    return this.#followed.children
  }

  /** What it did so far, digested; its parent's audit needs it. */
  get work(): readonly Work[] {
    return this.#followed.work
  }

  /**
   * Takes in what came after the last event that it has.
   * @param events those events, in order
   * @param again all events from the first on, for a reader's pages
   */
  async follow(events: AsyncIterable<SessionEvent>, again: () => AsyncIterable<SessionEvent>): Promise<void> {
    const seen = this.#following(events)
    await this.#followed.follow(this.#recorded.following(seen))
    await this.#followed.gatherPages(again)
  }

  /** The session as far as it came. @param child the work of a sub-agent, undefined where its log is not at hand */
  async replay(child: (session: string) => readonly Work[] | undefined): Promise<SessionReplay> {
    return this.#recorded.replay(await reader.read(this.#followed.judge(child)))
  }

  async *#following(events: AsyncIterable<SessionEvent>): AsyncGenerator<SessionEvent, void, undefined> {
    for await (const passed of events) {
      yield passed
      this.#seq = passed.event.seq
    }
  }
}

async function* none(): AsyncGenerator<never, void, undefined> {}
