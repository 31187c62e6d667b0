/** What an item's text promises: its class, and for each of its parts what would meet it. */

import type { CheckKind } from '../calls/call-description.js'
import { anyOf, saying, sourceOf, TextPattern } from '../languages/index.js'
import { type Act, folded } from '../languages/language.js'
import { type Clause, headOf, isChecking } from './clauses.js'
import { checksNamedIn, namesOnlyChecks } from './named-checks.js'
import { filesNamedIn } from './named-files.js'
import { noOwnWords, type OwnWords } from './own-words.js'
import { actOfNoun } from './verbs.js'

/** What kind of work an item is, decided by its verbs; `unknown` where none is known: then verdicts are milder. */
export type ItemClass = 'change' | 'verify' | 'execute' | 'research' | 'think' | 'communicate' | 'unknown'

/**
 * What meets a part of an item. `write`: something written. `check`: something run that could have failed.
 * `inspection`: something run, or read and judged. `execute`: a command. `reading`: reads and searches. `prose`: a
 * text for people. `delegation`: a sub-agent's work. `anything`: any work. `nothing`: it follows from another part.
 */
export type NeedKind =
  | 'write'
  | 'check'
  | 'inspection'
  | 'execute'
  | 'reading'
  | 'prose'
  | 'delegation'
  | 'anything'
  | 'nothing'

/** What one part of an item needs. */
export interface Need {
  /** What meets it. */
  readonly kind: NeedKind
  /** What the part says it will do, or null. */
  readonly act: Act | null
  /** The part's text. */
  readonly text: string
  /** For a check: the kinds that are named; empty where any check will do. */
  readonly checks: readonly CheckKind[]
  /** True where a page, a service, a command or a behaviour is named, which no type check and no linter can see. */
  readonly functional: boolean
  /** True where the part only asks for a run, so that a run which finds failures meets it too. */
  readonly runOnly: boolean
}

/** What an item promises. */
export interface ItemPromise {
  /** The class of the item as a whole: that of its first part. */
  readonly itemClass: ItemClass
  /** The needs of its parts; at least one. */
  readonly needs: readonly Need[]
}

/**
 * What an item's text promises. Linear in the text, of which the first line's length is read.
 * @param own words for classes in addition to the known ones
 */
export function promiseOf(text: string, own: OwnWords = noOwnWords): ItemPromise {
  const clauses = own.clausesOf(text)
  const needs = clauses.map((clause, index) => {
    const need = needOf(clause, clauses[index - 1], clauses.length)
    // "Run the tests and make sure they pass": the run is to come out well.
    return need.runOnly && wantsSuccess(clauses[index + 1]) ? { ...need, runOnly: false } : need
  })
  const first = clauses[0]
  const need = needs.find((one) => one.kind !== 'nothing') ?? needs[0]
  if (first === undefined || need === undefined)
    return { itemClass: 'unknown', needs: [needOfAnything(text)] }
  const demanding = needs.filter((one) => one.kind !== 'nothing')
  return {
    itemClass: classOf(need),
    needs: demanding.length === 0 ? [{ ...need, kind: 'anything' }] : demanding,
  }
}

const saysItWorks = saying('saysItWorks')

function wantsSuccess(next: Clause | undefined): boolean {
  return next?.act === 'verify' && saysItWorks.test(next.object)
}

function needOfAnything(text: string): Need {
  return { kind: 'anything', act: null, text, checks: [], functional: false, runOnly: false }
}

/** The class that a need belongs to. */
function classOf(need: Need): ItemClass {
  switch (need.kind) {
    case 'write':
      return 'change'
    case 'check':
      return 'verify'
    case 'inspection':
      return need.act === 'review' ? 'research' : 'verify'
    case 'execute':
    case 'delegation':
      return 'execute'
    case 'reading':
      return 'research'
    case 'prose':
      return need.act === 'think' ? 'think' : 'communicate'
    case 'anything':
    case 'nothing':
      return 'unknown'
  }
}

