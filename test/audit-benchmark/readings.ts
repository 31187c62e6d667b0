/** Answers of readers to pages, as data: of the project's own recordings whole, of others the id, verdict and `p`. */

import { readFileSync } from 'node:fs'
import type { Reading } from '@todo-ledger/audit'
import { parseAnswer } from '@todo-ledger/audit/reader'

/** The readings of a file, by the ids of their pages: one JSON object a line. A line that is no answer is passed over. */
export function readingsIn(file: string): ReadonlyMap<string, Pick<Reading, 'verdict' | 'p'>> {
  const readings = new Map<string, Pick<Reading, 'verdict' | 'p'>>()
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    if (line.trim() === '') continue
    const answer = parseAnswer(line)
    if (!('problem' in answer)) readings.set(answer.id, { verdict: answer.verdict, p: answer.p })
  }
  return readings
}
