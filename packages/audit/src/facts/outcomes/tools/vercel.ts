import { defineTool, type Tool } from '../tool.js'

/** Vercel. Its link to a production or preview is given as soon as the upload is through. */
export const vercel: Tool = defineTool({
  id: 'vercel',
  kind: 'deploy',
  programs: 'vercel now',
  prints: /^Vercel CLI \d|^(?:✅|🔍|🔗)\s{0,4}(?:Production|Inspect|Preview|Linked)\b/mu,
  success: [
    /^(?:✅|🔗)?\s{0,4}(?:Production|Preview|Aliased): https:\/\/\S/u,
    /^Ready! (?:Deployed|Available)/,
    /^\s{0,4}status\s{1,8}● Ready/,
  ],
  failed: [
    /^Error: /,
    /^Error! /,
    /^\s{0,4}status\s{1,8}● Error/,
    /^Error: Command ".{1,200}" exited with [1-9]/,
  ],
  unfinished: [/^(?:Queued|Building)(?::|\.\.\.|…|\s*$)/],
})
