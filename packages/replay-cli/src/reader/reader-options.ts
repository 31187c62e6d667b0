/** The options of a reader, the reader that they ask for, and how an audit without one says what it could read. */

import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { question, usualPageSize } from '@todo-ledger/audit/reader'
import type { AuditedSession } from '../audit/followed-session.js'
import type { Call } from '../command.js'
import { Failure } from '../failure.js'
import { flag, type OptionValues, text } from '../options.js'
import type { Source } from '../sources/source.js'
import { count } from '../text/count.js'
import { pathWord, printable, shellWord } from '../text/printable.js'
import type { Environment } from '../text/style.js'
import { AnswerRecord, ledgerAnswers } from './answers.js'
import {
  type Asking,
  askingReader,
  fileReader,
  isReadByDefault,
  type PageReader,
  recordReaderOf,
  tokensText,
} from './page-reader.js'
import { ReaderTrouble } from './reader.js'
import { programNames, readerForms, readerNamed } from './readers.js'

export const readerOptions = {
  reader: text('--reader <name>', `who reads what was done: ${readerForms}, none`),
  readerAll: flag('--reader-all', 'have the reader judge supported completions, too'),
  readerBudget: text('--reader-budget <limit>', 'stop after so many pages (200) or dollars ($2.50)'),
  pages: text('--pages <file>', 'only write the pages that a reader would get'),
  answers: text('--answers <file>', "a reader's answers to these pages, one per line"),
}

/**
 * The reader that a call asks for; that of the answers on record where it asks for none; undefined where there are none.
 * @param source what is read: a ledger keeps its answers itself; @param ofSettings --reader and --answers win over it
 * @throws Failure `usage`, `reader`, and those of a file of answers
 */
export function pageReaderOf(
  {
    options,
    output,
    host: { env },
  }: Pick<Call<OptionValues<typeof readerOptions>>, 'options' | 'output' | 'host'>,
  source: Source,
  ofSettings: string | undefined,
): PageReader | undefined {
  const { answers, reader, readerAll: all, readerBudget } = options
  if (answers !== undefined && reader !== undefined)
    throw new Failure('usage', 'Give --reader or --answers, not both.')
  const name = reader ?? (answers === undefined ? ofSettings : undefined)
  if (name === undefined || name === 'none') {
    if (readerBudget !== undefined) throw new Failure('usage', '--reader-budget needs --reader.')
    if (all) throw new Failure('usage', '--reader-all needs --reader or --pages.')
    if (answers !== undefined) return fileReader(answers, output)
    return name === 'none' ? undefined : recordReaderOf(env, source)
  }
  const record = AnswerRecord.of(env)
  try {
    return askingReader(
      {
        reader: readerNamed(name, { ...env }),
        record,
        store: source.kind === 'ledger' ? ledgerAnswers(source.file, output) : record,
        all,
        budget: budgetOf(readerBudget),
        atOnce: 4,
        now: () => new Date(),
      },
      output,
    )
  } catch (error) {
    if (!(error instanceof ReaderTrouble)) throw error
    throw new Failure('reader', printable(error.message, 600))
  }
}

function budgetOf(given = ''): Asking['budget'] {
  const none = Number.POSITIVE_INFINITY
  if (given === '') return { pages: none, dollars: none }
  if (/^\d{1,7}$/.test(given)) return { pages: Number(given), dollars: none }
  if (/^\$\d{1,7}(?:\.\d{1,4})?$/.test(given)) return { pages: none, dollars: Number(given.slice(1)) }
  const what = 'must be a number of pages, such as 200, or of dollars, such as $2.50.'
  throw new Failure('usage', `--reader-budget ${printable(given, 40)} ${what}`)
}

/** Says at the end of an audit how many completions nobody has read, who could, and what that takes. */
export class ReaderOffer {
  #open = 0
  #undecided = 0

  /** Counts those of a session. */
  add({ audit }: AuditedSession): void {
    for (const completion of audit.completions) {
      if (completion.reader !== undefined || completion.copied !== undefined) continue
      if (completion.verdict === 'undecided') this.#undecided += 1
      if (isReadByDefault(completion)) this.#open += 1
    }
  }

  /**
   * The offer, and what is to be typed for it; null where everything is decided.
   * @param sources what is audited, as it was typed; @param settings `--config` as given
   */
  text(
    sources: readonly string[],
    calledAs: string,
    env: Environment,
    settings: string | undefined,
  ): { readonly sentence: string; readonly command: string } | null {
    if (this.#undecided === 0) return null
    const here = programNames.filter((name) => isOnPath(name, env))
    const [first = 'NAME', ...others] = here.map((name) =>
      shellWord(printable(name, Number.POSITIVE_INFINITY)),
    )
    const config = settings === undefined ? [] : ['--config', pathWord(settings)]
    const alternatives = others.length === 0 ? '' : ` (or ${others.join(', ')})`
    const which = here.length === 0 ? ` (NAME: ${readerForms})` : alternatives
    const tokens = tokensText(this.#open * (usualPageSize + question.length))
    return {
      sentence: `${count(this.#undecided, 'completion')} undecided: only the meaning of what was done decides. A reader can tell${which}, from ${count(this.#open, 'page')}, at most ${tokens}:`,
      command: [calledAs, 'audit', ...sources.map(pathWord), ...config, '--reader', first].join(' '),
    }
  }
}

function isOnPath(name: string, { PATH = '' }: Environment): boolean {
  const endings = process.platform === 'win32' ? ['.exe', '.cmd'] : ['']
  return PATH.split(delimiter).some(
    (folder) => folder !== '' && endings.some((ending) => existsSync(join(folder, `${name}${ending}`))),
  )
}
