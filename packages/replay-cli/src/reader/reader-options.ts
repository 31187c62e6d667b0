/** The options of a reader, and the reader that they ask for. */

import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import type { Call } from '../command.js'
import { Failure } from '../failure.js'
import { number, type OptionDeclaration, text } from '../options.js'
import type { Source } from '../sources/source.js'
import { printable } from '../text/printable.js'
import type { Environment } from '../text/style.js'
import { AnswerRecord, answersFolder } from './answer-record.js'
import { AskingReader, type ReadablePage, type ReaderBudget, type WantedPages } from './asking-reader.js'
import { LedgerAnswers } from './ledger-answers.js'
import { AnswersReader, type PageReader, RecordReader } from './page-reader.js'
import { ReaderTrouble } from './reader.js'
import { readerForms, readerNamed } from './readers/index.js'

/** The options. */
export const readerOptions: {
  readonly reader: OptionDeclaration<string | undefined>
  readonly readerOnly: OptionDeclaration<string | undefined>
  readonly readerBudget: OptionDeclaration<string | undefined>
  readonly readerJobs: OptionDeclaration<number | undefined>
  readonly answers: OptionDeclaration<string | undefined>
} = {
  reader: text(
    '--reader <name>',
    `have each completion read: ${readerForms}; none passes over answers on record`,
  ),
  readerOnly: text(
    '--reader-only <which>',
    'which completions are read: doubted, changed-since:TIME, or sample:N (N of each session)',
  ),
  readerBudget: text('--reader-budget <limit>', 'stop after this many pages (200) or dollars ($2.50)'),
  readerJobs: number('--reader-jobs <n>', 'pages to send at once (default: 4)'),
  answers: text('--answers <file>', "a reader's answers to the pages of `pages`, one per line"),
}

/** What a call says of readers. */
export interface ReaderChoice {
  /** Who reads. */
  readonly reader: string | undefined
  /** Which completions are read. */
  readonly readerOnly: string | undefined
  /** How much may be asked. */
  readonly readerBudget: string | undefined
  /** So many pages are out at once. */
  readonly readerJobs: number | undefined
  /** A file of answers. */
  readonly answers: string | undefined
}

/**
 * The reader that a call asks for; that of the answers on record where it asks for none; undefined where there are none.
 * @param source what is read: a ledger keeps its answers itself
 * @param usual who reads by the settings; TODO_REPLAY_READER and --reader win over it
 * @throws Failure `usage`, `reader`, and those of a file of answers
 */
export function pageReaderOf(
  { options, output, host }: Pick<Call<ReaderChoice>, 'options' | 'output' | 'host'>,
  source: Source,
  usual: string | undefined,
): PageReader | undefined {
  const { answers } = options
  const own = host.env['TODO_REPLAY_READER'] || usual
  const name = options.reader ?? (answers === undefined ? own : undefined)
  const folder = answersFolder(host.env)
  if (name === undefined) {
    for (const [option, value] of [
      ['--reader-only', options.readerOnly],
      ['--reader-budget', options.readerBudget],
      ['--reader-jobs', options.readerJobs],
    ] as const)
      if (value !== undefined) throw new Failure('usage', `${option} needs --reader.`)
    if (answers !== undefined) return new AnswersReader(answers, output)
    return recordReaderOf(host.env, source)
  }
  if (answers !== undefined) throw new Failure('usage', 'Give --reader or --answers, not both.')
  if (name === 'none') return undefined
  try {
    const asking = {
      reader: readerNamed(name, { ...host.env }),
      record: folder === null ? null : new AnswerRecord(folder),
      ledger: source.kind === 'ledger' ? new LedgerAnswers(source.file, output) : null,
      wanted: wantedOf(options.readerOnly),
      budget: budgetOf(options.readerBudget),
      atOnce: Math.max(1, options.readerJobs ?? 4),
      now: () => new Date(),
    }
    return new AskingReader(asking, output)
  } catch (error) {
    if (!(error instanceof ReaderTrouble)) throw error
    throw new Failure('reader', printable(error.message, 600))
  }
}

/** The reader of the answers on record; undefined where there can be none. */
export function recordReaderOf(env: Environment, source: Source): PageReader | undefined {
  const folder = answersFolder(env)
  const isKept = folder !== null && existsSync(folder) && readdirSync(folder).length > 0
  if (isKept) return new RecordReader(new AnswerRecord(folder))
  return source.kind === 'ledger' ? new RecordReader(null) : undefined
}

function wantedOf(given: string | undefined): WantedPages {
  if (given === undefined) return (pages) => pages
  if (given === 'doubted')
    return (pages) => pages.filter(({ completion }) => completion.rules !== 'supported')
  const [, time] = /^changed-since:(.+)$/.exec(given) ?? []
  if (time !== undefined && !Number.isNaN(Date.parse(time))) {
    const since = Date.parse(time)
    return (pages) => pages.filter(({ completion: { at } }) => at === undefined || Date.parse(at) >= since)
  }
  const [, size] = /^sample:(\d{1,6})$/.exec(given) ?? []
  if (size !== undefined) return (pages) => sampleOf(pages, Number(size))
  throw new Failure(
    'usage',
    `--reader-only ${printable(given, 60)} must be doubted, changed-since:TIME such as changed-since:2026-01-31, or sample:N such as sample:50.`,
  )
}

/**
 * So many of a session, by the digests of their ids: the same ones each time, whatever else is audited, and however the
 * session goes on, none that was in falls out but for one that comes in.
 */
function sampleOf(pages: readonly ReadablePage[], size: number): readonly ReadablePage[] {
  const rankOf = ({ page }: ReadablePage): string =>
    createHash('sha256').update(`sample ${page.id}`).digest('hex')
  const ranked = pages.map((each) => ({ each, rank: rankOf(each) }))
  return ranked
    .toSorted((one, other) => (one.rank < other.rank ? -1 : 1))
    .slice(0, size)
    .map(({ each }) => each)
}

function budgetOf(given: string | undefined): ReaderBudget {
  if (given === undefined) return { pages: null, dollars: null }
  const [, sign, amount] = /^(\$?)(\d{1,7}(?:\.\d{1,4})?)$/.exec(given) ?? []
  if (amount !== undefined && sign === '$') return { pages: null, dollars: Number(amount) }
  if (amount !== undefined && /^\d+$/.test(amount)) return { pages: Number(amount), dollars: null }
  throw new Failure(
    'usage',
    `--reader-budget ${printable(given, 40)} must be a number of pages, such as 200, or of dollars, such as $2.50.`,
  )
}
