/** How much one piece of work counts for what a part of an item needs. The numbers stand in `fitted.ts`. */

import { type Need, promiseOf } from '../items/item-class.js'
import { headOf } from '../items/item-parts.js'
import { checksNamedIn } from '../items/named-checks.js'
import { type CallWork, succeeded, type Work, type WorkSort } from '../work/work.js'
import { reportStrength, runsSomething, sortOf, textOf } from '../work/work-sort.js'
import {
  alreadyThere,
  commandWeight,
  databaseForWrite,
  documentWritten,
  findingsWithoutLook,
  foundByReading,
  foundFrom,
  namedFrom,
  needWeights,
  notesForNotes,
  otherFilesForTests,
  othersDelegate,
  ownTimes,
  productForThinking,
  pushForDeployment,
  question,
  readsForInspection,
  typesForInspection,
  writeForEnsure,
} from './fitted.js'
import type { Link } from './links.js'
import { weighForCheck } from './weigh-check.js'
import { listsOnly, nameOfCheck, nothing, type Surroundings, suites, type Weighed } from './weighed.js'

/** Weighs one piece of work for one need. */
export function weigh(need: Need, link: Link, around: Surroundings): Weighed {
  const { kind } = need
  if (kind === 'nothing' || (link.late && kind !== 'prose')) return nothing
  const sort = sortOf(link.work)
  const weight = needWeights[kind][sort] ?? 0
  const base: Weighed = { weight, what: namesOfSorts[sort], isCheck: false }
  if (link.work.kind === 'call' && (sort === 'report' || sort === 'delegate')) {
    return weighDelegate(need, link, link.work, base, around)
  }
  switch (kind) {
    case 'write':
      return weighForWrite(need, link, sort, base, around)
    case 'check':
      return weighForCheck(need, link, sort, base, around)
    case 'inspection':
      return weighForInspection(need, link, sort, base, around)
    case 'execute':
      return weighForExecute(need, link.work, sort, base)
    case 'prose':
      return weighForProse(need, link, sort, base)
    case 'anything':
      // Whatever the item is, what was read in the time of others alone does not do it.
      return sort === 'read' && (link.others || link.place === 'before')
        ? { ...base, once: true }
        : byText(link.work, base)
    case 'reading':
    case 'delegation':
      return byText(link.work, base)
  }
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
  const works = call.child === null ? undefined : around.child(call.child)
  if (works !== undefined) {
    const inner: Surroundings = { ...around, lastWrite: -1, child: () => undefined }
    let best = nothing
    for (const work of works) {
      if (work.kind === 'call' && !succeeded(work)) continue
      const weighed = weigh(need, { ...link, work }, inner)
      if (weighed.weight > best.weight) best = weighed
    }
    if (best.weight > 0) return { ...best, what: `${best.what} by a sub-agent` }
  }
  const isDone = need.kind === 'write' || need.kind === 'check'
  if (isDone && works === undefined && !link.own && onlyLooks(call))
    return { ...base, weight: othersDelegate.doing }
  const isItsOwn = link.own || (link.place === 'within' && !link.others)
  if (isItsOwn) return base
  return { ...base, weight: isDone ? othersDelegate.doing : othersDelegate.knowing }
}

/** True where a sub-agent was sent to look, by the first thing said of its task: "Explore …", "Plan …". */
function onlyLooks({ label }: CallWork): boolean {
  const { needs } = promiseOf(label)
  return needs.every(({ kind, act }) => kind === 'reading' || act === 'think' || act === 'review')
}

/** Said of items whose product is a document. */
const asksForNotes =
  /\.(?:md|txt|rst)\b|\b(?:docs?|documents?|documentation|readme|changelog|prd|plans?|guides?|notes?|specs?|reports?|files?|todos?|prompts?|workflow|skills?|commands?|templates?|progress|memory)\b|文档|报告|方案|计划/iu

