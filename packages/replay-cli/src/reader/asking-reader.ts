/** Asks a reader about the pages of audited sessions: several at once, again where it fails, once for each page. */

import { setTimeout as sleep } from 'node:timers/promises'
import type { CompletionAudit, DroppedReading, Reading } from '@todo-ledger/audit'
import { type Page, usualPageSize } from '@todo-ledger/audit/reader'
import type { AuditedSession } from '../audit/followed-session.js'
import { Failure } from '../failure.js'
import type { Output } from '../output.js'
import { count } from '../text/count.js'
import { printable } from '../text/printable.js'
import type { AnswerRecord } from './answer-record.js'
import { type GivenAnswer, readingOf } from './answers.js'
import type { LedgerAnswers } from './ledger-answers.js'
import type { PageReader } from './page-reader.js'
import { type Reader, ReaderTrouble } from './reader.js'

/** A completion with its page. */
export interface ReadablePage {
  /** The completion. */
  readonly completion: CompletionAudit
  /** Its page. */
  readonly page: Page
}

/** Which completions of a session are read. */
export type WantedPages = (pages: readonly ReadablePage[]) => readonly ReadablePage[]

/** How much may be asked; null for no limit. */
export interface ReaderBudget {
  /** So many pages. */
  readonly pages: number | null
  /** So many US dollars, as far as the reader says what it costs. */
  readonly dollars: number | null
}

/** How a reader is asked. */
export interface Asking {
  /** Who is asked. */
  readonly reader: Reader
  /** Where answers are kept, or null where they are not. */
  readonly record: AnswerRecord | null
  /** The ledger that is audited, which keeps them where it can; null for recordings. */
  readonly ledger: LedgerAnswers | null
  /** Which completions are read. */
  readonly wanted: WantedPages
  /** How much may be asked. */
  readonly budget: ReaderBudget
  /** So many pages are out at once. */
  readonly atOnce: number
  /** The time, for the record. */
  readonly now: () => Date
  /** Waits so many milliseconds. */
  readonly wait?: (milliseconds: number) => Promise<unknown>
}

/** How often a page is asked for where the reader fails or its quote does not hold. */
const mostTries = 4

/** Seconds before it is asked again, for each time that it failed. */
const waits = [2, 8, 30] as const

/** Nobody waits longer than this for one page. */
const longestWait = 120

/** Characters of a token, about; and what an answer takes. */
const charactersOfToken = 3.6

/** Asks, and remembers what came of it. */
export class AskingReader implements PageReader {
  readonly #asking: Asking
  readonly #output: Output
  readonly #stop = new AbortController()
  readonly #wait: (milliseconds: number) => Promise<unknown>
  #asked = 0
  #recorded = 0
  #dropped = 0
  #unanswered = 0
  #unread = 0
  #cost = 0
  #announced = false

