/** A reader's answer: its form, and whether what it cites stands where it says. */

import type { CompletionAnswer } from '@todo-ledger/core'
import type { Page } from './page.js'

/** An answer in its own form. */
export interface ReaderAnswer extends CompletionAnswer {
  /** The id of its page. */
  readonly id: string
}

const verdicts: readonly CompletionAnswer['verdict'][] = ['done', 'partly', 'not_done', 'cannot_tell']

/** What models wrap around their JSON. */
const fence = /^\s*```(?:json)?\s*\n([\s\S]*?)\n\s*```\s*$/

/**
 * An answer as a value, of the text or the value that a reader gave. Extra fields are passed over.
 * @param id the id of the page, where the answer does not say it
 */
export function parseAnswer(given: unknown, id?: string): ReaderAnswer | { readonly problem: string } {
  const value = typeof given === 'string' ? jsonOf(given) : given
  if (typeof value !== 'object' || value === null) return { problem: 'it is no JSON object' }
  const fields: { readonly [name: string]: unknown } = { ...value }
  const { id: own = id, p, line = null, quote = '', why = '', parts = [] } = fields
  if (typeof own !== 'string' || own === '') return { problem: 'id must be the id of a page' }
  const verdict = verdicts.find((each) => each === fields['verdict'])
  if (verdict === undefined) return { problem: `verdict must be one of ${verdicts.join(', ')}` }
  if (typeof p !== 'number' || !(p >= 0 && p <= 100)) return { problem: 'p must be a number from 0 to 100' }
  if (line !== null && (typeof line !== 'number' || !Number.isInteger(line)))
    return { problem: 'line must be a whole number or null' }
  if (typeof quote !== 'string' || typeof why !== 'string') return { problem: 'quote and why must be texts' }
  if (!Array.isArray(parts)) return { problem: 'parts must be a list' }
  const said = { line, quote: quote.slice(0, 400), why: why.slice(0, 400) }
  return { id: own, verdict, p, parts: parts.slice(0, 20).flatMap(partOf), ...said }
}

function partOf(given: unknown): CompletionAnswer['parts'] {
  const { part, done, line }: { readonly [name: string]: unknown } = { ...Object(given) }
  if (typeof part !== 'string' || typeof done !== 'boolean') return []
  return [{ part: part.slice(0, 200), done, line: typeof line === 'number' ? line : null }]
}

function jsonOf(text: string): unknown {
  const inner = fence.exec(text)?.[1] ?? text
  for (const candidate of [inner, /\{[\s\S]*\}/.exec(inner)?.[0]]) {
    if (candidate === undefined) continue
    try {
      return JSON.parse(candidate)
    } catch {
      // The next candidate may be JSON.
    }
  }
  return null
}

/** Shorter quotes stand anywhere. */
const shortest = 8

/**
 * Why what an answer cites can't be believed, or null where it can: the quote stands on the page, in the step of the line
 * that it names. An answer that says that a thing is missing has no step to cite; only `done` needs one.
 */
export function citationFault({ verdict, line, quote }: ReaderAnswer, { page }: Page): string | null {
  if (quote.trim() === '')
    return verdict === 'done' ? 'it says that the item is done and quotes no step' : null
  if (quote.trim().length < shortest) return `its quote is shorter than ${shortest} characters`
  if (line === null) return 'it quotes a step and names no line'
  const steps = page.split(/\n(?=(?:>>> THE MARK )?\[turn |… )/)
  const named = steps.filter((step) =>
    new RegExp(String.raw`^(?:>>> THE MARK )?\[turn \d+, (?:line|event) ${line}\]`).test(step),
  )
  if (named.length === 0) return `the page has no step at line ${line}`
  if (
    verdict === 'done' &&
    named.every((step) => /^(?:>>> THE MARK|.{0,80}\] the list was changed)/.test(step))
  )
    return 'it says that the item is done and quotes the list'
  return named.some((step) => plain(step).includes(plain(quote)))
    ? null
    : `the quote does not stand at line ${line}`
}

/** White space, the bars before further lines and the signs of an edit are set anew by whoever copies a text. */
function plain(text: string): string {
  return text
    .replace(/\n {2}\| /g, '\n')
    .replace(/^[+-] /gm, '')
    .replace(/\s+/g, ' ')
    .trim()
}
