/** What a host asks of sessions, drawn from the world's chance and held against the model. */

import {
  ConcurrencyError,
  HostError,
  IdConflictError,
  type JsonValue,
  type Profile,
  type TodoReply,
} from '@todo-ledger/core'
import { arbitraryInput } from '@todo-ledger/core/testing'
import { profilesOf } from '@todo-ledger/recordings'
import { must, shown } from './model.js'
import { anyText, drawn } from './store-commands.js'
import { type Host, mustBeExcused, type OpenSession, type Outcome, said, type World } from './world.js'

const sessionIds = ['s1', 's2', '__proto__', 'half \ud800', 'a\0b/>']

/** One thing that is asked of a session. */
interface Ask {
  readonly label: string
  readonly work: () => Promise<unknown>
  /** True where it is out of order, and must be refused if nobody else asks. */
  readonly isOutOfOrder?: boolean
  /** True where it needs a turn that the host does not hold: it may be refused. */
  readonly needsTurn?: boolean
  /** True where the call is another one under a used id. */
  readonly isOtherCall?: boolean
  /** True where a host may ask it again that was not answered. */
  readonly canRepeat?: boolean
  /** Looks at what it was answered. */
  readonly check?: (answer: { readonly value: unknown }) => void
}

type Needs = 'turn' | 'no turn' | 'nothing'

/** Any profile with any settings: numbers from 1 to 6, switches either way. */
function anyProfile({ random }: World): Profile {
  const profile = random.pick(profilesOf())
  const settings = Object.entries(profile.settings).flatMap(([name, value]): [string, JsonValue][] => {
    if (random.chance(0.5)) return []
    if (typeof value === 'number') return [[name, random.between(1, 6)]]
    return typeof value === 'boolean' ? [[name, random.chance(0.5)]] : []
  })
  return profile.with(Object.fromEntries(settings))
}

/** A session that a host has open; opens one where it has not. Null where that failed. */
async function openSession(world: World, host: Host, wanted?: string): Promise<OpenSession | null> {
  const { random, model } = world
  const usable = sessionIds.filter((each) => !model.forgotten.has(each))
  if (usable.length === 0) return null
  const id = wanted ?? random.pick(usable)
  const known = host.sessions.get(id)
  if (known !== undefined) return known
  const options = model.lastSeq(id) === 0 ? { profile: anyProfile(world), goal: anyText(world) } : {}
  const outcome = await world.ask(host, () => host.ledger.session(id, options))
  world.say(`${host.name} opens ${shown(id)} ${options.profile?.name ?? ''} → ${outcome.kind}`)
  mustBeExcused(outcome, `opening ${shown(id)}`)
  if (outcome.kind === 'failed') return null
  const session = outcome.value
  const open: OpenSession = { session, turn: null }
  let last = 0
  session.on('event', ({ event, state }) => {
    must(event.seq > last && state.seq === event.seq, `a listener was told seq ${event.seq} after ${last}`)
    last = event.seq
  })
  host.sessions.set(id, open)
  world.checkState(open)
  must(session.state.seq === model.lastSeq(id), `session ${shown(id)} was opened at an old seq`)
  must(!session.state.turn.open, `session ${shown(id)} was opened with a turn left open`)
  return open
}

/** True where the host holds the turn that is under way. */
function isInTurn({ session, turn }: OpenSession): boolean {
  return turn !== null && session.state.turn.open && turn.number === session.state.turn.number
}

