/** The built-in rules, and what rules are made of. */

export type { ItemAdded, RuleInForce } from '../events.js'
export { itemOfKey, itemsIn } from '../items.js'
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
