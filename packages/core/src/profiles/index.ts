/** What profiles are built of, for those who write one: `@todo-ledger/core/profiles`. */

export { matchItems, normalizeText } from '../decide/identity.js'
export type { Intent, ItemEdit, WantedItem } from '../decide/intent.js'
export { decide } from '../decide.js'
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
  spacedNag,
  staleNag,
} from '../supervisor/nag.js'
export { reminderText } from '../supervisor/reminder-text.js'
export { beside, besideSign, listOf, listsAround, listTag } from './beside.js'
export {
  allStatuses,
  type Capabilities,
  type KeptPart,
  type ReplacingTool,
  replacementOf,
  usualStatuses,
} from './capabilities.js'
export { renderChecklist } from './checklist.js'
export { declaredProfile, type ProfileDeclaration } from './declared.js'
export type { GateSettings } from './profile.js'
export {
  type Answerable,
  type CallToRead,
  defineProfile,
  flagging,
  type Profile,
  type ProfileDefinition,
  type ProfileSettings,
  type Reading,
  type RuleSetting,
  rejecting,
  type TodoTool,
} from './profile.js'
export {
  invalidStatus,
  isObject,
  kindOf,
  listProperty,
  property,
  query,
  shapeViolation,
  textOf,
  toolOf,
  unreadable,
} from './read-input.js'
export {
  fiveStatuses,
  type ListShape,
  readReplacedList,
  replacedListSchema,
  threeStatuses,
} from './replaced-list.js'
export {
  type MiddlewareBlock,
  type MiddlewareTodo,
  type TodoListState,
  todoListState,
} from './todo-list-middleware.js'
