import { auditRules } from '@todo-ledger/audit'
import { expect, test } from 'vitest'
import { runInMemory } from './memory-host.js'
import { MemoryPlace } from './memory-place.js'

const place = new MemoryPlace()
place.write(
  'own.mjs',
  `export default { id: 'own-rule', meta: { severity: 'info', docs: 'It says nothing.' }, check: () => [] }`,
)
place.write('c.json', '{"rules": {"own-rule": "error", "dropped-item": "off"}}')

test.each(auditRules.map((rule) => [rule.id, rule] as const))('explains %s', async (id, rule) => {
  const { code, stdout, stderr } = await runInMemory(['audit', '--explain', id])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout.replace(/\s+/g, ' ')).toContain(`${id}: ${rule.meta.severity} ${rule.meta.docs}`)
})

test('a rule of its own, as it is set; --json gives the same as data', async () => {
  const words = '--rules own.mjs --config c.json'
  expect((await place.run(`audit --explain own-rule ${words}`)).stdout).toBe(
    'own-rule: error (set; usually info)\n  It says nothing.\n',
  )
  expect(await place.json(`audit --explain dropped-item ${words} --json`)).toMatchObject({ setTo: 'off' })
})

test('an unknown rule is told with those that there are', async () => {
  expect(await place.screen('audit --explain constructor')).toMatch(
    /^--- stderr\ntodo-replay: There is no rule "constructor"\. There are failed-check, never-ran, .*\n--- exit 2$/,
  )
})
