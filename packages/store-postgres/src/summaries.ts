/** What a list of sessions shows of each: columns of the table `sessions`, kept by the statement that appends. */

import { type PlacedSummary, placedSummaryOf, type SummaryFields } from '@todo-ledger/core/store'
import type { PostgresRow } from './database.js'
import { asColumn, fromColumn, wholeNumber } from './rows.js'

const texts = ['profile', 'parent', 'title'] as const
const counts = ['pending', 'in_progress', 'blocked', 'completed', 'cancelled'] as const
const numbers = [...counts, 'turns', 'begun', 'updated'] as const

/** The columns, as a statement names them. */
export const summaryNames: string = [...texts, ...numbers].join(', ')

/** What events say, of a value that `saidOf` gave, as rows that a statement calls `said`. */
export function said(value: string): string {
  const typed = [...texts.map((name) => `${name} text`), ...numbers.map((name) => `${name} bigint`)]
  return `json_to_record(${value}::json) AS said(${typed.join(', ')})`
}

/** What `said` gives a session's row. A session that begins with a note was updated when it began. */
export const summaryValues: string = [
  ...[...texts, ...counts, 'turns', 'begun'].map((name) => `said.${name}`),
  'coalesce(said.updated, said.begun)',
].join(', ')

/** Sets the columns of a session `s`. @param how `+` to add what new events say, `=` to put that in their place */
export function summaryWith(how: '+' | '='): string {
  const sets = (names: readonly string[], value: (name: string) => string) =>
    names.map((name) => `${name} = ${value(name)}`)
  if (how === '=') return `(${summaryNames}) = (SELECT ${summaryValues})`
  return [
    ...sets(texts, (name) => `coalesce(s.${name}, said.${name})`),
    ...sets(counts, (name) => `s.${name} + said.${name}`),
    'turns = greatest(s.turns, said.turns)',
    'updated = coalesce(said.updated, s.updated)',
  ].join(', ')
}

/** What events say, as a value of a statement. */
export function saidOf({ counts: counted, profile, parent, title, ...rest }: SummaryFields): string {
  const written = [profile, parent, title].map((text) => (text === null ? null : asColumn(text)))
  return JSON.stringify({
    ...Object.fromEntries(texts.map((name, index) => [name, written[index]])),
    ...counted,
    ...rest,
  })
}

/** The summary of a row. */
export function placedSummary(row: PostgresRow): PlacedSummary {
  const textOf = (name: string) => fromColumn(row[name], 'The row of a session in the ledger')
  return placedSummaryOf(textOf('name'), {
    text: (name) => (row[name] === null ? null : textOf(name)),
    number: (name) => wholeNumber(row[name]),
  })
}
