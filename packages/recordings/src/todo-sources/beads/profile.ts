/**
 * `beads`: the issues of Steve Yegge's beads that an agent works on, through its program `bd` or its MCP server. Who
 * reads the recording gives each call as one of `beads`; an issue is in the list from the moment that the agent creates,
 * claims, changes or closes it. Source: docs/sources/lists-elsewhere.md.
 */

import type { JsonValue, SessionState, TodoItem, TodoStatus, Violation } from '@todo-ledger/core'
import type { ItemField } from '@todo-ledger/core/profiles'
import {
  type CallToRead,
  defineProfile,
  type ItemEdit,
  isObject,
  listOf,
  listProperty,
  listTag,
  type Profile,
  property,
  type Reading,
  renderChecklist,
  shapeViolation,
  textOf,
  unreadable,
  violationOf,
  type WantedItem,
} from '@todo-ledger/core/profiles'

/** The name of the list that the issues stand in. */
const list = 'beads'
/** The text of an issue that a recording names although it never shows its title. */
const unknownTitle = '(made before this recording began)'

const statuses: readonly TodoStatus[] = ['pending', 'in_progress', 'blocked', 'completed', 'cancelled']
const text = { type: 'string' }

/** The issues of beads. */
export const beads: Profile = defineProfile({
  name: 'beads',
  source: 'beads, its program bd',
  defaults: {},
  build: () => ({
    promises: { nags: null, budget: null, limits: {}, ids: 'own' },
    rules: [
      { id: 'input-shape', mode: 'reject' },
      { id: 'text-required', mode: 'reject' },
      { id: 'status-valid', mode: 'reject' },
      { id: 'id-known', mode: 'reject' },
      { id: 'ids-unique', mode: 'flag' },
      { id: 'single-in-progress', mode: 'flag' },
      { id: 'no-reopen', mode: 'flag' },
      { id: 'skipped-in-progress', mode: 'flag' },
      { id: 'dependencies-closed-first', mode: 'flag' },
      { id: 'no-dependency-cycle', mode: 'flag' },
      { id: 'no-parent-cycle', mode: 'flag' },
    ],
    tools: [
      {
        name: 'beads',
        description: 'Creates, changes and closes issues of beads.',
        inputSchema: {
          type: 'object',
          properties: {
            issues: {
              type: 'array',
              items: {
                type: 'object',
                properties: {
                  id: text,
                  create: { type: 'boolean', description: 'True where the issue is new.' },
                  remove: { type: 'boolean', description: 'True where the issue is deleted.' },
                  title: text,
                  status: { type: 'string', enum: [...statuses] },
                  before: {
                    type: ['string', 'null'],
                    enum: [...statuses, null],
                    description:
                      'Of an issue that was there before: the status that it had; null where nobody says.',
                  },
                  reason: text,
                  parent: text,
                  priority: text,
                  owner: text,
                  dependsOn: { type: 'array', items: text },
                },
                required: ['id'],
              },
            },
          },
          required: ['issues'],
        },
      },
    ],
    read,
    reply: ({ state, violations }) =>
      violations[0] === undefined ? renderChecklist(state.items) : `Error: ${violations[0].message}`,
    render: (items) => renderChecklist(items),
  }),
})

function read({ input, state, recorded }: CallToRead): Reading {
  const given = listProperty(input, 'issues')
  if (given === null) {
    const fix = 'Give {"issues": [{"id": "bd-1", "status": "in_progress"}]}.'
    return unreadable(shapeViolation('issues must be a list', 'a list', property(input, 'issues'), fix))
  }
  if (given.length === 0) return { intent: { kind: 'query' }, violations: [] }
  const issues = new IssueChanges(state, recorded !== null)
  for (const issue of given) issues.take(issue)
  return { intent: issues.intent, violations: issues.violations }
}

/** What the changes of one call come to, each on top of those before it. */
class IssueChanges {
  readonly violations: Violation[] = []
  readonly #state: SessionState
  readonly #isRecorded: boolean
  readonly #added = new Map<string, WantedItem>()
  readonly #edited = new Map<string, ItemEdit>()
  readonly #removed = new Set<string>()

  constructor(state: SessionState, isRecorded: boolean) {
    this.#state = state
    this.#isRecorded = isRecorded
  }

