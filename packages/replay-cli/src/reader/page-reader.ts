/** What reads the pages of audited sessions: answers on record, those of a file, or a reader that is asked. */

import { setTimeout as sleep } from 'node:timers/promises'
import type { CompletionAudit, DroppedReading, Reading } from '@todo-ledger/audit'
import type { Page } from '@todo-ledger/audit/reader'
import type { AuditedSession } from '../audit/followed-session.js'
import { Failure } from '../failure.js'
import type { Output } from '../output.js'
import type { Source } from '../sources/source.js'
import { count } from '../text/count.js'
import { printable } from '../text/printable.js'
import type { Environment } from '../text/style.js'
import { AnswerRecord, type AnswerStore, type GivenAnswer, readAnswers, readingOf } from './answers.js'
import { type Reader, ReaderTrouble } from './reader.js'

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

type Readings = Map<string, Reading | DroppedReading>

/** Takes the answers that are known, then those that are added by `ask`. */
async function readWith(
  session: AuditedSession,
  known: (page: Page) => GivenAnswer | undefined,
  ask: (readings: Readings) => Promise<void> | void = () => undefined,
): Promise<AuditedSession> {
  const { pages = [], withReadings } = session
  if (withReadings === undefined) return session
  const readings: Readings = new Map()
  for (const page of pages) {
    const given = known(page)
    if (given !== undefined) readings.set(page.id, readingOf(given, page))
  }
  await ask(readings)
  return readings.size === 0 ? session : { ...session, audit: withReadings(readings) }
}

/** Reads by the answers on record alone. @param record those of the state folder; null for what a ledger holds alone */
export function recordReader(record: AnswerRecord | null): PageReader {
  return {
    wantsPages: (session) => record?.has(session) === true,
    read: (session) => readWith(session, (page) => session.answers?.answerTo(page) ?? record?.answerTo(page)),
    end: () => undefined,
  }
}

/** The reader of the answers on record; undefined where there can be none. */
export function recordReaderOf(env: Environment, source: Source): PageReader | undefined {
  const record = AnswerRecord.of(env)
  if (record !== null && !record.isEmpty) return recordReader(record)
  return source.kind === 'ledger' ? recordReader(null) : undefined
}

/** Reads by answers that are in a file. @throws Failure as `readAnswers` does */
export function fileReader(file: string, output: Output): PageReader {
  const answers = readAnswers(file)
  const used: Readings = new Map()
  const take = (readings: Readings): void => {
    for (const [id, reading] of readings) used.set(id, reading)
  }
  return {
    wantsPages: () => true,
    read: (session) => readWith(session, ({ id }) => answers.get(id), take),
    end() {
      const unused = answers.size - used.size
      const dropped = [...used.values()].filter((reading) => 'dropped' in reading).length
      tell(output, [
        `${count(used.size, 'answer')} read`,
        dropped > 0 && `${dropped} of them dropped: their form or their quote does not hold`,
        unused > 0 && `${unused} to pages that are not here`,
      ])
    },
  }
}

/** How a reader is asked. */
export interface Asking {
  readonly reader: Reader
  /** What was answered before, and where answers are kept; null where they are not. */
  readonly record: AnswerRecord | null
  readonly store: AnswerStore | null
  /** True: it reads what tools stated to be done, too. */
  readonly all: boolean
  /** How much may be asked: pages, and US dollars as far as the reader says what it costs. */
  readonly budget: { readonly pages: number; readonly dollars: number }
  /** So many pages are out at once. */
  readonly atOnce: number
  readonly now: () => Date
  readonly wait?: (milliseconds: number) => Promise<unknown>
}

/** Seconds before a reader that failed is asked again, each time longer; and the most that a provider may ask for. */
const waits = [2, 8, 30] as const
const longestWait = 120

