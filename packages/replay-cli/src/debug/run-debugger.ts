/** Runs the debugger in a terminal, and gives the terminal back whatever happens. */

import type { ReadStream, WriteStream } from 'node:tty'
import { KeyReader } from '../terminal/key-reader.js'
import { TerminalScreen } from '../terminal/terminal-screen.js'
import type { Style } from '../text/style.js'
import { actionOf } from './keys.js'
import { drawn } from './lines.js'
import { screenLines, screenView } from './screen.js'
import type { Action, Debugged, DebuggerState } from './state.js'
import { update } from './update.js'
import type { WhatIfReplay } from './what-if-replay.js'

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
export async function runDebugger(run: DebuggerRun): Promise<void> {
  await new RunningDebugger(run).untilQuit()
}

/** A debugger on a terminal. */
class RunningDebugger {
  readonly #run: DebuggerRun
  readonly #screen: TerminalScreen
  #keys: KeyReader | null = null
  #state: DebuggerState
  #quit: () => void = () => undefined
  #fail: (error: unknown) => void = () => undefined

  constructor(run: DebuggerRun) {
    this.#run = run
    this.#state = run.start
    this.#screen = new TerminalScreen(run.terminal)
  }

  async untilQuit(): Promise<void> {
    const { terminal, keyboard } = this.#run
    for (const signal of endings) process.on(signal, this.#end)
    process.on('SIGCONT', this.#takeAgain)
    process.on('exit', this.#giveBack)
    terminal.on('resize', this.#redraw)
    try {
      await new Promise<void>((resolve, reject) => {
        this.#quit = resolve
        this.#fail = reject
        this.#keys = new KeyReader(
          keyboard,
          this.#guarded((press) => {
            const action = actionOf(press, this.#state)
            if (action !== null) this.#apply(action)
          }),
        )
        this.#draw()
        this.#driveAgain()
      })
    } finally {
      this.#giveBack()
      this.#keys?.close()
      terminal.off('resize', this.#redraw)
      process.off('exit', this.#giveBack)
      process.off('SIGCONT', this.#takeAgain)
      for (const signal of endings) process.off(signal, this.#end)
    }
  }

  /** What goes wrong while a key is answered ends the debugger. */
  #guarded<Given>(act: (given: Given) => void): (given: Given) => void {
    return (given) => {
      try {
        act(given)
      } catch (error) {
        this.#fail(error)
      }
    }
  }

  #apply(action: Action): void {
    switch (action.kind) {
      case 'quit':
        this.#quit()
        break
      case 'suspend':
        this.#suspend()
        break
      case 'redraw':
        this.#redraw()
        break
      default: {
        const before = this.#state
        this.#state = update(before, action, this.#run.debugged)
        if (this.#state === before) return
        this.#draw()
        if (this.#state.whatIf !== before.whatIf) this.#driveAgain()
      }
    }
  }

  #draw(): void {
    const { debugged, style } = this.#run
    const lines = screenLines(screenView(this.#state, debugged)).map((line) => drawn(line, style))
    // Until there is something to show, what was there before stays.
    this.#screen.enter()
    this.#screen.paint(lines)
  }

  /** Drives the session under another profile, where that is wanted. */
  #driveAgain(): void {
    const { whatIf, session } = this.#state
    if (whatIf.kind !== 'wanted') return
    const apply = this.#guarded((action: Action) => {
      if (this.#state.whatIf === whatIf && this.#state.session === session) this.#apply(action)
    })
    this.#run.driveAgain(session, whatIf.profile).then(
      (replay) => apply({ kind: 'what-if-driven', replay }),
      (error: unknown) =>
        apply({ kind: 'what-if-failed', message: error instanceof Error ? error.message : String(error) }),
    )
  }

  #suspend(): void {
    this.#giveBack()
    // All of a pipe is put to sleep, as the terminal does it. Where nobody can wake it, it goes on at once.
    process.kill(0, 'SIGTSTP')
    setTimeout(this.#takeAgain, 20)
  }

  readonly #redraw = (): void => {
    const { columns, rows } = this.#run.terminal
    this.#screen.forget()
    this.#state = update(this.#state, { kind: 'resize', columns, rows }, this.#run.debugged)
    this.#draw()
  }

  readonly #giveBack = (): void => {
    this.#screen.leave()
    this.#keys?.giveBack()
  }

  readonly #takeAgain = (): void => {
    this.#keys?.takeAgain()
    this.#screen.enter()
    this.#redraw()
  }

  readonly #end = (signal: NodeJS.Signals): void => {
    this.#giveBack()
    for (const each of endings) process.off(each, this.#end)
    process.kill(process.pid, signal)
  }
}
