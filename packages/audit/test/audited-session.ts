import type { TodoStatus } from '@todo-ledger/core'
import { memoryStore, openLedger, type SessionState, type TodoEvent } from '@todo-ledger/core'
import { claudeCode } from '@todo-ledger/recordings/agents'
import { type AuditOptions, SessionAuditor } from '../src/auditor.js'
import { evidence } from '../src/evidence.js'
import type { Work } from '../src/facts/work/work.js'
import type { CompletionAudit, Reading } from '../src/result.js'
import type { SessionAudit } from '../src/session-summary.js'

/** One step of a session that a test tells; each call and each list is a turn of its own. */
export type Step =
  | { readonly list: readonly (readonly [TodoStatus, string])[] }
  | { readonly call: string; readonly input: unknown; readonly output?: string; readonly ok?: boolean | null }
  | { readonly say: string }
  | { readonly ask: string }
  | { readonly compacted: true }
  | { readonly nag: string }
  | { readonly reader: Reading }
  | { readonly task: 'TaskCreate' | 'TaskUpdate'; readonly input: unknown }

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

/** A shell command with its output; `failed` gives one that the host says failed. */
export function bash(command: string, output = ''): Step {
  return { call: 'Bash', input: { command }, output }
}

/** A shell command that the host says failed. */
export function failed(command: string, output = 'Exit code 1'): Step {
  return { call: 'Bash', input: { command }, output, ok: false }
}

/** A file that was changed. */
export function edit(path: string, text = 'changed'): Step {
  return {
    call: 'Edit',
    input: { file_path: path, old_string: 'before', new_string: text },
    output: 'updated',
  }
}

/** A file that was written. */
export function write(path: string, content = 'content'): Step {
  return { call: 'Write', input: { file_path: path, content }, output: 'File created successfully' }
}

/** A file that was read. */
export function read(path: string, content = '1 line'): Step {
  return { call: 'Read', input: { file_path: path }, output: content }
}

/** Something that the model says. */
export function say(text: string): Step {
  return { say: text }
}

/** Something that the user asks. */
export function ask(text: string): Step {
  return { ask: text }
}

/** A task that comes into the list; ids count from 1. */
export function task(subject: string): Step {
  return { task: 'TaskCreate', input: { subject, description: subject } }
}

/** A task that is changed: its status, or what it waits for. */
export function taskUpdate(taskId: string, fields: Readonly<Record<string, unknown>>): Step {
  return { task: 'TaskUpdate', input: { taskId, ...fields } }
}

/**
 * Drives a session through the steps, by a real ledger, and audits it.
 * @param child the work of child sessions; @param started the child session that each call of Task starts
 * @param options the rules and how they are set
 * @param onEvent is handed each event, with the state after it
 */
export async function audited(
  steps: readonly Step[],
  child: (session: string) => readonly Work[] | undefined = () => undefined,
  started?: string,
  options?: AuditOptions,
  onEvent: (event: TodoEvent, state: SessionState) => void = () => undefined,
  now: Date = new Date(0),
): Promise<SessionAudit> {
  const ledger = openLedger({
    evidence: evidence(),
    store: memoryStore(),
    clock: () => now,
  })
  const session = await ledger.session('s', {
    profile: claudeCode.profile,
    recorded: { format: 'test', file: 'test' },
  })
  const auditor = new SessionAuditor(options)
  auditor.observe(
    {
      id: 'opened',
      session: 's',
      seq: 1,
      turn: 0,
      at: new Date(0),
      type: 'session.opened',
      version: 1,
      data: { profile: 'claude-code', settings: {}, rules: [], goal: null, source: null, parent: null },
    },
    session.state,
  )
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
    if ('nag' in step) {
      await session.recordNag({ text: step.nag })
      continue
    }
    const turn = await session.startTurn()
    calls += 1
    const call = `c${calls}`
    if ('task' in step) {
      await turn.callTodoTool(step.task, step.input, { call, recorded: { ok: true, output: '' } })
    } else if ('say' in step) await turn.recordMessage({ text: step.say })
    else if ('list' in step) {
      const todos = step.list.map(([status, content]) => ({ status, content, activeForm: content }))
      await turn.callTodoTool('TodoWrite', { todos }, { call, recorded: { ok: true, output: '' } })
    } else if (step.ok === null) await turn.recordCall({ call, name: step.call, input: step.input })
    else {
      const { input, output = '', ok = true } = step
      await turn.recordTool({ call, name: step.call, input, ok, output })
      if (started !== undefined && step.call === 'Task') await session.startSubagent({ child: started, call })
    }
    await turn.end()
  }
  await ledger.close()
  return auditor.finish({ child, reading: () => reading })
}

/** The last completion of an item in an audit, by its text. */
export function completionOf(audit: SessionAudit, text: string): CompletionAudit {
  const completion = audit.completions.filter((each) => each.text === text).at(-1)
  if (completion === undefined) throw new Error(`no completion of ${text}`)
  return completion
}
