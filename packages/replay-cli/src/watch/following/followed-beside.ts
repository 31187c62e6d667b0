/**
 * Follows the files that a session's sub-agents have of their own beside it, as they appear. What they do is evidence for
 * the session's completions, so nothing is judged before what is there was read.
 */

import type { EventOf } from '@todo-ledger/core'
import { besideFinder } from '../../sources/beside.js'
import { troubleOf } from '../../sources/read-report.js'
import type { SessionListener } from '../session-watcher.js'
import { followFile } from './follow-file.js'
import type { Following, FollowingEnd, FollowingWatcher, ListenerFor } from './following.js'

/** How long to wait where something is still being read, in milliseconds. */
const moment = 20

/** The files of the sub-agents of one recording. */
export class FollowedBeside {
  readonly #path: string
  readonly #following: Following
  readonly #trouble: (file: string, reason: string) => void
  readonly #find = besideFinder()
  readonly #sessions = new Set<string>()
  readonly #children = new Set<string>()
  readonly #files = new Map<string, Promise<void>>()
  /** The files that were not read to their ends yet. */
  readonly #behind = new Set<string>()
  #format = ''
  /** The sub-agents whose files were looked for already, by their number. */
  #soughtChildren = 0
  #look: Promise<void> | null = null
  /** Is aborted when the recording is read from its start again. */
  #restarted = new AbortController()

  /** @param path the recording; @param following how it is followed; @param trouble is given the file that can't be read */
  constructor(path: string, following: Following, trouble: (file: string, reason: string) => void) {
    this.#path = path
    this.#following = following
    this.#trouble = trouble
  }

  /** The same as it was given, for the recording itself: its sessions and sub-agents are noted. */
  get ofRecording(): Following {
    const { watcher, reading } = this.#following
    return {
      ...this.#following,
      reading: { ...reading, listenerFor: this.#noting(reading.listenerFor) },
      watcher: {
        caughtUp: () => this.#caughtUp(),
        drained: () => watcher.drained(),
        follow: watcher.follow,
        emitSource: (kind, reason) => watcher.emitSource(kind, reason),
        restart: (goesOn) => {
          watcher.restart(goesOn)
          this.#restart()
        },
      },
    }
  }

  /** Reads what stands beside a recording that was read, and what stands beside that in turn. */
  async readAll(): Promise<void> {
    for (let before = -1; before < this.#files.size; ) {
      before = this.#files.size
      await this.#lookNow()
      await this.settled()
    }
  }

  /** Is done when no file is followed any more. */
  async settled(): Promise<void> {
    await this.#look
    await Promise.all(this.#files.values())
  }

  #caughtUp(): number | null {
    this.#look ??= this.#lookNow().finally(() => {
      this.#look = null
    })
    const isReading = this.#behind.size > 0 || this.#soughtChildren < this.#children.size
    return isReading ? moment : this.#following.watcher.caughtUp()
  }

  #restart(): void {
    this.#restarted.abort()
    this.#restarted = new AbortController()
    for (const noted of [this.#sessions, this.#children, this.#files, this.#behind]) noted.clear()
    this.#soughtChildren = 0
    this.#look = null
  }

  async #lookNow(): Promise<void> {
    const children = this.#children.size
    const { signal } = this.#restarted
    const found = await this.#find({
      file: this.#path,
      format: this.#format,
      sessions: this.#sessions,
      children: this.#children,
    })
    if (signal.aborted) return
    for (const file of found) if (!this.#files.has(file)) this.#follow(file)
    this.#soughtChildren = children
  }

  #follow(file: string): void {
    const { watcher, reading } = this.#following
    const inRecording = new Set(this.#sessions)
    const own: FollowingWatcher = {
      caughtUp: () => {
        if (signal.aborted) return null
        this.#behind.delete(file)
        return watcher.caughtUp()
      },
      drained: () => undefined,
      follow: watcher.follow,
      emitSource: () => undefined,
      // Its sessions are listened to anew, and what was said of them is not said again.
      restart: () => undefined,
    }
    const listenerFor: ListenerFor = (opened) =>
      inRecording.has(opened.session) ? null : reading.listenerFor(opened)
    const { signal } = this.#restarted
    const { end } = this.#following
    const ownEnd: FollowingEnd = {
      stop: AbortSignal.any([end.stop, signal]),
      get reason() {
        return signal.aborted ? 'asked' : end.reason
      },
      moved: () => end.moved(),
    }
    this.#behind.add(file)
    const followed = followFile(file, {
      ...this.#following,
      end: ownEnd,
      watcher: own,
      reading: { ...reading, listenerFor: this.#noting(listenerFor) },
    })
      .catch((error: unknown) => this.#trouble(file, troubleOf(error, file).reason))
      .finally(() => {
        if (!signal.aborted) this.#behind.delete(file)
      })
    this.#files.set(file, followed)
  }

  #noting(listenerFor: ListenerFor): ListenerFor {
    return (opened) => {
      const listener = listenerFor(opened)
      if (listener === null) return null
      this.#note(opened)
      return this.#notingChildren(listener)
    }
  }

  #note({ session, data }: EventOf<'session.opened'>): void {
    this.#sessions.add(session)
    this.#format ||= data.source?.format ?? ''
  }

  #notingChildren(listener: SessionListener): SessionListener {
    return {
      passed: (event, state) => {
        if (event.type === 'subagent.started') this.#children.add(event.data.child)
        listener.passed(event, state)
      },
    }
  }
}
