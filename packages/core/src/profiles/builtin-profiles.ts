/** The profiles that ship with core, by name. */

import { type LokiSettings, loki } from './loki.js'
import type { Profile } from './profile.js'
import { type RecommendedSettings, recommended } from './recommended.js'
import { type TodoListMiddlewareSettings, todoListMiddleware } from './todo-list-middleware.js'
import { type TodoToolSettings, todoManager, todoWrite } from './todo-tool.js'
import { type WakeLoopSettings, wakeLoop } from './wake-loop.js'

/** The profiles as a host names them in code. Those of coding agents are at `@todo-ledger/recordings/agents`. */
export const profiles: {
  readonly todoManager: Profile<TodoToolSettings>
  readonly todoWrite: Profile<TodoToolSettings>
  readonly loki: Profile<LokiSettings>
  readonly wakeLoop: Profile<WakeLoopSettings>
  readonly todoListMiddleware: Profile<TodoListMiddlewareSettings>
  /** Our own default. */
  readonly recommended: Profile<RecommendedSettings>
} = Object.freeze({ todoManager, todoWrite, loki, wakeLoop, todoListMiddleware, recommended })

export const profileList: readonly Profile[] = Object.freeze(Object.values(profiles))

export function profileNamed(name: string): Profile | undefined {
  return profileList.find((known) => known.name === name)
}
