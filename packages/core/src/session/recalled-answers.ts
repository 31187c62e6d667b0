/** What a host was answered, read from the events that its call stored: a name that is given again is answered so. */

import { HostError } from '../errors.js'
import type { TodoEvent } from '../events.js'
import type {
  RunEnding,
  RunInput,
  RunOutcome,
  RunStart,
  TodoCall,
  TurnEnding,
  TurnOutcome,
} from '../host-input.js'
import type { TurnState } from '../state.js'
import type { StoredCall } from './stored-call.js'
import type { EventBody } from './transaction.js'

/** The answer to an input. */
export function recalledRunStart(stored: StoredCall, { trigger, text }: RunInput): RunStart {
  stored.mustBe(
    /^(continuation\.issued )?run\.started$|^continuation\.stopped$/,
    'an input that starts a run',
  )
  const last = stored.events.at(-1)
  if (last?.type === 'run.started') {
    const { data } = last
    stored.mustTell({ trigger: data.trigger, text: data.text }, { trigger, text })
    return { started: true }
  }
  // Of an input that began no run the log keeps that the budget was spent: no other trigger can meet that.
  if (trigger !== 'reply' && trigger !== 'subagent') {
    stored.differ({
      place: 'data.trigger',
      first: '"reply" or "subagent"',
      second: JSON.stringify(trigger),
    })
  }
  return { started: false, reason: 'budget' }
}

/**
 * The number of a turn that was started.
 * @throws HostError `turn-over` when it is not under way any more
 */
export function recalledTurn(stored: StoredCall, { open, number }: TurnState): number {
  stored.mustBe(/^turn\.started$/, 'the start of a turn')
  const { turn } = stored.first
  if (!open || turn !== number) {
    throw new HostError(
      'turn-over',
      `Turn ${turn} is over: it was started under this id before. Start a new one with session.startTurn() and another id.`,
    )
  }
  return turn
}

/** The answer to the end of a turn. */
export function recalledTurnEnd(stored: StoredCall, turn: number, ending: TurnEnding): TurnOutcome {
  stored.mustBe(/^turn\.ended( nag\.issued)?$/, 'the end of a turn')
  if (stored.first.turn !== turn) {
    stored.differ({ place: 'turn', first: String(stored.first.turn), second: String(turn) })
  }
  stored.mustTell(stored.first.data, { interrupted: ending.interrupted === true })
  return turnOutcomeOf(stored.events)
}

/** The answer to the end of a run. */
export function recalledRunEnd(stored: StoredCall, ending: RunEnding): RunOutcome {
  stored.mustBe(
    /^(message\.recorded )?(continuation\.issued|(continuation\.stopped )?session\.yielded)$/,
    'the end of a run',
  )
  const { first } = stored
  const text = first.type === 'message.recorded' ? first.data.text : null
  const last = stored.events.at(-1)
  const waitingFor = ending.waitingFor ?? null
  const waited = last?.type === 'session.yielded' ? last.data.waitingFor : waitingFor
  stored.mustTell({ text, waitingFor: waited }, { text: ending.text ?? null, waitingFor })
  return runOutcomeOf(stored.events)
}

/** A list that was taken over is there already: it must be the same one. */
export function recalledAdoption(stored: StoredCall, { name, input }: TodoCall): void {
  stored.mustBe(/^todos\.updated$/, 'a list that is taken over')
  if (stored.first.type !== 'todos.updated') return
  const { data } = stored.first
  stored.mustTell({ tool: data.tool, input: data.input }, { tool: name, input })
}

/** A note that is one event is there already: it must be the same one. */
export function recalledNote(stored: StoredCall, body: EventBody): void {
  const { first } = stored
  stored.mustBe(new RegExp(`^${body.type.replaceAll('.', '\\.')}$`), JSON.stringify(body.type))
  if (first.type === 'nag.issued' && body.type === 'nag.issued') {
    // How many turns went by is not the host's word.
    stored.mustTell({ text: first.data.text }, { text: body.data.text })
  } else stored.mustTell(first.data, body.data)
}

/** What a host is told at a turn's end, from the events that ended it. */
export function turnOutcomeOf(events: readonly TodoEvent[]): TurnOutcome {
  const last = events.at(-1)
  if (last?.type !== 'nag.issued') return { reminders: [], watcher: [] }
  const { text, watcher } = last.data
  return { reminders: [text], watcher: watcher === null ? [] : [watcher] }
}

/** What a host is told at a run's end, from the events that ended it. */
export function runOutcomeOf(events: readonly TodoEvent[]): RunOutcome {
  const last = events.at(-1)
  if (last?.type === 'continuation.issued') {
    return { action: 'continue', prompt: last.data.prompt, watcher: last.data.watcher }
  }
  if (last?.type === 'session.yielded') {
    return { action: 'stop', yieldTo: last.data.to, reason: last.data.reason }
  }
  throw new HostError('no-outcome', 'A run ended without an outcome. Report this as a fault.')
}
