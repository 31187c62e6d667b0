// errands.test.mjs
import { isOpen } from '@todo-ledger/core'
import { checkProfile, rulePromise } from '@todo-ledger/core/testing'
import { expect, test } from 'vitest'
import { errands } from './errands.mjs'
import { openErrands } from './open-errands.mjs'

test('errands keep what they promise', async () => {
  const { unpromised } = await checkProfile(errands)
  expect(unpromised).toEqual([])
})

/** What the rule promises, said again in other words. */
const fewOpen = rulePromise('open-errands', 'No more than max errands are open.', ({ after, options }) => {
  const open = after.items.filter(isOpen).length
  return open > Number(options['max']) ? `${open} errands are open` : null
})

/**
 * Something that holds of errands alone.
 * @type {import('@todo-ledger/core/testing').Invariant}
 */
const everyErrandIsNamed = {
  name: 'every-errand-is-named',
  summary: 'What is answered to a call that was accepted names every errand.',
  check({ events, states }) {
    for (const [index, { type, seq, data }] of events.entries()) {
      if (type !== 'todos.updated') continue
      const unnamed = states[index]?.items.find(({ text }) => !data.reply.includes(text))
      if (unnamed !== undefined) return { seq, message: `The reply does not name ${unnamed.id}` }
    }
    return null
  },
}

test('with the rule they keep its promise, too', async () => {
  const { rules, promises } = errands
  const limits = { ...promises.limits, open: { most: 3, rule: 'open-errands' } }
  await checkProfile(
    {
      ...errands,
      rules: [...rules, { id: 'open-errands', mode: 'reject' }],
      promises: { ...promises, limits },
    },
    { rules: [openErrands], also: [fewOpen, everyErrandIsNamed] },
  )
})