/** What can be asked of a session at any time, each with what it needs: a turn, a run without one, or nothing. */
const asks: {
  readonly [name: string]: readonly [needs: Needs, ask: (world: World, open: OpenSession) => Ask | null]
} = {
  todo: [
    'turn',
    (world, open) => {
      const { session } = open
      // loki offers its tools with inject_todo_instructions alone.
      if (session.tools().length === 0) return null
      const tool = world.random.pick(session.tools())
      const asked = { call: world.nextCall(), name: tool.name, input: drawn(world, arbitraryInput(tool)) }
      world.asked.set(session.id, [...(world.asked.get(session.id) ?? []), asked])
      return todoCall(world, open, asked)
    },
  ],
  /** An earlier call once more, as it was. */
  retry: [
    'turn',
    (world, open) => {
      const asked = world.asked.get(open.session.id) ?? []
      return asked.length === 0 ? null : todoCall(world, open, world.random.pick(asked))
    },
  ],
  /** Another call under the id of an earlier one. */
  conflict: [
    'turn',
    (world, open) => {
      const { session } = open
      const asked = world.asked.get(session.id) ?? []
      if (asked.length === 0) return null
      const earlier = world.random.pick(asked)
      const stored = world.model.find(session.id, `${session.id}/${earlier.call}`)
      // What was taken out of an event can't be compared any more.
      if (stored === undefined || stored.redacted === true) return null
      const other = { ...earlier, input: { other: world.random.id() } }
      return { ...todoCall(world, open, other), isOtherCall: true, canRepeat: false, check: () => {} }
    },
  ],
  tool: [
    'turn',
    (world, open) => {
      const { random } = world
      const call = world.nextCall()
      const name = random.pick(['Bash', 'Edit', 'Read'])
      const input = random.pick([{ command: 'npm test' }, { file_path: 'a.ts' }, null])
      const result = { ok: random.pick([true, false, null]), output: anyText(world) }
      const isLater = random.chance(0.4)
      return {
        label: `tool ${call}`,
        canRepeat: true,
        work: async () => {
          const turn = turnOf(open)
          if (!isLater) return turn.recordTool({ call, name, input, ...result })
          await turn.recordCall({ call, name, input })
          await open.session.recordResult({ call, ...result })
        },
        check: () => {
          const { id } = open.session
          const found = world.model
            .of(id)
            .filter((event) => [`${id}>${call}`, `${id}<${call}`].includes(event.id))
          must(found.length <= 2, `call ${call} stands in the log ${found.length} times`)
        },
      }
    },
  ],
  endTurn: [
    'turn',
    (world, open) => ({
      label: 'turn.end',
      work: () => turnOf(open).end({ interrupted: world.random.chance(0.1) }),
    }),
  ],
  startTurn: [
    'nothing',
    ({ random }, open) => ({
      label: 'startTurn',
      isOutOfOrder: open.session.state.turn.open || !open.session.state.run.open,
      work: async () => {
        open.turn = await open.session.startTurn()
        if (random.chance(0.2)) open.turn = open.session.turn()
      },
    }),
  ],
  startRun: [
    'no turn',
    (world, { session }) => {
      const triggers = ['user', 'external', 'continuation', 'wake', 'reply', 'subagent', 'unknown'] as const
      const trigger = world.random.pick(triggers)
      const isOutOfOrder = session.state.turn.open
      return {
        label: `startRun ${trigger}`,
        isOutOfOrder,
        work: () => session.startRun({ trigger, text: anyText(world) }),
      }
    },
  ],
  endRun: [
    'no turn',
    (world, { session }) => {
      const { random } = world
      const { run, turn } = session.state
      const waiting = random.chance(0.15) ? { waitingFor: 'a reply' } : {}
      const ending = { text: anyText(world), complete: random.chance(0.85), ...waiting }
      return {
        label: 'endRun',
        isOutOfOrder: !run.open || turn.open,
        work: async () => {
          const end = await session.endRun(ending)
          if (end.action === 'continue') await session.startRun({ trigger: 'continuation', text: end.prompt })
        },
      }
    },
  ],
  note: [
    'nothing',
    (world, { session }) => {
      const child = `${session.id}/child`
      const text = anyText(world)
      const [label, work] = world.random.pick<readonly [string, () => Promise<unknown>]>([
        ['message', () => session.recordMessage({ role: 'user', text })],
        ['nag', () => session.recordNag({ text })],
        ['compaction', () => session.recordCompaction({ summary: text })],
        ['sub-agent starts', () => session.startSubagent({ child, call: world.nextCall() })],
        ['sub-agent ends', () => session.endSubagent({ child })],
      ])
      return { label, work }
    },
  ],
}

function turnOf({ turn }: OpenSession) {
  if (turn === null) throw new HostError('turn-over', 'The host holds no turn.')
  return turn
}

function todoCall(
  world: World,
  open: OpenSession,
  { call, name, input }: { readonly call: string; readonly name: string; readonly input: unknown },
): Ask {
  return {
    label: `call ${call} ${name} ${shown(input, 60)}`,
    canRepeat: true,
    work: () => turnOf(open).callTodoTool(name, input, { call }),
    check: ({ value }) => checkReply(world, open.session.id, call, value as TodoReply),
  }
}

/** A call was answered as the log says and as it was answered before, and stands in the log once. */
function checkReply(world: World, session: string, call: string, reply: TodoReply): void {
  const events = world.model
    .of(session)
    .filter(({ type, data }) => (type === 'todos.updated' || type === 'todos.rejected') && data.call === call)
  const [event] = events
  must(
    events.length === 1,
    () => `call ${call} of ${shown(session)} stands in the log ${events.length} times`,
  )
  if (event?.type !== 'todos.updated' && event?.type !== 'todos.rejected') return
  const logged = shown([event.type === 'todos.updated', event.data.reply], 10_000)
  const answer = shown([reply.ok, reply.text], 10_000)
  must(answer === logged, () => `call ${call} was answered ${answer}, and the log says ${logged}`)
  const key = `${world.model.redacted.get(session)} ${call}@${session}`
  must((world.answers.get(key) ?? answer) === answer, () => `call ${call} got another answer than before`)
  world.answers.set(key, answer)
}

