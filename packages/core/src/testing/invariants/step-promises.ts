/** What rules promise of the step from one list to the next. */

import { isOpen } from '../../state.js'
import type { Invariant } from './invariant.js'
import { rulePromise } from './rule-promise.js'

/** The promises of the rules that compare the list with the one before. */
export const stepPromises: readonly Invariant[] = [
  rulePromise(
    'one-update-per-turn',
    'A turn has one write of the list at most.',
    ({ event, before, options }) => {
      const { tools } = options
      const counts = (tool: string) => !Array.isArray(tools) || tools.length === 0 || tools.includes(tool)
      const writes = before.turn.writers.filter(counts).length
      return counts(event.data.tool) && writes > 0 ? `Write ${writes + 1} of the turn` : null
    },
  ),
  rulePromise('empty-list-only-when-done', 'Open items are not swept away.', ({ before, after }) => {
    const open = before.items.filter(isOpen).length
    return after.items.length === 0 && open > 0 ? `The list was emptied with ${open} open items` : null
  }),
  rulePromise('no-reopen', 'What is closed is not opened again.', ({ before, after }) => {
    const closed = new Set(before.items.filter((item) => !isOpen(item)).map(({ key }) => key))
    const reopened = after.items.find((item) => isOpen(item) && closed.has(item.key))
    return reopened === undefined ? null : `Item ${reopened.id} was closed and is open again`
  }),
  rulePromise('no-skipped-start', 'What is completed was worked on.', ({ before, after }) => {
    const untouched = new Set(
      before.items
        .filter(({ status, started }) => status !== 'completed' && started === null)
        .map(({ key }) => key),
    )
    const skipped = after.items.find(({ key, status }) => status === 'completed' && untouched.has(key))
    return skipped === undefined ? null : `Item ${skipped.id} was completed without a start`
  }),
  rulePromise('evidence-required', 'No completion has too little support.', ({ event, after, options }) => {
    const threshold = typeof options['threshold'] === 'number' ? options['threshold'] : 0
    const { support = {}, letPass = [] } = event.data
    if (letPass.includes('evidence-required')) return null
    const known = new Map(Object.entries(support))
    const completed = after.items.filter(({ status }) => status === 'completed')
    const thin = completed.find(({ key }) => (known.get(key) ?? threshold) < threshold)
    return thin === undefined ? null : `Item ${thin.id} has too little support`
  }),
]
