import { defineTool, type Tool } from '../tool.js'

/** Vite's builds. */
export const vite: Tool = defineTool({
  id: 'vite',
  kind: 'build',
  programs: 'vite astro nuxt nuxi svelte-kit vitepress',
  prints: /^vite v\d|^[✓✗] (?:built|Build failed) in \d|^error during build:/m,
  success: [/^✓ built in \d/, /^\[build\] Complete!/, /\bbuild complete\b/i],
  failed: [/^[✗x] Build failed in \d/, /^error during build:/],
  marks: [/^\[vite\]: Rollup failed to resolve/],
  again: /^build started\.\.\./,
})
