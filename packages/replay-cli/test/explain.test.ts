import { auditRules } from '@todo-ledger/audit'
import { expect, test } from 'vitest'
import { runInMemory } from './memory-host.js'
import { MemoryPlace } from './memory-place.js'

const place = new MemoryPlace()
place.write(
  'own.mjs',
  `export default { id: 'own-rule', severity: 'info', doc: 'It says nothing. Spared: everything.',
    options: { words: { default: ['a'], doc: 'Words.' } }, check: () => [] }`,
)
place.write('c.yaml', 'rules:\n  own-rule: [error, { words: [b, c] }]\n  dropped-item: "off"\n')

test.each(auditRules.map((rule) => [rule.id, rule] as const))('explains %s', async (id, rule) => {
  const { code, stdout, stderr } = await runInMemory(['audit', '--explain', id])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const words = stdout.replace(/\s+/g, ' ')
  expect(words).toContain(`severity ${rule.meta.severity}`)
  for (const part of rule.meta.docs.split(' Spared: '))
    expect(words.toLowerCase()).toContain(part.toLowerCase())
  for (const [name, option] of Object.entries(rule.meta.options)) {
    expect(words).toContain(`${name} = ${JSON.stringify(option.default)}: ${option.docs}`)
  }
  for (const line of [...rule.meta.example.session, rule.meta.example.says]) {
    expect(words).toContain(line.replace(/\s+/g, ' '))
  }
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
      spared    Everything.
      options   words = ["b","c"] (set; usually ["a"]): Words.
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
    spares: 'Everything.',
    options: [{ name: 'words', doc: 'Words.', default: ['a'], value: ['b', 'c'] }],
    example: null,
  })
})

test('an unknown rule is told with those that there are', async () => {
  expect(await place.screen('audit --explain constructor')).toMatch(
    /^--- stderr\ntodo-replay: There is no rule "constructor"\. There are failed-check, never-ran, .*\n--- exit 2$/,
  )
})
