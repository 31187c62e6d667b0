/** The agents whose own folders are known, to stand in a sentence. */

import { agents } from '@todo-ledger/recordings/agents'

/** Their names, such as `A, B and C`. */
export const agentNames: string = new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(
  agents.flatMap(({ title, home }) => (home === null ? [] : title)),
)
