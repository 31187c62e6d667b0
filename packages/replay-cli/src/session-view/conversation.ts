/** The whole texts of a session, in deflated blocks that are read when one of their texts is looked at. */

export interface StepTexts {
  readonly seq: number
  /** What a call was given: a text as it is, anything else as indented JSON. Null for what is no call. */
  readonly input: string | null
  /** What came back, or what was said; null where the log holds no result. */
  readonly output: string | null
}

export type TextEntry = readonly [seq: number, input: string | null, output: string | null]

/** A block holds `TextEntry[]` as JSON, deflated. */
export interface TextBlocks {
  /** The seq of the last event of each block. */
  readonly ends: readonly number[]
  readonly deflated: (block: number) => Uint8Array
}

export class Conversation {
  readonly blocks: TextBlocks
  readonly #inflate: (bytes: Uint8Array) => Uint8Array
  readonly #read = new Map<number, ReadonlyMap<number, TextEntry>>()

  /** @param inflate undoes the deflating, without a header */
  constructor(blocks: TextBlocks, inflate: (bytes: Uint8Array) => Uint8Array) {
    this.blocks = blocks
    this.#inflate = inflate
  }

  /** The texts of an event; null where it has none. A result is an event of its own. */
  textsOf(seq: number): StepTexts | null {
    const block = this.blocks.ends.findIndex((end) => seq <= end)
    const entry = block < 0 ? undefined : this.#block(block).get(seq)
    return entry === undefined ? null : { seq, input: entry[1], output: entry[2] }
  }

  #block(block: number): ReadonlyMap<number, TextEntry> {
    const known = this.#read.get(block)
    if (known !== undefined) return known
    const json = new TextDecoder().decode(this.#inflate(this.blocks.deflated(block)))
    // The program that wrote it and this code are built together.
    const entries: readonly TextEntry[] = JSON.parse(json)
    const texts = new Map(entries.map((entry) => [entry[0], entry]))
    this.#read.set(block, texts)
    return texts
  }
}

/** What is said of an event with its text in whole. @param said a few words before the text, and its beginning */
export function saidInWhole(said: string, text: string | null | undefined): string {
  const whole = text?.trim() ?? ''
  if (whole === '') return said
  const before = said.slice(0, Math.max(0, said.indexOf(whole.slice(0, 24)))).trimEnd()
  return before === '' ? whole : `${before} ${whole}`
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['\\n', '\n'],
  ['\\t', '\t'],
  ['\\"', '"'],
  ['\\\\', '\\'],
])

/** JSON with the lines of its texts as lines: people read it, not programs, and it may be cut. Any other text as it is. */
export function readableInput(input: string): string {
  if (!input.startsWith('{')) return input
  return input.replace(/\\[nt"\\]/g, (found) => escapes.get(found) ?? found)
}
