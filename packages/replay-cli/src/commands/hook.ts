/** `todo-replay hook`: records an agent's session while it runs, as a hook that a person puts into their settings. */

import { fileURLToPath } from 'node:url'
import { type Call, type CommandModule, defineCommand } from '../command.js'
import { type ExitCode, exitCode } from '../exit-code.js'
import { Failure } from '../failure.js'
import { agentName, agentTitle, firstWithBatches, settingsFor, settingsPlace } from '../hook/adapter.js'
import { noAddress } from '../hook/hook-files.js'
import { limitOf, usualLimit } from '../hook/hook-settings.js'
import { drainLimit, drainSpool, lastLimit, runHook } from '../hook/run-hook.js'
import { flag, type OptionValues, text, unless } from '../options.js'
import { packageFolder } from '../package-folder.js'
import { isLedgerAddress } from '../sources/ledger-address.js'
import { count } from '../text/count.js'

const options = {
  printSettings: flag(
    '--print-settings',
    `print the hooks for ${agentTitle}'s settings.json, and record nothing`,
  ),
  drain: flag('--drain', 'record what hooks could not record in time, and end'),
  ledger: text('--ledger <file>', `record here (default: ~/.local/share/todo-replay/${agentName}.db)`),
  gate: flag('--gate', 'refuse completions that the recorded work does not show, and say what is missing'),
  limit: text('--limit <seconds>', `the longest that the agent waits for a hook (default: ${usualLimit})`),
  log: text('--log <file>', 'the error log (default: ~/.local/state/todo-replay/hook.log)'),
  batch: unless('--no-batch', `for a ${agentTitle} before ${firstWithBatches}`),
}

type Options = OptionValues<typeof options>

/** The command. */
export const command: CommandModule = defineCommand({
  options,
  help: `${agentTitle} calls it at every prompt, tool call and stop, with JSON on standard
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
  const settings = {
    ledger: options.ledger,
    gate: options.gate,
    log: options.log,
    batches: options.batch,
  }
  if (limit === null) {
    throw new Failure('usage', `--limit must be seconds up to 999, such as ${usualLimit}.`)
  }
  const isAsked = options.printSettings || options.drain
  if (isAsked && options.ledger !== undefined && isLedgerAddress(options.ledger))
    throw new Failure('bad-address', noAddress)
  if (options.printSettings) {
    const program = fileURLToPath(new URL('bin/todo-replay.js', packageFolder))
    const given = options.limit === undefined ? undefined : limit
    const limits = { usual: usualLimit, last: lastLimit }
    output.json(settingsFor({ program, ...settings, limit: given }, host.cwd(), limits))
    output.message(`${settingsPlace} Sessions that begin from then on are recorded.`)
    return exitCode.fine
  }
  if (options.drain) {
    const hooks = await drainSpool({ ...settings, limit: drainLimit, mistakes: [] }, host.env)
    output.line(`${count(hooks, 'hook')} recorded`)
    return exitCode.fine
  }
  if ('isTTY' in host.stdin && host.stdin.isTTY === true) {
    throw new Failure(
      'usage',
      `${agentTitle} calls this with JSON on standard input. Put the output of todo-replay hook --print-settings into its settings.`,
    )
  }
  await runHook({ ...settings, limit, mistakes: [] }, host)
  return exitCode.fine
}
