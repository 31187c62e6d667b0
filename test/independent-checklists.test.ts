/**
 * The checklist after every update of a recording, as our reader has it and as a script of a few lines has it that was
 * written without our reader. A format adds its script and its fixtures to the table.
 */

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { memoryStore, openLedger } from '@todo-ledger/core'
import { formatsOf, importRecording, openRecording } from '@todo-ledger/recordings'
import { describe, expect, test } from 'vitest'
import { atifChecklists } from './independent-checklists/atif.js'
import { chatMessagesChecklists } from './independent-checklists/chat-messages.js'
import type { Checklist, ChecklistScript } from './independent-checklists/checklist.js'
import { claudeCodeChecklists } from './independent-checklists/claude-code.js'
import { clineChecklists } from './independent-checklists/cline.js'
import { codexChecklists } from './independent-checklists/codex.js'
import { geminiCliChecklists } from './independent-checklists/gemini-cli.js'
import { neutralChecklists } from './independent-checklists/neutral.js'
import { opencodeChecklists } from './independent-checklists/opencode.js'
import { openhandsChecklists } from './independent-checklists/openhands.js'
import { opentelemetryChecklists } from './independent-checklists/opentelemetry.js'
import { qwenCodeChecklists } from './independent-checklists/qwen-code.js'

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
  {
    fixture: 'cline-task/1772442000000/api_conversation_history.json',
    format: 'cline',
    script: clineChecklists,
  },
  {
    fixture: 'roo-task/0198c1f2-6a51-7d0e-9b3c-2f4a8e5d7c10/api_conversation_history.json',
    format: 'cline',
    script: clineChecklists,
  },
  {
    fixture: 'roo-unchecked/0198c6a7-11d4-7c39-8f00-5b6e7d8c9a01/api_conversation_history.json',
    format: 'cline',
    script: clineChecklists,
  },
  { fixture: 'openhands-events/session.jsonl', format: 'openhands', script: openhandsChecklists },
  { fixture: 'qwen-chat/session.jsonl', format: 'qwen-code', script: qwenCodeChecklists },
  { fixture: 'qwen-failing-check/session.jsonl', format: 'qwen-code', script: qwenCodeChecklists },
  { fixture: 'qwen-rewound/session.jsonl', format: 'qwen-code', script: qwenCodeChecklists },
  { fixture: 'opencode-export/session.json', format: 'opencode', script: opencodeChecklists },
  { fixture: 'opencode-failing-check/session.json', format: 'opencode', script: opencodeChecklists },
  { fixture: 'opencode-cut-off/session.json', format: 'opencode', script: opencodeChecklists },
  { fixture: 'traced-spans/session.jsonl', format: 'opentelemetry', script: opentelemetryChecklists },
  { fixture: 'traced-sub-agent/session.jsonl', format: 'opentelemetry', script: opentelemetryChecklists },
  { fixture: 'traced-tools-only/session.json', format: 'opentelemetry', script: opentelemetryChecklists },
  { fixture: 'langgraph-state/session.json', format: 'chat-messages', script: chatMessagesChecklists },
  { fixture: 'chat-request-log/session.jsonl', format: 'chat-messages', script: chatMessagesChecklists },
  { fixture: 'anthropic-messages/session.jsonl', format: 'chat-messages', script: chatMessagesChecklists },
  { fixture: 'atif-trajectory/trajectory.json', format: 'atif', script: atifChecklists },
  { fixture: 'atif-failing-check/trajectory.json', format: 'atif', script: atifChecklists },
  { fixture: 'atif-only-read/trajectory.json', format: 'atif', script: atifChecklists },
  { fixture: 'two-in-progress/session.jsonl', format: 'neutral', script: neutralChecklists },
  { fixture: 'parked-and-compacted/session.jsonl', format: 'neutral', script: neutralChecklists },
  { fixture: 'weakened-texts/session.jsonl', format: 'neutral', script: neutralChecklists },
  { fixture: 'ticked-too-early/session.jsonl', format: 'neutral', script: neutralChecklists },
]

/** The list after each update that took effect, of all sessions of the file in the order of the file. */
async function readByUs(file: string): Promise<{ format: string; checklists: readonly Checklist[] }> {
  const recording = await openRecording(file)
  const checklists: Checklist[] = []
  await importRecording(recording.steps, openLedger({ store: memoryStore() }), {
    format: recording.format,
    file,
    onSession: (session) => {
      session.on('event', ({ event, state }) => {
        if (event.type !== 'todos.updated' || event.data.query) return
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

  const names = formatsOf().map(({ name }) => name)
  test.each(names)('is compared for a recording of %s', (name) => {
    expect(table.some(({ format }) => format === name)).toBe(true)
  })
})
