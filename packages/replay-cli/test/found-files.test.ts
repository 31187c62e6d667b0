/** What a cloned repository brings: settings, a baseline and rules that were found, not named. */

import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { delimiter, join } from 'node:path'
import { expect, test } from 'vitest'
import type { MemoryHostOptions } from './memory-host.js'
import { MemoryPlace } from './memory-place.js'
import { untested } from './recordings.js'

const place = new MemoryPlace()
const at = (name: string): string => join(place.folder, name)
place.makeFolder('clone/.git')
place.write('clone/s.jsonl', untested)
const config = 'clone/todo-replay.config.yaml'
/** Where trust is remembered, for this file's tests alone. */
const env = { HOME: at('home'), XDG_STATE_HOME: at('state') }
const outside = at('outside')
writeFileSync(outside, 'rules: {}\n')

/** Runs the program in the clone. */
async function inClone(words: string, options: MemoryHostOptions = {}) {
  process.chdir(at('clone'))
  const { runInMemory } = await import('./memory-host.js')
  return runInMemory(words.split(' '), { ...options, env: { ...env, ...options.env } })
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

test.each(hostile)('a baseline that is %s is not read', async (_, make, reason) => {
  place.write(config, 'baseline: known.json\n')
  make(at('clone/known.json'))
  try {
    for (const words of ['audit s.jsonl', 'report s.jsonl --out r.html', 'watch s.jsonl --once']) {
      const { code, stderr } = await inClone(words)
      expect({ words, code, stderr: stderr.split('\n').at(-2) }).toEqual({
        words,
        code: 2,
        stderr: `todo-replay: known.json: it was found, not named, and ${reason}. Name it with --baseline, or give --no-baseline.`,
      })
    }
    expect((await inClone('audit s.jsonl --no-baseline')).code).toBe(1)
  } finally {
    rmSync(at(config))
    rmSync(at('clone/known.json'), { recursive: true })
  }
})

test('a way out of the repository is none, by dots or by an absolute path', async () => {
  for (const path of ['../outside', outside]) {
    for (const key of ['baseline: PATH', 'ownRules: [PATH]']) {
      place.write(config, `${key.replace('PATH', path)}\n`)
      const { code, stderr } = await inClone('audit s.jsonl --trust')
      expect(code).toBe(2)
      expect(stderr).toContain(`it was found, not named, and leads out of ${at('clone')}, to ${outside}.`)
    }
  }
  rmSync(at(config))
})

test('a socket is not read, and nothing waits for it', async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(at(config), resolve))
  const { code, stderr } = await inClone('audit s.jsonl')
  expect([code, stderr.includes('todo-replay.config.yaml')]).toEqual([2, true])
  await new Promise((resolve) => server.close(resolve))
})

test('what is named is read, whatever it is', async () => {
  expect((await inClone('audit s.jsonl --config ../outside')).code).toBe(1)
  place.write('outside.mjs', rule('outside'))
  expect((await inClone('audit s.jsonl --rules ../outside.mjs')).code).toBe(1)
  place.write('named.yaml', 'ownRules: [outside.mjs]\n')
  expect((await inClone('audit s.jsonl --config ../named.yaml')).code).toBe(1)
  expect(ran('outside')).toBe(true)
})

/** A rule that leaves a mark when it is loaded. */
function rule(mark: string, more = ''): string {
  return `import { writeFileSync } from 'node:fs'
${more}
writeFileSync(${JSON.stringify(at(`ran-${mark}`))}, '')
export default { id: 'own-rule', severity: 'info', doc: 'Says nothing.', check: () => [] }
`
}

/** Whether the code ran since it was asked last. */
function ran(mark: string): boolean {
  const isThere = existsSync(at(`ran-${mark}`))
  rmSync(at(`ran-${mark}`), { force: true })
  return isThere
}

let modules = 0
/** Settings that load a module, which is a new one each time: a process loads a module once. */
function newRule(more = ''): { readonly name: string; readonly write: (more: string) => void } {
  modules += 1
  const name = `rule-${modules}`
  const write = (text: string): void => place.write(`clone/rules/${name}.mjs`, rule(name, text))
  write(more)
  place.write(config, `ownRules: [./rules/${name}.mjs]\n`)
  return { name, write }
}

const typed = { columns: 80, isTyped: true }

test('code that was found runs only where it is trusted', async () => {
  const { name } = newRule()
  for (const words of [
    'audit s.jsonl',
    'audit --explain dropped-item',
    'stats s.jsonl',
    'watch s.jsonl --once',
    'report s.jsonl --out r.html',
  ]) {
    const { code, stdout, stderr } = await inClone(words)
    expect({ words, code, stdout, stderr }).toEqual({
      words,
      code: 2,
      stdout: '',
      stderr: `todo-replay: todo-replay.config.yaml was found, not named, and loads code: rules/${name}.mjs. Look at it; then give --trust, or set TODO_REPLAY_TRUST to the folder (1: to every folder). --no-config leaves these settings out.\n`,
    })
  }
  for (const other of ['', '0', at('home'), `${at('clone')}-other`, 'rules']) {
    expect((await inClone('audit s.jsonl', { env: { TODO_REPLAY_TRUST: other } })).code).toBe(2)
  }
  expect(ran(name)).toBe(false)
  expect(existsSync(at('state'))).toBe(false)
  // These load no code.
  expect((await inClone('log s.jsonl')).code).toBe(0)
  expect(ran(name)).toBe(false)
})

