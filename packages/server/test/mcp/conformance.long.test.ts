import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { evidence } from '@todo-ledger/audit'
import { memoryStore } from '@todo-ledger/core'
import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { person, Tokens } from '../../src/access/tokens.js'
import { createApp } from '../../src/http/app.js'
import type { HttpEnv } from '../../src/http/http-env.js'
import { listen } from '../../src/http/listen.js'
import { LedgerService } from '../../src/service/ledger-service.js'

const asksForItsTool = "calls a tool of the suite's own test server; this server has the tools of a todo list"
const asksForItsResource = "reads a resource of the suite's own test server"
const asksForItsPrompt = "gets a prompt of the suite's own test server"
const asksTheClient = 'has a tool ask the client back, which a todo list never does'

/** The scenarios that do not apply, and why. The server offers neither what they need nor claims to. */
const notApplicable: { readonly [scenario: string]: string } = {
  'logging-set-level': 'logging is deprecated as of 2026-07-28, and the server does not offer it',
  'completion-complete':
    "completes an argument of a prompt of the suite's own; the server offers no completion",
  'tools-call-simple-text': asksForItsTool,
  'tools-call-image': asksForItsTool,
  'tools-call-audio': asksForItsTool,
  'tools-call-embedded-resource': asksForItsTool,
  'tools-call-mixed-content': asksForItsTool,
  'tools-call-with-logging': asksForItsTool,
  'tools-call-error': asksForItsTool,
  'tools-call-with-progress': asksForItsTool,
  'tools-call-sampling': asksTheClient,
  'tools-call-elicitation': asksTheClient,
  'elicitation-sep1034-defaults': asksTheClient,
  'elicitation-sep1330-enums': asksTheClient,
  'json-schema-2020-12': asksForItsTool,
  'resources-read-text': asksForItsResource,
  'resources-read-binary': asksForItsResource,
  'resources-templates-read': asksForItsResource,
  'prompts-list': 'lists prompts, which this server does not offer',
  'prompts-get-simple': asksForItsPrompt,
  'prompts-get-with-args': asksForItsPrompt,
  'prompts-get-embedded-resource': asksForItsPrompt,
  'prompts-get-with-image': asksForItsPrompt,
}

/** The suite knows nothing of tokens: it gets one on the way. */
function withToken(app: Hono<HttpEnv>, token: string): Hono<HttpEnv> {
  return new Hono<HttpEnv>().all('*', ({ req, env }) => {
    const headers = new Headers(req.raw.headers)
    headers.set('authorization', `Bearer ${token}`)
    return app.fetch(new Request(req.raw, { headers }), env)
  })
}

it('passes every scenario of the official conformance suite that applies', async () => {
  const service = new LedgerService({ store: memoryStore(), evidence: evidence() })
  const tokens = new Tokens()
  const app = withToken(createApp({ service, tokens }), tokens.issue(person))
  const server = await listen({ app, service, address: '127.0.0.1', port: 0 })
  const words = [
    '--import',
    fileURLToPath(new URL('conformance-on-node-20.mjs', import.meta.url)),
    fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/dist/index.js')),
    'server',
    '--suite',
    'all',
    '--url',
    `http://127.0.0.1:${server.port}/mcp`,
  ]
  const printed = await new Promise<string>((resolve) => {
    execFile(process.execPath, words, (_, stdout) => resolve(stdout))
  })
  await server.stop()
  const results = [...printed.matchAll(/^([✓✗]) ([\w-]+): (\d+) passed, (\d+) failed/gmu)]
  const ofMark = (wanted: string) => results.filter(([, mark]) => mark === wanted).map(([, , name]) => name)
  expect(ofMark('✗').toSorted()).toEqual(Object.keys(notApplicable).toSorted())
  expect(ofMark('✓')).toEqual([
    'server-initialize',
    'ping',
    'tools-list',
    'server-sse-polling',
    'server-sse-multiple-streams',
    'resources-list',
    'resources-subscribe',
    'resources-unsubscribe',
    'dns-rebinding-protection',
  ])
})
