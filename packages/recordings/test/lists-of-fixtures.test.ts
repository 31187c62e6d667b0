/** The statuses of the list after each update that took effect, as somebody reads them in the fixture's file. */

import { memoryStore, openLedger } from '@todo-ledger/core'
import { expect, test } from 'vitest'
import { importRecording } from '../src/import-recording.js'
import { openRecording } from '../src/open-recording.js'

const fixtures = [
  'refused-update/session.jsonl',
  'task-tools/session.jsonl',
  'codex-rollout/session.jsonl',
  'codex-program-plans/session.jsonl',
  'codex-exec-failing-check/session.jsonl',
  'gemini-chat/session.json',
  'gemini-rewound/session.jsonl',
  'cline-task/1772442000000/api_conversation_history.json',
  'roo-task/0198c1f2-6a51-7d0e-9b3c-2f4a8e5d7c10/api_conversation_history.json',
  'openhands-events/session.jsonl',
  'qwen-chat/session.jsonl',
  'opencode-export/session.json',
  'traced-spans/session.jsonl',
  'traced-tools-only/session.json',
  'langgraph-state/session.json',
  'anthropic-messages/session.jsonl',
  'atif-trajectory/trajectory.json',
  'two-in-progress/session.jsonl',
]

const marks = { pending: '-', in_progress: '>', blocked: '!', completed: 'x', cancelled: '/' }

async function listsOf(fixture: string): Promise<string> {
  const { steps, format } = await openRecording(
    new URL(`../../../fixtures/${fixture}`, import.meta.url).pathname,
  )
  const lists: string[] = []
  await importRecording(steps, openLedger({ store: memoryStore() }), {
    format,
    file: fixture,
    onSession: (session) => {
      session.on('event', ({ event, state }) => {
        if (event.type === 'todos.updated' && !event.data.query)
          lists.push(state.items.map(({ status }) => marks[status]).join(''))
      })
    },
  })
  return `${fixture.split('/')[0]} (${format}): ${lists.join(' ')}`
}

test('the lists of recordings are those of their files', async () => {
  const told: string[] = []
  for (const fixture of fixtures) told.push(await listsOf(fixture))
  expect(`\n${told.join('\n')}\n`).toMatchInlineSnapshot(`
    "
    refused-update (claude-code): >- x> xx
    task-tools (claude-code): > >- >-- >--- >--- x--- x>-- xx-- xx- xx> xxx
    codex-rollout (codex): >-- x>- xx> xxx
    codex-program-plans (codex): >-- x>- xxx
    codex-exec-failing-check (codex): -- x- xx
    gemini-chat (gemini-cli): >-- x>- xx> xxx
    gemini-rewound (gemini-cli): >-- x>- xx> xxx
    cline-task (cline): --- x-- xx- xxx
    roo-task (cline): >--- x>-- xxxx
    openhands-events (openhands): >-- x>- xx> xxx
    qwen-chat (qwen-code): >-- x>- xx> xxx
    opencode-export (opencode): >-- x>- xx> xxx
    traced-spans (opentelemetry): >- x> xx
    traced-tools-only (opentelemetry): >- x> xx
    langgraph-state (chat-messages): >-- x>- xx> xxx
    anthropic-messages (chat-messages): >-- x>- xx> xxx
    atif-trajectory (atif): >-- x>- xx> xxx
    two-in-progress (neutral): >-- x>- xx> xxx
    "
  `)
})
