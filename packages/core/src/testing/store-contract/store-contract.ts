/** The contract of a store of events as a vitest suite: what passes it is a store. */

import { describe } from 'vitest'
import { appendContract, raceContract } from './append.js'
import { chainContract } from './chain.js'
import { listContract } from './list.js'
import { payloadContract } from './payload.js'
import { readContract } from './read.js'
import { redactionContract, redactionModelContract } from './redaction.js'
import { restoreContract } from './restore.js'
import type { StoreUnderTest } from './store-under-test.js'
import { subscriptionContract } from './subscription.js'

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
    listContract(under)
    subscriptionContract(under)
    payloadContract(under)
    chainContract(under)
    redactionContract(under)
    redactionModelContract(under)
    restoreContract(under)
  })
}
