// open-errands.mjs
import { defineRule, isOpen } from '@todo-ledger/core'
import { numberOption } from '@todo-ledger/core/rules'

/** At most `max` items (3) are neither completed nor cancelled. */
export const openErrands = defineRule({
  id: 'open-errands',
  version: 1,
  summary: 'At most so many errands are open at once (option max, 3).',
  defaults: { max: 3 },
  check(next, context) {
    const max = numberOption(context, 'max', 3)
    const open = next.items.filter(isOpen).length
    if (open <= max) return []
    return [
      {
        message: `${open} errands are open`,
        expected: max,
        received: open,
        fix: 'Tick one off or take one away before you add another.',
      },
    ]
  },
})
