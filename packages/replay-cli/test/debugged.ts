/** The debugger without a terminal: a recording's sessions, keys pressed one after the other, and the screen as text. */

import { Readable } from 'node:stream'
import { pressed as press } from '../src/debug/keys.js'
import type { Line } from '../src/debug/lines.js'
import { screenLines } from '../src/debug/screen.js'
import { type Debugged, type DebuggerState, debuggedSessions, startState } from '../src/debug/state.js'
import { wholeConversation } from '../src/replay/conversation-recorder.js'
import { readReplays } from '../src/replay/read-replays.js'
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
  return debuggedSessions(replays)
}

/** The state at the beginning. */
export function begun(
  debugged: Debugged,
  [columns, rows]: readonly [number, number] = [80, 24],
  turn?: number,
): DebuggerState {
  return { ...startState(debugged, turn), columns, rows }
}

/** The state after some keys: a word for a key without a character, in one text with spaces between. */
export function pressed(state: DebuggerState, debugged: Debugged, keys: string): DebuggerState {
  return keys.split(' ').reduce((next, key) => press(next, { key, ctrl: false }, debugged), state)
}

/** The text of a line. */
export function textOf(line: Line): string {
  return line.map(({ text }) => text).join('')
}

/** The screen as text, spaces at the ends of its lines left out. */
export function screenText(state: DebuggerState, debugged: Debugged): string {
  return `\n${screenLines(state, debugged)
    .map((line) => textOf(line).trimEnd())
    .join('\n')}\n`
}
