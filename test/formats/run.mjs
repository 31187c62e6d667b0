// npm run trial -- formats: every format, hurt in every way, over other random inputs each time.
//   --minutes 10             for so long (10 when absent)
//   --seed 42                over the inputs of an earlier run
//   --every-byte             instead: each fixture cut off, and each line of it torn, at every byte; an hour and more
//   --line 1000              instead: a line of so many megabytes in a recording of each format
//   --files 100000           instead: commands over a folder of so many files
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { childEnvironment, program, root, setUp } from '../../tools/set-up.mjs'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    'every-byte': { type: 'boolean', default: false },
    line: { type: 'string' },
    files: { type: 'string' },
    only: { type: 'string', default: '' },
  },
})

/** Runs another program of this folder. */
const runOther = (name, ...words) =>
  spawnSync(process.execPath, [fileURLToPath(new URL(name, import.meta.url)), ...words], { stdio: 'inherit' })
    .status ?? 1

if (!setUp()) process.exitCode = 3
else if (values.line !== undefined)
  process.exitCode = runOther('long-lines.mjs', values.line, '--only', values.only)
else if (values.files !== undefined)
  process.exitCode = runOther('many-files.mjs', values.files, '--only', values.only)
else {
  process.stderr.write(`seed ${values.seed}\n`)
  const minutes = Number(values.minutes)
  const isEvery = values['every-byte']
  const timeout = `--testTimeout=${isEvery ? 0 : Math.ceil(minutes * 60_000 + 60_000)}`
  const tests = isEvery ? ['cut-anywhere'] : ['formats', 'cut-anywhere']
  const { status } = spawnSync(
    process.execPath,
    [
      program('vitest', 'vitest'),
      'run',
      timeout,
      ...tests.map((name) => fileURLToPath(new URL(`${name}.test.ts`, import.meta.url))),
    ],
    {
      cwd: root,
      env: {
        ...childEnvironment(),
        TEST_SEED: values.seed,
        TEST_FORMATS_MINUTES: String(minutes / tests.length),
        ...(isEvery ? { TEST_FORMATS_EVERY_BYTE: '1' } : {}),
      },
      stdio: 'inherit',
    },
  )
  process.exitCode = status ?? 1
}
