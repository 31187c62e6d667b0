/** How each event alters the state. */

import { castDraft } from 'immer'
import { frozen, ImpossibleChange } from '../compact/item-list.js'
import { allAreIn, countIn, someAreIn } from '../compact/list-index.js'
import { DamagedLogError } from '../errors.js'
import type { CarriedCounters, EventOf, RuleInForce, TodoEvent } from '../events.js'
import type { Rule } from '../rules/rule.js'
import { initialState, type Phase, type SessionState, type TodoItem, type Undelivered } from '../state.js'
import { applyChanges, copyOfJson } from './apply-changes.js'
import { bringToFront } from './in-front.js'
import type { MutableState, WorkingCopy } from './working-copy.js'

/**
 * Applies one event to a copy of the state.
 * @throws DamagedLogError when the event cannot follow
 */
export function mutate(copy: WorkingCopy, event: TodoEvent, known: ReadonlyMap<string, Rule>): void {
  const { state } = copy
  checkPlace(state, event)
  bringToFront(copy, event)
  try {
    applyEvent(copy, event, known)
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

function applyEvent(copy: WorkingCopy, event: TodoEvent, known: ReadonlyMap<string, Rule>): void {
  const { state } = copy
  switch (event.type) {
    case 'session.opened':
      openSession(copy, event, known)
      return
    case 'run.started':
      startRun(copy, event)
      return
    case 'turn.started':
      deliver(state, event.data.delivers)
      state.turn = newTurn(event.turn, state.turn.own + 1)
      state.turns = Math.max(state.turns, event.turn)
      copy.run().turns += 1
      return
    case 'turn.ended':
      endTurn(copy)
      return
    case 'todos.updated':
      update(copy, event)
      return
    case 'todos.rejected': {
      if (event.data.edit === true) return
      const turn = copy.turn()
      turn.todoCalls += 1
      turn.rejections += 1
      turn.writers.push(event.data.tool)
      state.rejections += 1
      heed(state)
      return
    }
    case 'todos.rolled-back':
      rollBack(copy)
      return
    case 'tool.called':
      copy.turn().otherCalls += 1
      copy.run().work += 1
      return
    case 'message.recorded':
      if (event.data.role === 'assistant') copy.run().answer = event.data.text
      return
    case 'nag.issued':
      state.unlisted = initialState.unlisted
      state.nags = {
        issued: state.nags.issued + 1,
        lastTurn: state.turn.own,
        level: event.data.level,
        threshold: event.data.threshold ?? null,
        answeredTurn: null,
        updatedTurn: state.nags.updatedTurn,
      }
      issue(state, { id: event.id, kind: 'nag', text: event.data.text, seq: event.seq })
      return
    case 'continuation.issued':
      issueContinuation(copy, event)
      issue(state, { id: event.id, kind: 'continuation', text: event.data.prompt, seq: event.seq })
      copy.run().open = false
      return
    case 'context.compacted':
      state.compactions += 1
      return
    case 'session.yielded':
      state.yielded = { to: event.data.to, waitingFor: event.data.waitingFor }
      copy.run().open = false
      closeContinuation(state)
      return
    case 'continuation.stopped':
      if (event.data.blocked !== undefined)
        state.guard = { ...state.guard, blocked: { ...event.data.blocked } }
      return
    case 'tool.returned': {
      const { writes, failedChecks, subagents } = state.unlisted
      const { effect, ok, verify } = event.data
      if (verify && ok === false) state.unlisted = { writes, failedChecks: failedChecks + 1, subagents }
      else if (effect === 'write' && ok !== false)
        state.unlisted = { writes: writes + 1, failedChecks, subagents }
      return
    }
    case 'subagent.ended':
      state.unlisted = { ...state.unlisted, subagents: state.unlisted.subagents + 1 }
      return
    case 'subagent.started':
    case 'session.redacted':
    case 'completion.read':
    case 'conversation.changed':
      return
    case 'event.erased':
      // What it did is not known any more; where it stood is.
      state.session = event.session
      state.turns = Math.max(state.turns, event.turn)
      copy.turn().number = event.turn
      copy.turn().own = event.turn
      return
    default: {
      const { type }: TodoEvent = event satisfies never
      throw new ImpossibleChange(`unknown event type ${JSON.stringify(type)}`)
    }
  }
}

function openSession(
  copy: WorkingCopy,
  event: EventOf<'session.opened'>,
  known: ReadonlyMap<string, Rule>,
): void {
  const { state } = copy
  state.session = event.session
  state.profile = event.data.profile
  state.goal = event.data.goal
  state.phases = event.data.phases ?? 'review'
  setPhase(state, copy.items())
  // What comes after a fork is decided anew, also where its past was read from a recording.
  state.recorded = event.data.source !== null && event.data.forkedFrom === undefined
  state.rules = castDraft(rulesOf(event.data.rules))
  const skipped = event.data.rules.filter(
    (rule) => rule.mode !== 'off' && known.get(rule.id)?.version !== rule.version,
  )
  // An empty list is shared: of many sessions that are kept open each would hold its own.
  if (skipped.length > 0) state.skippedRules = skipped.map((rule) => rule.id)
}

/** The rules of the session that was opened last, and their text: most sessions of a process have the same. */
let lastRules: { readonly text: string; readonly rules: readonly RuleInForce[] } = { text: '[]', rules: [] }

/** A copy of rules, frozen; that of the session before where they are the same: a session kept open is a tenth smaller. */
function rulesOf(given: readonly RuleInForce[]): readonly RuleInForce[] {
  const text = JSON.stringify(given)
  if (text !== lastRules.text) {
    const rules = given.map(({ id, version, mode, options, lowered }) => ({
      id,
      version,
      mode,
      lowered,
      options: Object.fromEntries(Object.entries(options).map(([name, value]) => [name, copyOfJson(value)])),
    }))
    lastRules = { text, rules: frozen(rules) }
  }
  return lastRules.rules
}

function startRun(copy: WorkingCopy, event: EventOf<'run.started'>): void {
  const { state } = copy
  const { trigger, delivers, woke = false } = event.data
  deliver(state, delivers)
  state.runs += 1
  state.run = { number: state.runs, trigger, open: true, turns: 0, work: 0, answer: null }
  state.turnsSinceCallInRun = 0
  state.yielded = null
  if (state.guard.blocked !== null) {
    state.guard = { blocked: null, suppressed: true }
    state.continuations = { ...state.continuations, unheeded: {} }
  }
  if (trigger !== 'continuation' && trigger !== 'wake') closeContinuation(state)
  if (trigger === 'user' || trigger === 'external' || woke) {
    const { used, lastAnswer, lastCause, open, unheeded } = initialState.continuations
    state.continuations = { used, lastAnswer, lastCause, open, unheeded, closedBefore: state.closings }
    // Fresh input takes the place of a continuation that was still to come.
    if (state.undelivered.length > 0)
      state.undelivered = state.undelivered.filter((entry) => entry.kind !== 'continuation')
  } else if (trigger === 'reply' || trigger === 'subagent') {
    state.continuations = { ...state.continuations, used: state.continuations.used + 1 }
  }
  // Under review a phase is the list's alone.
  if (state.phases === 'completion') setPhase(state, copy.items())
}

function issueContinuation(copy: WorkingCopy, event: EventOf<'continuation.issued'>): void {
  const { state } = copy
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
  if (state.phases === 'completion') setPhase(state, copy.items())
}

/** No run that was asked for is to come or under way any more. */
function closeContinuation(state: MutableState): void {
  if (state.continuations.open) state.continuations = { ...state.continuations, open: false }
}

/** A todo tool was called to write: what asked for that has been heeded. */
function heed(state: MutableState): void {
  if (!isEmpty(state.continuations.unheeded)) state.continuations = { ...state.continuations, unheeded: {} }
  const { blocked, suppressed } = state.guard
  if (blocked !== null || suppressed) state.guard = { blocked: null, suppressed: false }
}

/** As often as the list is updated: a list of the keys would take longer than the rest of it. */
function isEmpty(record: object): boolean {
  for (const _key in record) return false
  return true
}

function newTurn(number: number, own: number): MutableState['turn'] {
  return {
    number,
    own,
    open: true,
    todoCalls: 0,
    updates: 0,
    rejections: 0,
    otherCalls: 0,
    writers: [],
    before: null,
  }
}

function endTurn(copy: WorkingCopy): void {
  const { state } = copy
  const turn = copy.turn()
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

function update(copy: WorkingCopy, event: EventOf<'todos.updated'>): void {
  const { state } = copy
  const { changes, tool, query, numbered, edit } = event.data
  if (edit === true) {
    editList(copy, event)
    return
  }
  const turn = copy.turn()
  turn.todoCalls += 1
  if (query) return
  turn.before ??= { items: castDraft(copy.items()), goal: state.goal, update: event.id }
  turn.updates += 1
  turn.writers.push(tool)
  const moment = { turn: event.turn, seq: event.seq, at: event.at.getTime() }
  const actor = event.actor ?? null
  const items = applyChanges(copy, changes, { moment, actor, numbered })
  state.updates += 1
  if (changes.length > 0) copy.run().work += 1
  const { issued, lastTurn, level, threshold, answeredTurn } = state.nags
  const { own } = state.turn
  state.nags = { issued, lastTurn, level, threshold, answeredTurn: answeredTurn ?? own, updatedTurn: own }
  if (changes.length > 0) forgetBefore(state)
  state.lastUpdate = moment
  state.unlisted = initialState.unlisted
  setPhase(state, items)
  heed(state)
  if (event.data.carried !== undefined) carry(state, event.data.carried)
}

/** Somebody else changes the list: nothing that is counted of the agent changes, and it is to be told. */
function editList(copy: WorkingCopy, event: EventOf<'todos.updated'>): void {
  const { state } = copy
  const { id, seq, turn, at } = event
  const { changes, numbered, reply } = event.data
  // To go back to the list of before the turn would undo this, too.
  if (state.turn.before !== null) copy.turn().before = null
  forgetBefore(state)
  const moment = { turn, seq, at: at.getTime() }
  setPhase(state, applyChanges(copy, changes, { moment, actor: event.actor ?? null, numbered }))
  state.updates += 1
  const entry = { id, kind: 'edit', text: reply, seq } as const
  issue(state, entry)
  for (const other of [...state.others]) {
    const told = { ...other, undelivered: [...other.undelivered, entry] }
    state.others = state.others.map((each) => (each === other ? told : each))
  }
}

/** Nobody else goes back to the list of before a turn: that would undo what was done to it meanwhile. */
function forgetBefore(state: MutableState): void {
  if (!state.others.some(({ turn }) => turn.before !== null)) return
  state.others = state.others.map((other) =>
    other.turn.before === null ? other : { ...other, turn: { ...other.turn, before: null } },
  )
}

/** Another host's counters take the place of those that the list alone would give. */
function carry(state: MutableState, carried: CarriedCounters): void {
  const { turnsSinceCall, turnsSinceNag, unheeded, blocked, suppressed, continuing } = carried
  state.turnsSinceCall = turnsSinceCall
  if (turnsSinceNag !== null) state.nags = { ...state.nags, lastTurn: state.turn.own - turnsSinceNag }
  state.continuations = {
    ...state.continuations,
    unheeded: { ...unheeded },
    open: continuing !== null,
    lastCause: continuing ?? Object.keys(unheeded).at(-1) ?? null,
  }
  state.guard = { blocked: blocked === null ? null : { ...blocked }, suppressed }
}

/** The list goes back to what it was before the turn, with every item's times; the event's changes say so to people. */
function rollBack(copy: WorkingCopy): void {
  const { state } = copy
  const turn = copy.turn()
  const { before } = turn
  if (before === null) throw new ImpossibleChange('nothing was updated in this turn')
  state.items = before.items
  state.goal = before.goal
  turn.before = null
  setPhase(state, before.items)
}

/** Lists are replaced, not altered: a copy shares them with the state of before. */
function issue(state: MutableState, entry: Undelivered): void {
  state.undelivered = [...state.undelivered, entry]
}

function deliver(state: MutableState, ids: readonly string[]): void {
  if (ids.length > 0) state.undelivered = state.undelivered.filter((entry) => !ids.includes(entry.id))
}

function setPhase(state: MutableState, items: readonly TodoItem[]): void {
  state.phase = state.phases === 'review' ? phaseUnderReview(items) : phaseToCompletion(state, items)
}

/** Source: docs/sources/todo-manager.md#phases. */
function phaseUnderReview(items: readonly TodoItem[]): Phase {
  if (items.length === 0) return 'empty'
  if (someAreIn(items, 'in_progress')) return 'executing'
  return allAreIn(items, 'pending') ? 'planning' : 'reviewing'
}

/** Source: docs/sources/loki.md#phases. */
function phaseToCompletion({ goal, continuations }: MutableState, items: readonly TodoItem[]): Phase {
  if (items.length === 0) return goal === null || goal === '' ? 'empty' : 'planning'
  if (countIn(items, 'completed') + countIn(items, 'cancelled') === items.length) return 'completed'
  if (continuations.open) return 'continuing'
  return allAreIn(items, 'pending') ? 'planning' : 'executing'
}
