/**
 * Answers to pages, on record: the same page is asked once. Those about a ledger's sessions are events `completion.read`
 * beside them, whoever drives them meanwhile; those about a recording stand in a file for each session in the user's state
 * folder, to which an answer is appended as soon as it comes.
 */

import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DroppedReading, Reading } from '@todo-ledger/audit'
import { citationFault, type Page, parseAnswer, questionVersion } from '@todo-ledger/audit/reader'
import { type EventOf, type Ledger, LedgerError, openLedger } from '@todo-ledger/core'
import * as v from 'valibot'
import { textOf } from '../config/settings-file.js'
import { Failure } from '../failure.js'
import type { Output } from '../output.js'
import { stateFolder } from '../person-folders.js'
import { openLedgerFile } from '../sources/ledger-file.js'
import { printable } from '../text/printable.js'
import type { Environment } from '../text/style.js'
import { appendLine } from '../written-file.js'

/** What is not as it should be of what an answer says beside itself counts as not said. */
const time = v.pipe(
  v.string(),
  v.check((text) => !Number.isNaN(Date.parse(text))),
)
const origin = {
  id: v.pipe(v.string(), v.nonEmpty()),
  asked: v.fallback(v.nullish(time, null), null),
  cost: v.fallback(v.nullish(v.pipe(v.number(), v.minValue(0)), null), null),
}
const ownLine = v.looseObject({
  ...origin,
  model: v.fallback(v.optional(v.string(), 'answers'), 'answers'),
})
const givenAnswer = v.object({ ...origin, answer: v.unknown(), model: v.string() })
const keptLine = v.object({ ...givenAnswer.entries, digest: v.string(), reader: v.string() })

/** One answer as it came: the id of its page, who gave it, when as an ISO time, and for how many US dollars. */
export type GivenAnswer = v.InferOutput<typeof givenAnswer>

/**
 * The answers of a file by their pages, one a line, in any order. Of two answers to one page the later counts.
 * @throws Failure `bad-answers` that names file and line, and those of a file that can't be read
 */
export function readAnswers(file: string): ReadonlyMap<string, GivenAnswer> {
  const answers = new Map<string, GivenAnswer>()
  for (const [index, line] of textOf(file).split('\n').entries()) {
    if (line.trim() === '') continue
    const answer = parsed(ownLine, line)
    if (answer === null) {
      const what = 'this is not an answer. It must be a JSON object with the id of a page.'
      throw new Failure('bad-answers', `${printable(file)}:${index + 1}: ${what}`)
    }
    const { id, model, asked, cost } = answer
    answers.set(id, { id, answer, model: model.slice(0, 100), asked, cost })
  }
  return answers
}

/** What an answer says of its page; why it is dropped where its form or its citation does not hold. */
export function readingOf(
  { answer: given, model, asked, cost }: GivenAnswer,
  page: Page,
): Reading | DroppedReading {
  const answer = parseAnswer(given, page.id)
  if ('problem' in answer) return { dropped: `its form is not that of an answer: ${answer.problem}` }
  const fault = citationFault(answer, page)
  if (fault !== null) return { dropped: fault }
  const { verdict, p, line, quote, why } = answer
  return { verdict, p, line, quote, why, model, asked, cost }
}

/** What a page and its question are known by: another page, or another question, is another one to ask. */
function digestOf({ page }: Page): string {
  return createHash('sha256').update(`${questionVersion}\n${page}`).digest('hex')
}

/** The answers to the pages of one session. */
export class SessionAnswers {
  readonly #answers = new Map<string, GivenAnswer>()

  get isEmpty(): boolean {
    return this.#answers.size === 0
  }

  /** @param digest of the page and its question; @param reader who was asked */
  add(digest: string, reader: string, given: GivenAnswer): void {
    this.#answers.set(` ${digest}`, given)
    this.#answers.set(`${reader} ${digest}`, given)
  }

  /** Takes in one that a ledger holds. */
  addEvent({ reader, digest, page, ...given }: EventOf<'completion.read'>['data']): void {
    this.add(digest, reader, { ...given, id: page })
  }

