// Packs each package as npm would and asks publint and are-the-types-wrong whether others can use it.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { packageFolders, readJson, root } from './set-up.mjs'

// Our packages are ES modules alone: how an old resolution or a `require` sees their types says nothing.
const ignoredResolutions = ['node10', 'node16-cjs']

const tarballs = mkdtempSync(join(tmpdir(), 'todo-ledger-pack-'))
try {
  const problems = []
  for (const { folder, tarball } of pack(packageFolders().filter(isPublished))) {
    const found = [...(await publintProblems(tarball)), ...(await typeProblems(tarball))]
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

function isPublished(folder) {
  return readJson(join(folder, 'package.json')).private !== true
}

function pack(folders) {
  const specs = folders.map((folder) => `./${relative(root, folder)}`)
  const { status, stdout, stderr, error } = spawnSync(
    'npm',
    ['pack', '--json', '--loglevel=error', '--pack-destination', tarballs, ...specs],
    { cwd: root, encoding: 'utf8', shell: process.platform === 'win32' },
  )
  if (status !== 0) throw new Error(`npm pack failed: ${error?.message ?? stderr}`)
  const packed = JSON.parse(stdout)
  return folders.map((folder, index) => ({
    folder,
    tarball: readFileSync(join(tarballs, packed[index].filename)),
  }))
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
    .map((problem) => JSON.stringify(problem))
}
