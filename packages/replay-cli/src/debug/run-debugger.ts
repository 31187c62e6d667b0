/** Runs the debugger in a terminal, and gives the terminal back whatever happens. */

import type { ReadStream, WriteStream } from 'node:tty'
import { KeyReader } from '../terminal/key-reader.js'
import { TerminalScreen } from '../terminal/terminal-screen.js'
import type { Style } from '../text/style.js'
import { pressed } from './keys.js'
import { drawn } from './lines.js'
import { screenLines } from './screen.js'
import type { Debugged, DebuggerState } from './state.js'

interface DebuggerRun {
  readonly terminal: WriteStream
  readonly keyboard: ReadStream
  readonly style: Style
}

/** Signals that end the program: the terminal is given back first. */
const endings: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT']

/** Runs it from a state on until the person quits. */
export async function runDebugger(
  debugged: Debugged,
  first: DebuggerState,
  { terminal, keyboard, style }: DebuggerRun,
): Promise<void> {
  const screen = new TerminalScreen(terminal)
  const { promise, resolve: quit, reject: fail } = withResolvers()
  let state = first
  /** Wakes it where it was put to sleep and nobody says that it goes on. */
  let waking: NodeJS.Timeout | undefined
  const draw = (): void => {
    const { columns, rows } = terminal
    state = { ...state, columns, rows }
    screen.paint(screenLines(state, debugged).map((line) => drawn(line, style)))
  }
  const redraw = (): void => {
    screen.forget()
    draw()
  }
  const giveBack = (): void => {
    screen.leave()
    keys.giveBack()
  }
  const takeAgain = (): void => {
    clearTimeout(waking)
    keys.takeAgain()
    screen.enter()
    redraw()
  }
  const end = (signal: NodeJS.Signals): void => {
    clearTimeout(waking)
    giveBack()
    for (const each of endings) process.off(each, end)
    process.kill(process.pid, signal)
  }
  const keys = new KeyReader(keyboard, (press) => {
    try {
      if (press.ctrl && press.key === 'z') {
        giveBack()
        // All of a pipe is put to sleep, as the terminal does it. Where nobody can wake it, it goes on at once.
        process.kill(0, 'SIGTSTP')
        waking = setTimeout(takeAgain, 20)
        return
      }
      if (press.ctrl && press.key === 'l') return redraw()
      state = pressed(state, press, debugged)
      if (state.isOver) quit()
      else draw()
    } catch (error) {
      fail(error)
    }
  })
  for (const signal of endings) process.on(signal, end)
  process.on('SIGCONT', takeAgain)
  process.on('exit', giveBack)
  terminal.on('resize', redraw)
  try {
    screen.enter()
    draw()
    await promise
  } finally {
    clearTimeout(waking)
    giveBack()
    keys.close()
    terminal.off('resize', redraw)
    process.off('exit', giveBack)
    process.off('SIGCONT', takeAgain)
    for (const signal of endings) process.off(signal, end)
  }
}

/** `Promise.withResolvers` came after Node.js 20. */
function withResolvers() {
  let resolve: () => void = () => undefined
  let reject: (error: unknown) => void = () => undefined
  const promise = new Promise<void>((resolved, rejected) => {
    resolve = resolved
    reject = rejected
  })
  return { promise, resolve, reject }
}
