/** An item's text as its parts: prefixes such as "Phase 2:" stripped, "X and Y" taken apart. */

import { anyOf, sourceOf } from '../languages/index.js'
import type { Act } from '../languages/language.js'
import { deniedBy, lastVerbOf, verbOf } from './clause-verbs.js'
import { bareText } from './item-prefixes.js'
import { namesOnlyChecks } from './named-checks.js'
import { actWithoutVerb } from './nominal-clauses.js'
import { actOfVerb } from './verbs.js'

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

/** The clauses of an item's text; at least one. */
export function clausesOf(itemText: string): readonly Clause[] {
  const line = itemText.slice(0, readLength).trim().split('\n', 1)[0] ?? ''
  const clauses: Clause[] = []
  for (const piece of sharedVerbs(piecesOf(bareText(line)))) {
    const clause = clauseOf(piece.text)
    const previous = clauses.at(-1)
    if (previous === undefined) clauses.push(clause)
    else if (isListedCheck(previous, piece.text)) clauses.push(listedCheck(previous, piece.text))
    else if (standsAlone(previous, clause, piece.text)) clauses.push(clause)
    else clauses[clauses.length - 1] = joined(previous, piece)
  }
  return clauses.flatMap(checksApart)
}

function clauseOf(text: string): Clause {
  const denied = deniedBy(text)
  // Not to do a known act is a constraint; not to do another is a change of what the program does.
  if (denied !== null) {
    const isConstraint =
      (verbOf(denied) !== null && !/^(?:log|raise|lower)\b/iu.test(denied)) ||
      /^(?:touch|alter|affect|mess)\b/iu.test(denied)
    return { text, act: isConstraint ? null : 'change', verb: '', object: text }
  }
  const nominal = actWithoutVerb(text, true)
  if (nominal !== null) return { text, ...nominal }
  const phrase = verbOf(text)
  const without = phrase === null || isGerund(phrase.verb, phrase.act) ? actWithoutVerb(text, false) : null
  // "Executing state optimization" executes nothing: the gerund belongs to the noun.
  if (phrase !== null) return without?.act === 'change' ? { text, ...without } : { text, ...phrase }
  return without === null ? { text, act: null, verb: '', object: text } : { text, ...without }
}

function isGerund(verb: string, act: Act): boolean {
  return verb.endsWith('ing') && (act === 'run' || act === 'start')
}

interface Piece {
  readonly text: string
  readonly separator: string
}

/** What stands between clauses. */
export const clauseSeparator: RegExp = new RegExp(
  String.raw`\s+(?:${anyOf('and', 'andThen')}|&|\+)\s+(?:${anyOf('andThen')}\s+)?|${sourceOf('separator')}|\s*[,;，；、]\s*(?:${anyOf('and', 'andThen')}\s+)?|\s*(?:→|->|\/(?=\s))\s*`,
  'giu',
)

/** One thing in two words. */
const pairs = /\b(?:drag|copy|cut|search|find|up|read|terms|back|request|black|trial)$/iu
const secondOfPair = /^(?:drop|paste|replace|running|write|conditions|forth|response|white|error)\b/iu

/** Cuts at "and", "then", commas and the like, brackets kept whole. */
function piecesOf(text: string): readonly Piece[] {
  const pieces: Piece[] = []
  let depth = 0
  let scanned = 0
  let from = 0
  let separator = ''
  for (const match of text.matchAll(clauseSeparator)) {
    for (; scanned < match.index; scanned += 1) {
      if ('([（'.includes(text.charAt(scanned))) depth += 1
      else if (')]）'.includes(text.charAt(scanned))) depth = Math.max(0, depth - 1)
    }
    if (depth > 0 || match.index === 0) continue
    const end = match.index + match[0].length
    const before = text.slice(Math.max(from, match.index - 20), match.index)
    if (pairs.test(before) && secondOfPair.test(text.slice(end, end + 20))) continue
    pieces.push({ text: text.slice(from, match.index), separator })
    from = end
    separator = match[0]
  }
  // "Ajouter des tests et les exécuter": French puts the pronoun first.
  const last = text.slice(from)
  const isPronoun = pieces.length > 0 && !namesOnlyChecks(last)
  const verbFirst = last.replace(/^(les?|la)\s+(\p{L}+(?:er|ir|re))$/iu, '$2 $1')
  pieces.push({ text: isPronoun ? verbFirst : last, separator })
  return pieces.filter((piece) => piece.text.trim() !== '')
}

