// Sessions that the rows measure, always the same ones.
import { memoryStore, openLedger, profiles } from '@todo-ledger/core'

export const session = 'bench'
const itemsOfTask = 8

/** What the todo tool is called with when so many items of a task are done. */
export function listAt(task, done, length = itemsOfTask) {
  return Array.from({ length }, (_, index) => ({
    id: `${index + 1}`,
    text: `Part ${index + 1} of task ${task}: write it, then run its tests`,
    status: index < done ? 'completed' : index === done ? 'in_progress' : 'pending',
  }))
}

/**
 * A session's events with so many updates of a list of 8 items, 8 in a turn. A real session decides the first two turns;
 * the second begins and ends with the same list, and goes on from there again and again.
 */
export async function todoEvents(updates) {
  const store = memoryStore()
  let now = Date.UTC(2026, 0, 5, 10)
  let made = 0
  const clock = () => {
    now += 500
    return new Date(now)
  }
  const ids = () => {
    made += 1
    return `made-${made}`
  }
  const opened = await openLedger({ store, clock, ids }).session(session, { profile: profiles.todoManager })
  await opened.startRun({ trigger: 'user', text: 'Work through the tasks.' })
  for (let number = 1; number <= 2; number += 1) {
    const turn = await opened.startTurn()
    for (let done = 0; done < itemsOfTask; done += 1)
      await turn.callTodoTool('todo', { items: listAt(1, done) }, { call: `call-${number}-${done}` })
    await turn.end()
  }
  const events = []
  for await (const { hash: _, ...event } of store.read(session)) events.push(event)
  return withTurnRepeated(events, Math.ceil(updates / itemsOfTask))
}

function withTurnRepeated(events, turns) {
  const all = [...events]
  const again = events.filter(({ turn }) => turn === 2)
  const lasts = again.at(-1).at.getTime() - again[0].at.getTime() + 500
  for (let turn = 3; turn <= turns; turn += 1) {
    for (const event of again) {
      const seq = all.length + 1
      const at = new Date(event.at.getTime() + (turn - 2) * lasts)
      const call = `call-${seq}`
      const own =
        event.type === 'todos.updated'
          ? { id: `${session}/${call}`, data: { ...event.data, call } }
          : { id: `again-${seq}` }
      all.push({ ...event, ...own, seq, turn, at })
    }
  }
  return all
}

/** The same with the work of an agent between: after each update three other calls and their results. */
export async function* workedEvents(events) {
  let seq = 0
  for (const event of await todoEvents(Math.ceil(events / 7))) {
    if (seq >= events) return
    seq += 1
    yield { ...event, seq }
    if (event.type !== 'todos.updated') continue
    for (let step = 0; step < 3; step += 1) {
      const call = `work-${seq}`
      const base = { session, turn: event.turn, at: event.at, version: 1 }
      const input = { command: `npm test -- part-${step}`, description: 'Run the tests of a part' }
      const output = '✓ writes what it was given\n'.repeat(4 + (seq % 30))
      seq += 2
      yield {
        ...base,
        id: `${session}>${call}`,
        seq: seq - 1,
        type: 'tool.called',
        data: { call, name: 'Bash', input },
      }
      yield {
        ...base,
        id: `${session}<${call}`,
        seq,
        type: 'tool.returned',
        data: { call, ok: true, output, effect: 'execute', verify: true },
      }
    }
  }
}
