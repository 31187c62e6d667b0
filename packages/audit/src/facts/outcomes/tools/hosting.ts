/** Platforms that bring an app out. */

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

/** Other platforms that bring an app out, by what they say at the end. */
export const hosting: Tool = defineTool({
  id: 'hosting',
  kind: 'deploy',
  programs:
    'netlify wrangler firebase railway heroku kamal eb serverless sls pulumi cdk sam gh-pages surge aws gcloud ansible-playbook supabase git',
  prints:
    /^\s{0,4}(?:Deploy is live!|🚀 Deploy complete|✔\s{1,4}Deploy complete!|Published|Deployed) ?\S{0,80}|^remote: Verifying deploy|^PLAY RECAP \*|^Successfully (?:created\/updated stack|deployed)/mu,
  success: [
    /^\s{0,4}(?:Deploy is live!|🚀 Deploy complete|✔\s{1,4}Deploy complete!)/u,
    /^(?:Published|Deployed) \S{1,100} (?:\(|triggers|\d)/,
    /^remote: Verifying deploy\S{0,3} done/,
    /^Successfully (?:created\/updated stack|deployed)/,
    /^\S{1,120}\s{1,40}: ok=\d{1,6}\s{1,8}changed=\d{1,6}\s{1,8}unreachable=0\s{1,8}failed=0\b/,
  ],
  failed: [
    /^\s{0,4}(?:✘|×|✖) (?:\[ERROR\]|Error|Deploy failed)/,
    /^remote:\s{1,6}!\s{1,6}Push (?:rejected|failed)/,
    /^\S{1,120}\s{1,40}: ok=\d{1,6}\s{1,8}changed=\d{1,6}\s{1,8}unreachable=(?:[1-9]|\d{1,6}\s{1,8}failed=[1-9])/,
    /\b(?:ROLLBACK|UPDATE_ROLLBACK|CREATE_FAILED)\w{0,20}\b/,
    /^Error: (?:Failed|HTTP Error|Deploy)/,
  ],
})
