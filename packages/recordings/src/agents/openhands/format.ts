/** The events of OpenHands' SDK. Shapes: docs/sources/agents.md#openhands. */

import { basename, dirname } from 'node:path'
import { textsIn } from '../../content-texts.js'
import { addNew, idOfFile, UniqueIds } from '../../ids.js'
import { type JsonObject, momentOf, objectIn, parsedJson, stringIn } from '../../json.js'
import { RecordedSession } from '../../recorded-session.js'
import type { ReadContext, RecordingFormat, RecordReader } from '../../recording.js'
import type { TokenUsage } from '../../token-usage.js'

export const eventFormat: RecordingFormat = {
  name: 'openhands',
  certaintyOf: (record) => (isEvent(record) ? 1 : 0),
  reader: (context) => eventReader(context, new Map()),
}

export function isEvent(record: JsonObject): boolean {
  const kind = stringIn(record, 'kind') ?? ''
  return (
    stringIn(record, 'source') !== null && /^(?:\w+Event|Condensation\w*|UserRejectObservation)$/.test(kind)
  )
}

/** Reads the events of a conversation. @param spent what responses cost, by their ids, where it stands beside the events */
export function eventReader(
  { file, steps, skip }: ReadContext,
  spent: ReadonlyMap<string, TokenUsage>,
): RecordReader {
  const session = new RecordedSession({ id: nameOf(file), profile: 'openhands' }, steps)
  const seen = new Set<string>()
  /** The calls that wait, by their ids and by their events'. */
  const open = new Map<string, string>()
  const calls = new UniqueIds()
  let at = new Date(0)

  const take = (event: JsonObject, id: string, line: number): void => {
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
    take(event, line) {
      if (!isEvent(event)) {
        skip(line, 'no event of OpenHands')
        return
      }
      const id = stringIn(event, 'id') ?? `on line ${line}`
      at = timeOf(event) ?? at
      if (addNew(seen, id)) take(event, id, line)
    },
    finish() {
      session.endRun()
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
