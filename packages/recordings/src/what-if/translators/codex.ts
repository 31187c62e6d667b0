/** `update_plan {plan: [{step, status}]}` of `codex`. */

import type { Translator } from '../translator.js'
import { usualStatuses, wholeListTranslator } from './whole-list.js'

/** Says a call with `update_plan`. */
export const codex: Translator = wholeListTranslator({
  family: 'codex',
  tool: 'update_plan',
  list: 'plan',
  statuses: usualStatuses,
  query: null,
  item: ({ text, status }) => ({ step: text, status }),
})
