/**
 * Answers on record: the same page is asked once. Each session has a file of its own in the user's state folder, to which
 * an answer is appended as soon as it comes: what was read before Ctrl-C is not asked again.
 */

import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Page, questionVersion } from '@todo-ledger/audit/reader'
import { stateFolder } from '../person-folders.js'
import type { Environment } from '../text/style.js'
import { appendLine } from '../written-file.js'
import type { GivenAnswer } from './answers.js'

/** The folder of answers, which need not be there yet; null where nothing says where it is. */
export function answersFolder(env: Environment): string | null {
  try {
    return join(stateFolder(env), 'answers')
  } catch {
    return null
  }
}

/** What stands for a page and its question: another page, or another question, is another one to ask. */
function digestOf({ page }: Pick<Page, 'page'>): string {
  return createHash('sha256').update(`${questionVersion}\n${page}`).digest('hex')
}

/** The answers of one folder. */
export class AnswerRecord {
  readonly #folder: string
  readonly #sessions = new Map<string, ReadonlyMap<string, GivenAnswer>>()

  /** @param folder where they are kept */
  constructor(folder: string) {
    this.#folder = folder
  }

  /** True where there is an answer to any page of the session. */
  has(session: string): boolean {
    return existsSync(this.#fileOf(session))
  }

  /** The answer to a page, the latest where there are several; undefined where there is none. @param reader by whom; by anybody when absent */
  answerTo(page: Page, reader?: string): GivenAnswer | undefined {
    const answers = this.#sessions.get(page.session) ?? this.#read(page.session)
    return answers.get(`${reader ?? ''} ${digestOf(page)}`)
  }

  /** Keeps an answer. @throws Failure `out` */
  keep(page: Page, reader: string, given: GivenAnswer): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    const digest = digestOf(page)
    appendLine(
      this.#fileOf(page.session),
      JSON.stringify({ digest, reader, question: questionVersion, ...given }),
    )
    const known = this.#sessions.get(page.session) ?? this.#read(page.session)
    this.#sessions.set(
      page.session,
      new Map([...known, [` ${digest}`, given], [`${reader} ${digest}`, given]]),
    )
  }

  #fileOf(session: string): string {
    return join(this.#folder, `${createHash('sha256').update(session).digest('hex').slice(0, 32)}.jsonl`)
  }

  #read(session: string): ReadonlyMap<string, GivenAnswer> {
    const answers = new Map<string, GivenAnswer>()
    const file = this.#fileOf(session)
    if (existsSync(file)) {
      for (const line of readFileSync(file, 'utf8').split('\n')) {
        const kept = keptIn(line)
        if (kept === null) continue
        answers.set(` ${kept.digest}`, kept.given)
        answers.set(`${kept.reader} ${kept.digest}`, kept.given)
      }
    }
    this.#sessions.set(session, answers)
    return answers
  }
}

/** One line of a record; a line that was cut off, or that somebody else wrote, is none. */
function keptIn(
  line: string,
): { readonly digest: string; readonly reader: string; readonly given: GivenAnswer } | null {
  try {
    const value: unknown = JSON.parse(line)
    if (typeof value !== 'object' || value === null) return null
    const field = (name: string): unknown => Object.getOwnPropertyDescriptor(value, name)?.value
    const [digest, reader, id, model, asked, cost] = ['digest', 'reader', 'id', 'model', 'asked', 'cost'].map(
      field,
    )
    if (typeof digest !== 'string' || typeof reader !== 'string' || typeof id !== 'string') return null
    return {
      digest,
      reader,
      given: {
        id,
        answer: field('answer'),
        problem: null,
        model: typeof model === 'string' ? model : reader,
        asked: typeof asked === 'string' ? asked : null,
        cost: typeof cost === 'number' ? cost : null,
      },
    }
  } catch {
    return null
  }
}
