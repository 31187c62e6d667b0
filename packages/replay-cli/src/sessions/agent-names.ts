/** The agents whose own folders are known, to stand in a sentence. */

import { agents } from '@todo-ledger/recordings/agents'
import { listed } from '../text/count.js'

/** Their names, such as `A, B and C`. */
export const agentNames: string = listed(
  agents.flatMap(({ title, home }) => (home === null ? [] : title)),
  'and',
)
