/** Whether all that an item names was reached: each thing of a list, each named file, as many as it counts. */

import type { ItemPromise, Need } from '../items/item-class.js'
import { filesNamedIn, isNamed, normalizePath } from '../items/named-files.js'
import { actOfVerb } from '../items/verbs.js'
import { itemWordsOf, wordsOf } from '../items/words.js'
import { anyOf, languages, saying, sourceOf, TextPattern } from '../languages/index.js'
import { type CallWork, succeeded } from '../work/work.js'
import { runsSomething, writesContent } from '../work/work-sort.js'
import { namedFrom, relatedFrom } from './fitted.js'
import type { Link } from './links.js'
import { suites } from './weighed.js'

/** What an item names and its work did not reach, in a few words; null where nothing is missing. */
export function leftOut({ needs }: ItemPromise, links: readonly Link[]): string | null {
  for (const need of needs) {
    const missing =
      need.kind === 'write'
        ? (fileLeftOut(need, links) ??
          thingLeftOut(need, callsOf(links, mayWrite)) ??
          countLeftOut(need, links) ??
          sitesLeftOut(need, links) ??
          stillFound(need, links))
        : need.kind === 'check' && need.checks.length === 0
          ? checkLeftOut(need, links)
          : null
    if (missing !== null) return missing
  }
  return null
}

function callsOf(links: readonly Link[], holds: (call: CallWork) => boolean): readonly CallWork[] {
  return links.flatMap(({ work, place, strength, own }) =>
    work.kind === 'call' &&
    (place !== 'after' || own) &&
    (own || strength >= relatedFrom) &&
    succeeded(work) &&
    holds(work)
      ? [work]
      : [],
  )
}

/** True for what writes, or may have. */
function mayWrite(call: CallWork): boolean {
  const { effect } = call.description
  return writesContent(call) || runsSomething(call) || effect === 'delegate' || effect === 'unknown'
}

const listed = new TextPattern(
  String.raw`^\s*(?:,|${anyOf('and')}|&|\+|\/|、|${sourceOf('listSign')}|，|,\s*${anyOf('and')})\s*$`,
  'iu',
)

/** Of files in a list one was written and another was not: "Update Dockerfile and docker-compose.yml". */
function fileLeftOut(need: Need, links: readonly Link[]): string | null {
  const names = filesNamedIn(need.text)
  if (names.length < 2) return null
  const inList = new Set<string>()
  for (const [index, name] of names.entries()) {
    const next = names[index + 1]
    if (next === undefined) continue
    const from = need.text.indexOf(name) + name.length
    const to = need.text.indexOf(next, from)
    if (to < 0 || !listed.test(need.text.slice(from, to))) continue
    inList.add(name)
    inList.add(next)
  }
  const calls = callsOf(links, mayWrite)
  const isReached = (name: string) =>
    calls.some(
      ({ description, words }) =>
        description.files.some((file) => isNamed(normalizePath(file.path), normalizePath(name))) ||
        (description.commands.length > 0 && [...itemWordsOf(name)].every((word) => words.has(word))),
    )
  const reached = [...inList].filter(isReached)
  return reached.length > 0 && reached.length < inList.size
    ? ([...inList].find((name) => !isReached(name)) ?? null)
    : null
}

const separators = new TextPattern(
  String.raw`\s+(?:${anyOf('and')}|&|\+)\s+|\s*[,、，]\s*(?:${anyOf('and')}\s+)?|${sourceOf('listSign')}`,
  'iu',
)
const listEnd = new TextPattern(String.raw`\s${anyOf('listEnds')}\s`, 'iu')

/** Words that need not be said: a test is a unit test unless it says otherwise. */
const vague = new Set(
  'unit doc docs documentation test tests code type types style styles config error import imports logic handler handlers prop props ui api'.split(
    ' ',
  ),
)

/** Of things in a list the work speaks of some and not of another: "Create the model, the migration and the view". */
function thingLeftOut(need: Need, calls: readonly CallWork[]): string | null {
  if (calls.length === 0 || calls.some(({ description }) => description.effect === 'delegate')) return null
  const text = need.text.replace(/\([^)]*\)/gu, ' ')
  const [head = ''] = text.split(listEnd.for(text), 1)
  const list = head.replace(/^\W*[\p{L}-]+\s+/u, '')
  const things = list.split(separators.for(list))
  if (things.length < 2 || things.length > 5) return null
  // "the toggle and remember the choice": a clause of its own, whose verb is not known.
  if (things.slice(1).some((thing) => /^\p{L}+\s+(?:the|an?|its|their)\s/iu.test(thing))) return null
  const words = things.map((thing) => [...wordsOf(thing)])
  // A thing of several words may be called otherwise; one of a single word is called by it.
  if (words.slice(0, -1).some((some) => some.length !== 1)) return null
  const last = words.pop() ?? []
  if (
    last.length === 0 ||
    last.length > 2 ||
    actOfVerb(things.at(-1)?.trim().split(' ', 1)[0] ?? '') !== null
  )
    return null
  // "login and logout endpoints": what distinguishes the last from the others is its first word.
  words.push(last.slice(0, 1))
  const isNamedIn = (some: readonly string[]) =>
    some.every((word) => vague.has(word)) || calls.some((call) => some.some((word) => call.words.has(word)))
  const reached = words.filter(isNamedIn)
  if (reached.length === 0 || reached.length === words.length) return null
  const at = words.findIndex((some) => !isNamedIn(some))
  return things[at]?.trim() ?? null
}

