// Installs what some tests need, where it is missing and we may: Debian's Chromium, a font, tmux,
// a C compiler, and PostgreSQL. Used by .ci/run.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const wanted = [
  { package: 'chromium', file: '/usr/bin/chromium' },
  { package: 'tmux', file: '/usr/bin/tmux' },
  { package: 'gcc', file: '/usr/bin/cc' },
  { package: 'libc6-dev', file: '/usr/include/stdio.h' },
  { package: 'postgresql', file: '/usr/lib/postgresql' },
  { package: 'fonts-dejavu-core', file: '/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf' },
]

const missing = wanted.filter(({ file }) => !existsSync(file)).map((each) => each.package)
if (missing.length > 0) install(missing)

function install(packages) {
  const names = packages.join(' and ')
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    process.stderr.write(`${names} missing, and only root on Debian can install it here.\n`)
    return
  }
  process.stderr.write(`Installing ${names} …\n`)
  const done = aptGet('update') && aptGet('install', '-y', '--no-install-recommends', ...packages)
  if (!done) process.stderr.write(`${names} could not be installed: the tests that need it will say so.\n`)
}

function aptGet(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const { status, stdout, stderr } = spawnSync('apt-get', ['-qq', ...args], { env, encoding: 'utf8' })
  if (status !== 0) process.stderr.write(`${stdout ?? ''}${stderr ?? ''}`)
  return status === 0
}
