/**
 * Checklists in Markdown. The rule of what is a list of the session:
 *
 * - A file whose name says so (`TODO.md`, `plan.md`, `tasks.md`, `docs/plans/x.md` …), from the first time that the agent
 *   writes it, or reads it whole.
 * - Any other Markdown file from the moment that the agent changes a mark in it. A document with boxes that nobody ticks
 *   is none.
 * - What the model says, where it says two tasks or more, or one that is in a list already. It ticks and adds; it never
 *   takes away, for models repeat a part of a list as readily as all of it.
 *
 * Each list keeps its own items; several stand side by side. A task that was ticked before the session touched its file
 * is none of the session's, until it is opened again.
 */

import type { CallStep, ResultStep } from '../../recording.js'
import type { ListUpdate, TodoSource } from '../todo-source.js'
import { type FileChange, textAfter } from './file-change.js'
import { fileChangesOf } from './file-changes.js'
import type { FileTexts } from './file-texts.js'
import { doesOnlyThis } from './only-this.js'
import { changesOtherText, type TaskLine, taskLinesOf } from './task-lines.js'

const namedAsList =
  /(?:^|[^a-z])(?:to-?dos?|tasks?|task-?lists?|plans?|checklists?|progress|roadmap|backlog|next-?steps|work-?log|milestones?|action-?items|implementation-?plan)(?:[^a-z]|$)/i
const foldersOfLists = /(?:^|\/)(?:plans|\.kiro\/specs|specs|tasks)\//i
/** What the list of things that were only said is called. */
const saidList = 'said'
const mostLists = 50
const mostTexts = 5000
const longestMessage = 200_000

/** A list that the session keeps in a file. */
interface KeptList {
  /** Tasks that were done before the session came to the file. */
  readonly doneBefore: Set<string>
  /** The update that was emitted last, as JSON. */
  last: string
}

/** The Markdown lists of one session. */
export class MarkdownSource implements TodoSource {
  readonly #texts: FileTexts
  readonly #lists = new Map<string, KeptList>()
  readonly #seen = new Map<string, Set<string>>()
  /** Every task that was emitted, to know one again that is said by itself. */
  readonly #emitted = new Set<string>()

  /** @param texts what is known of files */
  constructor(texts: FileTexts) {
    this.#texts = texts
  }

  wants({ name, input }: CallStep): boolean {
    return fileChangesOf(name, input, anyOutput).length > 0
  }

  called(call: CallStep, result: ResultStep | null): readonly ListUpdate[] {
    if (result?.ok === false) return []
    const changes = fileChangesOf(call.name, call.input, result?.output ?? '')
    const changed = changes.flatMap((change) => {
      const isMore = this.#writesMore(change)
      const update = this.#changed(change)
      return update === null ? [] : [{ update, change, isMore }]
    })
    const writes = changed.flatMap(({ change }) => (change.kind === 'read' ? [] : [change]))
    const isAll = writes.length > 0 && !changed.some(({ isMore }) => isMore) && doesOnlyThis(call, writes)
    return changed.map(({ update }) => ({ ...update, isAll }))
  }

