import { configDefaults, defineConfig } from 'vitest/config'

/** Tests that start the program or a browser many times have a run of their own: npm run test:long. */
const long = ['packages/*/test/**/*.long.test.ts', 'test/**/*.long.test.ts']
/** Tests that take more samples in that run. */
const longer = [
  'packages/core/test/kit-profiles.test.ts',
  'packages/recordings/test/profiles.test.ts',
  'test/kit-recordings.test.ts',
]
/** Tests that share a process, and the modules in it, with others of their kind: loading those takes most of their time. */
const sharing = ['packages/!(report-page)/test/**/*.test.ts']
/** Counts what is asked of Map and Set, in all of its process. */
const counting = 'packages/core/test/list-index.test.ts'
const isLongRun = process.env['TODO_LEDGER_TESTS'] === 'long'
const excluded = isLongRun ? configDefaults.exclude : [...configDefaults.exclude, ...long]

export default defineConfig({
  test: {
    // What is built is loaded as Node.js does for those who use it, which is quicker, too.
    server: { deps: { external: [/\/packages\/[^/]+\/dist\//] } },
    setupFiles: ['test/fixed-seed.ts', 'test/own-folder.ts'],
    // A native addon and tests that kill processes are safer in processes of their own.
    pool: 'forks',
    maxWorkers: 2,
    // A terminal or a browser of a machine that is busy elsewhere gets a second try.
    retry: isLongRun ? 1 : 0,
    testTimeout: isLongRun ? 300_000 : 60_000,
    projects: isLongRun
      ? [{ extends: true, test: { name: 'long', include: [...long, ...longer], exclude: excluded } }]
      : [
          {
            extends: true,
            test: { name: 'sharing', isolate: false, include: sharing, exclude: [...excluded, counting] },
          },
          {
            extends: true,
            test: {
              name: 'apart',
              include: [counting, 'packages/report-page/test/**/*.test.ts', 'test/**/*.test.ts'],
              exclude: excluded,
            },
          },
        ],
  },
})
