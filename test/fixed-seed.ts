import fc from 'fast-check'

// The same random inputs in every run, so that a red test says something of the change; TEST_SEED gives others
// (npm run test:random).
fc.configureGlobal({ seed: Number(process.env['TEST_SEED'] ?? 1) })
