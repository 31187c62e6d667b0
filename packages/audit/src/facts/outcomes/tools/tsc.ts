import { defineTool, type Tool } from '../tool.js'

/** The TypeScript compiler: prints nothing when all is well; in watch mode it counts. */
export const tsc: Tool = defineTool({
  id: 'tsc',
  kind: 'typecheck',
  programs: 'tsc vue-tsc tsgo tsc-files tspc',
  prints:
    /\berror TS\d{3,5}\b|^Found \d{1,6} errors?(?: in \d{1,6} files?|\. Watching for| in the same file)/m,
  summary: [/(?:^|\] |- )Found \d{1,6} errors?\b/],
  marks: [/\berror TS\d{3,5}\b/],
  nothing: [/\berror TS18003\b/],
  again: /File change detected\. Starting incremental compilation/,
  silent: true,
})
