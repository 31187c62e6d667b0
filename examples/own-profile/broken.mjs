// broken.mjs
import { writeFileSync } from 'node:fs'
import { BrokenInvariantError, checkProfile } from '@todo-ledger/core/testing'
import { errands } from './errands.mjs'

/**
 * As errands, but an id is the next place in the list.
 * @type {import('@todo-ledger/core').Profile}
 */
const broken = {
  ...errands,
  read: (call) => errands.read({ ...call, state: { ...call.state, idsUsed: call.state.items.length } }),
}

try {
  await checkProfile(broken, { seed: 9 })
} catch (error) {
  if (!(error instanceof BrokenInvariantError)) throw error
  console.log(error.message)
  writeFileSync('counterexample.jsonl', error.counterexample.recording)
}
