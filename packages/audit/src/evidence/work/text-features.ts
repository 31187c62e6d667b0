/** What a text for people looks like: how long, how structured, and what it says of the work. */

import { wordsOf } from '../items/words.js'
import { saying } from '../languages/index.js'
import { type Claim, claimsIn } from './claims.js'

/** What is kept of a text; the text itself is not. */
export interface TextFeatures {
  /** Characters, code included; those of Chinese, Japanese and Korean count twice. */
  readonly length: number
  /** Lines that are headings, list entries, table rows or the start of a code block. */
  readonly structure: number
  /** The words of its headings and of the starts of its list entries: what a section of it is about. */
  readonly sections: ReadonlySet<string>
  /** True where it hands a check to the reader: "please start the server and test it". */
  readonly handsOff: boolean
  /** True where it says openly that something failed or could not be done. */
  readonly admitsFailure: boolean
  /** The words in which it says that a thing was there already, so that nothing had to be done; empty where it does not. */
  readonly alreadyDone: ReadonlySet<string>
  /** True where it claims that all of the work is done. */
  readonly claimsAllDone: boolean
  /** What it claims to have been run with success, one claim of each kind at most. */
  readonly claims: readonly Claim[]
  /** True where the text was cut by the host that recorded it or is a mere placeholder. */
  readonly empty: boolean
}

/** Texts are read up to here; what a long report says is said by then. */
const readLength = 40_000

/** A character of these scripts says as much as two of others. */
const dense = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu

/** Lines read for sections and structure. */
const readLines = 600

const structured = /^\s{0,6}(?:#{1,6}\s|[-*•+]\s+\S|\d{1,2}[.)]\s|\|.*\||```|[✅❌✓✗⚠🔴🟢🟡])/u
const heading =
  /^\s{0,6}(?:#{1,6}\s+|\*\*|[-*•+]\s+|\d{1,2}[.)]\s+|\|\s*|[✅❌✓✗⚠🔴🟢🟡]\uFE0F?\s*)(.{2,80})/u

/** Asks the reader to run, open or test what was to be run, opened or tested. */
const handOff = saying('handsOff')

const failure = saying('admitsFailure')

const alreadyDone = saying('alreadyDone')

const allDone = saying('allDone')

/** Reads off a text what the audit keeps of it. Linear in its first 40,000 characters. */
export function textFeaturesOf(text: string): TextFeatures {
  const read = text.slice(0, readLength)
  let structure = 0
  const titles: string[] = []
  for (const line of read.split('\n', readLines)) {
    if (!structured.test(line) && !line.startsWith('**')) continue
    structure += 1
    const title = heading.exec(line.slice(0, 120))?.[1]
    if (title !== undefined && titles.length < 200) titles.push(title)
  }
  return {
    length: text.length + (read.match(dense)?.length ?? 0),
    structure,
    sections: wordsOf(titles.join(' '), 8000),
    handsOff: handOff.test(read),
    admitsFailure: failure.test(read),
    alreadyDone: alreadyDone.test(read) ? wordsOf(sentencesOnWhatIsThere(read).join(' ')) : noWords,
    claimsAllDone: allDone.test(read),
    claims: claimsIn(read),
    empty: isPlaceholder(read),
  }
}

const noWords: ReadonlySet<string> = new Set()

/** Speaks of the sentence before: "It is in place already", "No change is needed". */
const pointsBack = /^\W*(?:it|this|that|they|these|those|both|so|no|nothing)\b|无需/iu

/** The sentences that say what was there already, with the one before where they point back to it. */
function sentencesOnWhatIsThere(text: string): readonly string[] {
  const sentences = text.split(/(?<=[.!?;])\s+|(?<=[。！？；])|\n+/u)
  return sentences.flatMap((sentence, at) =>
    alreadyDone.test(sentence) ? [pointsBack.test(sentence) ? (sentences[at - 1] ?? '') : '', sentence] : [],
  )
}

/** What hosts write where a model said nothing. */
function isPlaceholder(text: string): boolean {
  return /^\s*(?:\(no content\)|no response requested\.?|request timed out\.?|api error\b.*|\[request interrupted.*)?\s*$/iu.test(
    text.slice(0, 200),
  )
}
