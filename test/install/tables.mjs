// The tables of docs/guides/install.md: where the packed packages install and run, and where they can be bundled.
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build as esbuild, version as esbuildVersion } from 'esbuild'
import { build as vite, version as viteVersion } from 'vite'
import { packPackages } from '../../tools/pack.mjs'
import { program, readJson, root } from '../../tools/set-up.mjs'
import {
  doors,
  exampleOf,
  managers,
  nodeOf,
  nodeVersions,
  npm,
  printed,
  project,
  run,
  session,
  writeScripts,
} from './places.mjs'

/**
 * @typedef {object} Row
 * @property {string} name
 * @property {readonly string[]} cells one for each Node.js: what works, and what does not, with why
 *
 * @typedef {object} Tables
 * @property {readonly Row[]} installs
 * @property {readonly Row[]} bundles
 * @property {string} types whether TypeScript can read them
 * @property {number} megabytes what npm installs for the program
 *
 * @typedef {{ readonly version: string, readonly node: string }} Node
 */

/** Makes both tables, and measures the installed program. @param {(text: string) => void} say @returns {Promise<Tables>} */
export async function makeTables(say) {
  const place = mkdtempSync(join(tmpdir(), 'todo-ledger-install-'))
  try {
    const packages = packPackages(place)
    const nodes = nodeVersions.map((version) => ({ version, node: nodeOf(version) }))
    const installs = managers.map((manager) => {
      const name = `${manager.name} (${manager.version})`
      say(name)
      const made = project(manager, join(place, manager.name.replaceAll(/\W+/g, '-')), packages)
      const cells = nodes.map(({ version, node }) => {
        const at = join(made.folder, `node-${version}`)
        writeScripts(at)
        return cell(
          {
            import: () => mustPrint(made.script(node, 'all.mjs', at)),
            require: () => mustPrint(made.script(node, 'all.cjs', at)),
            programs: () => tryPrograms((program, words) => made.program(node, program, words, at)),
          },
          say,
        )
      })
      return { name, cells }
    })
    say('bundles')
    const bundles = await tryBundles(join(place, 'npm'), nodes, say)
    const alone = packages.filter(({ manifest }) => manifest.name === 'todo-replay')
    const { folder } = project(npm, join(place, 'program'), alone)
    const types = typesIn(join(place, 'npm'), say)
    return { installs, bundles, types, megabytes: megabytesOf(join(folder, 'node_modules')) }
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

/** What is bundled, and what it prints. */
const bundled = {
  '`core`': {
    code: `import { memoryStore, openLedger, profiles } from '@todo-ledger/core'
const ledger = openLedger({ store: memoryStore() })
const session = await ledger.session('build-42', { profile: profiles.todoManager })
await session.startRun({ trigger: 'user', text: 'Add a login page' })
const turn = await session.startTurn()
const reply = await turn.callTodoTool('todo', { items: [{ text: 'Design the form', status: 'in_progress' }] })
console.log(reply.text)
`,
    prints: ['[>] #1: Design the form'],
  },
  '`core/sqlite`': { code: exampleOf('core'), prints: ['[>] #1: Design the form'] },
  '`recordings`, `audit`': { code: exampleOf('recordings'), prints: ['unsupported '] },
}

/** @typedef {'esm' | 'cjs'} Format */
const formats = /** @type {const} */ ({ esm: 'an ES module', cjs: 'CommonJS' })

/** No option says what is to be left out. @type {{ readonly [name: string]: (entry: string, target: string, format: Format) => Promise<unknown> }} */
const bundlers = {
  [`esbuild ${esbuildVersion}`]: (entry, outfile, format) =>
    esbuild({ entryPoints: [entry], outfile, format, bundle: true, platform: 'node', logLevel: 'silent' }),
  [`Vite ${viteVersion}`]: (entry, target, format) =>
    vite({
      root: join(target, '..'),
      configFile: false,
      logLevel: 'silent',
      ssr: { noExternal: true },
      build: {
        ssr: entry,
        outDir: '.',
        rolldownOptions: { output: { format, entryFileNames: target.replace(/^.*\//, '') } },
      },
    }),
}

/**
 * Each bundle runs where nothing is installed but libsql.
 * @param {string} project where all is installed
 * @param {readonly Node[]} nodes
 * @param {(text: string) => void} say
 */
async function tryBundles(project, nodes, say) {
  const beside = join(project, 'bundles', 'node_modules')
  mkdirSync(beside, { recursive: true })
  for (const name of ['libsql', '@libsql', '@neon-rs', 'detect-libc'])
    symlinkSync(join(project, 'node_modules', name), join(beside, name))
  /** @type {Row[]} */
  const rows = []
  for (const [what, { code, prints }] of Object.entries(bundled)) {
    const entry = join(project, `entry-${rows.length}.mjs`)
    writeFileSync(entry, inFunction(code))
    for (const [bundler, bundle] of Object.entries(bundlers)) {
      for (const format of /** @type {Format[]} */ (Object.keys(formats))) {
        const at = join(project, 'bundles', `${rows.length}`)
        mkdirSync(at)
        const target = join(at, format === 'esm' ? 'bundle.mjs' : 'bundle.cjs')
        await bundle(entry, target, format)
        const cells = nodes.map(({ version, node }) => {
          const cwd = join(at, version)
          mkdirSync(cwd)
          cpSync(session, join(cwd, 'session.jsonl'))
          return cell({ runs: () => mustPrint(run(node, [target], cwd), prints) }, say)
        })
        rows.push({ name: `${bundler}, ${formats[format]}: ${what}`, cells })
      }
    }
  }
  return rows
}

/** CommonJS knows no `await` outside of functions. @param {string} code */
function inFunction(code) {
  const imports = code.match(/^import .*\n/gm) ?? []
  return `${imports.join('')}async function main() {\n${code.replace(/^import .*\n/gm, '')}}\nmain()\n`
}

/**
 * Both programs, and a rule of a user's own, which imports what the program has in it.
 * @param {(program: string, words: readonly string[]) => string} start
 */
function tryPrograms(start) {
  for (const program of ['todo-replay', 'todo-ledger']) mustPrint(start(program, ['--version']), ['0.'])
  const audit = start('todo-replay', ['audit', 'session.jsonl', '--rules', 'rule.mjs', '--fail-on', 'never'])
  if (!audit.includes('said by an own rule')) throw new Error('the own rule said nothing')
}

/**
 * What works, and what does not; why is told.
 * @param {{ readonly [what: string]: () => void }} attempts @param {(text: string) => void} say
 */
function cell(attempts, say) {
  const said = Object.entries(attempts).map(([what, attempt]) => {
    try {
      attempt()
      return what
    } catch (error) {
      say(`not ${what}: ${error instanceof Error ? error.message : error}`)
      return `not ${what}`
    }
  })
  return said.join(', ')
}

/** @param {string} output @param {readonly string[]} lines what lines of it begin with */
function mustPrint(output, lines = printed) {
  for (const line of lines) {
    if (`\n${output}`.includes(`\n${line}`)) continue
    throw new Error(`no line begins with ${JSON.stringify(line)} in ${JSON.stringify(output)}`)
  }
}

/** Whether the types of all that is exported are sound, declarations of others included. @param {string} project @param {(text: string) => void} say */
function typesIn(project, say) {
  const compiler = program('typescript', 'tsc')
  const write = (/** @type {string} */ name, /** @type {(door: string, index: number) => string} */ lineOf) =>
    writeFileSync(join(project, name), `${doors.map(lineOf).join('\n')}\n`)
  write('doors.mts', (door, index) => `export * as door${index} from '${door}'`)
  write('doors.cts', (door, index) => `export import door${index} = require('${door}')`)
  const types = ['--typeRoots', join(root, 'node_modules', '@types'), '--types', 'node']
  const settings = [
    '--noEmit',
    '--strict',
    '--module',
    'nodenext',
    '--target',
    'es2023',
    '--ignoreConfig',
    ...types,
  ]
  const options = { cwd: project, encoding: /** @type {const} */ ('utf8') }
  const { status, stdout } = spawnSync(
    process.execPath,
    [compiler, ...settings, 'doors.mts', 'doors.cts'],
    options,
  )
  if (status !== 0) say(stdout)
  const { version } = readJson(join(root, 'node_modules', 'typescript', 'package.json'))
  return `${version} ${status === 0 ? 'takes' : 'does not take'} the types of all that is exported, by import and by require, without \`skipLibCheck\``
}

/** What is on the disk, in blocks as `du` counts them. @param {string} folder */
function megabytesOf(folder) {
  const sizes = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(
    (name) => statSync(join(folder, name)).blocks * 512,
  )
  return sizes.reduce((sum, size) => sum + size, 0) / 2 ** 20
}
