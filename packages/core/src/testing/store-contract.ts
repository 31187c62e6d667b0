/** The contract of a store of events as a vitest suite: what passes it is a store. */

import { describe } from 'vitest'
import { appendContract } from './append-contract.js'
import { chainContract } from './chain-contract.js'
import { payloadContract } from './payload-contract.js'
import { raceContract } from './race-contract.js'
import { readContract } from './read-contract.js'
import { redactionContract } from './redaction-contract.js'
import { redactionModelContract } from './redaction-model-contract.js'
import type { StoreUnderTest } from './store-under-test.js'
import { subscriptionContract } from './subscription-contract.js'

/**
 * Declares the tests that every store must pass; call it in a test file of vitest. A store that is a `ChainedStore` is
 * held to that contract, too.
 * @param name what the suite is called; @param under how to open the store
 */
export function storeContract(name: string, under: StoreUnderTest): void {
  describe(name, () => {
    appendContract(under)
    raceContract(under)
    readContract(under)
    subscriptionContract(under)
    payloadContract(under)
    chainContract(under)
    redactionContract(under)
    redactionModelContract(under)
  })
}
