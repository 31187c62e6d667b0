/** Answers in the ledger that was audited: events `completion.read` beside its sessions, whoever drives them meanwhile. */

import { type Page, parseAnswer, questionVersion } from '@todo-ledger/audit/reader'
import { type EventOf, type Ledger, LedgerError, openLedger } from '@todo-ledger/core'
import type { Output } from '../output.js'
import { openLedgerFile } from '../sources/ledger-file.js'
import { printable } from '../text/printable.js'
import { digestOf, type GivenAnswer } from './answers.js'

/** Where the answers to a ledger's sessions go. */
export class LedgerAnswers {
  readonly #file: string
  readonly #output: Output
  #ledger: Promise<Ledger> | null = null
  #trouble: LedgerError | null = null

  /** @param file the ledger; @param output where it says that it takes no answers */
  constructor(file: string, output: Output) {
    this.#file = file
    this.#output = output
  }

  /** Keeps an answer. False where the ledger can't take it; that is said once. */
  async keep(page: Page, reader: string, given: GivenAnswer): Promise<boolean> {
    if (this.#trouble !== null) return false
    try {
      this.#ledger ??= this.#open()
      await (await this.#ledger).recordReading(page.session, eventData(page, reader, given))
      return true
    } catch (error) {
      if (!(error instanceof LedgerError)) throw error
      if (this.#trouble === null)
        this.#output.note(
          `answers are kept in the state folder: ${printable(this.#file)} takes none (${printable(error.message, 300)})`,
        )
      this.#trouble = error
      return false
    }
  }

  /** Lets go of the ledger until the next answer. */
  async close(): Promise<void> {
    const open = this.#ledger
    this.#ledger = null
    await open?.then(
      (ledger) => ledger.close(),
      () => undefined, // it was said when it was opened
    )
  }

  async #open(): Promise<Ledger> {
    return openLedger({ store: await openLedgerFile(this.#file, { readOnly: false }) })
  }
}

function eventData(page: Page, reader: string, given: GivenAnswer): EventOf<'completion.read'>['data'] {
  const { item, call, id } = page
  const { model, asked, cost } = given
  const parsed = parseAnswer(given.answer, id)
  const known = { item, call, page: id, digest: digestOf(page), question: questionVersion }
  if ('problem' in parsed) return { ...known, reader, model, asked, cost, answer: null }
  const { id: _, ...answer } = parsed
  return { ...known, reader, model, asked, cost, answer }
}
