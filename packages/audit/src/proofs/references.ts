/** References with which an item, or its mark, names its proof: `commit:1a2b3c4`, `file:src/a.ts`, `cmd:"npm test"`. */

import type { TodoItem } from '@todo-ledger/core'

/** What a reference points to. */
export type ReferenceKind = 'commit' | 'file' | 'cmd' | 'url'

/** One reference. */
export interface Reference {
  /** What it points to. */
  readonly kind: ReferenceKind
  /** What stands behind the colon, without quotes. */
  readonly value: string
}

/** As many are looked for; who names more proves no more. */
const most = 20

const longest = 500

const reference =
  /(?<![\w:])(commit|file|cmd|url):\s?(?:"([^"\n]{1,500})"|`([^`\n]{1,500})`|([^\s"`,;)\]}]{1,500}))/giu

/** The references in some texts, each once, in their order. Linear. */
export function referencesIn(texts: Iterable<string>): readonly Reference[] {
  const found = new Map<string, Reference>()
  for (const text of texts) {
    if (!text.includes(':')) continue
    for (const [, word = '', ...values] of text.slice(0, 10_000).matchAll(reference)) {
      const value = (values.find((each) => each !== undefined) ?? '').replace(/[.:!?]+$/u, '').trim()
      const kind = kinds.find((each) => each === word.toLowerCase())
      if (kind === undefined || value === '' || (kind === 'commit' && !/^[\da-f]{7,64}$/iu.test(value)))
        continue
      if (found.size < most) found.set(`${kind}:${value}`, { kind, value })
    }
  }
  return [...found.values()]
}

/** The text without its references; of a file its path stays, which is what the item is about. */
export function withoutReferences(text: string): string {
  if (!text.includes(':')) return text
  return text.replace(
    reference,
    (whole, kind: string, ...values: readonly (string | number | undefined)[]) => {
      if (kind.toLowerCase() === 'file')
        return String(values.find((value) => typeof value === 'string') ?? whole)
      return ''
    },
  )
}

const kinds: readonly ReferenceKind[] = ['commit', 'file', 'cmd', 'url']

/** The texts of an item in which a proof may be named: its text, its notes, its reason, and what else its tool keeps. */
export function* textsOf({ text, notes, reason, metadata }: TodoItem): Iterable<string> {
  yield text
  if (notes !== null) yield notes
  if (reason !== null) yield reason
  if (metadata === null || typeof metadata !== 'object' || Array.isArray(metadata)) return
  for (const [name, value] of Object.entries(metadata)) {
    if (typeof value !== 'string' || value.length > longest) continue
    // A field `commit` with a hash is a reference as a whole.
    yield kinds.some((kind) => kind === name) ? `${name}:"${value}"` : value
  }
}
