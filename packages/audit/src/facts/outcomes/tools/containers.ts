/** Containers, their clusters and services. */

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

/** kubectl gives a line for each object. A dry run changes nothing. */
export const kubectl: Tool = defineTool({
  id: 'kubectl',
  kind: 'deploy',
  programs: 'kubectl oc k9s',
  prints:
    /^(?:Error from server(?: \(\w{1,40}\))?: |[a-z][\w.-]{1,60}\/[\w.-]{1,120} (?:created|configured|unchanged|deleted|scaled|restarted|patched|image updated|rolled back))|^deployment "[^"]{1,120}" (?:successfully rolled out|exceeded)/m,
  success: [
    /^[a-z][\w.-]{1,60}\/[\w.-]{1,120} (?:created|configured|unchanged|deleted|scaled|restarted|patched|image updated|rolled back|condition met)\s*$/,
    /^(?:deployment|daemon set|statefulset)[^"]{0,20}"[^"]{1,120}" successfully rolled out/,
    /^partitioned roll out complete/,
  ],
  failed: [
    /^Error from server\b/,
    /^error: (?:deployment "[^"]{1,120}" exceeded|timed out waiting|unable to |the server doesn't have|error validating|no objects passed|resource mapping not found|You must be logged in)/,
    /^error when (?:creating|applying|retrieving)/,
  ],
  nothing: [/ \((?:server )?dry run\)\s*$/],
  unfinished: [/^Waiting for (?:deployment|daemon set|statefulset)/],
  adds: true,
})

/** Helm's releases, and its linter. */
export const helm: Tool = defineTool({
  id: 'helm',
  kind: 'deploy',
  programs: 'helm',
  prints:
    /^STATUS: (?:deployed|failed|pending-\w{1,20}|superseded|uninstalled)|^Release "[^"]{1,120}" has been upgraded|^Error: (?:INSTALLATION|UPGRADE|ROLLBACK) FAILED/m,
  success: [
    /^STATUS: deployed/,
    /^Release "[^"]{1,120}" has been upgraded\. Happy Helming!/,
    /^Rollback was a success!/,
    /^release "[^"]{1,120}" uninstalled/,
  ],
  failed: [/^Error: /, /^STATUS: failed/],
  unfinished: [/^STATUS: pending-/],
})

/** `helm lint`. */
export const helmLint: Tool = defineTool({
  id: 'helm-lint',
  kind: 'lint',
  programs: 'helm',
  prints: /^\d{1,4} chart\(s\) linted, \d{1,4} chart\(s\) failed|^Error: \d{1,4} chart\(s\) linted/m,
  summary: [/\d{1,4} chart\(s\) linted, \d{1,4} chart\(s\) failed/],
})

/** Services that a system runs: they say nothing when they are up. */
export const services: Tool = defineTool({
  id: 'services',
  kind: 'deploy',
  programs: 'systemctl service supervisorctl launchctl pm2',
  prints: /^Job for \S{1,120} failed because/m,
  success: [/^\[PM2\] (?:Done|Process successfully started)/, /^\S{1,80}: (?:started|restarted)\s*$/],
  failed: [
    /^Job for \S{1,120} (?:failed|canceled)/,
    /^Failed to (?:start|stop|restart|reload|enable) \S/,
    /^\[PM2\]\[ERROR\]/,
    /^\S{1,80}: ERROR \(/,
  ],
})
