import { type AuditRule, defineAuditRule } from './audit-rule.js'

/** A session ended while items were open. */
export const endedWithOpenItems: AuditRule = defineAuditRule({
  id: 'ended-with-open-items',
  meta: {
    severity: 'error',
    docs: 'The session ends with open items: an error where the last message claims that all is done, else bookkeeping. Spared: blocked items, a user who broke off.',
    options: {},
    example: {
      session: ['todo [x] Add the cache  [>] Run the tests', 'say All tasks are completed.'],
      says: 'The last message claims that all is done, but item 2 is open.',
    },
  },
  create: ({ items, work, end }) => ({
    end: () => {
      const open = items.filter((item) => item.status === 'pending' || item.status === 'in_progress')
      const [first] = open
      if (first === undefined) return []
      const last = work.at(-1)
      if (last?.kind === 'input' && last.interruption) return []
      const claims = last?.kind === 'message' && last.text.claimsAllDone
      const names = open.slice(0, 5).map((item) => item.id)
      const which = `${open.length === 1 ? 'item' : 'items'} ${names.join(', ')}${open.length > names.length ? ', …' : ''}`
      return [
        {
          severity: claims ? 'error' : 'info',
          item: first.id,
          turn: end.turn,
          seq: end.seq,
          ...(end.source === null ? {} : { source: end.source }),
          message: claims
            ? `The last message claims that all is done, but ${which} ${open.length === 1 ? 'is' : 'are'} open.`
            : `The session ends with ${which} open.`,
          evidence: claims && last !== undefined ? [last.seq] : [],
        },
      ]
    },
  }),
})
