/** A list that a tool takes as Markdown, a line an item: `[x] Write the tests`. */

import type { TodoStatus } from '@todo-ledger/core'
import type { Intent } from '@todo-ledger/core/profiles'

export interface ListMarkup {
  /** An item, trimmed: the mark in the first group, the text in the second. */
  readonly item: RegExp
  /** What the marks mean; any other is pending. */
  readonly marks: { readonly [mark: string]: TodoStatus }
}

/** Reads the text as the whole list. Lines that are no item vanish; items have no ids, they are known by their texts. */
export function readMarkdownList(text: string, { item, marks }: ListMarkup): Intent {
  const items = text
    .split(/\r?\n/)
    .flatMap((line) => {
      const [, mark = '', said] = item.exec(line.trim()) ?? []
      return said === undefined ? [] : [{ text: said, status: marks[mark] ?? ('pending' as const) }]
    })
    .map((each, index) => ({ id: String(index + 1), ownId: false, ...each }))
  return { kind: 'replace', items, numbered: true }
}

export function markdownSchema(description: string) {
  return { type: 'string', contentMediaType: 'text/markdown', description }
}
