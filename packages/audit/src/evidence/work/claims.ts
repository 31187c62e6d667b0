/** What a text claims to have been run: "all tests pass", "the build succeeds", "deployed". */

import { saying, type TextPattern } from '../languages/index.js'

/** What a claim is about. */
export type ClaimKind = 'test' | 'build' | 'typecheck' | 'lint' | 'deploy'

/** One claim that something was run, and came out well. */
export interface Claim {
  /** What it is about. */
  readonly kind: ClaimKind
  /** True where it speaks of all: "all tests pass", "12 of 12". */
  readonly whole: boolean
  /** True where it says that the model itself ran it: "I ran the tests". */
  readonly own: boolean
  /** The sentence, on one line, cut. */
  readonly text: string
}

/** Characters of a sentence that are read; of a longer one the rest is no claim but a text. */
const readLength = 400

/** Sentences of a text that are read. */
const readSentences = 800

/** Characters of a claim that are kept. */
const keptLength = 120

const patterns: readonly (readonly [ClaimKind, TextPattern])[] = [
  ['test', saying('testsPassed')],
  ['build', saying('buildPassed')],
  ['typecheck', saying('typesPassed')],
  ['lint', saying('lintPassed')],
  ['deploy', saying('deployed')],
]

/** Good news that sounds like bad: taken out before bad news is looked for. */
const noTrouble = saying('noTrouble', 'giu')

/** What is denied, planned, wished, asked, supposed, of another time, or came out badly is no claim. */
const noClaim = saying('noClaim')

/** What says that the model did it itself. */
const own = saying('ownRun')

/** What says that all of it is meant. */
const all = saying('allOfIt')

/** The claims of a text, one of each kind at most. Linear in the text, whose caller cuts it. */
export function claimsIn(text: string): readonly Claim[] {
  const claims = new Map<ClaimKind, Claim>()
  let read = 0
  for (const sentence of sentencesOf(text)) {
    read += 1
    if (read > readSentences) break
    if (sentence.length > readLength || noClaim.test(sentence.replace(noTrouble.for(sentence), ' clean ')))
      continue
    const plain = sentence.replace(/[^\p{L}\p{N}%/'-]+/gu, ' ')
    for (const [kind, pattern] of patterns) {
      if (claims.has(kind) || !pattern.test(plain)) continue
      claims.set(kind, { kind, whole: isWhole(sentence), own: own.test(plain), text: cut(sentence) })
    }
  }
  return [...claims.values()]
}

/** The sentences and lines of a text, without code, quotations, open check boxes and lists of what is asked for. */
function sentencesOf(text: string): readonly string[] {
  const lines: string[] = []
  let isCode = false
  let isAsked = false
  for (const line of text.split('\n')) {
    if (/^\s*(?:```|~~~)/u.test(line)) isCode = !isCode
    if (isCode) continue
    if (/^\s*(?:#|\*\*)|[:：]\**\s*$/u.test(line)) isAsked = asked.test(line.slice(0, 200))
    if (!isAsked && !/^\s*(?:>|[-*]\s*\[ \]|☐|$)/u.test(line)) lines.push(line)
  }
  return lines.flatMap((line) =>
    line
      .slice(0, 4000)
      .replace(/"[^"\n]{1,200}"|“[^”\n]{1,200}”|「[^」\n]{1,200}」|«[^»\n]{1,200}»/gu, ' … ')
      .split(/(?<=[.!?;])\s+|(?<=[。！？；])/u),
  )
}

/** What stands over a list of what is asked for. */
const asked = saying('askedFor')

function isWhole(sentence: string): boolean {
  const share = /\b(\d+)\s*(?:\/|of)\s*(\d+)\b/u.exec(sentence)
  return share === null ? all.test(sentence) : share[1] === share[2]
}

function cut(sentence: string): string {
  const line = sentence.replace(/\s+/gu, ' ').trim()
  return line.length > keptLength ? `${line.slice(0, keptLength - 1)}…` : line
}
