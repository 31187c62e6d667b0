/** How much one piece of work counts for what a part of an item needs. The numbers stand in `fitted.ts`. */

import { headOf } from '../items/clauses.js'
import { type Need, promiseOf } from '../items/item-class.js'
import { saying, sourceOf, TextPattern } from '../languages/index.js'
import type { TextFeatures } from '../work/text-features.js'
import { type CallWork, succeeded, type Work, type WorkSort } from '../work/work.js'
import {
  reportStrength,
  runsSomething,
  sortOf,
  textOf,
  writesContent,
  writesNotesOnly,
} from '../work/work-sort.js'
import {
  alreadyThere,
  checkForDeployment,
  closeness,
  commandWeight,
  databaseForWrite,
  documentWritten,
  fetchedForUpdate,
  foundByReading,
  foundFrom,
  generated,
  namedFrom,
  needWeights,
  notesForNotes,
  otherFilesForTests,
  othersDelegate,
  ownTimes,
  productForThinking,
  pushForDeployment,
  question,
  questionAsked,
  said,
  saidLength,
} from './fitted.js'
import type { Link } from './links.js'
import { weighForCheck } from './weigh-check.js'
import { weighForInspection } from './weigh-inspection.js'
import { nameOfCheck, nothing, type Surroundings, type Weighed } from './weighed.js'

/** Weighs one piece of work for one need. */
export function weigh(need: Need, link: Link, around: Surroundings): Weighed {
  const { kind } = need
  if (kind === 'nothing' || (link.late && kind !== 'prose')) return nothing
  const sort = sortFor(kind, link.work)
  const weight = needWeights[kind][sort] ?? 0
  const base: Weighed = { weight, what: namesOfSorts[sort], isCheck: false }
  if (link.work.kind === 'call' && (sort === 'report' || sort === 'delegate')) {
    return weighDelegate(need, link, link.work, base, around)
  }
  switch (kind) {
    case 'write':
      return weighForWrite(need, link, sort, base, around)
    case 'check':
      // Where nothing was written there is nothing whose behaviour could have changed: it is to be read and judged.
      return around.lastWrite < 0 && !around.writesOfItsOwn && isBareVerify(need)
        ? betterOf(
            weighForCheck(need, link, sort, base, around),
            weighForInspection(
              need,
              link,
              sort,
              { ...base, weight: needWeights.inspection[sort] ?? 0 },
              around,
            ),
          )
        : weighForCheck(need, link, sort, base, around)
    case 'inspection':
      return weighForInspection(need, link, sort, base, around)
    case 'execute':
      return link.work.kind === 'message' && need.act === 'install'
        ? weighAlreadyThere(link, link.work.text, around)
        : weighForExecute(need, link.work, sort, base)
    case 'prose':
      return weighForProse(need, link, sort, base)
    case 'anything':
      // What a program is to make it made or did not.
      if (need.act === 'generate' && link.work.kind === 'call' && showsItsEnd(link.work))
        return { ...base, weight: generated, isCheck: true }
      // Whatever the item is, what was read in the time of others alone does not do it.
      return sort === 'read' && (link.others || link.place === 'before')
        ? { ...base, once: true }
        : byText(link.work, base)
    case 'reading':
    case 'delegation':
      return byText(link.work, base)
  }
}

/** A line that writes a file and runs something is a write for what asks for one. */
function sortFor(kind: Need['kind'], work: Work): WorkSort {
  const sort = sortOf(work)
  if (sort !== 'check' || kind !== 'write' || work.kind !== 'call' || !writesContent(work)) return sort
  return writesNotesOnly(work)
    ? 'notes'
    : work.description.files.some(({ access }) => access === 'write')
      ? 'product'
      : sort
}

function isBareVerify({ act, checks, functional }: Need): boolean {
  return act === 'verify' && checks.length === 0 && !functional
}

function betterOf(one: Weighed, other: Weighed): Weighed {
  return other.weight > one.weight ? other : one
}

/** What each sort of work is called for people. */
const namesOfSorts: Readonly<Record<WorkSort, string>> = {
  product: 'file written',
  notes: 'notes written',
  elsewhere: 'something written',
  check: 'check run',
  run: 'command run',
  version: 'version control',
  fetch: 'something fetched',
  chore: 'command run',
  status: 'look at what runs',
  read: 'read',
  report: 'report of a sub-agent',
  delegate: 'sub-agent without a report',
  unknown: 'call of an unknown tool',
  text: 'text written',
  none: '',
}

/** A text counts by how much of a report it is. */
function byText(work: Work, base: Weighed): Weighed {
  const text = work.kind === 'message' ? work.text : null
  return text === null ? base : { ...base, weight: base.weight * reportStrength(text) }
}

/**
 * A sub-agent's work counts as its parent's. Without its log a report of it shows what it did; one that worked for
 * another item, or before something was written, checked and wrote nothing for this one.
 */
