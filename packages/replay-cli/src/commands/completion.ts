/** `todo-replay completion`: completion of command lines for a shell. */

import { type Call, type CommandModule, defineCommand } from '../command.js'
import { offerFor } from '../completion/offer.js'
import { anyFile, scriptFor, shells } from '../completion/shell-scripts.js'
import { type ExitCode, exitCode } from '../exit-code.js'
import { Failure } from '../failure.js'
import { flag, hidden, jsonOption, type OptionValues } from '../options.js'
import type { ShellCompletion } from '../schema/printed-json.js'
import { printable } from '../text/printable.js'

const options = {
  ...jsonOption,
  line: hidden(flag('--line', 'complete the line that follows: what the scripts call')),
}

type Options = OptionValues<typeof options>

/** The command. */
export const completion: CommandModule = defineCommand({
  arguments: [['[shell]', shells.join(', ')]],
  options,
  usage: '[options] <shell>',
  takesMoreWords: true,
  help: `Prints a script. Commands, options and their values, files, and the ids of a
source's sessions are completed.

Examples:
  todo-replay completion bash
  todo-replay completion zsh
  todo-replay completion fish

To have it in every shell, put this into ~/.bashrc, or with zsh into ~/.zshrc after compinit:
  eval "$(todo-replay completion bash)"
For fish, write it to ~/.config/fish/completions/todo-replay.fish.`,
  run,
})

async function run({ source, words, options, output, host, commands }: Call<Options>): Promise<ExitCode> {
  if (options.line) {
    const offer = await offerFor(words.slice(0, -1), words.at(-1) ?? '', commands, host)
    if (offer === 'files') output.line(anyFile)
    else for (const { word, means } of offer) output.line(`${printable(word)}\t${printable(means)}`)
    return exitCode.fine
  }
  const shell = shells.find((each) => each === source)
  if (shell === undefined || words.length > 1) {
    throw new Failure('usage', 'Name the shell: bash, zsh or fish.')
  }
  const script = scriptFor(shell)
  const printed: ShellCompletion = { shell, script }
  if (options.json) output.json(printed)
  else output.line(script.trimEnd())
  return exitCode.fine
}
