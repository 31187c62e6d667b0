/** `todo-replay hook`: records an agent's session while it runs, as a hook that a person puts into their settings. */

import { fileURLToPath } from 'node:url'
import { type Call, type CommandModule, defineCommand } from '../command.js'
import { type ExitCode, exitCode } from '../exit-code.js'
import { Failure } from '../failure.js'
import { agentName, claudeSettings, settingsPlace } from '../hook/claude-code.js'
import { limitOf, noAddress, usualLimit } from '../hook/hook-settings.js'
import { drainSpool, runHook } from '../hook/run-hook.js'
import { flag, type OptionValues, text } from '../options.js'
import { packageFolder } from '../package-folder.js'
import { isLedgerAddress } from '../sources/is-ledger-address.js'
import { count } from '../text/count.js'

const options = {
  printSettings: flag('--print-settings', "print the hooks for Claude Code's settings.json"),
  drain: flag('--drain', 'record what hooks could not record in time, and end'),
  ledger: text('--ledger <file>', `record here (default: ~/.local/share/todo-replay/${agentName}.db)`),
  gate: flag('--gate', 'refuse completions that the recorded work does not show, and say what is missing'),
  limit: text('--limit <seconds>', `the longest that the agent waits for a hook (default: ${usualLimit})`),
  log: text('--log <file>', 'the error log (default: ~/.local/state/todo-replay/hook.log)'),
}

type Options = OptionValues<typeof options>

/** The command. */
export const command: CommandModule = defineCommand({
  options,
  help: `Claude Code calls it at every prompt, tool call and stop, with JSON on standard
input. It prints nothing unless it refuses a completion (--gate), and never
stops the agent: errors go to the log, and the exit code is 0.
See docs/guides/live-capture.md.

Examples:
  todo-replay hook --print-settings
  todo-replay hook --print-settings --gate --ledger todos.db`,
  run,
})

async function run({ options, output, host }: Call<Options>): Promise<ExitCode> {
  const limit = limitOf(options.limit)
  if (limit === null) {
    throw new Failure('usage', `--limit must be seconds up to 999, such as ${usualLimit}.`)
  }
  const isAsked = options.printSettings || options.drain
  if (isAsked && options.ledger !== undefined && isLedgerAddress(options.ledger))
    throw new Failure('bad-address', noAddress)
  if (options.printSettings) {
    const program = fileURLToPath(new URL('bin/todo-replay.js', packageFolder))
    const given = options.limit === undefined ? undefined : limit
    output.json(claudeSettings(program, options, given, host.cwd()))
    output.message(`${settingsPlace} Sessions that begin from then on are recorded.`)
    return exitCode.fine
  }
  if (options.drain) {
    const hooks = await drainSpool(options, host.env)
    output.line(`${count(hooks, 'hook')} recorded`)
    return exitCode.fine
  }
  if ('isTTY' in host.stdin && host.stdin.isTTY === true) {
    throw new Failure(
      'usage',
      `Claude Code calls this with JSON on standard input. Put the output of todo-replay hook --print-settings into its settings.`,
    )
  }
  const { ledger, gate, log } = options
  await runHook({ ledger, gate, log, limit, mistakes: [] }, host)
  return exitCode.fine
}