function weighDelegate(need: Need, link: Link, call: CallWork, base: Weighed, around: Surroundings): Weighed {
  if (need.kind === 'delegation') return base
  const best = call.child === null ? undefined : bestOfChild(need, link, call.child, around)
  if (best !== undefined && best.weight > 0) return { ...best, what: `${best.what} by a sub-agent` }
  const isDone = need.kind === 'write' || need.kind === 'check'
  if (isDone && best === undefined && !link.own && onlyLooks(call))
    return { ...base, weight: othersDelegate.doing }
  const isItsOwn = link.own || (link.place === 'within' && !link.others)
  if (isItsOwn) return base
  return { ...base, weight: isDone ? othersDelegate.doing : othersDelegate.knowing }
}

/** What was found of children: many calls may go to one, and stand to the item in the same way. */
const known = new WeakMap<Surroundings, Map<string, Weighed | undefined>>()

/** The strongest piece of a child session's work; undefined where its log is not at hand. */
function bestOfChild(need: Need, link: Link, child: string, around: Surroundings): Weighed | undefined {
  const found = known.get(around) ?? new Map<string, Weighed | undefined>()
  known.set(around, found)
  const { work: _, ...standing } = link
  const name = JSON.stringify([child, need, standing])
  if (found.has(name)) return found.get(name)
  const works = around.child(child)
  const inner: Surroundings = { ...around, lastWrite: -1, child: () => undefined }
  let best = nothing
  for (const work of works ?? []) {
    if (work.kind === 'call' && !succeeded(work)) continue
    const weighed = weigh(need, { ...link, work }, inner)
    if (weighed.weight > best.weight) best = weighed
  }
  const answer = works === undefined ? undefined : best
  found.set(name, answer)
  return answer
}

/** True where a sub-agent was sent to look, by the first thing said of its task: "Explore …", "Plan …". */
function onlyLooks({ label }: CallWork): boolean {
  const { needs } = promiseOf(label)
  return needs.every(({ kind, act }) => kind === 'reading' || act === 'think' || act === 'review')
}

/** Said of items whose product is a document. */
const asksForNotes = saying('documentThing')

/** Said of items whose product is tests. */
const endsInTests = new TextPattern(String.raw`${sourceOf('endsInTests')}\W*$`, 'iu')

const namesDependencies = saying('dependencies')
const decides = new TextPattern(String.raw`^\W*${sourceOf('decides')}`, 'iu')

const testFile = /test|spec|e2e|fixture/i

/** A statement that the thing which the item names was there already, in the item's time, after it was looked at. */
function weighAlreadyThere(
  { place, own, strength }: Link,
  text: TextFeatures,
  around: Surroundings,
): Weighed {
  const isOf = place === 'within' && (own || strength >= closeness.unowned)
  return around.lookedAtIt && isOf && around.fitOf(text.alreadyDone) >= namedFrom
    ? { weight: alreadyThere, what: 'says that it was there already', isCheck: false, once: true }
    : nothing
}

function weighForWrite(need: Need, link: Link, sort: WorkSort, base: Weighed, around: Surroundings): Weighed {
  const { work, relation, own, place } = link
  if (work.kind === 'message') return weighAlreadyThere(link, work.text, around)
  if (work.kind !== 'call') return base
  if (generates(work)) return { ...base, weight: generated }
  if (work.description.checks.includes('run') && relation >= namedFrom && asksForProduct(need.text))
    return { ...base, weight: generated }
  const { files } = work.description
  if (sort === 'fetch' && namesDependencies.test(need.text)) return { ...base, weight: fetchedForUpdate }
  if (sort === 'notes') {
    if (asksForNotes.test(need.text.replace(/\([^)]*\)/g, ' '))) return { ...base, weight: notesForNotes }
    return own ? { ...base, weight: base.weight * ownTimes.notes } : base
  }
  if (sort === 'product' && endsInTests.test(headOf(need.text))) {
    const isTest = files.some((file) => file.access === 'write' && testFile.test(file.path))
    return isTest ? base : { ...base, weight: otherFilesForTests }
  }
  if (sort === 'check' && work.description.checks.includes('database'))
    return { ...base, weight: databaseForWrite }
  if (sort === 'elsewhere' && own) return { ...base, weight: base.weight * ownTimes.elsewhere }
  if (
    sort === 'read' &&
    need.act === 'create' &&
    (own || place === 'within') &&
    relation >= foundFrom &&
    files.length > 0
  )
    return { ...base, weight: foundByReading, what: 'read what may be it', once: true }
  return base
}

/** True where a few sentences are all that is promised: something reported, or a choice made in the item's own time. */
function isSaidShortly({ act, text }: Need, { own, place }: Link): boolean {
  if (act === 'communicate') return true
  return act === 'think' && own && place === 'within' && decides.test(text)
}

