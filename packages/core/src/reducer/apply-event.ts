/** How each event alters the state. */

import { castDraft, type Draft, isDraft, original } from 'immer'
import { currentActorState, hasDoneNothing, isFromOutside, isSameActor, newActor } from '../actors.js'
import { isRecord, type UnknownRecord } from '../declared.js'
import { DamagedLogError } from '../errors.js'
import type { Actor, EventOf, TodoEvent } from '../events.js'
import { frozenData } from '../frozen-data.js'
import { isOpen } from '../items.js'
import type { Rule } from '../rules/rule.js'
import {
  type ActorState,
  initialState,
  type Moment,
  type Phase,
  type SessionState,
  type TodoItem,
} from '../state.js'
import { applyChanges, asItWas, countedId, ImpossibleChange, itemsOf } from './apply-changes.js'

type MutableState = Draft<SessionState>

interface Applying {
  /** The rules that there are, by their ids. */
  readonly known: ReadonlyMap<string, Rule>
  /** The lists of items, and items, that nobody else holds: others are replaced, never altered. */
  readonly own: Set<object>
}

/**
 * Applies one event to a state: a draft of Immer's, or a private copy.
 * @throws DamagedLogError when the event cannot follow
 */
export function mutate(state: MutableState, event: TodoEvent, applying: Applying): void {
  checkPlace(state, event)
  changeActor(state, event)
  const { seen }: { readonly seen?: unknown } & UnknownRecord = event.data
  if (seen === true) {
    state.unshown = null
    state.looked = event.seq
  }
  try {
    applyEvent(state, event, applying)
  } catch (error) {
    if (error instanceof ImpossibleChange)
      throw new DamagedLogError(event.session, event.seq, `${error.message}.`)
    throw error
  }
  state.seq = event.seq
  state.at = event.at.getTime()
}

/** A log is whole when its seqs have no gap, it begins with `session.opened`, and is of one session. */
function checkPlace(state: SessionState, event: TodoEvent): void {
  if (event.seq !== state.seq + 1)
    throw damaged(event, `it follows event ${state.seq}: the log has a gap or a repeat.`)
  const opens = event.type === 'session.opened' || (event.type === 'event.erased' && event.seq === 1)
  if (opens !== (event.seq === 1)) {
    throw damaged(
      event,
      `${event.type} stands at seq ${event.seq}: session.opened stands first and only there.`,
    )
  }
  if (event.seq > 1 && event.session !== state.session) {
    throw damaged(event, `it stands in the log of session ${JSON.stringify(state.session)}.`)
  }
}

function damaged({ session, seq }: TodoEvent, message: string): DamagedLogError {
  return new DamagedLogError(session, seq, message)
}

function applyEvent(state: MutableState, event: TodoEvent, { known, own }: Applying): void {
  switch (event.type) {
    case 'session.opened':
      openSession(state, event, known)
      return
    case 'run.started':
      startRun(state, event)
      return
    case 'turn.started':
      deliver(state, event.data.delivers)
      state.turn = {
        ...castDraft(initialState.turn),
        number: event.turn,
        own: state.turn.own + 1,
        open: true,
        writers: [],
      }
      state.turns = Math.max(state.turns, event.turn)
      state.run.turns += 1
      return
    case 'turn.ended':
      endTurn(state)
      return
    case 'todos.updated':
      if (event.data.edit === true) editList(state, event, own)
      else update(state, event, own)
      return
    case 'todos.rejected':
      if (event.data.edit === true) return
      state.turn.todoCalls += 1
      state.turn.rejections += 1
      state.turn.writers.push(event.data.tool)
      state.rejections += 1
      heed(state)
      return
    case 'todos.rolled-back':
      noteUnseen(state, event)
      rollBack(state)
      return
    case 'tool.called':
      state.turn.otherCalls += 1
      noteCalled(state, event.data)
      state.run.work += 1
      return
    case 'tool.returned': {
      const { effect, ok, verify } = event.data
      if (verify && ok !== null) noteCheck(state, event.data.call, ok)
      if (verify && ok === false) state.unlisted.failedChecks += 1
      else if (effect === 'write' && ok !== false) state.unlisted.writes += 1
      return
    }
    case 'message.recorded':
      if (event.data.role === 'assistant') state.run.answer = event.data.text
      return
    case 'nag.issued': {
      const { level, threshold = null, text } = event.data
      const { nags } = state
      nags.issued += 1
      nags.lastTurn = state.turn.own
      nags.level = level
      nags.threshold = threshold
      nags.answeredTurn = null
      state.unlisted = nothingUnlisted()
      state.undelivered.push({ id: event.id, kind: 'nag', text, seq: event.seq })
      return
    }
    case 'continuation.issued':
      issueContinuation(state, event)
      return
    case 'continuation.stopped':
      if (event.data.blocked !== undefined) state.guard.blocked = { ...event.data.blocked }
      return
    case 'context.compacted':
      state.compactions += 1
      return
    case 'session.yielded':
      state.yielded = { to: event.data.to, waitingFor: event.data.waitingFor }
      state.run.open = false
      state.continuations.open = false
      return
    case 'subagent.ended':
      state.unlisted.subagents += 1
      return
    case 'subagent.started':
    case 'session.redacted':
    case 'completion.read':
      return
    case 'event.erased':
      // What it did is not known any more; where it stood is.
      state.session = event.session
      state.turns = Math.max(state.turns, event.turn)
      state.turn.number = event.turn
      state.turn.own = event.turn
      return
    default: {
      const { type }: TodoEvent = event satisfies never
      throw new ImpossibleChange(`unknown event type ${JSON.stringify(type)}`)
    }
  }
}

