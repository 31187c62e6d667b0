import { defineTool, type Tool } from '../tool.js'

/** Docker's builds, those of compose too. */
export const dockerBuild: Tool = defineTool({
  id: 'docker-build',
  kind: 'build',
  programs: 'docker podman docker-compose buildah nerdctl',
  prints:
    /^#\d{1,4} (?:naming to|exporting to|DONE|ERROR)|^Successfully (?:built|tagged) |^ERROR: failed to (?:solve|build)|returned a non-zero code: [1-9]|^ ?=> (?:=> )?(?:naming to|writing image|exporting to)/m,
  success: [
    /^Successfully (?:built|tagged) /,
    /^#\d{1,4} naming to .{1,300} done\b/,
    /^ ?=> (?:=> )?naming to /,
    /^\s{0,2}(?:✔ )?(?:Service \S{1,100}|\S{1,200})\s{1,8}Built\b/,
  ],
  failed: [
    /^ERROR: failed to (?:solve|build)|^failed to solve: /,
    /\breturned a non-zero code: [1-9]/,
    /^ERROR: process ".{1,300}" did not complete successfully/,
  ],
})

/** What Docker pushes, and what compose starts. */
export const dockerDeploy: Tool = defineTool({
  id: 'docker-deploy',
  kind: 'deploy',
  programs: 'docker podman docker-compose nerdctl',
  prints:
    /^The push refers to repository|^\s{0,2}(?:✔ )?Container \S{1,200}\s{1,8}(?:Started|Running|Healthy|Created|Starting|Error|Recreated)\b|^Error response from daemon: /m,
  success: [
    /^[\w.-]{1,128}: digest: sha256:[0-9a-f]{8}/,
    /^\s{0,2}(?:✔ )?Container \S{1,200}\s{1,8}(?:Started|Running|Healthy)\b/,
  ],
  failed: [
    /^denied: |^unauthorized: |\bno basic auth credentials\b/,
    /^Error response from daemon: /,
    /^\s{0,2}(?:✘ )?Container \S{1,200}\s{1,8}(?:Error|Unhealthy|Exited)\b/,
    /^dependency failed to start: /,
  ],
  unfinished: [/^\s{0,2}(?:✔ )?Container \S{1,200}\s{1,8}(?:Starting|Waiting)\b/],
  adds: true,
})