  /** @param asking how it is asked; @param output where it says how far it is */
  constructor(asking: Asking, output: Output) {
    this.#asking = asking
    this.#output = output
    this.#wait =
      asking.wait ?? ((milliseconds) => sleep(milliseconds, undefined, { signal: this.#stop.signal }))
  }

  pageSizeOf(): number {
    return usualPageSize
  }

  async read(session: AuditedSession): Promise<AuditedSession> {
    const { pages = [], withReadings, audit, answers } = session
    if (withReadings === undefined) return session
    const { record, ledger, reader, wanted } = this.#asking
    const readings = new Map<string, Reading | DroppedReading>()
    const readable = pages.flatMap((page, index) => {
      const completion = audit.completions[index]
      return completion === undefined ? [] : [{ completion, page }]
    })
    const asked = new Set(wanted(readable).map(({ page }) => page))
    const open: Page[] = []
    for (const page of pages) {
      const known = answers?.answerTo(page, reader.name) ?? record?.answerTo(page, reader.name)
      if (known !== undefined) {
        this.#recorded += 1
        readings.set(page.id, readingOf(known, page))
      } else if (asked.has(page)) open.push(page)
    }
    this.#announce(open)
    try {
      await this.#askAll(open, readings)
    } finally {
      await ledger?.close()
    }
    return { ...session, audit: withReadings(readings) }
  }

  end(): void {
    const facts = [
      `${count(this.#asked, 'page')} read by ${printable(this.#asking.reader.name, 60)}`,
      ...(this.#recorded === 0 ? [] : [`${this.#recorded} on record`]),
      ...(this.#dropped === 0
        ? []
        : [`${count(this.#dropped, 'answer')} dropped: the form or the quote does not hold`]),
      ...(this.#unanswered === 0 ? [] : [`${this.#unanswered} without an answer`]),
      ...(this.#unread === 0 ? [] : [`${this.#unread} left unread: --reader-budget`]),
      ...(this.#cost === 0 ? [] : [this.#cost < 0.01 ? 'less than $0.01' : `$${this.#cost.toFixed(2)}`]),
    ]
    this.#output.note(facts.join('; '))
  }

  /** Before anything leaves the machine it says what goes where. */
  #announce(open: readonly Page[]): void {
    if (this.#announced || open.length === 0) return
    this.#announced = true
    const [first] = open
    const characters =
      open.reduce((sum, { page }) => sum + page.length, 0) + open.length * (first?.question.length ?? 0)
    const tokens = Math.ceil(characters / charactersOfToken / 1000)
    this.#output.note(
      `pages of completions go to ${printable(this.#asking.reader.where, 200)}, without secrets: ${count(open.length, 'page')} of the first session, about ${tokens} thousand tokens`,
    )
  }

  async #askAll(pages: readonly Page[], readings: Map<string, Reading | DroppedReading>): Promise<void> {
    let next = 0
    let done = 0
    const worker = async (): Promise<void> => {
      while (next < pages.length) {
        const page = pages[next]
        next += 1
        if (page === undefined) return
        if (this.#isSpent()) {
          this.#unread += 1
          continue
        }
        const reading = await this.#ask(page)
        readings.set(page.id, reading)
        done += 1
        this.#output.progress(`${done} of ${count(pages.length, 'page')} read`)
      }
    }
    try {
      await Promise.all(Array.from({ length: this.#asking.atOnce }, worker))
    } catch (error) {
      this.#stop.abort()
      throw error
    }
  }

  #isSpent(): boolean {
    const { pages, dollars } = this.#asking.budget
    return (pages !== null && this.#asked >= pages) || (dollars !== null && this.#cost >= dollars)
  }

  /** Asks about a page. An answer whose form or quote does not hold is asked for once more, and then dropped. */
  async #ask(page: Page): Promise<Reading | DroppedReading> {
    const { reader, record, ledger, now } = this.#asking
    this.#asked += 1
    let faults = 0
    for (let tries = 1; ; tries += 1) {
      const asked = now().toISOString()
      try {
        const { answer, model, cost } = await reader.ask(page, this.#stop.signal)
        this.#cost += cost ?? 0
        const given: GivenAnswer = { id: page.id, answer, problem: null, model, asked, cost }
        const reading = readingOf(given, page)
        if ('dropped' in reading && faults === 0) {
          faults += 1
          continue
        }
        if ('dropped' in reading) this.#dropped += 1
        if ((await ledger?.keep(page, reader.name, given)) !== true) record?.keep(page, reader.name, given)
        return reading
      } catch (error) {
        if (!(error instanceof ReaderTrouble)) throw error
        if (error.isFinal) throw new Failure('reader', printable(error.message, 600))
        if (tries >= mostTries) {
          this.#unanswered += 1
          return { dropped: `${reader.name} gave no answer: ${error.message}` }
        }
        await this.#wait(1000 * Math.min(longestWait, error.retryAfter ?? waits[tries - 1] ?? longestWait))
      }
    }
  }
}
