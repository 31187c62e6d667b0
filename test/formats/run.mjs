// npm run test:formats: every format, hurt in every way, over other random inputs each time.
//   --minutes 10             for so long (10 when absent)
//   --seed 42                over the inputs of an earlier run
//   --memory 1000 [--only X] instead: how much memory the program takes for inputs of so many megabytes
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { childEnvironment, program, root, setUp } from '../../tools/set-up.mjs'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    memory: { type: 'string' },
    only: { type: 'string', default: '' },
  },
})

if (!setUp()) process.exitCode = 3
else if (values.memory === undefined) {
  process.stderr.write(`seed ${values.seed}\n`)
  const minutes = Number(values.minutes)
  const timeout = `--testTimeout=${Math.ceil(minutes * 60_000 + 60_000)}`
  const { status } = spawnSync(
    process.execPath,
    [program('vitest', 'vitest'), 'run', timeout, fileURLToPath(new URL('formats.test.ts', import.meta.url))],
    {
      cwd: root,
      env: { ...childEnvironment(), TEST_SEED: values.seed, TEST_FORMATS_MINUTES: String(minutes) },
      stdio: 'inherit',
    },
  )
  process.exitCode = status ?? 1
} else {
  const { measureMemory } = await import('./measure-memory.mjs')
  const isGood =
    (await measureMemory('read', Number(values.memory), values.only)) &&
    (await measureMemory('audit', Number(values.memory), values.only))
  process.exitCode = isGood ? 0 : 1
}
