import type { HttpBindings } from '@hono/node-server'
import type { Caller } from '../access/tokens.js'

/** What each request carries once it was let in. */
export interface HttpEnv {
  /** What Node.js says of the connection; absent where no server listens, as in tests. */
  Bindings: Partial<HttpBindings>
  Variables: {
    caller: Caller
    /** Aborted once nothing more is delivered: the client is gone, or its token opens nothing any more. */
    ended: AbortController
  }
}
