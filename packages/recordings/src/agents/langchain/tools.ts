/** What LangChain's tools do. */

import type { ToolTable } from '@todo-ledger/audit'

/** What LangChain's tools do. */
export const tools: ToolTable = {
  names: {
    read: 'listdirtool readfiletool sqldbschema sqldblisttables sqldbquerychecker',
    write: 'writefiletool',
    database: 'sqldbquery',
  },
}
