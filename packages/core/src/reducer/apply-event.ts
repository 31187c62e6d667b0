/** How each event alters the state, in place: the reducer says whose copy it is. */

import { castDraft } from 'immer'
import { ImpossibleChange } from '../compact/item-list.js'
import { countIn } from '../compact/list-index.js'
import { DamagedLogError } from '../errors.js'
import type { CarriedCounters, EventOf, TodoEvent } from '../events.js'
import type { Rule } from '../rules/rule.js'
import { initialState, type Phase, type TodoItem } from '../state.js'
import { applyChanges, type MutableState, plain } from './apply-changes.js'

/**
 * Applies one event in place.
 * @throws DamagedLogError when the event cannot follow
 */
export function mutate(state: MutableState, event: TodoEvent, known: ReadonlyMap<string, Rule>): void {
  checkPlace(state, event)
  try {
    applyEvent(state, event, known)
  } catch (error) {
    if (error instanceof ImpossibleChange)
      throw new DamagedLogError(event.session, event.seq, `${error.message}.`)
    throw error
  }
  state.seq = event.seq
  state.at = event.at.getTime()
}

/** A log is whole when its seqs have no gap, it begins with `session.opened`, and is of one session. */
function checkPlace(state: MutableState, event: TodoEvent): void {
  const damaged = (message: string) => new DamagedLogError(event.session, event.seq, message)
  if (event.seq !== state.seq + 1)
    throw damaged(`it follows event ${state.seq}: the log has a gap or a repeat.`)
  const opens = event.type === 'session.opened' || (event.type === 'event.erased' && event.seq === 1)
  if (opens !== (event.seq === 1)) {
    throw damaged(`${event.type} stands at seq ${event.seq}: session.opened stands first and only there.`)
  }
  if (event.seq > 1 && event.session !== state.session) {
    throw damaged(`it stands in the log of session ${JSON.stringify(state.session)}.`)
  }
}

function applyEvent(state: MutableState, event: TodoEvent, known: ReadonlyMap<string, Rule>): void {
  switch (event.type) {
    case 'session.opened':
      openSession(state, event, known)
      return
    case 'run.started':
      startRun(state, event)
      return
    case 'turn.started':
      deliver(state, event.data.delivers)
      state.turn = { ...initialState.turn, number: event.turn, open: true, writers: [], before: null }
      state.run.turns += 1
      return
    case 'turn.ended':
      endTurn(state)
      return
    case 'todos.updated':
      update(state, event)
      return
    case 'todos.rejected':
      state.turn.todoCalls += 1
      state.turn.rejections += 1
      state.rejections += 1
      state.turn.writers.push(event.data.tool)
      heed(state)
      return
    case 'todos.rolled-back':
      rollBack(state)
      return
    case 'tool.called':
      state.turn.otherCalls += 1
      state.run.work += 1
      return
    case 'message.recorded':
      if (event.data.role === 'assistant') state.run.answer = event.data.text
      return
    case 'nag.issued':
      state.nags = {
        issued: state.nags.issued + 1,
        lastTurn: event.turn,
        level: event.data.level,
        threshold: event.data.threshold ?? null,
        answeredTurn: null,
      }
      state.undelivered.push({ id: event.id, kind: 'nag', text: event.data.text, seq: event.seq })
      return
    case 'continuation.issued':
      issueContinuation(state, event)
      state.undelivered.push({ id: event.id, kind: 'continuation', text: event.data.prompt, seq: event.seq })
      state.run.open = false
      return
    case 'context.compacted':
      state.compactions += 1
      return
    case 'session.yielded':
      state.yielded = { to: event.data.to, waitingFor: event.data.waitingFor }
      state.run.open = false
      state.continuations.open = false
      return
    case 'continuation.stopped':
      if (event.data.blocked !== undefined) state.guard.blocked = { ...event.data.blocked }
      return
    case 'tool.returned':
    case 'subagent.started':
    case 'subagent.ended':
    case 'session.redacted':
    case 'completion.read':
      return
    case 'event.erased':
      // What it did is not known any more; where it stood is.
      state.session = event.session
      state.turn.number = event.turn
      return
    default:
      throw new ImpossibleChange(`unknown event type ${JSON.stringify(event satisfies never)}`)
  }
}

function openSession(
  state: MutableState,
  event: EventOf<'session.opened'>,
  known: ReadonlyMap<string, Rule>,
): void {
  state.session = event.session
  state.profile = event.data.profile
  state.goal = event.data.goal
  state.phases = event.data.phases ?? 'review'
  setPhase(state)
  // What comes after a fork is decided anew, also where its past was read from a recording.
  state.recorded = event.data.source !== null && event.data.forkedFrom === undefined
  state.rules = structuredClone(event.data.rules) as MutableState['rules']
  state.skippedRules = event.data.rules
    .filter((rule) => rule.mode !== 'off' && known.get(rule.id)?.version !== rule.version)
    .map((rule) => rule.id)
}

