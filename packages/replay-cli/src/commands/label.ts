/** `todo-replay label`: a person reads the pages, blind to every verdict, and labels them. */

import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { CompletionAudit } from '@todo-ledger/audit'
import { type Page, usualPageSize } from '@todo-ledger/audit/reader'
import { auditSessions } from '../audit/audit-collector.js'
import { type Call, type CommandModule, defineCommand } from '../command.js'
import { auditOptions, auditSetup } from '../config/audit-setup.js'
import { type ExitCode, exitCode } from '../exit-code.js'
import { Failure } from '../failure.js'
import { besideOption, number, type OptionValues, sourceArgument, sourceOptions, text } from '../options.js'
import { LineInput } from '../reader/line-input.js'
import { readOptions } from '../sources/read-options.js'
import { resolveSource } from '../sources/resolve-source.js'
import { count } from '../text/count.js'
import { printable } from '../text/printable.js'
import { appendLine } from '../written-file.js'

const options = {
  ...sourceOptions,
  ...besideOption,
  ...auditOptions,
  out: text(
    '--out <file>',
    'the file of labels; those already in it are not asked again (default: labels.tsv)',
  ),
  size: number('--size <units>', `the length of a page, in characters (default: ${usualPageSize})`),
}

/** The command. */
export const label: CommandModule = defineCommand({
  arguments: [sourceArgument],
  options,
  help: `Shows one page after another, without any verdict, and asks: was the item done, in part, or not? Then why, in a few words. Each label is saved immediately; q ends, and the same command continues where you left off. For a folder the labels name each file by its path in it. npm run bench:audit -- --labels labels.tsv --recordings FOLDER compares the audit with them.

Example:
  todo-replay label fixtures --out labels.tsv`,
  run,
})

/** What a person can say, by the first letter. */
const labels: ReadonlyMap<string, string> = new Map([
  ['d', 'supported'],
  ['p', 'partial'],
  ['n', 'unsupported'],
  ['c', 'unknown'],
])

const header = 'file\tcall\titem\tlabel\tclass\twhy'

async function run(call: Call<OptionValues<typeof options>>): Promise<ExitCode> {
  const { options, output, host } = call
  const setup = await auditSetup(call)
  const source = await resolveSource(call.source, call)
  if (source.kind === 'stream')
    throw new Failure('usage', 'label reads your answers from standard input: name the recording as a file.')
  const out = options.out ?? 'labels.tsv'
  const known = knownLabels(out)
  const reading = { ...(await readOptions(call)), beside: options.beside }
  const following = { audit: setup.audit, pageSizeOf: () => options.size ?? usualPageSize }
  const input = new LineInput(host.stdin)
  let given = 0
  try {
    for await (const { audit, file, pages = [] } of auditSessions(source, reading, following)) {
      const name =
        file === null ? audit.session : source.kind === 'folder' ? relative(source.folder, file) : file
      for (const [index, completion] of audit.completions.entries()) {
        const page = pages[index]
        if (page === undefined || known.has(keyOf(name, completion))) continue
        show(page)
        const word = await ask(input)
        if (word === null) return done()
        if (word === 's') continue
        output.line('Why?')
        const why = (await input.next()) ?? ''
        if (known.size + given === 0) appendLine(out, header)
        given += 1
        appendLine(out, rowOf(name, completion, labels.get(word) ?? '', why))
      }
    }
    return done()
  } finally {
    input.close()
  }

  function done(): ExitCode {
    output.line('')
    output.line(`${count(given, 'label')} added to ${printable(out)}`)
    return reading.report.exit(exitCode.fine)
  }

  function show({ page }: Page): void {
    output.line('')
    for (const line of page.split('\n')) output.line(printable(line, 4000))
    output.line('')
  }

  async function ask(from: LineInput): Promise<string | null> {
    for (;;) {
      output.line("Done (d), in part (p), not done (n), can't tell (c), skip (s), quit (q)?")
      const answer = await from.next()
      const word = answer?.trim().toLowerCase().slice(0, 1)
      if (word === undefined || word === 'q') return null
      if (labels.has(word) || word === 's') return word
    }
  }
}

function rowOf(file: string, completion: CompletionAudit, word: string, why: string): string {
  const cells = [file, completion.call, completion.text, word, completion.itemClass, why]
  return cells.map((cell) => cell.replace(/[\t\r\n]+/g, ' ').trim()).join('\t')
}

function keyOf(file: string, { call, text: item }: Pick<CompletionAudit, 'call' | 'text'>): string {
  return [file, call, item.replace(/[\t\r\n]+/g, ' ').trim()].join('\t')
}

/** The completions that a file of labels names. */
function knownLabels(file: string): ReadonlySet<string> {
  if (!existsSync(file)) return new Set()
  const [first = '', ...rows] = readFileSync(file, 'utf8').split(/\r?\n/)
  if (first !== header)
    throw new Failure(
      'bad-labels',
      `${printable(file)} is not a file of labels: its first line must be ${header.replaceAll('\t', ', ')}, separated by tabs. Name another --out.`,
    )
  return new Set(rows.map((row) => row.split('\t').slice(0, 3).join('\t')))
}
