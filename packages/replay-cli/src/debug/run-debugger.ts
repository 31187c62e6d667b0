/** Runs the debugger in a terminal, and gives the terminal back whatever happens. */

import type { ReadStream, WriteStream } from 'node:tty'
import type { SessionReplay } from '../session-view/session-replay.js'
import { type KeyPress, KeyReader } from '../terminal/key-reader.js'
import { TerminalScreen } from '../terminal/terminal-screen.js'
import type { Style } from '../text/style.js'
import { pressed } from './keys.js'
import { drawn } from './lines.js'
import { screenLines } from './screen.js'
import {
  type Debugged,
  type DebuggerState,
  debuggedSessions,
  startState,
  type WantedPlace,
  waiting,
} from './state.js'
import { grown } from './update.js'

/** Where the debugger runs, and what it shows first. */
export interface DebuggerRun {
  readonly terminal: WriteStream
  readonly keyboard: ReadStream
  readonly style: Style
  /** True where the sessions grow: `show` is called again and again. */
  readonly isFollowed: boolean
  readonly wanted: WantedPlace
}

/** Signals that end the program: the terminal is given back first. */
const endings: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT']

export class Debugger {
  readonly #run: DebuggerRun
  readonly #screen: TerminalScreen
  #keys: KeyReader | null = null
  /** Wakes it where it was put to sleep and nobody says that it goes on. */
  #waking: NodeJS.Timeout | undefined
  #debugged: Debugged
  #state: DebuggerState = waiting
  #quit: () => void = () => undefined
  fail: (error: unknown) => void = () => undefined

  constructor(run: DebuggerRun) {
    this.#run = run
    this.#debugged = debuggedSessions([], run.isFollowed)
    this.#screen = new TerminalScreen(run.terminal)
    this.#state = this.#sized(waiting)
  }

  /**
   * Shows sessions, at first from where the person asked to begin; later what was shown stays.
   * @param current the place of the one to begin with
   * @throws Failure `unknown-turn`, `unknown-item`, `ambiguous-item`
   */
  show(replays: readonly SessionReplay[], current?: number): void {
    const { isFollowed, wanted } = this.#run
    const before = this.#debugged
    this.#debugged = debuggedSessions(replays, isFollowed)
    const isFirst = before.sessions.length === 0 && replays.length > 0
    this.#set(
      isFirst
        ? this.#sized(startState(this.#debugged, wanted, current))
        : grown(this.#state, before, this.#debugged),
    )
  }

  /** Says something in place of the keys. */
  note(message: string): void {
    this.#set({ ...this.#state, message })
  }

  /** Runs it until the person quits. @throws what `fail` is given */
  async untilQuit(): Promise<void> {
    const { terminal, keyboard } = this.#run
    for (const signal of endings) process.on(signal, this.#end)
    process.on('SIGCONT', this.#takeAgain)
    process.on('exit', this.#giveBack)
    terminal.on('resize', this.#redraw)
    try {
      await new Promise<void>((resolve, reject) => {
        this.#quit = resolve
        this.fail = reject
        this.#keys = new KeyReader(keyboard, (press) => this.#guarded(() => this.#press(press)))
        this.#set(this.#state)
      })
    } finally {
      clearTimeout(this.#waking)
      this.#giveBack()
      this.#keys?.close()
      terminal.off('resize', this.#redraw)
      process.off('exit', this.#giveBack)
      process.off('SIGCONT', this.#takeAgain)
      for (const signal of endings) process.off(signal, this.#end)
    }
  }

  /** What goes wrong while something is answered ends the debugger. */
  #guarded(act: () => void): void {
    try {
      act()
    } catch (error) {
      this.fail(error)
    }
  }

  #press(press: KeyPress): void {
    if (press.ctrl && press.key === 'z') this.#suspend()
    else if (press.ctrl && press.key === 'l') this.#redraw()
    else this.#set(pressed(this.#state, press, this.#debugged))
  }

  #sized(state: DebuggerState): DebuggerState {
    const { columns, rows } = this.#run.terminal
    return { ...state, columns, rows }
  }

  #set(state: DebuggerState): void {
    this.#state = state
    if (this.#keys === null) return
    if (state.isOver) this.#quit()
    // Until there is something to show, what was there before stays.
    this.#screen.enter()
    this.#screen.paint(screenLines(state, this.#debugged).map((line) => drawn(line, this.#run.style)))
  }

  #suspend(): void {
    this.#giveBack()
    // All of a pipe is put to sleep, as the terminal does it. Where nobody can wake it, it goes on at once.
    process.kill(0, 'SIGTSTP')
    this.#waking = setTimeout(this.#takeAgain, 20)
  }

  readonly #redraw = (): void => {
    this.#screen.forget()
    this.#set(this.#sized(this.#state))
  }

  readonly #giveBack = (): void => {
    this.#screen.leave()
    this.#keys?.giveBack()
  }

  readonly #takeAgain = (): void => {
    clearTimeout(this.#waking)
    this.#keys?.takeAgain()
    this.#screen.enter()
    this.#redraw()
  }

  readonly #end = (signal: NodeJS.Signals): void => {
    clearTimeout(this.#waking)
    this.#giveBack()
    for (const each of endings) process.off(each, this.#end)
    process.kill(process.pid, signal)
  }
}
