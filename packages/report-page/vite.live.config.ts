// Builds the live page into the package that serves it.
import { defineConfig, mergeConfig } from 'vite'
import report from './vite.config.js'

export default mergeConfig(
  report,
  defineConfig({
    build: {
      outDir: '../server/page',
      rolldownOptions: {
        input: 'src/live/main.tsx',
        output: { format: 'es', entryFileNames: 'live.js', assetFileNames: 'live[extname]' },
      },
    },
  }),
)
