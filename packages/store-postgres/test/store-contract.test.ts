import { storeContract } from '@todo-ledger/core/testing'
import { afterAll } from 'vitest'
import { postgresStore } from '../src/index.js'
import { emptied } from './emptied.js'
import { pgliteDatabase } from './pglite-database.js'

const database = pgliteDatabase()
afterAll(() => database.end())

storeContract('postgresStore() over PGlite', {
  open: () => emptied(database),
  reopen: () => postgresStore(database),
})
