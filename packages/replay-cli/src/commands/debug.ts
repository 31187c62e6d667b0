/** `todo-replay debug`: step through a session in the terminal. */

import { openSync } from 'node:fs'
import { Writable } from 'node:stream'
import { ReadStream, WriteStream } from 'node:tty'
import { type Call, type CommandModule, defineCommand } from '../command.js'
import { auditSetup, configOption } from '../config/audit-setup.js'
import { followInDebugger } from '../debug/follow.js'
import { Debugger } from '../debug/run-debugger.js'
import { type ExitCode, exitCode } from '../exit-code.js'
import { Failure } from '../failure.js'
import type { Host } from '../host.js'
import {
  flag,
  type OptionValues,
  parsed,
  sourceArgument,
  sourceOptions,
  text,
  wholeNumber,
} from '../options.js'
import { Output } from '../output.js'
import { recordReaderOf } from '../reader/page-reader.js'
import { wholeConversation } from '../replay/conversation-recorder.js'
import { readReplays } from '../replay/read-replays.js'
import { followedSource } from '../sources/follow-source.js'
import { listOf, readOptions } from '../sources/read-options.js'
import { ReadReport } from '../sources/read-report.js'
import { resolveSource } from '../sources/resolve-source.js'
import { nameOf, type Source } from '../sources/source.js'

const options = {
  ...sourceOptions,
  ...configOption,
  at: parsed('--at <turn>', 'begin at this turn', wholeNumber),
  item: text('--item <id>', 'begin at this item: its id, or a part of its text'),
  follow: flag('--follow', 'continue as the recording grows'),
}

type Options = OptionValues<typeof options>

/** The command. */
export const command: CommandModule = defineCommand({
  arguments: [sourceArgument],
  options,
  help: `The turns are on the left; on the right is the list after the turn, and what happened in it or the evidence for an item. f goes to the next finding, ? shows all keys, q quits. With --follow the recording need not exist yet, and may grow or be replaced, as with watch.

Examples:
  todo-replay debug
  todo-replay debug todos.db --at 3 --item 2`,
  run,
})

async function run(call: Call<Options>): Promise<ExitCode> {
  const { options, output, host } = call
  const terminal = terminalOf(host)
  const followed = options.follow ? await followedSource(call, false) : null
  const source = followed ?? (await resolveSource(call.source, call))
  const setup = await auditSetup(options)
  const keyboard = keyboardOf(host, source)
  const reading = await readOptions(call)
  const shown = new Debugger({
    terminal,
    keyboard,
    style: output.style,
    isFollowed: options.follow,
    wanted: { turn: options.at, item: options.item },
  })
  if (followed !== null) {
    const control = new AbortController()
    const quit = shown.untilQuit()
    const report = new ReadReport(silent(host, (text) => shown.note(`${nameOf(followed)}: ${text}`)))
    const following = followInDebugger(
      followed,
      { ...reading, report },
      shown,
      setup.audit,
      control.signal,
    ).catch(shown.fail)
    await quit.finally(() => control.abort())
    await following
    return exitCode.fine
  }
  output.progress('reading …')
  const replays = await listOf(
    readReplays(source, reading, setup.audit, recordReaderOf(host.env, source), wholeConversation),
  )
  await output.finish()
  shown.show(replays)
  await shown.untilQuit()
  return exitCode.fine
}

/**
 * The terminal that the debugger draws on.
 * @throws Failure `no-terminal`
 */
function terminalOf({ stdout, env }: Host): WriteStream {
  const instead = 'Use audit, show, log or blame for text, --json on them for programs, or report for a page.'
  if (!(stdout instanceof WriteStream) || !stdout.isTTY)
    throw new Failure('no-terminal', `debug needs a terminal, and standard output is not one. ${instead}`)
  if (env['TERM'] === 'dumb')
    throw new Failure(
      'no-terminal',
      `debug needs a terminal that can move its cursor, and TERM is dumb. ${instead}`,
    )
  return stdout
}

/**
 * The keys: standard input, or the terminal itself where standard input is the recording.
 * @throws Failure `no-terminal`
 */
function keyboardOf({ stdin }: Host, source: Source): ReadStream {
  if (source.kind !== 'stream') {
    if (stdin instanceof ReadStream && stdin.isTTY) return stdin
    throw new Failure('no-terminal', 'debug needs the keyboard, and standard input is not a terminal.')
  }
  try {
    return new ReadStream(openSync('/dev/tty', 'r'))
  } catch (error) {
    const message =
      'debug needs the keyboard while standard input is the recording, and there is no terminal.'
    throw new Failure('no-terminal', message, { cause: error })
  }
}

/** Messages have no place of their own while the debugger is on the screen. @param onMessage gets each, where wanted */
function silent({ env, stdin, cwd }: Host, onMessage: (text: string) => void = () => undefined): Output {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const stderr = new Writable({
    decodeStrings: false,
    write(text: string, _encoding, done) {
      onMessage(text.trimEnd())
      done()
    },
  })
  return new Output({ stdout: nowhere, stderr, env, stdin, cwd })
}
