/** The sessions of all agents: found in their own folders, read where nothing is known of them, newest first. */

import { resolve } from 'node:path'
import {
  type Agent,
  type AgentHome,
  agents as builtinAgents,
  type FileProjects,
  severalAtOnce,
  type UserHome,
} from '@todo-ledger/recordings/agents'
import type { OverviewCache } from './overview/overview-cache.js'
import { OverviewReader } from './overview/overview-reader.js'
import type { AgentSession, FileOverview, OverviewSetup } from './overview/session-overview.js'
import type { ProjectFilter } from './project-filter.js'

/** What is asked for. */
export interface AgentSessionsAsked {
  /** The person's home, and the environment. */
  readonly user: UserHome
  /** Whose sessions are listed; all that are built in when absent. */
  readonly agents?: readonly Agent[]
  /** The folder that the program was called in. */
  readonly cwd: string
  /** Only sessions in which something happened since; all when absent. */
  readonly since: Date | undefined
  /** Only sessions of these projects; all when absent. */
  readonly project: ProjectFilter | undefined
  /** Only sessions whose id begins like this; all when absent. */
  readonly session: string | undefined
  /** How they are read. */
  readonly setup: OverviewSetup
  /** What is known already; null: everything is read. */
  readonly cache: OverviewCache | null
  /** Is given how far the reading is. */
  readonly progress: (read: number, all: number) => void
}

/** What was found. */
export interface AgentSessionsFound {
  /** The sessions, newest first. */
  readonly sessions: readonly AgentSession[]
  /** What the files say that were looked at, by their paths. */
  readonly files: readonly { readonly file: string; readonly overview: FileOverview }[]
}

/** One file on its way to its sessions. */
interface Candidate {
  readonly agent: Agent
  readonly home: AgentHome
  readonly path: string
  projects: FileProjects | null
  overview: FileOverview | null
}

/** Lists the sessions. */
export async function agentSessions(asked: AgentSessionsAsked): Promise<AgentSessionsFound> {
  const { candidates, all } = await findCandidates(asked)
  await lookUp(candidates, asked.cache)
  await findProjects(candidates, asked.cwd)
  const { project } = asked
  const wanted = candidates.filter(({ projects }) => project === undefined || isOfProject(projects, project))
  await readUnknown(wanted, asked)
  asked.cache?.close(all)
  const files = wanted.flatMap(({ path, overview }) => (overview === null ? [] : [{ file: path, overview }]))
  const sessions = wanted.flatMap(sessionsOf).filter((session) => isAskedFor(session, asked))
  return { sessions: sessions.toSorted(newestFirst), files }
}

/** A file that was not written to since then has nothing that happened since. */
async function findCandidates({ user, since, agents = builtinAgents }: AgentSessionsAsked): Promise<{
  readonly candidates: readonly Candidate[]
  readonly all: readonly string[]
}> {
  const seen = new Set<string>()
  const candidates: Candidate[] = []
  for (const agent of agents) {
    const home = agent.home?.(user)
    for (const file of (await home?.files()) ?? []) {
      const path = resolve(file.path)
      if (seen.has(path)) continue
      seen.add(path)
      if (since !== undefined && file.at < since.getTime()) continue
      if (home !== undefined) candidates.push({ agent, home, path, projects: null, overview: null })
    }
  }
  return { candidates, all: [...seen] }
}

async function lookUp(candidates: readonly Candidate[], cache: OverviewCache | null): Promise<void> {
  if (cache === null) return
  await severalAtOnce(candidates, async (candidate) => {
    const known = await cache.known(candidate.path)
    if (known === null) return
    candidate.overview = known.overview
    candidate.projects = known.projects
  })
}

/** Those that say it themselves come first: the others may need to know what they said. */
async function findProjects(candidates: readonly Candidate[], cwd: string): Promise<void> {
  const known = new Set([cwd])
  for (const inFile of [true, false]) {
    const open = candidates.filter(
      ({ home, projects }) => home.isProjectInFile === inFile && projects === null,
    )
    await severalAtOnce(open, async (candidate) => {
      candidate.projects = await candidate.home.projects(candidate.path, known)
    })
    for (const { projects } of candidates) {
      if (typeof projects?.all === 'string') known.add(projects.all)
      for (const [, folder] of projects?.each ?? []) known.add(folder)
    }
  }
}

function isOfProject(projects: FileProjects | null, project: ProjectFilter): boolean {
  const folders = [projects?.all ?? null, ...(projects?.each ?? []).map(([, folder]) => folder)]
  return folders.some((folder) => folder !== null && project(folder))
}

async function readUnknown(
  candidates: readonly Candidate[],
  { setup, cache, progress, agents }: AgentSessionsAsked,
): Promise<void> {
  const open = new Map(
    candidates.filter(({ overview }) => overview === null).map((candidate) => [candidate.path, candidate]),
  )
  let read = 0
  if (open.size > 0) progress(read, open.size)
  const reader = new OverviewReader(setup, agents)
  for (const [file, candidate] of open) {
    const result = await reader.read(file)
    read += 1
    progress(read, open.size)
    candidate.overview = result.overview
    cache?.keep(file, result, candidate.home.isProjectInFile ? candidate.projects : null)
  }
}

function sessionsOf({ agent, projects, overview }: Candidate): readonly AgentSession[] {
  const each = new Map(projects?.each)
  return (overview?.sessions ?? []).map((session) => ({
    agent: agent.title,
    project: each.get(session.session) ?? projects?.all ?? null,
    ...session,
  }))
}

function isAskedFor(
  { project, to, session }: AgentSession,
  asked: Pick<AgentSessionsAsked, 'since' | 'project' | 'session'>,
): boolean {
  if (asked.since !== undefined && to < asked.since.toISOString()) return false
  if (asked.session !== undefined && !session.startsWith(asked.session)) return false
  return asked.project === undefined || (project !== null && asked.project(project))
}

function newestFirst(one: AgentSession, other: AgentSession): number {
  if (one.to !== other.to) return one.to < other.to ? 1 : -1
  const [first, second] = [one, other].map(({ file, session }) => `${file ?? ''}\n${session}`)
  return (first ?? '') < (second ?? '') ? -1 : 1
}