function needOf(clause: Clause, previous: Clause | undefined, count: number): Need {
  const { act, object, text } = clause
  const named = checksNamedIn(object)
  const base: Need = { kind: 'anything', act, text, checks: [], functional: false, runOnly: false }
  switch (act) {
    case null:
      return base
    case 'mark':
      if (count > 1) return { ...base, kind: 'nothing' }
      // "Mark the story as done in prd.json": what is marked stands in a file.
      return names(object) ? { ...base, kind: 'write' } : base
    case 'test':
      return {
        ...base,
        kind: 'check',
        checks: named.includes('test') ? ['test'] : named,
        functional: named.length === 0,
      }
    case 'lint':
    case 'typecheck':
    case 'format':
      return { ...base, kind: 'check', checks: [act, ...named.filter((kind) => kind !== act)] }
    case 'build':
      // "Rebuild hours.astro on top of the loader": made anew, not built.
      if (/^rebuil/.test(clause.verb) && (names(object) || isMadeAnew(object)))
        return { ...base, kind: 'write', act: 'change' }
      return isProse(headOf(object))
        ? { ...base, kind: 'prose' }
        : { ...base, kind: 'check', checks: ['build'] }
    case 'run':
      return run(base, object, named)
    case 'verify':
      return verification(base, clause, named, previous)
    case 'review':
      return previous !== undefined && object === ''
        ? { ...base, kind: 'nothing' }
        : { ...base, kind: 'inspection' }
    case 'start':
      if (namesOnlyChecks(object)) return run(base, object, named)
      return { ...base, kind: /\b(?:sub-?)?agents?\b/i.test(object) ? 'delegation' : 'execute' }
    case 'deploy':
      // "Publish alerts over MQTT" is what the program is to do.
      return /^publish/.test(clause.verb) && !isBroughtOut(object)
        ? { ...base, kind: 'write', act: 'change' }
        : { ...base, kind: 'execute' }
    case 'install':
    case 'commit':
      return { ...base, kind: 'execute' }
    case 'create':
      return creation(base, clause)
    case 'change':
      if (asksForNothing(object, previous)) return { ...base, kind: 'nothing' }
      if (/^(?:delete|remove)/.test(clause.verb) && isGitBranch(object))
        return { ...base, kind: 'execute', act: 'commit' }
      // "Apply the migration to the local database": a command does it.
      if (applies.test(folded(clause.verb)) && isApplied(object))
        return { ...base, kind: 'execute', act: 'run' }
      // "Upgrade the release with Helm": the tool does it, to what runs.
      if (
        /^(?:upgrad|updat|roll|scal|chang|remov|delet|restor)/u.test(clause.verb) &&
        isDoneByTool.test(object)
      )
        return { ...base, kind: 'execute', act: 'run' }
      // "Lint and render the chart": what is rendered is looked at.
      if (/^render/.test(clause.verb) && isChecking(previous?.act ?? null))
        return { ...base, kind: 'execute', act: 'run' }
      return { ...base, kind: 'write' }
    case 'document':
      // "Document the flags in README.md": what is written is the file.
      return {
        ...base,
        kind: /\b(?:in|into|to)\s\S*\.\w/iu.test(object) && names(object) ? 'write' : 'prose',
      }
    case 'generate':
      return { ...base, kind: isProse(headOf(object)) ? 'prose' : 'anything' }
    case 'research':
      return { ...base, kind: 'reading' }
    case 'think':
    case 'communicate':
      return { ...base, kind: 'prose' }
    case 'delegate':
      return { ...base, kind: 'delegation' }
  }
}

function names(object: string): boolean {
  return filesNamedIn(object).length > 0
}

/** "Run the type check and fix any errors" asks for nothing where there were none; "find the bug and fix it" does. */
function asksForNothing(object: string, previous: Clause | undefined): boolean {
  if (previous === undefined) return false
  const found =
    /^(?:any|all|the|remaining|found|its)?\s*(?:\w+\s)?(?:errors?|issues?|problems?|failures?|bugs?|warnings?|it|them)?\b/iu
  if (found.exec(object)?.[0] !== object) return false
  if (previous.act !== 'research') return true
  return /^(?:any|remaining|found)\b|^(?:\w+\s)?(?:errors|issues|problems|failures|bugs|warnings|them)$/iu.test(
    object,
  )
}

const applies = new TextPattern(`^${sourceOf('applyVerb')}`, 'u')

