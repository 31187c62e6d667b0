import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
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

test("Immer's patches are loaded once somebody listens to changes", () => {
  const script = `
    import { produceWithPatches } from 'immer'
    import { memoryStore, openLedger, profiles } from './dist/index.js'
    const session = await openLedger({ store: memoryStore() }).session('s', { profile: profiles.todoManager })
    const areLoaded = () => { try { produceWithPatches({}, () => {}); return true } catch { return false } }
    session.on('event', () => {})
    await session.startRun({ trigger: 'user', text: 'Go' })
    const before = areLoaded()
    session.once('change', ({ patches }) => console.log(JSON.stringify([before, areLoaded(), patches.length > 0])))
    await session.startTurn()`
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    encoding: 'utf8',
  })
  expect(JSON.parse(output)).toEqual([false, true, true])
})
