/** The newest session that an agent recorded for a folder. */

import { realpath } from 'node:fs/promises'
import { type Agent, agents as builtinAgents, type NewestFile } from '@todo-ledger/recordings/agents'
import { Failure } from '../failure.js'
import type { Host } from '../host.js'
import type { Environment } from '../text/style.js'

/** A recorded session and who recorded it. */
export interface NewestSession extends NewestFile {
  /** What people call the agent. */
  readonly agent: string
}

/**
 * Looks for the newest session of the current folder. Sessions of sub-agents are not taken.
 * @throws Failure `no-source` that says where it was looked
 */
export async function newestSession(
  host: Pick<Host, 'cwd' | 'env'>,
  agents: readonly Agent[] = builtinAgents,
): Promise<NewestSession> {
  const folder = host.cwd()
  const real = await realpath(folder).catch(() => folder)
  const folders = [...new Set([folder, real])]
  const user = { home: homeOf(host.env), env: host.env }
  const lookedIn: string[] = []
  let newest: NewestSession | null = null
  for (const { title, home } of agents) {
    const found = await home?.(user).newest(folders)
    if (found === undefined) continue
    lookedIn.push(...found.lookedIn.map((place) => `${place} (${title})`))
    if (found.newest !== null && found.newest.at > (newest?.at ?? Number.NEGATIVE_INFINITY)) {
      newest = { agent: title, ...found.newest }
    }
  }
  if (newest !== null) return newest
  const searched =
    lookedIn.length === 0
      ? 'Without it the newest session of this folder is read, but HOME is not set, so it can not be looked for.'
      : `There is no session of this folder in ${new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(lookedIn)}. \`todo-replay sessions\` lists those of other folders, and --session takes one by its id.`
  throw new Failure(
    'no-source',
    `Say what to read: a recorded session, a folder of them, a ledger (*.db), or - for standard input. ${searched}`,
  )
}

/** The person's home folder; null where the environment does not say. */
export function homeOf(env: Environment): string | null {
  return [env['HOME'], env['USERPROFILE']].find((each) => each !== undefined && each !== '') ?? null
}
