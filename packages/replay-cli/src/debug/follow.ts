/** Shows sessions in the debugger while they are recorded. */

import { performance } from 'node:perf_hooks'
import type { AuditOptions } from '@todo-ledger/audit'
import type { Call } from '../command.js'
import { todosWanted } from '../config/todos-wanted.js'
import { type OptionValues, profileOf, type sourceOptions } from '../options.js'
import { RecordedReplay } from '../replay/replay-recorder.js'
import { nameOf } from '../sources/source.js'
import { withoutEnd } from '../watch/audit-changes.js'
import { type FollowOptions, followSource } from '../watch/follow-source.js'
import { SessionWatcher } from '../watch/session-watcher.js'
import type { WatchEnd } from '../watch/watch-end.js'
import { isOfSource } from '../watch/watch-event.js'
import { currentSession, type WatchedSession, type WatchView } from '../watch/watch-view.js'
import type { WatchedSource } from '../watch/watched-source.js'
import type { Debugger } from './run-debugger.js'

/**
 * Follows a source until the end is asked for, or the source has one.
 * @throws as `followSource` does
 */
export async function followInDebugger(
  source: WatchedSource,
  shown: Debugger,
  audit: AuditOptions,
  end: WatchEnd,
  call: Call<OptionValues<typeof sourceOptions>>,
): Promise<void> {
  const { options, output } = call
  const replays = new Map<string, RecordedReplay>()
  const name = nameOf(source)
  const view = new GrowingSessions(name, replays, shown)
  const watcher = new SessionWatcher({
    view,
    source: name,
    session: options.session,
    audit,
    observer(opened) {
      const replay = new RecordedReplay(opened)
      replays.set(opened.session, replay)
      return (event, state) => replay.observe(event, state)
    },
    clock: () => performance.now(),
  })
  const reading: Pick<FollowOptions, 'profile' | 'todos' | 'session'> = {
    profile: profileOf(options),
    todos: todosWanted(options, output),
    session: options.session,
  }
  await followSource(source, { watcher, view, end, once: false, ...reading }, call)
  if (end.reason !== null) return
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
    if (isOfSource(event) && event.kind !== 'caught-up')
      this.note(`${event.reason}; ${event.kind === 'waiting' ? 'waiting' : 'it is read from its start'}`)
  }

  note(text: string): void {
    this.#shown.note(`${this.#source}: ${text}`)
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
