/** `todo-replay watch`: follow a session that is still being recorded. */

import { performance } from 'node:perf_hooks'
import { readBaseline } from '../audit/baseline/baseline-file.js'
import { KnownFindings } from '../audit/baseline/known-findings.js'
import { type Call, type CommandModule, defineCommand } from '../command.js'
import { auditOptions, auditSetup } from '../config/audit-setup.js'
import { type ExitCode, exitCode } from '../exit-code.js'
import { flag, jsonOption, number, type OptionValues, sourceArgument, sourceOptions } from '../options.js'
import { followSource } from '../sources/follow-source.js'
import { followedSource } from '../sources/followed-source.js'
import { readOptions } from '../sources/read-options.js'
import { nameOf } from '../sources/source.js'
import { jsonView, LinesView } from '../watch/printed-view.js'
import { SessionWatcher } from '../watch/session-watcher.js'
import { WatchEnd } from '../watch/watch-end.js'

const options = {
  ...sourceOptions,
  ...jsonOption,
  ...auditOptions,
  once: flag('--once', 'print what is there, and end'),
  untilIdle: number('--until-idle <seconds>', 'end when nothing has happened for this long'),
}

type Options = OptionValues<typeof options>

/** The command. */
export const watch: CommandModule = defineCommand({
  arguments: [sourceArgument],
  options,
  help: `Prints the list, and everything as it happens: changes of the list, rejected updates, reminders, completions with their evidence, and findings. Ctrl-C ends it. The file need not exist yet; it may be truncated, rewritten or replaced. Of a ledger it shows the session that was active last, and all that become active; of a folder the newest recording. The files of its sub-agents are followed, too. With --json each event is a line; what happens in the session as log --json prints it. debug --follow shows the same session on a screen.

Examples:
  todo-replay watch fixtures/tests-ticked-without-a-run/session.jsonl --once
  todo-replay watch fixtures/nag-ignored/session.jsonl --once --json`,
  run,
})

async function run(call: Call<Options>): Promise<ExitCode> {
  const { options, output } = call
  const setup = await auditSetup(call)
  const reading = await readOptions(call)
  const source = await followedSource(call, options.once)
  const end = new WatchEnd(options.untilIdle ?? null)
  const stopSignals = end.onSignals()
  call.host.stdout.once('error', () => end.end('asked')) // nobody reads it any more
  const view = options.json ? jsonView(output) : new LinesView(output)
  try {
    const known = setup.baseline === undefined ? null : new KnownFindings(readBaseline(setup.baseline))
    const watcher = new SessionWatcher({
      view,
      source: nameOf(source),
      session: options.session,
      audit: setup.audit,
      ...(known === null ? {} : { mark: (audit) => known.mark(audit) }),
      clock: () => performance.now(),
    })
    const { once } = options
    await followSource(source, {
      ...reading,
      end,
      once,
      take: (item) => watcher.take(item),
      pause: () => output.ready(),
      again: () => watcher.rest,
    })
    watcher.finish(end.reason !== 'asked')
    await output.ready()
  } finally {
    end.end('asked')
    stopSignals()
  }
  return exitCode.fine
}
