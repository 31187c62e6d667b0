/** The program as others get it: packed, and put where an installation would put it, beside another project. */

import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, realpathSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { knownCommands } from '../src/known-commands.js'
import { runInMemory } from './memory-host.js'
import { Workplace } from './run-program.js'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const fixtures = join(root, 'fixtures')
const session = join(fixtures, 'tests-ticked-without-a-run', 'session.jsonl')
const place = new Workplace()
const installed = join(place.folder, 'node_modules')
const packed = join(installed, 'todo-replay')

/** Packs the package and unpacks it; what it depends on is linked. */
beforeAll(() => {
  const folder = join(root, 'packages', 'replay-cli')
  const run = (program: string, words: readonly string[]): string => {
    const { status, stdout, stderr } = spawnSync(program, words, { cwd: folder, encoding: 'utf8' })
    if (status !== 0) throw new Error(`${program} ${words.join(' ')}: ${stderr}`)
    return stdout
  }
  const [{ filename = '' } = {}]: readonly { filename?: string }[] = JSON.parse(
    run('npm', ['pack', '--json', '--loglevel=error', '--pack-destination', place.folder]),
  )
  mkdirSync(packed, { recursive: true })
  run('tar', ['-xzf', join(place.folder, filename), '--strip-components=1', '-C', packed])
  const { dependencies }: { dependencies: { readonly [name: string]: string } } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  )
  for (const dependency of Object.keys(dependencies)) {
    const link = join(installed, dependency)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(realpathSync(join(folder, 'node_modules', dependency)), link)
  }
})

function run(words: readonly string[], env: NodeJS.ProcessEnv = {}): ReturnType<typeof screenOf> {
  const program = join(packed, 'bin', 'todo-replay.js')
  const { PATH } = process.env
  const home = { HOME: place.folder, XDG_CACHE_HOME: join(place.folder, 'cache') }
  return screenOf(
    spawnSync(process.execPath, [program, ...words], {
      cwd: place.folder,
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
      env: { ...(PATH === undefined ? {} : { PATH }), ...home, ...env },
    }),
  )
}

function screenOf({ status, stdout, stderr }: { status: number | null; stdout: string; stderr: string }) {
  return { code: status, stdout, stderr }
}

test('what is packed is the bundle without what was compiled here, with the licences of what is in it', () => {
  const files = readdirSync(join(packed, 'program'), { recursive: true, encoding: 'utf8' })
  expect(files.filter((file) => /compiled|\.new/.test(file))).toEqual([])
  const licences = readFileSync(join(packed, 'program', 'THIRD-PARTY.txt'), 'utf8')
  const bundled = files
    .filter((file) => file.endsWith('.map'))
    .flatMap(
      (file): readonly string[] => JSON.parse(readFileSync(join(packed, 'program', file), 'utf8')).sources,
    )
    .flatMap((source) => /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source)?.[1] ?? [])
  expect(bundled.length).toBeGreaterThan(5)
  for (const name of [...new Set(bundled), 'preact'])
    expect(licences).toMatch(new RegExp(`^${name} \\d`, 'm'))
})

test('every command is loaded, and says what it says uninstalled', async () => {
  for (const { name } of knownCommands) {
    const { stdout, code } = await runInMemory([name, '--help'])
    expect(run([name, '--help'])).toEqual({ code, stdout, stderr: '' })
  }
})

test('what stands beside the code is found: the page, the database', () => {
  expect(run(['report', session, '--out', 'page.html'])).toMatchObject({
    code: 0,
    stderr: expect.any(String),
  })
  expect(readFileSync(join(place.folder, 'page.html'), 'utf8')).toContain('</html>')
  expect(run(['sessions', fixtures, '--json'])).toMatchObject({ code: 0 })
  expect(run(['import', session, '--ledger', 'todos.db'])).toMatchObject({ code: 0 })
  expect(run(['verify', 'todos.db'])).toMatchObject({ code: 0 })
})

test('a hook records', () => {
  const words = [join(packed, 'bin', 'todo-replay.js'), 'hook', '--ledger', 'hook.db']
  const input = JSON.stringify({
    hook_event_name: 'UserPromptSubmit',
    session_id: 's1',
    cwd: '/',
    prompt: 'Begin',
  })
  const { PATH } = process.env
  const env = { ...(PATH === undefined ? {} : { PATH }), HOME: place.folder }
  expect(
    screenOf(spawnSync(process.execPath, words, { cwd: place.folder, encoding: 'utf8', input, env })),
  ).toEqual({
    code: 0,
    stdout: '',
    stderr: '',
  })
  expect(run(['log', 'hook.db']).stdout).toContain('user: Begin')
})