  /** The answer to a page, the latest where there are several; undefined where there is none. @param reader by whom; by anybody when absent */
  answerTo(page: Page, reader = ''): GivenAnswer | undefined {
    return this.#answers.get(`${reader} ${digestOf(page)}`)
  }
}

/** Takes the answers that come; `close` lets go of it until the next one. */
export type AnswerStore = Pick<AnswerRecord, 'keep' | 'close'>

/** The answers of the state folder. */
export class AnswerRecord {
  readonly #folder: string
  readonly #sessions = new Map<string, SessionAnswers>()

  /** @param folder where they are kept; it need not be there yet */
  constructor(folder: string) {
    this.#folder = folder
  }

  /** That of a person; null where nothing says where it is. */
  static of(env: Environment): AnswerRecord | null {
    try {
      return new AnswerRecord(join(stateFolder(env), 'answers'))
    } catch {
      return null
    }
  }

  get isEmpty(): boolean {
    return !existsSync(this.#folder) || readdirSync(this.#folder).length === 0
  }

  /** True where there is an answer to any page of the session. */
  has(session: string): boolean {
    return existsSync(this.#fileOf(session))
  }

  /** As `SessionAnswers` gives it. */
  answerTo(page: Page, reader?: string): GivenAnswer | undefined {
    return this.#of(page.session).answerTo(page, reader)
  }

  /** @throws Failure `out` */
  async keep(page: Page, reader: string, given: GivenAnswer): Promise<void> {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    const digest = digestOf(page)
    const line = { digest, reader, question: questionVersion, ...given }
    appendLine(this.#fileOf(page.session), JSON.stringify(line))
    this.#of(page.session).add(digest, reader, given)
  }

  async close(): Promise<void> {}

  #fileOf(session: string): string {
    return join(this.#folder, `${createHash('sha256').update(session).digest('hex').slice(0, 32)}.jsonl`)
  }

  #of(session: string): SessionAnswers {
    const known = this.#sessions.get(session)
    if (known !== undefined) return known
    const answers = new SessionAnswers()
    const file = this.#fileOf(session)
    for (const line of existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []) {
      // A line that was cut off, or that somebody else wrote, is none.
      const kept = parsed(keptLine, line)
      if (kept !== null) answers.add(kept.digest, kept.reader, kept)
    }
    this.#sessions.set(session, answers)
    return answers
  }
}

/** The answers of a ledger. Where it takes none they are not kept, which is said once. */
export function ledgerAnswers(file: string, output: Output): AnswerStore {
  let ledger: Promise<Ledger> | null = null
  let isRefused = false
  return {
    async keep(page, reader, given) {
      if (isRefused) return
      try {
        ledger ??= openLedgerFile(file, { readOnly: false }).then((store) => openLedger({ store }))
        await (await ledger).recordReading(page.session, eventData(page, reader, given))
      } catch (error) {
        if (!(error instanceof LedgerError)) throw error
        const why = `${printable(file)} takes none (${printable(error.message, 300)})`
        if (!isRefused) output.note(`answers are not kept: ${why}`)
        isRefused = true
      }
    },
    async close() {
      const open = ledger
      ledger = null
      // One that could not be opened was said to take none.
      await open?.then((opened) => opened.close()).catch(() => undefined)
    },
  }
}

function eventData(page: Page, reader: string, { model, asked, cost, answer: given }: GivenAnswer) {
  const { item, call, id } = page
  const about = { item, call, page: id, digest: digestOf(page), question: questionVersion }
  const { id: _, ...answer } = { id, ...parseAnswer(given, id) }
  return { ...about, reader, model, asked, cost, answer: 'problem' in answer ? null : answer }
}

function parsed<Shape extends v.GenericSchema>(shape: Shape, line: string): v.InferOutput<Shape> | null {
  try {
    const { success, output } = v.safeParse(shape, JSON.parse(line))
    return success ? output : null
  } catch {
    return null
  }
}
