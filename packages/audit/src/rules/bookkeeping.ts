/** How the list was kept: `info` about the list, never about the work. */

import { cut } from '../facts/cut.js'
import { isRequest, type Reminder } from '../facts/work/work.js'
import { type AuditRule, defineAuditRule, type Problem, problemOf } from './audit-rule.js'

const skippedInProgress: AuditRule = defineAuditRule({
  id: 'skipped-in-progress',
  meta: {
    severity: 'info',
    docs: 'The item was completed without having been in progress. One completion in five does so.',
    options: {},
    example: {
      session: ['todo [ ] Add the cache', 'edit src/cache.ts', 'todo [x] Add the cache'],
      says: 'Item 1 was completed without having been in progress.',
    },
  },
  create: () => ({
    completion: ({ completion }) =>
      completion.from === 'pending'
        ? [
            problemOf(
              completion,
              'info',
              `Item ${completion.item} was completed without having been in progress.`,
            ),
          ]
        : [],
  }),
})

const instantFlip: AuditRule = defineAuditRule({
  id: 'instant-flip',
  meta: {
    severity: 'info',
    docs: 'The item was started and completed with no call between.',
    options: {},
    example: {
      session: ['todo [>] Test the cache', 'todo [x] Test the cache'],
      says: 'Item 1 was started in turn 1 and completed in turn 2 with no call between.',
    },
  },
  create: ({ work }) => ({
    completion: ({ completion, verdict }) => {
      const { started, at, item } = completion
      // Where the log has a gap, a call may be in it.
      if (
        verdict === 'unknown' ||
        started === null ||
        work.slice(started.position, at.position).some(({ kind }) => kind === 'call')
      )
        return []
      const message = `Item ${item} was started in turn ${started.turn} and completed in turn ${at.turn} with no call between.`
      return [problemOf(completion, 'info', message, [started.seq])]
    },
  }),
})

const batchCompletion: AuditRule<{ readonly least: number }> = defineAuditRule({
  id: 'batch-completion',
  meta: {
    severity: 'info',
    docs: 'Several items were completed with one update.',
    options: { least: { default: 3, docs: 'So many items are several.' } },
    example: {
      session: [
        'todo [>] Add the cache  [ ] Translate the labels  [ ] Run the tests',
        'edit src/cache.ts',
        'todo [x] Add the cache  [x] Translate the labels  [x] Run the tests',
      ],
      says: '3 items were completed with one update: 1, 2, 3.',
    },
  },
  create: ({ completions }, { least }) => ({
    completion: ({ completion }) => {
      const { batch, update, key } = completion
      if (batch.length < least || batch[0] !== key) return []
      const names = completions.filter((one) => one.update === update).map(({ item }) => item)
      const shown = names.length > 8 ? [...names.slice(0, 8), '…'] : names
      return [
        problemOf(
          completion,
          'info',
          `${batch.length} items were completed with one update: ${shown.join(', ')}.`,
        ),
      ]
    },
  }),
})

const nagInducedFlip: AuditRule = defineAuditRule({
  id: 'nag-induced-flip',
  meta: {
    severity: 'info',
    docs: 'The item was completed right after a nag or a continuation, with no call between. Not reported if: the user asked for something in between.',
    options: {},
    example: {
      session: [
        'todo [>] Add the cache',
        'edit src/cache.ts',
        'nag Your todo list is out of date.',
        'todo [x] Add the cache',
      ],
      says: 'Item 1 was completed right after a nag (event 10).',
    },
  },
  create: ({ reminders, work }) => ({
    completion: ({ completion }) => {
      const { at, previousUpdate, item } = completion
      const last = reminders.findLast(({ seq }) => seq < at.seq)
      if (last === undefined || last.seq < (previousUpdate?.seq ?? 0)) return []
      const between = work.slice(last.position, at.position)
      if (between.some((piece) => piece.kind === 'call' || isRequest(piece))) return []
      const message = `Item ${item} was completed right after a ${last.kind} (${placeOfReminder(last)}).`
      return [problemOf(completion, 'info', message, [last.seq])]
    },
  }),
})

