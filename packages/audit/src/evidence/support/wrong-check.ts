/** Checks of the right kind that still are not the one that an item names: another suite, a part for the whole. */

import type { Need } from '../items/item-class.js'
import type { CallWork } from '../work/work.js'

/** Where an item wants to see the thing at work; a suite of unit tests shows nothing of it. */
const places =
  /\b(?:browsers?|simulators?|emulators?|devices?|phones?|hardware|manual(?:ly)?|by hand|curl|postman|staging|production|prod|live|real (?:server|data|device|account|database)|(?:running|dev|local|test) (?:server|instance|app|application|service|cluster)|containers?|playwright|chrome|firefox|safari|screenshots?|visual(?:ly)?|screen ?reader|kubernetes|cluster)\b|浏览器|手动|真机|模拟器|ブラウザ|実機|手動|브라우저|수동|\b(?:im browser|manuell|auf dem gerät|navigateur|manuellement|navegador|manualmente)\b/iu

/** What is measured, not tested. */
const measures =
  /\b(?:load|stress|soak|fuzz|bench(?:mark)?s?|performance|latency|throughput|profil\w+|memory usage)\b|压测|性能|負荷|부하|\b(?:lasttest\w*|leistung)\b/iu

const endToEnd = /\b(?:e2e|end[- ]to[- ]end|playwright|cypress|maestro|detox|webdriver|selenium)\b|端到端/iu

/** Words of suites that drive a whole system. */
const drivesSystem =
  /e2e|end-?to-?end|playwright|cypress|maestro|detox|webdriver|selenium|integration|acceptance|smoke|system|functional|contract|xcuitest|uitest|connected\w*test|instrument|espresso|behave|cucumber|dusk|browser|simulator|emulator|docker|compose|testcontainers|kubectl|ssh/iu

const measuresIt =
  /bench|perf|load|stress|k6|wrk|autocannon|locust|artillery|hyperfine|gatling|vegeta|jmeter|profil|fuzz|soak|criterion|memray|valgrind|lighthouse/iu

const whole =
  /\b(?:all|full|whole|entire|complete|every)\b|全部|所有|完整|すべて|全て|전체|모든|\b(?:alle|gesamte\w*|vollständig\w*|tous|toute|toutes|complète?|todas?|todos|completa)\b/iu

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
