/**
 * A profile as a recording of its sessions carries it, for programs that do not have it: what its tools are called and
 * which rules it sets. Its code stays where it is, so a call's outcome must be recorded, with the list that it led to.
 */

import type { WantedItem } from '../decide.js'
import type { JsonValue, RuleMode } from '../events.js'
import { builtinRules } from '../rules/builtin-rules.js'
import { allStatuses, type CallToRead, defineProfile, type Profile, type Reading } from './profile.js'
import { isObject, listProperty, property, query, shapeViolation, textOf, unreadable } from './read-input.js'
import { renderChecklist } from './todo-tool.js'

/** A profile as a recording of its sessions carries it, for programs that do not have it. */
export interface ProfileDeclaration {
  readonly source: string
  readonly tools: readonly string[]
  readonly rules: readonly {
    readonly id: string
    readonly mode: RuleMode
    readonly options?: { readonly [key: string]: JsonValue }
  }[]
}

/** The profile that a recording declares: it reads each call as the list that the recording says it led to. */
export function declaredProfile(name: string, { source, tools, rules }: ProfileDeclaration): Profile {
  const known = new Set(builtinRules.map(({ id }) => id))
  return defineProfile({
    name,
    source,
    defaults: {},
    build: () => ({
      tools: tools.map((tool) => ({ name: tool, description: '', inputSchema: { type: 'object' } })),
      // A rule of the host's own is not here, and what it did is recorded.
      rules: rules.filter(({ id }) => known.has(id)),
      read,
      reply: ({ violations: [first] }) => first?.message ?? '',
      render: (items) => renderChecklist(items),
    }),
  })
}

function read({ recorded }: CallToRead): Reading {
  if (recorded === null) {
    const message = 'The recording does not say what came of this call, and its profile is not here'
    return unreadable(shapeViolation(message, 'a recorded outcome', undefined, 'Record the outcome.'))
  }
  const list = listProperty(recorded.details, 'list')
  if (list === null) return query
  const goal = property(recorded.details, 'goal')
  const items = list.filter(isObject).map(itemOf)
  const known = typeof goal === 'string' || goal === null ? { goal } : {}
  return { intent: { kind: 'replace', items, numbered: false, ...known }, violations: [] }
}

function itemOf(item: object, index: number): WantedItem {
  const field = (name: string) => textOf(property(item, name))
  const dependencies = listProperty(item, 'dependencies') ?? []
  return {
    id: field('id') ?? String(index + 1),
    ownId: true,
    text: field('text') ?? '',
    status: allStatuses.find((each) => each === field('status')) ?? 'pending',
    reason: field('reason'),
    fields: { parent: field('parent'), dependencies: dependencies.flatMap((id) => textOf(id) ?? []) },
  }
}
