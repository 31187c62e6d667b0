/** Short sessions whose todos stand outside a todo tool, and the list after each update of theirs. */

import { memoryStore, openLedger, type Session, type TodoEvent } from '@todo-ledger/core'
import { importRecording, openRecording, type TodoSourceName } from '../src/index.js'

/** A call as a neutral recording has it. */
export interface SampleCall {
  readonly name: string
  readonly input: unknown
  readonly ok?: boolean
  readonly output?: string
}

/** A turn: what is said, or the calls that are made. */
export type SampleTurn = string | readonly SampleCall[]

const marks = { pending: ' ', in_progress: '>', blocked: '!', completed: 'x', cancelled: '-' } as const

/** What an import told of a session. */
export interface ToldSession {
  /** The list after each update, an item a text such as `[x] m1 Run the tests`. */
  readonly lists: readonly (readonly string[])[]
  /** The calls that stayed work. */
  readonly work: readonly string[]
  /** All events. */
  readonly events: readonly TodoEvent[]
}

/** Imports a session of these turns. */
export function told(
  todos: readonly TodoSourceName[],
  ...turns: readonly SampleTurn[]
): Promise<ToldSession> {
  const lines: unknown[] = [
    { recording: 'todo-ledger/1', session: 's', profile: 'claude-code' },
    { input: 'Go on.', trigger: 'user' },
  ]
  let calls = 0
  for (const [index, turn] of turns.entries()) {
    const base = { turn: index + 1 }
    if (typeof turn === 'string') lines.push({ ...base, text: turn })
    else {
      const made = turn.map((call) => {
        calls += 1
        return { id: `c${calls}`, ok: true, output: '', ...call }
      })
      lines.push({ ...base, calls: made })
    }
  }
  return toldOf(todos, `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`)
}

/** Imports a recording. */
async function toldOf(todos: readonly TodoSourceName[], text: string): Promise<ToldSession> {
  async function* bytes(): AsyncGenerator<string, void, undefined> {
    yield text
  }
  const recording = await openRecording({ name: 'a recording', bytes: bytes() })
  const lists: string[][] = []
  const events: TodoEvent[] = []
  const onSession = (session: Session): void => {
    session.on('event', ({ event, state }) => {
      events.push(event)
      if (event.type !== 'todos.updated' || event.data.query) return
      lists.push(state.items.map(({ id, text: said, status }) => `[${marks[status]}] ${id} ${said}`))
    })
  }
  const { format, file, steps } = recording
  await importRecording(steps, openLedger({ store: memoryStore() }), { format, file, todos, onSession })
  const work = events.flatMap((event) => (event.type === 'tool.called' ? [event.data.call] : []))
  return { lists, work, events }
}
