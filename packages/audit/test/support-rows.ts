import type { CompletionAudit } from '../src/audit-result.js'
import { audited, completionOf, list, type Step } from './audited-session.js'

/** The same item with two works: one that the rule speaks against, one that it leaves alone. */
export interface Pair {
  /** The rule in a few words. */
  readonly rule: string
  /** The item's text. */
  readonly item: string
  /** What was done before the item was started. */
  readonly before?: readonly Step[]
  /** Work that the rule speaks against. */
  readonly fires: readonly Step[]
  /** Work that it leaves alone. */
  readonly silent: readonly Step[]
}

/** The audit of an item that was started, worked on and completed, with nothing else in the list. */
export async function worked(
  item: string,
  work: readonly Step[],
  before: readonly Step[] = [],
): Promise<CompletionAudit> {
  const audit = await audited([...before, list(`in_progress ${item}`), ...work, list(`completed ${item}`)])
  return completionOf(audit, item)
}
