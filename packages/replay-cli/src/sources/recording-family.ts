/** A recording, and the files that its sub-agents have of their own beside it: what they do is evidence for its completions. */

import { join, resolve } from 'node:path'
import type { SessionEvent } from '@todo-ledger/recordings'
import { agents } from '@todo-ledger/recordings/agents'
import { type FollowedFile, type FollowedOptions, openFollowed, type Pieces } from './followed-file.js'

/** What there is to say of the files beside a recording. */
interface FamilyNotices {
  readonly found?: (paths: readonly string[]) => void
  readonly failed: (path: string, error: unknown) => void
}

/** One that appeared as late as at the end has not been read before. */
async function* toItsEnd(file: FollowedFile): Pieces {
  yield* file.pieces()
  yield* file.end()
}

export class RecordingFamily {
  readonly main: FollowedFile
  readonly #options: FollowedOptions
  readonly #notices: FamilyNotices
  readonly #files: Set<FollowedFile>
  /** The files that were found, or that are read by others. */
  readonly #found: Set<string>
  /** Files of sub-agents that were found and not opened yet. */
  readonly #awaited = new Set<string>()
  /** The file that each session is read from. */
  readonly #fileOf = new Map<string, FollowedFile>()
  readonly #children = new Set<string>()
  #format: string | undefined

  /** @param others files that are read anyway */
  constructor(
    main: FollowedFile,
    options: FollowedOptions,
    notices: FamilyNotices,
    others: readonly string[] = [],
  ) {
    this.main = main
    this.#options = options
    this.#notices = notices
    this.#files = new Set([main])
    this.#found = new Set([main.path, ...others].map((path) => resolve(path)))
  }

  /** True for a session that is read from a file beside the recording. */
  isBeside(session: string): boolean {
    return (this.#fileOf.get(session) ?? this.main) !== this.main
  }

  async close(): Promise<void> {
    for (const file of this.#files) await file.close()
  }

  /** What came of each file, and of those that appear beside it. Only trouble with the recording itself is thrown. */
  async *read(isEnd: boolean): Pieces {
    const { beside = true } = this.#options
    for (let added = [...this.#files]; added.length > 0; added = beside ? await this.#openMore() : [])
      for (const file of added) yield* this.#piecesOf(file, isEnd)
  }

  /** What a file gives until it can't be read on. What goes wrong where it is taken does not come by here. */
  async *#piecesOf(file: FollowedFile, isEnd: boolean): Pieces {
    try {
      for await (const events of isEnd ? toItsEnd(file) : file.pieces()) {
        yield this.#own(file, events)
        if (!this.#files.has(file)) return
      }
    } catch (error) {
      this.#fail(file, error)
    }
  }

  #fail(file: FollowedFile, error: unknown): void {
    if (file === this.main) throw error
    this.#files.delete(file)
    void file.close()
    this.#notices.failed(file.path, error)
  }

  /** Opens the files of sub-agents that appeared, or became whole. @returns these */
  async #openMore(): Promise<FollowedFile[]> {
    const found = await this.#more().catch((error: unknown) => {
      this.#notices.failed(this.main.path, error)
      return []
    })
    if (found.length > 0) this.#notices.found?.(found)
    for (const path of found) this.#awaited.add(path)
    const opened: FollowedFile[] = []
    for (const path of this.#awaited) {
      try {
        const file = openFollowed(path, this.#options)
        if (typeof file === 'string') continue
        this.#files.add(file)
        opened.push(file)
      } catch (error) {
        this.#notices.failed(path, error)
      }
      this.#awaited.delete(path)
    }
    return opened
  }

  /** The files that are known now and were not before, sorted. */
  async #more(): Promise<readonly string[]> {
    if (this.#children.size === 0) return []
    const agent = agents.find(({ formats }) => formats.some(({ name }) => name === this.#format))
    const sessions = new Set(this.#fileOf.keys())
    const read = { file: this.main.path, sessions, children: this.#children }
    const found = (await agent?.besideFiles?.(read)) ?? []
    const more = [...new Set(found.map((path) => join(path)))].filter(
      (path) => !this.#found.has(resolve(path)),
    )
    for (const path of more) this.#found.add(resolve(path))
    return more.toSorted()
  }

  /** The events of sessions that are not read from another file. */
  *#own(file: FollowedFile, events: Iterable<SessionEvent>): Generator<SessionEvent, void, undefined> {
    try {
      for (const passed of events) {
        const { event } = passed
        if (event.type === 'session.opened') {
          if (!this.#fileOf.has(event.session)) this.#fileOf.set(event.session, file)
          this.#format ??= event.data.source?.format
        } else if (event.type === 'subagent.started') this.#children.add(event.data.child)
        if (this.#fileOf.get(event.session) === file) yield passed
      }
    } catch (error) {
      this.#fail(file, error)
    }
  }
}
