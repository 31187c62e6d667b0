/** Reads the keys of a terminal. */

import { createInterface, emitKeypressEvents, type Interface, type Key } from 'node:readline'
import { Readable } from 'node:stream'

/** One press of a key. */
export interface KeyPress {
  /** The key: a word for a key without a character, else the character. */
  readonly key: string
  /** True where Ctrl was held. */
  readonly ctrl: boolean
  /** True for a character that was pasted, where the terminal says so. */
  readonly isPasted: boolean
}

/** As much of a terminal's `tty.ReadStream` as keys are read with. */
export type Keyboard = Readable & {
  /** Whether each key comes as it is pressed, and does nothing by itself. */
  setRawMode(mode: boolean): unknown
  /** Lets the program go on while it waits for keys. */
  ref(): unknown
  /** Lets the program end although keys may come. */
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
  readonly #pressed: (press: KeyPress) => void
  readonly #editor: Interface
  #isPasting = false

  /** @param keyboard a terminal; @param pressed is given each press */
  constructor(keyboard: Keyboard, pressed: (press: KeyPress) => void) {
    this.#keyboard = keyboard
    this.#pressed = pressed
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

  /** Takes the terminal again. */
  takeAgain(): void {
    this.#keyboard.setRawMode(true)
  }

  /** Reads no more. */
  close(): void {
    this.#keyboard.off('keypress', this.#read)
    this.#editor.close()
    this.giveBack()
    this.#keyboard.pause()
    this.#keyboard.unref()
  }

  readonly #read = (text: string | undefined, key: Key): void => {
    if (key.name === 'paste-start') this.#isPasting = true
    else if (key.name === 'paste-end') this.#isPasting = false
    else {
      const press = keyPress(text, key)
      if (press !== null) this.#pressed({ ...press, isPasted: this.#isPasting })
    }
  }
}

/** The press that Node.js decoded; null for a key that means nothing. */
function keyPress(
  text: string | undefined,
  { name = '', ctrl = false, meta = false, shift = false }: Key,
): Omit<KeyPress, 'isPasted'> | null {
  if (name === 'tab' && shift) return { key: 'backtab', ctrl: false }
  const word = words.get(name)
  if (word !== undefined) return { key: word, ctrl: false }
  if (ctrl) return /^[a-z]$/.test(name) ? { key: name, ctrl } : null
  return meta || text === undefined || text < ' ' ? null : { key: text, ctrl: false }
}
