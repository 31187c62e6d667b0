/** A client of `todo-ledger serve`: all that can be asked over HTTP, typed by the description that the server gives of itself. */

import createClient, { type Client } from 'openapi-fetch'
import type { paths } from './api.js'

export type { components, paths } from './api.js'

/** Makes a client of the server at an address, such as `http://127.0.0.1:7410`. */
export function todoLedgerClient({
  address,
  token,
}: {
  readonly address: string
  readonly token: string
}): Client<paths> {
  return createClient<paths>({ baseUrl: address, headers: { authorization: `Bearer ${token}` } })
}
