/** `todo-replay report`: one self-contained page. */

import { type Call, type CommandModule, defineCommand } from '../command.js'
import { auditSetup, configOption } from '../config/audit-setup.js'
import { filesOf } from '../export/export-target.js'
import { type ExitCode, exitCode } from '../failure.js'
import {
  jsonOption,
  type OptionValues,
  redactOption,
  requiredText,
  sourceOptions,
  sourcesArgument,
} from '../options.js'
import type { Output } from '../output.js'
import { recordReaderOf } from '../reader/page-reader.js'
import { readReplays } from '../replay/read-replays.js'
import { pageConversation, ReportWriter, readPageFiles } from '../report/report-writer.js'
import { readOptions } from '../sources/read-options.js'
import { resolveSources } from '../sources/resolve-source.js'
import { count } from '../text/count.js'
import { printable } from '../text/printable.js'
import { WrittenFile } from '../written-file.js'

const options = {
  ...sourceOptions,
  ...jsonOption,
  ...configOption,
  ...redactOption,
  out: requiredText('--out <file>', 'write the page to this file'),
}

type Options = OptionValues<typeof options>

export const command: CommandModule = defineCommand({
  arguments: [sourcesArgument],
  options,
  help: `The page is self-contained: open it from a disk, or send it by mail. Several sessions get an index, worst first. Secrets of common kinds are removed; --no-redact leaves them in. Each place in the page has an address: report.html#turn=12&item=3.

Examples:
  todo-replay report --out report.html
  todo-replay report ~/.claude/projects --out sessions.html --json`,
  run,
})

async function run(call: Call<Options>): Promise<ExitCode> {
  const { words, options, output } = call
  const { out } = options
  const setup = await auditSetup(options)
  const files = readPageFiles()
  const found = await resolveSources(words, call)
  const file = new WrittenFile(out, filesOf(found))
  try {
    const writer = new ReportWriter(files, found, options.redact, (text) => file.line(text))
    const reader = recordReaderOf(call.host.env, found)
    let sessions = 0
    const reading = await readOptions(call)
    for await (const replay of readReplays(found, reading, setup.audit, reader, pageConversation)) {
      sessions += 1
      writer.session(replay)
      output.progress(`${count(sessions, 'session')} written`)
      await output.ready()
    }
    writer.finish()
    file.finish()
    print(writer.written(out), options, output)
    return reading.report.exit(exitCode.fine)
  } finally {
    file.abandon()
  }
}

function print(written: ReturnType<ReportWriter['written']>, options: Options, output: Output): void {
  if (options.json) {
    output.json(written)
    return
  }
  const { out, bytes, sessions, completions, unsupported } = written
  const size = bytes < 950_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
  const what = `${count(sessions, 'session')}, ${count(completions, 'completion')}, ${unsupported} of them unsupported`
  output.line(`${printable(out)}: ${what} (${size})`)
}
