/** GitHub's issues as its REST API gives them, on loopback: what is asked of a repository's issues, and nothing else. */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** An issue as the server keeps it. */
export interface ScriptedIssue {
  readonly number: number
  title: string
  body: string | null
  state: 'open' | 'closed'
  state_reason: string | null
  updated_at: string
  labels: { name: string }[]
  pull_request?: object
}

/** A repository `octocat/hello`, whose token is `secret-token`. */
export class ScriptedGitHub {
  readonly issues: ScriptedIssue[] = []
  /** The requests so far, `GET /path`. */
  readonly asked: string[] = []
  /** Answers a request in the place of the repository, or gives null. */
  instead: (
    request: IncomingMessage,
  ) => { status: number; headers?: Record<string, string>; body?: unknown } | null = () => null
  /** False: whoever asks may not set labels. */
  mayLabel = true
  #server: Server | null = null
  #time = Date.UTC(2026, 0, 5, 10)

  /** Starts it. @returns its address */
  async listen(): Promise<string> {
    this.#server = createServer((request, response) => void this.#answer(request, response))
    await new Promise<void>((resolve) => this.#server?.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Ends it. */
  close(): void {
    this.#server?.closeAllConnections()
    this.#server?.close()
  }

  /** Somebody makes an issue. */
  add(fields: Partial<ScriptedIssue> & { title: string }): ScriptedIssue {
    const issue: ScriptedIssue = {
      number: this.issues.length + 1,
      body: null,
      state: 'open',
      state_reason: null,
      updated_at: '',
      labels: [{ name: 'todo-ledger' }],
      ...fields,
    }
    this.issues.push(this.#touched(issue))
    return issue
  }

  /** Somebody changes an issue. */
  change(number: number, fields: Partial<ScriptedIssue>): void {
    const issue = this.issues.find((each) => each.number === number)
    if (issue !== undefined) Object.assign(this.#touched(issue), fields)
  }

  #touched(issue: ScriptedIssue): ScriptedIssue {
    this.#time += 1000
    issue.updated_at = new Date(this.#time).toISOString()
    return issue
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request
    this.asked.push(`${method} ${url}`)
    const given = await text(request)
    const other = this.instead(request)
    const {
      status,
      body,
      headers: more,
    } = other ?? this.#repository(method, new URL(url, 'http://github'), given, headers.authorization ?? '')
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...more })
    response.end(JSON.stringify(body ?? {}))
  }

  #repository(
    method: string,
    { pathname, searchParams }: URL,
    given: string,
    authorization: string,
  ): { status: number; headers?: Record<string, string>; body?: unknown } {
    const [, number] = /^\/repos\/octocat\/hello\/issues(?:\/(\d+))?$/.exec(pathname) ?? []
    if (!pathname.startsWith('/repos/octocat/hello/issues'))
      return { status: 404, body: { message: 'Not Found' } }
    if (authorization !== 'token secret-token' && (method !== 'GET' || authorization !== ''))
      return { status: 401, body: { message: 'Bad credentials' } }
    const issue = this.issues.find((each) => String(each.number) === number)
    if (number === undefined && method === 'GET') {
      const label = searchParams.get('labels')
      const size = Number(searchParams.get('per_page') ?? 30)
      const from = (Number(searchParams.get('page') ?? 1) - 1) * size
      // GitHub gives the newest first.
      const labelled = this.issues.filter(({ labels }) => labels.some(({ name }) => name === label)).reverse()
      const state = searchParams.get('state') ?? 'open'
      const found = labelled.filter((each) => state === 'all' || each.state === state)
      return { status: 200, body: found.slice(from, from + size) }
    }
    if (number === undefined && method === 'POST') {
      const { title, body, labels } = JSON.parse(given) as { title: string; body: string; labels: string[] }
      const set = this.mayLabel ? labels.map((name) => ({ name })) : []
      return { status: 201, body: this.add({ title, body, labels: set }) }
    }
    if (issue === undefined) return { status: 404, body: { message: 'Not Found' } }
    if (method === 'GET') return { status: 200, body: issue }
    const fields = JSON.parse(given) as Partial<ScriptedIssue>
    // GitHub keeps a reason of closed issues alone.
    Object.assign(this.#touched(issue), fields, fields.state === 'open' ? { state_reason: 'reopened' } : {})
    return { status: 200, body: issue }
  }
}
