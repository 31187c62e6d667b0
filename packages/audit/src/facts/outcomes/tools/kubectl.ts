import { defineTool, type Tool } from '../tool.js'

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
