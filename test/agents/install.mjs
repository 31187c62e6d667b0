// Installs programs from npm, each once on a machine: they are too large to be dependencies.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const installed = join(tmpdir(), 'todo-ledger-agents')

/**
 * Installs an edition, unless it is there; gives its folder, or null where it can't be had.
 * @param {{ readonly package: string, readonly version: string }} edition
 */
export function install({ package: name, version }) {
  const folder = join(installed, `${name.replaceAll(/\W+/g, '-')}-${version}`)
  const done = join(folder, 'installed')
  if (existsSync(done)) return folder
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  const words = [
    'install',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    '--save-exact',
    `${name}@${version}`,
  ]
  const { status } = spawnSync('npm', words, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) return null
  writeFileSync(done, '')
  return folder
}
