/** Going from one thing of a kind to the next. */

import { atTurn } from './at-turn.js'
import type { Sought } from './model/actions.js'
import type { DebuggerState, ShownSession } from './model/debugger-state.js'
import type { PlacedFinding, SessionIndex } from './model/session-index.js'
import { shownWhatIf } from './view/details.js'

/** The state at the next thing of a kind, or with a message that there is none. @param here true: it may be in this turn */
export function sought(
  state: DebuggerState,
  what: Sought,
  by: 1 | -1,
  shown: ShownSession,
  here = false,
): DebuggerState {
  switch (what) {
    case 'finding':
    case 'info':
      return toFinding(state, what, by, shown)
    case 'match':
      return toMatch(state, by, shown, here)
    case 'difference': {
      const whatIf = shownWhatIf(state)
      if (whatIf === null) return { ...state, message: 'Choose another profile first: W.' }
      return toTurn(state, whatIf.differences, by, shown, `that would differ under ${whatIf.result.profile}`)
    }
    case 'rejection':
      return toTurn(state, turnsWith(shown.index, 'rejection'), by, shown, 'in which an update was refused')
    case 'update':
      return toTurn(state, turnsWith(shown.index, 'update'), by, shown, 'that changes the list')
  }
}

function toTurn(
  state: DebuggerState,
  turns: readonly number[],
  by: 1 | -1,
  shown: ShownSession,
  what: string,
): DebuggerState {
  const place =
    by === 1 ? turns.findIndex((turn) => turn > state.turn) : turns.findLastIndex((turn) => turn < state.turn)
  const turn = turns[place]
  if (turn === undefined) {
    const message =
      turns.length === 0
        ? `There is no turn ${what}.`
        : `There is no ${by === 1 ? 'later' : 'earlier'} turn ${what} (Shift: the other way).`
    return { ...state, message }
  }
  const there = atTurn(state, turn, shown)
  return { ...there, details: 'turn', line: 0, message: `${place + 1} of ${turns.length} turns ${what}` }
}

const turnsByKind = new WeakMap<SessionIndex, Map<string, readonly number[]>>()

function turnsWith(index: SessionIndex, kind: 'rejection' | 'update'): readonly number[] {
  const known = turnsByKind.get(index) ?? new Map<string, readonly number[]>()
  turnsByKind.set(index, known)
  const turns =
    known.get(kind) ??
    index.replay.turns
      .filter(({ events }) =>
        events.some(
          (event) => event.kind === kind && (kind === 'rejection' || (event.changes?.length ?? 0) > 0),
        ),
      )
      .map(({ turn }) => turn)
  known.set(kind, turns)
  return turns
}

function toFinding(
  state: DebuggerState,
  what: 'finding' | 'info',
  by: 1 | -1,
  shown: ShownSession,
): DebuggerState {
  const { findings } = shown.index
  const isWanted = ({ finding }: PlacedFinding) => what === 'info' || finding.severity !== 'info'
  const wanted = findings.filter(isWanted)
  const infos = findings.length - wanted.length
  const besides = infos === 0 ? '' : ` (and ${infos} of severity info: i)`
  if (wanted.length === 0) {
    return {
      ...state,
      message: findings.length === 0 ? 'Nothing was found.' : `No error and no warning was found${besides}.`,
    }
  }
  const place = nextFinding(state, wanted, by)
  const next = wanted[place]
  if (next === undefined) {
    return {
      ...state,
      message: `There is no ${by === 1 ? 'later' : 'earlier'} finding (Shift: the other way)${besides}.`,
    }
  }
  const { finding, key } = next
  const there = atTurn(state, finding.turn, shown)
  return {
    ...there,
    finding: next.place,
    key: key ?? there.key,
    details: key === null ? 'turn' : 'evidence',
    line: 0,
    message: `${finding.severity} ${place + 1} of ${wanted.length}: ${finding.rule}${besides}`,
  }
}

/** The finding behind the one that was jumped to last; else the first behind the turn, or in it. */
function nextFinding({ finding, turn }: DebuggerState, wanted: readonly PlacedFinding[], by: 1 | -1): number {
  if (finding !== null) {
    return by === 1
      ? wanted.findIndex(({ place }) => place > finding)
      : wanted.findLastIndex(({ place }) => place < finding)
  }
  return by === 1
    ? wanted.findIndex((each) => each.finding.turn >= turn)
    : wanted.findLastIndex((each) => each.finding.turn < turn)
}

function toMatch(state: DebuggerState, by: 1 | -1, shown: ShownSession, here: boolean): DebuggerState {
  const { search } = state
  if (search === null) return { ...state, message: 'Search for something first: /' }
  const { matches, text } = search
  const turns = [...new Set(matches.map(({ turn }) => turn))]
  const ahead = (turn: number) => (here ? turn >= state.turn : turn > state.turn)
  const turn =
    by === 1 ? (turns.find(ahead) ?? turns[0]) : (turns.findLast((each) => each < state.turn) ?? turns.at(-1))
  if (turn === undefined)
    return { ...state, message: `${JSON.stringify(text)} stands nowhere in the session.` }
  const inTurn = matches.filter((match) => match.turn === turn)
  const item = inTurn.find(({ key }) => key !== null)
  const there = atTurn(state, turn, shown)
  return {
    ...there,
    key: item?.key ?? there.key,
    details: 'turn',
    line: 0,
    open: new Set([
      ...state.open,
      ...inTurn
        .filter(({ key }) => key === null)
        .slice(0, 5)
        .map(({ seq }) => seq),
    ]),
    message: `${JSON.stringify(text)}: turn ${turns.indexOf(turn) + 1} of ${turns.length} (n, N)`,
  }
}
