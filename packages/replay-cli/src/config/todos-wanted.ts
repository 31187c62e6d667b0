/** Where todos are looked for outside the todo tools: the option `--todos`, else what the config file says. */

import { type TodoSourceName, todoSourceNames } from '@todo-ledger/recordings'
import { Failure } from '../failure.js'
import { didYouMean } from '../text/did-you-mean.js'
import { readConfig } from './config-file.js'

/** Where a call asks for todos. */
export interface TodosChoice {
  /** What `--todos` names, as it was given. */
  readonly todos: readonly string[]
  /** The config file, where the command takes one. */
  readonly config?: string | undefined
}

/**
 * The sources of todos that a call asks for, each once.
 * @throws Failure `usage`, `bad-config`, and those of a file that can't be read
 */
export function todosWanted({ todos, config }: TodosChoice): readonly TodoSourceName[] {
  const words = todos.flatMap((text) => text.split(',').map((word) => word.trim()))
  if (words.length > 0) return [...new Set(words.map(sourceNamed))]
  return config === undefined ? [] : readConfig(config).todos
}

function sourceNamed(word: string): TodoSourceName {
  const name = todoSourceNames.find((known) => known === word)
  if (name !== undefined) return name
  const meant = didYouMean(word, todoSourceNames)
  throw new Failure(
    'usage',
    `--todos: todos can't be read from ${JSON.stringify(word)}.${meant} Give ${todoSourceNames.join(', ')}.`,
  )
}