function startRun(state: MutableState, event: EventOf<'run.started'>): void {
  const { trigger, delivers, woke = false } = event.data
  deliver(state, delivers)
  state.run = { number: state.run.number + 1, trigger, open: true, turns: 0, work: 0, answer: null }
  state.turnsSinceCallInRun = 0
  state.yielded = null
  if (state.guard.blocked !== null) {
    state.guard = { blocked: null, suppressed: true }
    state.continuations.unheeded = {}
  }
  if (trigger !== 'continuation' && trigger !== 'wake') state.continuations.open = false
  if (trigger === 'user' || trigger === 'external' || woke) {
    const { continuations } = initialState
    state.continuations = { ...continuations, unheeded: {}, closedBefore: state.closings }
    // Fresh input takes the place of a continuation that was still to come.
    state.undelivered = state.undelivered.filter((entry) => entry.kind !== 'continuation')
  } else if (trigger === 'reply' || trigger === 'subagent') {
    state.continuations.used += 1
  }
  // Under review a phase is the list's alone.
  if (state.phases === 'completion') setPhase(state)
}

function issueContinuation(state: MutableState, event: EventOf<'continuation.issued'>): void {
  const { cause, used } = event.data
  const { unheeded, closedBefore } = state.continuations
  const before = Object.hasOwn(unheeded, cause) ? (unheeded[cause] ?? 0) : 0
  state.continuations = {
    used,
    lastAnswer: state.run.answer,
    lastCause: cause,
    open: true,
    unheeded: { ...unheeded, [cause]: before + 1 },
    closedBefore,
  }
  if (state.phases === 'completion') setPhase(state)
}

/** A todo tool was called to write: what asked for that has been heeded. */
function heed(state: MutableState): void {
  state.continuations.unheeded = {}
  state.guard = { blocked: null, suppressed: false }
}

function endTurn(state: MutableState): void {
  const { todoCalls, updates, otherCalls } = state.turn
  state.turn.open = false
  if (updates > 0) state.turnsSinceUpdate = 0
  else if (todoCalls + otherCalls > 0) state.turnsSinceUpdate += 1
  if (todoCalls > 0) state.turnsSinceCall = state.turnsSinceCallInRun = 0
  else if (otherCalls > 0) {
    state.turnsSinceCall += 1
    state.turnsSinceCallInRun += 1
  }
}

function update(state: MutableState, event: EventOf<'todos.updated'>): void {
  state.turn.todoCalls += 1
  if (event.data.query) return
  state.turn.before ??= { items: castDraft(plain(state).items), goal: state.goal, update: event.id }
  const items = applyChanges(state, event.data.changes, momentOf(event), event.data.numbered)
  state.turn.updates += 1
  state.updates += 1
  state.turn.writers.push(event.data.tool)
  if (event.data.changes.length > 0) state.run.work += 1
  state.nags.answeredTurn ??= event.turn
  state.lastUpdate = momentOf(event)
  setPhase(state, items)
  heed(state)
  if (event.data.carried !== undefined) carry(state, event.data.carried)
}

/** Another host's counters take the place of those that the list alone would give. */
function carry(state: MutableState, carried: CarriedCounters): void {
  const { turnsSinceCall, turnsSinceNag, unheeded, blocked, suppressed, continuing } = carried
  state.turnsSinceCall = turnsSinceCall
  if (turnsSinceNag !== null) state.nags.lastTurn = state.turn.number - turnsSinceNag
  state.continuations.unheeded = { ...unheeded }
  state.continuations.open = continuing !== null
  state.continuations.lastCause = continuing ?? Object.keys(unheeded).at(-1) ?? null
  state.guard = { blocked: blocked === null ? null : { ...blocked }, suppressed }
}

/** The list goes back to what it was before the turn, with every item's times; the event's changes say so to people. */
function rollBack(state: MutableState): void {
  const { before } = plain(state).turn
  if (before === null) throw new ImpossibleChange('nothing was updated in this turn')
  state.items = castDraft(before.items)
  state.goal = before.goal
  state.turn.before = null
  setPhase(state, before.items)
}

function deliver(state: MutableState, ids: readonly string[]): void {
  if (ids.length > 0) state.undelivered = state.undelivered.filter((entry) => !ids.includes(entry.id))
}

function momentOf(event: TodoEvent): { turn: number; seq: number; at: number } {
  return { turn: event.turn, seq: event.seq, at: event.at.getTime() }
}

/** @param items the list as it is now; by itself that of before the event */
function setPhase(state: MutableState, items: readonly TodoItem[] = plain(state).items): void {
  state.phase = state.phases === 'review' ? phaseUnderReview(items) : phaseToCompletion(state, items)
}

/** Source: docs/sources/todo-manager.md#phases. */
function phaseUnderReview(items: readonly TodoItem[]): Phase {
  if (items.length === 0) return 'empty'
  if (countIn(items, 'in_progress') > 0) return 'executing'
  return countIn(items, 'pending') === items.length ? 'planning' : 'reviewing'
}

/** Source: docs/sources/loki.md#phases. */
function phaseToCompletion({ goal, continuations }: MutableState, items: readonly TodoItem[]): Phase {
  if (items.length === 0) return goal === null || goal === '' ? 'empty' : 'planning'
  if (countIn(items, 'completed') + countIn(items, 'cancelled') === items.length) return 'completed'
  if (continuations.open) return 'continuing'
  return countIn(items, 'pending') === items.length ? 'planning' : 'executing'
}
