/** What Gemini CLI's tools do. */

import type { ToolTable } from '@todo-ledger/audit'

/** What Gemini CLI's tools do. */
export const tools: ToolTable = {
  names: {
    shell: 'runshellcommand',
    read: 'readmanyfiles searchfilecontent googlewebsearch getinternaldocs activateskill',
    delegate: 'codebaseinvestigator delegatetoagent',
    think: 'savememory writetodos',
  },
  programs: 'gemini',
}
