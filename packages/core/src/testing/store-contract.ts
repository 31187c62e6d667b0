/** The contract of a store of events as a vitest suite: what passes it is a store. */

import { describe } from 'vitest'
import { appendContract } from './append-contract.js'
import { payloadContract } from './payload-contract.js'
import { raceContract } from './race-contract.js'
import { readContract } from './read-contract.js'
import type { StoreUnderTest } from './store-under-test.js'
import { subscriptionContract } from './subscription-contract.js'

/**
 * Declares the tests that every store must pass; call it in a test file of vitest.
 * @param name what the suite is called; @param under how to open the store
 */
export function storeContract(name: string, under: StoreUnderTest): void {
  describe(name, () => {
    appendContract(under)
    raceContract(under)
    readContract(under)
    subscriptionContract(under)
    payloadContract(under)
  })
}
