/** An item's text as its parts: prefixes such as "Phase 2:" stripped, "X and Y" taken apart. */

import { type Act, actOfNoun, actOfUnspaced, actOfVerb } from './verbs.js'

/** One part of an item: a clause and what it says it will do. */
export interface Clause {
  /** The clause without its verb's prefixes, as written. */
  readonly text: string
  /** What it says it will do, or null where no known verb or noun says it. */
  readonly act: Act | null
  /** The verb as written, in lower case; empty where there is none. */
  readonly verb: string
  /** The words after the verb; the whole clause where there is no verb. */
  readonly object: string
}

/** Items are lines; what is longer is a text and is read up to here. */
const readLength = 600

/** What numbers or labels an item: "1.", "(2)", "[P0]", "H-01:", "US-005:", "- [ ]", an emoji. */
const label =
  /^(?:[-*•\s]|\[[^\]]{0,20}\]|\([^)]{1,12}\)(?=\s)|#?\d+(?:\.\d+)*[.):、\s]|[A-Za-z]{1,4}-?\d+(?:\.\d+)*[a-z]?\s*[:：.)-]\s|\p{Extended_Pictographic}\uFE0F?|[①-⑳])\s*/u

/** Words before a verb that say nothing of it. */
const adverbs = new Set(
  (
    'final finally then now also first next manually quickly properly fully carefully again please and just ' +
    'thoroughly re to let us we i need will should must begin continue successfully locally perform conduct do ' +
    'carry out pre post initial additional remaining comprehensive bitte zuerst danach ensuite por'
  ).split(' '),
)

/** The clauses of an item's text; at least one. */
export function clausesOf(itemText: string): readonly Clause[] {
  const line = itemText.slice(0, readLength).trim().split('\n', 1)[0] ?? ''
  // "Decision: use X" decides, whatever verb follows.
  const decides = /^decision\b[^:：]{0,40}[:：]/iu.test(line)
  const text = decides ? line : stripPrefixes(line)
  const clauses: Clause[] = []
  for (const piece of piecesOf(text)) {
    const clause = clauseOf(piece.text)
    const previous = clauses.at(-1)
    if (previous === undefined) clauses.push(clause)
    else if (isListedCheck(previous, piece.text)) clauses.push(listedCheck(piece.text))
    else if (standsAlone(previous, clause, piece.text)) clauses.push(clause)
    else clauses[clauses.length - 1] = joined(previous, piece)
  }
  return clauses
}

/** The text behind labels and headings: "Phase 2:", "Step 10 - Security:", "H-01:" are no part of what is to do. */
function stripPrefixes(text: string): string {
  let rest = text
  for (let i = 0; i < 6; i += 1) {
    const before = rest
    rest = rest.replace(label, '')
    const heading = /^([^:：\n]{1,60}?)(?::\s+|：\s*|\s[-–—]\s)(?=\S)/u.exec(rest)
    if (heading !== null && !startsWithVerb(heading[1] ?? '')) {
      const behind = rest.slice(heading[0].length)
      if (startsWithVerb(behind.replace(label, '')) || isHeading(heading[1] ?? '')) rest = behind
    }
    if (rest === before) break
  }
  return rest === '' ? text : rest
}

/** Headings that number a stage of the work. */
function isHeading(text: string): boolean {
  return /(?:^|\s)(?:phase|step|stage|part|task|track|milestone|story|sprint|schritt|étape|paso)\s*#?[\w.]*\d|^(?:第.{1,3}[步阶段]|阶段|步骤)/iu.test(
    text,
  )
}

function startsWithVerb(text: string): boolean {
  return verbOf(text) !== null
}

/** A verb and what it is done to. */
interface VerbPhrase {
  readonly act: Act
  readonly verb: string
  readonly object: string
}

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

