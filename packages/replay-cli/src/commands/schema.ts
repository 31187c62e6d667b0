/** `todo-replay schema`: the JSON Schema of what a command prints under `--json`, and of the files that it reads. */

import { type Call, type CommandModule, defineCommand } from '../command.js'
import { type ExitCode, exitCode } from '../exit-code.js'
import { jsonOption, type OptionValues } from '../options.js'
import { schemaList, schemaNamed } from '../schema/schema-files.js'
import { hang } from '../text/wrap.js'

const options = {
  ...jsonOption,
}

type Options = OptionValues<typeof options>

/** The command. */
export const schema: CommandModule = defineCommand({
  arguments: [['[schema]', 'a command, or failure, config or baseline (default: list them)']],
  options,
  help: `A command that fails prints what failure describes. For an editor to check your settings, begin them with { "$schema": "<the file that the list names>" }.

Examples:
  todo-replay schema
  todo-replay schema audit`,
  run,
})

async function run({ source: name, options, output }: Call<Options>): Promise<ExitCode> {
  if (name !== undefined) {
    output.json(schemaNamed(name))
    return exitCode.fine
  }
  const list = schemaList()
  if (options.json) output.json(list)
  else {
    const width = Math.max(...list.schemas.map((each) => each.name.length)) + 2
    for (const each of list.schemas) {
      for (const line of hang(each.name.padEnd(width), each.describes, output.columns)) output.line(line)
    }
  }
  return exitCode.fine
}
