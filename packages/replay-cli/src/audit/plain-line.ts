/** Lines of text that a build server does not take for commands to itself. */

/**
 * A line in which a text from a recording can't begin a command of GitHub Actions, whose runner reads what a program
 * prints: `::` at the start of a line, behind spaces too, and `##[` anywhere. Source: actions/runner, ActionCommand.
 */
export function plainLine(line: string): string {
  return line.replace(/^(\s*):(?=:)/, '$1: ').replaceAll('##[', '## [')
}
