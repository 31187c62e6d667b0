// What a server can do at most: Hono and the store alone. Each request appends one event as large as what was sent, and
// nothing is decided, redacted or checked. Run: node bare.mjs STORE PORT
import { createRequire } from 'node:module'
import { openStore } from '../../packages/server/dist/service/open-store.js'

const requireOfServer = createRequire(new URL('../../packages/server/package.json', import.meta.url))
const { Hono } = requireOfServer('hono')
const { serve } = requireOfServer('@hono/node-server')

/** @typedef {{ req: { json(): Promise<{ id?: string }>, path: string }, json(value: object): Response }} Asked */

const [place = '', port = ''] = process.argv.slice(2)
const store = await openStore(place)
/** @type {Map<string, number>} */
const seqs = new Map()
const app = new Hono()
app.post('*', async (/** @type {Asked} */ context) => {
  const body = await context.req.json()
  const session = body.id ?? context.req.path.split('/')[3] ?? ''
  const seq = (seqs.get(session) ?? 0) + 1
  seqs.set(session, seq)
  const data = { role: /** @type {const} */ ('assistant'), text: JSON.stringify(body) }
  const type = /** @type {const} */ ('message.recorded')
  const event = { id: `${session}-${seq}`, session, seq, turn: 0, at: new Date(), type, version: 1, data }
  await store.append(session, [event], { expectedSeq: seq - 1 })
  return context.json({ turn: 1 })
})
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: Number(port) }, () => console.log('listening'))
process.once('SIGTERM', () => store.close().then(() => process.exit()))
