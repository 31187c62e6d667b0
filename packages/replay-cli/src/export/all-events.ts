/** Exports all events of a source, one a line. */

import { encodeEvent } from '@todo-ledger/core'
import type { Call } from '../command.js'
import { type ExitCode, exitCode } from '../exit-code.js'
import { redactionOf } from '../redact/redaction-options.js'
import { openSource } from '../sources/open-source.js'
import { listOf, readOptions } from '../sources/read-options.js'
import { resolveSource } from '../sources/resolve-source.js'
import { count } from '../text/count.js'
import type { ExportOptions } from './export-options.js'
import { writeLines } from './export-target.js'

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
  const source = await resolveSource(call.source, call)
  const reading = {
    ...(await readOptions(call)),
    redaction: await redactionOf(call.options),
    pause: () => call.output.ready(),
  }
  await writeLines(call, source, async (line) => {
    let events = 0
    let sessions = 0
    const exported = openSource(source, reading, () => {
      sessions += 1
      return {
        take({ event }) {
          events += 1
          line(encodeEvent(event))
        },
        finish: () => undefined,
      }
    })
    await listOf(exported)
    const json = { sessions, events } satisfies Omit<ExportJson, 'out'>
    return { json, text: `${count(events, 'event')} of ${count(sessions, 'session')}` }
  })
  return reading.report.exit(exitCode.fine)
}
