import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['packages/*/test/**/*.test.ts', 'test/**/*.test.ts'],
    setupFiles: ['test/fixed-seed.ts'],
    // A native addon and tests that kill processes are safer in processes of their own.
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 20_000,
  },
})
