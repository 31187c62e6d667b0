import { defineTool, type Tool } from '../tool.js'

/** svelte-check. */
export const svelteCheck: Tool = defineTool({
  id: 'svelte-check',
  kind: 'typecheck',
  programs: 'svelte-check',
  prints: /^svelte-check found \d/m,
  summary: [/^svelte-check found \d/],
})
