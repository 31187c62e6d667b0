/** How long the values of a ledger's tables may be: SQLite says how long one is without reading it. */

import { longestData, longestId } from '../codec.js'

/** In bytes; an id stands as JSON writes it, where a character takes six at most. */
const limits = {
  events: {
    ...{ session: 6 * longestId, id: 6 * longestId, type: 1000, digest: 1000, hash: 1000, link: 1000 },
    ...{ salt: 1000, source: 7 * longestId, actor: 7 * longestId, data: longestData },
  },
  side: { session: 6 * longestId, kind: 1000, value: longestData },
}

/** A column as bytes; null where it is longer than it may be: so nothing of it is read. */
export function boundedColumn<Table extends keyof typeof limits>(
  table: Table,
  column: keyof (typeof limits)[Table] & string,
): string {
  const limit = Number(limits[table][column])
  return `CASE WHEN octet_length(${column}) <= ${limit} THEN CAST(${column} AS BLOB) END AS ${column}`
}

/** True for a row of events that holds a longer value; of it nothing is read. */
export const isLongRow: string = Object.entries(limits.events)
  .map(([column, limit]) => `ifnull(octet_length(${column}), 0) > ${limit}`)
  .join(' OR ')

/** The first value that is longer than any that todo-ledger writes: its table, column and length. */
export const longValueQuery: string = Object.entries(limits)
  .map(([table, columns]) => {
    const lengths = Object.entries(columns).map(
      ([column, limit]) => [column, `octet_length(${column})`, limit] as const,
    )
    const which = (give: (column: string, length: string) => string) =>
      `CASE ${lengths.map(([column, length, limit]) => `WHEN ${length} > ${limit} THEN ${give(column, length)}`).join(' ')} END`
    const any = lengths.map(([, length, limit]) => `${length} > ${limit}`).join(' OR ')
    // Not through an index, whose entries would have to be compared.
    const row = table === 'events' ? `'position ' || position` : `'seq ' || seq`
    return `SELECT * FROM (SELECT '${table}' AS part, ${row} AS place, ${which((column) => `'${column}'`)} AS name,
      ${which((_, length) => length)} AS size FROM ${table} NOT INDEXED WHERE ${any} LIMIT 1)`
  })
  .join(' UNION ALL ')
