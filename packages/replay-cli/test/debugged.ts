/** The debugger without a terminal: a recording's sessions, keys pressed one after the other, and the screen as text. */

import { Readable } from 'node:stream'
import { type DebuggerState, pressed as press, screenLines, startState } from '../src/debug/debugger.js'
import { wholeConversation } from '../src/replay/conversation-recorder.js'
import { readReplays } from '../src/replay/read-replays.js'
import { SessionView } from '../src/session-view/session-view.js'
import { listOf } from '../src/sources/read-options.js'
import { ReadReport } from '../src/sources/read-report.js'
import { quietOutput } from './memory-host.js'

/** The sessions of a recording, ready for stepping. */
export async function debuggedFrom(recording: string): Promise<readonly SessionView[]> {
  const bytes = Readable.from([Buffer.from(recording)])
  const source = { kind: 'stream', name: 'standard input', bytes } as const
  const replays = await listOf(
    readReplays(source, { report: new ReadReport(quietOutput()) }, {}, undefined, wholeConversation),
  )
  return replays.map((replay) => new SessionView(replay))
}

/** The state at the beginning. */
export function begun(
  sessions: readonly SessionView[],
  [columns, rows]: readonly [number, number] = [80, 24],
  turn?: number,
): DebuggerState {
  return { ...startState(sessions, turn), columns, rows }
}

/** The state after some keys: a word for a key without a character, in one text with spaces between. */
export function pressed(state: DebuggerState, sessions: readonly SessionView[], keys: string): DebuggerState {
  return keys.split(' ').reduce((next, key) => press(next, { key, ctrl: false }, sessions), state)
}

/** The screen as text, spaces at the ends of its lines left out. */
export function screenText(state: DebuggerState, sessions: readonly SessionView[]): string {
  return `\n${screenLines(state, sessions)
    .map((line) => line.trimEnd())
    .join('\n')}\n`
}
