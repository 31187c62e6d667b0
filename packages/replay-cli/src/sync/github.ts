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

const statusWord = v.picklist(['open', 'completed', 'not planned'])

/** Whether an issue is open, and why it was closed. */
type Word = v.InferOutput<typeof statusWord>

/** What an issue and its item have in common. */
export interface Shared {
  readonly title: string
  readonly status: Word
}

/** The item, `session/k3`, and what both had when they were last synchronised. It is kept in the issue itself. */
const linkShape = v.object({ item: v.string(), title: v.string(), status: statusWord })

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

function entryOf(issue: v.InferOutput<typeof issueShape>) {
  const { number, title, body, state, state_reason: reason, updated_at: at } = issue
  const isLeft = reason === 'not_planned' || reason === 'duplicate'
  const status: Word = state !== 'closed' ? 'open' : isLeft ? 'not planned' : 'completed'
  return { id: `#${number}`, number, title: titleOf(title), status, link: linkIn(body ?? ''), at }
}

/** A text as the title of an issue. */
export function titleOf(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  const characters = [...line]
  if (characters.length > 256) return `${characters.slice(0, 255).join('')}…`
  return line === '' ? '(no text)' : line
}

export function sharedOf({ text, status }: TodoItem): Shared {
  const word = status === 'completed' ? 'completed' : status === 'cancelled' ? 'not planned' : 'open'
  return { title: titleOf(text), status: word }
}

export function statusOf(word: Word): TodoStatus {
  return word === 'completed' ? 'completed' : word === 'not planned' ? 'cancelled' : 'pending'
}

export type GitHubTracker = Awaited<ReturnType<typeof openTracker>>

/** The tracker of a name such as `github:octocat/hello`. @throws Failure `usage`, and each of its answers `bad-tracker` */
export async function openTracker(name: string, env: Environment) {
  const [, owner = '.', repo = '.'] = /^github:([\w.-]+)\/([\w.-]+)$/.exec(name) ?? []
  if (/^\.+$/.test(repo) || /^\.+$/.test(owner))
    throw new Failure(
      'usage',
      `--with ${JSON.stringify(name)} is not a tracker: give ${trackerForm}, such as github:octocat/hello.`,
    )
  const request = await client(env)
  const issues = `/repos/${owner}/${repo}/issues`
  const ask = async <const Schema extends v.GenericSchema>(schema: Schema, route: string, fields = {}) => {
    try {
      return v.parse(schema, await request(route, fields))
    } catch (error) {
      const isOdd = error instanceof v.ValiError
      const said = isOdd ? 'what it answered is no issue' : printable(String(error), 200)
      throw new Failure(
        'bad-tracker',
        `${name}: ${said}. What was done stays done. Check that it has this name today, that GITHUB_TOKEN may read and write its issues, and that its requests are not used up; then run it again.`,
      )
    }
  }
  const patch = (number: number, fields: object) => ask(issueShape, `PATCH ${issues}/${number}`, fields)
  return {
    name,
    /** The issues of the list, in the order in which they were made. */
    async read(): Promise<readonly Entry[]> {
      const found: v.InferOutput<typeof issueShape>[] = []
      for (let page = 1; found.length === (page - 1) * pageSize; page += 1) {
        if (page > mostPages)
          throw new Failure(
            'bad-tracker',
            `${name} has more than ${mostPages * pageSize} issues with the label ${listLabel}. Remove the label from finished ones.`,
          )
        const fields = { labels: listLabel, state: 'all', per_page: pageSize, page }
        found.push(...(await ask(v.array(issueShape), `GET ${issues}`, fields)))
      }
      return found
        .filter((issue) => issue.pull_request === undefined)
        .map(entryOf)
        .sort((one, other) => one.number - other.number)
    },
    /** Makes an issue. @returns its id */
    async create(item: TodoItem, link: Link): Promise<string> {
      // What the title leaves out, and the notes.
      const texts = [link.title === item.text.trim() ? null : item.text, item.notes]
      const body = withLink(texts.filter((each) => each !== null).join('\n\n'), link)
      const fields = { title: link.title, body, labels: [listLabel] }
      const { number, labels } = await ask(issueShape, `POST ${issues}`, fields)
      // GitHub leaves out labels that you may not set: without its label the issue would be made again by the next run.
      if (!labels.some((label) => (typeof label === 'string' ? label : label.name) === listLabel))
        throw new Failure(
          'bad-tracker',
          `#${number} of ${name} was made without the label ${listLabel}, which you may not set: set it, or close #${number}.`,
        )
      if (link.status !== 'open') await patch(number, stateOf(link.status))
      return `#${number}`
    },
    /** Changes an issue, unless somebody else did since it was read. */
    async change(entry: Entry, link: Link): Promise<void> {
      const now = await ask(issueShape, `GET ${issues}/${entry.number}`)
      if (now.updated_at !== entry.at)
        throw new Failure(
          'bad-tracker',
          `${entry.id} of ${name} was changed since it was read: run it again.`,
        )
      await patch(entry.number, {
        ...(link.title === entry.title ? {} : { title: link.title }),
        ...(link.status === entry.status ? {} : stateOf(link.status)),
        body: withLink(now.body ?? '', link),
      })
    },
  }
}

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
  return async (route: string, fields: object): Promise<unknown> => {
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
