/** The events of OpenHands' SDK. Shapes: docs/sources/agents.md#openhands. */

import { basename, dirname } from 'node:path'
import { textsIn } from '../../content-texts.js'
import { idOfFile, UniqueIds } from '../../ids.js'
import { type JsonObject, momentOf, objectIn, parsedJson, stringIn } from '../../json.js'
import { RecordedSession } from '../../recorded-session.js'
import type { ReadContext, RecordingFormat, RecordReader } from '../../recording.js'
import type { TokenUsage } from '../../token-usage.js'

export const eventFormat: RecordingFormat = {
  name: 'openhands',
  lists: new Set(['history', 'trajectory', 'events']),
  certaintyOf: (record) => (isEvent(record) ? 1 : 0),
  reader: (context) => eventReader(context, new Map()),
}

export function isEvent(record: JsonObject): boolean {
  const kind = stringIn(record, 'kind') ?? ''
  return (
    stringIn(record, 'source') !== null && /^(?:\w+Event|Condensation\w*|UserRejectObservation)$/.test(kind)
  )
}

/**
 * Reads events. An evaluation writes many conversations into a file.
 * @param spent what responses cost, by their ids, where it stands beside the events
 */
export function eventReader(
  { file, steps, skip }: ReadContext,
  spent: ReadonlyMap<string, TokenUsage>,
): RecordReader {
  const ids = new UniqueIds()
  const fallback = nameOf(file)
  let current: RecordedSession | null = null
  let seen = new Set<string>()
  /** The calls that wait, by their ids and by their events'. */
  let open = new Map<string, string>()
  let calls = new UniqueIds()
  let at = new Date(0)
  const begin = (id: string): RecordedSession => {
    current?.endRun()
    current = new RecordedSession({ id, profile: 'openhands' }, steps)
    ;[seen, open, calls, at] = [new Set(), new Map(), new UniqueIds(), new Date(0)]
    return current
  }

  const take = (event: JsonObject, id: string, session: RecordedSession, line: number): void => {
    const place = { at, line }
    const say = (text: string): void => {
      const response = stringIn(event, 'llm_response_id') ?? `event ${id}`
      session.respond(response, place)
      session.spend(response, spent.get(response) ?? null)
      if (text.trim() !== '') session.say('assistant', text, place)
    }
    const answer = (ok: boolean | null, output: string): void => {
      const keys = [stringIn(event, 'tool_call_id'), stringIn(event, 'action_id')]
      const call = keys.map((key) => open.get(key ?? '')).find((found) => found !== undefined)
      if (call === undefined) return
      for (const [key, each] of open) if (each === call) open.delete(key)
      session.result(call, ok, output, place)
    }
    switch (event['kind']) {
      case 'MessageEvent': {
        const text = textOf(objectIn(event, 'llm_message')?.['content'])
        if (event['source'] === 'agent') say(text)
        else if (event['source'] === 'user' && text.trim() !== '') session.receive({ text, place })
        return
      }
      case 'ActionEvent': {
        const made = objectIn(event, 'tool_call') ?? {}
        const named = stringIn(event, 'tool_call_id') ?? stringIn(made, 'id')
        const name = stringIn(event, 'tool_name') ?? stringIn(made, 'name') ?? ''
        say(textOf(event['thought']))
        const call = calls.give(named ?? `event ${id}`)
        session.call(call, name, inputOf(event, made), place)
        if (name === 'finish') {
          // What answers it comes when nothing is open any more.
          session.result(call, true, '', place)
          session.endRun()
        } else for (const key of [named, stringIn(event, 'id')]) if (key !== null) open.set(key, call)
        return
      }
      case 'ObservationEvent': {
        const found = objectIn(event, 'observation') ?? {}
        answer(okOf(found), textOf(found['content']) || (stringIn(found, 'error') ?? ''))
        return
      }
      case 'AgentErrorEvent':
        answer(false, stringIn(event, 'error') ?? '')
        return
      case 'UserRejectObservation':
        answer(false, stringIn(event, 'rejection_reason') ?? '')
        return
      case 'Condensation':
        session.compact(stringIn(event, 'summary'), place)
        return
      case 'PauseEvent':
      case 'InterruptEvent':
        session.interrupt(place)
        return
      case 'ConversationErrorEvent':
        session.endRun({ complete: false })
    }
  }

  return {
    /** A list is a session of its own where it says whose it is, or another one came before it. */
    begin(head, name) {
      const own = stringIn(head ?? {}, 'instance_id') ?? stringIn(head ?? {}, 'conversation_id')
      if (name !== null && (own !== null || current !== null)) begin(ids.give(own ?? fallback))
    },
    take(event, line) {
      if (!isEvent(event)) {
        skip(line, 'no event of OpenHands')
        return
      }
      const session = current ?? begin(ids.give(fallback))
      const id = stringIn(event, 'id') ?? `on line ${line}`
      at = timeOf(event) ?? at
      if (!seen.has(id)) take(event, id, session, line)
      seen.add(id)
    },
    finish() {
      current?.endRun()
    },
  }
}

/** A conversation is called by its folder where the file's name is any conversation's. */
function nameOf(file: string): string {
  const name = idOfFile(file)
  const folder = basename(dirname(file))
  const isGenericName = /^(?:trajectory|events|history|output|session)$/.test(name)
  return isGenericName && folder !== '' && folder !== '.' ? folder : name
}

/** A time without a zone counts as UTC. */
function timeOf(event: JsonObject): Date | null {
  const time = stringIn(event, 'timestamp') ?? ''
  return momentOf(/(?:Z|[+-]\d\d:?\d\d)$/.test(time) ? time : `${time}Z`)
}

function textOf(content: unknown): string {
  return textsIn(content).join('\n')
}

/** The action as the program read it; where it could not, the arguments as the model wrote them. */
function inputOf(event: JsonObject, made: JsonObject): unknown {
  const action = objectIn(event, 'action')
  if (action !== null)
    return Object.fromEntries(Object.entries(action).filter(([key, each]) => key !== 'kind' && each !== null))
  const written = stringIn(made, 'arguments') ?? stringIn(objectIn(made, 'function') ?? {}, 'arguments')
  return written === null ? {} : (parsedJson(written) ?? written)
}

/** A command that failed is no error for the program: its exit code says so, which is -1 where it is not over. */
function okOf(found: JsonObject): boolean | null {
  const kind = stringIn(found, 'kind') ?? ''
  if (found['is_error'] === true || found['error'] === true || stringIn(found, 'error') !== null) return false
  if ('exit_code' in found || /^(?:Terminal|ExecuteBash)/.test(kind)) {
    const code = found['exit_code'] ?? objectIn(found, 'metadata')?.['exit_code']
    return typeof code === 'number' && code !== -1 ? code === 0 : null
  }
  return found['is_error'] === false || /^(?:TaskTracker|FileEditor|StrReplace)/.test(kind) ? true : null
}
