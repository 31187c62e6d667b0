// Builds the page into the package that writes reports: one script and one style sheet, no names with hashes.
import { defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  logLevel: 'warn',
  // The program has it in its bundle, which is for Node.js, and has this page beside it.
  resolve: {
    alias: { 'todo-replay/session-view': `${import.meta.dirname}/../replay-cli/dist/session-view/index.js` },
  },
  build: {
    outDir: '../replay-cli/page',
    emptyOutDir: true,
    target: 'es2022',
    // The oldest that know light-dark(): what is older shows the page without its colours.
    cssCodeSplit: false,
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: 'src/main.tsx',
      output: { format: 'iife', entryFileNames: 'page.js', assetFileNames: 'page[extname]' },
    },
  },
})
