/** Claude Code's tools and its todo system: loaded by what records alone, for it takes longer than all the rest of a hook. */

import { claudeCode } from '@todo-ledger/recordings/agents/claude-code/profile'

export { tools as agentsTools } from '@todo-ledger/recordings/agents/claude-code/tools'

/** Its todo system. It reminds its model by itself, so the profile never does. */
export const silentProfile: typeof claudeCode = claudeCode.with({ nagAfter: Number.MAX_SAFE_INTEGER })
