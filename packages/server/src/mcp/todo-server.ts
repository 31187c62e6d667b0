/** The ledger as an MCP server: the tools of one profile, each with the name of a list. */

import { randomUUID } from 'node:crypto'
import {
  type CallToolResult,
  CLIENT_INFO_META_KEY,
  McpServer,
  type StandardSchemaWithJSON,
} from '@modelcontextprotocol/server'
import type { Occurrence, Profile, TodoTool } from '@todo-ledger/core'
import { toJsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'
import { problemOf } from '../http/problem.js'
import { type Given, todoAnswer } from '../http/schemas.js'
import { packageVersion } from '../package-version.js'
import { listNamePattern, sessionNamed } from './list-name.js'
import { addResources, type TodoServerOptions } from './resources.js'

const version = packageVersion()

/** Lists come and change; tools stay. */
const capabilities = Object.freeze({
  tools: { listChanged: false },
  resources: { listChanged: true, subscribe: true },
})

// Validators of an older draft know no `$schema` of this one.
const { $schema: _, ...answerSchema } = toJsonSchema(todoAnswer, {
  target: 'draft-2020-12',
  typeMode: 'output',
})

/** What every tool answers. Some clients show their model this alone: it has all that the texts say. */
const outputSchema: StandardSchemaWithJSON = {
  '~standard': {
    ...todoAnswer['~standard'],
    jsonSchema: { input: () => ({ ...answerSchema }), output: () => ({ ...answerSchema }) },
  },
}

/** Makes a server, for one connection or one request. */
export function todoServer(options: TodoServerOptions): McpServer {
  const { profile, usualList, openList } = options
  const server = new McpServer(
    { name: 'todo-ledger', title: 'Todo list', version },
    { instructions: instructionsOf(profile, usualList, openList ?? ''), capabilities },
  )
  for (const tool of profile.tools) {
    server.registerTool(
      tool.name,
      {
        description: tool.description,
        inputSchema: inputOf(tool, usualList),
        outputSchema,
        annotations: { destructiveHint: false, openWorldHint: false },
        // Claude Code shows its model the others by their names alone, until it searches for them.
        _meta: { 'anthropic/alwaysLoad': true },
      },
      (input, { mcpReq }) => {
        const call = called(options, tool, input, actorOf(mcpReq.envelope, server))
        options.began?.(call)
        return call
      },
    )
  }
  addResources(server, options)
  return server
}

function instructionsOf({ instructions }: Profile, usualList: string | undefined, openList: string): string {
  const lists =
    usualList === undefined
      ? 'Each call names its list as session: one name for each piece of work, such as the name of the project. A new name begins a new list.'
      : 'The list is that of the folder that you work in. Leave session out, unless you keep a second list: then name it.'
  return [instructions.trim(), lists, openList].filter((each) => each !== '').join('\n\n')
}

/** The tool's own schema with the list's name beside what it takes. What a model gives is judged by the profile, which answers it. */
function inputOf(
  { inputSchema }: TodoTool,
  usualList: string | undefined,
): StandardSchemaWithJSON<ReadonlyMap<string, unknown>> {
  const { properties, required } = inputSchema
  const session = {
    type: 'string',
    pattern: listNamePattern,
    description:
      usualList === undefined
        ? 'The name of the list, such as that of the project; a new name begins a new list'
        : "The name of a second list; leave it out for this folder's own",
  }
  const schema = {
    ...inputSchema,
    properties: { ...(typeof properties === 'object' ? properties : {}), session },
    ...(usualList === undefined
      ? { required: [...(Array.isArray(required) ? required : []), 'session'] }
      : {}),
  }
  return {
    '~standard': {
      version: 1,
      vendor: 'todo-ledger',
      validate: (value: unknown) => ({
        value: new Map(typeof value === 'object' && value !== null ? Object.entries(value) : []),
      }),
      jsonSchema: { input: () => schema, output: () => schema },
    },
  }
}

async function called(
  { service, caller, profile, usualList, told, folder }: TodoServerOptions,
  { name: tool }: TodoTool,
  given: ReadonlyMap<string, unknown>,
  by: Pick<Occurrence, 'actor'>,
): Promise<CallToolResult> {
  const session = given.get('session') ?? usualList
  const input = Object.fromEntries([...given].filter(([name]) => name !== 'session'))
  try {
    const id = sessionNamed(caller, session)
    await service.createSession(caller, {
      id,
      profile: profile.name,
      todoCallsOnly: { folder: folder ?? null },
    })
    const isKnown = told.has(id)
    told.add(id)
    const openList = isKnown ? null : await service.openList(caller, id)
    // A client's own id of a call is none to trust: some count anew in each conversation.
    const call = randomUUID()
    const answer = await service.callTodoTool(caller, id, { ...by, call, name: tool, input })
    const reminders = openList === null ? answer.reminders : [openList, ...answer.reminders]
    return answered({ ...answer, reminders })
  } catch (error) {
    return answered({ ok: false, text: problemOf(error).message, violations: [], reminders: [] })
  }
}

function answered(answer: Given<v.InferInput<typeof todoAnswer>>): CallToolResult {
  const content = [...answer.reminders, answer.text].map((text) => ({ type: 'text' as const, text }))
  return { content, structuredContent: { ...answer }, ...(answer.ok ? {} : { isError: true }) }
}

const clientInfo = v.object({ name: v.pipe(v.string(), v.regex(/^[\w .@/-]{1,80}$/)) })

/** The agent, by the name that its client gives itself: with each request by today's protocol, when it connects by the one before. */
function actorOf(envelope: object | undefined, { server }: McpServer): Pick<Occurrence, 'actor'> {
  const told = new Map(Object.entries(envelope ?? {})).get(CLIENT_INFO_META_KEY) ?? server.getClientVersion()
  const client = v.safeParse(clientInfo, told)
  return client.success ? { actor: { kind: 'agent', id: client.output.name } } : {}
}
