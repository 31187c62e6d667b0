/** The AI SDK, versions 6 and 7: `generateText`, `streamText`, agents. Of the SDK nothing is loaded here but by the host. */

import type { RunOutcome, Session, TodoTool } from '@todo-ledger/core'
import { LiveSession, withReminders } from './live-session.js'

/** A todo tool as the SDK takes it; what `tool` of `ai` gives. */
export interface AiSdkTool<Schema> {
  readonly description: string
  readonly inputSchema: Schema
  readonly execute: (input: unknown, options: { readonly toolCallId: string }) => Promise<string>
}

type Message = Readonly<Record<'role' | 'content', unknown>>

/** A reminder, as a message of the next request: it stands where a person speaks. */
export type ReminderMessage = { readonly role: 'user'; readonly content: string }

/** What is read of a step. */
export interface AiSdkStep {
  /** What the model gave, and what its tools did: `tool-call`, `tool-result`, `tool-error`, or something else. */
  readonly content: readonly ({
    readonly type: string
    readonly toolCallId?: string
    readonly toolName?: string
  } & {
    readonly [field in 'input' | 'output' | 'error']?: unknown
  })[]
  readonly text: string
  /** Why it ended: `length` where it was cut off. */
  readonly finishReason: string
}

/** The todos of one session for the AI SDK. Every request of a run gets `prepareStep`, every step `onStepFinish`. */
export class AiSdkTodos<Schema> {
  /** The profile's todo tools. */
  readonly tools: { readonly [name: string]: AiSdkTool<Schema> }
  readonly #live: LiveSession

  /** @param session of a ledger; @param ai the host's `ai`, or its `jsonSchema` alone */
  constructor(session: Session, ai: { jsonSchema(schema: object): Schema }) {
    this.#live = new LiveSession(session)
    const toolOf = ({ name, description, inputSchema }: TodoTool): AiSdkTool<Schema> => ({
      description,
      inputSchema: ai.jsonSchema(inputSchema),
      execute: async (input, { toolCallId }) => (await this.#live.callTodoTool(name, input, toolCallId)).text,
    })
    this.tools = Object.fromEntries(session.tools().map((tool) => [tool.name, toolOf(tool)]))
  }

  /** The host's own tools, recorded from the moment in which they are called, not only once their step is over. */
  recorded<Tools extends { readonly [name: string]: object }>(own: Tools): Tools {
    const recorded = { ...own }
    for (const [name, tool] of Object.entries(own)) {
      if (!isExecutable(tool)) continue
      const execute: Executable['execute'] = (input, options) => {
        this.#live.called(options.toolCallId, name, input)
        return tool.execute(input, options)
      }
      Object.assign(recorded, { [name]: { ...tool, execute } })
    }
    return recorded
  }

  /** Begins a run with its first request, and a turn with each; puts the reminders before what is new to the model. */
  readonly prepareStep = async <Given extends Message>({
    stepNumber,
    messages,
  }: {
    readonly stepNumber: number
    readonly messages: readonly Given[]
  }): Promise<{ messages: (Given | ReminderMessage)[] }> => {
    const isFromModel = ({ role }: Message): boolean => role === 'assistant'
    if (stepNumber === 0) await this.#live.startRun(inputOf(messages), !messages.some(isFromModel))
    const reminders = await this.#live.startTurn()
    return {
      messages: withReminders(messages, reminders, {
        isFromModel,
        isInput: ({ role }) => role === 'user',
        beforeResult,
        inputOf: (content): ReminderMessage => ({ role: 'user', content }),
      }),
    }
  }

  /** Records what the model said and what its tools gave back, and ends the turn. */
  readonly onStepFinish = async ({ content, text, finishReason }: AiSdkStep): Promise<void> => {
    const calls = content.filter((part) => part.type === 'tool-call')
    await this.#live.said(text, { isAnswer: calls.length === 0, complete: finishReason !== 'length' })
    for (const { type, toolCallId, toolName, input, output, error } of content) {
      if (toolCallId === undefined || toolName === undefined || this.#live.session.isTodoTool(toolName))
        continue
      if (type === 'tool-call') this.#live.called(toolCallId, toolName, input)
      if (type === 'tool-result') this.#live.returned(toolCallId, true, output)
      if (type === 'tool-error') this.#live.returned(toolCallId, false, error)
    }
    await this.#live.endTurn()
  }

  /** The name that `onStepFinish` has from version 7 on. */
  readonly onStepEnd: (step: AiSdkStep) => Promise<void> = this.onStepFinish

  /** The call of the SDK is over: says whether another one is to follow, and with which prompt. */
  endRun(): Promise<RunOutcome> {
    return this.#live.endRun()
  }
}

type Executable = { readonly execute: (input: unknown, options: { readonly toolCallId: string }) => unknown }

function isExecutable(tool: object): tool is Executable {
  return 'execute' in tool && typeof tool.execute === 'function'
}

/** What the last message says that is a person's. */
function inputOf(messages: readonly Message[]): string {
  const content = messages.findLast((message) => message.role === 'user')?.content
  if (typeof content === 'string') return content
  const parts: readonly unknown[] = Array.isArray(content) ? content : []
  return parts.flatMap((part) => (isText(part) ? [part.text] : [])).join('\n')
}

/** The message with a text before the first result that it holds. */
function beforeResult<Given extends Message>(message: Given, text: string): Given | null {
  const parts: readonly unknown[] = Array.isArray(message.content) ? message.content : []
  for (const [index, part] of parts.entries()) {
    if (!isResult(part)) continue
    const { type, value } = part.output
    const isPlain = typeof value === 'string' && type.endsWith('text')
    const blocks: readonly unknown[] = type === 'content' && Array.isArray(value) ? value : [textPart(value)]
    const output = isPlain
      ? { type, value: `${text}\n\n${value}` }
      : { type: 'content', value: [textPart(text), ...blocks] }
    return { ...message, content: parts.with(index, { ...part, output }) }
  }
  return null
}

function textPart(value: unknown): { readonly type: 'text'; readonly text: string } {
  return { type: 'text', text: typeof value === 'string' ? value : JSON.stringify(value ?? null) }
}

function isResult(
  part: unknown,
): part is { readonly output: { readonly type: string; readonly value?: unknown } } {
  if (typeof part !== 'object' || part === null || !('type' in part) || part.type !== 'tool-result')
    return false
  if (!('output' in part) || typeof part.output !== 'object' || part.output === null) return false
  return 'type' in part.output && typeof part.output.type === 'string'
}

function isText(part: unknown): part is { readonly text: string } {
  return typeof part === 'object' && part !== null && 'text' in part && typeof part.text === 'string'
}
