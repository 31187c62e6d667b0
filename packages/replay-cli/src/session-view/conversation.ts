/** The conversation of a session in whole: texts, what calls were given and what came back, held deflated until one is looked at. */

/** The texts of one event, in whole. */
export interface EventTexts {
  /** What a call was given: a text as it is, anything else as indented JSON. Null for what is no call. */
  readonly input: string | null
  /** What came back, or what was said; null where the log holds no result. */
  readonly output: string | null
}

/** The texts of some events: the seq of each, what it was given, what came back. */
export type BlockTexts = readonly (readonly [seq: number, input: string | null, output: string | null])[]

/** Which events a block holds the texts of. */
export interface ConversationBlock {
  /** It begins behind the block before. */
  readonly from: number
  /** The seq of the last. */
  readonly to: number
  /** Those before them whose results came so late that they stand here. */
  readonly late?: readonly number[]
}

/** A conversation as it is kept. */
export interface KeptConversation {
  /** Its blocks, in the order of the session. */
  readonly blocks: readonly ConversationBlock[]
  /** What a block holds: `BlockTexts` as JSON, deflated. */
  deflated(place: number): Uint8Array
}

/** As many blocks are kept as they are read: one is looked at while its neighbours are. */
const keptBlocks = 3

/** The texts of a session's events, read when they are asked for. */
export class Conversation {
  /** As it is kept. */
  readonly kept: KeptConversation
  readonly #inflate: (bytes: Uint8Array) => Uint8Array
  readonly #read = new Map<number, ReadonlyMap<number, EventTexts>>()

  /** @param kept as it is kept; @param inflate undoes the deflating, without a header */
  constructor(kept: KeptConversation, inflate: (bytes: Uint8Array) => Uint8Array) {
    this.kept = kept
    this.#inflate = inflate
  }

  /** The texts of an event by its seq; null where it has none. */
  textsOf(seq: number): EventTexts | null {
    const found = this.kept.blocks.flatMap((block, place) => {
      const { from, to, late = [] } = block
      const isHere = (seq >= from && seq <= to) || late.includes(seq)
      return isHere ? (this.#textsIn(place).get(seq) ?? []) : []
    })
    const [first] = found
    if (first === undefined) return null
    return { input: first.input, output: found.findLast(({ output }) => output !== null)?.output ?? null }
  }

  #textsIn(place: number): ReadonlyMap<number, EventTexts> {
    const known = this.#read.get(place)
    if (known !== undefined) return known
    const json = new TextDecoder().decode(this.#inflate(this.kept.deflated(place)))
    // The program that wrote it and this code are built together.
    const entries: BlockTexts = JSON.parse(json)
    const texts = new Map(entries.map(([seq, input, output]) => [seq, { input, output }]))
    this.#read.set(place, texts)
    if (this.#read.size > keptBlocks) {
      const [oldest] = this.#read.keys()
      if (oldest !== undefined) this.#read.delete(oldest)
    }
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
