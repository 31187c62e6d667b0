import { DamagedLogError, HostError, StoreError } from '@todo-ledger/core'
import { expect, test } from 'vitest'
import { problemOf } from '../../src/http/problem.js'

const bundled = new URL('../../../replay-cli/program/packages/core/index.js', import.meta.url)
const coreOfTheProgram: typeof import('@todo-ledger/core') = await import(bundled.href)

test.each([
  ['forgotten', 410],
  ['too-large', 422],
  ['busy', 503],
])('what the store says is %s is answered with %i', (code, status) => {
  expect(problemOf(new StoreError(code, 'It was so.'))).toMatchObject({ status, code })
})

test('the errors of the core that todo-replay bundles are answered as those of the server', () => {
  // What the page is shown comes by way of that program.
  const {
    StoreError: StoreErrorThere,
    HostError: HostErrorThere,
    DamagedLogError: DamagedThere,
  } = coreOfTheProgram
  expect(new StoreErrorThere('busy', '')).not.toBeInstanceOf(StoreError)
  for (const [there, here] of [
    [new StoreErrorThere('forgotten', 'It was so.'), new StoreError('forgotten', 'It was so.')],
    [new StoreErrorThere('too-large', 'It was so.'), new StoreError('too-large', 'It was so.')],
    [new StoreErrorThere('busy', 'It was so.'), new StoreError('busy', 'It was so.')],
    [new HostErrorThere('unknown-session', 'It was so.'), new HostError('unknown-session', 'It was so.')],
    [new DamagedThere('s', 3, 'It was so.'), new DamagedLogError('s', 3, 'It was so.')],
  ] as const) {
    const { status, code, message } = problemOf(here)
    expect(problemOf(there)).toMatchObject({ status, code, message })
    expect(status).not.toBe(500)
  }
})

test('of an error that only looks like one of the ledger nothing is told', () => {
  const foreign = Object.assign(new Error('secret'), { name: 'error', code: '23505' })
  expect(problemOf(foreign)).toMatchObject({ status: 500, code: 'fault' })
})
