// An event as text and back, beside JSON.
import { decodeEvent, encodeEvent } from '@todo-ledger/core'
import { compare, mustBeEqual, ratio, took } from '../contenders.mjs'
import { figure } from '../figures.mjs'
import { workedEvents } from '../todo-events.mjs'

export const codec = {
  name: 'codec',
  async figures({ quick, rounds }) {
    const events = []
    // Read from their texts, as those of a store are: what is put together with spreads is slow to read for anybody.
    for await (const event of workedEvents(quick ? 200 : 1_500)) events.push(decodeEvent(encodeEvent(event)))
    const texts = events.map((event) => encodeEvent(event))
    const json = events.map((event) => JSON.stringify(event))
    mustBeEqual('codec', {
      given: events,
      ours: texts.map((text) => decodeEvent(text)),
      json: json.map(parsed),
    })
    const over = (list, make) => () => {
      for (let time = 0; time < 20; time += 1) for (const each of list) make(each)
      return list.length * 20
    }
    const times = await compare(
      {
        encode: over(events, (event) => encodeEvent(event)),
        stringify: over(events, (event) => JSON.stringify(event)),
        decode: over(texts, (text) => decodeEvent(text)),
        parse: over(json, parsed),
      },
      { rounds, warm: 3 },
    )
    const row = (id, what, goal, ours, other) =>
      figure({
        id: `codec/${id}`,
        what,
        goal,
        value: ratio(times, ours, other),
        ours: took(times, ours),
        other: `JSON ${took(times, other)}`,
        by: 'CPU',
        remark: `${Math.round(texts.join('').length / texts.length)} characters an event`,
      })
    return [
      row('encode', 'encode an event ÷ JSON.stringify', '≤ 1.1 ×', 'encode', 'stringify'),
      row('decode', 'decode an event ÷ JSON.parse', '≤ 1.3 ×', 'decode', 'parse'),
    ]
  },
}

function parsed(text) {
  const event = JSON.parse(text)
  event.at = new Date(event.at)
  return event
}
