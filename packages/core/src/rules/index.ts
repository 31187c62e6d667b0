/** The built-in rules, and what rules are made of. */

export { itemOfKey, itemsIn } from '../compact/list-index.js'
export { isSameList } from '../compact/list-tables.js'
export type { ItemAdded, RuleInForce } from '../events.js'
export { builtinRules } from './builtin-rules.js'
export {
  completedBy,
  type EvidenceRequirement,
  evidenceRequired,
  isAddedCompleted,
  usualRequirement,
} from './evidence-required.js'
export {
  type Breach,
  defineRule,
  numberOption,
  type Rule,
  type RuleContext,
  type RuleDefinition,
  violationOf,
} from './rule.js'
