// Empty projects that install the packed packages, one with each package manager, and what is run in them.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { publishedPackages } from '../../tools/pack.mjs'
import { childEnvironment, root } from '../../tools/set-up.mjs'
import { install } from '../agents/install.mjs'

/** The oldest Node.js that is promised, and the newest of the later lines. */
export const nodeVersions = ['20.19.0', '22.23.3', '24.21.0']

/**
 * A package manager: how it installs what package.json names, and how it runs a program in the project.
 * @typedef {object} Manager
 * @property {string} name
 * @property {string} package the npm package that has it
 * @property {string} version
 * @property {string} bin its program, in that package
 * @property {readonly string[]} install
 * @property {boolean} [isPnp] true: there is no node_modules, and it runs everything itself
 * @property {{ readonly [file: string]: string }} [settings] files that it reads
 */

/** @type {Manager} */
export const npm = {
  name: 'npm',
  package: 'npm',
  version: '11.19.1',
  bin: 'bin/npm-cli.js',
  install: ['install', '--no-audit', '--no-fund', '--loglevel=error'],
}

/** @type {readonly Manager[]} */
export const managers = [
  npm,
  {
    name: 'pnpm',
    package: 'pnpm',
    version: '10.34.9',
    bin: 'bin/pnpm.cjs',
    install: ['install', '--loglevel=error'],
  },
  {
    name: 'Yarn 1',
    package: 'yarn',
    version: '1.22.22',
    bin: 'bin/yarn.js',
    // It would take another tarball of the same name out of its cache.
    install: ['install', '--silent', '--no-lockfile', '--cache-folder', '.cache'],
  },
  {
    name: "Yarn 4, Plug'n'Play",
    package: '@yarnpkg/cli-dist',
    version: '4.18.1',
    bin: 'bin/yarn.js',
    install: ['install'],
    isPnp: true,
    settings: { '.yarnrc.yml': 'enableGlobalCache: false\nenableTelemetry: false\n' },
  },
]

/** What is imported of the packages, but for what needs a framework of the host's. */
export const doors = publishedPackages()
  .flatMap(({ manifest: { name, exports } }) => Object.keys(exports).map((path) => `${name}${path.slice(1)}`))
  .filter((door) => !/\*|\.json$|^@todo-ledger\/(?:hosts\/|core\/testing$)/.test(door))

/** What is audited. */
export const session = fileURLToPath(
  new URL('../../fixtures/tests-ticked-without-a-run/session.jsonl', import.meta.url),
)

/** The Node.js of a version; installed once on a machine. */
export function nodeOf(/** @type {string} */ version) {
  const folder = install({ package: 'node', version })
  if (folder === null) throw new Error(`Node.js ${version} could not be installed from npm`)
  return join(folder, 'node_modules', 'node', 'bin', 'node')
}

/**
 * Installs packed packages into an empty project.
 * @param {Manager} manager
 * @param {string} folder it is made
 * @param {readonly { readonly manifest: { readonly name: string }, readonly tarball: string }[]} packages
 */
export function project(manager, folder, packages) {
  const home = install({ package: manager.package, version: manager.version })
  if (home === null) throw new Error(`${manager.name} ${manager.version} could not be installed from npm`)
  const program = join(home, 'node_modules', manager.package, manager.bin)
  const dependencies = Object.fromEntries(
    packages.map(({ manifest, tarball }) => [manifest.name, `file:${tarball}`]),
  )
  mkdirSync(folder, { recursive: true })
  const write = (/** @type {string} */ name, /** @type {string} */ text) =>
    writeFileSync(join(folder, name), text)
  // They are in no registry: where one names another, that is the tarball, too.
  const own = { dependencies, pnpm: { overrides: dependencies }, resolutions: dependencies }
  write('package.json', JSON.stringify({ name: 'empty-project', private: true, ...own }, null, 2))
  for (const [name, text] of Object.entries(manager.settings ?? {})) write(name, text)
  write('yarn.lock', '') // Yarn 4 would look for the root of a project above
  const words = [program, ...manager.install]
  const { status, stdout, stderr } = spawnSync(process.execPath, words, {
    cwd: folder,
    // The lockfile of an empty project is made here; where CI is set Yarn would not make one.
    env: { ...childEnvironment(), YARN_ENABLE_IMMUTABLE_INSTALLS: 'false' },
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${manager.name} could not install the packages: ${stdout}${stderr}`)
  return {
    folder,
    /** Runs a script with a Node.js. */
    script: (/** @type {string} */ node, /** @type {string} */ file, /** @type {string} */ at) =>
      manager.isPnp ? run(node, [program, 'node', file], at) : run(node, [file], at),
    /** Runs an installed program with a Node.js. */
    program: (
      /** @type {string} */ node,
      /** @type {string} */ name,
      /** @type {readonly string[]} */ words,
      /** @type {string} */ at,
    ) =>
      manager.isPnp
        ? run(node, [program, 'run', name, ...words], at)
        : run(join(folder, 'node_modules', '.bin', name), words, at, node),
  }
}

/**
 * A folder in a project with what is tried there: the examples of the packages' READMEs, as ES modules and with
 * `require`, and all that is exported.
 * @param {string} at
 */
export function writeScripts(at) {
  mkdirSync(at, { recursive: true })
  cpSync(session, join(at, 'session.jsonl'))
  const write = (/** @type {string} */ name, /** @type {string} */ text) =>
    writeFileSync(join(at, name), text)
  const examples = ['core', 'audit', 'recordings']
  for (const name of examples) {
    const example = exampleOf(name)
    write(`${name}.mjs`, example)
    write(`${name}.cjs`, `module.exports = (async () => {\n${required(example)}\n})()\n`)
  }
  const check = (/** @type {string} */ load) =>
    `for (const door of ${JSON.stringify(doors)}) if (Object.keys(${load}(door)).length === 0) throw new Error(door)\n`
  write(
    'all.mjs',
    `${examples.map((name) => `await import('./${name}.mjs')\n`).join('')}${check('await import')}`,
  )
  write(
    'all.cjs',
    `(async () => {\n${examples.map((name) => `await require('./${name}.cjs')\n`).join('')}${check('require')}})()\n`,
  )
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

/** What the examples print; a line of each. */
export const printed = ['[>] #1: Design the form', 'false ', 'unsupported ']

/** The example of a package's README. */
export function exampleOf(/** @type {string} */ name) {
  const readme = readFileSync(join(root, 'packages', name, 'README.md'), 'utf8')
  const [, example] = /^```js\n(.*?)^```$/ms.exec(readme) ?? []
  if (example === undefined) throw new Error(`The README of packages/${name} has no example.`)
  return example
}

/** The same code with `require`. */
function required(/** @type {string} */ code) {
  return code.replace(/^import (\{[^}]*\}) from ('[^']*')$/gm, 'const $1 = require($2)')
}

/**
 * Runs something to its end; gives what it printed.
 * @param {string} program @param {readonly string[]} words @param {string} cwd
 * @param {string} [node] the Node.js that it is to find
 * @throws where it fails, or says something on standard error
 */
export function run(program, words, cwd, node = program) {
  const env = { HOME: cwd, XDG_CACHE_HOME: join(cwd, 'cache'), PATH: pathWith(node) }
  const { status, stdout, stderr, error } = spawnSync(program, words, { cwd, env, encoding: 'utf8' })
  if (status === 0 && stderr === '') return stdout
  throw new Error(`${[program, ...words].join(' ')}: ${error?.message ?? (stderr || stdout)}`)
}

function pathWith(/** @type {string} */ node) {
  return `${dirname(node)}${delimiter}${process.env['PATH'] ?? ''}`
}
