/**
 * Answers on record: the same page is asked once. Those of a recorded session stand in a file of its own in the user's
 * state folder, to which an answer is appended as soon as it comes: what was read before Ctrl-C is not asked again. Those
 * of a ledger's session stand in the ledger, as events `completion.read`.
 */

import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Page, questionVersion } from '@todo-ledger/audit/reader'
import type { EventOf } from '@todo-ledger/core'
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
export function digestOf({ page }: Pick<Page, 'page'>): string {
  return createHash('sha256').update(`${questionVersion}\n${page}`).digest('hex')
}

/** An answer with what it was given to, and by whom. */
interface KeptAnswer {
  /** The digest of the page and its question. */
  readonly digest: string
  /** Who was asked, as it was named. */
  readonly reader: string
  /** The answer. */
  readonly given: GivenAnswer
}

/** The answers to the pages of one session. */
export class SessionAnswers {
  readonly #answers = new Map<string, GivenAnswer>()

  /** True where there is none. */
  get isEmpty(): boolean {
    return this.#answers.size === 0
  }

  /** Takes in the next one. */
  add({ digest, reader, given }: KeptAnswer): void {
    this.#answers.set(` ${digest}`, given)
    this.#answers.set(`${reader} ${digest}`, given)
  }

  /** Takes in one that a ledger holds. */
  addEvent({ reader, digest, page, answer, model, asked, cost }: EventOf<'completion.read'>['data']): void {
    this.add({ digest, reader, given: { id: page, answer, problem: null, model, asked, cost } })
  }

  /** The answer to a page, the latest where there are several; undefined where there is none. @param reader by whom; by anybody when absent */
  answerTo(page: Page, reader?: string): GivenAnswer | undefined {
    return this.#answers.get(`${reader ?? ''} ${digestOf(page)}`)
  }
}

/** The answers of one folder. */
export class AnswerRecord {
  readonly #folder: string
  readonly #sessions = new Map<string, SessionAnswers>()

  /** @param folder where they are kept */
  constructor(folder: string) {
    this.#folder = folder
  }

  /** True where there is an answer to any page of the session. */
  has(session: string): boolean {
    return existsSync(this.#fileOf(session))
  }

  /** As `SessionAnswers` gives it. */
  answerTo(page: Page, reader?: string): GivenAnswer | undefined {
    return this.#of(page.session).answerTo(page, reader)
  }

  /** Keeps an answer. @throws Failure `out` */
  keep(page: Page, reader: string, given: GivenAnswer): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    const digest = digestOf(page)
    appendLine(
      this.#fileOf(page.session),
      JSON.stringify({ digest, reader, question: questionVersion, ...given }),
    )
    this.#of(page.session).add({ digest, reader, given })
  }

  #fileOf(session: string): string {
    return join(this.#folder, `${createHash('sha256').update(session).digest('hex').slice(0, 32)}.jsonl`)
  }

  #of(session: string): SessionAnswers {
    const known = this.#sessions.get(session)
    if (known !== undefined) return known
    const answers = new SessionAnswers()
    const file = this.#fileOf(session)
    if (existsSync(file)) {
      for (const line of readFileSync(file, 'utf8').split('\n')) {
        const kept = keptIn(line)
        if (kept !== null) answers.add(kept)
      }
    }
    this.#sessions.set(session, answers)
    return answers
  }
}

/** One line of a record; a line that was cut off, or that somebody else wrote, is none. */
function keptIn(line: string): KeptAnswer | null {
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