test.each([
  ['the option', 'audit s.jsonl --trust', {}],
  ['the environment', 'audit s.jsonl', { TODO_REPLAY_TRUST: '1' }],
  ['the environment, by the folder', 'audit s.jsonl', { TODO_REPLAY_TRUST: at('clone') }],
  [
    'the environment, by one above it',
    'audit s.jsonl',
    { TODO_REPLAY_TRUST: [at('none'), place.folder].join(delimiter) },
  ],
])('%s trusts it, and nothing is remembered', async (_, words, variables) => {
  const { name } = newRule()
  expect((await inClone(words, { env: variables })).code).toBe(1)
  expect(ran(name)).toBe(true)
  expect((await inClone('audit s.jsonl')).code).toBe(2)
})

test('on a terminal a person is asked, once for a folder and what it holds', async () => {
  const { name, write } = newRule()
  for (const input of ['n\n', '\n', '', 'yellow\n']) {
    const { code, stderr } = await inClone('audit s.jsonl', { ...typed, input })
    expect({ input, code }).toEqual({ input, code: 2 })
    expect(stderr).toContain('Run it, now and as long as it stays as it is? [y/N]')
  }
  expect(ran(name)).toBe(false)
  expect((await inClone('audit s.jsonl', { ...typed, input: 'y\n' })).code).toBe(1)
  expect(ran(name)).toBe(true)
  const again = await inClone('audit s.jsonl')
  expect([again.code, again.stderr]).toEqual([
    1,
    `note: settings of todo-replay.config.yaml, which loads rules/${name}.mjs\n`,
  ])
  // The same in another folder is another's.
  execFileSync('cp', ['-r', at('clone'), at('copy')])
  process.chdir(at('copy'))
  const { runInMemory } = await import('./memory-host.js')
  expect((await runInMemory(['audit', 's.jsonl'], { env })).code).toBe(2)
  rmSync(at('copy'), { recursive: true })
  // Whatever of it changes is asked for again: the module, the settings, and what the module is made of.
  place.write('clone/rules/part.mjs', 'export const part = 1\n')
  const changes: readonly (() => void)[] = [
    () => write('// changed'),
    () => place.write(config, `ownRules: [./rules/${name}.mjs]\ntodos: []\n`),
    () => write("import './part.mjs'"),
    () => place.write('clone/rules/part.mjs', "import './deep/part.mjs'\n"),
    () => place.write('clone/rules/deep/part.mjs', 'export const deep = 1\n'),
    () => place.write('clone/rules/deep/part.mjs', 'export const deep = 2\n'),
  ]
  for (const change of changes) {
    change()
    expect((await inClone('audit s.jsonl')).code).toBe(2)
    await inClone('audit s.jsonl', { ...typed, input: 'yes\n' })
    expect((await inClone('audit s.jsonl')).code).toBe(1)
  }
  // What was trusted once is trusted when it is back.
  changes.at(-2)?.()
  expect((await inClone('audit s.jsonl')).code).toBe(1)
})

test.each([
  ['a pipe', (path: string) => execFileSync('mkfifo', [path]), 'is no regular file'],
  ['a link out of the repository', (path: string) => symlinkSync(outside, path), 'leads out of'],
])('a module that is %s is not loaded, trusted or not, nor is what it imports', async (_, make, reason) => {
  const { write } = newRule("import './bad.mjs'")
  make(at('clone/rules/bad.mjs'))
  for (const ownRules of [null, './rules/bad.mjs']) {
    if (ownRules !== null) place.write(config, `ownRules: [${ownRules}]\n`)
    const { code, stderr } = await inClone('audit s.jsonl --trust')
    expect([code, stderr.includes(reason)]).toEqual([2, true])
  }
  write('')
  rmSync(at('clone/rules/bad.mjs'))
})

test('a reader that found settings name is trusted or not asked, and so is the script that it runs', async () => {
  place.write('clone/read.sh', `touch ${at('ran-reader')}\n`)
  place.write(config, `reader: 'command:sh ${at('clone/read.sh')}'\n`)
  const { code, stderr } = await inClone('audit s.jsonl')
  expect(code).toBe(2)
  expect(stderr).toMatch(
    /was found, not named, and has completions read by command:sh .* Look at it; then give --trust/,
  )
  expect(ran('reader')).toBe(false)
  await inClone('audit s.jsonl', { ...typed, input: 'y\n' })
  expect(ran('reader')).toBe(true)
  expect((await inClone('audit s.jsonl')).code).toBe(1)
  ran('reader') // what it answered is on record, so it need not
  place.write('clone/read.sh', `touch ${at('ran-reader')} # changed\n`)
  expect((await inClone('audit s.jsonl')).code).toBe(2)
  expect(ran('reader')).toBe(false)
  rmSync(at(config))
})

test('a file that was made to be searched for long is not', async () => {
  const { write } = newRule()
  write(`/* ${`import${' '.repeat(900_000)}`} */`)
  expect((await inClone('audit s.jsonl --trust')).code).toBe(1)
})
