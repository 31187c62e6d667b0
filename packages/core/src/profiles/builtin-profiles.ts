/** The profiles that ship with core, by name. */

import { loki } from './loki.js'
import type { Profile } from './profile.js'
import { recommended } from './recommended.js'
import { todoListMiddleware } from './todo-list-middleware.js'
import { todoManager, todoWrite } from './todo-tool.js'
import { wakeLoop } from './wake-loop.js'

/** The profiles as a host names them in code; `recommended` is our own. Those of coding agents are at `@todo-ledger/recordings/agents`. */
export const profiles = Object.freeze({
  todoManager,
  todoWrite,
  loki,
  wakeLoop,
  todoListMiddleware,
  recommended,
})

export const profileList: readonly Profile[] = Object.freeze(Object.values(profiles))

export function profileNamed(name: string): Profile | undefined {
  return profileList.find((known) => known.name === name)
}
