/** What one MCP server is made for. */

import type { Profile } from '@todo-ledger/core'
import type { Caller } from '../access/tokens.js'
import type { LedgerService } from '../service/ledger-service.js'

/** What a server is made for. */
export interface TodoServerOptions {
  /** What is asked. */
  readonly service: LedgerService
  /** Who asks. */
  readonly caller: Caller
  /** Whose tools they are. */
  readonly profile: Profile
  /** The list that is meant where none is named. Absent: one must be named. */
  readonly usualList?: string
  /** What a conversation that begins anew is to read of the usual list; null where nothing of it is open. */
  readonly openList?: string | null
  /** The sessions whose open lists the conversation was told. */
  readonly told: Set<string>
  /** The addresses of the resources of whose changes the client is to be told. */
  readonly subscribed: Set<string>
  /** The folder in which the client works, where it is known. */
  readonly folder?: string
  /** Is told of each call that is under way. */
  readonly began?: (call: Promise<unknown>) => void
}
