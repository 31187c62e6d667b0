/** The debugger without a terminal: a recording's sessions, keys pressed one after the other, and the screen as text. */

import { Readable } from 'node:stream'
import { actionOf } from '../src/debug/keys.js'
import { textOf } from '../src/debug/lines.js'
import { screenLines, screenView } from '../src/debug/screen.js'
import { debuggedSessions, sized, startState, type WantedPlace } from '../src/debug/start.js'
import type { Debugged, DebuggerState } from '../src/debug/state.js'
import { update } from '../src/debug/update.js'
import { wholeConversation } from '../src/replay/conversation-recorder.js'
import { readReplays } from '../src/replay/replay-recorder.js'
import { listOf } from '../src/sources/read-options.js'
import { ReadReport } from '../src/sources/read-report.js'
import { quietOutput } from './memory-host.js'

/** The sessions of a recording, ready for stepping. */
export async function debuggedFrom(recording: string): Promise<Debugged> {
  const bytes = Readable.from([Buffer.from(recording)])
  const source = { kind: 'stream', name: 'standard input', bytes } as const
  const replays = await listOf(
    readReplays(source, { report: new ReadReport(quietOutput()) }, {}, undefined, wholeConversation),
  )
  return debuggedSessions(replays, [
    { name: 'todo-manager', summary: 'refuses: max-items' },
    { name: 'loki', summary: 'refuses: id-known' },
  ])
}

/** The state at the beginning. */
export function begun(
  debugged: Debugged,
  [columns, rows]: readonly [number, number] = [80, 24],
  place: Partial<WantedPlace> = {},
): DebuggerState {
  const wanted = { turn: undefined, item: undefined, profile: undefined, ...place }
  return sized(startState(debugged, wanted), columns, rows, debugged)
}

/** The state after some keys: a word for a key without a character, in one text with spaces between. */
export function pressed(state: DebuggerState, debugged: Debugged, keys: string): DebuggerState {
  let next = state
  for (const key of keys.split(' ')) {
    const action = actionOf({ key, ctrl: false, isPasted: false }, next)
    if (action !== null) next = update(next, action, debugged)
  }
  return next
}

/** The screen as text, spaces at the ends of its lines left out. */
export function screenText(state: DebuggerState, debugged: Debugged): string {
  const lines = screenLines(screenView(state, debugged)).map((line) => textOf(line).trimEnd())
  return `\n${lines.join('\n')}\n`
}
