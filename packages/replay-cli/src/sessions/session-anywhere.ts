/**
 * The recording of a session that a person named by its id alone: it is looked for in the files of all agents, those
 * whose names hold the id first.
 */

import { basename, dirname, join } from 'node:path'
import { agents, newestFirst } from '@todo-ledger/recordings/agents'
import type { Call } from '../command.js'
import { Failure } from '../failure.js'
import { recordingsIn } from '../sources/folder.js'
import { homeOf } from '../sources/newest-session.js'
import { sessionIds } from '../sources/session-ids.js'
import { type Source, sourceAt } from '../sources/source.js'
import { count, grouped, someOf } from '../text/count.js'
import { didYouMean } from '../text/did-you-mean.js'
import { agentSessions } from './agent-sessions.js'
import { OverviewCache } from './overview/overview-cache.js'
import type { OverviewSetup } from './overview/session-overview.js'
import { projectFilter } from './project-filter.js'

/** So much of an id is enough to tell it from all others: as much as `sessions` shows. */
const tellingLength = 8

/** Where a session was found. */
export interface FoundSession {
  /** What is to be read. */
  readonly source: Source
  /** The file. */
  readonly path: string
  /** The agent that recorded it. */
  readonly agent: string
  /** When it was last written to, in milliseconds. */
  readonly at: number
}

/** One that may be meant. */
interface Match {
  readonly session: string
  readonly agent: string
  readonly path: string
  readonly at: number
  /** True where it was begun in the current folder. */
  readonly isHere: boolean
}

/**
 * Looks for a session by its id, or by the beginning of it. Of several that begin so, the one of the current folder is
 * meant; the same session in several files is read from the newest.
 * @throws Failure `unknown-session`, `ambiguous-session`
 */
export async function sessionAnywhere(
  given: string,
  call: Pick<Call<unknown>, 'host' | 'output'>,
): Promise<FoundSession> {
  const [root = given] = given.split('/', 1)
  const matches = (await matchesByName(root, call)) ?? (await matchesByListing(root, call))
  const { path, agent, at } = only(matches, root)
  return { source: await sourceOf(path, root, given), path, agent, at }
}

/** Those in files whose names hold the id; null where there are none, or too little of the id is given. */
async function matchesByName(
  given: string,
  { host }: Pick<Call<unknown>, 'host'>,
): Promise<readonly Match[] | null> {
  if (given.length < tellingLength) return null
  const matches: Match[] = []
  const user = { home: homeOf(host.env), env: host.env }
  for (const { title, home } of agents) {
    for (const { path, at } of newestFirst((await home?.(user).files()) ?? [])) {
      const session = isNamed(path, given) ? await idIn(path, given) : null
      if (session !== null) matches.push({ session, agent: title, path, at, isHere: false })
    }
  }
  return matches.length === 0 ? null : matches
}

/** The name of a file or of its folder holds the id, or the eight characters of it that some agents keep. */
function isNamed(path: string, given: string): boolean {
  return [basename(path), basename(dirname(path))].some(
    (name) => name.includes(given) || name.includes(`-${given.slice(0, tellingLength)}.json`),
  )
}

/** The id of the file's session that begins like this. */
async function idIn(path: string, given: string): Promise<string | null> {
  for await (const session of sessionIds({ kind: 'recording', file: path })) {
    if (session.startsWith(given)) return session.split('/', 1)[0] ?? session
  }
  return null
}

/** Those that `sessions` lists; with `given` in none of them it is said what may be meant. */
async function matchesByListing(
  given: string,
  { host, output }: Pick<Call<unknown>, 'host' | 'output'>,
): Promise<readonly Match[]> {
  const home = homeOf(host.env)
  const setup = usualSetup
  const { sessions } = await agentSessions({
    user: { home, env: host.env },
    cwd: host.cwd(),
    since: undefined,
    project: undefined,
    session: undefined,
    setup,
    cache: new OverviewCache(host.env, setup),
    progress: (read, all) => {
      output.progress(`looking for ${JSON.stringify(given)}: ${grouped(read)} of ${count(all, 'file')} read`)
    },
  })
  const isHere = projectFilter('.', host.cwd(), home)
  const matches = sessions.flatMap(({ session, agent, file, to, project }) =>
    file !== null && session.startsWith(given)
      ? [{ session, agent, path: file, at: Date.parse(to), isHere: project !== null && isHere(project) }]
      : [],
  )
  if (matches.length > 0) return matches
  const meant = didYouMean(
    given,
    sessions.map(({ session }) => session),
  )
  const among =
    sessions.length === 0
      ? 'anywhere: agents recorded none here'
      : `among the ${count(sessions.length, 'session')} of all agents`
  throw new Failure(
    'unknown-session',
    `There is no session ${JSON.stringify(given)} ${among}.${meant} \`todo-replay sessions --all\` lists them; for a session elsewhere, also name the file or folder.`,
  )
}

/** The settings under which `sessions` lists, for what it found out before. */
const usualSetup: OverviewSetup = { profile: null, evidence: {}, todos: [] }

function only(matches: readonly Match[], given: string): Match {
  const exact = matches.filter(({ session }) => session === given)
  const here = matches.filter(({ isHere }) => isHere)
  for (const some of [exact, matches, here]) {
    const [newest] = some.toSorted((one, other) => other.at - one.at)
    if (newest !== undefined && some.every(({ session }) => session === newest.session)) return newest
  }
  const ids = [...new Set(matches.map(({ session }) => session))]
  throw new Failure(
    'ambiguous-session',
    `Several sessions begin with ${JSON.stringify(given)}: ${someOf(ids)}. Give more of the id.`,
  )
}

/** A sub-agent may stand in a file of its own, in the folder beside that of its session. */
async function sourceOf(path: string, root: string, given: string): Promise<Source> {
  if (given === root) return sourceAt(path)
  const folder = dirname(path)
  const session = (await idIn(path, root)) ?? root
  const { files } = await recordingsIn(join(folder, session)).catch(() => ({ files: [] }))
  return files.length === 0
    ? sourceAt(path)
    : { kind: 'folder', folder, files: [path, ...files], closed: [], linksOut: [] }
}
