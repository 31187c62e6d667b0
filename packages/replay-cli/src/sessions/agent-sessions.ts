/** The sessions of all agents, found in their own folders; of each the head of its file is read. */

import { isAbsolute, relative, resolve, sep } from 'node:path'
import { titleOf } from '@todo-ledger/core'
import { createRedactor } from '@todo-ledger/core/redaction'
import { openRecording, RecordingError } from '@todo-ledger/recordings'
import {
  type Agent,
  type AgentHome,
  agents as builtinAgents,
  type FileProjects,
  newestFirst,
  type UserHome,
} from '@todo-ledger/recordings/agents'
import { troubleOf } from '../sources/read-report.js'
import { listed } from '../text/count.js'

/** The agents whose own folders are known, such as `A, B and C`. */
export const agentNames: string = listed(
  builtinAgents.flatMap(({ title, home }) => (home === null ? [] : title)),
  'and',
)

export interface AgentSession {
  readonly session: string
  readonly agent: string
  /** The folder in which it was begun; null where that is not known. */
  readonly project: string | null
  /** The beginning of what was first said to it, without secrets; null where nothing was. */
  readonly title: string | null
  readonly file: string
  readonly from: Date
  /** When its file was last written to; where that holds other sessions, too, when its last step was. */
  readonly to: Date
}

/** A file in which an agent keeps sessions. */
export interface AgentFile {
  readonly path: string
  readonly agent: string
  readonly home: AgentHome
  readonly at: number
}

/** The files of all agents, newest first. */
export async function agentFiles(
  user: UserHome,
  agents: readonly Agent[] = builtinAgents,
): Promise<readonly AgentFile[]> {
  const found = new Map<string, AgentFile>()
  for (const { title, home: homeOf } of agents) {
    const home = homeOf?.(user)
    for (const file of (await home?.files()) ?? []) {
      const path = resolve(file.path)
      if (home !== undefined && !found.has(path)) found.set(path, { path, agent: title, home, at: file.at })
    }
  }
  return newestFirst([...found.values()])
}

/**
 * Where the sessions of files were begun. Files that say it themselves come first: the others may need to know it.
 * @param known folders that sessions may have been begun in; those that are found are added
 */
export async function projectsOf(
  files: readonly AgentFile[],
  known: Set<string>,
): Promise<ReadonlyMap<string, FileProjects>> {
  const projects = new Map<string, FileProjects>()
  for (const isInFile of [true, false]) {
    for (const { path, home } of files.filter((file) => file.home.isProjectInFile === isInFile)) {
      const its = await home.projects(path, known)
      projects.set(path, its)
      for (const folder of foldersOf(its)) known.add(folder)
    }
  }
  return projects
}

/** The folders in which the sessions of a file were begun. */
export function foldersOf({ all, each }: FileProjects): readonly string[] {
  return [...(all === null ? [] : [all]), ...each.map(({ folder }) => folder)]
}

/**
 * The sessions of a file that a person began, newest first; of a file that is one session, no more is read than its
 * title needs.
 * @param onTrouble is told why it can't be read; null: it holds no session
 */
export async function sessionsIn(
  { path: file, agent, at }: AgentFile,
  { all, each }: FileProjects,
  onTrouble: (trouble: ReturnType<typeof troubleOf> | null) => void = () => undefined,
  agents: readonly Agent[] = builtinAgents,
): Promise<readonly AgentSession[]> {
  const projects = new Map(each.map(({ session, folder }) => [session, folder]))
  const found = new Map<string, { title: string | null; readonly from: Date; last: Date }>()
  try {
    const recording = await openRecording(file, { agents })
    try {
      for await (const step of recording.steps) {
        if (step.kind === 'session' && step.parent === null)
          found.set(step.session, { title: null, from: step.at, last: step.at })
        const its = found.get(step.session)
        if (its === undefined) continue
        if (step.at > its.last) its.last = step.at
        if (step.kind === 'input') its.title ??= titleOf(redactor.text(step.text))
        if (its.title !== null && projects.size === 0) break
      }
    } finally {
      await recording.close()
    }
  } catch (error) {
    const isNoSession = error instanceof RecordingError && noSession.has(error.code)
    onTrouble(isNoSession ? null : troubleOf(error, file))
    return []
  }
  if (found.size === 0) onTrouble(null)
  const sessions = [...found].map(([session, { title, from, last }]) => {
    const project = projects.get(session) ?? all
    return { session, agent, project, title, file, from, to: projects.size === 0 ? new Date(at) : last }
  })
  return sessions.toSorted((one, other) => other.to.getTime() - one.to.getTime())
}

const redactor = createRedactor()
const noSession: ReadonlySet<string> = new Set(['empty', 'not-a-recording', 'unknown-format'])

type ProjectFilter = (folder: string) => boolean

/** Tells the folders that are one or in it. @param cwd where relative paths begin; @param home what `~` stands for, or null */
export function projectFilter(asked: string, cwd: string, home: string | null): ProjectFilter {
  const whole = resolve(cwd, home === null ? asked : asked.replace(/^~(?=$|[/\\])/, home))
  return (folder) => {
    const way = relative(whole, folder)
    return way === '' || (!isAbsolute(way) && way !== '..' && !way.startsWith(`..${sep}`))
  }
}