/** Asks something of an open session and judges what comes of it. */
async function askSession(
  world: World,
  host: Host,
  open: OpenSession,
  { work, ...ask }: Ask,
): Promise<Outcome> {
  const { session } = open
  const last = world.model.lastSeq(session.id)
  const isStale = session.state.seq < last
  const outcome = await world.ask(host, work)
  judge(world, host, open, outcome, { ...ask, isStale, isRace: false })
  const now = world.model.lastSeq(session.id)
  if (outcome.kind === 'done' && now > last)
    must(
      session.state.seq === now,
      () => `${ask.label} was stored, and the session is at ${session.state.seq}`,
    )
  if (ask.isOutOfOrder === true && !isStale && !outcome.faulted)
    must(outcome.kind === 'failed' && now === last, () => `${ask.label}, out of order, was not refused`)
  return outcome
}

/** Holds what came of a call against what may come of it. */
function judge(
  world: World,
  { name }: Host,
  open: OpenSession,
  outcome: Outcome,
  may: Omit<Ask, 'work'> & { readonly isStale: boolean; readonly isRace: boolean },
): void {
  const what = `${name} ${shown(open.session.id)} ${may.label}`
  world.say(`${what} → ${said(outcome)}`)
  world.checkState(open)
  const isUnsure = may.isStale || may.isRace
  if (outcome.kind === 'done') {
    const isAllowed = may.isOtherCall !== true || isUnsure || outcome.faulted
    must(isAllowed, () => `${what}: another call under a used id was answered`)
    may.check?.(outcome)
    return
  }
  const { error } = outcome
  // A lost race is decided anew: what the host reads is that another has the turn, or that it is over.
  must(!(error instanceof ConcurrencyError), () => `${what} failed: ${said(outcome)}`)
  if (error instanceof HostError && (may.isOutOfOrder === true || may.needsTurn === true || isUnsure)) return
  if (error instanceof IdConflictError && (may.isOtherCall === true || isUnsure)) return
  mustBeExcused(outcome, what)
}

/** A turn that a host lost, as with an acknowledgement, it takes up again. */
function takeTurn(open: OpenSession): void {
  if (isInTurn(open)) return
  open.turn = open.session.turn()
  must(isInTurn(open) === open.session.state.turn.open, 'a session did not give the turn that is under way')
}

/** Brings a session to where something can be asked of it; now and then it is left where it is. */
async function prepare(world: World, host: Host, open: OpenSession, needs: Needs): Promise<void> {
  const { session } = open
  if (needs === 'nothing' || world.random.chance(0.1)) return
  takeTurn(open)
  const ask = (name: string) => {
    const made = asks[name]?.[1](world, open) ?? null
    return made === null ? null : askSession(world, host, open, made)
  }
  if (needs === 'no turn') {
    if (isInTurn(open)) await ask('endTurn')
  } else if (!isInTurn(open)) {
    if (!session.state.run.open) await ask('startRun')
    await ask('startTurn')
  }
}

function anyAsk(world: World, open: OpenSession, name: string): Ask | null {
  const [needs, make] = asks[name] ?? []
  const ask = make?.(world, open) ?? null
  return ask === null ? null : { ...ask, needsTurn: needs === 'turn' && !isInTurn(open) }
}

async function askOne(world: World, host: Host, name: string): Promise<void> {
  const { random, model } = world
  const asked = [...world.asked.keys()].filter((id) => !model.forgotten.has(id))
  const isAgain = (name === 'retry' || name === 'conflict') && asked.length > 0
  const open = await openSession(world, host, isAgain ? random.pick(asked) : undefined)
  if (open === null) return
  await prepare(world, host, open, asks[name]?.[0] ?? 'nothing')
  const ask = anyAsk(world, open, name)
  if (ask === null) return
  const outcome = await askSession(world, host, open, ask)
  const isWorthAsking = outcome.kind === 'failed' && outcome.faulted && random.chance(0.7)
  if (isWorthAsking && ask.canRepeat === true)
    await askSession(world, host, open, { ...ask, needsTurn: !isInTurn(open) })
}

/** The commands on sessions, by name. */
export const sessionCommands: { readonly [name: string]: (world: World, host: Host) => Promise<void> } = {
  ...Object.fromEntries(
    Object.keys(asks).map((name) => [name, (world: World, host: Host) => askOne(world, host, name)]),
  ),
  /** Hosts do things to one session at the same time. */
  raceSession: async (world, host) => {
    const first = await openSession(world, host)
    if (first === null) return
    const { id } = first.session
    const opens: { readonly host: Host; readonly open: OpenSession }[] = [{ host, open: first }]
    for (const other of world.hosts) {
      const open = other === host ? null : await openSession(world, other, id)
      if (open !== null) opens.push({ host: other, open })
    }
    const many = Array.from({ length: world.random.between(2, 5) }, () => {
      const { host: own, open } = world.random.pick(opens)
      const isStale = open.session.state.seq < world.model.lastSeq(id)
      const ask = anyAsk(world, open, world.random.pick(Object.keys(asks)))
      return ask === null ? [] : [{ host: own, open, isStale, ...ask }]
    }).flat()
    const outcomes = await world.askAll(many)
    for (const [index, outcome] of outcomes.entries()) {
      const ask = many[index]
      if (ask !== undefined) judge(world, ask.host, ask.open, outcome, { ...ask, isRace: true })
    }
  },
}
