/** The table of sessions: that of a report, and that of the live page. */

import type { ComponentChildren, JSX } from 'preact'
import { hashOf } from '../place.js'
import { ShortForeign } from './texts.js'

export interface Column {
  /** Its class. */
  readonly name: string
  readonly title: string
}

export interface TableRow {
  readonly key: string
  readonly title: string
  readonly tags: readonly JSX.Element[]
  /** What stands below the title, the first two apart. */
  readonly about: readonly [string, string]
  /** What the other columns show. */
  readonly cells: readonly ComponentChildren[]
}

export function SessionTable({ columns, rows }: { columns: readonly Column[]; rows: readonly TableRow[] }) {
  return (
    <table class="sessions" hidden={rows.length === 0}>
      <thead>
        <tr>
          {columns.map(({ name, title }) => (
            <th key={name} scope="col" class={`soft small ${name}`}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, title, tags, about, cells }) => (
          <tr key={key}>
            <th scope="row">
              <a href={hashOf({ session: key })}>
                <ShortForeign text={title} limit={100} />
              </a>
              <small>
                {tags} <ShortForeign text={about[0]} limit={40} /> ·{' '}
                <ShortForeign text={about[1]} limit={80} />
              </small>
            </th>
            {columns.slice(1).map(({ name, title }, place) => (
              <td key={name} class={name} data-label={title.toLowerCase()}>
                {cells[place]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export const subAgentTag = (
  <span key="sub-agent" class="tag">
    sub-agent
  </span>
)
