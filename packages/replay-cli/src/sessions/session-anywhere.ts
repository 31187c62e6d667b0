/** The recording of a session that a person named by its id alone, looked for in the files of all agents. */

import { basename, dirname, join } from 'node:path'
import type { Call } from '../command.js'
import { Failure } from '../failure.js'
import { homeOf } from '../person-folders.js'
import { recordingsIn, type Source, sourceAt } from '../sources/source.js'
import { count, grouped, someOf } from '../text/count.js'
import { didYouMean } from '../text/did-you-mean.js'
import { type AgentFile, type AgentSession, agentFiles, projectsOf, sessionsIn } from './agent-sessions.js'

/** So much of an id is enough to tell it from all others: as much as `sessions` shows. */
const tellingLength = 8

/**
 * Looks for a session by its id, or by the beginning of it: first in files whose names hold it. The same
 * session in several files is read from the newest.
 * @throws Failure `unknown-session`, `ambiguous-session`
 */
export async function sessionAnywhere(
  given: string,
  { host, output }: Pick<Call<unknown>, 'host' | 'output'>,
): Promise<{ readonly source: Source; readonly path: string; readonly agent: string; readonly at: number }> {
  const [root = given] = given.split('/', 1)
  const home = homeOf(host.env)
  const files = await agentFiles({ home, env: host.env })
  const named = root.length < tellingLength ? [] : files.filter(({ path }) => isNamed(path, root))
  let all: readonly AgentSession[] = []
  let matches: readonly AgentSession[] = []
  for (const some of [named, files]) {
    all = await sessionsOf(some, host.cwd(), (read) =>
      output.progress(
        `looking for ${JSON.stringify(root)}: ${grouped(read)} of ${count(some.length, 'file')} read`,
      ),
    )
    matches = all.filter(({ session }) => session.startsWith(root))
    if (matches.length > 0) break
  }
  if (matches.length === 0) throw unknownSession(root, all)
  const { file: path, agent, session, to } = only(matches, root)
  return { source: await sourceOf(path, session, given), path, agent, at: to.getTime() }
}

/** The name of a file or of its folder holds the id, or the eight characters of it that some agents keep. */
function isNamed(path: string, given: string): boolean {
  return [basename(path), basename(dirname(path))].some(
    (name) => name.includes(given) || name.includes(`-${given.slice(0, tellingLength)}.json`),
  )
}

async function sessionsOf(
  files: readonly AgentFile[],
  cwd: string,
  progress: (read: number) => void,
): Promise<readonly AgentSession[]> {
  const projects = await projectsOf(files, new Set([cwd]))
  const sessions: AgentSession[] = []
  for (const [read, file] of files.entries()) {
    progress(read)
    sessions.push(...(await sessionsIn(file, projects.get(file.path) ?? { all: null, each: [] })))
  }
  return sessions
}

function unknownSession(given: string, all: readonly AgentSession[]): Failure {
  const meant = didYouMean(
    given,
    all.map(({ session }) => session),
  )
  const among =
    all.length === 0
      ? 'anywhere: agents recorded none here'
      : `among the ${count(all.length, 'session')} of all agents`
  return new Failure(
    'unknown-session',
    `There is no session ${JSON.stringify(given)} ${among}.${meant} \`todo-replay sessions --all\` lists them; for a session elsewhere, also name the file or folder.`,
  )
}

function only(matches: readonly AgentSession[], given: string): AgentSession {
  const exact = matches.filter(({ session }) => session === given)
  for (const some of [exact, matches]) {
    const [newest] = some.toSorted((one, other) => other.to.getTime() - one.to.getTime())
    if (newest !== undefined && some.every(({ session }) => session === newest.session)) return newest
  }
  const ids = [...new Set(matches.map(({ session }) => session))]
  throw new Failure(
    'ambiguous-session',
    `Several sessions begin with ${JSON.stringify(given)}: ${someOf(ids)}. Give more of the id.`,
  )
}

/** A sub-agent may stand in a file of its own, in the folder beside that of its session. */
async function sourceOf(path: string, session: string, given: string): Promise<Source> {
  if (!given.includes('/')) return sourceAt(path)
  const folder = dirname(path)
  const { files } = await recordingsIn(join(folder, session)).catch(() => ({ files: [] }))
  return files.length === 0 ? sourceAt(path) : { kind: 'folder', folder, files: [path, ...files], closed: [] }
}
