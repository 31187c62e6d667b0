/**
 * The issues of beads, by its program `bd`: `bd export` reads them, `bd create` makes one, and `bd import` changes those
 * that nobody changed since. Source: docs/sources/trackers.md#beads.
 */

import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import type { TodoStatus } from '@todo-ledger/core'
import { isObject } from '@todo-ledger/core/profiles'
import { saysGivenUp } from '@todo-ledger/recordings'
import { Failure } from '../../failure.js'
import { printable } from '../../text/printable.js'
import type { Environment } from '../../text/style.js'
import {
  type EntryWrite,
  linkOf,
  listLabel,
  longTexts,
  oneLine,
  priorityLevel,
  type Tracker,
  type TrackerEntry,
  type TrackerKind,
  type Written,
} from '../tracker.js'

/** Seconds that one command of bd may take, and the bytes that it may say. */
const longest = 60
const most = 64 * 1024 * 1024

/** What an issue is here that was closed because it was given up. */
const cancelled = 'closed: given up'

const words: { readonly [status in TodoStatus]: string } = {
  pending: 'open',
  in_progress: 'in_progress',
  blocked: 'blocked',
  completed: 'closed',
  cancelled,
}

const statuses: ReadonlyMap<string, TodoStatus> = new Map([
  ['open', 'pending'],
  ['in_progress', 'in_progress'],
  ['hooked', 'in_progress'],
  ['blocked', 'blocked'],
  ['deferred', 'blocked'],
  ['closed', 'completed'],
  [cancelled, 'cancelled'],
])

/** The field of an issue's metadata that holds its link. */
const linkField = 'todo_ledger'

/** Issues of beads. */
export const beads: TrackerKind = {
  prefix: 'bd',
  form: 'bd:FOLDER',
  open(folder, env) {
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true)
      throw new Failure('usage', `--with bd:${folder}: there is no such folder.`)
    return Promise.resolve(new BeadsTracker(folder, env))
  },
}

/** An issue as `bd export` writes it; what is not known here is given back as it was. */
type Row = { readonly [field: string]: unknown }

class BeadsTracker implements Tracker {
  readonly name: string
  readonly keepsClosed = false
  readonly #folder: string
  readonly #env: NodeJS.ProcessEnv
  #rows = new Map<string, Row>()

  constructor(folder: string, { GITHUB_TOKEN: _, GH_TOKEN: __, ...env }: Environment) {
    this.name = `bd:${folder}`
    this.#folder = folder
    this.#env = env
  }

  titleOf(text: string): string {
    return oneLine(text, 500)
  }

  wordOf(status: TodoStatus): string {
    return words[status]
  }

  statusOf(word: string): TodoStatus | null {
    return statuses.get(word) ?? null
  }

  read(): Promise<readonly TrackerEntry[]> {
    const ran = this.#run(['export'])
    if (!ran.ok) throw new Failure('bad-tracker', `${this.name} can't be read: ${ran.why}`)
    const { text } = ran
    this.#rows = new Map()
    const entries = text.split('\n').flatMap((line) => {
      const row = line.trim() === '' ? null : parsed(line)
      if (row === null || (row['_type'] ?? 'issue') !== 'issue') return []
      const { id, title, status, labels, metadata, close_reason: reason } = row
      if (typeof id !== 'string' || typeof title !== 'string') return []
      if (!Array.isArray(labels) || !labels.includes(listLabel)) return []
      this.#rows.set(id, row)
      const link = isObject(metadata) ? linkOf(metadata[linkField]) : null
      const isGivenUp = status === 'closed' && typeof reason === 'string' && saysGivenUp(reason)
      const word = isGivenUp ? cancelled : String(status ?? 'open')
      return [{ id, title: this.titleOf(title), status: word, link }]
    })
    return Promise.resolve(entries)
  }

