/** What a tool of beads' MCP server asks for. Source: integrations/beads-mcp/src/beads_mcp/server.py of steveyegge/beads. */

import { arrayIn, isObject, type JsonObject, stringIn } from '../../json-value.js'
import type { BeadsFields, BeadsRequest } from './bd-command.js'

const toolName = /(?:^|[_.])beads?[\w-]{0,60}__(create|update|claim|close|reopen|show|dep)$/i

/** What a call of such a tool asks for; null where it is none. */
export function requestOfTool(name: string, input: unknown): BeadsRequest | null {
  const [, verb] = toolName.exec(name) ?? []
  if (verb === undefined || !isObject(input)) return null
  const id = stringIn(input, 'issue_id')
  const ids = id === null ? arrayIn(input, 'issue_ids').filter((each) => typeof each === 'string') : [id]
  const reason = stringIn(input, 'reason')
  const said = { ids, status: null, reason: null, fields: {} }
  switch (verb.toLowerCase()) {
    case 'create': {
      const title = stringIn(input, 'title')
      return title === null
        ? null
        : { kind: 'create', title, id: stringIn(input, 'id'), fields: fieldsOf(input) }
    }
    case 'update':
      return { ...said, kind: 'change', status: stringIn(input, 'status'), fields: changedFields(input) }
    case 'claim':
      return { ...said, kind: 'change', status: 'in_progress' }
    case 'close':
      return { ...said, kind: 'close', reason }
    case 'reopen':
      return { ...said, kind: 'reopen', reason }
    case 'dep': {
      const on = stringIn(input, 'depends_on_id')
      const kind = stringIn(input, 'dep_type') ?? 'blocks'
      if (on === null) return null
      const fields = kind === 'parent-child' ? { parent: on } : kind === 'blocks' ? { dependsOn: [on] } : {}
      return { ...said, kind: 'change', fields }
    }
    default:
      return { kind: 'look', ids }
  }
}

function changedFields(input: JsonObject): BeadsFields {
  const title = stringIn(input, 'title')
  return { ...fieldsOf(input), ...(title === null ? {} : { title }) }
}

function fieldsOf(input: JsonObject): BeadsFields {
  const parent = stringIn(input, 'parent')
  const owner = stringIn(input, 'assignee')
  const { priority } = input
  const dependsOn = arrayIn(input, 'deps').flatMap((each) =>
    typeof each === 'string' && !each.includes(':') ? [each] : [],
  )
  return {
    ...(parent === null ? {} : { parent }),
    ...(owner === null ? {} : { owner }),
    ...(typeof priority === 'number' ? { priority: String(priority) } : {}),
    ...(dependsOn.length === 0 ? {} : { dependsOn }),
  }
}
