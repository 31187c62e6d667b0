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

/** Our words for keys without a character, by those of Node.js. Many terminals send `delete` for the backspace key. */
const words: ReadonlyMap<string, string> = new Map([
  ...['up', 'down', 'left', 'right', 'pageup', 'pagedown', 'home', 'end', 'enter', 'escape', 'backspace'].map(
    (name) => [name, name] as const,
  ),
  ['return', 'enter'],
  ['delete', 'backspace'],
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
    keyboard.setRawMode(true)
    keyboard.ref()
    keyboard.resume()
  }

  /** Gives the terminal back to whoever has it when the program ends. */
  giveBack(): void {
    if (!this.#keyboard.destroyed) this.#keyboard.setRawMode(false)
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
function keyPress(text: string | undefined, { name = '', ctrl = false, meta = false }: Key): KeyPress | null {
  const word = words.get(name)
  if (word !== undefined) return { key: word, ctrl: false }
  if (ctrl) return /^[a-z]$/.test(name) ? { key: name, ctrl } : null
  const isNone = meta || text === undefined || text < ' ' || name.startsWith('paste-')
  return isNone ? null : { key: text, ctrl: false }
}
