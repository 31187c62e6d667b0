/** The packed packages in empty projects: installed by each package manager, run and bundled, with the oldest Node.js and the newest. */

import { spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { build } from 'esbuild'
import { afterAll, expect, test } from 'vitest'
import { packPackages, publishedPackages } from '../../tools/pack.mjs'
import { childEnvironment, program, root } from '../../tools/set-up.mjs'
import { install } from '../agents/install.mjs'

const nodeVersions = ['20.19.0', '24.21.0']

interface Manager {
  readonly name: string
  /** The npm package that has it, its version, and its program there. */
  readonly package: string
  readonly version: string
  readonly bin: string
  /** There is no node_modules, and it runs everything itself. */
  readonly isPnp?: boolean
}

const npm = { name: 'npm', package: 'npm', version: '11.19.1', bin: 'bin/npm-cli.js' }
const managers: readonly Manager[] = [
  npm,
  { name: 'pnpm', package: 'pnpm', version: '10.34.9', bin: 'bin/pnpm.cjs' },
  {
    name: "Yarn 4, Plug'n'Play",
    package: '@yarnpkg/cli-dist',
    version: '4.18.1',
    bin: 'bin/yarn.js',
    isPnp: true,
  },
]

const place = mkdtempSync(join(tmpdir(), 'todo-ledger-install-'))
afterAll(() => rmSync(place, { recursive: true, force: true }))
const packages: readonly { readonly manifest: { readonly name: string }; readonly tarball: string }[] =
  packPackages(place)

/** What is imported of the packages, but for what needs a framework of the host's. */
const doors = publishedPackages()
  .flatMap(({ manifest: { name, exports } }: { manifest: { name: string; exports: object } }) =>
    Object.keys(exports).map((path) => `${name}${path.slice(1)}`),
  )
  .filter((door: string) => !/\*|\.json$|^@todo-ledger\/(?:hosts\/|core\/testing$)/.test(door))

const session = join(root, 'fixtures', 'tests-ticked-without-a-run', 'session.jsonl')
const examples = ['core', 'audit', 'recordings']
/** A line of what each prints. */
const printed = ['[>] #1: Design the form', 'false ', 'unsupported ']

function nodeOf(version: string): string {
  const folder = install({ package: 'node', version })
  if (folder === null) throw new Error(`Node.js ${version} could not be installed from npm`)
  return join(folder, 'node_modules', 'node', 'bin', 'node')
}

/** An empty project with the packages installed; gives how a script and an installed program are run in it. */
function project({ isPnp = false, ...manager }: Manager) {
  const home = install(manager)
  if (home === null) throw new Error(`${manager.name} ${manager.version} could not be installed from npm`)
  const bin = join(home, 'node_modules', manager.package, manager.bin)
  const folder = join(place, manager.name.replaceAll(/\W+/g, '-'))
  mkdirSync(folder)
  // They are in no registry: where one names another, that is the tarball, too.
  const dependencies = Object.fromEntries(
    packages.map(({ manifest, tarball }) => [manifest.name, `file:${tarball}`]),
  )
  const own = { dependencies, pnpm: { overrides: dependencies }, resolutions: dependencies }
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'empty-project', private: true, ...own }),
  )
  writeFileSync(join(folder, '.yarnrc.yml'), 'enableGlobalCache: false\nenableTelemetry: false\n')
  writeFileSync(join(folder, 'yarn.lock'), '') // Yarn 4 would look for the root of a project above
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, 'install'], {
    cwd: folder,
    env: { ...childEnvironment(), YARN_ENABLE_IMMUTABLE_INSTALLS: 'false' },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${manager.name} could not install the packages: ${stdout}${stderr}`)
  return {
    folder,
    script: (node: string, file: string, at: string) =>
      isPnp ? run(node, [bin, 'node', file], at) : run(node, [file], at),
    program: (node: string, name: string, words: readonly string[], at: string) =>
      isPnp
        ? run(node, [bin, 'run', name, ...words], at)
        : run(join(folder, 'node_modules', '.bin', name), words, at, node),
  }
}

/** Runs something to its end; gives what it printed. It must succeed, and say nothing on standard error. */
function run(file: string, words: readonly string[], cwd: string, node = file): string {
  const path = `${dirname(node)}${delimiter}${process.env['PATH'] ?? ''}`
  const env = { HOME: cwd, XDG_CACHE_HOME: join(cwd, 'cache'), PATH: path }
  const { status, stdout, stderr } = spawnSync(file, words, { cwd, env, encoding: 'utf8' })
  expect({ words, status, stderr }).toEqual({ words, status: 0, stderr: '' })
  return stdout
}

function exampleOf(name: string): string {
  const readme = readFileSync(join(root, 'packages', name, 'README.md'), 'utf8')
  return /^```js\n(.*?)^```$/ms.exec(readme)?.[1] ?? ''
}

/** The examples of the packages' READMEs, as ES modules and with `require`, and all that is exported. */
function writeScripts(at: string): void {
  mkdirSync(at)
  cpSync(session, join(at, 'session.jsonl'))
  const write = (name: string, text: string) => writeFileSync(join(at, name), text)
  for (const name of examples) {
    const code = exampleOf(name)
    const required = code.replace(/^import (\{[^}]*\}) from ('[^']*')$/gm, 'const $1 = require($2)')
    write(`${name}.mjs`, code)
    write(`${name}.cjs`, `module.exports = (async () => {\n${required}\n})()\n`)
  }
  const check = (load: string) =>
    `for (const door of ${JSON.stringify(doors)}) if (Object.keys(${load}(door)).length === 0) throw new Error(door)\n`
  const imports = examples.map((name) => `await import('./${name}.mjs')\n`).join('')
  const requires = examples.map((name) => `await require('./${name}.cjs')\n`).join('')
  write('all.mjs', `${imports}${check('await import')}`)
  write('all.cjs', `(async () => {\n${requires}${check('require')}})()\n`)
  write(
    'rule.mjs',
    `import { defineAuditRule, problemOf } from '@todo-ledger/audit'
export default defineAuditRule({
  id: 'own-rule',
  meta: { severity: 'warning', docs: 'Says so.' },
  check: ({ completions }) => completions.map((each) => problemOf(each, 'warning', 'said by an own rule')),
})
`,
  )
}

function mustPrint(output: string, lines: readonly string[] = printed): void {
  for (const line of lines) expect(`\n${output}`).toContain(`\n${line}`)
}

test.each(managers)('$name: all that is exported is imported, and both programs run', (manager) => {
  const made = project(manager)
  for (const version of nodeVersions) {
    const node = nodeOf(version)
    const at = join(made.folder, `node-${version}`)
    writeScripts(at)
    mustPrint(made.script(node, 'all.mjs', at))
    // On Node.js 20 Plug'n'Play does not see the imports of an ES module that was loaded by `require`.
    if (manager.isPnp !== true || version !== nodeVersions[0]) mustPrint(made.script(node, 'all.cjs', at))
    for (const name of ['todo-replay', 'todo-ledger'])
      mustPrint(made.program(node, name, ['--version'], at), ['0.'])
    const words = ['audit', 'session.jsonl', '--rules', 'rule.mjs', '--fail-on', 'never']
    expect(made.program(node, 'todo-replay', words, at)).toContain('said by an own rule')
  }
})

test('todo-replay alone is at most 15 packages and 25 MB', () => {
  const folder = join(place, 'alone')
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  const { tarball = '' } = packages.find(({ manifest: { name } }) => name === 'todo-replay') ?? {}
  const of = { cwd: folder, env: childEnvironment(), encoding: 'utf8' } as const
  expect(spawnSync('npm', ['install', tarball], of).status).toBe(0)
  const { stdout } = spawnSync('npm', ['ls', '--omit=dev', '--all', '--parseable'], of)
  expect(stdout.trim().split('\n').length - 1).toBeLessThanOrEqual(15)
  const files = readdirSync(join(folder, 'node_modules'), { recursive: true, withFileTypes: true })
  const sizes = files
    .filter((file) => file.isFile())
    .map((file) => statSync(join(file.parentPath, file.name)).size)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(25_000_000)
})

test.each(['esm', 'cjs'] as const)('a bundle of them (%s) runs beside libsql alone', async (format) => {
  const from = join(place, 'npm')
  const at = join(from, 'bundles', format)
  mkdirSync(join(at, 'node_modules'), { recursive: true })
  for (const name of ['libsql', '@libsql', '@neon-rs', 'detect-libc'])
    symlinkSync(join(from, 'node_modules', name), join(at, 'node_modules', name))
  cpSync(session, join(at, 'session.jsonl'))
  for (const [name, line] of [
    ['core', printed[0] ?? ''],
    ['recordings', printed[2] ?? ''],
  ] as const) {
    const code = exampleOf(name)
    const imports = code.match(/^import .*\n/gm) ?? []
    const entry = join(from, `${name}-${format}.mjs`)
    // CommonJS knows no `await` outside of functions.
    const rest = code.replace(/^import .*\n/gm, '')
    writeFileSync(entry, `${imports.join('')}async function main() {\n${rest}}\nmain()\n`)
    const outfile = join(at, format === 'esm' ? `${name}.mjs` : `${name}.cjs`)
    await build({ entryPoints: [entry], outfile, format, bundle: true, platform: 'node', logLevel: 'silent' })
    for (const version of nodeVersions) mustPrint(run(nodeOf(version), [outfile], at), [line])
  }
})

test('TypeScript takes the types of all that is exported, without skipLibCheck', () => {
  const from = join(place, 'npm')
  const each = (lineOf: (door: string, index: number) => string) => `${doors.map(lineOf).join('\n')}\n`
  writeFileSync(
    join(from, 'doors.mts'),
    each((door, index) => `export * as door${index} from '${door}'`),
  )
  writeFileSync(
    join(from, 'doors.cts'),
    each((door, index) => `export import door${index} = require('${door}')`),
  )
  const types = ['--typeRoots', join(root, 'node_modules', '@types'), '--types', 'node']
  const settings = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023', '--ignoreConfig']
  const words = [program('typescript', 'tsc'), ...settings, ...types, 'doors.mts', 'doors.cts']
  const { status, stdout } = spawnSync(process.execPath, words, { cwd: from, encoding: 'utf8' })
  expect({ status, stdout }).toEqual({ status: 0, stdout: '' })
})
