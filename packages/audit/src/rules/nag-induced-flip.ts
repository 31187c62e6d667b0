import { firstFrom, Places } from '../completions/places.js'
import { isRequest, type Reminder } from '../evidence/work/work.js'
import { type AuditRule, aboutCompletion, defineAuditRule, type JudgedCompletion } from './audit-rule.js'

/** An item was completed because of a reminder, not because of work. */
export const nagInducedFlip: AuditRule<{ readonly mostCalls: number }> = defineAuditRule({
  id: 'nag-induced-flip',
  meta: {
    severity: 'error',
    docs: 'The item was completed right after a nag or a continuation, with no call between, and nothing in the log supports it. Spared: work before the reminder, a new request of the user, a gap in the log.',
    options: {
      mostCalls: {
        default: 0,
        docs: 'Calls between the reminder and the completion that are still "right after".',
      },
    },
    example: {
      session: [
        'todo [>] Add the cache  [ ] Run the tests',
        'edit src/cache.ts',
        'nag Your todo list is out of date.',
        'todo [x] Add the cache  [x] Run the tests',
      ],
      says: 'Item 2 was completed right after a nag (event 10), and nothing was done for it.',
    },
  },
  create: ({ reminders, work }, { mostCalls }) => {
    const seqs = reminders.map(({ seq }) => seq)
    const requests = new Places(work, isRequest)
    const calls = new Places(work, ({ kind }) => kind === 'call')
    const reminderOf = ({ completion: { at, previousUpdate, added, from } }: JudgedCompletion) => {
      const since = from === 'added' ? previousUpdate : (previousUpdate ?? added)
      const last = reminders[firstFrom(seqs, at.seq) - 1]
      if (last === undefined || since === null || last.seq < since.seq) return null
      if (requests.isBetween(last.position, at.position)) return null
      return calls.between(last.position, at.position) <= mostCalls ? last : null
    }
    return {
      completion: (judged) => {
        if (judged.support.verdict !== 'unsupported') return []
        const reminder = reminderOf(judged)
        if (reminder === null) return []
        return [
          aboutCompletion(
            judged,
            'error',
            `Item ${judged.completion.item} was completed right after a ${reminder.kind} (${placeOfReminder(reminder)}), and nothing was done for it.`,
            [reminder.seq],
          ),
        ]
      },
    }
  },
})

function placeOfReminder({ source, seq }: Reminder): string {
  return source === null ? `event ${seq}` : `line ${source.line}`
}
