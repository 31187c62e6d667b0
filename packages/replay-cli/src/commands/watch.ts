/** `todo-replay watch`: follow a session that is still being recorded. */

import { performance } from 'node:perf_hooks'
import { type CommandModule, defineCommand } from '../command.js'
import { auditSetup, configOption } from '../config/audit-setup.js'
import { exitCode } from '../failure.js'
import { flag, jsonOption, sourceArgument, sourceOptions } from '../options.js'
import { followedSource, followSource } from '../sources/follow-source.js'
import { readOptions } from '../sources/read-options.js'
import { nameOf } from '../sources/source.js'
import { jsonView, linesView } from '../watch/printed-view.js'
import { SessionWatcher } from '../watch/session-watcher.js'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** The command. */
export const command: CommandModule = defineCommand({
  arguments: [sourceArgument],
  options: {
    ...sourceOptions,
    ...jsonOption,
    ...configOption,
    once: flag('--once', 'print what is there, and end'),
  },
  help: `Prints the list, and everything as it happens: changes of the list, rejected updates, reminders, completions with their evidence, and findings. Ctrl-C ends it. The file need not exist yet; it may be truncated, rewritten or replaced. Of a ledger it shows the session that was active last, and all that become active; of a folder the newest recording. With --json each event is a line, as log --json prints it.

Examples:
  todo-replay watch
  todo-replay watch todos.db --once --json`,
  async run(call) {
    const { options, output } = call
    const { once, session } = options
    const setup = await auditSetup(options)
    const reading = await readOptions(call)
    const source = await followedSource(call, once)
    const control = new AbortController()
    const end = (): void => control.abort()
    for (const signal of signals) process.on(signal, end)
    call.host.stdout.once('error', end) // nobody reads it any more
    const watcher = new SessionWatcher({
      ...{ session, source: nameOf(source), audit: setup.audit },
      view: options.json ? jsonView(output) : linesView(output),
      clock: () => performance.now(),
    })
    try {
      await followSource(source, {
        ...reading,
        stop: control.signal,
        once,
        take: (item) => watcher.take(item),
        pause: () => output.ready(),
        again: () => watcher.rest,
      })
      watcher.finish(!control.signal.aborted)
      await output.ready()
    } finally {
      end()
      for (const signal of signals) process.off(signal, end)
    }
    return exitCode.fine
  },
})