  get intent(): Reading['intent'] {
    return {
      kind: 'edit',
      add: [...this.#added.values()],
      edit: [...this.#edited.values()].filter(({ key }) => !this.#removed.has(key)),
      remove: [...this.#removed],
    }
  }

  take(issue: unknown): void {
    const id = textOf(property(issue, 'id'))
    if (!isObject(issue) || id === null || id === '') {
      const fix = 'Name each issue in id.'
      this.violations.push(shapeViolation('every issue needs an id', 'an issue id', issue, fix))
      return
    }
    const item = this.#state.items.findLast((known) => listOf(known) === list && known.id === id)
    const isGone = item !== undefined && this.#removed.has(item.key)
    if (issue['remove'] === true) this.#remove(id, item)
    else if (item === undefined || isGone || this.#added.has(id)) this.#add(id, issue)
    else this.#edit(item, issue)
  }

  #remove(id: string, item: TodoItem | undefined): void {
    if (item === undefined && !this.#added.has(id)) this.#unknown(id)
    if (item !== undefined) this.#removed.add(item.key)
    this.#added.delete(id)
  }

  #add(id: string, issue: { readonly [key: string]: unknown }): void {
    const before = this.#added.get(id)
    const wasThere = before === undefined ? statusBefore(issue) : before.before
    if (before === undefined && issue['create'] !== true) {
      this.#unknown(id)
      if (!this.#isRecorded) return
    }
    const title = textOf(issue['title'])
    if (issue['create'] === true && (title === null || title.trim() === '')) this.#untitled(id)
    const reason = reasonOf(issue)
    this.#added.set(id, {
      id,
      ownId: true,
      text: title ?? before?.text ?? unknownTitle,
      status: this.#status(issue, id) ?? before?.status ?? 'pending',
      ...(reason === undefined ? {} : { reason }),
      ...(wasThere === undefined ? {} : { before: wasThere }),
      fields: { metadata: listTag(list), ...before?.fields, ...fieldsOf(issue, []) },
    })
  }

  #edit(item: TodoItem, issue: { readonly [key: string]: unknown }): void {
    const before = this.#edited.get(item.key)
    const title = textOf(issue['title'])
    const status = this.#status(issue, item.id)
    const reason = reasonOf(issue)
    const dependencies = before?.fields?.dependencies
    const known = Array.isArray(dependencies) ? dependencies.flatMap((each) => textOf(each) ?? []) : undefined
    this.#edited.set(item.key, {
      ...before,
      key: item.key,
      ...(title === null || title.trim() === '' ? {} : { text: title }),
      ...(status === null ? {} : { status }),
      ...(reason === undefined ? {} : { reason }),
      fields: { ...before?.fields, ...fieldsOf(issue, known ?? item.dependencies) },
    })
  }

  #status(issue: { readonly [key: string]: unknown }, id: string): TodoStatus | null {
    const given = issue['status']
    if (given === undefined) return null
    const status = statuses.find((known) => known === given)
    if (status !== undefined) return status
    this.violations.push(
      violationOf('status-valid', {
        message: `Issue ${id}: invalid status ${JSON.stringify(textOf(given))}`,
        item: id,
        expected: statuses,
        received: textOf(given),
        fix: `Use one of ${statuses.join(', ')}.`,
      }),
    )
    return null
  }

  #untitled(id: string): void {
    this.violations.push(
      violationOf('text-required', {
        message: `Issue ${id}: title required`,
        item: id,
        expected: 'a title',
        received: null,
        fix: 'Say in title what is to be done.',
      }),
    )
  }

  #unknown(id: string): void {
    this.violations.push(
      violationOf('id-known', {
        message: `Issue ${id} not found`,
        item: id,
        expected: 'the id of an issue',
        received: id,
        fix: 'Create the issue first.',
      }),
    )
  }
}

/** The status that an issue had before the log begins, null where nobody says; undefined where it is new. */
function statusBefore({
  create,
  before,
}: {
  readonly [key: string]: unknown
}): TodoStatus | null | undefined {
  if (create === true || before === undefined) return undefined
  return statuses.find((known) => known === before) ?? null
}

function reasonOf(issue: { readonly [key: string]: unknown }): string | undefined {
  return textOf(issue['reason']) ?? undefined
}

function fieldsOf(
  issue: { readonly [key: string]: unknown },
  dependencies: readonly string[],
): { readonly [field in ItemField]?: JsonValue } {
  const fields: { [field in ItemField]?: JsonValue } = {}
  for (const field of ['parent', 'priority', 'owner'] as const) {
    const value = textOf(issue[field])
    if (value !== null) fields[field] = value
  }
  const more = (listProperty(issue, 'dependsOn') ?? []).flatMap((each) => textOf(each) ?? [])
  if (more.length > 0) fields.dependencies = [...new Set([...dependencies, ...more])]
  return fields
}
