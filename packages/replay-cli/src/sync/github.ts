/**
 * The issues of a GitHub repository that have the list's label, by GitHub's own client. What links an issue to its item is
 * a comment in its text that GitHub does not show. Source: docs/sources/trackers.md#github.
 */

import type { TodoItem, TodoStatus } from '@todo-ledger/core'
import * as v from 'valibot'
import { Failure } from '../failure.js'
import { isLoopback } from '../loopback.js'
import { printable } from '../text/printable.js'
import type { Environment } from '../text/style.js'
import { type EntryWrite, entryLink, oneLine, type TrackerEntry, type Written } from './tracker.js'

/** The label of an issue that belongs to the list. */
const listLabel = 'todo-ledger'

/** Issues of one page, and pages that are read: more is no list that a person keeps. */
const pageSize = 100
const mostPages = 20

/** Milliseconds that one answer may take. */
const longest = 30_000

/** The statuses of an issue: whether it is open, and why it was closed. */
const open = 'open'
const completed = 'completed'
const notPlanned = 'not planned'

/** How a tracker is named, for people. */
export const trackerForm = 'github:OWNER/REPOSITORY'

/** The tracker of a name such as `github:octocat/hello`. @throws Failure `usage` */
export async function openTracker(name: string, env: Environment): Promise<GitHubTracker> {
  const [, owner = '.', repo = '.'] = /^github:([\w.-]+)\/([\w.-]+)$/.exec(name) ?? []
  if (!/^\.+$/.test(repo) && !/^\.+$/.test(owner))
    return new GitHubTracker({ owner, repo, request: await client(env) })
  throw new Failure(
    'usage',
    `--with ${JSON.stringify(name)} is not a tracker: give ${trackerForm}, such as github:octocat/hello.`,
  )
}

/** One request to GitHub: its route and what fills it. @throws Error with the `status` of the answer */
type GitHubRequest = (
  route: string,
  fields: { readonly [name: string]: unknown },
) => Promise<{ readonly data: unknown }>

/** GitHub's client, loaded by those who need it. The token goes to the address alone, and is kept nowhere. */
async function client({ GITHUB_TOKEN, GH_TOKEN, GITHUB_API_URL }: Environment): Promise<GitHubRequest> {
  const { request } = await import('@octokit/request')
  const token = GITHUB_TOKEN || GH_TOKEN
  const made = request.defaults({
    ...(GITHUB_API_URL ? { baseUrl: addressOf(GITHUB_API_URL) } : {}),
    headers: {
      'user-agent': 'todo-replay',
      'x-github-api-version': '2022-11-28',
      ...(token ? { authorization: `token ${token}` } : {}),
    },
  })
  return async (route, fields) =>
    await made(route, { ...fields, request: { signal: AbortSignal.timeout(longest), redirect: 'error' } })
}

/** @throws Failure `usage` where a token would go over the net for everybody to read */
function addressOf(given: string): string {
  const address = URL.canParse(given) ? new URL(given) : null
  const isHere = address?.protocol === 'http:' && isLoopback(address.hostname)
  if (address?.protocol === 'https:' || isHere) return given.replace(/\/$/, '')
  throw new Failure('usage', `GITHUB_API_URL is ${JSON.stringify(given)}: give an address with https.`)
}

const issueShape = v.object({
  number: v.number(),
  title: v.string(),
  body: v.nullish(v.string(), ''),
  state: v.string(),
  state_reason: v.nullish(v.string()),
  updated_at: v.string(),
  labels: v.array(v.union([v.string(), v.object({ name: v.nullish(v.string()) })])),
  pull_request: v.optional(v.unknown()),
})

/** An issue as GitHub answers it. */
type Issue = v.InferOutput<typeof issueShape>

export class GitHubTracker {
  readonly name: string
  readonly #request: GitHubRequest
  readonly #place: { readonly owner: string; readonly repo: string }
  readonly #issues = new Map<string, Issue>()
  /** Why no further request is made, or null. */
  #stopped: string | null = null

  constructor({ owner, repo, request }: { owner: string; repo: string; request: GitHubRequest }) {
    this.name = `github:${owner}/${repo}`
    this.#place = { owner, repo }
    this.#request = request
  }

  titleOf(text: string): string {
    return oneLine(text, 256)
  }

  wordOf(status: TodoStatus): string {
    return status === 'completed' ? completed : status === 'cancelled' ? notPlanned : open
  }

  statusOf(word: string): TodoStatus {
    return word === completed ? 'completed' : word === notPlanned ? 'cancelled' : 'pending'
  }

