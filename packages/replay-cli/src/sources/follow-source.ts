/**
 * Follows a source that grows: a file, a ledger, a conversation that is kept an event a file, a pipe. It is one stream that
 * is pulled, as every reading is; but there is no end to wait for, so its sessions' events come in it as they are found.
 */

import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { RecordingStream, SessionEvent } from '@todo-ledger/recordings'
import { Failure } from '../failure.js'
import { printable } from '../text/printable.js'
import { type BesideFinder, besideFinder, RecordedFamily } from './beside.js'
import { followFile } from './follow-file.js'
import { followLedger } from './follow-ledger.js'
import { emitRecording, type FollowedItem, type Following, type FollowingEnd } from './following.js'
import { profileOfLedger, type ReadOptions } from './open-source.js'
import { troubleOf } from './read-report.js'
import { nameOf, type Source } from './source.js'
import { FileChanges, withPauses } from './waiting.js'

/** What can be followed: of a folder it is one recording. */
export type FollowedSource = Exclude<Source, { readonly kind: 'folder' }>

/** How a source is followed. */
export interface FollowOptions extends Omit<ReadOptions, 'subagents' | 'onFile'> {
  /** When to stop. */
  readonly end: FollowingEnd
  /** True: what is there is read once. */
  readonly once: boolean
  /** After how many milliseconds `caught-up` is to come again, although nothing else came; null: not before. */
  readonly again: () => number | null
}

/**
 * Follows a source until it ends, or the end is asked for. Of a ledger the session that is wanted comes, and those that
 * it starts; where none is, the one that was active last, and each in which something happens. Of a recording all come.
 * @throws Failure `profile-of-ledger`, `no-session`, `unknown-session`
 * @throws RecordingError, LedgerError where it can't be read
 */
export async function* followSource(
  source: FollowedSource,
  options: FollowOptions,
): AsyncGenerator<FollowedItem, void, undefined> {
  const { session, once } = options
  const following = new QueuedFollowing(options)
  follow(source, options, following).then(
    () => following.items.end(),
    (error: unknown) => following.items.end({ error }),
  )
  let isFound = false
  for await (const item of following.items) {
    if ('event' in item && item.event.type === 'session.opened') {
      isFound ||= session === undefined || item.event.session.startsWith(session)
    }
    yield item
  }
  if (!once || isFound) return
  const name = nameOf(source)
  throw session === undefined
    ? new Failure('no-session', `${name}: there is no session in it.`)
    : new Failure('unknown-session', `There is no session ${JSON.stringify(session)} in ${name}.`)
}

async function follow(
  source: FollowedSource,
  options: FollowOptions,
  following: QueuedFollowing,
): Promise<void> {
  const { profile, session, beside = true, report } = options
  const name = nameOf(source)
  if (source.kind === 'ledger') {
    if (profile !== undefined) throw profileOfLedger(name)
    await followLedger(name, session, following)
  } else if (source.kind === 'stream') {
    await followStream(source, following)
  } else if (source.form === 'pipe') {
    await followStream({ name, bytes: createReadStream(name) }, following)
  } else if (source.form === 'folder') {
    await followConversation(name, following)
  } else if (beside) {
    await new FollowedFamily(name, following, (file, error) =>
      report.message(`${printable(file)}: ${printable(troubleOf(error, file).reason)}`),
    ).follow()
  } else {
    await followFile(name, following)
  }
}

/** Hands each item to whoever pulls them, one at a time, whichever file it comes from. */
class QueuedFollowing implements Following {
  readonly items: EventQueue<FollowedItem> = new EventQueue()
  readonly reading: Following['reading']
  readonly once: boolean
  readonly end: FollowingEnd
  readonly #again: () => number | null
  #last: Promise<void> = Promise.resolve()

  constructor({ report, profile, redaction, todos, agents, end, once, again }: FollowOptions) {
    this.reading = {
      onSkipped: (piece) => report.skipped(piece),
      profile,
      redaction,
      ...(todos === undefined ? {} : { todos }),
      ...(agents === undefined ? {} : { agents }),
    }
    this.once = once
    this.end = end
    this.#again = again
  }

