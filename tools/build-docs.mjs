// npm run docs:build: builds the site of docs/ into dist/docs. VitePress is 100 MB, so it is no dependency: it is
// installed once on a machine, outside the project. --serve shows the site afterwards.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { install } from '../test/agents/install.mjs'
import { root } from './set-up.mjs'

const folder = install({ package: 'vitepress', version: '1.6.4' })
if (folder === null) {
  process.stderr.write('VitePress could not be installed from npm; the site was not built.\n')
  process.exitCode = 3
} else {
  const program = join(folder, 'node_modules', 'vitepress', 'bin', 'vitepress.js')
  for (const command of process.argv.includes('--serve') ? ['build', 'preview'] : ['build']) {
    const { status } = spawnSync(process.execPath, [program, command, 'docs'], {
      cwd: root,
      stdio: 'inherit',
    })
    if (status !== 0) process.exitCode = 1
  }
}