function placeOfReminder({ source, seq }: Reminder): string {
  return source === null ? `event ${seq}` : `line ${source.line}`
}

const rewordedItem: AuditRule = defineAuditRule({
  id: 'reworded-item',
  meta: {
    severity: 'info',
    docs: 'The item was reworded while it was open, and then it was completed. Not reported if: the user asked for something before that.',
    options: {},
    example: {
      session: [
        'todo [>] Fix all type errors',
        'edit src/cache.ts',
        'todo [>] Fix type errors',
        'todo [x] Fix type errors',
      ],
      says: 'Item 1 was reworded from "Fix all type errors" to "Fix type errors", and then it was completed.',
    },
  },
  create: ({ work }) => ({
    completion: ({ completion }) => {
      const { formerTexts, text, item, added } = completion
      const former = formerTexts.at(-1)
      if (former === undefined) return []
      if (work.slice(added.position + 1, former.until.position).some(isRequest)) return []
      const message = `Item ${item} was reworded from "${cut(former.text)}" to "${cut(text)}", and then it was completed.`
      return [problemOf(completion, 'info', message, [former.until.seq])]
    },
  }),
})

const droppedItem: AuditRule<{ readonly newPlan: number }> = defineAuditRule({
  id: 'dropped-item',
  meta: {
    severity: 'info',
    docs: 'An open item vanished from the list. Not reported if: another item carries it on, the user said something since the update before, or the conversation was compacted.',
    options: {
      newPlan: { default: 3, docs: 'So many that vanish with one update are one finding: a new plan.' },
    },
    example: {
      session: [
        'todo [>] Add the cache  [ ] Translate the labels',
        'edit src/cache.ts',
        'todo [x] Add the cache',
      ],
      says: 'Item 2 ("Translate the labels") was still pending and vanished from the list.',
    },
  },
  create: ({ removals, work }, { newPlan }) => ({
    end: () => {
      const lost = removals.filter(({ carriedOn, previousUpdate, at }) => {
        const since = work.slice(previousUpdate?.position ?? 0, at.position)
        return !carriedOn && !since.some((piece) => piece.kind === 'compaction' || isRequest(piece))
      })
      const updates = [...new Set(lost.map(({ update }) => update))]
      return updates.flatMap((update): readonly Problem[] => {
        const dropped = lost.filter((removal) => removal.update === update)
        const [first] = dropped
        if (first === undefined) return []
        if (dropped.length < newPlan)
          return dropped.map((removal) => {
            const status = removal.status.replace('_', ' ')
            const message = `Item ${removal.item} ("${cut(removal.text)}") was still ${status} and vanished from the list.`
            return problemOf(removal, 'info', message)
          })
        const names = dropped.slice(0, 8).map(({ item, text }) => `${item} ("${cut(text)}")`)
        const more = dropped.length > names.length ? ', …' : ''
        const message = `${dropped.length} open items vanished from the list with one update: ${names.join(', ')}${more}.`
        return [problemOf(first, 'info', message)]
      })
    },
  }),
})

const endedWithOpenItems: AuditRule = defineAuditRule({
  id: 'ended-with-open-items',
  meta: {
    severity: 'info',
    docs: 'The session ends with open items.',
    options: {},
    example: {
      session: ['todo [x] Add the cache  [>] Run the tests', 'say That is all for today.'],
      says: 'The session ends with item 2 open.',
    },
  },
  create: ({ open, end }) => ({
    end: () => {
      const [first] = open
      if (first === undefined) return []
      const names = open.slice(0, 5).map(({ id }) => id)
      const which = `${open.length === 1 ? 'item' : 'items'} ${names.join(', ')}${open.length > names.length ? ', …' : ''}`
      return [
        problemOf(
          { item: first.id, at: end, source: end.source },
          'info',
          `The session ends with ${which} open.`,
        ),
      ]
    },
  }),
})

/** In the order in which their findings of one place stand. */
export const bookkeepingRules: readonly AuditRule[] = [
  nagInducedFlip,
  endedWithOpenItems,
  instantFlip,
  batchCompletion,
  rewordedItem,
  droppedItem,
  skippedInProgress,
]
