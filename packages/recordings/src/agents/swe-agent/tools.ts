/** What SWE-agent's tools do. */

import type { ToolTable } from '@todo-ledger/audit'

/** What SWE-agent's tools do. */
export const tools: ToolTable = {
  names: {
    read: 'scrolldown scrollup goto searchdir searchfile findfile',
    communicate: 'submit',
  },
}
