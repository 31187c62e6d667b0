/** A list that a tool takes as Markdown, a line an item: `[x] Write the tests`. Lines that are no item vanish. */

import type { TodoStatus } from '@todo-ledger/core'
import type { Intent } from '@todo-ledger/core/profiles'

/** How one system writes its items. */
export interface ListMarkup {
  /** An item, trimmed: the mark in the first group, the text in the second. */
  readonly item: RegExp
  /** What the marks mean; any other is pending. */
  readonly marks: { readonly [mark: string]: TodoStatus }
}

/** Reads the text as the whole list. */
export function readMarkdownList(text: string, { item, marks }: ListMarkup): Intent {
  return wholeList(
    text.split(/\r?\n/).flatMap((line) => {
      const [, mark = '', said] = item.exec(line.trim()) ?? []
      return said === undefined ? [] : [{ text: said, status: marks[mark] ?? 'pending' }]
    }),
  )
}

/** The intent to have these items and no others. They have no ids: they are known by their texts. */
export function wholeList(items: readonly { readonly text: string; readonly status: TodoStatus }[]): Intent {
  const wanted = items.map((item, index) => ({ id: String(index + 1), ownId: false, ...item }))
  return { kind: 'replace', items: wanted, numbered: true }
}

/** The JSON Schema of a property that holds such a list. */
export function markdownSchema(description: string) {
  return { type: 'string', contentMediaType: 'text/markdown', description }
}
