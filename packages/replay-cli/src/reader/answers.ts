/** Answers that were given to pages, on record: which page, by whom, when and for how much. */

import { readFileSync } from 'node:fs'
import type { DroppedReading, Reading } from '@todo-ledger/audit'
import { citationFault, type Page, parseAnswer } from '@todo-ledger/audit/reader'
import { Failure, systemMessage } from '../failure.js'
import { printable } from '../text/printable.js'
import { batchAnswer } from './batch.js'

/** One answer as it came. */
export interface GivenAnswer {
  /** The id of its page. */
  readonly id: string
  /** The answer, as a text or a value. */
  readonly answer: unknown
  /** Why there is none, or null. */
  readonly problem: string | null
  /** The model, or who else answered. */
  readonly model: string
  /** When it was asked, as an ISO time, or null. */
  readonly asked: string | null
  /** What it cost in US dollars, or null. */
  readonly cost: number | null
}

/**
 * The answers of a file, one a line, in any order: in their own form or as a provider's batch gave them. Of two answers
 * to one page the later counts.
 * @throws Failure `bad-answers` that names file and line, and those of a file that can't be read
 */
export function readAnswers(file: string): ReadonlyMap<string, GivenAnswer> {
  const answers = new Map<string, GivenAnswer>()
  for (const [index, line] of textOf(file).split('\n').entries()) {
    if (line.trim() === '') continue
    const answer = answerOf(line)
    if (answer === null)
      throw new Failure(
        'bad-answers',
        `${printable(file)}:${index + 1}: this is not an answer. It must be a JSON object with the id of a page, or a line of a batch's result.`,
      )
    answers.set(answer.id, answer)
  }
  return answers
}

function answerOf(line: string): GivenAnswer | null {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return null
  }
  const batch = batchAnswer(value)
  if (batch !== null) return { ...batch, model: batch.model ?? 'batch', asked: null, cost: null }
  if (typeof value !== 'object' || value === null) return null
  const field = (name: string): unknown => Object.getOwnPropertyDescriptor(value, name)?.value
  const [id, model, asked, cost] = [field('id'), field('model'), field('asked'), field('cost')]
  if (typeof id !== 'string' || id === '') return null
  return {
    id,
    answer: value,
    problem: null,
    model: typeof model === 'string' ? model.slice(0, 100) : 'answers',
    asked: typeof asked === 'string' && !Number.isNaN(Date.parse(asked)) ? asked : null,
    cost: typeof cost === 'number' && cost >= 0 ? cost : null,
  }
}

/** What an answer says of its page; why it is dropped where its form or its citation does not hold. */
export function readingOf(given: GivenAnswer, page: Page): Reading | DroppedReading {
  if (given.problem !== null) return { dropped: given.problem }
  const answer = parseAnswer(given.answer, page.id)
  if ('problem' in answer) return { dropped: `its form is not that of an answer: ${answer.problem}` }
  const fault = citationFault(answer, page)
  if (fault !== null) return { dropped: fault }
  const { verdict, p, line, quote, why } = answer
  return { verdict, p, line, quote, why, model: given.model, asked: given.asked, cost: given.cost }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const reason = systemMessage(error)
    if (reason === null) throw error
    throw new Failure(reason.code, `${printable(file)} can't be read: ${reason.message}`, { cause: error })
  }
}
