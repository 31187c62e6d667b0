/** What every built-in rule promises. */

import { inputPromises } from './input-promises.js'
import type { Invariant } from './invariant.js'
import { listPromises } from './list-promises.js'
import { stepPromises } from './step-promises.js'

/** One invariant for each built-in rule, under the rule's name. */
export const rulePromises: readonly Invariant[] = [...inputPromises, ...listPromises, ...stepPromises]
