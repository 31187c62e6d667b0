/** What Roo Code's tools do. */

import type { ToolTable } from '@todo-ledger/audit'

/** What Roo Code's tools do. */
export const tools: ToolTable = {
  names: {
    read: 'fetchinstructions',
    write: 'searchandreplace insertcontent',
    patch: 'applydiff',
    think: 'updatetodolist switchmode',
  },
}
