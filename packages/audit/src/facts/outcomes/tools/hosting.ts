import { defineTool, type Tool } from '../tool.js'

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
