/**
 * Issues of beads, as an agent makes, claims, changes and closes them by `bd` in a shell or by the tools of its MCP server.
 * An issue is in the session's list from then on; what `bd ready`, `bd list` and `bd show` print only gives titles, and the
 * status that an issue had before.
 * Source: github.com/steveyegge/beads, cmd/bd and integrations/beads-mcp.
 */

import { describeCall, shellSource } from '@todo-ledger/audit'
import type { TodoStatus } from '@todo-ledger/core'
import { agentTools } from '../../agents/index.js'
import { isObject, stringIn } from '../../json-value.js'
import type { CallStep, ResultStep } from '../../recording.js'
import type { ListUpdate, TodoSource } from '../todo-source.js'
import { type BeadsFields, type BeadsRequest, requestOf } from './bd-command.js'
import { saysGivenUp } from './given-up.js'
import { requestOfTool } from './mcp-tool.js'
import { BeadsOutput, idPattern } from './shown-issues.js'

const statuses: ReadonlyMap<string, TodoStatus> = new Map<string, TodoStatus>([
  ['open', 'pending'],
  ['in_progress', 'in_progress'],
  ['hooked', 'in_progress'],
  ['blocked', 'blocked'],
  ['deferred', 'blocked'],
  ['closed', 'completed'],
  ['tombstone', 'cancelled'],
])
const mostTitles = 5000
/** More in one call are not looked at. */
const mostChanges = 200
const wholeId = new RegExp(`^${idPattern}$`)

/** A change of one issue as the profile takes it. */
type IssueChange = { readonly id: string } & { readonly [field: string]: unknown }

/** The issues of one session. */
export class BeadsSource implements TodoSource {
  /** The titles of issues that beads printed. */
  readonly #titles = new Map<string, string>()
  /** What issues were when they were first shown, before the session changed them. */
  readonly #shown = new Map<string, TodoStatus>()
  /** Issues that the session changed. */
  readonly #touched = new Set<string>()
  /** Issues that were made without their id being seen, by title. */
  readonly #unnamed = new Map<string, string>()
  readonly #aliases = new Map<string, string>()
  /** Issues whose creation was emitted. */
  readonly #isMade = new Set<string>()
  #last: string | null = null
  #made = 0

  wants({ name, input }: CallStep): boolean {
    return requestOfTool(name, input) !== null || /\bbd\b/.test(shellSourceOf(input))
  }

