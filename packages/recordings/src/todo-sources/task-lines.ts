/**
 * The task lines of a Markdown text: `- [ ]`, `* [x]`, `1. [-]`, and the bare `[ ]` at a line's beginning. Code between fences holds none. Marks: space is pending, x completed, `-` `~` `/` `>` in progress, `!` blocked; a text that is struck through and not ticked is cancelled.
 */

import type { TodoStatus } from '@todo-ledger/core'

export interface TaskLine {
  /** What is to be done, without marks of emphasis. */
  readonly text: string
  readonly status: TodoStatus
}

const marks: ReadonlyMap<string, TodoStatus> = new Map([
  ...[...'xX✓✔✅'].map((mark) => [mark, 'completed'] as const),
  ...[...'-~/>'].map((mark) => [mark, 'in_progress'] as const),
  ['!', 'blocked'],
])
const taskLine = /^[ \t]{0,40}(?:(?:[-*+]|\d{1,4}[.)])[ \t]{1,8})?\[([ xX✓✔✅\-~/>!])\][ \t]{1,8}(\S.*)$/u
const fence = /^[ \t]{0,40}(`{3,}|~{3,})/
const mostTasks = 500
const longestText = 1000
/** Longer files are no lists that an agent keeps. */
const longestFile = 500_000

export function taskLinesOf(text: string): readonly TaskLine[] {
  const tasks: TaskLine[] = []
  let fencedBy: string | null = null
  for (const line of text.slice(0, longestFile).split(/\r?\n/)) {
    const [, bars = null] = fence.exec(line) ?? []
    if (bars !== null && (fencedBy === null || (bars[0] === fencedBy[0] && bars.length >= fencedBy.length))) {
      fencedBy = fencedBy === null ? bars : null
      continue
    }
    const [, mark = '', said = ''] = fencedBy === null ? (taskLine.exec(line) ?? []) : []
    const { text: task, struck } = plainText(said)
    if (task === '') continue
    if (tasks.length === mostTasks) break
    const marked = marks.get(mark) ?? 'pending'
    tasks.push({ text: task, status: struck && marked === 'pending' ? 'cancelled' : marked })
  }
  return tasks
}

/** Lines of other text than tasks, headings and rules: as many as this make a call that changes them more than a tick. */
const fewLines = 3

/** True where other text than the tasks differs, by three lines or more. */
export function changesOtherText(before: string, after: string): boolean {
  const counts = new Map<string, number>()
  for (const line of otherLines(after)) counts.set(line, (counts.get(line) ?? 0) + 1)
  for (const line of otherLines(before)) counts.set(line, (counts.get(line) ?? 0) - 1)
  return [...counts.values()].reduce((sum, count) => sum + Math.abs(count), 0) >= fewLines
}

function otherLines(text: string): readonly string[] {
  return text
    .slice(0, longestFile)
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => /[\p{L}\p{N}]/u.test(line) && !/^#{1,6} /.test(line) && !taskLine.test(line))
}

/** The text without emphasis, comments and the strokes through it. */
function plainText(said: string): { readonly text: string; readonly struck: boolean } {
  const shown = said
    .slice(0, longestText)
    .replace(/<!--.{0,200}?-->/g, '')
    .trim()
  const struck = shown.startsWith('~~') && shown.endsWith('~~') && shown.length > 4
  const text = (struck ? shown.slice(2, -2) : shown).replaceAll('**', '').replace(/\s+/g, ' ').trim()
  return { text, struck }
}