  said(text: string): ListUpdate | null {
    if (text.length > longestMessage || !text.includes('[')) return null
    const tasks = taskLinesOf(text)
    if (!tasks.some((task) => this.#emitted.has(keyOf(task))) && tasks.length < 2) return null
    return this.#update(saidList, tasks, true)
  }

  /** True where a change writes other text, too: a plan that is worked out is work, ticking it off is none. */
  #writesMore(change: FileChange): boolean {
    if (change.kind === 'replaced')
      return change.pieces.some(({ before, after }) => changesOtherText(before, after))
    if (change.kind === 'appended') return changesOtherText('', change.text)
    if (change.kind !== 'written') return false
    return changesOtherText(this.#texts.get(this.#texts.nameOf(change.path)) ?? '', change.text)
  }

  #changed(change: FileChange): Omit<ListUpdate, 'isAll'> | null {
    const name = this.#texts.nameOf(change.path)
    const before = this.#texts.get(name)
    const after = textAfter(before, change)
    this.#texts.set(name, after)
    if (after === null)
      return change.kind === 'replaced' || change.kind === 'appended' ? this.#piece(name, change) : null
    const tasks = taskLinesOf(after)
    const old = before === null ? [] : taskLinesOf(before)
    if (change.kind === 'read') this.#lookedAt(name, tasks)
    if (!this.#lists.has(name)) {
      const isList =
        tasks.length > 0 && (isNamedAsList(name) || (change.kind !== 'read' && hasTicks(old, tasks)))
      if (!isList || this.#lists.size >= mostLists) return null
      this.#lists.set(name, { doneBefore: this.#seen.get(name) ?? new Set(doneIn(old)), last: '' })
    }
    return this.#whole(name, tasks)
  }

  /** What was done when a file was looked at first is not the session's work. */
  #lookedAt(name: string, tasks: readonly TaskLine[]): void {
    if (!this.#lists.has(name) && !this.#seen.has(name) && this.#seen.size < mostLists)
      this.#seen.set(name, new Set(doneIn(tasks)))
  }

  #whole(name: string, tasks: readonly TaskLine[]): Omit<ListUpdate, 'isAll'> | null {
    const list = this.#lists.get(name)
    if (list === undefined) return null
    for (const task of tasks) if (task.status !== 'completed') list.doneBefore.delete(keyOf(task))
    const own = ownTasks(tasks, list.doneBefore)
    const json = JSON.stringify(own)
    if (json === list.last || (own.length === 0 && list.last === '')) return null
    list.last = json
    return this.#update(name, own, false)
  }

  /** A piece of a file whose text is not known: only what it says of its tasks is emitted. */
  #piece(
    name: string,
    change: Extract<FileChange, { kind: 'replaced' | 'appended' }>,
  ): Omit<ListUpdate, 'isAll'> | null {
    const pieces = change.kind === 'replaced' ? change.pieces : [{ before: '', after: change.text }]
    const old = pieces.flatMap((piece) => taskLinesOf(piece.before))
    const tasks = pieces.flatMap((piece) => taskLinesOf(piece.after))
    const isList = isNamedAsList(name) || this.#lists.has(name) || hasTicks(old, tasks)
    const done = new Set(doneIn(old))
    const own = tasks
      .filter((task) => task.status !== 'completed' || !done.has(keyOf(task)))
      .map(({ text, status }) => ({ text, status }))
    return isList && own.length > 0 ? this.#update(name, own, true) : null
  }

  #update(list: string, items: readonly TaskLine[], part: boolean): ListUpdate {
    for (const task of items) if (this.#emitted.size < mostTexts) this.#emitted.add(keyOf(task))
    const listed = part ? items.map(({ text, status }) => ({ text, status })) : items
    return {
      tool: 'markdown_checklist',
      input: { list, ...(part ? { part } : {}), items: listed },
      isAll: false,
    }
  }
}

/** Whether a call touches files does not hang on what it gave back, but whether it read one does. */
const anyOutput = ' '

function isNamedAsList(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1).replace(/([a-z])([A-Z])/g, '$1-$2')
  return namedAsList.test(name.replace(/\.\w{1,10}$/, '')) || foldersOfLists.test(path)
}

function keyOf({ text }: Pick<TaskLine, 'text'>): string {
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

/** The tasks without those that were done before; what stands under one of these stands by itself. */
function ownTasks(tasks: readonly TaskLine[], doneBefore: ReadonlySet<string>): readonly TaskLine[] {
  const places = new Map<number, number>()
  const own: TaskLine[] = []
  for (const [index, task] of tasks.entries()) {
    if (task.status === 'completed' && doneBefore.has(keyOf(task))) continue
    const under = task.under === undefined ? undefined : places.get(task.under)
    own.push({ text: task.text, status: task.status, ...(under === undefined ? {} : { under }) })
    places.set(index + 1, own.length)
  }
  return own
}