function run(base: Need, object: string, named: readonly CheckKind[]): Need {
  if (/\bagents?\b/i.test(object)) return { ...base, kind: 'delegation' }
  // "Run as non-root user" is how the thing is to run.
  if (/^(?:as|under|without|inside|behind)\s/iu.test(object) && named.length === 0)
    return { ...base, kind: 'write', act: 'change' }
  if (named.length === 0 && isReview(object)) return { ...base, kind: 'inspection', act: 'review' }
  if (named.length > 0) return { ...base, kind: 'check', checks: named, runOnly: !hasPurpose(object) }
  // "Run a verification that nothing refers to it" reads as well.
  if (isCheckNoun(object) && /\b(?:nothing|no|none)\b/iu.test(object))
    return { ...base, kind: 'inspection', act: 'verify' }
  return { ...base, kind: isCheckNoun(object) ? 'check' : 'execute', runOnly: true }
}

/** "the accessibility check with npm run a11y" is a check, if of a kind of its own. */
function isCheckNoun(object: string): boolean {
  const act = actOfNoun(
    headOf(object)
      .match(/[\p{L}-]+/gu)
      ?.at(-1) ?? '',
  )
  return act === 'verify' || act === 'test'
}

function creation(base: Need, clause: Clause): Need {
  const { object, verb } = clause
  const stem = folded(verb)
  if (builds.test(stem) && isBuilt(object)) return { ...base, kind: 'check', checks: ['build'], act: 'build' }
  const head = headOf(object)
  if (makers.test(stem) && isGitThing(head)) return { ...base, kind: 'execute', act: 'commit' }
  // A file by name is a file, whatever stands in it.
  const forPeople = !names(object) && writers.test(stem) && isProse(head)
  return { ...base, kind: forPeople ? 'prose' : 'write' }
}

/** Verbs of which branches and commits are made. */
const makers = new TextPattern(`^${sourceOf('makeVerb')}`, 'u')
const builds = new TextPattern(`^${sourceOf('buildVerb')}`, 'u')

/** Verbs of which texts come; "implement a report" makes a program. Without a verb a noun says it. */
const writers = new TextPattern(`^(?:${sourceOf('writeVerb')}|$)`, 'u')

const byChanging = saying('byChanging')

const stateOfThings = saying('stateOfThings')

function verification(
  base: Need,
  { object, verb }: Clause,
  named: readonly CheckKind[],
  previous: Clause | undefined,
): Need {
  if (byChanging.test(object)) return { ...base, kind: 'write', act: 'change' }
  if (isChecking(previous?.act ?? null) && saysItWorks.test(object)) return { ...base, kind: 'nothing' }
  // A scanner knows what is known; its findings are what was asked for.
  if (
    /^for (?:any )?(?:known |security )*(?:vulnerabilit(?:y|ies)$|CVEs?\b|(?:outdated|vulnerable|unused) (?:dependenc|packages))/iu.test(
      object,
    )
  )
    return { ...base, kind: 'reading' }
  if (isWithSomebody(object)) return { ...base, kind: 'prose', act: 'communicate' }
  // "Check for tests that depend on it" looks for them; "check for type errors" runs the check.
  if (/^for\s/iu.test(object) && named.every((kind) => kind === 'test'))
    return { ...base, kind: 'inspection' }
  if (named.length > 0) return { ...base, kind: 'check', checks: named }
  const bare =
    /^(?:(?:the|all|it|that|everything|if|result|results|completion|complete|done|story)\b\s*)*$/iu.test(
      object,
    )
  if (bare && previous !== undefined) return { ...base, kind: 'nothing' }
  if (verb === 'check' && stateOfThings.test(object)) return { ...base, kind: 'reading' }
  const sight = sightOf(object)
  if (sight === 'inspection') return { ...base, kind: 'inspection' }
  return { ...base, kind: 'check', functional: sight === 'functional' || /^that\s/iu.test(object) }
}

const functional = saying('functional')
const codeProperty = saying('codeProperty')
const property = saying('property')

/** How a verification of a thing is met: by a run that shows it, by any check, or by reading as well. */
function sightOf(object: string): 'functional' | 'bare' | 'inspection' {
  if (codeProperty.test(object)) return 'inspection'
  if (functional.test(object)) return 'functional'
  return property.test(object) ? 'inspection' : 'bare'
}

/** Words behind "build" that make it a run of the build, not the making of a thing. */
const builtThings = new TextPattern(
  String.raw`^(?:(?:and|full|production|final|release|debug|docker|swift|rust|go|java|python|typescript|android|ios|web|${anyOf('articles')})\s+)*(?:$|${sourceOf('buildable')}\b)`,
  'iu',
)

