/** The newest session that an agent recorded for a folder. */

import { realpath } from 'node:fs/promises'
import { type Agent, agents as builtinAgents, type NewestFile } from '@todo-ledger/recordings/agents'
import { Failure } from '../failure.js'
import type { Host } from '../host.js'
import { listed } from '../text/count.js'
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
  const absent: string[] = []
  let newest: NewestSession | null = null
  for (const { title, home } of agents) {
    const found = await home?.(user).newest(folders)
    if (found === undefined) continue
    lookedIn.push(...found.lookedIn.map((place) => `${place} (${title})`))
    if (found.lookedIn.length === 0) absent.push(title)
    if (found.newest !== null && found.newest.at > (newest?.at ?? Number.NEGATIVE_INFINITY)) {
      newest = { agent: title, ...found.newest }
    }
  }
  if (newest !== null) return newest
  throw new Failure('no-source', `${nothingFound(folder, host.env)} Say what to read.`, {
    lines: [
      ...lookedIn.map((place) => `looked in ${place}`),
      ...(absent.length === 0 || user.home === null
        ? []
        : [`found nothing of ${listed(absent, 'or')} in their own folders`]),
      '',
      'todo-replay audit FILE    a recorded session, a folder of them, a ledger (*.db), or - for standard input',
      'todo-replay sessions      what agents recorded in other folders; audit --session ID takes one of them',
      'todo-replay --help        all commands',
    ],
  })
}

function nothingFound(folder: string, env: Environment): string {
  if (homeOf(env) === null)
    return 'HOME is not set, so the newest session of this folder can not be looked for.'
  return `No agent recorded a session in this folder, ${folder}.`
}

/** The person's home folder; null where the environment does not say. */
export function homeOf(env: Environment): string | null {
  return [env['HOME'], env['USERPROFILE']].find((each) => each !== undefined && each !== '') ?? null
}