  /** @param isStale is asked when its turn comes; true: it is left out */
  emit(item: FollowedItem, isStale: () => boolean = () => false): Promise<void> {
    const given = this.#last.then(() => (isStale() ? undefined : this.items.push(item)))
    this.#last = given
    return given.then(() => {
      if (this.items.isClosed) throw new Error('nobody follows it any more')
    })
  }

  async caughtUp(): Promise<number | null> {
    await this.emit({ kind: 'caught-up' })
    return this.#again()
  }
}

/** Follows a recording that comes through a pipe, until it ends. */
async function followStream({ name, bytes }: RecordingStream, following: Following): Promise<void> {
  const { end } = following
  async function* passing(): AsyncGenerator<Uint8Array | string, void, undefined> {
    for await (const piece of withPauses(bytes, () => following.caughtUp(), end.stop)) {
      end.moved()
      yield piece
    }
    if (end.reason === 'asked') throw new Error('it is followed no longer')
    await following.emit({ kind: 'drained' })
  }
  try {
    await emitRecording({ name, bytes: passing() }, following)
  } catch (error) {
    if (end.reason === null) throw error
  }
}

/** Follows the folder of a conversation that is kept an event a file: new events are new files. */
async function followConversation(folder: string, following: Following): Promise<void> {
  const { end, once } = following
  const changes = new FileChanges(join(folder, 'event'))
  let latest: number | null = null
  const more = async (): Promise<boolean> => {
    if (!once && end.reason === null) {
      await changes.next(end.stop, await following.caughtUp())
      // When a file was last added to the folder or taken out of it; null where it is gone.
      const at = (await stat(folder).catch(() => null))?.mtimeMs ?? null
      if (at !== latest) end.moved()
      latest = at
    }
    if (!once && end.reason === null) return true
    if (end.reason === 'asked') throw new Error('it is followed no longer')
    await following.emit({ kind: 'drained' })
    return false
  }
  try {
    await emitRecording(folder, following, more)
  } catch (error) {
    if (end.reason === null) throw error
  } finally {
    changes.close()
  }
}

/** How long to wait where something is still being read, in milliseconds. */
const moment = 20

/**
 * Follows a recording, and the files that its sub-agents have of their own beside it, as they appear. What they do is
 * evidence for the session's completions, so it is not said that all was read before they were.
 */
class FollowedFamily {
  readonly #path: string
  readonly #whole: QueuedFollowing
  readonly #trouble: (file: string, error: unknown) => void
  readonly #find: BesideFinder = besideFinder()
  #family: RecordedFamily
  /** The file that each session is read from. */
  readonly #fileOf = new Map<string, string>()
  readonly #followed = new Set<Promise<void>>()
  /** The files that were not read to their ends yet. */
  readonly #behind = new Set<string>()
  /** Is aborted when the recording is read from its start again. */
  #restarted = new AbortController()

  /** @param path the recording; @param trouble is given the file beside it that can't be read */
  constructor(path: string, whole: QueuedFollowing, trouble: (file: string, error: unknown) => void) {
    this.#path = path
    this.#whole = whole
    this.#trouble = trouble
    this.#family = new RecordedFamily(path, this.#find)
  }

  /** Follows them until the end. */
  async follow(): Promise<void> {
    const { reading, once, end } = this.#whole
    try {
      await followFile(this.#path, {
        reading,
        once,
        end,
        emit: (item) => this.#emit(item),
        caughtUp: async () => {
          await this.#followMore()
          return this.#caughtUp()
        },
      })
      // What its sub-agents started in turn may stand beside them.
      while (once && (await this.#followMore())) await Promise.all(this.#followed)
    } finally {
      if (end.reason !== null) await Promise.all(this.#followed)
    }
  }

  async #emit(item: FollowedItem): Promise<void> {
    if ('event' in item) {
      this.#fileOf.set(item.event.session, this.#path)
      this.#family.note(item)
    } else if (item.kind === 'restarted') {
      this.#restart()
    }
    await this.#whole.emit(item)
  }

  #restart(): void {
    this.#restarted.abort()
    this.#restarted = new AbortController()
    this.#family = new RecordedFamily(this.#path, this.#find)
    for (const noted of [this.#fileOf, this.#followed, this.#behind]) noted.clear()
  }

  async #caughtUp(): Promise<number | null> {
    return this.#behind.size > 0 ? moment : this.#whole.caughtUp()
  }

  /** Follows the files that are beside it now and were not before. @returns false where there are none */
  async #followMore(): Promise<boolean> {
    const files = await this.#family.more()
    for (const file of files) {
      this.#behind.add(file)
      this.#followed.add(this.#followBeside(file, this.#restarted.signal))
    }
    return files.length > 0
  }

