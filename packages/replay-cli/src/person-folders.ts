/** Where a person's data and state stand. Source: the XDG base directory specification. */

import { userInfo } from 'node:os'
import { isAbsolute, join } from 'node:path'
import type { Environment } from './text/style.js'

/** What is kept for good. @throws Error `no-home` */
export function dataFolder(env: Environment): string {
  return join(folderOf(env, 'XDG_DATA_HOME', '.local/share'), 'todo-replay')
}

/** What is remembered between two runs. @throws Error `no-home` */
export function stateFolder(env: Environment): string {
  return join(folderOf(env, 'XDG_STATE_HOME', '.local/state'), 'todo-replay')
}

/** As `stateFolder`, where the environment names it; else null. */
export function namedStateFolder(env: Environment): string | null {
  const folder = namedFolder(env, 'XDG_STATE_HOME', '.local/state')
  return folder === null ? null : join(folder, 'todo-replay')
}

/** What is no absolute path counts as not set: it would lead into the project that is worked on. */
function namedFolder(env: Environment, variable: string, usual: string): string | null {
  const { [variable]: set = '', HOME: home = '' } = env
  if (isAbsolute(set)) return set
  return isAbsolute(home) ? join(home, usual) : null
}

function folderOf(env: Environment, variable: string, usual: string): string {
  const folder = namedFolder(env, variable, usual) ?? namedFolder({ HOME: accountHome() }, variable, usual)
  if (folder !== null) return folder
  const message = 'HOME is not set, and the account has no home: name the files by --ledger and --log.'
  throw Object.assign(new Error(message), { code: 'no-home' })
}

/** The home that the system knows for the account; undefined where it knows none. */
function accountHome(): string | undefined {
  try {
    return userInfo().homedir
  } catch {
    return undefined
  }
}

/** The person's home folder; null where the environment does not say. */
export function homeOf(env: Environment): string | null {
  return [env['HOME'], env['USERPROFILE']].find((each) => each !== undefined && each !== '') ?? null
}
