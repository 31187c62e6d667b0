/** The profiles that ship with core, by name. */

import { type ClaudeCodeSettings, claudeCode } from './claude-code.js'
import type { Profile } from './profile.js'
import type { SeedTodoSettings } from './seed-todo-profile.js'
import { todoManager } from './todo-manager.js'
import { todoWrite } from './todo-write.js'

/** The profiles as a host names them in code. */
export const profiles: {
  /** The system of seed 000. */
  readonly todoManager: Profile<SeedTodoSettings>
  /** The system of seed 001. */
  readonly todoWrite: Profile<SeedTodoSettings>
  /** Claude Code's TodoWrite and Task tools. */
  readonly claudeCode: Profile<ClaudeCodeSettings>
} = Object.freeze({ todoManager, todoWrite, claudeCode })

/** The built-in profile of a name as the command line and recordings write it, or undefined. */
export function profileNamed(name: string): Profile | undefined {
  return profileList.find((profile) => profile.name === name)
}

/** Every built-in profile. */
export const profileList: readonly Profile[] = Object.freeze([todoManager, todoWrite, claudeCode])
