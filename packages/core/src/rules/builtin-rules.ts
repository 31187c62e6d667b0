/** Every rule that ships with core. */

import { evidenceRequired } from './evidence-required.js'
import {
  emptyListOnlyWhenDone,
  exactlyOneInProgress,
  idsUnique,
  maxItems,
  noReopen,
  oneUpdatePerTurn,
  reasonRequiredWhenBlocked,
  singleInProgress,
  skippedInProgress,
  textRequired,
} from './list-rules.js'
import { defineRule, type Rule } from './rule.js'
import {
  childrenClosedFirst,
  dependenciesClosedFirst,
  dependencyKnown,
  noDependencyCycle,
  noParentCycle,
} from './waiting.js'

/** Judged when the input is read, by the profile that reads it. */
const inputRules = Object.entries({
  'input-shape': 'The input has the shape that the tool takes.',
  'status-valid': 'Every status is one that the tool knows.',
  'id-known': 'A call that names an item names one that is in the list.',
  'claim-free': "An item is claimed only while it is open and nobody else's.",
}).map(([id, summary]) => defineRule({ id, summary, judges: 'input' }))

export const builtinRules: readonly Rule[] = Object.freeze([
  ...inputRules,
  ...[maxItems, textRequired, idsUnique, singleInProgress, exactlyOneInProgress, oneUpdatePerTurn],
  ...[emptyListOnlyWhenDone, reasonRequiredWhenBlocked, noReopen, skippedInProgress, dependencyKnown],
  ...[dependenciesClosedFirst, noDependencyCycle, noParentCycle, childrenClosedFirst, evidenceRequired],
])
