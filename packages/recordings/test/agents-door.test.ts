import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'

const { resolve } = createRequire(import.meta.url)

/** The packages that loading a file loads, and its own files of this workspace's packages with what they load. */
function packagesOf(entry: string): readonly string[] {
  const seen = new Set<string>()
  const packages = new Set<string>()
  const open = [pathToFileURL(entry).href]
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (seen.has(file)) continue
    seen.add(file)
    const text = readFileSync(new URL(file), 'utf8')
    for (const [, name = ''] of text.matchAll(/^(?:import|export) (?:[^'=;]*? from )?'([^']+)'/gm)) {
      if (name.startsWith('.')) open.push(new URL(name, file).href)
      else if (name.startsWith('@todo-ledger/')) open.push(pathToFileURL(resolve(name)).href)
      else if (!name.startsWith('node:')) packages.add(name)
    }
  }
  expect(seen.size).toBeGreaterThan(50)
  return [...packages].sort()
}

test("loading the agents loads no database's driver", () => {
  const loaded = packagesOf(resolve('@todo-ledger/recordings/agents'))
  expect(loaded).toContain('immer')
  expect(loaded).not.toContain('libsql')
})
