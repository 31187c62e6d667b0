/** The step at an event stands with its neighbours, whatever turns it is told in. */

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { runs } from '../../../test/random.js'
import type { ReplayEvent, TurnReplay } from '../src/session-view/session-replay.js'
import { stepsAround, stepsOf } from '../src/session-view/steps.js'

const event = (seq: number, kind: ReplayEvent['kind'] = 'call'): ReplayEvent => ({ kind, seq, text: '' })

it('gives the step at an event, the one before it and the one after it', () => {
  const seqs = fc.uniqueArray(fc.nat({ max: 60 }), { minLength: 1, maxLength: 30 })
  fc.assert(
    fc.property(seqs, fc.nat({ max: 60 }), fc.nat({ max: 30 }), (given, seq, cutAt) => {
      // Turns that are under way together tell their events out of order.
      const parts = [given.slice(0, cutAt), given.slice(cutAt)]
      const turns = parts.map(
        (part, turn): TurnReplay => ({
          turn,
          at: '',
          seqs: [0, 0],
          list: 0,
          events: [...part.map((each) => event(each)), event(100, 'yield')],
        }),
      )
      const sorted = given.toSorted((one, other) => one - other)
      const at = Math.max(
        0,
        sorted.findLastIndex((each) => each <= seq),
      )
      const around = stepsAround(stepsOf(turns), seq).map((step) => step.event.seq)
      expect(around).toEqual(sorted.filter((_, place) => Math.abs(place - at) <= 1))
    }),
    { numRuns: runs(200) },
  )
})
