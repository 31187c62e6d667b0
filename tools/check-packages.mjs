// Packs each package as npm would and asks whether others can use it: its package.json and its files are held against
// what every package must have, and publint and are-the-types-wrong say the rest.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { packPackages, publishedPackages } from './pack.mjs'
import { readJson, root } from './set-up.mjs'

// Our packages are ES modules alone: a resolution that knows no exports does not find them, and one that knows no
// `require` of ES modules, as every Node.js that they run on has it, says that there is none.
const ignoredResolutions = ['node10']
const ignoredKinds = ['CJSResolvesToESM']

/** The packages' own versions. */
const versions = new Map(publishedPackages().map(({ manifest: { name, version } }) => [name, version]))

const tarballs = mkdtempSync(join(tmpdir(), 'todo-ledger-pack-'))
try {
  const problems = []
  for (const { folder, ...packed } of packPackages(tarballs)) {
    const tarball = readFileSync(packed.tarball)
    const found = [
      ...manifestProblems(packed, folder),
      ...fileProblems(packed, folder),
      ...(await publintProblems(tarball)),
      ...(await typeProblems(tarball)),
    ]
    problems.push(...found.map((problem) => `${relative(root, folder)}: ${problem}`))
  }
  for (const problem of problems) process.stdout.write(`${problem}\n`)
  process.exitCode = problems.length > 0 ? 1 : 0
} catch (error) {
  process.stdout.write(`The packages could not be checked: ${error.message}\n`)
  process.exitCode = 1
} finally {
  rmSync(tarballs, { recursive: true })
}

/** What an installation, or the registry, would refuse, and what must be said of every package. */
function manifestProblems({ manifest }, folder) {
  const { license, engines, repository } = readJson(join(root, 'package.json'))
  const problems = ['description', 'keywords', 'files', 'exports']
    .filter((field) => manifest[field] === undefined)
    .map((field) => `package.json has no ${field}`)
  const wanted = {
    version: [...versions.values()][0],
    license,
    engines,
    // Provenance is refused where it differs from where the release is made: tools/release.mjs.
    repository: repository && { ...repository, directory: relative(root, folder) },
    publishConfig: { access: 'public', provenance: true },
  }
  for (const [field, value] of Object.entries(wanted)) {
    if (isDeepStrictEqual(manifest[field], value)) continue
    problems.push(`package.json: ${field} is not ${JSON.stringify(value)}`)
  }
  for (const [name, range] of Object.entries({ ...manifest.dependencies, ...manifest.peerDependencies })) {
    const isOurs = versions.has(name)
    if (isOurs ? range !== versions.get(name) : !/^[~^]?\d/.test(range))
      problems.push(`package.json: ${name} ${range} can not be installed from a registry`)
  }
  return problems
}

/** The files that every package has, and those that none may have. */
function fileProblems({ files }, folder) {
  const missing = ['README.md', 'LICENSE'].filter((name) => !files.includes(name)).map((name) => `no ${name}`)
  const unwanted = files
    .filter((file) => /\.test\.|\.tsbuildinfo$|(?:^|\/)(?:test|node_modules)\//.test(file))
    .map((file) => `${file} is packed`)
  const licence = (place) => readFileSync(join(place, 'LICENSE'), 'utf8')
  if (missing.length === 0 && licence(folder) !== licence(root)) return ['LICENSE is another', ...unwanted]
  return [...missing, ...unwanted]
}

async function publintProblems(tarball) {
  const { messages, pkg } = await publint({
    pack: { tarball: new Uint8Array(tarball).buffer },
    level: 'warning',
  })
  return messages.map((message) => formatMessage(message, pkg, { color: false }))
}

async function typeProblems(tarball) {
  const result = await checkPackage(createPackageFromTarballData(tarball))
  if (!result.types) return ['no types']
  return result.problems
    .filter((problem) => !ignoredResolutions.includes(problem.resolutionKind ?? problem.resolutionOption))
    .filter((problem) => !ignoredKinds.includes(problem.kind))
    .map((problem) => JSON.stringify(problem))
}
