/**
 * The checklists in Markdown of one session. The rule of what is a list:
 *
 * - A file whose name says so (`TODO.md`, `plan.md`, `docs/plans/x.md` …), from the first time that the agent writes it, or
 *   reads it whole.
 * - Any other Markdown file from the moment that the agent changes a mark in it.
 * - What the model says, where it says two tasks or more, or one that is in a list already. It ticks and adds; it never
 *   takes away, for models repeat a part of a list as readily as all of it.
 *
 * A task that was ticked before the session touched its file is none of the session's, until it is opened again.
 */

import type { CallStep, ResultStep } from '../recording.js'
import { type FileChange, fileChangesOf, longestText, textAfter } from './file-changes.js'
import { changesOtherText, type TaskLine, taskLinesOf } from './task-lines.js'

const namedAsList =
  /(?:^|[^a-z])(?:to-?dos?|tasks?|task-?lists?|plans?|checklists?|progress|roadmap|backlog|next-?steps|work-?log|milestones?|action-?items|implementation-?plan)(?:[^a-z]|$)/i
const foldersOfLists = /(?:^|\/)(?:plans|\.kiro\/specs|specs|tasks)\//i
const markdownFile = /\.(?:md|markdown|mdx|mdc|txt)$/i
const saidList = 'said'
const mostFiles = 200
const mostTexts = 5000

/** An update of a list, as the profile `markdown-list` reads it. */
export interface ListUpdate {
  readonly input: { readonly list: string; readonly part?: true; readonly items: readonly TaskLine[] }
  /** True where the call did nothing else: then it is no work. */
  readonly isAll: boolean
}

/** A Markdown file as far as the session shows it. */
interface KnownFile {
  readonly name: string
  text: string | null
  isList: boolean
  /** Tasks that were done before the session came to it; null until its text is known. */
  doneBefore: Set<string> | null
  /** The tasks that were told last, as JSON. */
  last: string
}

export class MarkdownLists {
  readonly #files: KnownFile[] = []
  /** Every task that was told, to know one again that is said by itself. */
  readonly #told = new Set<string>()

  /** True for a call that may change a list: it is asked once its result has come. */
  wants({ name, input }: CallStep): boolean {
    return fileChangesOf(name, input, ' ').some(isMarkdown)
  }

  /** The updates that a call comes to, in order; it worked unless its result says otherwise. */
  called({ name, input }: CallStep, result: ResultStep | null): readonly ListUpdate[] {
    if (result?.ok === false) return []
    const changes = fileChangesOf(name, input, result?.output ?? '')
    const told = changes.filter(isMarkdown).flatMap((change) => {
      const file = this.#fileOf(change.path)
      const isMore = file === null || writesMore(file.text, change)
      const update = file === null ? null : this.#change(file, change)
      return update === null ? [] : [{ input: update, isMore }]
    })
    const isAll = told.length === changes.length && told.every(({ isMore }) => !isMore)
    return told.map((update) => ({ input: update.input, isAll }))
  }

  /** The update that something said by the model comes to, or null. */
  said(text: string): ListUpdate['input'] | null {
    const tasks = text.includes('[') ? taskLinesOf(text) : []
    if (tasks.length < 2 && !tasks.some((task) => this.#told.has(keyOf(task)))) return null
    return this.#tell(saidList, tasks, true)
  }

  /** `PLAN.md` and `/home/me/PLAN.md` are one file. Null where there are too many. */
  #fileOf(path: string): KnownFile | null {
    const name = path.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '')
    const known = this.#files.find((file) => isSameFile(file.name, name))
    if (known !== undefined || this.#files.length >= mostFiles) return known ?? null
    const file = { name, text: null, isList: false, doneBefore: null, last: '[]' }
    this.#files.push(file)
    return file
  }

  #change(file: KnownFile, change: FileChange): ListUpdate['input'] | null {
    const before = file.text
    const after = textAfter(before, change)
    file.text = after !== null && after.length <= longestText ? after : null
    if (file.text === null) return change.kind === 'replaced' ? this.#piece(file, change.pieces) : null
    const tasks = taskLinesOf(file.text)
    const old = taskLinesOf(before ?? '')
    file.doneBefore ??= new Set(doneIn(change.kind === 'read' ? tasks : old))
    const isTicked = change.kind !== 'read' && hasTicks(old, tasks)
    file.isList ||= tasks.length > 0 && (isNamedAsList(file.name) || isTicked)
    for (const task of tasks) if (task.status !== 'completed') file.doneBefore.delete(keyOf(task))
    const { doneBefore } = file
    const own = tasks.filter((task) => task.status !== 'completed' || !doneBefore.has(keyOf(task)))
    const last = JSON.stringify(own)
    if (!file.isList || last === file.last) return null
    file.last = last
    return this.#tell(file.name, own, false)
  }

  /** A piece of a file whose text is not known: only what it says of its tasks is told. */
  #piece(
    { name, isList }: KnownFile,
    pieces: Extract<FileChange, { kind: 'replaced' }>['pieces'],
  ): ListUpdate['input'] | null {
    const old = pieces.flatMap(({ before }) => taskLinesOf(before))
    const tasks = pieces.flatMap(({ after }) => taskLinesOf(after))
    const done = new Set(doneIn(old))
    const own = tasks.filter((task) => task.status !== 'completed' || !done.has(keyOf(task)))
    const isOfList = isList || isNamedAsList(name) || hasTicks(old, tasks)
    return isOfList && own.length > 0 ? this.#tell(name, own, true) : null
  }

  #tell(list: string, tasks: readonly TaskLine[], part: boolean): ListUpdate['input'] {
    for (const task of tasks) if (this.#told.size < mostTexts) this.#told.add(keyOf(task))
    return part ? { list, part, items: tasks } : { list, items: tasks }
  }
}

function isMarkdown({ path }: FileChange): boolean {
  return markdownFile.test(path)
}

/** True where a call does more than to keep a list: a plan that is worked out is work, ticking it off is none. */
function writesMore(before: string | null, change: FileChange): boolean {
  if (change.kind === 'replaced')
    return change.pieces.some((piece) => changesOtherText(piece.before, piece.after))
  return change.kind === 'read' || changesOtherText(before ?? '', change.text)
}

function isNamedAsList(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/([a-z])([A-Z])/g, '$1-$2')
  return namedAsList.test(name.replace(/\.\w{1,10}$/, '')) || foldersOfLists.test(path)
}

/** True where one path is the other, or a whole path that ends as the other does. */
function isSameFile(one: string, other: string): boolean {
  const [longer, shorter] = one.length > other.length ? [one, other] : [other, one]
  const isWhole = /^(?:\/|~|[A-Za-z]:)/
  return longer === shorter || (!isWhole.test(shorter) && longer.endsWith(`/${shorter}`))
}

function keyOf({ text }: TaskLine): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

function doneIn(tasks: readonly TaskLine[]): readonly string[] {
  return tasks.filter(({ status }) => status === 'completed').map(keyOf)
}

/** True where a task that stood there before has another mark now. */
function hasTicks(before: readonly TaskLine[], after: readonly TaskLine[]): boolean {
  const statuses = new Map(before.map((task) => [keyOf(task), task.status]))
  return after.some((task) => (statuses.get(keyOf(task)) ?? task.status) !== task.status)
}
