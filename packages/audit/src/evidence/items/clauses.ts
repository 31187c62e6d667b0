/** An item's text as its clauses: labels such as "Phase 2:" stripped, "X and Y" taken apart, each with what it says it will do. */

import { anyOf, saying, smallWords, sourceOf, TextPattern } from '../languages/index.js'
import type { Act, VerbPhrase } from '../languages/language.js'
import { checksNamedIn, namesOnlyChecks } from './named-checks.js'
import { actOfNoun, actOfVerb, deniedBy, lastVerbOf, verbOf } from './verbs.js'

/** What numbers or labels an item: "1.", "(2)", "[P0]", "【P1】", "H-01:", "US-005:", "ABC-12", "- [ ]", "**", an emoji. */
const label =
  /^(?:[-*•_~>►▸▶→☐☑✓✔✗\s]|\[[^\]]{0,20}\]|【[^】]{0,20}】|\([^)]{1,12}\)(?=\s)|#?\d+(?:\.\d+)*[.):、：\s]|[A-Za-z]{1,8}-?\d+(?:\.\d+)*[a-z]?\s*[:：.)-]\s|[A-Z]{2,10}-\d+\s|P\d+\s|[A-Z]\d+(?:\.\d+)+\s|\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier}|\u200D\p{Extended_Pictographic})*|[①-⑳])\s*/u

/** The types of conventional commits: "feat: add …", "test(parser): add …". */
const commitType =
  /^(?:feat|fix|docs?|tests?|chore|build|ci|refactor|perf|style|release)(?:\([^)]{1,30}\))?!?:\s+/u

/** An item's line without labels and headings: "Phase 2:", "Step 10 - Security:" are no part of what is to do. */
function bareText(line: string): string {
  // "Decision: use X" decides, whatever verb follows.
  if (/^decision\b[^:：]{0,40}[:：]/iu.test(line)) return line
  let rest = line.replace(/(?:\*\*|__)\s*$/u, '')
  for (let i = 0; i < 8; i += 1) {
    const before = rest
    rest = rest.replace(label, '')
    const commit = rest.replace(commitType, '')
    if (commit !== rest && verbOf(commit) !== null) rest = commit
    const heading = /^([^:：\n]{1,60}?)(?::\s+|：\s*|\s[-–—]\s)(?=\S)/u.exec(rest)
    if (heading !== null && (isStage(heading[1] ?? '') || verbOf(heading[1] ?? '') === null)) {
      const behind = rest.slice(heading[0].length)
      if (verbOf(behind.replace(label, '')) !== null || isStage(heading[1] ?? '')) rest = behind
    }
    if (rest === before) break
  }
  return rest === '' ? line : rest
}

const stage = saying('stage')

