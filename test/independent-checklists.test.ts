/**
 * The checklist after every update of a recording, as our reader has it and as a script of a few lines has it that was
 * written without our reader. A format adds its script and three fixtures to the table.
 */

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { openLedger, transientStore } from '@todo-ledger/core'
import { importRecording, openRecording } from '@todo-ledger/recordings'
import { describe, expect, test } from 'vitest'
import type { Checklist, ChecklistScript } from './independent-checklists/checklist.js'
import { claudeCodeChecklists } from './independent-checklists/claude-code.js'
import { codexChecklists } from './independent-checklists/codex.js'
import { geminiCliChecklists } from './independent-checklists/gemini-cli.js'

/** A recording in `fixtures`, the format that our reader must find it to be, and the script that reads it, too. */
interface Row {
  readonly fixture: string
  readonly format: string
  readonly script: ChecklistScript
}

const table: readonly Row[] = [
  { fixture: 'honest-session/session.jsonl', format: 'claude-code', script: claudeCodeChecklists },
  { fixture: 'refused-update/session.jsonl', format: 'claude-code', script: claudeCodeChecklists },
  { fixture: 'ticked-together/session.jsonl', format: 'claude-code', script: claudeCodeChecklists },
  { fixture: 'task-tools/session.jsonl', format: 'claude-code', script: claudeCodeChecklists },
  { fixture: 'codex-rollout/session.jsonl', format: 'codex', script: codexChecklists },
  { fixture: 'codex-program-plans/session.jsonl', format: 'codex', script: codexChecklists },
  { fixture: 'codex-exec-failing-check/session.jsonl', format: 'codex', script: codexChecklists },
  { fixture: 'gemini-chat/session.json', format: 'gemini-cli', script: geminiCliChecklists },
  { fixture: 'gemini-refused-edit/session.jsonl', format: 'gemini-cli', script: geminiCliChecklists },
  { fixture: 'gemini-rewound/session.jsonl', format: 'gemini-cli', script: geminiCliChecklists },
]

/** The list after each update that took effect, of all sessions of the file in the order of the file. */
async function readByUs(file: string): Promise<{ format: string; checklists: readonly Checklist[] }> {
  const recording = await openRecording(file)
  const checklists: Checklist[] = []
  await importRecording(recording.steps, openLedger({ store: transientStore() }), {
    format: recording.format,
    file,
    onSession: (session) => {
      session.on('event', ({ event, state }) => {
        if (event.type !== 'todos.updated') return
        checklists.push(state.items.map(({ status, text }) => `[${status}] ${text}`))
      })
    },
  })
  return { format: recording.format, checklists }
}

describe('the checklist after every update', () => {
  test.each(table.map((row) => [row.fixture, row] as const))('of %s', async (_, row) => {
    const file = fileURLToPath(new URL(`../fixtures/${row.fixture}`, import.meta.url))
    const independent = row.script(readFileSync(file, 'utf8'))
    expect(independent.length).toBeGreaterThan(1)
    expect(await readByUs(file)).toEqual({ format: row.format, checklists: independent })
  })

  test('is compared for at least three recordings of a format', () => {
    const formats = [...new Set(table.map(({ format }) => format))]
    const few = formats.filter((name) => table.filter(({ format }) => format === name).length < 3)
    expect(few).toEqual([])
  })
})
