/** What opencode's tools do. */

import type { ToolTable } from '@todo-ledger/audit'

/** What opencode's tools do. */
export const tools: ToolTable = {
  names: {
    read: 'todoread',
    think: 'planenter',
    communicate: 'planexit',
  },
  programs: 'opencode',
}
