/** Reads the keys of a terminal. */

import { createInterface, emitKeypressEvents, type Interface, type Key } from 'node:readline'
import { Readable } from 'node:stream'

/** One press of a key: a word for a key without a character, else the character. */
export interface KeyPress {
  readonly key: string
  readonly ctrl: boolean
}

/** As much of a terminal's `tty.ReadStream` as keys are read with. */
export type Keyboard = Readable & {
  /** Whether each key comes as it is pressed, and does nothing by itself. */
  setRawMode(mode: boolean): unknown
  ref(): unknown
  unref(): unknown
}

/** Our words for keys without a character, by those of Node.js. */
const words: ReadonlyMap<string, string> = new Map([
  ['return', 'enter'],
  ['delete', 'backspace'], // many terminals send it for the backspace key
  ...['up', 'down', 'left', 'right', 'pageup', 'pagedown', 'home', 'end', 'enter', 'escape', 'tab'].map(
    (name) => [name, name] as const,
  ),
  ['backspace', 'backspace'],
])

/** An Escape that nothing follows for so many milliseconds is the key, and begins no sequence. */
const escapeCodeTimeout = 30

/**
 * Reads keys, one press for each character of what is typed fast or pasted, until `close`. Node.js has the decoder, but
 * no class for it: https://nodejs.org/docs/latest-v20.x/api/readline.html#readlineemitkeypresseventsstream-interface
 */
export class KeyReader {
  readonly #keyboard: Keyboard
  readonly #read: (text: string | undefined, key: Key) => void
  readonly #editor: Interface

  /** @param keyboard a terminal; @param pressed is given each press */
  constructor(keyboard: Keyboard, pressed: (press: KeyPress) => void) {
    this.#keyboard = keyboard
    this.#read = (text, key) => {
      const press = keyPress(text, key)
      if (press !== null) pressed(press)
    }
    // Only a line editor can be told how long an Escape waits: this one reads nothing.
    this.#editor = createInterface({ input: new Readable({ read() {} }), escapeCodeTimeout })
    emitKeypressEvents(keyboard, this.#editor)
    keyboard.on('keypress', this.#read)
    this.takeAgain()
    keyboard.ref()
    keyboard.resume()
  }

  /** Gives the terminal back to whoever has it while the program sleeps or ends. */
  giveBack(): void {
    if (!this.#keyboard.destroyed) this.#keyboard.setRawMode(false)
  }

  takeAgain(): void {
    this.#keyboard.setRawMode(true)
  }

  close(): void {
    this.#keyboard.off('keypress', this.#read)
    this.#editor.close()
    this.giveBack()
    this.#keyboard.pause()
    this.#keyboard.unref()
  }
}

/** The press that Node.js decoded; null for a key that means nothing. */
function keyPress(
  text: string | undefined,
  { name = '', ctrl = false, meta = false, shift = false }: Key,
): KeyPress | null {
  if (name === 'tab' && shift) return { key: 'backtab', ctrl: false }
  const word = words.get(name)
  if (word !== undefined) return { key: word, ctrl: false }
  if (ctrl) return /^[a-z]$/.test(name) ? { key: name, ctrl } : null
  return meta || text === undefined || text < ' ' || name.startsWith('paste-')
    ? null
    : { key: text, ctrl: false }
}
