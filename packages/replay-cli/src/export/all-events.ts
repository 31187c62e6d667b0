/** Exports all events of a source, one a line. */

import { createRedactor, encodeEvent } from '@todo-ledger/core'
import type { Call } from '../command.js'
import { todosWanted } from '../config/todos-wanted.js'
import { type ExitCode, exitCode } from '../exit-code.js'
import { profileOf } from '../options.js'
import { redactionOf } from '../redact/redaction-options.js'
import { readSource } from '../sources/read-source.js'
import { wantedSource } from '../sources/wanted-source.js'
import { count } from '../text/count.js'
import { printable } from '../text/printable.js'
import type { ExportOptions } from './export-options.js'
import { exportTarget } from './export-target.js'

/** What `export --out --json` prints. */
export interface ExportJson {
  /** The file that was written. */
  readonly out: string
  /** How many sessions are in it. */
  readonly sessions: number
  /** How many events are in it. */
  readonly events: number
}

/** Exports all events. */
export async function exportEvents(call: Call<ExportOptions>): Promise<ExitCode> {
  const { options, output, host } = call
  const source = await wantedSource(call.source, call)
  const redaction = redactionOf(options)
  const redactor = createRedactor(redaction)
  const out = options.out
  const target = exportTarget(out, source, output)
  let events = 0
  let sessions = 0
  try {
    const report = await readSource(
      source,
      {
        listenerFor: () => {
          sessions += 1
          return {
            passed: (event) => {
              events += 1
              target.line(encodeEvent(redactor.event(event)))
              return 'more'
            },
            finished: () => undefined,
          }
        },
        session: options.session,
        profile: profileOf(options),
        todos: todosWanted(options, output),
        redaction,
      },
      host,
      output,
    )
    target.finish()
    if (out !== undefined && options.json) {
      output.json({ out, sessions, events } satisfies ExportJson)
    } else if (out !== undefined) {
      output.line(`${printable(out)}: ${count(events, 'event')} of ${count(sessions, 'session')}`)
    }
    return report.exit(exitCode.fine)
  } finally {
    target.abandon()
  }
}
