/** The newest session that an agent recorded for a folder. */

import { realpath } from 'node:fs/promises'
import { Failure } from '../../failure.js'
import type { Host } from '../../host.js'
import type { Environment } from '../../text/style.js'
import type { AgentRecordings, RecordedFile } from './agent-recordings.js'
import { claudeCodeFiles } from './claude-code-files.js'
import { codexFiles } from './codex-files.js'
import { geminiCliFiles } from './gemini-cli-files.js'

/** A recorded session and who recorded it. */
export interface NewestSession extends RecordedFile {
  /** The agent's name. */
  readonly agent: string
}

const agents: readonly AgentRecordings[] = [claudeCodeFiles, codexFiles, geminiCliFiles]

/**
 * Looks for the newest session of the current folder. Sessions of sub-agents are not taken.
 * @throws Failure `no-source` that says where it was looked
 */
export async function newestSession(host: Pick<Host, 'cwd' | 'env'>): Promise<NewestSession> {
  const folder = host.cwd()
  const real = await realpath(folder).catch(() => folder)
  const folders = [...new Set([folder, real])]
  const home = homeOf(host.env)
  const lookedIn: string[] = []
  let newest: NewestSession | null = null
  for (const { agent, look } of agents) {
    const found = await look({ folders, home, env: host.env })
    lookedIn.push(...found.lookedIn.map((place) => `${place} (${agent})`))
    if (found.newest !== null && found.newest.at > (newest?.at ?? Number.NEGATIVE_INFINITY)) {
      newest = { agent, ...found.newest }
    }
  }
  if (newest !== null) return newest
  const sought =
    lookedIn.length === 0
      ? 'Without it the newest session of this folder is read, but HOME is not set, so it can not be looked for.'
      : `There is no session of this folder in ${new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(lookedIn)}. \`todo-replay sessions\` lists those of other folders, and --session takes one by its id.`
  throw new Failure(
    'no-source',
    `Say what to read: a recorded session, a folder of them, a ledger (*.db), or - for standard input. ${sought}`,
  )
}

/** The person's home folder; null where the environment does not say. */
export function homeOf(env: Environment): string | null {
  return [env['HOME'], env['USERPROFILE']].find((each) => each !== undefined && each !== '') ?? null
}