const numbers: readonly TextPattern[] = [2, 3, 4, 5, 6, 7, 8].map((number) => {
  const spoken = languages.flatMap(({ words, unspaced }) => {
    const word = words.numbers?.split(' ')[number - 2]
    return word === undefined ? [] : unspaced === undefined ? String.raw`\b(?:${word})\b` : word
  })
  return new TextPattern(String.raw`\b${number}\b|${spoken.join('|')}`)
})

/** How many things an item counts, or null. */
function countIn(text: string, noun: Pick<RegExp, 'exec'>): number | null {
  const before = noun.exec(text)
  if (before === null) return null
  const lead = text.slice(Math.max(0, before.index - 30), before.index)
  const at = numbers.findIndex((number) => number.test(lead))
  return at < 0 ? null : at + 2
}

const files = saying('files')

/** Fewer files were written than the item counts. */
function countLeftOut(need: Need, links: readonly Link[]): string | null {
  const count = countIn(need.text, files)
  if (count === null) return null
  const calls = callsOf(links, mayWrite)
  if (calls.some((call) => !writesContent(call) || call.description.commands.length > 0)) return null
  const written = new Set(
    calls.flatMap(({ description }) =>
      description.files.filter(({ access }) => access === 'write').map(({ path }) => normalizePath(path)),
    ),
  )
  return written.size > 0 && written.size < count ? `${count - written.size} of ${count} files` : null
}

/** Places in code that are changed one by one. */
const sites =
  /\b(?:callers?|call[- ]?sites?|usages?|uses|references?|imports?|occurrences?|invocations?|calls?(?=\s(?:of|to)\b)|everywhere|(?:all|every) files?)\b/iu

/** Fewer lines were changed than the item counts places, or fewer than half of the files that its search had listed. */
function sitesLeftOut(need: Need, links: readonly Link[]): string | null {
  if (!sites.test(need.text)) return null
  const calls = callsOf(links, mayWrite)
  if (calls.length === 0 || calls.some(({ changes }) => changes.length === 0)) return null
  const count = countIn(need.text, sites)
  const lines = calls.reduce(
    (sum, { changes }) => changes.reduce((more, change) => more + change.lines, sum),
    0,
  )
  if (count !== null && lines < count) return `${count - lines} of ${count}`
  if (!every.test(need.text) && !each.test(need.text) && !/\bevery(?:where)?\b/iu.test(need.text)) return null
  const first = calls[0]?.position ?? 0
  const listed = links.findLast(
    ({ work, relation }) =>
      work.kind === 'call' && work.position < first && work.listed.length > 2 && relation >= namedFrom,
  )?.work
  if (listed?.kind !== 'call') return null
  const changed = calls.flatMap(({ changes }) => changes.map(({ path }) => path))
  const missed = listed.listed.filter((file) => !changed.some((path) => isNamed(path, file)))
  return missed.length < listed.listed.length && missed.length * 2 > listed.listed.length
    ? `${missed.length} of ${listed.listed.length} files that ${listed.label} listed`
    : null
}

const removes = new TextPattern(String.raw`^\W*${sourceOf('removes')}`, 'iu')
const every = saying('everything')

/** The item's last own search, after its last write, still found what was all to go. */
function stillFound(need: Need, links: readonly Link[]): string | null {
  if (!removes.test(need.text) || !every.test(need.text)) return null
  let found: string | null = null
  for (const { work, own, place, relation } of links) {
    if (work.kind !== 'call' || !own || place !== 'within') continue
    if (writesContent(work)) found = null
    else if (isSearch(work) && relation >= namedFrom) found = work.outputLength > 20 ? work.label : null
  }
  return found === null ? null : `what ${found} still finds`
}

function isSearch({ description, tool }: CallWork): boolean {
  const program = description.commands.at(-1)?.program
  return description.effect === 'read' && /^(?:grep|rg|egrep|ag|search\w*)$/iu.test(program ?? tool)
}

const probed = saying('places')
const each = saying('each')

/** Requests and looks at pages reached fewer than the item counts, or but one where it says all; or not one of two. */
function checkLeftOut(need: Need, links: readonly Link[]): string | null {
  const checks = callsOf(links, ({ description }) => description.verify)
  const isSingle = ({ description }: CallWork) =>
    description.checks.length > 0 &&
    description.checks.every((kind) => kind === 'probe' || kind === 'browser')
  if (
    checks.length === 0 ||
    !checks.every(isSingle) ||
    checks.some(({ description }) => suites.has(description.checks[0] ?? 'probe'))
  )
    return null
  const count = countIn(need.text, probed) ?? (probed.test(need.text) && each.test(need.text) ? 2 : null)
  const tried = checks.reduce(
    (sum, { description }) => sum + Math.max(1, requestsIn(description.commands)),
    0,
  )
  if (count !== null && tried < count && !checks.some(loops)) return `${count - tried} of ${count}`
  return thingLeftOut(need, checks)
}

function requestsIn(commands: CallWork['description']['commands']): number {
  return commands.filter(({ program }) => /^(?:curl|wget|http|https|xh|grpcurl)$/.test(program)).length
}

/** True where one line may have made many requests. */
function loops({ description }: CallWork): boolean {
  return description.commands.some(({ words }) =>
    words.some((word) => /\$|\{.*,.*\}/u.test(word) && !/%\{/u.test(word)),
  )
}