  called(call: CallStep, result: ResultStep | null): readonly ListUpdate[] {
    const { requests, isAll } = requestsOf(call)
    if (requests.length === 0) return []
    const output = new BeadsOutput(result?.output ?? '')
    this.#learn(output)
    const worked = result?.ok !== false
    const issues = requests.slice(0, mostChanges).flatMap((request) => this.#changes(request, output, worked))
    // What a change prints is the issue after it.
    if (issues.length === 0) this.#learnStatuses(output)
    // To look at the list is no work either, but it changes nothing.
    return issues.length === 0 && !isAll ? [] : [{ tool: 'beads', input: { issues }, isAll }]
  }

  said(): null {
    return null
  }

  #learn({ issues }: BeadsOutput): void {
    for (const { id, title } of issues) {
      if (title === null) continue
      const unnamed = this.#unnamed.get(title)
      if (unnamed !== undefined && !this.#titles.has(id)) {
        this.#aliases.set(id, unnamed)
        this.#unnamed.delete(title)
      }
      if (this.#titles.size < mostTitles || this.#titles.has(id)) this.#titles.set(id, title)
    }
  }

  #learnStatuses({ issues }: BeadsOutput): void {
    for (const { id, status } of issues) {
      const known = status === null ? undefined : statuses.get(status)
      if (known === undefined || this.#shown.has(id) || this.#touched.has(id)) continue
      if (this.#shown.size < mostTitles) this.#shown.set(id, known)
    }
  }

  /**
   * What an issue was when it was shown, before the session touches it for the first time. One that was open and is
   * closed at once is left as if it were new: its work belongs into this log, and else it would be taken for older.
   */
  #before(id: string, change: IssueChange): { readonly before?: TodoStatus } {
    if (this.#touched.has(id) || this.#isMade.has(id) || this.#aliases.has(id)) return {}
    if (this.#touched.size < mostTitles) this.#touched.add(id)
    const shown = this.#shown.get(id)
    if (shown === undefined || (shown === 'pending' && change['status'] === 'completed')) return {}
    return { before: shown }
  }

  #changes(request: BeadsRequest, output: BeadsOutput, worked: boolean): readonly IssueChange[] {
    if (request.kind === 'look') {
      this.#last = request.ids.at(-1) ?? this.#last
      return []
    }
    if (request.kind === 'create') return this.#created(request, output, worked)
    const named = request.ids.length > 0 ? request.ids : this.#last === null ? [] : [this.#last]
    return named.slice(0, mostChanges).flatMap((given) => {
      const id = this.#idOf(given)
      const outcome = id === null ? 'failed' : output.outcomeOf(given)
      if (id === null || outcome === 'failed' || (!worked && outcome !== 'done')) return []
      this.#last = id
      const title = this.#titles.get(id)
      const change = { ...changeOf(request), id: this.#aliases.get(id) ?? id }
      return [{ ...(title === undefined ? {} : { title }), ...change, ...this.#before(id, change) }]
    })
  }

  #created(
    request: Extract<BeadsRequest, { kind: 'create' }>,
    output: BeadsOutput,
    worked: boolean,
  ): readonly IssueChange[] {
    const shown = output.issues.find(({ id, title }) => title === request.title && !this.#isMade.has(id))
    const seen = request.id ?? shown?.id ?? output.made.find((id) => !this.#isMade.has(id)) ?? null
    if (seen === null && !worked) return []
    this.#made += 1
    const id = seen ?? `new-${this.#made}`
    if (seen === null) this.#unnamed.set(request.title, id)
    else if (this.#isMade.size < mostTitles) this.#isMade.add(seen)
    this.#titles.set(id, request.title)
    this.#last = id
    return [{ ...this.#fields(request.fields), id, create: true, title: request.title }]
  }

  #fields(fields: BeadsFields): BeadsFields {
    const { parent } = fields
    return parent === undefined ? fields : { ...fields, parent: this.#idOf(parent) ?? parent }
  }

  /** The whole id of what may be its last part alone; null where it can't be one, such as a shell's variable. */
  #idOf(given: string): string | null {
    if (wholeId.test(given) || this.#titles.has(given)) return given
    if (!/^[a-z0-9.]{1,40}$/.test(given)) return null
    return [...this.#titles.keys()].find((id) => id.endsWith(`-${given}`)) ?? null
  }
}

function changeOf(request: Exclude<BeadsRequest, { kind: 'create' | 'look' }>): {
  readonly [field: string]: unknown
} {
  const { kind, fields, reason } = request
  const why = reason === null ? {} : { reason }
  switch (kind) {
    case 'close':
      return { status: reason !== null && saysGivenUp(reason) ? 'cancelled' : 'completed', ...why }
    case 'reopen':
      return { status: 'pending' }
    case 'delete':
      return { remove: true }
    case 'change': {
      const status = request.status === null ? undefined : (statuses.get(request.status) ?? 'pending')
      return {
        ...fields,
        ...(status === undefined ? {} : { status }),
        ...(request.status === 'deferred' ? { reason: 'deferred' } : {}),
      }
    }
  }
}

/** What a call asks of beads, and whether it asks nothing of anybody else. */
function requestsOf({ name, input }: CallStep): {
  readonly requests: readonly BeadsRequest[]
  readonly isAll: boolean
} {
  const tool = requestOfTool(name, input)
  if (tool !== null) return { requests: [tool], isAll: true }
  const { commands } = describeCall(name, input, { tools: agentTools })
  const requests = commands.flatMap(({ program, words }) =>
    program === 'bd' ? (requestOf(words) ?? []) : [],
  )
  const isAll = commands.every(({ program, effect }) => program === 'bd' || effect === 'read')
  return { requests, isAll }
}

function shellSourceOf(input: unknown): string {
  if (typeof input !== 'string' && !Array.isArray(input) && !isObject(input)) return ''
  if (isObject(input) && stringIn(input, 'file_path') !== null) return ''
  return shellSource(input, agentTools)?.slice(0, 100_000) ?? ''
}