/** In characters. */
const longestCalled = 200

/** A turn may have thousands of calls: what was copied once is altered in place until the state is frozen. */
function noteCalled({ turn }: MutableState, data: EventOf<'tool.called'>['data']): void {
  const called = isDraft(turn.called) ? (original(turn.called) ?? {}) : turn.called
  const value = calledText(data)
  if (isDraft(turn) || Object.isFrozen(called)) turn.called = { ...called, [data.call]: value }
  // Defined: a call may be called `__proto__`.
  else
    Object.defineProperty(called, data.call, {
      ...{ value, configurable: true, enumerable: true, writable: true },
    })
}

/** What a call is known by when it is made again: its command, or else all of its input, as far as that is kept. */
function calledText({ name, input }: EventOf<'tool.called'>['data']): string {
  const command = isRecord(input) ? input['command'] : undefined
  const text = typeof command === 'string' ? command : `${name} ${shallowText(input)}`
  return text.replace(/\s+/g, ' ').trim().slice(0, longestCalled)
}

function shallowText(input: unknown): string {
  const parts = isRecord(input) ? Object.values(input) : [input]
  return parts.filter((part) => typeof part === 'string' || typeof part === 'number').join(' ')
}

/** Counts in how many turns on end the same check failed. */
function noteCheck(state: MutableState, call: string, ok: boolean): void {
  const { called, own } = state.turn
  const check = Object.hasOwn(called, call) ? called[call] : undefined
  const { failing } = state
  if (check === undefined || (ok && failing?.check !== check)) return
  if (ok) state.failing = null
  else if (failing?.check !== check) state.failing = { check, turns: 1, lastTurn: own }
  else if (failing.lastTurn !== own) state.failing = { check, turns: failing.turns + 1, lastTurn: own }
}

function openSession(
  state: MutableState,
  { session, data }: EventOf<'session.opened'>,
  known: ReadonlyMap<string, Rule>,
): void {
  state.session = session
  state.profile = data.profile
  state.goal = data.goal
  state.phases = data.phases ?? 'review'
  setPhase(state, [])
  state.recorded = data.source !== null
  state.rules = castDraft(frozenData(data.rules))
  state.skippedRules = data.rules
    .filter(({ id, mode, version }) => mode !== 'off' && known.get(id)?.version !== version)
    .map(({ id }) => id)
}

function startRun(state: MutableState, { data }: EventOf<'run.started'>): void {
  const { trigger, delivers, woke = false } = data
  const { continuations } = state
  deliver(state, delivers)
  state.runs += 1
  state.run = { number: state.runs, trigger, open: true, turns: 0, work: 0, answer: null }
  state.turnsSinceCallInRun = 0
  state.yielded = null
  if (state.guard.blocked !== null) {
    state.guard = { blocked: null, suppressed: true }
    continuations.unheeded = {}
  }
  if (trigger !== 'continuation' && trigger !== 'wake') continuations.open = false
  if (trigger === 'user' || trigger === 'external' || woke) {
    state.continuations = { ...initialState.continuations, unheeded: {}, closedBefore: state.closings }
    // Fresh input takes the place of a continuation that was still to come.
    state.undelivered = state.undelivered.filter((entry) => entry.kind !== 'continuation')
  } else if (trigger === 'reply' || trigger === 'subagent') continuations.used += 1
  setPhase(state, itemsOf(state))
}

