/** A session under another profile, ready to be stepped through beside what was recorded. */

import type { Profile, TodoItem } from '@todo-ledger/core'
import { type SessionEvent, type WhatIfAttempt, type WhatIfResult, whatIf } from '@todo-ledger/recordings'
import { Failure } from '../failure.js'
import { openSource, type ReadOptions } from '../sources/open-source.js'
import { listOf } from '../sources/read-options.js'
import type { Source } from '../sources/source.js'
import { differs } from '../what-if/what-if-text.js'

type WhatIfItems = readonly Pick<TodoItem, 'key' | 'id' | 'text' | 'status' | 'reason'>[]

/** A list with the turn that it first stood at the end of. */
interface WhatIfList {
  readonly turn: number
  readonly items: WhatIfItems
}

/** A session under another profile, turn by turn. */
export class WhatIfReplay {
  readonly result: WhatIfResult
  /** The turns in which something would have come out otherwise, in order. */
  readonly differences: readonly number[]
  readonly #lists: readonly WhatIfList[]

  constructor(result: WhatIfResult, lists: readonly WhatIfList[]) {
    this.result = result
    this.#lists = lists
    const turns = result.attempts.filter(differs).map(({ turn }) => turn)
    this.differences = [...new Set(turns)].sort((one, other) => one - other)
  }

  /** The list as it would have stood at the end of a turn. */
  itemsAt(turn: number): WhatIfItems {
    return this.#lists.findLast((list) => list.turn <= turn)?.items ?? []
  }

  /** The calls of todo tools in a turn. */
  attemptsIn(turn: number): readonly WhatIfAttempt[] {
    return this.result.attempts.filter((attempt) => attempt.turn === turn)
  }

  /** What would have been said after a turn: reminders, and that it should go on. */
  remindersAfter(turn: number): readonly string[] {
    const { nags, continuations } = this.result
    return [
      ...nags.filter((nag) => nag.turn === turn).map(({ text }) => `would remind: ${text}`),
      ...continuations
        .filter((each) => each.turn === turn)
        .map(({ cause, prompt }) => `would continue (${cause}): ${prompt}`),
    ]
  }
}

/**
 * What becomes of the one session of a source that is read.
 * @throws Failure `no-session`, and those of reading the source
 */
export async function whatIfReplay(
  source: Source,
  reading: ReadOptions,
  profile: Profile,
): Promise<WhatIfReplay> {
  const replays = await listOf(
    openSource(source, reading, () => {
      const lists: WhatIfList[] = []
      const events: SessionEvent[] = []
      return {
        take: (passed) => events.push(passed),
        async finish() {
          const onList = (turn: number, items: WhatIfItems): unknown => lists.push({ turn, items })
          return new WhatIfReplay(await whatIf(events, { profile, onList }), lists)
        },
      }
    }),
  )
  const replay = replays.at(-1)
  if (replay !== undefined) return replay
  throw new Failure('no-session', `The session ${JSON.stringify(reading.session)} is not there any more.`)
}
