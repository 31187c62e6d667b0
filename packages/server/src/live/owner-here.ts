/** What agents recorded on this machine is its owner's: who asks must hold the owner's token and be on this machine. */

import { isIP } from 'node:net'
import type { Context } from 'hono'
import { type Caller, person } from '../access/tokens.js'
import type { HttpEnv } from '../http/http-env.js'
import { Problem } from '../http/problem.js'

/** True for the owner of this machine, at this machine. */
export function isOwnerHere(context: Context<HttpEnv>, caller: Caller): boolean {
  return caller === person && isFromHere(context)
}

/** Says no to whoever is not the owner of this machine, at this machine. @throws Problem 403 */
export function mustBeOwnerHere(context: Context<HttpEnv>, caller: Caller): void {
  if (isOwnerHere(context, caller)) return
  throw new Problem(
    403,
    'recordings-are-local',
    'Recordings on this machine are shown only with the token that `todo-ledger serve` printed, in a browser on this machine.',
  )
}

/** True where the request came over loopback, and no proxy handed it on for somebody else. */
function isFromHere(context: Context<HttpEnv>): boolean {
  const remote = context.env?.incoming?.socket.remoteAddress
  if (remote === undefined || !isLoopback(remote)) return false
  if (
    ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'].some(
      (name) => context.req.header(name) !== undefined,
    )
  )
    return false
  const host = (context.req.header('host') ?? '').replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1')
  return host === 'localhost' || isLoopback(host)
}

function isLoopback(address: string): boolean {
  const plain = address.replace(/^::ffff:/i, '')
  return isIP(plain) === 4 ? plain.startsWith('127.') : plain === '::1'
}
