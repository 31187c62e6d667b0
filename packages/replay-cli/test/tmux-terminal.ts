/** A terminal that a test drives and reads: a window of tmux. */

import { execFile, execFileSync } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** True where tmux is there. Tests without it are skipped, loudly; under CI they fail. */
export function hasTmux(): boolean {
  try {
    execFileSync('tmux', ['-V'])
    return true
  } catch (error) {
    if (process.env['CI'] !== undefined)
      throw new Error('tmux is missing: apt-get install tmux', { cause: error })
    console.warn('SKIPPED: tmux is missing, so nothing of the screen is tested (apt-get install tmux)')
    return false
  }
}

/** How a terminal is opened. */
export interface TmuxOptions {
  readonly folder: string
  readonly columns: number
  readonly rows: number
  /** What its shell runs before anything else, such as `export NO_COLOR=1`. */
  readonly first?: string
}

let opened = 0

/** One window in a tmux of its own. */
export class TmuxTerminal {
  readonly #socket: string

  constructor(socket: string) {
    this.#socket = socket
  }

  static async open({ folder, columns, rows, first = ':' }: TmuxOptions): Promise<TmuxTerminal> {
    opened += 1
    const terminal = new TmuxTerminal(`todo-replay-${process.pid}-${opened}`)
    const size = ['-x', String(columns), '-y', String(rows)]
    const shell = 'env -i PATH="$PATH" TERM=screen-256color PS1=\'$ \' bash --norc --noprofile'
    await terminal.#tmux('-f', '/dev/null', 'new-session', '-d', ...size, '-c', folder, shell)
    await terminal.type(first, 'Enter')
    return terminal
  }

  /** Types a text, or presses keys such as `Enter` and `C-c`. */
  async type(...keys: readonly string[]): Promise<void> {
    await this.#tmux('send-keys', ...keys)
  }

  /** Makes the window another size. */
  async resize(columns: number, rows: number): Promise<void> {
    await this.#tmux('resize-window', '-x', String(columns), '-y', String(rows))
  }

  /** What is on the screen, without spaces at the ends of its lines. @param colours true: with their codes */
  async screen(colours = false): Promise<string> {
    const { stdout } = await this.#tmux('capture-pane', '-p', ...(colours ? ['-e'] : []))
    return stdout.replace(/ +$/gm, '').trimEnd()
  }

  /**
   * Waits until something holds of the screen.
   * @throws Error with the screen where it does not in a minute and a half
   */
  async until(holds: (screen: string) => boolean): Promise<string> {
    let screen = ''
    for (let look = 0; look < 1600; look += 1) {
      screen = await this.screen()
      if (holds(screen)) return screen
      await wait(50)
    }
    throw new Error(`The screen never came to what is waited for. It shows:\n${screen}`)
  }

  /** Ends it and all that runs in it. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#tmux('kill-server').catch(() => undefined)
  }

  #tmux(...words: readonly string[]): Promise<{ stdout: string }> {
    return run('tmux', ['-L', this.#socket, ...words])
  }
}
