/** The profiles that recordings are read with: core's own, those of the agents, and those of lists outside todo tools. */

import { type Profile, profiles } from '@todo-ledger/core'
import { beside, besideSign } from '@todo-ledger/core/profiles'
import type { Agent } from './agents/agent.js'
import { agents as builtinAgents } from './agents/index.js'
import { profileOf } from './formats/chat-messages/profile-of.js'
import type { KnownTodoTools } from './recording.js'
import { markdownList } from './todo-sources/profile.js'

export function profilesOf(agents: readonly Agent[] = builtinAgents): readonly Profile[] {
  const { recommended, ...others } = profiles
  const ofAgents = agents.flatMap(({ profile }) => profile ?? [])
  return [...Object.values(others), ...ofAgents, markdownList, recommended]
}

/**
 * The profile of a name as the command line and recordings write it, or undefined. `todo-write+markdown-list` is the one
 * with the other beside it.
 */
export function profileNamed(name: string, agents: readonly Agent[] = builtinAgents): Profile | undefined {
  const [first, ...rest] = name.split(besideSign)
  const profile = profilesOf(agents).find((known) => known.name === first)
  if (profile === undefined || rest.some((other) => other !== markdownList.name)) return undefined
  return beside(
    profile,
    rest.map(() => markdownList),
  )
}

/** What is known of the todo tools of core's own systems and of agents. */
export function todoToolsOf(agents: readonly Agent[]): KnownTodoTools {
  const toolsOf = new Map<string, ReadonlySet<string>>()
  return {
    profileOf: (call) =>
      profileOf(call) ?? agents.find((agent) => agent.isTodoCall(call))?.profile?.name ?? null,
    toolsOf(profile) {
      const tools =
        toolsOf.get(profile) ?? new Set(profileNamed(profile, agents)?.tools.map(({ name }) => name))
      toolsOf.set(profile, tools)
      return tools
    },
  }
}
