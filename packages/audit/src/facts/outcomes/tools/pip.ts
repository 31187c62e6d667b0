import { defineTool, type Tool } from '../tool.js'

/** pip and its kin. */
export const pip: Tool = defineTool({
  id: 'pip',
  kind: null,
  command: ({ program, words }) =>
    /^(?:pip3?|uv|poetry|pipenv|pdm|conda)$/.test(program) &&
    words.some((word) => /^(?:install|sync|add|update)$/.test(word)),
  prints:
    /^Successfully installed \S|^Requirement already satisfied: |^ERROR: (?:Could not find a version|No matching distribution|Could not install packages)/m,
  success: [
    /^Successfully installed \S/,
    /^Requirement already satisfied: /,
    /^(?:Installed|Audited|Prepared|Resolved) \d{1,6} packages? in/,
    /^No dependencies to install or update/,
  ],
  failed: [
    /^ERROR: \S/,
    /^error: (?:subprocess-exited|Failed to|No solution found)/,
    /^\s{0,2}× (?:No solution found|Failed to)/,
  ],
})

/** Packages of Python, Rust and Ruby that are brought to a registry. */
export const packagePublish: Tool = defineTool({
  id: 'package-publish',
  kind: 'deploy',
  programs: 'twine cargo gem uv poetry flit hatch dotnet',
  prints:
    /^View at:$|^\s{2,8}Published \S{1,100} v\d|^Successfully registered gem: |^\s{2,8}Uploading \S{1,100} v\d/m,
  success: [
    /^View at:/,
    /^\s{2,8}Published \S{1,100} v\d/,
    /^Successfully registered gem: /,
    /^\s{0,4}Your package was pushed\./,
  ],
  failed: [
    /^error: (?:failed to publish|api errors|\d{1,4} files in the working directory)/,
    /^(?:ERROR\s{1,8})?HTTPError: \d{3}/,
    /^ERROR: {1,2}\S/,
  ],
  nothing: [/^warning: aborting upload due to dry run/],
})
