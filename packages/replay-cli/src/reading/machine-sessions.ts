/** What agents recorded on this machine, for a program that shows it. */

import { Writable } from 'node:stream'
import { RecordingError } from '@todo-ledger/recordings'
import { Failure } from '../failure.js'
import { Output } from '../output.js'
import { homeOf } from '../person-folders.js'
import { recordReaderOf } from '../reader/page-reader.js'
import { readReplays } from '../replay/read-replays.js'
import type { SessionReplay } from '../session-view/session-replay.js'
import { type AgentSession, agentFiles, projectsOf, sessionsIn } from '../sessions/agent-sessions.js'
import { ReadReport } from '../sources/read-report.js'
import type { Environment } from '../text/style.js'

/** Whose recordings are meant. */
export interface Machine {
  /** It says where the home folder is, and where agents keep what they record. */
  readonly env: Environment
  readonly cwd: string
}

/** Of so many files, the newest, the sessions are listed. */
const mostFiles = 1000

/** The sessions that agents recorded, newest first. */
export async function machineSessions({ env, cwd }: Machine): Promise<readonly AgentSession[]> {
  const files = (await agentFiles({ home: homeOf(env), env })).slice(0, mostFiles)
  const projects = await projectsOf(files, new Set([cwd]))
  const sessions: AgentSession[] = []
  for (const file of files)
    sessions.push(...(await sessionsIn(file, projects.get(file.path) ?? { all: null, each: [] })))
  return sessions.sort((one, other) => other.to.getTime() - one.to.getTime())
}

/**
 * Reads one of them, without its secrets.
 * @returns null where the file holds no such session any more
 */
export async function machineReplay(
  { env }: Machine,
  { file, session }: { readonly file: string; readonly session: string },
): Promise<SessionReplay | null> {
  const source = { kind: 'recording', file } as const
  const reading = { report: new ReadReport(unheard()), session, redaction: {} }
  try {
    for await (const replay of readReplays(source, reading, {}, recordReaderOf(env, source))) return replay
  } catch (error) {
    if (!(error instanceof Failure || error instanceof RecordingError)) throw error
  }
  return null
}

/** Where messages go that nobody reads. */
function unheard(): Output {
  const stream = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() })
  const { stdin } = process
  return new Output({ stdout: stream(), stderr: stream(), stdin, env: {}, cwd: () => process.cwd() })
}
