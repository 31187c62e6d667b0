/** Waits for what comes: changes of a file, and pauses in what comes from elsewhere. */

import { type FSWatcher, watch } from 'node:fs'
import { basename, dirname } from 'node:path'

/** The file is looked at so often where the system says nothing, in milliseconds. */
const interval = 250
/** Nothing came for so many milliseconds: that is a pause. */
const pause = 25

/** Waits for changes of one file, or in one folder. The folder of a file is watched, for it may be another one tomorrow. */
export class FileChanges {
  readonly #watchers: readonly FSWatcher[]
  #happened = false
  #wake: () => void = () => undefined

  /** @param path the file, which need not exist */
  constructor(path: string) {
    const name = basename(path)
    const changed = (): void => {
      this.#happened = true
      this.#wake()
    }
    // A database is written to in files beside it.
    const beside = watched(dirname(path), (file) => file === null || file.startsWith(name), changed)
    this.#watchers = [...beside, ...watched(path, () => true, changed)]
  }

  /**
   * Waits until the file may have changed since the last call, or a moment has passed.
   * @param stop ends the wait; @param most no longer than so many milliseconds
   */
  async next(stop: AbortSignal, most: number | null = null): Promise<void> {
    const changed = new Promise<void>((resolve) => {
      this.#wake = resolve
      if (this.#happened) resolve()
    })
    await settles(changed, Math.min(most ?? interval, interval), stop)
    this.#happened = false
  }

  close(): void {
    for (const watcher of this.#watchers) watcher.close()
  }
}

/** None where the system can't: no such folder yet, too many watched, a disk of another machine. */
function watched(
  path: string,
  isMeant: (file: string | null) => boolean,
  changed: () => void,
): readonly FSWatcher[] {
  try {
    const watcher = watch(path, (_kind, file) => {
      if (isMeant(file)) changed()
    })
    watcher.on('error', () => watcher.close())
    return [watcher]
  } catch {
    return []
  }
}

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
      for (let rest: number | null = pause; !(await settles(next, rest, stop)); rest = await paused())
        if (stop.aborted) return
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
