// npm run release: all of a release but the upload. Gives every package the version that .changeset/ asks for, writes
// CHANGELOG.md, tests, packs into release/, and says what is left to be done by a person.
// --dry-run FOLDER packs into FOLDER what is here, and changes nothing.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { packPackages, publishedPackages } from './pack.mjs'
import { childEnvironment, readJson, root, setUp } from './set-up.mjs'

/** Installed by npx when a release is made. A later one needs Node.js 22. */
const changesets = '@changesets/cli@2.31.1'
const changes = join(root, '.changeset')
const changelog = join(root, 'CHANGELOG.md')
/** The plugins have the version of the packages that they start; test/ci.test.ts holds them to it. */
const pluginManifests = [
  'plugins/claude-code/.claude-plugin/plugin.json',
  'plugins/codex/.codex-plugin/plugin.json',
  'plugins/gemini-cli/gemini-extension.json',
]

try {
  const [option, folder] = process.argv.slice(2)
  if (option === undefined) release()
  else if (option === '--dry-run' && folder !== undefined) pack(resolve(process.env.INIT_CWD ?? '.', folder))
  else throw new Error('usage: npm run release [-- --dry-run FOLDER]')
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

function release() {
  if (run('git', ['status', '--porcelain'], 'pipe') !== '')
    throw new Error('There are changes that are not committed. Commit them first.')
  const { repository, packageManager } = readJson(join(root, 'package.json'))
  if (repository === undefined)
    throw new Error(
      'package.json has no repository, and npm shows where a package was built only if it names that place. Add { "type": "git", "url": "git+https://…" }, the address of the public repository.',
    )
  const entries = changelogEntries()
  run('npx', ['-y', changesets, 'version'])
  for (const { folder, manifest } of publishedPackages()) {
    const named = { ...manifest, repository: { ...repository, directory: relative(root, folder) } }
    writeFileSync(join(folder, 'package.json'), `${JSON.stringify(named, null, 2)}\n`)
  }
  const [{ manifest }] = publishedPackages()
  for (const plugin of pluginManifests) {
    const named = { ...readJson(join(root, plugin)), version: manifest.version }
    writeFileSync(join(root, plugin), `${JSON.stringify(named, null, 2)}\n`)
  }
  if (entries !== '') {
    const [title, intro, ...before] = readFileSync(changelog, 'utf8').trim().split('\n\n')
    const sections = [title, intro, `## ${manifest.version}`, entries, ...before]
    writeFileSync(changelog, `${sections.join('\n\n')}\n`)
  }
  run('npx', ['-y', packageManager.split('+')[0], 'install', '--no-frozen-lockfile', '--loglevel=error'])
  run(process.execPath, [
    join('node_modules', '@biomejs', 'biome', 'bin', 'biome'),
    'check',
    '--write',
    'packages',
    'plugins',
  ])
  run(process.execPath, [join('tools', 'test.mjs')])
  const folder = join(root, 'release')
  rmSync(folder, { recursive: true, force: true })
  const tarballs = pack(folder)
  console.log(`
What is left, once you have read \`git diff\`:

  git commit -am "Version ${manifest.version}" && git tag v${manifest.version}
${tarballs.map((tarball) => `  npm publish ${relative(root, tarball)}`).join('\n')}

With provenance npm publishes from a build server alone, which must say who it is (GitHub: permissions: id-token: write).`)
}

/** Packs what is here; gives the tarballs, what others build on first. */
function pack(target) {
  if (!setUp()) throw new Error('What is not built can not be packed.')
  mkdirSync(target, { recursive: true })
  const waiting = packPackages(target)
  const tarballs = []
  while (waiting.length > 0) {
    const needs = ({ manifest: { dependencies } }, { manifest: { name } }) =>
      dependencies?.[name] !== undefined
    const next = waiting.findIndex((each) => !waiting.some((other) => needs(each, other)))
    const [{ tarball }] = waiting.splice(next, 1)
    tarballs.push(tarball)
    console.log(tarball)
  }
  return tarballs
}

/** What the changesets say, the gravest first. Those that bring the same kind of change stand together. */
function changelogEntries() {
  const files = existsSync(changes) ? readdirSync(changes).filter((name) => name.endsWith('.md')) : []
  const read = files.map((name) => {
    const [, head = '', text = ''] =
      /^---\n(.*?)---\n(.*)$/s.exec(readFileSync(join(changes, name), 'utf8')) ?? []
    return { kind: /: major/.test(head) ? 0 : /: minor/.test(head) ? 1 : 2, text: text.trim() }
  })
  return read
    .sort((one, other) => one.kind - other.kind)
    .map(({ text }) => `- ${text.replaceAll('\n', '\n  ')}`)
    .join('\n')
}

function run(program, words, output = 'inherit') {
  const { status, stdout, error } = spawnSync(program, words, {
    cwd: root,
    env: childEnvironment(),
    encoding: 'utf8',
    stdio: ['ignore', output, 'inherit'],
    shell: process.platform === 'win32' && program === 'npx', // npx is a batch file there
  })
  if (status !== 0)
    throw new Error(`${program} ${words.join(' ')} failed${error ? `: ${error.message}` : ''}.`)
  return stdout
}