  /** @param restarted is aborted when the file is of no interest any more */
  async #followBeside(file: string, restarted: AbortSignal): Promise<void> {
    const { reading, once, end } = this.#whole
    const isStale = (): boolean => restarted.aborted
    try {
      await followFile(file, {
        reading,
        once,
        end: {
          stop: AbortSignal.any([end.stop, restarted]),
          get reason() {
            return restarted.aborted ? 'asked' : end.reason
          },
          moved: () => end.moved(),
        },
        emit: async (item) => {
          if (!isStale() && 'event' in item && this.#isOf(file, item)) await this.#whole.emit(item, isStale)
        },
        caughtUp: async () => {
          if (isStale()) return null
          this.#behind.delete(file)
          return this.#caughtUp()
        },
      })
    } catch (error) {
      if (!this.#whole.items.isClosed) this.#trouble(file, error)
    } finally {
      if (!isStale()) this.#behind.delete(file)
    }
  }

  /** Notes an event of a file beside the recording. @returns false where its session is read from another file */
  #isOf(file: string, passed: SessionEvent): boolean {
    const { session, type } = passed.event
    if (type === 'session.opened' && !this.#fileOf.has(session)) this.#fileOf.set(session, file)
    if (this.#fileOf.get(session) !== file) return false
    this.#family.note(passed)
    return true
  }
}

const over: IteratorResult<never, undefined> = { done: true, value: undefined }

/** Hands items from those who follow files to whoever pulls them, one at a time. */
class EventQueue<Item> implements AsyncIterableIterator<Item, undefined, undefined> {
  /** True once nobody wants more of them, although there may be more. */
  isClosed = false
  #wanted: { resolve(next: IteratorResult<Item, undefined>): void; reject(error: unknown): void } | null =
    null
  #asked: (() => void) | null = null
  #ended: { readonly trouble: { readonly error: unknown } | null } | null = null

  /** Gives the next event, and waits until the one after it is asked for, or no more is. */
  async push(passed: Item): Promise<void> {
    if (this.#wanted === null && !this.isClosed && this.#ended === null) await this.#nextAsked()
    const wanted = this.#wanted
    if (wanted === null) return
    this.#wanted = null
    const asked = this.#nextAsked()
    wanted.resolve({ done: false, value: passed })
    await asked
  }

  /** No more come. @param trouble why, where that is not their end */
  end(trouble: { readonly error: unknown } | null = null): void {
    this.#ended ??= { trouble }
    const wanted = this.#wanted
    this.#wanted = null
    if (trouble === null) wanted?.resolve(over)
    else wanted?.reject(trouble.error)
    this.#asked?.()
  }

  /** True once no more come. */
  get isEnded(): boolean {
    return this.#ended !== null
  }

  /** No more are wanted. */
  close(): void {
    this.isClosed ||= this.#ended === null
    this.#asked?.()
    this.#asked = null
  }

  next(): Promise<IteratorResult<Item, undefined>> {
    const trouble = this.#ended?.trouble ?? null
    if (trouble !== null) return Promise.reject(trouble.error)
    if (this.#ended !== null || this.isClosed) return Promise.resolve(over)
    return new Promise((resolve, reject) => {
      this.#wanted = { resolve, reject }
      this.#asked?.()
      this.#asked = null
    })
  }

  return(): Promise<IteratorResult<Item, undefined>> {
    this.close()
    return Promise.resolve(over)
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  #nextAsked(): Promise<void> {
    return new Promise((resolve) => {
      this.#asked = resolve
    })
  }
}
