/** Drives a session under another profile as it is read, and keeps the list that it would have had at each turn. */

import type { Profile } from '@todo-ledger/core'
import { profileNamed, WhatIfSession } from '@todo-ledger/recordings'
import { Failure } from '../failure.js'
import { openSource, type ReadOptions } from '../sources/open-source.js'
import { listOf } from '../sources/read-options.js'
import type { Source } from '../sources/source.js'
import { type WhatIfItems, WhatIfReplay } from './what-if-replay.js'

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
    openSource(source, reading, async ({ id, profile: from, events }) => {
      const lists: { readonly turn: number; readonly items: WhatIfItems }[] = []
      const driven = new WhatIfSession({
        session: id,
        recordedProfile: from,
        reader: profileNamed(from),
        profile,
        onList: (turn, items) => lists.push({ turn, items }),
      })
      for await (const passed of events) await driven.take(passed)
      return new WhatIfReplay(await driven.finish(), lists)
    }),
  )
  const replay = replays.at(-1)
  if (replay !== undefined) return replay
  throw new Failure('no-session', `The session ${JSON.stringify(reading.session)} is not there any more.`)
}
