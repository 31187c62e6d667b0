/**
 * LangChain writes a message in three ways: as it is (`{type, content, …}`), as `messages_to_dict` does
 * (`{type, data: {content, …}}`), and as `dumpd` does (`{lc, type: "constructor", id: […, "AIMessage"], kwargs}`).
 */

import { arrayIn, type JsonObject, objectIn, stringIn } from '../../json-value.js'

/** What the classes of messages are called as a type. */
const types: ReadonlyMap<string, string> = new Map([
  ['HumanMessage', 'human'],
  ['AIMessage', 'ai'],
  ['ToolMessage', 'tool'],
  ['FunctionMessage', 'function'],
  ['SystemMessage', 'system'],
  ['RemoveMessage', 'remove'],
])

/** The message in its wrapper, its role in `type`. */
export function plainMessage(value: JsonObject): JsonObject {
  const kwargs = objectIn(value, 'kwargs')
  if (kwargs !== null && stringIn(value, 'type') === 'constructor') {
    return { ...kwargs, type: typeOf(arrayIn(value, 'id').at(-1)) }
  }
  const data = objectIn(value, 'data')
  if (data !== null && stringIn(value, 'role') === null && 'content' in data) {
    return { ...data, type: typeOf(value['type']) }
  }
  const type = stringIn(value, 'type')
  return type?.endsWith('Chunk') === true ? { ...value, type: typeOf(type) } : value
}

function typeOf(name: unknown): string {
  const whole = typeof name === 'string' ? name.replace(/Chunk$/, '') : ''
  return types.get(whole) ?? whole
}
