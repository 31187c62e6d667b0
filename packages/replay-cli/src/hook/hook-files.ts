/** Where a hook keeps what it records. Source: the XDG base directory specification. */

import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import type { Environment } from '../text/style.js'

/** The ledger that hooks record into where none is named. */
export function usualLedger(env: Environment): string {
  return join(folderOf(env, 'XDG_DATA_HOME', '.local/share'), 'todo-replay', 'claude-code.db')
}

/** The file that tells what went wrong in hooks where none is named. */
export function usualLog(env: Environment): string {
  return join(folderOf(env, 'XDG_STATE_HOME', '.local/state'), 'todo-replay', 'hook.log')
}

/** What is no absolute path counts as not set. */
function folderOf(env: Environment, variable: string, usual: string): string {
  const set = env[variable]
  if (set !== undefined && isAbsolute(set)) return set
  const { HOME } = env
  return join(HOME !== undefined && isAbsolute(HOME) ? HOME : homedir(), usual)
}
