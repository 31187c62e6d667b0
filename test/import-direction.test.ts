import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'

// The imports of the real sources are checked by `npm test` itself; here, that the check bites.
const root = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'import-direction-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Checks a project of these files. @returns the exit code and each violation as `rule: importing file` */
function check(files: Record<string, string>): { status: number | null; violations: string[] } {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const program = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs')
  const { status, stdout } = spawnSync(
    process.execPath,
    [program, 'packages/*/src', '--config', join(root, '.dependency-cruiser.mjs')],
    { cwd: folder, encoding: 'utf8', env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' } },
  )
  const violations = [...stdout.matchAll(/^ *error (\S+: \S+)/gm)].map((match) => String(match[1]))
  return { status, violations: [...new Set(violations)].sort() }
}

const core = 'packages/core/src'
const sound = {
  [`${core}/events.ts`]: 'export interface TodoEvent { readonly seq: number }\n',
  [`${core}/errors.ts`]: "import type { TodoEvent } from './events.js'\nexport type Bad = TodoEvent\n",
  [`${core}/state.ts`]: "import type { TodoEvent } from './events.js'\nexport type State = TodoEvent[]\n",
  [`${core}/rules/max-items.ts`]:
    "import type { State } from '../state.js'\nexport const max = (s: State) => s\n",
  [`${core}/store/memory.ts`]:
    "import type { Bad } from '../errors.js'\nexport const memory = (b: Bad) => b\n",
  [`${core}/ledger.ts`]: "import { max } from './rules/max-items.js'\nexport const open = max\n",
  [`${core}/index.ts`]: "export * from './ledger.js'\nexport * from './store/memory.js'\n",
}

test('every import that runs another way is found, types included', () => {
  const { status, violations } = check({
    ...sound,
    [`${core}/events.ts`]: "import type { State } from './state.js'\nexport type TodoEvent = State\n",
    [`${core}/rules/no-reopen.ts`]:
      "import type { open } from '../ledger.js'\nexport type Rule = typeof open\n",
    [`${core}/evidence.ts`]: "export { type open } from './ledger.js'\n",
    'packages/audit/src/index.ts': "import { x } from '@todo-ledger/recordings'\nexport { x }\n",
    [`${core}/store/file.ts`]: "export const load = () => import('../state.js')\n",
    [`${core}/store/sqlite.ts`]:
      "import Database from 'libsql'\nexport const open = () => new Database('')\n",
    [`${core}/history.ts`]: "import Database from 'libsql'\nexport const open = () => new Database('')\n",
    [`${core}/history/finding.ts`]: "import { test } from 'vitest'\nexport const run = test\n",
    [`${core}/session.ts`]: "import { x } from '@todo-ledger/recordings'\nexport const y = x\n",
    [`${core}/decide.ts`]: "import { x } from '../../recordings/src/index.js'\nexport const y = x\n",
    [`${core}/reducer.ts`]: "import { x } from '../test/helper.js'\nexport const y = x\n",
    [`${core}/odds-and-ends.ts`]: "import type { State } from './state.js'\nexport type Odd = State\n",
    [`${core}/supervisor/forgotten.ts`]: 'export const nobody = 1\n',
    'packages/core/test/helper.ts': 'export const x = 1\n',
    'packages/recordings/src/index.ts': "import { x } from 'todo-replay'\nexport { x }\n",
  })

  expect(status).toBeGreaterThan(0)
  expect(violations.filter((violation) => !violation.startsWith('resolvable'))).toMatchInlineSnapshot(`
    [
      "audit-on-core-alone: packages/audit/src/index.ts",
      "core-events: packages/core/src/events.ts",
      "core-evidence: packages/core/src/evidence.ts",
      "core-file-without-a-layer: packages/core/src/odds-and-ends.ts",
      "core-reducer: packages/core/src/reducer.ts",
      "core-rules: packages/core/src/rules/no-reopen.ts",
      "core-stands-alone: packages/core/src/decide.ts",
      "core-stands-alone: packages/core/src/session.ts",
      "core-store: packages/core/src/store/file.ts",
      "libsql-only-for-sqlite: packages/core/src/history.ts",
      "no-circle: packages/core/src/events.ts",
      "no-orphan: packages/core/src/supervisor/forgotten.ts",
      "packages-by-name: packages/core/src/decide.ts",
      "recordings-without-the-cli: packages/recordings/src/index.ts",
      "src-without-tests: packages/core/src/reducer.ts",
      "test-tools-only-in-testing: packages/core/src/history/finding.ts",
    ]
  `)
})
