/** The profiles that ship with core, by name. */

import { type LokiSettings, loki } from './loki.js'
import type { Profile } from './profile.js'
import { type RecommendedSettings, recommended } from './recommended.js'
import { type TodoListMiddlewareSettings, todoListMiddleware } from './todo-list-middleware.js'
import { todoManager } from './todo-manager.js'
import type { TodoToolSettings } from './todo-tool-profile.js'
import { todoWrite } from './todo-write.js'
import { type WakeLoopSettings, wakeLoop } from './wake-loop.js'

/** The profiles as a host names them in code. Those of coding agents are at `@todo-ledger/recordings/agents`. */
export const profiles: {
  /** The TodoManager of docs/sources/todo-manager.md. */
  readonly todoManager: Profile<TodoToolSettings>
  /** The TodoWrite of docs/sources/todo-write.md. */
  readonly todoWrite: Profile<TodoToolSettings>
  /** Loki's todos, docs/sources/loki.md. */
  readonly loki: Profile<LokiSettings>
  /** AgentParley's todos, docs/sources/wake-loop.md. */
  readonly wakeLoop: Profile<WakeLoopSettings>
  /** cubepi's middleware, docs/sources/todo-list-middleware.md. */
  readonly todoListMiddleware: Profile<TodoListMiddlewareSettings>
  /** Our own default. */
  readonly recommended: Profile<RecommendedSettings>
} = Object.freeze({ todoManager, todoWrite, loki, wakeLoop, todoListMiddleware, recommended })

/** Every built-in profile. */
export const profileList: readonly Profile[] = Object.freeze(Object.values(profiles))

/** The built-in profile of this name, or undefined. */
export function profileNamed(name: string): Profile | undefined {
  return profileList.find((known) => known.name === name)
}
