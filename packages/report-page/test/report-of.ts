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
  return {
    id,
    name: 'TodoWrite',
    input: { todos },
    ok: true,
    output: 'Todos have been modified successfully.',
  }
}

/** Three items, of which the third is ticked without a run; a reminder, a refusal, a compaction, a rewording. */
export function lighthouse(session: string): string {
  const at = (second: number): string => `2026-01-05T10:00:${String(second).padStart(2, '0')}Z`
  return recording(session, [
    { input: 'Paint the lighthouse page, with tests', trigger: 'user', at: at(0) },
    {
      turn: 1,
      at: at(3),
      text: 'Planning.',
      calls: [todoCall('c1', ['> Write lamp.ts', '  Add a page for the lamp', '  Run the tests'])],
    },
    {
      turn: 2,
      at: at(6),
      calls: [
        {
          id: 'c2',
          name: 'Write',
          input: { file_path: '/w/src/lamp.ts', content: 'export const lamp = 1\nexport const beam = 2\n' },
          ok: true,
          output: 'File created: keeper',
        },
      ],
    },
    {
      turn: 3,
      at: at(9),
      calls: [todoCall('c3', ['x Write lamp.ts', '> Add a page for the lamp', '  Run the tests'])],
    },
    {
      turn: 4,
      at: at(12),
      calls: [
        { id: 'c4', name: 'TodoWrite', input: { todos: 'none' }, ok: false, output: 'todos must be a list' },
      ],
    },
    { nag: 'Update your todos, keeper.' },
    {
      turn: 5,
      at: at(15),
      calls: [
        {
          id: 'c5',
          name: 'Write',
          input: { file_path: '/w/src/page.ts', content: 'the page for the lamp' },
          ok: true,
          output: 'ok',
        },
      ],
    },
    { compacted: true, summary: 'so far so good' },
    {
      turn: 6,
      at: at(18),
      calls: [todoCall('c6', ['x Write lamp.ts', 'x Add a page for the lamp', '> Run the tests'])],
    },
    {
      turn: 7,
      at: at(21),
      calls: [
        {
          id: 'c7',
          name: 'Edit',
          input: { file_path: '/w/src/page.ts', old_string: 'a', new_string: 'b' },
          ok: true,
          output: 'edited',
        },
      ],
    },
    {
      turn: 8,
      at: at(24),
      calls: [todoCall('c8', ['x Write lamp.ts', 'x Add a page for the lamp', 'x Run the tests'])],
    },
    { turn: 9, at: at(27), text: 'All done.' },
  ])
}
