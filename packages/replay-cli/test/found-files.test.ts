/** What a cloned repository brings: settings that were found, not named. */

import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MemoryPlace } from './memory-place.js'
import { untested } from './recordings.js'

const place = new MemoryPlace()
const at = (name: string): string => join(place.folder, name)
place.makeFolder('clone/.git')
place.write('clone/s.jsonl', untested)
const config = 'clone/todo-replay.config.yaml'
const env = { HOME: at('home'), XDG_STATE_HOME: at('state') }
const outside = at('outside')
writeFileSync(outside, 'rules: {}\n')

/** Runs the program in the clone. */
async function inClone(words: string) {
  process.chdir(at('clone'))
  const { runInMemory } = await import('./memory-host.js')
  return runInMemory(words.split(' '), { env })
}

/** The commands that look for settings. */
const lookers = ['audit s.jsonl', 'stats s.jsonl', 'log s.jsonl', 'report s.jsonl --out r.html', 'sessions']

const hostile: readonly (readonly [string, (path: string) => void, string])[] = [
  ['a pipe', (path) => execFileSync('mkfifo', [path]), 'is no regular file'],
  [
    'a link to a device',
    (path) => symlinkSync('/dev/zero', path),
    `leads out of ${at('clone')}, to /dev/zero`,
  ],
  [
    'a link that leads out',
    (path) => symlinkSync('../outside', path),
    `leads out of ${at('clone')}, to ${outside}`,
  ],
  ['a folder', (path) => mkdirSync(path), 'is no regular file'],
  [
    'more than 1 MB',
    (path) => writeFileSync(path, `${'# long\n'.repeat(150_000)}rules: {}\n`),
    'holds more than 1 MB',
  ],
]

test.each(hostile)('settings that are %s are not read', async (_, make, reason) => {
  make(at(config))
  try {
    for (const words of lookers) {
      const { code, stderr } = await inClone(words)
      expect({ words, code, stderr: stderr.replaceAll(/(?<=\. )(?:Name|Without).*/g, '…') }).toEqual({
        words,
        code: 2,
        stderr: `todo-replay: todo-replay.config.yaml: it was found, not named, and ${reason}. …\n`,
      })
    }
    expect((await inClone('audit s.jsonl --no-config')).code).toBe(1)
    expect((await inClone('log s.jsonl --todos none')).code).toBe(0)
  } finally {
    rmSync(at(config), { recursive: true })
  }
})

test('a socket is not read, and nothing waits for it', async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(at(config), resolve))
  const { code, stderr } = await inClone('audit s.jsonl')
  expect([code, stderr.includes('todo-replay.config.yaml')]).toEqual([2, true])
  await new Promise((resolve) => server.close(resolve))
})

/** Settings with which what is audited would acquit itself. */
const acquitting = [
  ['rules', 'rules: { never-ran: off, failed-check: off, nothing-done: off }'],
  ['checks', 'checks: [{ command: todo, kind: test }]'],
  ['baseline', 'baseline: known.json'],
  ['reader', "reader: 'command:touch ran'"],
] as const

test.each(acquitting)(
  'found, %s change nothing, and the program says that they are left out',
  async (key, text) => {
    process.chdir(at('clone'))
    await inClone('audit s.jsonl --no-config --write-baseline known.json')
    const alone = await inClone('audit s.jsonl --no-config')
    place.write(config, `${text}\n`)
    try {
      const found = await inClone('audit s.jsonl')
      expect({ ...found, stderr: '' }).toEqual({ ...alone, stderr: '' })
      expect(found.code).toBe(1)
      expect(found.stderr).toBe(
        `note: todo-replay.config.yaml was found, not named, so its ${key} are left out; --config todo-replay.config.yaml uses them\n`,
      )
      expect(existsSync('ran')).toBe(false)
    } finally {
      rmSync(at(config))
      rmSync('known.json')
    }
  },
)

test('named, they count, and the summary says what they lower', async () => {
  process.chdir(at('clone'))
  await inClone('audit s.jsonl --no-config --write-baseline known.json')
  place.write(
    'clone/mine.yaml',
    'rules: { batch-completion: error, never-ran: off, half-checked: info }\nchecks: [{ command: make abnahme, kind: test }]\nbaseline: known.json\n',
  )
  const { stdout } = await inClone('audit s.jsonl --config mine.yaml')
  expect(stdout).toMatch(
    / · lowered by mine\.yaml: never-ran error → off, half-checked warning → info, make abnahme counts as test; .* accepted by the baseline$/m,
  )
  const { lowered } = JSON.parse((await inClone('audit s.jsonl --config mine.yaml --json')).stdout)
  expect(lowered).toEqual({
    by: 'mine.yaml',
    rules: [
      { rule: 'never-ran', from: 'error', to: 'off' },
      { rule: 'half-checked', from: 'warning', to: 'info' },
    ],
    checks: [{ command: 'make abnahme', kind: 'test' }],
  })
})

test('code runs where its module was typed in this call, and at no other time', async () => {
  const mark = at('ran-rule')
  place.write(
    'clone/rule.mjs',
    `import { writeFileSync } from 'node:fs'
writeFileSync(${JSON.stringify(mark)}, '')
export default { id: 'own-rule', meta: { severity: 'info', docs: 'Says nothing.' }, create: () => ({}) }
`,
  )
  for (const words of ['audit s.jsonl', 'audit s.jsonl --config named.yaml']) {
    place.write(words.includes('named') ? 'clone/named.yaml' : config, 'ownRules: [./rule.mjs]\n')
    const { code, stderr } = await inClone(words)
    expect(code).toBe(2)
    expect(stderr).toContain('ownRules: there is no "ownRules" here.')
    rmSync(at(config), { force: true })
  }
  expect(existsSync(mark)).toBe(false)
  expect((await inClone('audit s.jsonl --rules rule.mjs')).code).toBe(1)
  expect(existsSync(mark)).toBe(true)
})

test('what is named is read, whatever it is', async () => {
  expect((await inClone('audit s.jsonl --config ../outside')).code).toBe(1)
})
