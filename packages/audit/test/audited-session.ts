import type { TodoStatus } from '@todo-ledger/core'
import { memoryStore, openLedger, type SessionState, type TodoEvent } from '@todo-ledger/core'
import { claudeCode } from '@todo-ledger/recordings/agents'
import { type AuditOptions, SessionAuditor } from '../src/auditor.js'
import { evidence } from '../src/evidence.js'
import type { CompletionAudit, Reading } from '../src/result.js'
import type { SessionAudit } from '../src/session-summary.js'

/** One step of a session that a test tells; each call and each list is a turn of its own. */
export type Step =
  | { readonly list: readonly (readonly [TodoStatus, string])[] }
  | { readonly call: string; readonly input: unknown; readonly output?: string; readonly ok?: boolean | null }
  | { readonly say: string }
  | { readonly ask: string }
  | { readonly compacted: true }
  | { readonly reader: Reading }

/** The list, item by item: `list('completed Fix the bug', 'pending Run the tests')`. */
export function list(...items: readonly string[]): Step {
  return {
    list: items.map((item) => {
      const [status = '', ...words] = item.split(' ')
      if (status !== 'pending' && status !== 'in_progress' && status !== 'completed') throw new Error(item)
      return [status, words.join(' ')] as const
    }),
  }
}

export function bash(command: string, output = ''): Step {
  return { call: 'Bash', input: { command }, output }
}

/** A shell command that the host says failed. */
export function failed(command: string, output = 'Exit code 1'): Step {
  return { call: 'Bash', input: { command }, output, ok: false }
}

export function edit(path: string, text = 'changed'): Step {
  return {
    call: 'Edit',
    input: { file_path: path, old_string: 'before', new_string: text },
    output: 'updated',
  }
}

export function write(path: string, content = 'content'): Step {
  return { call: 'Write', input: { file_path: path, content }, output: 'File created successfully' }
}

export function read(path: string, content = '1 line'): Step {
  return { call: 'Read', input: { file_path: path }, output: content }
}

export function say(text: string): Step {
  return { say: text }
}

export function ask(text: string): Step {
  return { ask: text }
}

/**
 * Drives a session through the steps, by a real ledger, and audits it.
 * @param onEvent is handed each event, with the state after it
 */
export async function audited(
  steps: readonly Step[],
  options?: AuditOptions,
  onEvent: (event: TodoEvent, state: SessionState) => void = () => undefined,
): Promise<SessionAudit> {
  const clock = () => new Date(0)
  const ledger = openLedger({ evidence: evidence(), store: memoryStore(), clock })
  const session = await ledger.session('s', {
    profile: claudeCode.profile,
    recorded: { format: 'test', file: 'test' },
  })
  const auditor = new SessionAuditor(options)
  const data = { profile: 'claude-code', settings: {}, rules: [], goal: null, source: null, parent: null }
  const opened = { id: 'opened', session: 's', seq: 1, turn: 0, at: clock(), version: 1 }
  auditor.observe({ ...opened, type: 'session.opened', data }, session.state)
  session.on('event', ({ event, state }) => {
    auditor.observe(event, state)
    onEvent(event, state)
  })
  await session.startRun({ trigger: 'user', text: 'Please do it.' })
  let calls = 0
  let reading: Reading | undefined
  for (const step of steps) {
    if ('ask' in step) {
      await session.endRun()
      await session.startRun({ trigger: 'user', text: step.ask })
      continue
    }
    if ('compacted' in step) {
      await session.recordCompaction()
      continue
    }
    if ('reader' in step) {
      reading = step.reader
      continue
    }
    const turn = await session.startTurn()
    calls += 1
    const call = `c${calls}`
    if ('say' in step) await turn.recordMessage({ text: step.say })
    else if ('list' in step) {
      const todos = step.list.map(([status, content]) => ({ status, content, activeForm: content }))
      await turn.callTodoTool('TodoWrite', { todos }, { call, recorded: { ok: true, output: '' } })
    } else if (step.ok === null) await turn.recordCall({ call, name: step.call, input: step.input })
    else {
      const { input, output = '', ok = true } = step
      await turn.recordTool({ call, name: step.call, input, ok, output })
    }
    await turn.end()
  }
  await ledger.close()
  return auditor.finish({ child: () => undefined, reading: () => reading })
}

/** The last completion of an item in an audit, by its text. */
export function completionOf(audit: SessionAudit, text: string): CompletionAudit {
  const completion = audit.completions.filter((each) => each.text === text).at(-1)
  if (completion === undefined) throw new Error(`no completion of ${text}`)
  return completion
}
