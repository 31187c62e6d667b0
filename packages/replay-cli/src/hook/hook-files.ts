/** Where a hook keeps what it records. Source: the XDG base directory specification. */

import { userInfo } from 'node:os'
import { isAbsolute, join } from 'node:path'
import type { Environment } from '../text/style.js'
import { agentName } from './adapter.js'

/** There is no folder for what is recorded: nothing says where the person's home is. */
class NoHomeError extends Error {
  /** A stable name of the kind of error. */
  readonly code = 'no-home'

  constructor() {
    super('HOME is not set, and the account has no home: name the files by --ledger and --log.')
  }
}

/**
 * The ledger that hooks record into where none is named.
 * @throws NoHomeError
 */
export function usualLedger(env: Environment): string {
  return join(folderOf(env, 'XDG_DATA_HOME', '.local/share'), 'todo-replay', `${agentName}.db`)
}

/**
 * The log of what went wrong in hooks where none is named.
 * @throws NoHomeError
 */
export function usualLog(env: Environment): string {
  return join(folderOf(env, 'XDG_STATE_HOME', '.local/state'), 'todo-replay', 'hook.log')
}

/** What is no absolute path counts as not set: it would lead into the project that the agent works on. */
function folderOf(env: Environment, variable: string, usual: string): string {
  const set = env[variable]
  if (set !== undefined && isAbsolute(set)) return set
  const home = [env['HOME'], accountHome()].find((each) => each !== undefined && isAbsolute(each))
  if (home === undefined) throw new NoHomeError()
  return join(home, usual)
}

/** The home that the system knows for the account; undefined where it knows none. */
function accountHome(): string | undefined {
  try {
    return userInfo().homedir
  } catch {
    return undefined
  }
}
