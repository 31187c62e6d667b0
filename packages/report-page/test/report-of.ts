/** Pages for the tests, written by the program itself from recordings made here. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { runInMemory } from '../../replay-cli/test/memory-host.js'

/** A folder for pages. @returns the folder, and what removes it */
export function pageFolder(): { readonly folder: string; readonly remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'todo-replay-page-'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Writes recordings into a folder of their own and a report of them beside it. @returns the report's file */
export async function reportOf(
  folder: string,
  name: string,
  recordings: { readonly [file: string]: string },
): Promise<string> {
  for (const [file, text] of Object.entries(recordings)) {
    const path = join(folder, name, file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  const out = join(folder, `${name}.html`)
  const files = Object.keys(recordings)
  const source = files.length === 1 ? join(folder, name, files[0] ?? '') : join(folder, name)
  const { code, stderr } = await runInMemory(['report', source, '--out', out])
  if (code !== 0) throw new Error(`the report ended with ${code}: ${stderr}`)
  return out
}

/** The lines of a neutral recording. */
export function recording(session: string, lines: readonly object[]): string {
  const head = { recording: 'todo-ledger/1', session, profile: 'claude-code' }
  return [head, ...lines, { end: true }].map((line) => `${JSON.stringify(line)}\n`).join('')
}

/** A call that writes the whole list; `x` completed, `>` in progress, else pending. */
export function todoCall(id: string, items: readonly string[]): object {
  const todos = items.map((item) => ({
    content: item.slice(2),
    status: item.startsWith('x') ? 'completed' : item.startsWith('>') ? 'in_progress' : 'pending',
    activeForm: item.slice(2),
  }))
  return call(id, 'TodoWrite', { todos }, 'Todos have been modified successfully.')
}

/** A call of another tool. */
export function call(id: string, name: string, input: object, output: string, ok = true): object {
  return { id, name, input, ok, output }
}

/** Three items, of which the third is ticked without a run; a reminder, a refusal, a compaction, a rewording. */
export function lighthouse(session: string): string {
  const at = (turn: number): string => `2026-01-05T10:00:${String(3 * turn).padStart(2, '0')}Z`
  const turn = (number: number, ...calls: object[]): object => ({ turn: number, at: at(number), calls })
  const lamp = { file_path: '/w/src/lamp.ts', content: 'export const lamp = 1\nexport const beam = 2\n' }
  const page = { file_path: '/w/src/page.ts', content: 'the page for the lamp' }
  const edit = { file_path: '/w/src/page.ts', old_string: 'a', new_string: 'b' }
  const list = (id: string, marks: string): object =>
    todoCall(
      id,
      ['Write lamp.ts', 'Add a page for the lamp', 'Run the tests'].map((text, at) => `${marks[at]} ${text}`),
    )
  return recording(session, [
    { input: 'Paint the lighthouse page, with tests', trigger: 'user', at: at(0) },
    { ...turn(1, list('c1', '>  ')), text: 'Planning.' },
    turn(2, call('c2', 'Write', lamp, 'File created: keeper')),
    turn(3, list('c3', 'x> ')),
    turn(4, call('c4', 'TodoWrite', { todos: 'none' }, 'todos must be a list', false)),
    { nag: 'Update your todos, keeper.' },
    turn(5, call('c5', 'Write', page, 'ok')),
    { compacted: true, summary: 'so far so good' },
    turn(6, list('c6', 'xx>')),
    turn(7, call('c7', 'Edit', edit, 'edited')),
    turn(8, list('c8', 'xxx')),
    { turn: 9, at: at(9), text: 'All done.' },
  ])
}
