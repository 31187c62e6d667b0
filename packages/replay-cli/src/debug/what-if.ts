/** A session under another profile, ready to be stepped through beside what was recorded. */

import type { Profile, TodoItem } from '@todo-ledger/core'
import { type SessionEvent, type WhatIfAttempt, type WhatIfResult, whatIf } from '@todo-ledger/recordings'
import { Failure } from '../failure.js'
import { openSource, type ReadOptions } from '../sources/open-source.js'
import { listOf } from '../sources/read-options.js'
import type { Source } from '../sources/source.js'
import { differs } from '../what-if/what-if-text.js'

/** The items of a list under another profile. */
export type WhatIfItems = readonly Pick<TodoItem, 'key' | 'id' | 'text' | 'status' | 'reason'>[]

/** A session under another profile, turn by turn. */
export class WhatIfReplay {
  /** What became of it. */
  readonly result: WhatIfResult
  /** The turns in which something would have come out otherwise, in order. */
  readonly differences: readonly number[]
  readonly #lists: readonly { readonly turn: number; readonly items: WhatIfItems }[]
  readonly #attempts = new Map<number, WhatIfAttempt[]>()
  readonly #reminders = new Map<number, string[]>()

  /** @param result what became of it; @param lists each list with the turn that it first stood at the end of */
  constructor(
    result: WhatIfResult,
    lists: readonly { readonly turn: number; readonly items: WhatIfItems }[],
  ) {
    this.result = result
    this.#lists = lists
    for (const attempt of result.attempts) add(this.#attempts, attempt.turn, attempt)
    for (const { turn, text } of result.nags) add(this.#reminders, turn, `would remind: ${text}`)
    for (const { turn, cause, prompt } of result.continuations)
      add(this.#reminders, turn, `would continue (${cause}): ${prompt}`)
    const turns = result.attempts.filter(differs).map(({ turn }) => turn)
    this.differences = [...new Set(turns)].sort((one, other) => one - other)
  }

  /** The list as it would have stood at the end of a turn. */
  itemsAt(turn: number): WhatIfItems {
    return this.#lists.findLast((list) => list.turn <= turn)?.items ?? []
  }

  /** The calls of todo tools in a turn. */
  attemptsIn(turn: number): readonly WhatIfAttempt[] {
    return this.#attempts.get(turn) ?? []
  }

  /** The nags and continuations that would have come after a turn. */
  remindersAfter(turn: number): readonly string[] {
    return this.#reminders.get(turn) ?? []
  }

  /** True where something of the turn would have come out otherwise. */
  differsIn(turn: number): boolean {
    return this.attemptsIn(turn).some(differs)
  }
}

function add<Value>(map: Map<number, Value[]>, turn: number, value: Value): void {
  const known = map.get(turn)
  if (known === undefined) map.set(turn, [value])
  else known.push(value)
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
      const lists: { readonly turn: number; readonly items: WhatIfItems }[] = []
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