  async read(): Promise<readonly TrackerEntry[]> {
    this.#issues.clear()
    for (let page = 1; ; page += 1) {
      if (page > mostPages)
        throw new Failure(
          'bad-tracker',
          `${this.name} has more than ${mostPages * pageSize} issues with the label ${listLabel}. Remove the label from finished ones.`,
        )
      const issues = await this.#page(page)
      for (const issue of issues)
        if (issue.pull_request === undefined) this.#issues.set(`#${issue.number}`, issue)
      if (issues.length < pageSize) break
    }
    // The oldest first, as they were made.
    return [...this.#issues.values()]
      .sort((one, other) => one.number - other.number)
      .map((issue) => this.#entry(issue))
  }

  async write(write: EntryWrite): Promise<Written> {
    if (this.#stopped !== null) return { ok: false, why: this.#stopped }
    try {
      return write.entry === null ? await this.#create(write) : await this.#change(write, write.entry)
    } catch (error) {
      const why = troubleOf(error)
      if (endsAll(error)) this.#stopped = `not tried: ${why}`
      return { ok: false, why }
    }
  }

  #entry(issue: Issue): TrackerEntry {
    const status =
      issue.state === 'closed' ? (isNotPlanned(issue.state_reason) ? notPlanned : completed) : open
    const title = this.titleOf(issue.title)
    return { id: `#${issue.number}`, title, status, link: linkIn(issue.body ?? '') }
  }

  async #page(page: number): Promise<readonly Issue[]> {
    try {
      const { data } = await this.#request('GET /repos/{owner}/{repo}/issues', {
        ...this.#place,
        labels: listLabel,
        state: 'all',
        per_page: pageSize,
        page,
      })
      return v.parse(v.array(issueShape), data)
    } catch (error) {
      throw new Failure('bad-tracker', `${this.name} can't be read: ${troubleOf(error)}`)
    }
  }

  async #create({ item, title, status, link }: EntryWrite): Promise<Written> {
    const { data } = await this.#request('POST /repos/{owner}/{repo}/issues', {
      ...this.#place,
      title,
      body: withLink(item === null ? '' : longTexts(item, title), link),
      labels: [listLabel],
    })
    const issue = v.parse(issueShape, data)
    const id = `#${issue.number}`
    // GitHub leaves out labels that you may not set: without its label the issue would be made again by the next run.
    if (!issue.labels.some((label) => (typeof label === 'string' ? label : label.name) === listLabel))
      throw new LabelMissing(
        `${id} was made without the label ${listLabel}, which you may not set: set it, or close ${id}`,
      )
    if (status !== open) await this.#patch(issue.number, stateOf(status))
    return { ok: true, id }
  }

  async #change({ title, status, link }: EntryWrite, entry: TrackerEntry): Promise<Written> {
    const number = Number(entry.id.slice(1))
    const { data } = await this.#request('GET /repos/{owner}/{repo}/issues/{issue_number}', {
      ...this.#place,
      issue_number: number,
    })
    const now = v.parse(issueShape, data)
    if (now.updated_at !== this.#issues.get(entry.id)?.updated_at)
      return { ok: false, why: 'it was changed there since it was read: run it again' }
    await this.#patch(number, {
      ...(title === entry.title ? {} : { title }),
      ...(status === entry.status ? {} : stateOf(status)),
      body: withLink(now.body ?? '', link),
    })
    return { ok: true, id: entry.id }
  }

  async #patch(number: number, fields: { readonly [name: string]: unknown }): Promise<void> {
    await this.#request('PATCH /repos/{owner}/{repo}/issues/{issue_number}', {
      ...this.#place,
      issue_number: number,
      ...fields,
    })
  }
}

/** What a new issue says of an item: its whole text where the title is not that, and its notes. */
function longTexts({ text, notes }: TodoItem, title: string): string {
  return [title === text.trim() ? null : text, notes].filter((each) => each !== null).join('\n\n')
}

function isNotPlanned(reason: string | null | undefined): boolean {
  return reason === 'not_planned' || reason === 'duplicate'
}

function stateOf(status: string): { readonly state: string; readonly state_reason?: string } {
  if (status === open) return { state: 'open', state_reason: 'reopened' }
  return { state: 'closed', state_reason: status === completed ? 'completed' : 'not_planned' }
}

/** Linear in a text: whoever wrote the issue wrote that. */
const mark = /<!-- todo-ledger (\{[^\n]{1,4000}?\}) -->/g

function linkIn(body: string): TrackerEntry['link'] {
  const [, json = ''] = [...body.matchAll(mark)].at(-1) ?? []
  try {
    return v.parse(entryLink, JSON.parse(json))
  } catch {
    return null
  }
}

/** The text with its link. What could end the comment is written as JSON's own escapes. */
function withLink(body: string, link: EntryWrite['link']): string {
  const json = JSON.stringify(link).replace(/[<>&-]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`)
  return `${body.replace(mark, '').trimEnd()}\n\n<!-- todo-ledger ${json} -->`.trimStart()
}

/** The label could not be set. */
class LabelMissing extends Error {}

/** What GitHub's client throws; without a response no answer came. */
const answerShape = v.object({
  status: v.number(),
  message: v.string(),
  response: v.object({ headers: v.record(v.string(), v.unknown()) }),
})

/** True where no further request has a chance. */
function endsAll(error: unknown): boolean {
  return (
    error instanceof LabelMissing || (v.is(answerShape, error) && [401, 403, 404, 429].includes(error.status))
  )
}

/** What went wrong, and what to do. Headers, and the token in them, are never told. */
function troubleOf(error: unknown): string {
  if (error instanceof LabelMissing) return error.message
  if (error instanceof v.ValiError) return 'what it answered is no list of issues'
  const said = error instanceof Error ? printable(error.message, 200) : 'no answer'
  if (!v.is(answerShape, error))
    return /redirect/.test(said)
      ? 'the repository was renamed or moved: give the name that it has today'
      : `GitHub could not be reached: ${said}`
  const { status, response } = error
  const { 'retry-after': after, 'x-ratelimit-remaining': left, 'x-ratelimit-reset': reset } = response.headers
  const wait =
    Number(after) > 0
      ? `for ${Number(after)} seconds`
      : String(left) === '0' && Number(reset) > 0
        ? `before ${new Date(Number(reset) * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`
        : null
  if (wait !== null && (status === 403 || status === 429))
    return `GitHub takes no more requests ${wait}. Run it again then: what is done stays done`
  switch (status) {
    case 401:
      return 'GitHub does not know the token (401). Set GITHUB_TOKEN to one that may read and write issues'
    case 403:
      return `GITHUB_TOKEN may not do that (403): ${said}`
    case 404:
      return 'there is no such repository, or GITHUB_TOKEN may not see it (404)'
    default:
      return `GitHub did not answer as it should (${status}): ${said}`
  }
}
