/** Runs the debugger in a terminal, and gives the terminal back whatever happens. */

import type { ReadStream, WriteStream } from 'node:tty'
import type { SessionReplay } from '../session-view/session-replay.js'
import { KeyReader } from '../terminal/key-reader.js'
import { TerminalScreen } from '../terminal/terminal-screen.js'
import type { Style } from '../text/style.js'
import { actionOf } from './keys.js'
import { drawn } from './lines.js'
import { screenLines, screenView } from './screen.js'
import { debuggedSessions, sized, startState, type WantedPlace, waiting } from './start.js'
import type { Action, Debugged, DebuggerState } from './state.js'
import { grown, update } from './update.js'
import type { WhatIfReplay } from './what-if.js'

/** Where the debugger runs, and what it shows first. */
export interface DebuggerRun {
  /** The terminal. */
  readonly terminal: WriteStream
  /** The terminal's keys. */
  readonly keyboard: ReadStream
  /** Sets parts off. */
  readonly style: Style
  /** The profiles that a session can be driven under. */
  readonly profiles: Debugged['profiles']
  /** True where the sessions grow: `show` is called again and again. */
  readonly isFollowed: boolean
  /** What is asked to be shown first. */
  readonly wanted: WantedPlace
  /** Drives a session under a profile. */
  readonly driveAgain: (replay: SessionReplay, profile: string) => Promise<WhatIfReplay>
}

/** Signals that end the program: the terminal is given back first. */
const endings: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT']

/** The debugger on a terminal. */
export class Debugger {
  readonly #run: DebuggerRun
  readonly #screen: TerminalScreen
  #keys: KeyReader | null = null
  /** Wakes it where it was put to sleep and nobody says that it goes on. */
  #waking: NodeJS.Timeout | undefined
  #debugged: Debugged
  #state: DebuggerState
  /** What is wanted under another profile and under way. */
  #driven: DebuggerState['whatIf'] | null = null
  #quit: () => void = () => undefined
  #fail: (error: unknown) => void = () => undefined

  constructor(run: DebuggerRun) {
    const { terminal, profiles, isFollowed } = run
    this.#run = run
    this.#debugged = debuggedSessions([], profiles, isFollowed)
    this.#state = sized(waiting, terminal.columns, terminal.rows, this.#debugged)
    this.#screen = new TerminalScreen(terminal)
  }

  /**
   * Shows sessions, at first from where the person asked to begin; later what was shown stays.
   * @param current the place of the one to begin with
   * @throws Failure `unknown-turn`, `unknown-item`, `ambiguous-item`
   */
  show(replays: readonly SessionReplay[], current?: number): void {
    const { profiles, isFollowed, wanted, terminal } = this.#run
    const before = this.#debugged
    this.#debugged = debuggedSessions(replays, profiles, isFollowed)
    if (before.sessions.length === 0 && replays.length > 0) {
      const start = startState(this.#debugged, wanted, current)
      this.#state = sized(start, terminal.columns, terminal.rows, this.#debugged)
    } else this.#state = grown(this.#state, before, this.#debugged)
    if (this.#keys === null) return
    this.#draw()
    this.#driveAgain()
  }

  /** Says something in place of the keys. */
  note(message: string): void {
    this.#state = { ...this.#state, message }
    if (this.#keys !== null) this.#draw()
  }

  /** Ends it with an error. */
  readonly fail = (error: unknown): void => this.#fail(error)

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
      clearTimeout(this.#waking)
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
        this.#state = update(before, action, this.#debugged)
        if (this.#state === before) return
        this.#draw()
        if (this.#state.whatIf !== before.whatIf) this.#driveAgain()
      }
    }
  }

  #draw(): void {
    const { style } = this.#run
    const lines = screenLines(screenView(this.#state, this.#debugged)).map((line) => drawn(line, style))
    // Until there is something to show, what was there before stays.
    this.#screen.enter()
    this.#screen.paint(lines)
  }

  /** Drives the session under another profile, where that is wanted. */
  #driveAgain(): void {
    const { whatIf, session } = this.#state
    const view = this.#debugged.sessions[session]
    if (whatIf.kind !== 'wanted' || this.#driven === whatIf || view === undefined) return
    this.#driven = whatIf
    const apply = this.#guarded((action: Action) => {
      if (this.#state.whatIf === whatIf && this.#state.session === session) this.#apply(action)
    })
    this.#run.driveAgain(view.replay, whatIf.profile).then(
      (replay) => apply({ kind: 'what-if-driven', replay }),
      (error: unknown) =>
        apply({ kind: 'what-if-failed', message: error instanceof Error ? error.message : String(error) }),
    )
  }

  #suspend(): void {
    this.#giveBack()
    // All of a pipe is put to sleep, as the terminal does it. Where nobody can wake it, it goes on at once.
    process.kill(0, 'SIGTSTP')
    this.#waking = setTimeout(this.#takeAgain, 20)
  }

  readonly #redraw = (): void => {
    const { columns, rows } = this.#run.terminal
    this.#screen.forget()
    this.#state = update(this.#state, { kind: 'resize', columns, rows }, this.#debugged)
    this.#draw()
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
