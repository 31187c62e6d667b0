/** What profiles are built of, for those who write one: `@todo-ledger/core/profiles`. */

export { lastWithId } from '../compact/list-index.js'
export { matchItems, normalizeText } from '../decide/identity.js'
export type { Intent, ItemEdit, WantedItem } from '../decide/intent.js'
export { decide } from '../decide.js'
export type { ItemField } from '../events.js'
export { violationOf } from '../rules/rule.js'
export { countCompleted } from '../state.js'
export { spacedNag } from '../supervisor/nag.js'
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
export type { GateSettings } from './profile.js'
export {
  type Answerable,
  type CallToRead,
  defineProfile,
  type Profile,
  type ProfileDefinition,
  type Reading,
  type TodoTool,
} from './profile.js'
export { isObject, kindOf, listProperty, property, shapeViolation, textOf, unreadable } from './read-input.js'
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
