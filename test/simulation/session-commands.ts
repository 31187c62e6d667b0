/** What a host does with sessions, each thing drawn from the world's chance and held against the model. */

import { IdConflictError, type TodoCall, type TodoReply } from '@todo-ledger/core'
import { codeOf, must, shown } from './failure.js'
import {
  askSession,
  betweenTurns,
  type Expectation,
  endTurn,
  inTurn,
  openSession,
  startRun,
  turnOf,
} from './session-asking.js'
import { anyText, toolInput } from './values.js'
import type { Host, OpenSession, World } from './world.js'

/** Asks todo calls in the turn; where the answer was lost, mostly once more. */
async function askCalls(
  world: World,
  host: Host,
  open: OpenSession,
  calls: readonly TodoCall[],
  expected: Expectation = {},
): Promise<void> {
  const { turn, session } = open
  if (turn === null) return
  for (const { name, input, ...given } of calls) {
    const label = `call ${given.call} ${name}`
    const ask = () => turn.callTodoTool(name, input, given)
    const expectation = () => ({ outOfOrder: !inTurn(open), ...expected })
    let outcome = await askSession(world, host, open, label, ask, expectation())
    if (outcome.kind === 'failed' && outcome.faulted && world.random.percent(70)) {
      world.counts.retries += 1
      outcome = await askSession(world, host, open, `again: ${label}`, ask, expectation())
    }
    if (outcome.kind === 'done') checkReply(world, session.id, given.call ?? '', outcome.value)
  }
}

/** A call was answered as the log says and as it was answered before, and stands in the log once. */
export function checkReply(world: World, session: string, call: string, reply: TodoReply): void {
  const { model } = world
  const events = model
    .of(session)
    .filter(({ type, data }) => (type === 'todos.updated' || type === 'todos.rejected') && data.call === call)
  const [event] = events
  must(
    events.length === 1 && event !== undefined,
    () => `call ${call} of ${shown(session)} stands in the log ${events.length} times`,
  )
  const ok = event.type === 'todos.updated'
  const text = event.type === 'todos.updated' || event.type === 'todos.rejected' ? event.data.reply : null
  must(
    reply.ok === ok && reply.text === text,
    () => `call ${call} was answered ${shown(reply)}, and the log says ${ok} ${shown(text)}`,
  )
  const key = `${call}@${session}`
  const before = model.answers.get(key)
  must(
    before === undefined || (before.ok === ok && before.text === text),
    () => `call ${call} got another answer than before`,
  )
  model.answers.set(key, { ok, text: text ?? '' })
}