function weighForProse(need: Need, link: Link, sort: WorkSort, base: Weighed): Weighed {
  const { work } = link
  const text = textOf(work)
  if (text !== null) {
    const weight = needWeights.prose.text ?? 0
    const strength = weight * reportStrength(text)
    const isQuestion = work.kind === 'call' && sort === 'text'
    if (work.kind !== 'call') {
      const isSaid = isSaidShortly(need, link) && !text.empty && text.length >= saidLength
      return { ...base, weight: isSaid ? Math.max(strength, said) : strength }
    }
    if (isQuestion) {
      return { ...base, weight: Math.max(strength, need.act === 'communicate' ? questionAsked : question) }
    }
    return { ...base, what: 'document written', weight: Math.max(strength, link.own ? documentWritten : 0) }
  }
  return sort === 'product' && need.act === 'think' ? { ...base, weight: productForThinking } : base
}

/** Weighs a piece of work for a command. `base` is what its sort counts. */
function weighForExecute(need: Need, work: Work, sort: WorkSort, base: Weighed): Weighed {
  if (work.kind !== 'call') return base
  if (isPreview(work)) return { ...base, weight: checkForDeployment }
  const { checks, background } = work.description
  const isIt = ((): boolean => {
    switch (need.act) {
      case 'deploy':
        return checks.includes('deploy')
      case 'commit':
        return sort === 'version' && isTheOne(need, work)
      case 'install':
        return sort === 'fetch'
      case 'start':
        return background || checks.some((kind) => kind === 'run' || kind === 'deploy' || kind === 'probe')
      default:
        return runsSomething(work)
    }
  })()
  if (isIt)
    return { weight: commandWeight, what: sort === 'check' ? nameOfCheck(checks) : base.what, isCheck: true }
  if (
    need.act === 'start' &&
    (sort === 'chore' || /kill|stop/iu.test(work.tool)) &&
    /^\W*(?:stop|kill|shut|end)/iu.test(need.text)
  )
    return { ...base, weight: commandWeight }
  if (need.act !== 'deploy') return base
  if (sort === 'version') return { ...base, weight: pushes(work) ? pushForDeployment : 0 }
  // Tests, builds and dry runs before a deployment bring nothing out.
  return sort === 'check' && !checks.includes('run') ? { ...base, weight: checkForDeployment } : base
}

/** True where the call runs something, and nothing hides how it ended. */
function showsItsEnd(call: CallWork): boolean {
  return runsSomething(call) && !call.description.commands.some(({ statusHidden }) => statusHidden)
}

/** True where the call only shows what a command would do. */
function isPreview({ description: { commands } }: CallWork): boolean {
  const previews = /^(?:plan|diff|preview|validate|template|show|--dry-run(?:=\w+)?|--check|--what-if)$/u
  const infrastructure =
    /^(?:terraform|tofu|terragrunt|kubectl|helm|pulumi|ansible-playbook|cdk|sam|flyway|alembic|prisma)$/u
  const asked = commands.filter(({ effect }) => effect === 'execute')
  return (
    asked.length > 0 &&
    asked.every(
      ({ program, words }) => infrastructure.test(program) && words.some((word) => previews.test(word)),
    )
  )
}

/** What of version control an item asks for, and the commands that do it. */
const versioning: readonly (readonly [Pick<RegExp, 'test'>, RegExp])[] = [
  [
    /\b(?:pull[- ]requests?|prs?|merge[- ]requests?|mrs?)\b/iu,
    /^(?:gh|hub|glab|tea|az)\b|\bpush\b.*(?:merge_request|refs\/for)/u,
  ],
  [saying('pushed'), /\bpush\b|^(?:gh|hub|glab)\b/u],
  [/^\W*(?:re)?tag\b|\btags?\b/iu, /\btag\b|^(?:gh|hub|glab)\b|\bversion\b|--tags\b/u],
]

/** True where the call did what of version control is asked for: a commit opens no pull request. */
function isTheOne(need: Need, { description }: CallWork): boolean {
  const asked = versioning.find(([text]) => text.test(need.text))
  return asked === undefined || description.commands.some(({ words }) => asked[1].test(words.join(' ')))
}

/** True where commits are brought to another repository. */
function pushes({ description }: CallWork): boolean {
  return description.commands.some(
    ({ program, words }) =>
      (program === 'git' && words.some((word) => word === 'push' || word === 'send-email')) ||
      program === 'gh' ||
      program === 'hub',
  )
}

const generating =
  /^(?:g|generate|gen|new|scaffold|init|make:\S+|makemigrations|startapp|startproject|revision|migration:(?:generate|create)|add:\S+|create|codegen)$/

/** True where a command of the call is a generator: `rails g migration`, `artisan make:model`, `alembic revision`. */
function generates({ description }: CallWork): boolean {
  return description.commands.some(
    ({ effect, words }) => effect === 'execute' && words.slice(1, 4).some((word) => generating.test(word)),
  )
}

/** True where what an item asks for is what a program puts out, not how the program is written. */
function asksForProduct(text: string): boolean {
  return /^\W*(?:render|convert|extract|export|import|load|populate|clean|crop|resize|seed|migrate|archive|compress|index|train|process|transform|dedup\w*|backfill|generate|regenerate|sync)\b/iu.test(
    text,
  )
}
