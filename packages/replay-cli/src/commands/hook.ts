/** `todo-replay hook`: records an agent's session while it runs, as a hook that a person puts into their settings. */

import { fileURLToPath } from 'node:url'
import { type Call, type CommandModule, defineCommand } from '../command.js'
import { type ExitCode, exitCode, Failure } from '../failure.js'
import { agentName, claudeSettings } from '../hook/claude-code.js'
import { noAddress, runHook } from '../hook/run-hook.js'
import { flag, type OptionValues, text } from '../options.js'
import { packageFolder } from '../package-folder.js'
import { isLedgerAddress } from '../sources/is-ledger-address.js'

const options = {
  printSettings: flag('--print-settings', "print the hooks for Claude Code's settings.json"),
  ledger: text('--ledger <file>', `record here (default: ~/.local/share/todo-replay/${agentName}.db)`),
  gate: flag('--gate', 'refuse completions that the recorded work does not show, and say what is missing'),
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
  if (options.printSettings) {
    if (options.ledger !== undefined && isLedgerAddress(options.ledger))
      throw new Failure('bad-address', noAddress)
    const program = fileURLToPath(new URL('bin/todo-replay.js', packageFolder))
    output.json(claudeSettings(program, options, host.cwd()))
    output.message(
      'Put this into ~/.claude/settings.json for all projects, or into .claude/settings.local.json of one; where there are hooks already, add these to them. Sessions that begin from then on are recorded.',
    )
    return exitCode.fine
  }
  if ('isTTY' in host.stdin && host.stdin.isTTY === true) {
    throw new Failure(
      'usage',
      `Claude Code calls this with JSON on standard input. Put the output of todo-replay hook --print-settings into its settings.`,
    )
  }
  await runHook(options, host)
  return exitCode.fine
}
