// Makes the program: one bundle of the command line, the packages that it is made of and their dependencies, with a part
// for each command, in packages/replay-cli/program.
// The packages themselves stay as the compiler writes them, for those who embed them.
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const root = fileURLToPath(new URL('..', import.meta.url))
const replayCli = join(root, 'packages', 'replay-cli')
const source = join(replayCli, 'src')
const program = join(replayCli, 'program')

/** What stays beside the bundle: native addons, and what a host installs where it wants it. */
const external = [/^libsql$/, /^pg-native$/, /^fast-check$/, /^vitest$/]
/** Packages whose entries the program gives to the modules of its users. */
const givenPackages = ['core', 'audit', 'recordings']
/** Marks the entries of those. */
const given = '\0given:'
/** The page of `report` is built by itself, with these in it. */
const packagesOfPage = ['preact']

await bundleProgram()

async function bundleProgram() {
  const fresh = `${program}.new`
  rmSync(fresh, { recursive: true, force: true })
  const bundle = await rolldown({
    input: entries(),
    platform: 'node',
    external,
    transform: { target: 'node20.19' },
    resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
    plugins: [{ name: 'workspace', resolveId: resolveSource, load: loadGiven }],
    checks: { circularDependency: false },
    onLog(level, log) {
      if (level !== 'info') throw new Error(log.message)
    },
  })
  const { output } = await bundle.write({
    dir: fresh,
    format: 'es',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js', // beside the entries: what stands beside the program is found from there
    comments: false,
    sourcemap: true,
    sourcemapExcludeSources: true,
    // As if it stood where it will: beside the sources of its package.
    sourcemapPathTransform: (path, map) => relative(program, join(dirname(map), path)),
  })
  const parts = output.filter(({ type }) => type === 'chunk')
  writeFileSync(join(fresh, 'THIRD-PARTY.txt'), licences(parts.flatMap(({ moduleIds }) => moduleIds)))
  rmSync(program, { recursive: true, force: true })
  renameSync(fresh, program)
}

/**
 * The files that something starts with: the program, the hook, what `todo-ledger` shows sessions with, and
 * the entries of the given packages.
 */
function entries() {
  const files = {
    main: 'main.ts',
    reading: 'reading/index.ts',
    'session-view': 'session-view/index.ts',
    'hook-process': 'hook/hook-process.ts',
    'fault-log': 'hook/fault-log.ts',
    'package-hooks': 'config/package-hooks.ts',
  }
  const own = Object.entries(files).map(([name, file]) => [name, join(source, file)])
  const entriesOfPackages = givenPackages.flatMap((name) =>
    Object.keys(readJson(join(root, 'packages', name, 'package.json')).exports)
      .filter((subpath) => !/[*]|\.json$|^\.\/testing$/.test(subpath))
      .map((subpath) => [
        `packages/${name}/${subpath === '.' ? 'index' : subpath.slice(2)}`,
        `${given}${sourceOfExport(name, subpath)}`,
      ]),
  )
  return Object.fromEntries([...own, ...entriesOfPackages])
}

/** The source of what a package exports, null where it exports no such thing. */
function sourceOfExport(name, subpath) {
  const folder = join(root, 'packages', name)
  const { exports } = readJson(join(folder, 'package.json'))
  for (const [pattern, { default: built }] of Object.entries(exports)) {
    const [before, after] = pattern.split('*')
    const isIt =
      after === undefined ? subpath === pattern : subpath.startsWith(before) && subpath.endsWith(after)
    if (!isIt || built === undefined) continue
    const compiled = built.replace('*', subpath.slice(before.length))
    return join(folder, compiled.replace('./dist/', 'src/').replace(/\.js$/, '.ts'))
  }
  return null
}

/** An entry that is a module of its own: were it the list of a package's exports, what uses a part would load all of it. */
function loadGiven(id) {
  return id.startsWith(given) ? `export * from ${JSON.stringify(id.slice(given.length))}` : null
}

/** Sources of the workspace are bundled as they are, so that stacks name them. */
function resolveSource(specifier) {
  if (specifier.startsWith(given)) return specifier
  const [, name, rest = ''] = /^@todo-ledger\/([^/]+)(\/.+)?$/.exec(specifier) ?? []
  if (name === undefined) return null
  const id = sourceOfExport(name, `.${rest}`)
  if (id === null) throw new Error(`No package exports ${specifier}.`)
  return { id, moduleSideEffects: false }
}

/** The licences of what is bundled, as they ask to be handed on. */
function licences(modules) {
  const folders = new Set(
    modules.flatMap(
      (id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(id.replaceAll('\\', '/')) ?? [],
    ),
  )
  for (const name of packagesOfPage) folders.add(join(root, 'packages', 'report-page', 'node_modules', name))
  const texts = [...folders].map((folder) => {
    const { name, version, license } = readJson(join(folder, 'package.json'))
    const files = readdirSync(folder)
    const read = (file) => (file === undefined ? '' : readFileSync(join(folder, file), 'utf8'))
    const text =
      read(files.find((file) => /^licen[cs]e/i.test(file))) ||
      read(files.find((file) => /^readme/i.test(file))).split(/^#+ *licen[cs]e$/im)[1]
    if (!text) throw new Error(`${name} has no licence to hand on`)
    return `${name} ${version} (${license})\n\n${text.trim()}\n`
  })
  return `The program and its page hold parts of these packages.\n\n${texts.sort().join(`\n${'-'.repeat(80)}\n\n`)}`
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}
