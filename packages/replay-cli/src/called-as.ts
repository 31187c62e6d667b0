/** What a person types to call the program: what it says to type next must be what can be typed. */

import type { Environment } from './text/style.js'

const usualName = 'todo-replay'

/**
 * What the program was called by: `npm start --` in a clone, which says so itself; `npx todo-replay` where npm ran it,
 * by `npx` or a script, for the shell finds it only as long. Source: npm, "scripts", Environment.
 */
export function calledAs(env: Environment): string {
  const named = env['TODO_REPLAY_CALLED_AS'] ?? ''
  if (named !== '') return named
  return /^['"]?todo-replay(?![\w-])/.test(env['npm_lifecycle_script'] ?? '') ? `npx ${usualName}` : usualName
}

/**
 * Makes each call in a text of the program's own one that can be typed.
 * @param name as `calledAs` says; @param commands the names of the program's commands
 */
export function callsTyped(name: string, commands: readonly string[]): (text: string) => string {
  if (name === usualName) return (text) => text
  const words = [...commands, '--help'].join('|')
  const call = new RegExp(`(?<!npx |[\\w./@-])${usualName}(?= (?:${words})(?![\\w-]))`, 'g')
  return (text) => text.replace(call, name)
}
