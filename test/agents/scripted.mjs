/**
 * What the scripted models share, whatever protocol they speak. A prompt names its script with `script:NAME`; each
 * request that has that name among its inputs and offers tools gets the script's next answer. What a program asks beside
 * its loop (a title, a summary) is answered with a plain text.
 *
 * @typedef {{ name: string, namespace?: string, input: unknown, id?: string }} ScriptedCall input: an object, or the
 *   text of a custom tool; namespace: what the tool stands in, where it does
 * @typedef {{ text?: string, thinking?: string, calls?: ScriptedCall[], hold?: boolean, status?: number }} Answer
 *   hold: the answer never ends; status: an error in its place
 * @typedef {Answer | ((request: any) => Answer)} Step
 */

import { createServer } from 'node:http'

/** Whose turn it is in each script. */
export class Scripts {
  /** What was asked, in order, each with what was answered. */
  requests = []
  /** What else was asked for. */
  others = []
  #scripts
  #taken = new Map()

  /** @param {{ [name: string]: Step[] }} scripts the answers of each script, in order */
  constructor(scripts) {
    this.#scripts = scripts
  }

  /** The next answer to a request. @param {any} request its body; @param {string} said its inputs; @param {boolean} hasTools whether it offers tools */
  next(request, said, hasTools) {
    const answer = this.#answer(nameIn(said), request, hasTools)
    this.requests.push({ ...request, answered: answer })
    return answer
  }

  /** The summary of a conversation, which names its script again. */
  summary(request, said) {
    const answer = { text: `<summary>What was done so far. script:${nameIn(said)}</summary>` }
    this.requests.push({ ...request, answered: answer })
    return answer
  }

  #answer(name, request, hasTools) {
    if (name === null || !hasTools) return { text: 'A title' }
    const at = this.#taken.get(name) ?? 0
    const step = this.#scripts[name]?.[at]
    if (step === undefined) return { text: `The script ${name} has no answer ${at + 1}.` }
    this.#taken.set(name, at + 1)
    return typeof step === 'function' ? step(request) : step
  }

  /** The scripts that still have answers to give. */
  left() {
    return Object.keys(this.#scripts).filter(
      (name) => (this.#taken.get(name) ?? 0) < this.#scripts[name].length,
    )
  }
}

/** The last script that is named. */
function nameIn(said) {
  return [...said.matchAll(/script:([\w-]+)/g)].at(-1)?.[1] ?? null
}

/**
 * Starts a model on loopback.
 * @param {{ [name: string]: Step[] }} scripts
 * @param {(path: string, body: any, scripts: Scripts, response: import('node:http').ServerResponse) => boolean} answer
 *   answers a request of the model; false where it is none
 */
export async function serveModel(scripts, answer) {
  const played = new Scripts(scripts)
  const server = createServer(async (request, response) => {
    const parts = []
    for await (const part of request) parts.push(part)
    const text = Buffer.concat(parts).toString('utf8')
    const { pathname } = new URL(request.url, 'http://127.0.0.1')
    const body = request.method === 'POST' && text.startsWith('{') ? JSON.parse(text) : null
    if (body !== null && answer(pathname, body, played, response)) return
    played.others.push(`${request.method} ${pathname}`)
    response.writeHead(404, { 'content-type': 'application/json' })
    response.end('{}')
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    /** Where it is. */
    url: `http://127.0.0.1:${server.address().port}`,
    requests: played.requests,
    others: played.others,
    left: () => played.left(),
    /** Ends it. */
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Says that a request failed, where the script wants that; true where it did. */
export function refused({ status }, response) {
  if (status === undefined) return false
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ error: { message: 'No.', type: 'invalid_request_error', code: status } }))
  return true
}
