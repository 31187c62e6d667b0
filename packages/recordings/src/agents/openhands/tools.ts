/** What OpenHands' tools do. */

import type { ToolTable } from '@todo-ledger/audit'

/** What OpenHands' tools do. */
export const tools: ToolTable = {
  names: {
    shell: 'executebash',
    code: 'executeipythoncell',
    think: 'tasktracker',
  },
}