/** The commands on sessions, by name. */
export const sessionCommands: { readonly [name: string]: (world: World, host: Host) => Promise<void> } = {
  /** One todo call or several of one response. */
  todo: async (world, host) => {
    const open = await turnOf(world, host)
    if (open === null) return
    const { random } = world
    const { session } = open
    // loki offers its tools with inject_todo_instructions alone.
    if (session.tools().length === 0) return
    const calls = Array.from({ length: random.percent(75) ? 1 : random.between(2, 3) }, (): TodoCall => {
      const tool = random.pick(session.tools())
      return { call: world.nextCall(), name: tool.name, input: toolInput(random, tool) }
    })
    const asked = world.asked.get(session.id) ?? []
    world.asked.set(session.id, [...asked, { calls }])
    await askCalls(world, host, open, calls)
  },
  /** An earlier call once more, as it was. */
  retry: async (world, host) => {
    const open = await turnOf(world, host, askedSession(world))
    const asked = open === null ? [] : (world.asked.get(open.session.id) ?? [])
    if (open === null || asked.length === 0) return
    world.counts.retries += 1
    const { calls } = world.random.percent(60) ? (asked.at(-1) ?? { calls: [] }) : world.random.pick(asked)
    await askCalls(world, host, open, calls)
  },
  /** Another call under the id of an earlier one. */
  conflict: async (world, host) => {
    const open = await turnOf(world, host, askedSession(world))
    const asked = open === null ? [] : (world.asked.get(open.session.id) ?? [])
    if (open === null || asked.length === 0) return
    const [call] = world.random.pick(asked).calls
    const stored = world.model.find(open.session.id, `${open.session.id}/${call?.call}`)
    // What was taken out of an event can't be compared any more.
    if (call === undefined || stored === undefined || stored.redacted === true) return
    const { turn, session } = open
    const other = { other: world.random.word() }
    const outcome = await askSession(
      world,
      host,
      open,
      `another call ${call.call}`,
      async () => turn?.callTodoTool(call.name, other, { call: call.call ?? '' }),
      { otherBody: true },
    )
    // Another host may have ended the turn in between: then that is what is wrong, and is said first.
    const isOver = outcome.kind === 'failed' && !inTurn(open) && codeOf(outcome.error) === 'turn-over'
    const refused = outcome.kind === 'failed' && (isOver || outcome.error instanceof IdConflictError)
    must(
      refused || outcome.faulted,
      () => `another call under the id ${call.call} of ${shown(session.id)} was ${outcome.kind}`,
    )
  },
  /** Another tool, with its result at once or later. */
  work: async (world, host) => {
    const open = await turnOf(world, host)
    if (open === null) return
    const { random } = world
    const { turn, session } = open
    if (turn === null) return
    const call = world.nextCall()
    const input = random.pick([{ command: 'npm test' }, { file_path: 'a.ts' }, null])
    const name = random.pick(['Bash', 'Edit', 'Read'])
    if (random.percent(60)) {
      const ok = random.pick([true, false, null])
      const work = () => turn.recordTool({ call, name, input, ok, output: anyText(random) })
      await askSession(world, host, open, `recordTool ${call}`, work, { outOfOrder: !inTurn(open) })
      return
    }
    world.unreturned.set(session.id, [...(world.unreturned.get(session.id) ?? []), call])
    const outcome = await askSession(
      world,
      host,
      open,
      `recordCall ${call}`,
      () => turn.recordCall({ call, name, input }),
      { outOfOrder: !inTurn(open) },
    )
    if (outcome.kind === 'failed' && outcome.faulted && inTurn(open)) {
      world.counts.retries += 1
      await askSession(world, host, open, `again: recordCall ${call}`, () =>
        turn.recordCall({ call, name, input }),
      )
    }
    once(world, session.id, `>${call}`)
  },
  /** A result that comes late; some come twice. */
  result: async (world, host) => {
    const open = await openSession(world, host)
    if (open === null) return
    const { session } = open
    const waiting = world.unreturned.get(session.id) ?? []
    if (waiting.length === 0) return
    const call = world.random.pick(waiting)
    if (world.random.percent(70))
      world.unreturned.set(
        session.id,
        waiting.filter((each) => each !== call),
      )
    await askSession(world, host, open, `result ${call}`, () =>
      session.recordResult({ call, ok: true, output: 'late' }),
    )
    once(world, session.id, `<${call}`)
  },
  endTurn: async (world, host) => {
    const open = await openSession(world, host)
    if (open !== null) await endTurn(world, host, open)
  },
  endRun: async (world, host) => {
    const open = await betweenTurns(world, host)
    if (open === null) return
    const { random } = world
    const { session } = open
    const text = random.percent(70) ? { text: anyText(random) } : {}
    const ending = {
      ...text,
      complete: random.percent(85),
      ...(random.percent(15) ? { waitingFor: 'a reply' } : {}),
    }
    const { run, turn } = session.state
    const expected = { outOfOrder: !run.open || turn.open }
    const outcome = await askSession(world, host, open, 'endRun', () => session.endRun(ending), expected)
    if (outcome.kind !== 'done' || outcome.value.action !== 'continue' || random.percent(20)) return
    const { prompt } = outcome.value
    await startRun(world, host, open, { trigger: random.pick(['continuation', 'wake']), text: prompt })
  },
  run: async (world, host) => {
    const open = await betweenTurns(world, host)
    if (open === null) return
    const trigger = world.random.pick([
      'user',
      'external',
      'continuation',
      'wake',
      'reply',
      'subagent',
      'unknown',
    ] as const)
    await startRun(world, host, open, { trigger, text: anyText(world.random) })
  },
  /** What stands beside turns. */
  note: async (world, host) => {
    const open = await openSession(world, host)
    if (open === null) return
    const { random } = world
    const { session } = open
    const notes = {
      message: () =>
        session.recordMessage({ role: random.pick(['user', 'assistant'] as const), text: anyText(random) }),
      nag: () => session.recordNag({ text: anyText(random) }),
      compaction: () => session.recordCompaction({ summary: random.percent(50) ? anyText(random) : null }),
      'sub-agent starts': () =>
        session.startSubagent({ child: `${session.id}/child`, call: world.nextCall() }),
      'sub-agent ends': () => session.endSubagent({ child: `${session.id}/child` }),
    }
    const name = random.pick(['message', 'nag', 'compaction', 'sub-agent starts', 'sub-agent ends'] as const)
    await askSession(world, host, open, name, notes[name])
  },
  /** Something that is out of order: it is refused, and nothing is stored. */
  outOfOrder: async (world, host) => {
    const open = await openSession(world, host)
    if (open === null) return
    const { session, turn } = open
    const { run, turn: state } = session.state
    const label = world.random.pick(['startRun', 'startTurn', 'endRun', 'turn.end'] as const)
    const before = world.model.lastSeq(session.id)
    const refused =
      label === 'startRun' ? state.open : label === 'turn.end' ? !inTurn(open) : state.open || !run.open
    if (!refused || (label === 'turn.end' && turn === null)) return
    const calls = {
      startRun: () => session.startRun({ trigger: 'user', text: 'x' }),
      startTurn: () => session.startTurn(),
      endRun: () => session.endRun(),
      'turn.end': async () => turn?.end(),
    }
    const outcome = await askSession<unknown>(world, host, open, `out of order: ${label}`, calls[label], {
      outOfOrder: true,
    })
    must(
      outcome.kind === 'failed' && world.model.lastSeq(session.id) === before,
      () => `${label} was not refused`,
    )
  },
}

/** A session in which todo calls were made. */
function askedSession({ asked, random, model }: World): string | undefined {
  const sessions = [...asked.keys()].filter((id) => !model.forgotten.has(id))
  return sessions.length === 0 ? undefined : random.pick(sessions)
}

/** An event with an id of its own stands in the log at most once. */
function once(world: World, session: string, end: string): void {
  const count = world.model.of(session).filter(({ id }) => id === `${session}${end}`).length
  must(count <= 1, () => `event ${shown(end)} of ${shown(session)} stands in the log ${count} times`)
}
