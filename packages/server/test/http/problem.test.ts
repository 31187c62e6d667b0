import { StoreError } from '@todo-ledger/core'
import { expect, test } from 'vitest'
import { problemOf } from '../../src/http/problem.js'

test.each([
  ['pruned', 410],
  ['forgotten', 410],
  ['busy', 503],
])('what the store says is %s is answered with %i', (code, status) => {
  expect(problemOf(new StoreError(code, 'It was so.'))).toMatchObject({ status, code })
})
