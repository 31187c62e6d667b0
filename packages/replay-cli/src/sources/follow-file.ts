/** Follows a recording in a file while it grows, is cut, is written anew, or gives its name to another. */

import { setTimeout as wait } from 'node:timers/promises'
import { type FileChange, FollowedFile } from './followed-file.js'
import { emitRecording, type Following } from './following.js'
import { FileChanges } from './waiting.js'

/** A document whose end is missing is read all the same when it has not changed for so many looks. */
const patience = 4

/** How much later to look at a document that is being written, in milliseconds. */
const glance = 250

const reasons: { readonly [Change in FileChange]: string } = {
  replaced: 'another file took its name',
  truncated: 'it was cut short',
  rewritten: 'it was written anew',
}

/**
 * Follows a file until the watch ends.
 * @throws RecordingError where it is no recording
 */
export async function followFile(path: string, following: Following): Promise<void> {
  const changes = new FileChanges(path)
  try {
    const follower = new FileFollower(path, changes, following)
    while (await follower.followOne()) {
      // The next file of that name, or the next form of the document.
    }
  } finally {
    changes.close()
  }
}

/** Follows the files that one name leads to, one after the other. */
class FileFollower {
  readonly #path: string
  readonly #changes: FileChanges
  readonly #following: Following
  #isMissing = false

  constructor(path: string, changes: FileChanges, following: Following) {
    this.#path = path
    this.#changes = changes
    this.#following = following
  }

  /** Follows the file that the name leads to now. @returns false where the watch is over */
  async followOne(): Promise<boolean> {
    const { end, once } = this.#following
    const file = await FollowedFile.open(this.#path)
    if (file === null) {
      await this.#emitMissing('there is no such file yet')
      return this.#pause(null)
    }
    this.#isMissing = false
    try {
      const shape = fileShape(await file.start(shapeBytes))
      if (shape === 'unsure' && !once) {
        await this.#following.caughtUp()
        return await this.#pause(null)
      }
      if (shape === 'document') return await this.#followDocument(file)
      await this.#followLines(file)
      if (once || end.reason !== null || file.change === null) return false
      const reason = reasons[file.change]
      await this.#following.emit({ kind: 'restarted', reason, goesOn: false })
      return true
    } finally {
      await file.close()
    }
  }

  /** Reads lines as they come, until the watch is over or the file is another. */
  async #followLines(file: FollowedFile): Promise<void> {
    const { end } = this.#following
    try {
      await emitRecording({ name: this.#path, bytes: this.#growing(file) }, this.#following)
    } catch (error) {
      if (end.reason === null && file.change === null) throw error
    }
  }

  async *#growing(file: FollowedFile): AsyncGenerator<Uint8Array, void, undefined> {
    const { end, once } = this.#following
    for (;;) {
      if (end.reason === 'asked') throw new Error('the watch is over')
      const bytes = await file.more()
      if (bytes !== null) {
        end.moved()
        yield bytes
      } else if (once || end.reason === 'idle') {
        await this.#following.emit({ kind: 'drained' })
        return
      } else if (file.change !== null) {
        throw new Error(reasons[file.change])
      } else {
        await this.#changes.next(end.stop, await this.#following.caughtUp())
        if (await file.check()) this.#isMissing = false
        else await this.#emitMissing('the file is gone')
        // What the old file still holds is read; of one that was cut or written anew nothing can be.
        if (file.change !== null && file.change !== 'replaced') throw new Error(reasons[file.change])
      }
    }
  }

  /** Reads a document to its end, and waits until it is another. @returns false where the watch is over */
  async #followDocument(file: FollowedFile): Promise<boolean> {
    const { end, once } = this.#following
    if (!once) await this.#untilWhole(file)
    if (end.reason === 'asked') return false
    await this.#following.emit({ kind: 'restarted', reason: null, goesOn: true })
    const trouble = await emitRecording({ name: this.#path, bytes: this.#toEnd(file) }, this.#following).then(
      () => null,
      (error: unknown) => ({ error }),
    )
    if (once && trouble !== null) throw trouble.error
    if (once) return false
    for (let still = 0; ; still += 1) {
      // What can't be read may be half of what is being written.
      if (trouble !== null && still >= patience) throw trouble.error
      const isThere = await this.#pause(trouble === null ? await this.#following.caughtUp() : null)
      if (!isThere) return false
      if (!(await file.check())) await this.#emitMissing('the file is gone')
      if (file.change !== null || (await file.left()) > 0) break
    }
    end.moved()
    return true
  }

  async *#toEnd(file: FollowedFile): AsyncGenerator<Uint8Array, void, undefined> {
    for (let bytes = await file.more(); bytes !== null; bytes = await file.more()) yield bytes
    await this.#following.emit({ kind: 'drained' })
  }

  /** Waits until a document ends as one does, or does not go on. */
  async #untilWhole(file: FollowedFile): Promise<void> {
    const { stop } = this.#following.end
    let before = -1
    for (let still = 0; still < patience && !stop.aborted; ) {
      if (/[}\]]\s*$/.test((await file.end(shapeBytes)).toString('latin1'))) return
      const left = await file.left()
      still = left === before ? still + 1 : 0
      before = left
      await wait(glance, undefined, { signal: stop }).catch(() => undefined)
    }
  }

  /** Waits for a change. @returns false where the watch is over */
  async #pause(most: number | null): Promise<boolean> {
    const { end } = this.#following
    await this.#changes.next(end.stop, most)
    return end.reason === null
  }

  async #emitMissing(reason: string): Promise<void> {
    const isKnown = this.#isMissing
    this.#isMissing = true
    if (!isKnown) await this.#following.emit({ kind: 'waiting', reason })
  }
}

/** As many bytes of a file's start are looked at. */
const shapeBytes = 64 * 1024

/** A file of lines, a document, or a start that does not say yet. */
type FileShape = 'lines' | 'document' | 'unsure'

/** Whether a file grows line by line, or is one document that is written anew each time, by its start. Documents hold a list of messages, or are one. */
export function fileShape(start: Buffer): FileShape {
  const text = start
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart()
  const end = text.indexOf('\n')
  const line = (end === -1 ? text : text.slice(0, end)).trimEnd()
  if (line === '{' || line.startsWith('[')) return 'document'
  if (beginsDocument(line)) return 'document'
  return end === -1 && start.length < shapeBytes ? 'unsure' : 'lines'
}

/** True for a line that holds a list of messages, or begins to. */
function beginsDocument(line: string): boolean {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null && 'messages' in value && Array.isArray(value.messages)
  } catch {
    return /^\{\s*"(?:sessionId|info|messages)"\s*:/.test(line) && /"messages"\s*:\s*\[/.test(line)
  }
}
