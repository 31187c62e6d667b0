/** Runs the debugger in a terminal, and gives the terminal back whatever happens. */

import type { ReadStream, WriteStream } from 'node:tty'
import type { SessionView } from '../session-view/session-view.js'
import { KeyReader } from '../terminal/key-reader.js'
import { TerminalScreen } from '../terminal/terminal-screen.js'
import type { Style } from '../text/style.js'
import { type DebuggerState, pressed, screenLines } from './debugger.js'

interface DebuggerRun {
  readonly terminal: WriteStream
  readonly keyboard: ReadStream
  readonly style: Style
}

/** Signals that end the program: the terminal is given back first. */
const endings: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT']

/** Runs it from a state on until the person quits. */
export async function runDebugger(
  sessions: readonly SessionView[],
  first: DebuggerState,
  { terminal, keyboard, style }: DebuggerRun,
): Promise<void> {
  const screen = new TerminalScreen(terminal)
  let state = first
  const draw = (): void => {
    const { columns, rows } = terminal
    state = { ...state, columns, rows, style }
    screen.paint(screenLines(state, sessions))
  }
  let keys: KeyReader | undefined
  const giveBack = (): void => {
    screen.leave()
    keys?.giveBack()
  }
  const end = (signal: NodeJS.Signals): void => {
    giveBack()
    for (const each of endings) process.off(each, end)
    process.kill(process.pid, signal)
  }
  for (const signal of endings) process.on(signal, end)
  process.on('exit', giveBack)
  terminal.on('resize', draw)
  try {
    screen.enter()
    draw()
    await new Promise<void>((resolve, reject) => {
      keys = new KeyReader(keyboard, (press) => {
        try {
          state = pressed(state, press, sessions)
          if (state.isOver) resolve()
          else draw()
        } catch (error) {
          reject(error)
        }
      })
    })
  } finally {
    giveBack()
    keys?.close()
    terminal.off('resize', draw)
    process.off('exit', giveBack)
    for (const signal of endings) process.off(signal, end)
  }
}
