/** Where the debugger begins: the session, the turn and the item that a call names. */

import { Failure } from '../failure.js'
import type { SessionReplay } from '../session-view/session-replay.js'
import { SessionView } from '../session-view/session-view.js'
import { count } from '../text/count.js'
import type { Debugged, DebuggerState } from './state.js'
import { update } from './update.js'

/** What a call asks to be shown first. */
export interface WantedPlace {
  /** The turn; undefined for where it is most worth looking. */
  readonly turn: number | undefined
  /** The item's id, or a part of its text. */
  readonly item: string | undefined
  /** The profile that the session is to be driven under, by name. */
  readonly profile: string | undefined
}

/** Sessions made ready. @param profiles what they can be driven under; @param isFollowed true where they grow */
export function debuggedSessions(
  replays: readonly SessionReplay[],
  profiles: Debugged['profiles'],
  isFollowed = false,
): Debugged {
  return { sessions: replays.map((replay) => new SessionView(replay)), profiles, isFollowed }
}

/** The state before there is a session. */
export const waiting: DebuggerState = {
  size: { columns: 80, rows: 24 },
  session: 0,
  turn: 0,
  key: null,
  focus: 'turns',
  details: 'turn',
  line: 0,
  open: new Set(),
  unfolded: false,
  isWide: false,
  tops: { turns: 0, list: 0, details: 0 },
  finding: null,
  prompt: null,
  search: null,
  page: null,
  whatIf: { kind: 'off' },
  message: null,
}

/**
 * The state to begin with. Of several sessions the first that has a list is shown, and the choice where there are more;
 * one that grows is shown at its end.
 * @param current the session to begin with, by its place
 * @throws Failure `no-session`, `unknown-turn`, `unknown-item`, `ambiguous-item`
 */
export function startState(
  debugged: Debugged,
  { turn, item, profile }: WantedPlace,
  current?: number,
): DebuggerState {
  const listed = debugged.sessions.flatMap((view, place) => (view.longestList.length > 0 ? [place] : []))
  const session = current ?? listed[0] ?? 0
  const view = debugged.sessions[session]
  if (view === undefined) throw new Failure('no-session', 'There is no session to show.')
  const at = turnWanted(turn ?? (debugged.isFollowed ? view.lastTurn : undefined), view)
  const key = item === undefined ? null : keyWanted(item, view, at)
  const several = !debugged.isFollowed && listed.length > 1 && turn === undefined && item === undefined
  return {
    ...waiting,
    session,
    turn: key === null || turn !== undefined ? at : turnOfItem(key, view, at),
    key,
    details: key === null ? 'turn' : 'evidence',
    page: several ? { kind: 'sessions', at: session } : null,
    whatIf: profile === undefined ? { kind: 'off' } : { kind: 'wanted', profile },
    message: several || debugged.isFollowed ? null : greeting(debugged, view),
  }
}

/** The state in a terminal of this size. */
export function sized(
  state: DebuggerState,
  columns: number,
  rows: number,
  debugged: Debugged,
): DebuggerState {
  return update(state, { kind: 'resize', columns, rows }, debugged)
}

function greeting({ sessions }: Debugged, view: SessionView): string {
  const grave = view.findings.filter(({ finding }) => finding.severity !== 'info').length
  const { audit, copied } = view.replay
  const { unsupported } = audit.summary.verdicts
  const found = grave === 0 ? 'no error and no warning' : `${count(grave, 'finding')} (f goes to the next)`
  const doubt = unsupported === 0 ? '' : `, ${unsupported} unsupported`
  const others = sessions.length === 1 ? '' : `, ${count(sessions.length, 'session')} (s)`
  const copies = copied === undefined ? '' : `, ${copied.completions} copied from another session`
  return `${count(audit.completions.length, 'completion')}${copies}${doubt}, ${found}${others}. ? is help.`
}

function turnWanted(turn: number | undefined, { replay, firstTurn, lastTurn }: SessionView): number {
  if (turn === undefined) return firstTurn
  if (turn <= lastTurn) return Math.max(firstTurn, turn)
  const last = lastTurn === 0 ? 'it has no turns' : `its last is turn ${lastTurn}`
  throw new Failure('unknown-turn', `Session ${JSON.stringify(replay.session)} has no turn ${turn}: ${last}.`)
}

/** An item by its id in the list of the turn, by an id that it ever had, or by a part of its text. */
function keyWanted(wanted: string, view: SessionView, turn: number): string {
  const id = wanted.replace(/^#/, '')
  const { items } = view.replay
  const here = view.listAt(turn).items.find((item) => item.id === id)
  const known = here ?? items.find((item) => item.id === id)
  if (known !== undefined) return known.key
  const named = items.filter(({ text }) => text.toLowerCase().includes(wanted.toLowerCase()))
  const [only] = named
  if (only !== undefined && named.length === 1) return only.key
  const session = JSON.stringify(view.replay.session)
  if (named.length > 1) {
    const some = named.slice(0, 4).map((item) => `#${item.id} ${item.text.slice(0, 60)}`)
    throw new Failure(
      'ambiguous-item',
      `${JSON.stringify(wanted)} names ${named.length} items of session ${session}: ${some.join('; ')}. Give an id, or more of the text.`,
    )
  }
  throw new Failure(
    'unknown-item',
    `Session ${session} has no item ${JSON.stringify(wanted)}. Give the id of one of its ${count(items.length, 'item')}, or a part of its text.`,
  )
}

/** Where an item is worth looking at: where it was last marked as done, else where it came into the list. */
function turnOfItem(key: string, view: SessionView, otherwise: number): number {
  return view.completionsOf(key).at(-1)?.turn ?? view.item(key)?.life[0]?.turn ?? otherwise
}
