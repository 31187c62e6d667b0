/** Shows sessions in the debugger while they are recorded. */

import { performance } from 'node:perf_hooks'
import type { AuditOptions } from '@todo-ledger/audit'
import { wholeConversation } from '../replay/conversation-recorder.js'
import { RecordedReplay } from '../replay/replay-recorder.js'
import { type FollowedItem, type FollowedSource, followSource } from '../sources/follow-source.js'
import type { ReadOptions } from '../sources/open-source.js'
import { nameOf } from '../sources/source.js'
import { withoutEnd } from '../watch/audit-changes.js'
import { SessionWatcher } from '../watch/session-watcher.js'
import { isOfSource } from '../watch/watch-event.js'
import { currentSession, type WatchedSession, type WatchView } from '../watch/watched-session.js'
import type { Debugger } from './run-debugger.js'

/**
 * Follows a source until the end is asked for, or the source has one.
 * @throws as `followSource` does
 */
export async function followInDebugger(
  source: FollowedSource,
  reading: ReadOptions,
  shown: Debugger,
  audit: AuditOptions,
  stop: AbortSignal,
): Promise<void> {
  const replays = new Map<string, RecordedReplay>()
  const name = nameOf(source)
  const { session } = reading
  const view = new GrowingSessions(name, replays, shown)
  const watcher = new SessionWatcher({ view, source: name, session, audit, clock: () => performance.now() })
  const take = (item: FollowedItem): void => {
    if ('event' in item) {
      const { event } = item
      if (event.type === 'session.opened')
        replays.set(event.session, new RecordedReplay(event, wholeConversation))
      replays.get(event.session)?.take(item)
    }
    watcher.take(item)
  }
  await followSource(source, { ...reading, stop, once: false, take, again: () => watcher.rest })
  if (stop.aborted) return
  view.isOver = true
  watcher.finish(true)
  shown.note(`${name} has ended: nothing more can come.`)
}

/** Hands sessions to the debugger as they grow. */
class GrowingSessions implements WatchView {
  readonly #source: string
  readonly #replays: ReadonlyMap<string, RecordedReplay>
  readonly #shown: Debugger
  /** True once nothing more can come. */
  isOver = false
  #last: readonly WatchedSession[] = []

  constructor(source: string, replays: ReadonlyMap<string, RecordedReplay>, shown: Debugger) {
    this.#source = source
    this.#replays = replays
    this.#shown = shown
    shown.note(`${source}: reading …`)
  }

  emit(event: Parameters<WatchView['emit']>[0]): void {
    if (isOfSource(event) && event.type !== 'caught-up')
      this.#shown.note(
        `${this.#source}: ${event.reason}; ${event.type === 'waiting' ? 'waiting' : 'it is read from its start'}`,
      )
  }

  show(sessions: readonly WatchedSession[]): void {
    const last = sessions.map((session) => ({ ...session }))
    const isSame = ({ state, audit }: WatchedSession, place: number): boolean =>
      this.#last[place]?.state === state && this.#last[place].audit === audit
    // While a file is read anew what stood before stays.
    if (last.length === 0 || (last.length === this.#last.length && last.every(isSame))) return
    this.#last = last
    const bySession = new Map(last.map((each) => [each.state.session, each]))
    // In the order in which they began.
    const ready = [...this.#replays].flatMap(([session, replay]) => {
      const followed = bySession.get(session)
      if (followed === undefined || followed.audit === null || !followed.isWanted) return []
      const { state, file } = followed
      const isOver = this.isOver || state.yielded !== null
      const audit = isOver ? followed.audit : withoutEnd(followed.audit)
      return [replay.replay({ audit, file, format: replay.opened.data.source?.format ?? null })]
    })
    const current = ready.findIndex(({ session }) => session === currentSession(last)?.state.session)
    if (ready.length > 0) this.#shown.show(ready, Math.max(0, current))
  }
}
