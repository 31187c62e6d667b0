/** Where todos are looked for outside the todo tools: the option `--todos`, else what the config file says. */

import { type TodoSourceName, todoSourceNames } from '@todo-ledger/recordings'
import { Failure } from '../failure.js'
import type { Output } from '../output.js'
import { didYouMean } from '../text/did-you-mean.js'
import { printable } from '../text/printable.js'
import { readConfig } from './config-file.js'
import { configPath } from './find-config.js'

/** Where a call asks for todos. */
export interface TodosChoice {
  /** What `--todos` names, as it was given. */
  readonly todos: readonly string[]
  /** The config file; false: none is looked for. */
  readonly config?: string | false | undefined
}

/**
 * The sources of todos that a call asks for, each once. A config file that was found, not named, is named in a message
 * where it says something of them.
 * @throws Failure `usage`, `bad-config`, and those of a file that can't be read
 */
export function todosWanted(options: TodosChoice, output: Output): readonly TodoSourceName[] {
  const given = todosGiven(options)
  if (given !== undefined) return given
  const path = configPath(options.config)
  const todos = path === undefined ? [] : readConfig(path, 'Without it: --todos none.').todos
  if (options.config === undefined && path !== undefined && todos.length > 0) {
    output.note(`todos of ${printable(todos.join(', '))}, as ${printable(path.file)} says`)
  }
  return todos
}

/** What `--todos` says, or undefined where it was not given. */
function todosGiven(options: TodosChoice): readonly TodoSourceName[] | undefined {
  const words = options.todos.flatMap((text) => text.split(',').map((word) => word.trim()))
  if (words.length === 0) return undefined
  if (words.length === 1 && words[0] === 'none') return []
  return [...new Set(words.map(sourceNamed))]
}

function sourceNamed(word: string): TodoSourceName {
  const name = todoSourceNames.find((known) => known === word)
  if (name !== undefined) return name
  const meant = didYouMean(word, todoSourceNames)
  throw new Failure(
    'usage',
    `--todos: todos can't be read from ${JSON.stringify(word)}.${meant} Give ${todoSourceNames.join(', ')} or none.`,
  )
}