/** Said of items whose product is tests. */
const endsInTests = /(?:\btests?|\bspecs?|\btest (?:suite|cases?|coverage)|测试|测试用例|テスト)\W*$/iu

const testFile = /test|spec|e2e|fixture/i

function weighForWrite(
  need: Need,
  { work, relation, own, place }: Link,
  sort: WorkSort,
  base: Weighed,
  around: Surroundings,
): Weighed {
  if (work.kind === 'message') {
    const isThere = around.looked && own && place === 'within' && work.text.saysAlreadyDone
    return isThere
      ? { ...base, weight: alreadyThere, what: 'says that it was there already', once: true }
      : nothing
  }
  if (work.kind !== 'call') return base
  const { files } = work.description
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

function weighForInspection(
  need: Need,
  link: Link,
  sort: WorkSort,
  base: Weighed,
  around: Surroundings,
): Weighed {
  const { work, place } = link
  if (work.kind === 'call' && sort === 'check') {
    const { checks } = work.description
    const what = nameOfCheck(checks)
    if (!checks.every((kind) => suites.has(kind) && kind !== 'test')) return { ...base, what }
    const named =
      checksNamedIn(need.text).some((kind) => checks.includes(kind)) || /\btyp(?:e|es|ing)\b/i.test(need.text)
    return { ...base, what, weight: named ? typesForInspection.asked : typesForInspection.otherwise }
  }
  if (sort === 'read') {
    if (work.kind === 'call' && listsOnly(work) && link.relation < namedFrom) return nothing
    return { ...base, weight: readForInspection(link, around) }
  }
  if (sort === 'product' && place === 'within' && /^\W*ensure/i.test(need.text))
    return { ...base, weight: writeForEnsure }
  const text = textOf(work)
  if (text === null) return base
  const share = around.looked ? 1 : findingsWithoutLook
  return { ...base, weight: base.weight * share * reportStrength(text), what: 'findings written' }
}

function readForInspection({ work, relation, place }: Link, around: Surroundings): number {
  if (place === 'after') return readsForInspection.after
  if (around.findings)
    return relation >= namedFrom ? readsForInspection.namedWithFindings : readsForInspection.withFindings
  const weight = relation >= namedFrom ? readsForInspection.named : readsForInspection.otherwise
  return work.position < around.lastWrite ? weight * readsForInspection.beforeWriteShare : weight
}

function weighForExecute(need: Need, work: Work, sort: WorkSort, base: Weighed): Weighed {
  if (work.kind !== 'call') return base
  const { checks, background } = work.description
  const isIt = ((): boolean => {
    switch (need.act) {
      case 'deploy':
        return checks.includes('deploy')
      case 'commit':
        return sort === 'version'
      case 'install':
        return sort === 'fetch'
      case 'start':
        return background || checks.some((kind) => kind === 'run' || kind === 'deploy' || kind === 'probe')
      default:
        return runsSomething(work)
    }
  })()
  if (isIt) {
    const isCheck = need.act === 'deploy' || need.act === 'run'
    return { weight: commandWeight, what: sort === 'check' ? nameOfCheck(checks) : base.what, isCheck }
  }
  return need.act === 'deploy' && sort === 'version' ? { ...base, weight: pushForDeployment } : base
}

function weighForProse(need: Need, link: Link, sort: WorkSort, base: Weighed): Weighed {
  const { work } = link
  const text = textOf(work)
  if (text !== null) {
    const weight = needWeights.prose.text ?? 0
    const strength = weight * reportStrength(text)
    const isQuestion = work.kind === 'call' && sort === 'text'
    if (work.kind !== 'call') return { ...base, weight: strength }
    if (isQuestion) return { ...base, weight: Math.max(strength, question) }
    return { ...base, what: 'document written', weight: Math.max(strength, link.own ? documentWritten : 0) }
  }
  return sort === 'product' && need.act === 'think' ? { ...base, weight: productForThinking } : base
}
