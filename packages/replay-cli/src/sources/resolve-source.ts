/**
 * The source that a command is to read: the one that was given; else the recording of the session that `--session` names,
 * wherever an agent put it; else the newest session of the current folder.
 */

import { existsSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type Agent, agents as builtinAgents, newestOf } from '@todo-ledger/recordings/agents'
import type { Call } from '../command.js'
import { Failure } from '../failure.js'
import type { Host } from '../host.js'
import { homeOf } from '../person-folders.js'
import { ago, grouped, listed } from '../text/count.js'
import { printable } from '../text/printable.js'
import { type PathReading, type Source, sourceAt } from './source.js'

/** What is resolved for a call. */
type SourceCall = Pick<
  Call<object & { readonly session?: string | undefined }>,
  'host' | 'output' | 'options'
>

/**
 * Says what a command reads. A session that was looked for, not named, is reported as a message.
 * @param reading whether what is named may be missing yet
 * @throws Failure `no-source`, `missing`, `no-recordings`, `unknown-source`, `system`, `unknown-session`,
 * `ambiguous-session`
 */
export async function resolveSource(
  given: string | undefined,
  { host, output, options }: SourceCall,
  reading: Pick<PathReading, 'mayBeMissing'> = {},
): Promise<Source> {
  if (given === '-') return { kind: 'stream', name: 'standard input', bytes: host.stdin }
  if (given !== undefined)
    return sourceAt(given, {
      ...reading,
      onProgress: (files) => output.progress(`${grouped(files)} files found`),
    })
  const report = ({ path, agent, at }: { path: string; agent: string; at: number }): void =>
    output.message(`reading ${printable(path)} (${agent}, ${ago(at, Date.now())})`)
  const { session } = options
  if (session !== undefined && session !== '') {
    const { sessionAnywhere } = await import('../sessions/session-anywhere.js')
    const found = await sessionAnywhere(session, { host, output })
    report(found)
    return found.source
  }
  const newest = await newestSession(host)
  report(newest)
  const source = await sourceAt(newest.path)
  const isOne = newest.session !== undefined && source.kind === 'recording'
  return isOne ? { ...source, session: newest.session } : source
}

/**
 * As `resolveSource`, of several sources: recordings and folders, each file once, in the order in which they are named.
 * @throws Failure `usage` for what can't be read beside others, and those of `resolveSource`; nothing was read then
 */
export async function resolveSources(given: readonly string[], call: SourceCall): Promise<Source> {
  if (given.length < 2) return resolveSource(given[0], call)
  const files = new Map<string, string>()
  const named = new Set<string>()
  const closed: string[] = []
  const add = (file: string): string => {
    const known = files.get(resolve(file)) ?? file
    files.set(resolve(file), known)
    return known
  }
  for (const each of given) {
    if (each === '-') throw new Failure('usage', "Standard input (-) can't be combined with other sources.")
    const source = await resolveSource(each, call).catch((error: unknown) => {
      if (!(error instanceof Failure)) throw error
      throw new Failure(error.code, `${error.message} Nothing was read.`, { cause: error })
    })
    if (source.kind === 'recording') named.add(add(source.file))
    else if (source.kind === 'folder') {
      closed.push(...source.closed)
      source.files.forEach(add)
    } else
      throw new Failure(
        'usage',
        `${each} is a ${source.kind === 'ledger' ? 'ledger' : 'pipe'}, which can't be combined with other sources. Nothing was read.`,
      )
  }
  return {
    ...{ kind: 'folder', folder: given.join(', '), files: [...files.values()], closed },
    ...(named.size === 0 ? {} : { named }),
  }
}

/**
 * Looks for the newest session of the current folder. Sessions of sub-agents are not taken.
 * @throws Failure `no-source` that says where it was looked
 */
export async function newestSession(
  host: Pick<Host, 'cwd' | 'env'>,
  agents: readonly Agent[] = builtinAgents,
) {
  const folder = host.cwd()
  const real = await realpath(folder).catch(() => folder)
  const user = { home: homeOf(host.env), env: host.env }
  const lookedIn: string[] = []
  const absent: string[] = []
  let newest: (NonNullable<Awaited<ReturnType<typeof newestOf>>> & { readonly agent: string }) | null = null
  for (const { title, home: homeOfUser } of agents) {
    const home = homeOfUser?.(user)
    if (home === undefined) continue
    const roots = home.roots.filter((root) => existsSync(root))
    lookedIn.push(...roots.map((place) => `looked in ${place} (${title})`))
    if (roots.length === 0) absent.push(title)
    const found = await newestOf(home, [...new Set([folder, real])])
    if (found !== null && found.at > (newest?.at ?? Number.NEGATIVE_INFINITY))
      newest = { agent: title, ...found }
  }
  if (newest !== null) return newest
  const what =
    user.home === null
      ? 'HOME is not set, so the newest session of this folder can not be looked for.'
      : `No agent recorded a session in this folder, ${folder}.`
  const others =
    absent.length === 0 || user.home === null
      ? []
      : [`found nothing of ${listed(absent, 'or')} in their own folders`]
  throw new Failure('no-source', `${what} Say what to read.`, {
    lines: [
      ...lookedIn,
      ...others,
      '',
      'todo-replay audit FILE    a recorded session, a folder of them, a ledger (*.db), or - for standard input',
      'todo-replay sessions      what agents recorded in other folders; audit --session ID takes one of them',
      'todo-replay --help        all commands',
    ],
  })
}
