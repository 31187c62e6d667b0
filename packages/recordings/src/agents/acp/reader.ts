/** Reads the messages of both sides into steps. What belongs to what: docs/sources/acp.md. */

import { textsIn } from '../../formats/chat-messages/blocks.js'
import { freeId } from '../../free-id.js'
import { arrayIn, type JsonObject, objectIn, stringIn } from '../../json-value.js'
import type { StepPlace } from '../../recorded-session.js'
import type { RecordingStep } from '../../recording.js'
import type { AcpMessage } from './message.js'
import { AcpSession, type OnSkipped } from './session.js'
import type { Terminal } from './tool-call.js'

/** A request whose answer says something. */
interface OpenRequest {
  readonly method: string
  readonly session: string
  readonly terminal: string | null
}

/** So many requests wait for their answers: an agent has a few under way. */
const mostOpen = 1000

/** Reads one stream. */
export class AcpReader {
  readonly #steps: RecordingStep[] = []
  readonly #fallback: string
  readonly #onSkipped: OnSkipped
  readonly #sessions = new Map<string, AcpSession>()
  readonly #ids = new Set<string>()
  /** By the side that asks, and the id: both count for themselves. */
  readonly #requests = new Map<string, OpenRequest>()
  readonly #terminals = new Map<string, Terminal>()
  #at = new Date(0)

  /** @param fallback the id of a session that is not named; @param onSkipped is told of what can't be read */
  constructor(fallback: string, onSkipped: OnSkipped) {
    this.#fallback = fallback
    this.#onSkipped = onSkipped
  }

  /** Takes a message; gives the steps that follow from it. */
  take(message: AcpMessage, line: number): readonly RecordingStep[] {
    this.#at = message.at ?? this.#at
    const place: StepPlace = { at: this.#at, line }
    if (message.method === null) this.#answer(message, place)
    else this.#ask(message, message.method, place)
    return this.#steps.splice(0)
  }

  /** Ends what the file leaves open. */
  finish(): readonly RecordingStep[] {
    for (const session of this.#sessions.values()) session.finish()
    return this.#steps.splice(0)
  }

  #ask({ id, params }: AcpMessage, method: string, place: StepPlace): void {
    const name = stringIn(params, 'sessionId') ?? ''
    if (id !== null) {
      const terminal = stringIn(params, 'terminalId')
      this.#requests.set(`${sideOf(method)} ${id}`, { method, session: name, terminal })
      const [oldest] = this.#requests.size > mostOpen ? this.#requests.keys() : []
      if (oldest !== undefined) this.#requests.delete(oldest)
    }
    if (method === 'session/prompt') {
      const texts = arrayIn(params, 'prompt').flatMap((block) => textsIn(block))
      this.#sessionOf(name).prompt(texts.join('\n'), place)
    } else if (method === 'session/load' || method === 'session/resume') {
      this.#sessions.get(name)?.replay(true)
    } else if (method === 'session/update') {
      const update = objectIn(params, 'update') ?? {}
      if (update['sessionUpdate'] === 'terminal_update') this.#noteTerminal(update)
      else this.#sessionOf(name).update(update, place)
    }
  }

  /** Both sides may have asked by this id: the answer says by its fields which one it is. */
  #answer({ id, result, isError }: AcpMessage, place: StepPlace): void {
    const ofClient = this.#requests.get(`client ${id}`)
    const ofAgent = this.#requests.get(`agent ${id}`)
    if (ofClient?.method === 'session/prompt' && (isError || typeof result?.['stopReason'] === 'string')) {
      this.#requests.delete(`client ${id}`)
      const reason = isError ? 'error' : (stringIn(result ?? {}, 'stopReason') ?? '')
      this.#sessionOf(ofClient.session).stop(reason, place)
    } else if (ofClient !== undefined && /^session\/(?:load|resume)$/.test(ofClient.method)) {
      this.#requests.delete(`client ${id}`)
      this.#sessions.get(ofClient.session)?.replay(false)
    } else if (ofAgent?.terminal !== null && ofAgent !== undefined && result !== null) {
      this.#requests.delete(`agent ${id}`)
      this.#noteTerminal({
        terminalId: ofAgent.terminal,
        output: result['output'],
        exitStatus: objectIn(result, 'exitStatus') ?? result,
      })
    }
  }

  /** The latest that is known of a terminal. */
  #noteTerminal(told: JsonObject): void {
    const id = stringIn(told, 'terminalId') ?? ''
    const known = this.#terminals.get(id)
    const code = objectIn(told, 'exitStatus')?.['exitCode']
    this.#terminals.delete(id)
    this.#terminals.set(id, {
      output: stringIn(told, 'output') ?? known?.output ?? '',
      exitCode: typeof code === 'number' ? code : (known?.exitCode ?? null),
    })
    const [oldest] = this.#terminals.size > mostTerminals ? this.#terminals.keys() : []
    if (oldest !== undefined) this.#terminals.delete(oldest)
  }

  #sessionOf(name: string): AcpSession {
    const known = this.#sessions.get(name)
    if (known !== undefined) return known
    const id = freeId(name === '' ? this.#fallback : name, this.#ids)
    this.#ids.add(id)
    const terminalOf = (terminal: string) => this.#terminals.get(terminal)
    const session = new AcpSession(id, this.#steps, terminalOf, this.#onSkipped)
    this.#sessions.set(name, session)
    return session
  }
}

/** So many terminals are known at a time. */
const mostTerminals = 20

/** Who asks: the agent asks for files, terminals and permissions, the client for the rest. */
function sideOf(method: string): 'agent' | 'client' {
  return /^(?:fs|terminal|elicitation)\/|^session\/request_permission$/.test(method) ? 'agent' : 'client'
}
