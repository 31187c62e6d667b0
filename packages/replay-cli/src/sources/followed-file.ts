/** The bytes of a file that grows: its reader waits at the end for more, and learns when it is no longer that file. */

import { type FileHandle, open, stat } from 'node:fs/promises'
import { systemMessage } from '../failure.js'

/** Why a file is no longer the one that was read. */
export type FileChange = 'replaced' | 'truncated' | 'rewritten'

/** As many bytes are read at once. */
const chunk = 256 * 1024
/** As many bytes of what was read last, and first, are kept to see whether they still stand there. */
const kept = 256

/** One file, from its start to where it ends or becomes another. */
export class FollowedFile {
  /** Why it is no longer the file that was read; null while it is. */
  change: FileChange | null = null
  readonly #path: string
  readonly #file: FileHandle
  #position = 0
  #head: Buffer = Buffer.alloc(0)
  #tail: Buffer = Buffer.alloc(0)

  /** Made by `open` alone. */
  constructor(path: string, file: FileHandle) {
    this.#path = path
    this.#file = file
  }

  /**
   * Opens a file.
   * @returns null where there is none
   * @throws the system's error where it can't be opened
   */
  static async open(path: string): Promise<FollowedFile | null> {
    try {
      return new FollowedFile(path, await open(path, 'r'))
    } catch (error) {
      if (systemMessage(error)?.code === 'missing') return null
      throw error
    }
  }

  /** What stands at the start of the file now, at most so many bytes. Does not count as read. */
  async start(most: number): Promise<Buffer> {
    const { buffer, bytesRead } = await this.#file.read(Buffer.alloc(most), 0, most, 0)
    return buffer.subarray(0, bytesRead)
  }

  /** What stands at its end now, at most so many bytes. Does not count as read. */
  async end(most: number): Promise<Buffer> {
    const { size } = await this.#file.stat()
    const { buffer, bytesRead } = await this.#file.read(Buffer.alloc(most), 0, most, Math.max(0, size - most))
    return buffer.subarray(0, bytesRead)
  }

  /** How many bytes there are that were not read. */
  async left(): Promise<number> {
    return Math.max(0, (await this.#file.stat()).size - this.#position)
  }

  /** The bytes that came since the last call, at most 256 KiB of them; null where there are none. */
  async more(): Promise<Buffer | null> {
    const { buffer, bytesRead } = await this.#file.read(Buffer.allocUnsafe(chunk), 0, chunk, this.#position)
    if (bytesRead === 0) return null
    const bytes = Buffer.from(buffer.subarray(0, bytesRead))
    if (this.#head.length < kept)
      this.#head = Buffer.concat([this.#head, bytes.subarray(0, kept - this.#head.length)])
    this.#tail = Buffer.concat([this.#tail, bytes.subarray(-kept)]).subarray(-kept)
    this.#position += bytesRead
    return bytes
  }

  /**
   * Looks whether it is still the file that was read; notes in `change` where it is not.
   * @returns false where its name leads nowhere now
   */
  async check(): Promise<boolean> {
    const own = await this.#file.stat({ bigint: true })
    const named = await stat(this.#path, { bigint: true }).catch(() => null)
    if (named !== null && (named.ino !== own.ino || named.dev !== own.dev)) this.change = 'replaced'
    else if (own.size < this.#position) this.change = 'truncated'
    else if (!(await this.#stands(this.#head, 0))) this.change = 'rewritten'
    else if (!(await this.#stands(this.#tail, this.#position - this.#tail.length))) this.change = 'rewritten'
    return named !== null
  }

  /** Closes it. */
  async close(): Promise<void> {
    await this.#file.close()
  }

  async #stands(bytes: Buffer, at: number): Promise<boolean> {
    if (bytes.length === 0) return true
    const { buffer, bytesRead } = await this.#file.read(Buffer.alloc(bytes.length), 0, bytes.length, at)
    return bytesRead === bytes.length && buffer.equals(bytes)
  }
}
