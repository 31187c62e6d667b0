/**
 * The issues of a GitHub repository that have the list's label, by GitHub's own client. What links an issue to its item is
 * a comment in its text that GitHub does not show. Source: docs/sources/todo-systems.md#github.
 */

import type { TodoItem, TodoStatus } from '@todo-ledger/core'
import * as v from 'valibot'
import { Failure } from '../failure.js'
import { isLoopback } from '../loopback.js'
import { printable } from '../text/printable.js'
import type { Environment } from '../text/style.js'

/** The label of an issue that belongs to the list. */
const listLabel = 'todo-ledger'
/** Issues of one page, and pages that are read: more is no list that a person keeps. */
const pageSize = 100
const mostPages = 20
/** Milliseconds that one answer may take. */
const longest = 30_000

/** How a tracker is named, for people. */
export const trackerForm = 'github:OWNER/REPOSITORY'

/** The statuses of an issue: whether it is open, and why it was closed. */
export type Word = 'open' | 'completed' | 'not planned'

/** What an issue and its item had in common when they were last synchronised. It is kept in the issue itself. */
const linkShape = v.object({
  /** The item: its session and its key, `session/k3`. */
  item: v.string(),
  title: v.string(),
  status: v.picklist(['open', 'completed', 'not planned']),
})

export type Link = v.InferOutput<typeof linkShape>

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

/** An issue of the list. What it holds is hostile. */
export type Entry = ReturnType<typeof entryOf>

function entryOf({
  number,
  title,
  body,
  state,
  state_reason: reason,
  updated_at: at,
}: v.InferOutput<typeof issueShape>) {
  const isLeft = reason === 'not_planned' || reason === 'duplicate'
  const status: Word = state !== 'closed' ? 'open' : isLeft ? 'not planned' : 'completed'
  return { id: `#${number}`, number, title: titleOf(title), status, link: linkIn(body ?? ''), at }
}

/** A text as the title of an issue. */
export function titleOf(text: string): string {
  return oneLine(text, 256)
}

export function wordOf(status: TodoStatus): Word {
  return status === 'completed' ? 'completed' : status === 'cancelled' ? 'not planned' : 'open'
}

export function statusOf(word: Word): TodoStatus {
  return word === 'completed' ? 'completed' : word === 'not planned' ? 'cancelled' : 'pending'
}

/** The tracker of a name such as `github:octocat/hello`. @throws Failure `usage` */
export async function openTracker(name: string, env: Environment): Promise<GitHubTracker> {
  const [, owner = '.', repo = '.'] = /^github:([\w.-]+)\/([\w.-]+)$/.exec(name) ?? []
  if (!/^\.+$/.test(repo) && !/^\.+$/.test(owner))
    return new GitHubTracker({ owner, repo }, await client(env))
  const what = `--with ${JSON.stringify(name)} is not a tracker`
  throw new Failure('usage', `${what}: give ${trackerForm}, such as github:octocat/hello.`)
}

type GitHubRequest = Awaited<ReturnType<typeof client>>

/** GitHub's client, loaded by those who need it. The token goes to the address alone, and is kept nowhere. */
async function client({ GITHUB_TOKEN, GH_TOKEN, GITHUB_API_URL }: Environment) {
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
  return async (route: string, fields: { readonly [name: string]: unknown }): Promise<unknown> => {
    const signal = AbortSignal.timeout(longest)
    return (await made(route, { ...fields, request: { signal, redirect: 'error' } })).data
  }
}

/** @throws Failure `usage` where a token would go over the net for everybody to read */
function addressOf(given: string): string {
  const address = URL.canParse(given) ? new URL(given) : null
  const isHere = address?.protocol === 'http:' && isLoopback(address.hostname)
  if (address?.protocol === 'https:' || isHere) return given.replace(/\/$/, '')
  throw new Failure('usage', `GITHUB_API_URL is ${JSON.stringify(given)}: give an address with https.`)
}

/** What became of a write: the issue's id, or why it failed, which may hold text from outside. */
export type Written =
  | { readonly ok: true; readonly id: string }
  | { readonly ok: false; readonly why: string }

export class GitHubTracker {
  readonly name: string
  readonly #issues: string
  readonly #request: GitHubRequest
  /** Why no further request is made, or null. */
  #stopped: string | null = null

  constructor({ owner, repo }: { readonly owner: string; readonly repo: string }, request: GitHubRequest) {
    this.name = `github:${owner}/${repo}`
    this.#issues = `/repos/${owner}/${repo}/issues`
    this.#request = request
  }

