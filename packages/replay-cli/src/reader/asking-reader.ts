/** Asks a reader about the pages of audited sessions: several at once, again where it fails, once for each page. */

import { setTimeout as sleep } from 'node:timers/promises'
import type { DroppedReading, Reading } from '@todo-ledger/audit'
import type { Page } from '@todo-ledger/audit/reader'
import type { AuditedSession } from '../audit/followed-session.js'
import { Failure } from '../failure.js'
import type { Output } from '../output.js'
import { count } from '../text/count.js'
import { printable } from '../text/printable.js'
import { type AnswerRecord, type GivenAnswer, readingOf } from './answers.js'
import type { LedgerAnswers } from './ledger-answers.js'
import { chosenPages, type PageReader } from './page-reader.js'
import { type Reader, ReaderTrouble } from './reader.js'
import { tokensText } from './tokens.js'

/** How a reader is asked. */
export interface Asking {
  readonly reader: Reader
  /** True: its name is from the settings, which is said. */
  readonly isOfSettings: boolean
  /** Where answers are kept, or null where they are not. */
  readonly record: AnswerRecord | null
  /** The ledger that is audited, which keeps them where it can; null for recordings. */
  readonly ledger: LedgerAnswers | null
  /** True: it reads what tools stated to be done, too. */
  readonly all: boolean
  /** How much may be asked: pages, and US dollars as far as the reader says what it costs. Null for no limit. */
  readonly budget: { readonly pages: number | null; readonly dollars: number | null }
  /** So many pages are out at once. */
  readonly atOnce: number
  /** The time, for the record. */
  readonly now: () => Date
  /** Waits so many milliseconds. */
  readonly wait?: (milliseconds: number) => Promise<unknown>
}

/** How often a page is asked for where the reader fails or its quote does not hold. */
const mostTries = 4

/** Seconds before it is asked again, for each time that it failed; and the most that a provider may ask for. */
const waits = [2, 8, 30] as const
const longestWait = 120

/** Asks, and remembers what came of it. */
export class AskingReader implements PageReader {
  readonly #asking: Asking
  readonly #output: Output
  readonly #stop = new AbortController()
  readonly #wait: (milliseconds: number) => Promise<unknown>
  readonly #counts = { asked: 0, recorded: 0, dropped: 0, unanswered: 0, unread: 0 }
  #cost = 0
  #isAnnounced = false

  /** @param output where it says how far it is */
  constructor(asking: Asking, output: Output) {
    this.#asking = asking
    this.#output = output
    this.#wait =
      asking.wait ?? ((milliseconds) => sleep(milliseconds, undefined, { signal: this.#stop.signal }))
  }

  wantsPages(): boolean {
    return true
  }

  async read(session: AuditedSession): Promise<AuditedSession> {
    const { pages = [], withReadings, answers } = session
    if (withReadings === undefined) return session
    const { record, ledger, reader, all } = this.#asking
    const readings = new Map<string, Reading | DroppedReading>()
    const chosen = new Set(chosenPages(session, all))
    const open: Page[] = []
    for (const page of pages) {
      const known = answers?.answerTo(page, reader.name) ?? record?.answerTo(page, reader.name)
      if (known !== undefined) {
        this.#counts.recorded += 1
        readings.set(page.id, readingOf(known, page))
      } else if (chosen.has(page)) open.push(page)
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
    const { asked, recorded, dropped, unanswered, unread } = this.#counts
    const facts = [
      `${count(asked, 'page')} read by ${printable(this.#asking.reader.name, 60)}`,
      ...(recorded === 0 ? [] : [`${recorded} on record`]),
      ...(dropped === 0 ? [] : [`${count(dropped, 'answer')} dropped: the form or the quote does not hold`]),
      ...(unanswered === 0 ? [] : [`${unanswered} without an answer`]),
      ...(unread === 0 ? [] : [`${unread} left unread: --reader-budget`]),
      ...(this.#cost === 0 ? [] : [this.#cost < 0.01 ? 'less than $0.01' : `$${this.#cost.toFixed(2)}`]),
    ]
    this.#output.note(facts.join('; '))
  }

  /** Before anything leaves the machine it says what goes where. */
  #announce(open: readonly Page[]): void {
    if (this.#isAnnounced || open.length === 0) return
    this.#isAnnounced = true
    const { reader, isOfSettings } = this.#asking
    const why = isOfSettings ? ', which the settings name (--reader none asks nobody)' : ''
    const characters = open.reduce((sum, { page, question }) => sum + page.length + question.length, 0)
    this.#output.note(
      `pages of completions go to ${printable(reader.where, 200)}${why}, without secrets: ${count(open.length, 'page')} of the first session, ${tokensText(characters)}`,
    )
  }

  async #askAll(pages: readonly Page[], readings: Map<string, Reading | DroppedReading>): Promise<void> {
    const waiting = pages.values()
    let done = 0
    const worker = async (): Promise<void> => {
      for (const page of waiting) {
        if (this.#isSpent()) {
          this.#counts.unread += 1
          continue
        }
        readings.set(page.id, await this.#ask(page))
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
    return (pages !== null && this.#counts.asked >= pages) || (dollars !== null && this.#cost >= dollars)
  }

  /** Asks about a page. An answer whose form or quote does not hold is asked for once more, and then dropped. */
  async #ask(page: Page): Promise<Reading | DroppedReading> {
    const { reader, now } = this.#asking
    this.#counts.asked += 1
    let isSecond = false
    for (let tries = 1; ; tries += 1) {
      const asked = now().toISOString()
      try {
        const { answer, model, cost } = await reader.ask(page, this.#stop.signal)
        this.#cost += cost ?? 0
        const given = { id: page.id, answer, model, asked, cost }
        const reading = readingOf(given, page)
        if ('dropped' in reading) {
          if (!isSecond) {
            isSecond = true
            continue
          }
          this.#counts.dropped += 1
        }
        await this.#keep(page, given)
        return reading
      } catch (error) {
        if (!(error instanceof ReaderTrouble)) throw error
        if (error.isFinal) throw new Failure('reader', printable(error.message, 600))
        if (tries >= mostTries) {
          this.#counts.unanswered += 1
          return { dropped: `${reader.name} gave no answer: ${error.message}` }
        }
        await this.#wait(1000 * Math.min(longestWait, error.retryAfter ?? waits[tries - 1] ?? longestWait))
      }
    }
  }

  async #keep(page: Page, given: GivenAnswer): Promise<void> {
    const { reader, record, ledger } = this.#asking
    if ((await ledger?.keep(page, reader.name, given)) !== true) record?.keep(page, reader.name, given)
  }
}
