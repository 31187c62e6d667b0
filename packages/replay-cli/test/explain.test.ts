import { auditRules } from '@todo-ledger/audit'
import { expect, test } from 'vitest'
import { runInMemory } from './memory-host.js'
import { MemoryPlace } from './memory-place.js'

const place = new MemoryPlace()
place.write(
  'own.mjs',
  `export default { id: 'own-rule', meta: { severity: 'info', docs: 'It says nothing.' }, check: () => [] }`,
)
place.write('c.yaml', 'rules:\n  own-rule: error\n  dropped-item: "off"\n')

test.each(auditRules.map((rule) => [rule.id, rule] as const))('explains %s', async (id, rule) => {
  const { code, stdout, stderr } = await runInMemory(['audit', '--explain', id])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const words = stdout.replace(/\s+/g, ' ')
  expect(words).toContain(`severity ${rule.meta.severity}`)
  expect(words).toContain(rule.meta.docs)
  for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
})

test('a rule of its own, as it is set', async () => {
  expect(
    await place.screen('audit --explain own-rule --rules own.mjs --config c.yaml'),
  ).toMatchInlineSnapshot(`
    "own-rule
      It says nothing.

      severity  error (set; usually info)
      from      own.mjs
    --- exit 0"
  `)
  expect(await place.screen('audit --explain dropped-item --rules own.mjs --config c.yaml')).toContain(
    'off (set; usually info)',
  )
})

test('--json gives the same as data', async () => {
  expect(await place.json('audit --explain own-rule --rules own.mjs --config c.yaml --json')).toEqual({
    rule: 'own-rule',
    module: 'own.mjs',
    severity: 'info',
    setTo: 'error',
    means: 'It says nothing.',
  })
})

test('an unknown rule is told with those that there are', async () => {
  expect(await place.screen('audit --explain constructor')).toMatch(
    /^--- stderr\ntodo-replay: There is no rule "constructor"\. There are failed-check, never-ran, .*\n--- exit 2$/,
  )
})
