/** Folders that a person names in an environment variable. */

import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import type { AgentHome } from '../../sources/newest/agent-recordings.js'

/** The folder that a variable names, where `~` is the person's home; null where the variable is not set. */
export function setFolder({ env, home }: AgentHome, variable: string): string | null {
  const given = env[variable]?.trim()
  if (given === undefined || given === '') return null
  const below = /^~(?:$|[/\\](?<rest>.*))/.exec(given)
  return below === null ? resolve(given) : join(home ?? homedir(), below.groups?.['rest'] ?? '')
}

/** The first folder that is known; null where none is. */
export function firstFolder(...folders: readonly (string | null)[]): string | null {
  return folders.find((folder) => folder !== null) ?? null
}

/** A folder in the person's home; null where the environment does not say. */
export function homeFolder({ home }: AgentHome, ...names: readonly string[]): string | null {
  return home === null ? null : join(home, ...names)
}
