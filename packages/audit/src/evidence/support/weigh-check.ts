/** How much one piece of work counts where something was to be checked. The numbers stand in `fitted.ts`. */

import type { CheckKind } from '../calls/call-description.js'
import type { Need } from '../items/item-class.js'
import { metBy } from '../items/named-checks.js'
import { saying } from '../languages/index.js'
import type { CallWork, WorkSort } from '../work/work.js'
import {
  checkFrom,
  checkWeights,
  namedCheckWeight,
  namedFrom,
  namingFrom,
  namingRun,
  otherRunForNamedCheck,
  othersCheckShare,
  outdatedShare,
  readsForCheck,
  shortfall,
} from './fitted.js'
import type { Link } from './links.js'
import { nameOfCheck, nothing, type Surroundings, suites, type Weighed } from './weighed.js'

/** Weighs a piece of work for a check. `base` is what its sort counts. */
export function weighForCheck(
  need: Need,
  link: Link,
  sort: WorkSort,
  base: Weighed,
  around: Surroundings,
): Weighed {
  const { work, place } = link
  if (work.kind !== 'call') return base
  if (sort === 'check') {
    const { checks } = work.description
    const weight = need.checks.length > 0 ? namedWeight(need, checks) : unnamedWeight(need, link, work)
    // What ran before the last write of another item says nothing of that write.
    const isOutdated = place === 'before' && work.position < around.lastWrite
    // A suite serves every item that asks for tests; a click or a request serves the one in progress.
    const isSuite = checks.some((kind) => suites.has(kind))
    const isOthers = link.besideCheck && (!isSuite || (need.functional && need.act === 'verify'))
    const short = shortfallOf(need, work)
    const kept = short === null ? 1 : short === 'a part only' ? shortfall.part : shortfall.suite
    const share = (isOutdated ? outdatedShare : isOthers ? othersCheckShare : 1) * kept
    return { weight: weight * share, what: nameOfCheck(checks), isCheck: weight >= checkFrom && !isOutdated }
  }
  if (sort === 'read' || sort === 'status') return weighReadForCheck(need, link, sort, base, around)
  if (need.checks.length > 0 && base.weight > 0) return { ...base, weight: otherRunForNamedCheck }
  return sort === 'run' && link.relation >= namingFrom ? { ...base, weight: namingRun } : base
}

function namedWeight(need: Need, checks: readonly CheckKind[]): number {
  return namedCheckWeight * Math.max(...need.checks.map((kind) => metBy(kind, checks)))
}

function unnamedWeight(need: Need, { relation }: Link, { description }: CallWork): number {
  const column = need.functional ? 'functional' : 'bare'
  const weightOf = (kind: CheckKind) =>
    checkWeights[kind === 'run' && description.background ? 'started' : kind][column]
  const weight = Math.max(...description.checks.map(weightOf))
  const isNaming = !need.functional && description.checks.includes('lint') && relation >= namingFrom
  return isNaming ? Math.max(weight, namingRun) : weight
}

/** Only what was read after the last write can show that the writing came out right; and a test is never read. */
function weighReadForCheck(
  need: Need,
  link: Link,
  sort: WorkSort,
  base: Weighed,
  around: Surroundings,
): Weighed {
  if (need.checks.length > 0) return nothing
  if (need.act === 'test' || link.place === 'after' || link.work.position < around.lastWrite) {
    return { ...base, weight: readsForCheck.before }
  }
  if (sort === 'status') return base
  const what = 'read after the last write'
  if (link.relation >= namedFrom) {
    return { ...base, what, weight: around.findings ? readsForCheck.namedWithFindings : readsForCheck.named }
  }
  // After changes of its own an item needs more than one look; an item that only looks was to look.
  const isLooking = link.own && !around.writesOfItsOwn && !need.functional
  if (around.readsAfterWrite < 2 && !isLooking) return { ...base, what, weight: readsForCheck.single }
  return {
    ...base,
    what,
    weight: around.findings || link.own ? readsForCheck.several : readsForCheck.severalBeside,
  }
}

/** Where an item wants to see the thing at work; a suite of unit tests shows nothing of it. */
const places = saying('liveSystem')

/** What is measured, not tested. */
const measures = saying('loadTest')

const endToEnd = saying('endToEnd')

/** Words of suites that drive a whole system. */
const drivesSystem =
  /e2e|end-?to-?end|playwright|cypress|maestro|detox|webdriver|selenium|integration|acceptance|smoke|system|functional|contract|xcuitest|uitest|connected\w*test|instrument|espresso|behave|cucumber|dusk|browser|simulator|emulator|docker|compose|testcontainers|kubectl|ssh/iu

const measuresIt =
  /bench|perf|load|stress|k6|wrk|autocannon|locust|artillery|hyperfine|gatling|vegeta|jmeter|profil|fuzz|soak|criterion|memray|valgrind|lighthouse/iu

const whole = saying('wholeCheck')

/** How a test run falls short of the one that an item names; null where it does not. */
type Shortfall = 'another suite' | 'a part only'

/** Says how a test run falls short of what a part of an item asks for. */
function shortfallOf(need: Need, { description }: CallWork): Shortfall | null {
  const { checks, commands, filter } = description
  if (!checks.includes('test') || checks.some((kind) => kind === 'browser' || kind === 'probe')) return null
  if (commands.length === 0) return null
  const line = commands.map(({ words }) => words.join(' ')).join(' ; ')
  if (endToEnd.test(need.text) && !drivesSystem.test(line)) return 'another suite'
  if (measures.test(need.text) && need.act === 'test' && !measuresIt.test(line) && !checks.includes('run'))
    return 'another suite'
  if (
    need.checks.length === 0 &&
    places.test(need.text) &&
    !drivesSystem.test(line) &&
    !checks.includes('run')
  )
    return 'another suite'
  return whole.test(need.text) && need.checks.includes('test') && filter?.kind === 'subset'
    ? 'a part only'
    : null
}
