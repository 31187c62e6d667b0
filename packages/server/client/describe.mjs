// Writes api.ts, the types of the client, from the description that the built server gives of itself.
import { writeFileSync } from 'node:fs'
import { evidence } from '@todo-ledger/audit'
import { memoryStore } from '@todo-ledger/core'
import openapiTS, { astToString } from 'openapi-typescript'
import { createApp, LedgerService, Tokens } from '../dist/index.js'

const service = new LedgerService({ store: memoryStore(), evidence: evidence() })
const app = createApp({ service, tokens: new Tokens() })
const description = await (await app.request('/openapi.json')).json()
await service.close()
writeFileSync(new URL('api.ts', import.meta.url), astToString(await openapiTS(description)))
