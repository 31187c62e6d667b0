import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const dist = new URL('../dist/', import.meta.url)

/** What loading a file loads: files of the package by their paths in it, others by their names. */
function loadedBy(entry: string): readonly string[] {
  const loaded = new Set<string>()
  const open = [new URL(entry, dist)]
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (loaded.has(file.href)) continue
    loaded.add(file.href)
    for (const [, imported, name = imported ?? ''] of readFileSync(file, 'utf8').matchAll(
      /^(?:import|export) (?:[^'=;]*? from )?'([^']+)'|\brequire\('([^']+)'\)/gm,
    )) {
      if (name.startsWith('.')) open.push(new URL(name, file))
      else loaded.add(name)
    }
  }
  return Array.from(loaded, (name) => name.replace(dist.href, ''))
}

test('loading core loads neither an audit nor a database nor test tools', () => {
  const loaded = loadedBy('index.js')
  expect(loaded).toContain('reducer.js')
  expect(loaded.filter((name) => !name.endsWith('.js') && !name.startsWith('node:')).sort()).toEqual([
    'eventemitter3',
    'immer',
    'superjson',
    'valibot',
  ])
  expect(loaded.filter((name) => /sqlite|testing/.test(name))).toEqual([])
  expect(loadedBy('sqlite.js')).toContain('libsql')
})
