/** What agents recorded on this machine, for a program that shows it. */

import { Writable } from 'node:stream'
import { RecordingError } from '@todo-ledger/recordings'
import { Failure } from '../failure.js'
import { Output } from '../output.js'
import { recordReaderOf } from '../reader/page-reader.js'
import { readReplays } from '../replay/read-replays.js'
import type { SessionReplay } from '../session-view/session-replay.js'
import { agentSessions } from '../sessions/agent-sessions.js'
import { OverviewCache } from '../sessions/overview/overview-cache.js'
import type { AgentSession, OverviewSetup } from '../sessions/overview/session-overview.js'
import { homeOf } from '../sources/newest-session.js'
import { ReadReport } from '../sources/read-report.js'
import { recordingAt } from '../sources/source.js'
import type { Environment } from '../text/style.js'

/** Whose recordings are meant. */
export interface Machine {
  /** The environment: it says where the home folder is, and where agents keep what they record. */
  readonly env: Environment
  /** The folder that the program was called in. */
  readonly cwd: string
}

const setup: OverviewSetup = { profile: null, evidence: {}, todos: [] }

/** The sessions that agents recorded, newest first. What was found out of a file is kept, as by `todo-replay sessions`. */
export async function machineSessions({ env, cwd }: Machine): Promise<readonly AgentSession[]> {
  const { sessions } = await agentSessions({
    user: { home: homeOf(env), env },
    cwd,
    since: undefined,
    project: undefined,
    session: undefined,
    setup,
    cache: new OverviewCache(env, setup),
    progress: () => undefined,
  })
  return sessions
}

/**
 * Reads one of them, without its secrets.
 * @returns null where the file holds no such session any more
 */
export async function machineReplay(
  { env }: Machine,
  { file, session }: { readonly file: string; readonly session: string },
): Promise<SessionReplay | null> {
  const source = await recordingAt(file)
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
  return new Output({
    stdout: stream(),
    stderr: stream(),
    stdin: process.stdin,
    env: {},
    cwd: () => process.cwd(),
  })
}
