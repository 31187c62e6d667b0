/** What reads the pages of audited sessions. */

import type { DroppedReading, Reading } from '@todo-ledger/audit'
import { usualPageSize } from '@todo-ledger/audit/reader'
import type { AuditedSession } from '../audit/followed-session.js'
import type { Output } from '../output.js'
import { count } from '../text/count.js'
import type { AnswerRecord } from './answer-record.js'
import { type GivenAnswer, readAnswers, readingOf } from './answers.js'

/** Reads the pages of a session and gives its audit with what they say. */
export interface PageReader {
  /** The size of the pages of a session that it reads; undefined where it reads none but those that a ledger holds answers to. */
  pageSizeOf(session: string): number | undefined
  /** Reads a session's pages. */
  read(session: AuditedSession): Promise<AuditedSession>
  /** Says what came of it, once all sessions are read. */
  end(): void
}

/** Reads by the answers on record alone: nobody is asked. */
export class RecordReader implements PageReader {
  readonly #record: AnswerRecord | null

  /** @param record the answers of the state folder; null where there are none, and a ledger may hold its own */
  constructor(record: AnswerRecord | null) {
    this.#record = record
  }

  pageSizeOf(session: string): number | undefined {
    return this.#record?.has(session) === true ? usualPageSize : undefined
  }

  async read(session: AuditedSession): Promise<AuditedSession> {
    const { pages = [], withReadings, answers } = session
    const readings = new Map(
      pages.flatMap((page) => {
        const given = answers?.answerTo(page) ?? this.#record?.answerTo(page)
        return given === undefined ? [] : [[page.id, readingOf(given, page)] as const]
      }),
    )
    return withReadings === undefined || readings.size === 0
      ? session
      : { ...session, audit: withReadings(readings) }
  }

  end(): void {}
}

/** Reads by answers that are in a file. */
export class AnswersReader implements PageReader {
  readonly #answers: ReadonlyMap<string, GivenAnswer>
  readonly #output: Output
  readonly #used = new Set<string>()
  #dropped = 0
  #missing = 0

  /** @throws Failure as `readAnswers` does */
  constructor(file: string, output: Output) {
    this.#answers = readAnswers(file)
    this.#output = output
  }

  pageSizeOf(): number {
    return usualPageSize
  }

  async read(session: AuditedSession): Promise<AuditedSession> {
    const { pages = [], withReadings } = session
    const readings = new Map<string, Reading | DroppedReading>()
    for (const page of pages) {
      const given = this.#answers.get(page.id)
      if (given === undefined) {
        this.#missing += 1
        continue
      }
      this.#used.add(page.id)
      const reading = readingOf(given, page)
      if ('dropped' in reading) this.#dropped += 1
      readings.set(page.id, reading)
    }
    return withReadings === undefined ? session : { ...session, audit: withReadings(readings) }
  }

  end(): void {
    const facts = [
      `${count(this.#used.size, 'answer')} read`,
      ...(this.#dropped === 0
        ? []
        : [`${this.#dropped} of them dropped: their form or their quote does not hold`]),
      ...(this.#missing === 0 ? [] : [`${count(this.#missing, 'completion')} without one`]),
      ...(this.#answers.size === this.#used.size
        ? []
        : [`${this.#answers.size - this.#used.size} to pages that are not here`]),
    ]
    this.#output.note(facts.join('; '))
  }
}