/** "Kopf und Fuß anpassen", "Tests und Linter ausführen": what has no verb of its own shares the one at the end. */
function sharedVerbs(pieces: readonly Piece[]): readonly Piece[] {
  const shared: Piece[] = []
  for (const piece of pieces) {
    const previous = shared.at(-1)
    const verb = previous === undefined ? null : lastVerbOf(piece.text)
    if (previous === undefined || verb === null || lastVerbOf(previous.text) !== null) shared.push(piece)
    else if (isChecking(verb.act) && namesOnlyChecks(previous.text)) {
      shared[shared.length - 1] = { ...previous, text: `${previous.text} ${verb.verb}` }
      shared.push(piece)
    } else if (verbOf(previous.text) === null)
      shared[shared.length - 1] = { ...previous, text: `${previous.text}${piece.separator}${piece.text}` }
    else shared.push(piece)
  }
  return shared
}

function joined(clause: Clause, piece: Piece): Clause {
  const added = `${piece.separator}${piece.text}`
  return { ...clause, text: clause.text + added, object: clause.object + added }
}

/** Words that are as often nouns as verbs: "Update build and test configuration" tests nothing. */
const alsoNouns = new Set(
  (
    'test tests build lint format check checks report design plan run start review document fix update release mark ' +
    'use set show map scan copy style cache address port limit wrap hook pass handle support tag break put keep parse pin store reverse return bring log lower raise checksum'
  ).split(' '),
)

/** True where a piece is a clause of its own, not one more object of the clause before. */
function standsAlone(previous: Clause, clause: Clause, text: string): boolean {
  if (deniedBy(text) !== null) return clause.act !== null
  if (clause.act === null || verbOf(text) === null) return false
  const first = /[\p{L}\p{M}-]+/u.exec(text)?.[0]?.toLowerCase() ?? ''
  // "diagrams for flows and triggers": a plural is no verb, as long as the clause before is no "adds".
  if (lastVerbOf(text) !== null) return true
  if (/[^s]s$/u.test(first) && actOfVerb(first.slice(0, -1)) !== null && !/^\S+s\s/u.test(previous.text))
    return false
  // "… and parameterized queries": no verb, as long as the clause before has none of the form.
  if (/[^e]ed$/u.test(first) && !previous.verb.endsWith('ed')) return false
  // "Test create, update and delete": verbs that are what is tested.
  if (isBareVerb(previous.object) && !isChecking(actOfVerb(previous.object.trim()))) return false
  if (!alsoNouns.has(first) || clause.verb === 'set up') return true
  if (isChecking(previous.act) || namesOnlyChecks(clause.object)) return true
  const next = /^[\s\p{P}]*[\p{L}-]+\s+([\p{L}'"-]+)/u.exec(text)?.[1]?.toLowerCase()
  return next === undefined || determiners.has(next)
}

/** True for "create", "create, update": verbs and nothing else. */
function isBareVerb(object: string): boolean {
  const words = object.match(/[\p{L}-]+/gu) ?? []
  return words.length > 0 && words.length < 4 && words.every((word) => actOfVerb(word) !== null)
}

const determiners = new Set(
  (
    'the a an all it its them that this these every each with against in on locally manually everything changes any ' +
    'results for if end-to-end again thoroughly what how why which back briefly whether'
  ).split(' '),
)

/** True for acts of which something must come out. */
export function isChecking(act: Act | null): boolean {
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
  return isChecking(previous.act) && namesOnlyChecks(text)
}

function listedCheck(previous: Clause, text: string): Clause {
  const verb = previous.act === 'run' ? 'run' : 'verify'
  return { text, act: verb, verb, object: text }
}

/** "Run lint/typecheck", "运行测试和类型检查": each named check is a part. */
function checksApart(clause: Clause): readonly Clause[] {
  if (!isChecking(clause.act)) return [clause]
  const names = clause.object.split(listSigns)
  if (names.length < 2 || !names.every((name) => namesOnlyChecks(name))) return [clause]
  return names.map((name) => ({ ...clause, text: name, object: name }))
}

const listSigns = new RegExp(String.raw`\s*(?:[/&+]|${sourceOf('listSign')})\s*`, 'iu')
const behindHead = new RegExp(String.raw`\s${anyOf('purposes')}\s`, 'iu')

/** The thing itself, without what it is for: "todo files for findings" are files. A file by name is no prose. */
export function headOf(object: string): string {
  const head = object.replace(/\([^)]*\)/g, ' ').split(behindHead, 1)[0] ?? ''
  return /\.\w{1,5}\b/u.test(head) ? '' : head
}
