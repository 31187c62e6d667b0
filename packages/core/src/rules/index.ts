export { builtinRules } from './builtin-rules.js'
export { childrenClosedFirst } from './children-closed-first.js'
export { dependenciesClosedFirst } from './dependencies-closed-first.js'
export { emptyListOnlyWhenDone } from './empty-list-only-when-done.js'
export { type EvidenceRequirement, evidenceRequired } from './evidence-required.js'
export { exactlyOneInProgress } from './exactly-one-in-progress.js'
export { idKnown } from './id-known.js'
export { idsUnique } from './ids-unique.js'
export { inputShape } from './input-shape.js'
export { maxItems } from './max-items.js'
export { noDependencyCycle } from './no-dependency-cycle.js'
export { noReopen } from './no-reopen.js'
export { oneUpdatePerTurn } from './one-update-per-turn.js'
export { reasonRequiredWhenBlocked } from './reason-required-when-blocked.js'
export {
  type Breach,
  defineRule,
  type Rule,
  type RuleContext,
  type RuleDefinition,
  violationOf,
} from './rule.js'
export { singleInProgress } from './single-in-progress.js'
export { skippedInProgress } from './skipped-in-progress.js'
export { statusValid } from './status-valid.js'
export { textRequired } from './text-required.js'
