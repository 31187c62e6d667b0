import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { byEsbuild, byVite } from './bundled.js'

const { exports: entries } = JSON.parse(readFileSync('packages/core/package.json', 'utf8'))

test('core is bundled for browsers: all of it but SQLite and what tests need', async () => {
  const others: string[] = []
  for (const entry of Object.values<{ default: string }>(entries).map((each) => each.default)) {
    const code = await byEsbuild(`packages/core/${entry}`).catch(() => null)
    if (code === null) others.push(entry)
    else expect(code).not.toMatch(/\b(?:Buffer\.|process\.|setImmediate\()/)
  }
  expect(others).toEqual(['./dist/sqlite.js', './dist/testing/index.js'])
  expect(await byVite('test/browser/session.mjs')).toContain('todo-ledger-anchor')
})
