/** Whether who asks is at this machine. */

import { isIP } from 'node:net'
import type { Context } from 'hono'
import type { HttpEnv } from './http-env.js'

/** True where the request came over loopback, and no proxy handed it on for somebody else. */
export function isFromHere(context: Context<HttpEnv>): boolean {
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