/** Asks a reader: several pages at once, again where it fails, once for each page. */
export function askingReader(asking: Asking, output: Output): PageReader {
  const { reader, record, store, all, budget, atOnce, now } = asking
  const stop = new AbortController()
  const wait = asking.wait ?? ((milliseconds) => sleep(milliseconds, undefined, { signal: stop.signal }))
  const counts = { asked: 0, recorded: 0, dropped: 0, unanswered: 0, unread: 0, cost: 0 }
  let isAnnounced = false

  /** Before anything leaves the machine it says what goes where. */
  const announce = (open: readonly Page[]): void => {
    if (isAnnounced || open.length === 0) return
    isAnnounced = true
    const characters = open.reduce((sum, { page, question }) => sum + page.length + question.length, 0)
    output.note(
      `pages of completions go to ${printable(reader.where, 200)}, without secrets: ${count(open.length, 'page')} of the first session, ${tokensText(characters)}`,
    )
  }

  /** Asks about a page. An answer whose form or quote does not hold is asked for once more, and then dropped. */
  const ask = async (page: Page): Promise<Reading | DroppedReading> => {
    counts.asked += 1
    let isSecond = false
    for (let tries = 0; ; tries += 1) {
      const asked = now().toISOString()
      try {
        const { answer, model, cost } = await reader.ask(page, stop.signal)
        counts.cost += cost ?? 0
        const given = { id: page.id, answer, model, asked, cost }
        const reading = readingOf(given, page)
        if ('dropped' in reading && !isSecond) {
          isSecond = true
          continue
        }
        if ('dropped' in reading) counts.dropped += 1
        await store?.keep(page, reader.name, given)
        return reading
      } catch (error) {
        if (!(error instanceof ReaderTrouble)) throw error
        if (error.isFinal) throw new Failure('reader', printable(error.message, 600))
        const usual = waits[tries]
        if (usual === undefined) {
          counts.unanswered += 1
          return { dropped: `${reader.name} gave no answer: ${error.message}` }
        }
        await wait(1000 * Math.min(longestWait, error.retryAfter ?? usual))
      }
    }
  }

  const askAll = async (open: readonly Page[], readings: Readings): Promise<void> => {
    announce(open)
    const waiting = open.values()
    let done = 0
    const worker = async (): Promise<void> => {
      for (const page of waiting) {
        if (counts.asked >= budget.pages || counts.cost >= budget.dollars) {
          counts.unread += 1
          continue
        }
        readings.set(page.id, await ask(page))
        done += 1
        output.progress(`${done} of ${count(open.length, 'page')} read`)
      }
    }
    try {
      await Promise.all(Array.from({ length: atOnce }, worker))
    } catch (error) {
      stop.abort()
      throw error
    } finally {
      await store?.close()
    }
  }

  return {
    wantsPages: () => true,
    read: (session) =>
      readWith(
        session,
        (page) => session.answers?.answerTo(page, reader.name) ?? record?.answerTo(page, reader.name),
        (readings) => {
          counts.recorded += readings.size
          const open = chosenPages(session, all).filter(({ id }) => !readings.has(id))
          return askAll(open, readings)
        },
      ),
    end() {
      const { asked, recorded, dropped, unanswered, unread, cost } = counts
      tell(output, [
        `${count(asked, 'page')} read by ${printable(reader.name, 60)}`,
        recorded > 0 && `${recorded} on record`,
        dropped > 0 && `${count(dropped, 'answer')} dropped: the form or the quote does not hold`,
        unanswered > 0 && `${unanswered} without an answer`,
        unread > 0 && `${unread} left unread: --reader-budget`,
        cost > 0 && (cost < 0.01 ? 'less than $0.01' : `$${cost.toFixed(2)}`),
      ])
    },
  }
}

function tell(output: Output, facts: readonly (string | false)[]): void {
  output.note(facts.filter((fact) => fact !== false).join('; '))
}

/** `about 27 thousand tokens`: a token has about 3.6 characters. */
export function tokensText(characters: number): string {
  return `about ${Math.ceil(characters / 3600)} thousand tokens`
}
