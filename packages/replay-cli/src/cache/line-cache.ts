/**
 * A cache in one file: a line for each entry, the last one of a name counts.
 *
 * - A line begins with the digest of what follows, made with the key of the cache: a line that is torn, damaged, or of
 *   another cache is none.
 * - Writers only append, each several whole lines at once: several programs may do so at the same time. Where a file is
 *   rewritten meanwhile, what one of them appended is lost, and is found out again.
 * - Whatever goes wrong with the file, there is no entry; nothing of it is ever an error.
 */

import { createHash } from 'node:crypto'
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

/** How a cache is called, and what its entries rest on. */
export interface CacheKey {
  /** Its folder; null: nothing is kept. */
  readonly folder: string | null
  /** What it holds: the beginning of its file's name. */
  readonly kind: string
  /** all that its entries rest on, beside their files. With another key it is another cache. */
  readonly restsOn: string
}

/** As many entries are gathered before they are written. */
const gatheredEntries = 64

/** As many caches of a kind are kept: those of other versions, of other settings. */
const keptCaches = 8

/** A file that is so many times what is needed of it is rewritten, where it is more than a little. */
const timesTheNeeded = 2
const fewLines = 1_000
const fewCharacters = 4_000_000

/** What does not fit any more is not kept: all of it is in memory while the cache is open. */
const mostCharacters = 64_000_000

/** Entries by their names, kept over runs. */
export class LineCache<Entry> {
  readonly #key: CacheKey
  readonly #file: string | null
  readonly #digest: string
  /** As they were written down: few of them may be asked for. */
  readonly #entries: Map<string, string>
  readonly #lines: number
  #characters: number
  #gathered: string[] = []

  /** @param key how it is called */
  constructor(key: CacheKey) {
    this.#key = key
    this.#digest = createHash('sha256').update(key.restsOn).digest('hex')
    this.#file =
      key.folder === null ? null : join(key.folder, `${key.kind}-${this.#digest.slice(0, 16)}.jsonl`)
    const { entries, lines, characters } = this.#read()
    this.#entries = entries
    this.#lines = lines
    this.#characters = characters
  }

  /** The entry of a name. */
  get(name: string): Entry | undefined {
    const text = this.#entries.get(name)
    if (text === undefined) return undefined
    // What carries the digest is what this program wrote.
    const entry: Entry = JSON.parse(text)
    return entry
  }

  /** Keeps an entry. */
  set(name: string, entry: Entry): void {
    const text = JSON.stringify(entry)
    if (this.#characters + text.length > mostCharacters) return
    this.#characters += text.length
    this.#entries.set(name, text)
    this.#gathered.push(this.#lineOf(name, text))
    if (this.#gathered.length >= gatheredEntries) this.#append()
  }

  /** Writes what is not written yet. @param isNeeded false for entries that may go */
  close(isNeeded: (name: string) => boolean): void {
    this.#append()
    if (this.#file === null || (this.#lines <= fewLines && this.#characters <= fewCharacters)) return
    const lines = [...this.#entries].flatMap(([name, text]) =>
      isNeeded(name) ? this.#lineOf(name, text) : [],
    )
    const characters = lines.reduce((sum, { length }) => sum + length, 0)
    const isMany = this.#lines > fewLines && this.#lines > lines.length * timesTheNeeded
    if (isMany || this.#characters > Math.max(fewCharacters, characters * timesTheNeeded))
      quietly(() => this.#rewrite(lines))
  }

  #read(): {
    readonly entries: Map<string, string>
    readonly lines: number
    readonly characters: number
  } {
    const entries = new Map<string, string>()
    const text = this.#file === null ? '' : (quietly(() => readFileSync(this.#file ?? '', 'utf8')) ?? '')
    const lines = text.split('\n').filter((line) => line !== '')
    for (const line of lines) {
      const content = line.slice(digestLength + 1)
      if (line.slice(0, digestLength) !== this.#digestOf(content)) continue
      const end = content.indexOf('\t')
      const name: string = JSON.parse(content.slice(0, end))
      entries.set(name, content.slice(end + 1))
    }
    return { entries, lines: lines.length, characters: text.length }
  }

  /** JSON holds no tab between name and entry: either can be read alone. */
  #lineOf(name: string, text: string): string {
    const content = `${JSON.stringify(name)}\t${text}`
    return `${this.#digestOf(content)} ${content}`
  }

  #digestOf(content: string): string {
    const hash = createHash('sha256').update(this.#digest).update(content)
    return hash.digest('base64url').slice(0, digestLength)
  }

  #append(): void {
    const lines = this.#gathered
    this.#gathered = []
    const { folder } = this.#key
    if (this.#file === null || folder === null || lines.length === 0) return
    const file = this.#file
    quietly(() => {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      // It begins with a line break: the line before may be torn.
      appendFileSync(file, `\n${lines.join('\n')}\n`, { mode: 0o600 })
      this.#removeOldest(folder)
    })
  }

  #rewrite(lines: readonly string[]): void {
    if (this.#file === null) return
    const fresh = `${this.#file}.${process.pid}`
    try {
      writeFileSync(fresh, `${lines.join('\n')}\n`, { mode: 0o600, flag: 'wx' })
      renameSync(fresh, this.#file)
    } finally {
      rmSync(fresh, { force: true })
    }
  }

  #removeOldest(folder: string): void {
    const files = readdirSync(folder).filter((name) => name.startsWith(`${this.#key.kind}-`))
    if (files.length <= keptCaches) return
    const aged = files.map((name) => {
      const file = join(folder, name)
      return { file, at: statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0 }
    })
    const oldest = aged.toSorted((one, other) => other.at - one.at).slice(keptCaches)
    for (const { file } of oldest) rmSync(file, { force: true })
  }
}

const digestLength = 22

/** What an action gives; null where it fails: there is no cache then. */
function quietly<Result>(action: () => Result): Result | null {
  try {
    return action()
  } catch {
    return null
  }
}
