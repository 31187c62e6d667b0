/** `todo-replay pages`: a page for each completion, for a model or a person to read. */

import { usualPageSize } from '@todo-ledger/audit/reader'
import { auditSessions } from '../audit/audit-collector.js'
import { type Call, type CommandModule, defineCommand } from '../command.js'
import { auditOptions, auditSetup } from '../config/audit-setup.js'
import { type ExitCode, exitCode } from '../exit-code.js'
import { writeLines } from '../export/export-target.js'
import {
  besideOption,
  choice,
  jsonOption,
  number,
  type OptionValues,
  sourceArgument,
  sourceOptions,
  text,
} from '../options.js'
import { batchForms, batchLine } from '../reader/batch.js'
import { readOptions } from '../sources/read-options.js'
import { resolveSource } from '../sources/resolve-source.js'
import { count } from '../text/count.js'

const options = {
  ...sourceOptions,
  ...jsonOption,
  ...besideOption,
  ...auditOptions,
  out: text('--out <file>', 'write them to this file instead of standard output'),
  size: number('--size <units>', `the length of a page, in characters (default: ${usualPageSize})`),
  batch: choice('--batch <provider>', "write lines for this provider's batch API", batchForms),
  model: text('--model <name>', 'the model that the lines of a batch name'),
}

/** The command. */
export const pages: CommandModule = defineCommand({
  arguments: [sourceArgument],
  options,
  help: `Each line is one page: { id, session, item, call, seq, turn, text, page, question }. The same session gives the same bytes. Secrets are removed. Give a reader's answers, one per line, to audit --answers (each on a single line in the file):

  { "id": "…", "verdict": "done", "p": 5, "parts": [],
    "line": 122, "quote": "14 passed", "why": "the tests ran and passed" }

Examples:
  todo-replay pages fixtures/tests-ticked-without-a-run/session.jsonl | head -1
  todo-replay pages fixtures --out pages.jsonl
  todo-replay pages fixtures --batch openai --model gpt-5-mini --out batch.jsonl`,
  run,
})

/** What `pages --out --json` prints. */
export interface PagesJson {
  /** The file that was written. */
  readonly out: string
  /** How many pages are in it. */
  readonly pages: number
}

async function run(call: Call<OptionValues<typeof options>>): Promise<ExitCode> {
  const { options } = call
  const setup = await auditSetup(call)
  const source = await resolveSource(call.source, call)
  const reading = { ...(await readOptions(call)), beside: options.beside }
  await writeLines(call, source, async (line) => {
    const { batch, model } = options
    let pages = 0
    const following = { audit: setup.audit, pageSizeOf: () => options.size ?? usualPageSize }
    for await (const session of auditSessions(source, reading, following)) {
      for (const page of session.pages ?? []) {
        pages += 1
        await line(batch === undefined ? JSON.stringify(page) : batchLine(page, batch, model))
      }
    }
    return { json: { pages } satisfies Omit<PagesJson, 'out'>, text: count(pages, 'page') }
  })
  return reading.report.exit(exitCode.fine)
}