function issueContinuation(state: MutableState, { id, seq, data }: EventOf<'continuation.issued'>): void {
  const { cause, used, prompt } = data
  const { continuations, run } = state
  const { unheeded } = continuations
  const before = Object.hasOwn(unheeded, cause) ? (unheeded[cause] ?? 0) : 0
  continuations.used = used
  continuations.lastAnswer = run.answer
  continuations.lastCause = cause
  continuations.open = true
  // Replaced: a cause may be called `__proto__`.
  continuations.unheeded = { ...unheeded, [cause]: before + 1 }
  setPhase(state, itemsOf(state))
  state.undelivered.push({ id, kind: 'continuation', text: prompt, seq })
  run.open = false
}

/** A todo tool was called to write: what asked for that has been heeded. */
function heed({ continuations, guard }: MutableState): void {
  if (Object.keys(continuations.unheeded).length > 0) continuations.unheeded = {}
  guard.blocked = null
  guard.suppressed = false
}

const nothingUnlisted = () => ({ writes: 0, failedChecks: 0, subagents: 0 })

function endTurn(state: MutableState): void {
  const { turn } = state
  const { todoCalls, updates, otherCalls } = turn
  turn.open = false
  if (updates > 0) state.turnsSinceUpdate = 0
  else if (todoCalls + otherCalls > 0) state.turnsSinceUpdate += 1
  if (todoCalls > 0) state.turnsSinceCall = state.turnsSinceCallInRun = 0
  else if (otherCalls > 0) {
    state.turnsSinceCall += 1
    state.turnsSinceCallInRun += 1
  }
}

function update(state: MutableState, event: EventOf<'todos.updated'>, own: Set<object>): void {
  const { changes, tool, query } = event.data
  const { turn, nags } = state
  turn.todoCalls += 1
  if (query) {
    state.looked = event.seq
    return
  }
  if (turn.before === null) {
    turn.before = { items: castDraft(itemsOf(state)), goal: state.goal, update: event.id }
    own.clear()
  }
  turn.updates += 1
  turn.writers.push(tool)
  const moment = momentOf(event)
  changeList(state, event, moment, own)
  if (changes.length > 0) {
    state.run.work += 1
    forgetBefore(state)
  }
  nags.answeredTurn ??= turn.own
  nags.updatedTurn = turn.own
  state.lastUpdate = moment
  state.unlisted = nothingUnlisted()
  heed(state)
}

/** Somebody else changes the list: nothing that is counted of the agent changes, and it is to be told. */
function editList(state: MutableState, event: EventOf<'todos.updated'>, own: Set<object>): void {
  const { id, seq, data } = event
  // To go back to the list of before the turn would undo this, too.
  state.turn.before = null
  forgetBefore(state)
  changeList(state, event, momentOf(event), own)
  for (const { undelivered } of [state, ...state.otherActors])
    undelivered.push({ id, kind: 'edit', text: data.reply, seq })
}

function changeList(
  state: MutableState,
  event: EventOf<'todos.updated'>,
  moment: Moment,
  own: Set<object>,
): void {
  const { changes, numbered } = event.data
  noteUnseen(state, event)
  const items = applyChanges(state, changes, { moment, actor: event.actor ?? null, numbered, own })
  state.updates += 1
  setPhase(state, items)
}

/** Others do not know of a change until they are shown the list. Where one works alone nothing is noted. */
function noteUnseen(
  state: MutableState,
  { seq, actor, data }: EventOf<'todos.updated'> | EventOf<'todos.rolled-back'>,
): void {
  const isEdit = 'edit' in data && data.edit === true
  if (data.changes.length === 0 || (state.otherActors.length === 0 && !isEdit)) return
  const others = isEdit ? [state, ...state.otherActors] : state.otherActors
  for (const other of others) other.unshown ??= seq
  const { idsUsed, changed } = asItWas(state)
  const now = new Map(Object.entries(castDraft(changed)))
  for (const change of data.changes) {
    if (change.type === 'removed') now.delete(change.key)
    // Who names a new item by its id has read of it, unless another one had that id.
    else if (change.type !== 'goal-set' && !(change.type === 'added' && countedId(change.id) > idsUsed))
      now.set(change.key, { seq, actor: isEdit ? (actor ?? null) : state.actor })
  }
  state.changed = Object.fromEntries(now)
}

function momentOf({ turn, seq, at }: TodoEvent): Moment {
  return { turn, seq, at: at.getTime() }
}

/** Nobody else goes back to the list of before a turn: that would undo what was done to it meanwhile. */
function forgetBefore(state: MutableState): void {
  if (state.actor === null && asItWas(state).otherActors.length === 0) return
  for (const { turn } of state.otherActors) turn.before = null
}