  write(write: EntryWrite): Promise<Written> {
    return Promise.resolve(write.entry === null ? this.#create(write) : this.#change(write))
  }

  finish(): Promise<void> {
    return Promise.resolve()
  }

  #create({ item, title, status, link, idOf }: EntryWrite): Written {
    const level = priorityLevel(item?.priority ?? null)
    const parent = item?.parent == null ? null : idOf(item.parent)
    const waitsFor = (item?.dependencies ?? []).flatMap((each) => idOf(each) ?? [])
    const notes = longTexts(item, title)
    const ran = this.#run([
      'create',
      `--title=${title}`,
      `--labels=${listLabel}`,
      `--status=${storedStatus(status)}`,
      `--metadata=${JSON.stringify({ [linkField]: link })}`,
      ...(notes.length === 0 ? [] : [`--description=${notes.join('\n\n')}`]),
      ...(level === null ? [] : [`--priority=${level}`]),
      ...(parent === null ? [] : [`--parent=${parent}`]),
      ...(waitsFor.length === 0 ? [] : [`--deps=${waitsFor.map((id) => `blocked-by:${id}`).join(',')}`]),
      '--silent',
    ])
    if (!ran.ok) return ran
    const id = ran.text.trim().split(/\s+/).at(-1) ?? ''
    return id === '' ? { ok: false, why: 'bd did not say the id of the new issue' } : { ok: true, id }
  }

  /** The whole row goes back, dated one second after what was read: `bd import` leaves what is newer as it is. */
  #change({ entry, item, title, status, link }: EntryWrite): Written {
    const id = entry?.id ?? ''
    const { title: before, ...row } = this.#rows.get(id) ?? {}
    const read = new Date(String(row['updated_at']))
    if (Number.isNaN(read.getTime())) return { ok: false, why: 'bd does not say when it was last changed' }
    const updated = `${new Date(read.getTime() + 1000).toISOString().slice(0, 19)}Z`
    const { closed_at: closedAt, close_reason: reason, metadata, ...rest } = row
    const isNew = entry?.status !== status
    const closing = {
      closed_at: isNew ? (item?.closed == null ? updated : new Date(item.closed.at).toISOString()) : closedAt,
      close_reason: isNew ? (status === cancelled ? 'cancelled' : 'completed') : reason,
    }
    const changed = {
      ...rest,
      title: entry?.title === title ? before : title,
      status: isNew ? storedStatus(status) : row['status'],
      updated_at: updated,
      ...(storedStatus(status) === 'closed' ? closing : {}),
      metadata: { ...(isObject(metadata) ? metadata : {}), [linkField]: link },
    }
    const ran = this.#run(['import', '-', '--json'], `${JSON.stringify(changed)}\n`)
    if (!ran.ok) return ran
    const answer = parsed(ran.text)
    const kept = ['stale_skipped_ids', 'tie_kept_local_ids'].flatMap((name) => answer?.[name] ?? [])
    if (kept.includes(id)) return { ok: false, why: 'it was changed there since it was read: run it again' }
    this.#rows.set(id, changed)
    return { ok: true, id }
  }

  #run(
    args: readonly string[],
    input = '',
  ): { readonly ok: true; readonly text: string } | { readonly ok: false; readonly why: string } {
    const { stdout, stderr, status, error } = spawnSync('bd', args, {
      cwd: this.#folder,
      encoding: 'utf8',
      env: this.#env,
      input,
      maxBuffer: most,
      timeout: longest * 1000,
    })
    if (error !== undefined && 'code' in error && error.code === 'ENOENT')
      return { ok: false, why: 'the program bd is not there. Install beads, or take jsonl:FILE.' }
    if (error !== undefined) return { ok: false, why: error.message }
    if (status === 0) return { ok: true, text: stdout }
    return { ok: false, why: printable(stderr.trim() === '' ? `bd ended with ${status}` : stderr, 300) }
  }
}

/** A status as beads keeps it. */
function storedStatus(word: string): string {
  return word === cancelled ? 'closed' : word
}

function parsed(text: string): Row | null {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}
