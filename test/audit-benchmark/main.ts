/** Starts the benchmark; for `--fit` with core's numbers made variable, which must be said before core is loaded. */

import { register } from 'node:module'

if (process.argv.includes('--fit')) register('./number-hook.js', import.meta.url)
try {
  await import('./bench.js')
} catch (error) {
  // A file that is not there, an option that does not exist: the message says it.
  if (!(error instanceof Error && 'code' in error)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 2
}