/** The list goes back to what it was before the turn, with every item's times; the event's changes say so to people. */
function rollBack(state: MutableState): void {
  const { before } = state.turn
  if (before === null) throw new ImpossibleChange('nothing was updated in this turn')
  state.items = before.items
  state.goal = before.goal
  state.turn.before = null
  setPhase(state, before.items)
}

function deliver(state: MutableState, ids: readonly string[]): void {
  if (ids.length > 0) state.undelivered = state.undelivered.filter(({ id }) => !ids.includes(id))
}

function setPhase(state: MutableState, items: readonly TodoItem[]): void {
  state.phase = state.phases === 'review' ? phaseUnderReview(items) : phaseToCompletion(state, items)
}

/** Source: docs/sources/todo-manager.md#phases. */
function phaseUnderReview(items: readonly TodoItem[]): Phase {
  if (items.length === 0) return 'empty'
  let pending = 0
  for (const { status } of items) {
    if (status === 'in_progress') return 'executing'
    if (status === 'pending') pending += 1
  }
  return pending === items.length ? 'planning' : 'reviewing'
}

/** Source: docs/sources/loki.md#phases. */
function phaseToCompletion({ goal, continuations }: SessionState, items: readonly TodoItem[]): Phase {
  if (items.length === 0) return goal === null || goal === '' ? 'empty' : 'planning'
  if (!items.some(isOpen)) return 'completed'
  if (continuations.open) return 'continuing'
  return items.every(({ status }) => status === 'pending') ? 'planning' : 'executing'
}

/** Makes whom an event is about the current actor. Where nobody is named, as in most sessions, nothing is to be done. */
function changeActor(state: Draft<SessionState>, event: TodoEvent): void {
  const before = asItWas(state)
  const isAlone = before.actor === null && before.otherActors.length === 0
  if (isAlone && event.actor === undefined && event.type !== 'run.started') return
  const actor = whomItIsAbout(before, event)
  if (actor === undefined || isSameActor(actor, before.actor)) return
  const place = state.otherActors.findIndex((other) => isSameActor(other.actor, actor))
  const [next = castDraft(newActor(actor, state))] = place < 0 ? [] : state.otherActors.splice(place, 1)
  if (!hasDoneNothing(state)) {
    // Nobody goes back to the list of before a turn that is over.
    if (!state.turn.open && state.turn.before !== null) state.turn.before = null
    state.otherActors.push(castDraft(currentActorState(state)))
    forgetIdle(state)
  }
  Object.assign(state, currentActorState(next))
}

/** So many sub-agents are known that are not at work. */
const mostIdle = 50

/** Sub-agents are sent by the hundred and seldom come back: who worked longest ago is let go of, and counted anew then. */
function forgetIdle({ otherActors }: Draft<SessionState>): void {
  if (otherActors.length <= mostIdle) return
  const isIdle = ({ actor, run, turn }: ActorState) => actor?.kind === 'sub-agent' && !run.open && !turn.open
  if (otherActors.filter(isIdle).length > mostIdle) otherActors.splice(otherActors.findIndex(isIdle), 1)
}

/** Null: the session's one agent, where nobody is named. Undefined: nobody in particular, so the current actor stays. */
function whomItIsAbout(state: SessionState, event: TodoEvent): Actor | null | undefined {
  switch (event.type) {
    case 'session.redacted':
    case 'completion.read':
    case 'context.compacted':
    case 'event.erased':
      return undefined
    case 'run.started':
      return event.data.agent ?? null
    case 'turn.started':
      return event.actor ?? null
    case 'session.opened':
      return isFromOutside(event) ? null : (event.actor ?? null)
    case 'message.recorded':
      return event.data.role === 'user' ? undefined : workerOf(state, event)
    case 'todos.updated':
    case 'todos.rejected':
      return event.data.edit === true ? undefined : workerOf(state, event)
    default:
      return workerOf(state, event)
  }
}

/** A person or a program works where it has a turn or a run; else what it did was done in the turn of another. */
function workerOf(state: SessionState, event: TodoEvent): Actor | null {
  const { actor = null, turn } = event
  if (actor === null || !isFromOutside(event)) return actor
  if (isSameActor(actor, state.actor)) return actor
  if (state.otherActors.some((other) => isSameActor(other.actor, actor))) return actor
  if (state.turn.number === turn) return state.actor
  return state.otherActors.find((other) => other.turn.number === turn)?.actor ?? null
}
