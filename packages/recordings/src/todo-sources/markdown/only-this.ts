/** Whether a call does nothing but what was read of it. */

import { describeCall } from '@todo-ledger/audit'
import { agentTools } from '../../agents/index.js'
import type { CallStep } from '../../recording.js'
import type { FileChange } from './file-change.js'

/** True where the call touches these files alone, and runs nothing else. */
export function doesOnlyThis({ name, input }: CallStep, changes: readonly FileChange[]): boolean {
  const paths = new Set(changes.map(({ path }) => path))
  const { files, commands } = describeCall(name, input, { tools: agentTools })
  return (
    files.every(({ path, access }) => access === 'read' || paths.has(path)) &&
    commands.every(({ effect }) => effect !== 'execute')
  )
}
