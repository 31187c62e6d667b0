import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { sqliteStore } from '../src/sqlite.js'
import { memoryStore } from '../src/store/memory/memory-store.js'
import { storeContract } from '../src/testing/index.js'

const folder = mkdtempSync(join(tmpdir(), 'todo-ledger-contract-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let files = 0
const newest = () => join(folder, `${files}.db`)

storeContract('memoryStore()', { open: memoryStore })

storeContract('sqliteStore(path)', {
  open: () => {
    files += 1
    return sqliteStore(newest())
  },
  reopen: () => sqliteStore(newest()),
})

storeContract("sqliteStore(':memory:')", { open: () => sqliteStore(':memory:') })
