/** `todo-replay debug`: step through a session in the terminal. */

import { ReadStream, WriteStream } from 'node:tty'
import { type Call, type CommandModule, defineCommand } from '../command.js'
import { auditSetup, configOption } from '../config/audit-setup.js'
import { startState } from '../debug/debugger.js'
import { runDebugger } from '../debug/run-debugger.js'
import { type ExitCode, exitCode, Failure } from '../failure.js'
import type { Host } from '../host.js'
import { type OptionValues, parsed, sourceOptions, wholeNumber } from '../options.js'
import { recordReaderOf } from '../reader/page-reader.js'
import { wholeConversation } from '../replay/conversation-recorder.js'
import { readReplays } from '../replay/read-replays.js'
import { SessionView } from '../session-view/session-view.js'
import { listOf, readOptions } from '../sources/read-options.js'
import { resolveSource } from '../sources/resolve-source.js'

const options = {
  ...sourceOptions,
  ...configOption,
  at: parsed('--at <turn>', 'begin at this turn', wholeNumber),
}

type Options = OptionValues<typeof options>

export const command: CommandModule = defineCommand({
  arguments: [
    [
      '[source]',
      'a recorded session, a folder of them, or a ledger (*.db) (default: the newest session of this folder)',
    ],
  ],
  options,
  help: `The turns are on the left; on the right is the list after the turn, the evidence for what it completed, and what happened in it. f goes to the next doubt, ? shows all keys, q quits. watch follows a session that is still being recorded.

Examples:
  todo-replay debug
  todo-replay debug todos.db --at 3`,
  run,
})

async function run(call: Call<Options>): Promise<ExitCode> {
  const { options, output, host } = call
  const source = await resolveSource(call.source, call)
  if (source.kind === 'stream')
    throw new Failure('usage', 'debug reads keys from standard input, so the recording must be a file.')
  const { terminal, keyboard } = terminalOf(host)
  const setup = await auditSetup(options)
  const reading = await readOptions(call)
  output.progress('reading …')
  const replays = await listOf(
    readReplays(source, reading, setup.audit, recordReaderOf(host.env, source), wholeConversation),
  )
  await output.finish()
  const sessions = replays.map((replay) => new SessionView(replay))
  const first = startState(sessions, options.at)
  await runDebugger(sessions, first, { terminal, keyboard, style: output.style })
  return exitCode.fine
}

/** The terminal that the debugger draws on and whose keys it reads. @throws Failure `no-terminal` */
function terminalOf({ stdin, stdout, env }: Host) {
  const isReal = stdin instanceof ReadStream && stdout instanceof WriteStream && stdin.isTTY && stdout.isTTY
  if (isReal && env['TERM'] !== 'dumb') return { keyboard: stdin, terminal: stdout }
  const instead = 'Use audit, show, log or blame for text, --json on them for programs, or report for a page.'
  throw new Failure(
    'no-terminal',
    `debug needs a terminal with a keyboard, and a TERM that is not dumb; standard input or output is none. ${instead}`,
  )
}
