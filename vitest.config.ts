import { configDefaults, defineConfig } from 'vitest/config'
import { isLongRun } from './test/random.js'

/** Tests stand beside what they test, or in `test` where they are about more than one file. */
const testsOf = (packages: string): string => `packages/${packages}/{src,test}/**/*.test.ts`
/** Tests that start the program or a browser many times: in `npm run test:long` alone. */
const long = '**/*.long.test.ts'

export default defineConfig({
  test: {
    // What is built is loaded as Node.js does for those who use it, which is quicker, too.
    server: { deps: { external: [/\/packages\/[^/]+\/(?:dist|program)\//] } },
    setupFiles: ['test/random.ts', 'test/own-folder.ts'],
    // A native addon and tests that kill processes are safer in processes of their own.
    pool: 'forks',
    maxWorkers: 2,
    // A terminal or a browser of a machine that is busy elsewhere gets a second try.
    retry: isLongRun ? 1 : 0,
    // They end what hangs; no machine is so busy that a test needs as long.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    projects: [
      {
        extends: true,
        test: {
          // They share a process, and the modules in it: loading those takes most of their time.
          name: 'sharing',
          isolate: false,
          include: [testsOf('!(report-page)'), 'test/**/*.test.ts', 'examples/**/*.test.mjs'],
          exclude: [...configDefaults.exclude, long],
        },
      },
      {
        extends: true,
        test: {
          name: 'apart',
          include: [testsOf('report-page'), ...(isLongRun ? [long] : [])],
          exclude: isLongRun ? configDefaults.exclude : [...configDefaults.exclude, long],
        },
      },
    ],
  },
})