/** The verb of a clause: at its start, or where its language puts it last, at its end; null where there is none. */
function verbOf(text: string): VerbPhrase | null {
  const last = lastVerbOf(text)
  if (last !== null) return last
  const word = /[\p{L}\p{M}\p{N}_.'’-]+/gu
  for (let i = 0; i < 4; i += 1) {
    const match = word.exec(text)
    if (match === null) return null
    if (unspaced.test(match[0])) return unspacedVerbOf(text.slice(match.index))
    const phrase = phraseAt(match[0], text.slice(word.lastIndex))
    if (phrase !== null) return phrase
    if (!adverbs.has(match[0].toLowerCase())) return null
  }
  return null
}

/** German puts the infinitive last: "Tests ausführen". */
function lastVerbOf(text: string): VerbPhrase | null {
  const match = /^(.*\S)\s+(\p{L}+(?:en|ern|eln))[.!]?$/u.exec(text)
  const [, object = '', verb = ''] = match ?? []
  const act = verb === '' ? null : actOfVerb(verb)
  return act === null ? null : { act, verb: verb.toLowerCase(), object }
}

function unspacedVerbOf(text: string): VerbPhrase | null {
  const found = actOfUnspaced(text)
  if (found === null) return null
  const at = text.startsWith(found.verb) ? 0 : text.lastIndexOf(found.verb)
  return { ...found, object: `${text.slice(0, at)}${text.slice(at + found.verb.length)}`.trim() }
}

function phraseAt(word: string, after: string): VerbPhrase | null {
  const lower = word.toLowerCase()
  const phrase = (act: Act, verb: string, cut = 0) => ({ act, verb, object: after.slice(cut).trim() })
  if (lower === 'set' && /^[\s-]up\b/i.test(after)) return phrase('change', 'set up', 3)
  if (lower === 'type' && /^[\s-]?check/i.test(after)) return phrase('typecheck', 'typecheck', 6)
  const act = actOfVerb(word)
  if (lower === 'try' && /^\s+to\b/i.test(after)) return phraseAfter(after)
  if (act === null || (adverbs.has(lower) && act === 'run')) return null
  if (act === 'mark' || act === 'start') {
    // "Complete testing of X", "Finish implementing Y", "Start writing Z": the verb behind it is meant.
    const inner = /^\s+(?:the\s+)?([\p{L}-]+(?:ing|tests?|ation))\b/iu.exec(after)?.[1]
    const innerAct = inner === undefined ? null : (actOfVerb(inner) ?? actOfNoun(inner))
    if (innerAct !== null) return phrase(innerAct, lower)
  }
  return phrase(act, lower)
}

/** "Try to fix X" fixes. */
function phraseAfter(text: string): VerbPhrase | null {
  return verbOf(text.replace(/^\s+to\s+/i, ''))
}

function clauseOf(text: string): Clause {
  const phrase = verbOf(text)
  // "Executing state optimization" executes nothing: the gerund belongs to the noun.
  const isGerund = phrase?.verb.endsWith('ing') && (phrase.act === 'run' || phrase.act === 'start')
  if (isGerund && nounActOf(text) === 'change') return { text, act: 'change', verb: '', object: text }
  return phrase === null ? { text, act: nounActOf(text), verb: '', object: text } : { text, ...phrase }
}

/** The act of a clause without a verb, from the noun before "of" or "for", else its last. */
function nounActOf(text: string): Act | null {
  const words = text.replace(/\([^)]*\)/g, ' ').match(/[\p{L}\p{M}-]+/gu)
  const last = words?.at(-1)
  if (last === undefined) return null
  const of = /\s(?:of|for|von|de|du|des|für|pour|para)\s/iu.exec(text)
  const head =
    of === null
      ? undefined
      : text
          .slice(0, of.index)
          .match(/[\p{L}\p{M}-]+/gu)
          ?.at(-1)
  return (head === undefined ? null : actOfNoun(head)) ?? actOfNoun(last)
}

interface Piece {
  readonly text: string
  readonly separator: string
}

