/** What profiles are built of, for those who write one: `@todo-ledger/core/profiles`. */

export { decide, type Intent, type ItemEdit, matchItems, normalizeText, type WantedItem } from '../decide.js'
export type { ItemField } from '../events.js'
export { countCompleted, lastWithId } from '../items.js'
export { violationOf } from '../rules/rule.js'
export {
  autoContinue,
  type ContinuationPolicy,
  type EndedRun,
  finalization,
  guard,
  neverContinue,
  type RunDecision,
  wake,
} from '../supervisor/continuation.js'
export {
  adaptiveNag,
  everyTurnNag,
  type NagDecision,
  type NagPolicy,
  reminderText,
  spacedNag,
  staleNag,
} from '../supervisor/nag.js'
export { beside, besideSign, listOf, listsAround, listTag } from './beside.js'
export { declaredProfile, type ProfileDeclaration } from './declared.js'
export {
  type Answerable,
  allStatuses,
  type CallToRead,
  type Capabilities,
  defineProfile,
  flagging,
  type GateSettings,
  type KeptPart,
  type Profile,
  type ProfileDefinition,
  type ProfileSettings,
  type Reading,
  type ReplacingTool,
  type RuleSetting,
  rejecting,
  replacementOf,
  type TodoTool,
  usualStatuses,
} from './profile.js'
export {
  fiveStatuses,
  invalidStatus,
  isObject,
  kindOf,
  type ListShape,
  listProperty,
  property,
  query,
  readReplacedList,
  replacedListSchema,
  shapeViolation,
  textOf,
  threeStatuses,
  toolOf,
  unreadable,
} from './read-input.js'
export {
  type MiddlewareBlock,
  type MiddlewareTodo,
  type TodoListState,
  todoListState,
} from './todo-list-middleware.js'
export { renderChecklist } from './todo-tool.js'
