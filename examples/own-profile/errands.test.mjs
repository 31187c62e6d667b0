// errands.test.mjs
import { isOpen } from '@todo-ledger/core'
import { checkProfile } from '@todo-ledger/core/testing'
import { expect, test } from 'vitest'
import { errands } from './errands.mjs'
import { openErrands } from './open-errands.mjs'

test('errands keep every invariant', async () => {
  const { neverFired } = await checkProfile(errands, { runs: 60 })
  expect(neverFired.rules).toEqual([])
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

/**
 * What the rule is for, said without it.
 * @type {import('@todo-ledger/core/testing').Invariant}
 */
const fewOpen = {
  name: 'few-open',
  summary: 'No more than three errands are open.',
  check({ states }) {
    const crowded = states.find(({ items }) => items.filter(isOpen).length > 3)
    return crowded === undefined ? null : { seq: crowded.seq, message: 'Four errands are open' }
  },
}

test('with a rule of their own, too', async () => {
  const profile = {
    ...errands,
    rules: [...errands.rules, { id: 'open-errands', mode: /** @type {const} */ ('reject') }],
  }
  await checkProfile(profile, { runs: 60, rules: [openErrands], also: [everyErrandIsNamed, fewOpen] })
})
