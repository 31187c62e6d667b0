/** Where a hook keeps what it records. */

import { join } from 'node:path'
import { dataFolder, stateFolder } from '../person-folders.js'
import type { Environment } from '../text/style.js'
import { agentName } from './adapter.js'

/** The ledger that hooks record into where none is named. @throws Error `no-home` */
export function usualLedger(env: Environment): string {
  return join(dataFolder(env), `${agentName}.db`)
}

/** The log of what went wrong in hooks where none is named. @throws Error `no-home` */
export function usualLog(env: Environment): string {
  return join(stateFolder(env), 'hook.log')
}

/** Why hooks don't record into a database with an address: connecting takes as long as many hooks. */
export const noAddress =
  '--ledger is the address of a database, and hooks record into files only. Name a file; todo-replay import FILE --ledger ADDRESS copies what it holds.'
