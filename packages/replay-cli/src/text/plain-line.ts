/** Lines of text that a build server does not take for commands to itself. */

/**
 * `::` at the start of a line, behind spaces too, and `##[` anywhere, are commands to GitHub Actions, whose runner reads
 * what a program prints (actions/runner, ActionCommand); `##vso[` is one to Azure Pipelines, `##teamcity[` to TeamCity.
 */
const colons = /^([^\S\n]*):(?=:)/gm
const hashes = /##(?=\[|vso\[|teamcity\[)/g

/** A line, or several, in which a text from a recording can't begin a command. */
export function plainLine(line: string): string {
  return line.replace(colons, '$1: ').replace(hashes, '## ')
}

/** JSON in which no text begins a command: the same value. A line of JSON never begins with a colon. */
export function plainJson(json: string): string {
  return json.replace(hashes, '\\u0023#')
}
