import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A folder that is there for the test alone. */
export function ownFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'todo-ledger-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