/** True where building the thing is a run of the build. */
function isBuilt(object: string): boolean {
  return builtThings.test(object)
}

const proseThings = saying('proseThing')
const ofThing = new TextPattern(String.raw`\s${anyOf('of')}\s`, 'iu')

/** True where the head of an object is written for people; "a diagram of the flow" is a diagram. */
function isProse(head: string): boolean {
  const [thing = head] = head.split(ofThing.for(head), 1)
  return proseThings.test(head) || proseThings.test(thing)
}

const gitThings = saying('gitThing')

/** True for branches, commits, pull requests and the like, which commands make. */
function isGitThing(head: string): boolean {
  return gitThings.test(head)
}

/** True for what "delete" takes from git: a deleted issue or release may as well be one of the program. */
function isGitBranch(head: string): boolean {
  return /^(?:\S+\s+){0,4}(?:branch(?:es)?|worktrees?)$/iu.test(head.trim())
}

const purpose = saying('successPurpose')

/** True where a run is to come out well, not only to be made. */
function hasPurpose(object: string): boolean {
  return purpose.test(object)
}

const reviews = saying('reviewNoun')

/** True where what is run is a review. */
function isReview(object: string): boolean {
  return reviews.test(object)
}

const madeAnew = saying('madeAnew')

/** True where "rebuild" makes something anew, on top of another thing, and runs no build. */
function isMadeAnew(object: string): boolean {
  return madeAnew.test(object)
}

const applied = new TextPattern(
  String.raw`^(?:\W|(?:new|pending|a|ef|db|database|prisma|alembic|django|${anyOf('articles')}) )*(?:${sourceOf('migration')}|terraform|manifests?)\b(?! (?:files?|patterns?|logic|style))|\b(?:with|using|via|through) (?:terraform|tofu|kubectl|helm|ansible|pulumi|flyway|liquibase|alembic|prisma)\b|\bto (?:the )?(?:\w+ )?(?:database|db|cluster)$`,
  'iu',
)

/** True for what a command brings to a running system: migrations, manifests. */
function isApplied(object: string): boolean {
  return applied.test(object)
}

const isDoneByTool =
  /\b(?:releases?|deployments?|stacks?|clusters?|services?|infrastructure|pods?|replicas?|containers?)\b.*\b(?:with|using|via|through) (?:helm|kubectl|terraform|tofu|pulumi|ansible|docker(?:[ -]compose)?|flux|argo\w*)\b/iu

const broughtOut = new TextPattern(String.raw`^\W*$|${sourceOf('broughtOut')}`, 'iu')

/** True for what is published to people, not by a program. */
function isBroughtOut(object: string): boolean {
  return broughtOut.test(object)
}

const withSomebody = saying('withSomebody')

/** True where somebody is asked: "Confirm the copy with the user". */
function isWithSomebody(object: string): boolean {
  return withSomebody.test(object)
}

/** A number that is a status of an answer, not a count of lines or milliseconds. */
const statusCode =
  /(?<![\w.:/-])([1-5]\d\d)(?![\w%]|[.,]\d|\s*(?:lines?|loc|characters|chars|words|columns|rows|items|records|ms|kb|mb|px|users?)\b)/giu

/** Said of requests that are to be turned away. */
const isTurnedAway = saying('turnedAway')

/** Said of what is not to be there. */
const isNotThere = saying('notThere')

const givesUp = saying('givesUp')

const turnedAway: readonly number[] = [400, 401, 403, 405, 409, 422, 429]
const notThere: readonly number[] = [404, 410]

/** The statuses of answers that an item's text names. */
export function statusesNamedIn(text: string): readonly string[] {
  return [...text.slice(0, 600).matchAll(statusCode)].flatMap(([, code]) =>
    code === undefined ? [] : [code],
  )
}

/** True where an item's text says that an answer with this HTTP status is what is to be seen. */
export function expectsStatus(text: string, status: number): boolean {
  const line = text.slice(0, 600)
  if (statusesNamedIn(line).includes(String(status))) return true
  return (
    (turnedAway.includes(status) && isTurnedAway.test(line)) ||
    (notThere.includes(status) && isNotThere.test(line))
  )
}

/** True where an item's text says that the program which is run is to give up or to turn something away. */
export function expectsToGiveUp(text: string): boolean {
  return givesUp.test(text.slice(0, 600))
}
