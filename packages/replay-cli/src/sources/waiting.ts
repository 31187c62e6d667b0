/**
 * Waits for what comes: for changes of a file, which the system says at once where it can, and the clock everywhere else;
 * and for pauses in what comes from elsewhere.
 */

import { type FSWatcher, watch } from 'node:fs'
import { basename, dirname } from 'node:path'

/** The file is looked at so often where the system says nothing, in milliseconds. */
const usualInterval = 250

/** Waits for changes of one file. Its folder is watched, for the file may be another one tomorrow. */
export class FileChanges {
  readonly #path: string
  readonly #interval: number
  #watcher: FSWatcher | null = null
  #happened = false
  #wake: () => void = () => undefined

  /** @param path the file, which need not exist; @param interval how often to look, in milliseconds */
  constructor(path: string, interval: number = usualInterval) {
    this.#path = path
    this.#interval = interval
  }

  /**
   * Waits until the file may have changed since the last call, or a moment has passed.
   * @param stop ends the wait; @param most no longer than so many milliseconds
   */
  async next(stop: AbortSignal, most: number | null = null): Promise<void> {
    this.#watcher ??= this.#watchFolder()
    if (!this.#happened && !stop.aborted) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(() => this.#wake(), Math.min(most ?? this.#interval, this.#interval))
        this.#wake = () => {
          clearTimeout(timer)
          stop.removeEventListener('abort', this.#wake)
          resolve()
        }
        stop.addEventListener('abort', this.#wake)
      })
    }
    this.#happened = false
  }

  /** Stops watching. */
  close(): void {
    this.#watcher?.close()
    this.#watcher = null
  }

  /** Null where the system can't: no such folder yet, too many watched, a disk of another machine. */
  #watchFolder(): FSWatcher | null {
    const name = basename(this.#path)
    try {
      const watcher = watch(dirname(this.#path), (_kind, changed) => {
        // A database is written to in files beside it.
        if (changed === null || changed.startsWith(name)) this.#changed()
      })
      watcher.on('error', () => this.close())
      return watcher
    } catch {
      return null
    }
  }

  #changed(): void {
    this.#happened = true
    this.#wake()
  }
}

/** Nothing came for so many milliseconds: that is a pause. */
const pause = 25

/**
 * Passes on what comes.
 * @param paused is called when nothing comes; gives after how many milliseconds it is to be called again, or null: not before more came
 * @param stop ends it
 */
export async function* withPauses<Value>(
  values: AsyncIterable<Value>,
  paused: () => Promise<number | null>,
  stop: AbortSignal,
): AsyncGenerator<Value, void, undefined> {
  const iterator = values[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = iterator.next()
      next.catch(() => undefined) // it is awaited below, unless the watch ends before
      let rest: number | null = pause
      while (!(await settles(next, rest, stop))) {
        if (stop.aborted) return
        rest = await paused()
      }
      const { done, value } = await next
      if (done === true) return
      yield value
    }
  } finally {
    // What waits for input that never comes can't be waited for.
    void Promise.resolve(iterator.return?.()).catch(() => undefined)
  }
}

/** True once it has settled; false where it has not after so many milliseconds, or at the stop. */
function settles(promise: Promise<unknown>, most: number | null, stop: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const answer = (value: boolean) => () => {
      clearTimeout(timer)
      stop.removeEventListener('abort', stopped)
      resolve(value)
    }
    const stopped = answer(false)
    const timer = most === null ? undefined : setTimeout(answer(false), Math.max(1, most))
    stop.addEventListener('abort', stopped)
    promise.then(answer(true), answer(true))
    if (stop.aborted) stopped()
  })
}
