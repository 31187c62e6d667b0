/** What builds for the web. */

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

/** webpack. */
export const webpack: Tool = defineTool({
  id: 'webpack',
  kind: 'build',
  programs: 'webpack',
  prints: /^webpack \d[\w.-]{0,20} compiled |^\(webpack\) |^webpack compiled /m,
  summary: [/^webpack (?:\d[\w.-]{0,20} )?compiled with \d{1,6} (?:errors?|warnings?)/],
  success: [/^webpack (?:\d[\w.-]{0,20} )?compiled successfully/],
  marks: [/^ERROR in \S/],
})

/** esbuild, and what bundles with it. */
export const esbuild: Tool = defineTool({
  id: 'esbuild',
  kind: 'build',
  programs: 'esbuild tsup tsdown unbuild',
  prints: /^[✘✖X] \[ERROR\]|^\s{0,2}⚡ ?️? ?(?:Done in|Build success)|^(?:ESM|CJS|DTS) .{0,12}Build /mu,
  summary: [/^\d{1,6} errors?\s*$/, /^\d{1,6} warnings? and \d{1,6} errors?\s*$/],
  success: [/⚡ ?️? ?(?:Done in \d|Build success)/u, /^✔ Build complete in \d/],
  failed: [/\bBuild failed\b|^Build failed with \d/],
  marks: [/^[✘✖X] \[ERROR\]/],
  silent: true,
})

/** Rollup. */
export const rollup: Tool = defineTool({
  id: 'rollup',
  kind: 'build',
  programs: 'rollup rolldown microbundle',
  prints: /^created \S{1,300} in \d|^\[!\] /m,
  success: [/^created \S{1,300}(?:, \S{1,300}){0,20} in \d/],
  failed: [/^\[!\] \(?[\w\s-]{0,60}\)?\s?\w{0,20}(?:Error|error)\b/],
})

/** Next.js. */
export const next: Tool = defineTool({
  id: 'next',
  kind: 'build',
  programs: 'next',
  prints:
    /^\s{0,4}▲ Next\.js \d|^\s{0,4}(?:✓ )?(?:Compiled successfully|Creating an optimized production build)|^Failed to compile\.|^\W{0,4}Build error occurred/m,
  success: [
    /^\s{0,4}✓ (?:Generating static pages .{0,40}\(\d|Finalizing page optimization|Collecting build traces)/,
    /^[○●ƒλ]\s{1,4}\((?:Static|SSG|Dynamic|Server)\)/,
    /^\s{0,4}(?:✓ )?Compiled successfully/,
  ],
  failed: [/^\s{0,4}⨯? ?Failed to compile\b/, /^\W{0,4}Build error occurred/, /^> Build failed because of /],
  marks: [/^Type error: /],
})

/** Other bundlers and site generators, by what they say at the end. */
export const bundlers: Tool = defineTool({
  id: 'bundler',
  kind: 'build',
  programs: 'parcel ng react-scripts gatsby hugo jekyll mkdocs docusaurus storybook expo electron-builder',
  prints:
    /^✨ Built in|^Application bundle generation (?:complete|failed)|^Compiled (?:successfully|with warnings)|^Failed to compile\.|^INFO\s{2}-\s{2}Documentation built|^🚨 Build failed/m,
  success: [
    /^✨ Built in/,
    /^Application bundle generation complete/,
    /^\W{0,6}Compiled (?:successfully|with warnings)/,
    /^INFO\s{2}-\s{2}Documentation built/,
    /^Total in \d{1,8} ms/,
    /\bGenerated static files in\b/,
  ],
  failed: [/^\W{0,6}Failed to compile/i, /^Application bundle generation failed/, /^🚨 Build failed/],
  marks: [/^\W{0,4}(?:Error|ERROR): (?:src|error building site)/],
})