/** Headings that number a stage of the work. */
function isStage(text: string): boolean {
  return stage.test(text)
}

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
export const clauseSeparator: TextPattern = new TextPattern(
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
  for (const match of text.matchAll(clauseSeparator.for(text))) {
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
  const verbFirst = isPronoun ? last.replace(/^(les?|la)\s+(\p{L}+(?:er|ir|re))$/iu, '$2 $1') : last
  pieces.push({ text: verbFirst, separator })
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

const alsoNouns = new Set(smallWords('alsoNouns'))

/** True where a piece is a clause of its own, not one more object of the clause before. */
function standsAlone(previous: Clause, clause: Clause, text: string): boolean {
  if (deniedBy(text) !== null) return clause.act !== null
  if (clause.act === null || verbOf(text) === null) return false
  // "Determine the target and setup": one more thing; as a verb it is two words, or has an object.
  if (/^\W*setup\W*$/iu.test(text) && previous.object !== '') return false
  if (partOfProgram.test(text) && listBegun.test(previous.text)) return false
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

/** A list of parts has begun: "with a prop, …". */
const listBegun = /\s(?:with|including|plus|gains?)\s/iu

/** "execute guard", "delete flow": a part of a program that is called after what it does, as in a list of such. */
const partOfProgram =
  /^\W*[\p{L}-]+\s(?:guard|handler|flow|modal|dialog|button|prop|flag|endpoint|route|helper|mode|state|screen|step|icon|menu|option|toggle|badge|callback|listener|event|action|command|query|mutation|policy|middleware|wrapper|panel|form|field|link|logic)\W*$/iu

/** True for "create", "create, update": verbs and nothing else. */
function isBareVerb(object: string): boolean {
  const words = object.match(/[\p{L}-]+/gu) ?? []
  return words.length > 0 && words.length < 4 && words.every((word) => actOfVerb(word) !== null)
}

const determiners = new Set(smallWords('determiners'))

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
  const names = clause.object.split(listSigns.for(clause.object))
  if (names.length < 2 || !names.every((name) => namesOnlyChecks(name))) return [clause]
  return names.map((name) => ({ ...clause, text: name, object: name }))
}

const listSigns = new TextPattern(String.raw`\s*(?:[/&+]|${sourceOf('listSign')})\s*`, 'iu')
const behindHead = new TextPattern(String.raw`\s${anyOf('purposes')}\s`, 'iu')

/** The thing itself, without what it is for: "todo files for findings" are files. A file by name is no prose. */
export function headOf(object: string): string {
  const bare = object.replace(/\([^)]*\)/g, ' ')
  const head = bare.split(behindHead.for(bare), 1)[0] ?? ''
  return /\.\w{1,5}\b/u.test(head) ? '' : head
}

/** "Unit tests", in the languages of the vocabulary: a run of these is asked for. */
const kindOfTests = saying('kindOfTests')

/** "Tests for X": the tests are what is made. */
const testsFor = new TextPattern(
  String.raw`^(?:(?:unit|integration|regression|e2e|end-to-end|acceptance|component|smoke|automated|more|new|additional|missing)[\s-]+){0,3}${sourceOf('testsFor')}`,
  'iu',
)

const stateOfCheck = saying('stateOfCheck')

/** Compounds of which the last word decides, though the first is a verb elsewhere: "Design review", "Test plan". */
const compound =
  /^(?:(?:final|initial|full|comprehensive|quick|another)\s+)*(?:code|design|test|plan|security|document|documentation|release|import|report|peer)[\s-]+(review|audit|plan|strategy|notes|report|summary|execution|generation|verification)$/iu

const prepositions = new TextPattern(String.raw`[:：]\s|\s(?:${anyOf('prepositions')}|d['’]\p{L}+)\s`, 'iu')

/**
 * What a clause without a verb says will be done, or null.
 * @param certain true to read only the forms that also start with a word which elsewhere is a verb
 */
function actWithoutVerb(text: string, certain: boolean): VerbPhrase | null {
  if (certain) return fixedForm(text.trim())
  const words = text.replace(/\([^)]*\)/g, ' ').match(/[\p{L}\p{M}-]+/gu)
  const last = words?.at(-1)
  if (last === undefined) return null
  const preposition = prepositions.exec(text)
  const head =
    preposition === null
      ? undefined
      : text
          .slice(0, preposition.index)
          .match(/[\p{L}\p{M}-]+/gu)
          ?.at(-1)
  // "Foundation for the validation": what follows the preposition is no act.
  const noun = head ?? last
  const act = actOfNoun(noun)
  if (act === null || (head === undefined && isBorrowed(noun, words ?? []))) return null
  // "Validation" is no property of code where it is what is done.
  const object = act === 'verify' || act === 'review' ? text.replace(noun, ' ').trim() : text
  return { act, verb: '', object }
}

/** Nouns that other languages have too: behind a word that is not known they may be the object of an unknown verb. */
const borrowed = /^(?:tests?|checks?|builds?|releases?|updates?|fix(?:es)?)$/iu

const qualifiers = new Set(smallWords('nounQualifiers'))

function isBorrowed(noun: string, words: readonly string[]): boolean {
  return borrowed.test(noun) && words.some((word) => word !== noun && !qualifiers.has(word.toLowerCase()))
}

function fixedForm(text: string): VerbPhrase | null {
  if (kindOfTests.test(text)) return { act: 'verify', verb: '', object: 'tests' }
  if (testsFor.test(text)) return { act: 'create', verb: '', object: text }
  if (stateOfCheck.test(text) && checksNamedIn(text).length > 0)
    return { act: 'verify', verb: '', object: text }
  const last = compound.exec(text)?.[1]?.toLowerCase()
  const act = last === undefined ? null : (compoundActs.get(last) ?? null)
  return act === null ? null : { act, verb: '', object: text }
}

const compoundActs: ReadonlyMap<string, Act> = new Map([
  ['review', 'review'],
  ['audit', 'review'],
  ['plan', 'think'],
  ['strategy', 'think'],
  ['notes', 'communicate'],
  ['report', 'communicate'],
  ['summary', 'communicate'],
  ['execution', 'run'],
  ['generation', 'change'],
  ['verification', 'verify'],
])
