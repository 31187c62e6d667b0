/** `todo-replay sessions` without a source: what all agents recorded. */

import type { Call } from '../command.js'
import { type ExitCode, exitCode } from '../exit-code.js'
import { Failure } from '../failure.js'
import { homeOf } from '../sources/newest-session.js'
import { ReadReport } from '../sources/read-report.js'
import { count, grouped } from '../text/count.js'
import { agentNames } from './agent-names.js'
import { agentSessions } from './agent-sessions.js'
import { agentSessionsText } from './agent-sessions-text.js'
import { OverviewCache } from './overview/overview-cache.js'
import type { FileOverview, OverviewSetup } from './overview/session-overview.js'
import { projectFilter } from './project-filter.js'

/** Which of the agents' sessions are listed, and how. */
export interface AgentSessionsOptions {
  /** Only sessions of this time or later. */
  readonly since: Date | undefined
  /** Only sessions of this project. */
  readonly project: string | undefined
  /** Every session, however many there are. */
  readonly all: boolean
  /** As JSON. */
  readonly json: boolean
  /** What was found out before is used and kept. */
  readonly cache: boolean
}

/**
 * Lists the sessions of all agents.
 * @throws Failure `no-session`
 */
export async function listAgentSessions(call: Call<AgentSessionsOptions>): Promise<ExitCode> {
  const { options, output, host } = call
  const home = homeOf(host.env)
  const setup: OverviewSetup = { profile: null, evidence: {}, todos: [] }
  const project = options.project
  const { sessions, files } = await agentSessions({
    user: { home, env: host.env },
    cwd: host.cwd(),
    since: options.since,
    project: project === undefined ? undefined : projectFilter(project, host.cwd(), home),
    session: undefined,
    setup,
    cache: !options.cache ? null : new OverviewCache(host.env, setup),
    progress: (read, all) => {
      const share = Math.floor((100 * read) / all)
      output.progress(`${grouped(read)} of ${count(all, 'file')} read (${share} %)`)
    },
  })
  const report = new ReadReport(output)
  tellTrouble(files, report, call)
  if (files.length === 0 && project === undefined && options.since === undefined) {
    throw new Failure(
      'no-session',
      home === null
        ? "HOME is not set, so the agents' folders can't be found. Name a file or a folder."
        : `No session of ${agentNames.replace(' and ', ' or ')} was found in their own folders. Name a file or a folder.`,
    )
  }
  if (options.json) output.json({ sessions })
  else {
    const { columns, style, calledAs } = output
    for (const line of agentSessionsText(sessions, { columns, style, home, all: options.all, calledAs })) {
      output.line(line)
    }
  }
  return report.exit(exitCode.fine)
}

function tellTrouble(
  files: readonly { readonly file: string; readonly overview: FileOverview }[],
  report: ReadReport,
  { output }: Call<AgentSessionsOptions>,
): void {
  const troubles = files.flatMap(({ overview }) => overview.troubles)
  for (const { file, kind, reason } of troubles) {
    if (kind !== 'no-session') report.failed(file, { kind, reason })
  }
  report.finish()
  const empty = troubles.filter(({ kind }) => kind === 'no-session').length
  if (empty > 0)
    output.note(`${count(empty, 'file')} left out, no recorded session in ${empty === 1 ? 'it' : 'them'}`)
  const holed = files.filter(({ overview }) => overview.skipped > 0)
  const pieces = holed.reduce((sum, { overview }) => sum + overview.skipped, 0)
  if (pieces > 0) {
    output.note(
      `${count(pieces, 'piece')} of ${count(holed.length, 'file')} skipped: todo-replay audit FILE says which`,
    )
  }
}