/** Cuts at "and", "then", commas and the like, brackets kept whole. */
function piecesOf(text: string): readonly Piece[] {
  const pieces: Piece[] = []
  const cut =
    /\s+(?:and|then|und|et|y|&|\+)\s+(?:then\s+)?|\s*[,;，；、]\s*(?:and\s+|then\s+)?|\s*(?:并且|然后|并|以及)\s*|\s*(?:→|->|\/(?=\s))\s*/gu
  let depth = 0
  let scanned = 0
  let from = 0
  let separator = ''
  for (const match of text.matchAll(cut)) {
    for (; scanned < match.index; scanned += 1) {
      if ('([（'.includes(text.charAt(scanned))) depth += 1
      else if (')]）'.includes(text.charAt(scanned))) depth = Math.max(0, depth - 1)
    }
    if (depth > 0 || match.index === 0) continue
    pieces.push({ text: text.slice(from, match.index), separator })
    from = match.index + match[0].length
    separator = match[0]
  }
  pieces.push({ text: text.slice(from), separator })
  return pieces.filter((piece) => piece.text.trim() !== '')
}

function joined(clause: Clause, piece: Piece): Clause {
  const added = `${piece.separator}${piece.text}`
  return { ...clause, text: clause.text + added, object: clause.object + added }
}

/** Words that are as often nouns as verbs: "Update build and test configuration" tests nothing. */
const alsoNouns = new Set(
  'test tests build lint format check checks report design plan run start review document fix update release mark use set show map scan copy style cache address port limit wrap hook pass handle support'.split(
    ' ',
  ),
)

/** True where a piece is a clause of its own, not one more object of the clause before. */
function standsAlone(previous: Clause, clause: Clause, text: string): boolean {
  if (clause.act === null || verbOf(text) === null) return false
  const first = /[\p{L}\p{M}-]+/u.exec(text)?.[0]?.toLowerCase() ?? ''
  // "diagrams for flows and triggers": a plural is no verb, as long as the clause before is no "adds".
  if (/[^s]s$/u.test(first) && actOfVerb(first.slice(0, -1)) !== null && !/^\S+s\s/u.test(previous.text))
    return false
  if (!alsoNouns.has(first) || clause.verb === 'set up') return true
  if (isChecking(previous.act)) return true
  const next = /^[\s\p{P}]*[\p{L}-]+\s+([\p{L}'"-]+)/u.exec(text)?.[1]?.toLowerCase()
  return next === undefined || determiners.has(next)
}

const determiners = new Set(
  'the a an all it its them that this these every each with against in on locally manually everything changes any results for if end-to-end again thoroughly'.split(
    ' ',
  ),
)

function isChecking(act: Act | null): boolean {
  return (
    act === 'run' ||
    act === 'test' ||
    act === 'build' ||
    act === 'lint' ||
    act === 'typecheck' ||
    act === 'format' ||
    act === 'verify'
  )
}

/** "Run fmt, lint, and tests": the named checks of a list share their verb. */
function isListedCheck(previous: Clause, text: string): boolean {
  return isChecking(previous.act) && namesOnlyACheck.test(text.trim())
}

function listedCheck(text: string): Clause {
  return { text, act: 'run', verb: 'run', object: text }
}

const namesOnlyACheck =
  /^(?:(?:the|all|unit|integration|e2e|end-to-end|full|existing|new|type|code|static)[\s-]+){0,4}(?:tests?|test suite|suite|lint(?:er|ing|s)?|type-?\s?check(?:s|ing)?|types|checks?|build|builds|formatting|fmt|tsc|eslint|mypy|pytest|typescript|compilation|测试|类型检查|构建)(?:\s+(?:checks?|pass(?:es)?|again|locally|suite|clean))?[.!]?$/iu

/** The thing itself, without what it is for: "todo files for findings" are files. A file by name is no prose. */
export function headOf(object: string): string {
  const head =
    object
      .replace(/\([^)]*\)/g, ' ')
      .split(/\s(?:for|from|with|in|to|based|about|on|as|using|that)\s/iu, 1)[0] ?? ''
  return /\.\w{1,5}\b/u.test(head) ? '' : head
}
