/** What responses cost, as `base_state.json` beside the events says it. Shapes: docs/sources/openhands.md. */

import { basename, dirname, join } from 'node:path'
import { arrayIn, isObject, objectIn, objectsOf, stringIn } from '../../json-value.js'
import { statedUsage, type TokenUsage } from '../../token-usage.js'
import { jsonOf } from '../session-files.js'

/** What responses cost, by their ids. */
export type SpentByResponse = ReadonlyMap<string, TokenUsage>

/** What the responses of a conversation cost. @param folder where its events are */
export async function spentIn(folder: string): Promise<SpentByResponse> {
  const conversation = basename(folder) === 'events' ? dirname(folder) : folder
  const state = await jsonOf(join(conversation, 'base_state.json'))
  const stats = isObject(state) ? (objectIn(state, 'stats') ?? {}) : {}
  const spent = new Map<string, TokenUsage>()
  for (const metrics of Object.values(objectIn(stats, 'usage_to_metrics') ?? {})) {
    if (!isObject(metrics)) continue
    const tokens = objectsOf(arrayIn(metrics, 'token_usages'))
    const costs = objectsOf(arrayIn(metrics, 'costs'))
    for (const [index, each] of tokens.entries()) {
      const response = stringIn(each, 'response_id')
      const usage = statedUsage({
        input: [each['prompt_tokens']],
        output: [each['completion_tokens']],
        cacheRead: [each['cache_read_tokens']],
        cacheWrite: [each['cache_write_tokens']],
        // A cost names no response: where each has one, they stand in the same order.
        cost: costs.length === tokens.length ? [costs[index]?.['cost']] : [],
      })
      if (response !== null && response !== '' && usage !== null) spent.set(response, usage)
    }
  }
  return spent
}
