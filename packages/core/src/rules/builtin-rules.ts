import { childrenClosedFirst } from './children-closed-first.js'
import { dependenciesClosedFirst } from './dependencies-closed-first.js'
import { dependencyKnown } from './dependency-known.js'
import { emptyListOnlyWhenDone } from './empty-list-only-when-done.js'
import { evidenceRequired } from './evidence-required.js'
import { exactlyOneInProgress } from './exactly-one-in-progress.js'
import { idsUnique } from './ids-unique.js'
import { inputRules } from './input-rules.js'
import { maxItems } from './max-items.js'
import { noDependencyCycle } from './no-dependency-cycle.js'
import { noParentCycle } from './no-parent-cycle.js'
import { noReopen } from './no-reopen.js'
import { oneUpdatePerTurn } from './one-update-per-turn.js'
import { reasonRequiredWhenBlocked } from './reason-required-when-blocked.js'
import type { Rule } from './rule.js'
import { singleInProgress } from './single-in-progress.js'
import { skippedInProgress } from './skipped-in-progress.js'
import { textRequired } from './text-required.js'

/** Every rule that ships with core. */
export const builtinRules: readonly Rule[] = Object.freeze([
  ...inputRules,
  ...[maxItems, textRequired, idsUnique, singleInProgress, exactlyOneInProgress, oneUpdatePerTurn],
  ...[emptyListOnlyWhenDone, reasonRequiredWhenBlocked, noReopen, skippedInProgress, dependencyKnown],
  ...[dependenciesClosedFirst, noDependencyCycle, noParentCycle, childrenClosedFirst, evidenceRequired],
])
