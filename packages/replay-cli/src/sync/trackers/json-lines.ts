/** Any tracker, by a file of JSON Lines: one entry a line, documented in docs/guides/trackers.md. Fields that are not known stay. */

import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { TodoStatus } from '@todo-ledger/core'
import { Failure, systemMessage } from '../../failure.js'
import { writeWhole } from '../../written-file.js'
import {
  type EntryWrite,
  linkOf,
  oneLine,
  type Tracker,
  type TrackerEntry,
  type TrackerKind,
  type Written,
} from '../tracker.js'

const statuses: readonly TodoStatus[] = ['pending', 'in_progress', 'blocked', 'completed', 'cancelled']

/** More is no list that a person keeps. */
const longestFile = 16 * 1024 * 1024

/** A file of JSON Lines. */
export const jsonLines: TrackerKind = {
  prefix: 'jsonl',
  form: 'jsonl:FILE',
  open: (file) => Promise.resolve(new JsonLinesFile(file)),
}

/** A line of the file. */
type Line = { readonly [field: string]: unknown }

class JsonLinesFile implements Tracker {
  readonly name: string
  readonly keepsClosed = true
  readonly #file: string
  #text = ''
  #lines = new Map<string, Line>()

  constructor(file: string) {
    this.name = `jsonl:${file}`
    this.#file = resolve(file)
  }

  titleOf(text: string): string {
    return oneLine(text, 2000)
  }

  wordOf(status: TodoStatus): string {
    return status
  }

  statusOf(word: string): TodoStatus | null {
    return statuses.find((status) => status === word) ?? null
  }

  read(): Promise<readonly TrackerEntry[]> {
    this.#text = this.#content()
    this.#lines = new Map()
    const given = new Set<string>()
    const read = this.#text.split('\n').flatMap((text, index) => {
      if (text.trim() === '') return []
      const line = this.#parsed(text, index + 1)
      const { text: title, id } = line
      if (typeof title !== 'string')
        throw this.#broken(index + 1, 'has no "text". Each line is {"text": "…", "status": "pending"}')
      if (id !== undefined && given.has(String(id)))
        throw this.#broken(index + 1, `has the id ${JSON.stringify(String(id))} of a line before it`)
      if (id !== undefined) given.add(String(id))
      const status = line['status'] ?? 'pending'
      return [{ line, title: this.titleOf(title), status: String(status), link: linkOf(line['link']) }]
    })
    const entries = read.map(({ line, ...entry }) => {
      const id = line['id'] === undefined ? this.#newId(given) : String(line['id'])
      this.#lines.set(id, line)
      return { id, ...entry }
    })
    return Promise.resolve(entries)
  }

  write(write: EntryWrite): Promise<Written> {
    const id = write.entry?.id ?? this.#newId()
    this.#lines.set(id, lineOf(id, write, this.#lines.get(id)))
    return Promise.resolve({ ok: true, id })
  }

  finish(): Promise<void> {
    if (this.#content() !== this.#text)
      throw new Failure('tracker-changed', `${this.#file} was changed while it was read. Run it again.`)
    const text = [...this.#lines].map(([id, line]) => `${JSON.stringify({ id, ...line })}\n`).join('')
    writeWhole(this.#file, text)
    this.#text = text
    return Promise.resolve()
  }

  /** @param given ids of lines that are still to come */
  #newId(given: ReadonlySet<string> = new Set()): string {
    let number = this.#lines.size + 1
    while (this.#lines.has(String(number)) || given.has(String(number))) number += 1
    return String(number)
  }

  #parsed(text: string, line: number): Line {
    try {
      const value: unknown = JSON.parse(text)
      if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
    } catch {
      // It is no JSON, which is said below.
    }
    throw this.#broken(line, 'is no JSON object')
  }

  #broken(line: number, what: string): Failure {
    return new Failure('bad-tracker', `${this.#file}:${line} ${what}. Nothing was written.`)
  }

  #content(): string {
    try {
      const text = readFileSync(this.#file, 'utf8')
      if (text.length <= longestFile) return text
    } catch (error) {
      const known = systemMessage(error)
      if (known?.code === 'missing') return ''
      if (known === null) throw error
      throw new Failure('bad-tracker', `${this.#file}: ${known.message}`, { cause: error })
    }
    throw new Failure('bad-tracker', `${this.#file} is larger than 16 MB: it is not a list of todos.`)
  }
}

/** A line as it is to be: what a person or a program wrote beside stays, and a new one gets what is known of its item. */
function lineOf(id: string, write: EntryWrite, before: Line | undefined): Line {
  const { item, title, status, link } = write
  if (before !== undefined) {
    // A text that was only cut, or stood on several lines, stays as it was written.
    const text = write.entry?.title === title ? before['text'] : title
    return { id, ...before, text, status, link }
  }
  if (item === null) return { id, text: title, status, link }
  const { notes, priority, owner, estimate, reason } = item
  const known = Object.entries({ notes, priority, owner, estimate, reason })
  const text = item.text.trim() === '' ? title : item.text
  return { id, text, status, ...Object.fromEntries(known.filter(([, value]) => value !== null)), link }
}