  /** The issues of the list, in the order in which they were made. @throws Failure `bad-tracker` */
  async read(): Promise<readonly Entry[]> {
    const issues: v.InferOutput<typeof issueShape>[] = []
    for (let page = 1; issues.length === (page - 1) * pageSize; page += 1) {
      if (page > mostPages) {
        const most = `${this.name} has more than ${mostPages * pageSize} issues with the label ${listLabel}.`
        throw new Failure('bad-tracker', `${most} Remove the label from finished ones.`)
      }
      try {
        const fields = { labels: listLabel, state: 'all', per_page: pageSize, page }
        issues.push(...v.parse(v.array(issueShape), await this.#request(`GET ${this.#issues}`, fields)))
      } catch (error) {
        throw new Failure('bad-tracker', `${this.name} can't be read: ${troubleOf(error).why}`)
      }
    }
    return issues
      .filter(({ pull_request: request }) => request === undefined)
      .map(entryOf)
      .sort((one, other) => one.number - other.number)
  }

  /** Makes an issue. */
  create(item: TodoItem, link: Link): Promise<Written> {
    const { title, status } = link
    return this.#write(async () => {
      // What the title leaves out, and the notes.
      const texts = [title === item.text.trim() ? null : item.text, item.notes]
      const body = withLink(texts.filter((each) => each !== null).join('\n\n'), link)
      const made = await this.#request(`POST ${this.#issues}`, { title, body, labels: [listLabel] })
      const { number, labels } = v.parse(issueShape, made)
      // GitHub leaves out labels that you may not set: without its label the issue would be made again by the next run.
      if (!labels.some((label) => (typeof label === 'string' ? label : label.name) === listLabel))
        throw new LabelMissing(
          `#${number} was made without the label ${listLabel}, which you may not set: set it, or close #${number}`,
        )
      if (status !== 'open') await this.#patch(number, stateOf(status))
      return { ok: true, id: `#${number}` }
    })
  }

  /** Changes an issue, unless somebody else did since it was read. */
  change(
    entry: Entry,
    { title, status, link }: { title: string; status: Word; link: Link },
  ): Promise<Written> {
    return this.#write(async () => {
      const now = v.parse(issueShape, await this.#request(`GET ${this.#issues}/${entry.number}`, {}))
      if (now.updated_at !== entry.at)
        return { ok: false, why: 'it was changed there since it was read: run it again' }
      await this.#patch(entry.number, {
        ...(title === entry.title ? {} : { title }),
        ...(status === entry.status ? {} : stateOf(status)),
        body: withLink(now.body ?? '', link),
      })
      return { ok: true, id: entry.id }
    })
  }

  async #write(work: () => Promise<Written>): Promise<Written> {
    if (this.#stopped !== null) return { ok: false, why: this.#stopped }
    try {
      return await work()
    } catch (error) {
      const { why, isFinal } = troubleOf(error)
      if (isFinal) this.#stopped = `not tried: ${why}`
      return { ok: false, why }
    }
  }

  async #patch(number: number, fields: { readonly [name: string]: unknown }): Promise<void> {
    await this.#request(`PATCH ${this.#issues}/${number}`, fields)
  }
}

function stateOf(status: Word) {
  if (status === 'open') return { state: 'open', state_reason: 'reopened' }
  return { state: 'closed', state_reason: status === 'completed' ? 'completed' : 'not_planned' }
}

/** Linear in a text: whoever wrote the issue wrote that. */
const mark = /<!-- todo-ledger (\{[^\n]{1,4000}?\}) -->/g

function linkIn(body: string): Link | null {
  const [, json = ''] = [...body.matchAll(mark)].at(-1) ?? []
  try {
    return v.parse(linkShape, JSON.parse(json))
  } catch {
    return null
  }
}

/** The text with its link. What could end the comment is written as JSON's own escapes. */
function withLink(body: string, link: Link): string {
  const json = JSON.stringify(link).replace(/[<>&-]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`)
  return `${body.replace(mark, '').trimEnd()}\n\n<!-- todo-ledger ${json} -->`.trimStart()
}

/** A text as one line of at most so many characters. */
export function oneLine(text: string, longest: number): string {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  if (line === '') return '(no text)'
  const characters = [...line]
  return characters.length <= longest ? line : `${characters.slice(0, longest - 1).join('')}…`
}

class LabelMissing extends Error {}

/** What GitHub's client throws where an answer came. */
const answerShape = v.object({ status: v.number(), response: v.object({}) })

const advice: { readonly [status: number]: string } = {
  401: '. Set GITHUB_TOKEN to a token that may read and write issues',
  403: '. GITHUB_TOKEN may not do that, or its requests are used up: what is done stays done, run it again then',
  404: '. There is no such repository, or GITHUB_TOKEN may not see it',
  429: '. Run it again later: what is done stays done',
}

/** What went wrong and what to do, and whether no further request has a chance. The token is never told. */
function troubleOf(error: unknown): { readonly why: string; readonly isFinal: boolean } {
  if (error instanceof LabelMissing) return { why: error.message, isFinal: true }
  if (error instanceof v.ValiError) return { why: 'what it answered is no list of issues', isFinal: false }
  const said = error instanceof Error ? printable(error.message, 200) : 'no answer'
  if (!v.is(answerShape, error)) {
    const moved = 'the repository was renamed or moved: give the name that it has today'
    return { why: /redirect/.test(said) ? moved : `GitHub could not be reached: ${said}`, isFinal: false }
  }
  const { status } = error
  const next = advice[status]
  return { why: `GitHub answered ${status}: ${said}${next ?? ''}`, isFinal: next !== undefined }
}
