/** Runs the debugger in a terminal, and gives the terminal back whatever happens. */

import { Writable } from 'node:stream'
import type { ReadStream, WriteStream } from 'node:tty'
import { render } from 'ink'
import type { Style } from '../../text/style.js'
import { DebuggerStore } from '../debugger-store.js'
import type { Debugged, DebuggerState } from '../model/debugger-state.js'
import type { WhatIfReplay } from '../model/what-if-replay.js'
import { DebuggerScreen } from './debugger-screen.js'
import { Guard } from './guard.js'
import { TerminalScreen } from './terminal-screen.js'

/** Where the debugger runs, and what it shows first. */
export interface DebuggerRun {
  /** The terminal. */
  readonly terminal: WriteStream
  /** The terminal's keys. */
  readonly keyboard: ReadStream
  /** Sets parts off. */
  readonly style: Style
  /** What does not change. */
  readonly debugged: Debugged
  /** The state to begin with. */
  readonly start: DebuggerState
  /** Drives a session, by its place, under a profile. */
  readonly driveAgain: (session: number, profile: string) => Promise<WhatIfReplay>
}

/** Signals that end the program: the terminal is given back first. */
const endings: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT']

/** Runs the debugger until the person quits. */
export async function runDebugger({ terminal, keyboard, style, ...run }: DebuggerRun): Promise<void> {
  const screen = new TerminalScreen(terminal)
  let unmount = (): void => undefined
  let quit = (): void => undefined
  const redraw = (): void => {
    screen.forget()
    store.apply({ kind: 'resize', columns: terminal.columns, rows: terminal.rows })
  }
  const giveBack = (): void => {
    screen.leave()
    if (keyboard.isTTY) keyboard.setRawMode(false)
  }
  const takeAgain = (): void => {
    keyboard.setRawMode(true)
    screen.enter()
    redraw()
  }
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const paint = (lines: readonly string[]): void => {
    // Until there is something to show, what was there before stays.
    screen.enter()
    screen.paint(lines)
  }
  const store = new DebuggerStore(run.start, run.debugged, {
    driveAgain: run.driveAgain,
    quit: () => quit(),
    redraw,
    suspend: () => {
      giveBack()
      // All of a pipe is put to sleep, as the terminal does it. Where nobody can wake it, it goes on at once.
      process.kill(0, 'SIGTSTP')
      setTimeout(takeAgain, 20)
    },
  })
  const end = (signal: NodeJS.Signals): void => {
    giveBack()
    for (const each of endings) process.off(each, end)
    process.kill(process.pid, signal)
  }
  for (const signal of endings) process.on(signal, end)
  process.on('SIGCONT', takeAgain)
  process.on('exit', giveBack)
  terminal.on('resize', redraw)
  try {
    await new Promise<void>((resolve, reject) => {
      quit = resolve
      const app = render(
        <Guard failed={reject}>
          <DebuggerScreen store={store} style={style} paint={paint} />
        </Guard>,
        {
          // Ink has nothing to draw. It writes, listens and asks for columns; its type asks for a whole terminal.
          stdout: nowhere as unknown as NodeJS.WriteStream,
          stdin: keyboard,
          // Else it draws at intervals, and under CI not at all.
          debug: true,
          exitOnCtrlC: false,
          patchConsole: false,
          isScreenReaderEnabled: false,
        },
      )
      unmount = () => app.unmount()
    })
  } finally {
    unmount()
    giveBack()
    terminal.off('resize', redraw)
    process.off('exit', giveBack)
    process.off('SIGCONT', takeAgain)
    for (const signal of endings) process.off(signal, end)
  }
}
