/** `todo-replay export`: the events as JSON Lines, so encoded that nothing is lost. */

import { createRedactor, encodeEvent } from '@todo-ledger/core'
import type { Call, CommandModule } from '../command.js'
import { type ExitCode, exitCode } from '../exit-code.js'
import { EventFile } from '../export/event-file.js'
import { addJson, addSource } from '../options.js'
import { addRedaction, redactionOf } from '../redact/redaction-options.js'
import { readSource } from '../sources/read-source.js'
import { findSource, type Source } from '../sources/source.js'
import { count } from '../text/count.js'
import { printable, printableJson } from '../text/printable.js'

/** The command. */
export const exportCommand: CommandModule = {
  declare(command) {
    addRedaction(addJson(addSource(command)))
      .option('--out <file>', 'write them to this file, not to standard output')
      .addHelpText(
        'after',
        `
Each line is one event with everything that it holds but secrets; with --no-redact, these too. With --out, --json prints what was written.

Examples:
  todo-replay export fixtures/tests-ticked-without-a-run/session.jsonl | head -3
  todo-replay export todos.db --out events.jsonl`,
      )
  },
  run,
}

async function run({ source, options, output, host }: Call): Promise<ExitCode> {
  const found = await findSource(source)
  const redaction = redactionOf(options)
  const redactor = createRedactor(redaction)
  const out = options.text('out')
  const file = out === undefined ? null : new EventFile(out, filesOf(found))
  let events = 0
  let sessions = 0
  try {
    const report = await readSource(
      found,
      {
        listenerFor: () => {
          sessions += 1
          return {
            passed: (event) => {
              events += 1
              const line = printableJson(encodeEvent(redactor.event(event)))
              if (file === null) output.line(line)
              else file.line(line)
              return 'more'
            },
            finished: () => undefined,
          }
        },
        session: options.text('session'),
        profile: options.profile(),
        redaction,
      },
      host,
      output,
    )
    file?.finish()
    if (out !== undefined && options.flag('json')) output.json({ out, sessions, events })
    else if (out !== undefined) {
      output.line(`${printable(out)}: ${count(events, 'event')} of ${count(sessions, 'session')}`)
    }
    return report.exit(exitCode.fine)
  } finally {
    file?.abandon()
  }
}

function filesOf(source: Source): readonly string[] {
  switch (source.kind) {
    case 'input':
      return []
    case 'folder':
      return source.files
    default:
      return [source.file]
  }
}
