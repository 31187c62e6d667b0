import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { KeptThread } from './kept-thread.js'

const part = process.env['MUTANTS_OF'] ?? ''

/** Most mutants fall to the test of their own part, and then to tables; the first failure ends a run. */
class OwnTestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((a, b) => cost(a) - cost(b))
  }
}
function cost({ moduleId }: TestSpecification): number {
  if (part !== '' && basename(moduleId).startsWith(part.replace(/s$/, ''))) return 0
  const source = readFileSync(moduleId, 'utf8')
  return source.length * (source.includes('fast-check') ? 100 : 1)
}

/** The ordinary tests of what is mutated, without those of stores, redaction and plans, which are slow to tell it. */
export default defineConfig({
  plugins: [
    {
      name: 'kept-thread',
      // Stryker asks for threads, whatever the configuration says.
      configureVitest({ project }) {
        project.config.pool = 'kept'
        project.config.poolRunner = { name: 'kept', createPoolWorker: (options) => new KeptThread(options) }
      },
    },
  ],
  test: {
    server: { deps: { external: [/\/packages\/[^/]+\/dist\//] } },
    setupFiles: ['test/mutants/no-mutant.ts', 'test/random.ts'],
    isolate: false,
    sequence: { sequencer: OwnTestFirst },
    testTimeout: 300_000,
    hookTimeout: 300_000,
    include:
      part === 'audit'
        ? ['packages/audit/test/*.test.ts']
        : [
            'packages/core/test/{completion-read,context-nag,decide,described-systems,ledger,lone-call}.test.ts',
            'packages/core/test/{frozen-data,kit-*,named-calls,profile-*,reducer*,rules,session*,several-actors}.test.ts',
            'packages/core/test/{history*,supervisor*}.test.ts',
          ],
  },
})
