/** The contract of a store of events as a vitest suite: what passes it is a store. */

import { describe } from 'vitest'
import { appendContract } from './append.js'
import { chainContract } from './chain.js'
import { payloadContract } from './payload.js'
import { readContract } from './read.js'
import { redactionContract } from './redaction.js'
import { restoreContract } from './restore.js'
import { sideContract } from './side.js'
import type { StoreUnderTest } from './store-under-test.js'

/**
 * Declares the tests that every store must pass; call it in a test file of vitest. A store without a side table
 * or without `restore` skips the tests of these.
 * @param name what the suite is called; @param under how to open the store
 */
export function storeContract(name: string, under: StoreUnderTest): void {
  describe(name, () => {
    appendContract(under)
    readContract(under)
    payloadContract(under)
    chainContract(under)
    redactionContract(under)
    restoreContract(under)
    sideContract(under)
  })
}
