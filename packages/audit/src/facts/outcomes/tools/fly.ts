import { defineTool, type Tool } from '../tool.js'

/** Fly.io. */
export const fly: Tool = defineTool({
  id: 'fly',
  kind: 'deploy',
  programs: 'fly flyctl',
  prints:
    /^Visit your newly deployed app at |^==> (?:Verifying app config|Building image|Monitoring deployment)|^Watch your deployment at /m,
  success: [
    /^Visit your newly deployed app at /,
    /^\s{0,4}✔ .{0,200}(?:update (?:finished|succeeded)|is now in a good state)/,
    /^--> v\d{1,6} deployed successfully/,
  ],
  failed: [/^Error: /, /^\s{0,4}✖ /, /\bsmoke checks for .{1,100} failed\b/, /^Unrecoverable error/],
  unfinished: [/^==> Monitoring deployment|^\s{0,4}(?:Updating|Waiting for) (?:existing )?(?:machine|job)/i],
})
