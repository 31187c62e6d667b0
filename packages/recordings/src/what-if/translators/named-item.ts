/** Making a recorded call of a single-item tool again: the item that it names may have another id on this side. */

import { isObject } from '../../json-value.js'
import type { CarriedItem } from '../carried-intent.js'
import type { Carry, PlannedCall } from '../translator.js'
import { quoted } from './quoted.js'

/**
 * The call with the id that its item has on this side. An item that is not there keeps its recorded id, for the
 * profile to refuse, unless another item has that id now: then the call can't be made.
 * @param field the property of the input that names the item
 */
export function* renamed(carry: Carry, item: CarriedItem, field: string): Generator<PlannedCall> {
  const { recorded, counterparts } = carry
  const state = carry.state()
  const found = counterparts.of(item, state)
  const input = isObject(recorded.input) ? recorded.input : {}
  if (found === undefined) {
    carry.dangling(item)
    if (state.items.some(({ id }) => id === item.id)) {
      carry.cannot(
        `item ${quoted(item.text)} is not in the list, and its id ${quoted(item.id)} is another item's`,
      )
    } else yield recorded
    return
  }
  const isSame = found.id === item.id
  yield isSame ? recorded : { tool: recorded.tool, input: { ...input, [field]: found.id } }
}
