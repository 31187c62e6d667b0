/** What reads the pages of audited sessions. */

import type { CompletionAudit, DroppedReading, Reading } from '@todo-ledger/audit'
import type { Page } from '@todo-ledger/audit/reader'
import type { AuditedSession } from '../audit/followed-session.js'
import type { Output } from '../output.js'
import type { Source } from '../sources/source.js'
import { count } from '../text/count.js'
import type { Environment } from '../text/style.js'
import { AnswerRecord, type GivenAnswer, readAnswers, readingOf } from './answers.js'

/** Reads the pages of a session and gives its audit with what they say. */
export interface PageReader {
  /** False where it reads no pages of the session but those that a ledger holds answers to. */
  wantsPages(session: string): boolean
  read(session: AuditedSession): Promise<AuditedSession>
  /** Says what came of it, once all sessions are read. */
  end(): void
}

/** Whether a completion is read where a reader is not to read all: nobody need read what tools stated to be done. */
export function isReadByDefault({ rules }: Pick<CompletionAudit, 'rules'>): boolean {
  return rules === 'undecided' || rules === 'weak' || rules === 'unsupported'
}

/** The pages of a session that a reader is to read, in their order. */
export function chosenPages({ audit, pages = [] }: AuditedSession, all: boolean): readonly Page[] {
  return pages.filter((_, index) => {
    const completion = audit.completions[index]
    return completion !== undefined && (all || isReadByDefault(completion))
  })
}

/** Reads by the answers on record alone: nobody is asked. */
export class RecordReader implements PageReader {
  readonly #record: AnswerRecord | null

  /** @param record the answers of the state folder; null where there are none, and a ledger may hold its own */
  constructor(record: AnswerRecord | null) {
    this.#record = record
  }

  wantsPages(session: string): boolean {
    return this.#record?.has(session) === true
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

/** The reader of the answers on record; undefined where there can be none. */
export function recordReaderOf(env: Environment, source: Source): PageReader | undefined {
  const record = AnswerRecord.of(env)
  if (record !== null && !record.isEmpty) return new RecordReader(record)
  return source.kind === 'ledger' ? new RecordReader(null) : undefined
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

  wantsPages(): boolean {
    return true
  }

  async read(session: AuditedSession): Promise<AuditedSession> {
    const { pages = [], withReadings } = session
    const readings = new Map<string, Reading | DroppedReading>()
    const expected = new Set(chosenPages(session, false))
    for (const page of pages) {
      const given = this.#answers.get(page.id)
      if (given === undefined) {
        if (expected.has(page)) this.#missing += 1
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
    const unused = this.#answers.size - this.#used.size
    const facts = [
      `${count(this.#used.size, 'answer')} read`,
      ...(this.#dropped === 0
        ? []
        : [`${this.#dropped} of them dropped: their form or their quote does not hold`]),
      ...(this.#missing === 0 ? [] : [`${count(this.#missing, 'completion')} without one`]),
      ...(unused === 0 ? [] : [`${unused} to pages that are not here`]),
    ]
    this.#output.note(facts.join('; '))
  }
}
