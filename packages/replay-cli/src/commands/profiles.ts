/** `todo-replay profiles`: the todo systems that are known. */

import type { Profile } from '@todo-ledger/core'
import { profilesOf } from '@todo-ledger/recordings'
import { type Call, type CommandModule, defineCommand } from '../command.js'
import { type ExitCode, exitCode } from '../exit-code.js'
import { jsonOption, type OptionValues } from '../options.js'
import type { Output } from '../output.js'
import type { ProfileOutput, ProfilesOutput } from '../schema/printed-json.js'
import { labelled } from '../text/paragraph.js'

const options = {
  ...jsonOption,
}

type Options = OptionValues<typeof options>

/** The command. */
export const profiles: CommandModule = defineCommand({
  options,
  help: `A profile is one system's tools, rules, reminders and texts. A recording names its own; --profile selects another.

Example:
  todo-replay profiles --json`,
  run,
})

async function run({ options, output }: Call<Options>): Promise<ExitCode> {
  const printed: ProfilesOutput = { profiles: profilesOf().map(profileOutput) }
  if (options.json) output.json(printed)
  else for (const [index, profile] of profilesOf().entries()) print(profile, index > 0, output)
  return exitCode.fine
}

function profileOutput({ name, source, tools, rules, settings }: Profile): ProfileOutput {
  return {
    name,
    source,
    tools: tools.map((tool) => tool.name),
    rules: rules.map(({ id, mode, options = {} }) => ({ id, mode, options })),
    settings,
  }
}

function print(profile: Profile, isFurther: boolean, output: Output): void {
  const { columns, style } = output
  const layout = { indent: 2, labelColumns: 9, columns, style }
  const rules = (mode: 'reject' | 'flag'): string =>
    profile.rules
      .filter((rule) => rule.mode === mode)
      .map(({ id }) => id)
      .join(', ') || 'none'
  if (isFurther) output.line()
  output.line(style('bold', profile.name))
  const facts = [
    { label: 'source', text: profile.source },
    { label: 'tools', text: profile.tools.map(({ name }) => name).join(', ') },
    { label: 'rejects', text: rules('reject') },
    { label: 'flags', text: rules('flag') },
  ]
  for (const fact of facts) for (const line of labelled(fact, layout)) output.line(line)
}
