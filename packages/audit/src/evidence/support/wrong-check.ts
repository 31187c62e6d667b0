/** Checks of the right kind that still are not the one that an item names: another suite, a part for the whole. */

import type { Need } from '../items/item-class.js'
import { saying } from '../languages/index.js'
import type { CallWork } from '../work/work.js'

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
export type Shortfall = 'another suite' | 'a part only'

/** Says how a test run falls short of what a part of an item asks for. */
export function shortfallOf(need: Need, { description }: CallWork): Shortfall | null {
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
