/** Says when a file may have changed. The system says at once where it can; the clock does everywhere else. */

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
