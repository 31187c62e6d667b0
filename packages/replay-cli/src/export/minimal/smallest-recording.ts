/** Takes from a recording what it can do without, as long as a finding stays. */

import { type CaseRecording, callsOf, sizeOf, withCalls } from './case-recording.js'
import { fewest } from './fewest.js'
import { itemsIn, withItems } from './listed-items.js'
import { type RecordingText, textsIn, withTexts } from './recording-texts.js'

/** Says whether a recording still has what matters. */
export type Holds = (recording: CaseRecording) => Promise<boolean>

/**
 * The smallest recording that still holds: no line, no call and no item can be left out of it by itself, and its texts
 * are as short as they may be.
 * @param recording one that holds; @param turn the turn after which nothing should matter
 */
export async function smallestRecording(
  recording: CaseRecording,
  turn: number,
  holds: Holds,
): Promise<CaseRecording> {
  // Short texts first, if that goes at once: what is tried after that is tried faster.
  let smallest = await withoutTexts(await beforeTheEnd(recording, turn, holds), holds)
  for (;;) {
    const before = sizeOf(smallest).characters
    smallest = await fewerEntries(smallest, holds)
    smallest = await fewerCalls(smallest, holds)
    smallest = await fewerItems(smallest, holds)
    smallest = await fewerTexts(smallest, holds)
    if (sizeOf(smallest).characters === before) break
  }
  return shorterTexts(smallest, holds)
}

/** Without what came after the turn, where that holds: most rules look back. */
async function beforeTheEnd(recording: CaseRecording, turn: number, holds: Holds): Promise<CaseRecording> {
  const last = recording.entries.findIndex((entry) => 'turn' in entry && entry.turn > turn)
  if (last === -1) return recording
  const sooner = { ...recording, entries: recording.entries.slice(0, last) }
  return (await holds(sooner)) ? sooner : recording
}

async function fewerEntries(recording: CaseRecording, holds: Holds): Promise<CaseRecording> {
  const { header } = recording
  const entries = await fewest(recording.entries, (fewer) => holds({ header, entries: fewer }))
  return { header, entries }
}

async function fewerCalls(recording: CaseRecording, holds: Holds): Promise<CaseRecording> {
  const all = recording.entries.flatMap(callsOf)
  const calls = await fewest(all, (fewer) => holds(withCallsOf(recording, fewer)))
  return withCallsOf(recording, calls)
}

function withCallsOf({ header, entries }: CaseRecording, calls: ReturnType<typeof callsOf>): CaseRecording {
  const kept = new Set(calls)
  return {
    header,
    entries: entries.map((entry) => {
      const before = callsOf(entry)
      const some = before.filter((call) => kept.has(call))
      return some.length === before.length ? entry : withCalls(entry, some)
    }),
  }
}

async function fewerItems(recording: CaseRecording, holds: Holds): Promise<CaseRecording> {
  const items = await fewest(itemsIn(recording), (fewer) => holds(withItems(recording, fewer)))
  return withItems(recording, items)
}

/** All texts at their shortest, where that holds. */
async function withoutTexts(recording: CaseRecording, holds: Holds): Promise<CaseRecording> {
  const short = withShortest(recording, textsIn(recording))
  return (await holds(short)) ? short : recording
}

/** All texts at their shortest but for those that are needed. */
async function fewerTexts(recording: CaseRecording, holds: Holds): Promise<CaseRecording> {
  const texts = textsIn(recording)
  const without = (needed: readonly RecordingText[]): CaseRecording => {
    const kept = new Set(needed)
    return withShortest(
      recording,
      texts.filter((text) => !kept.has(text)),
    )
  }
  return without(await fewest(texts, (fewer) => holds(without(fewer))))
}

function withShortest(recording: CaseRecording, texts: readonly RecordingText[]): CaseRecording {
  return withTexts(
    recording,
    texts.map(({ path, least }) => ({ path, text: least })),
  )
}

/** Each text that is needed, without the lines of it that are not, and cut to the words that are. */
async function shorterTexts(recording: CaseRecording, holds: Holds): Promise<CaseRecording> {
  let shortest = recording
  for (const { path, text } of textsIn(recording)) {
    const base = shortest
    const asText = (shorter: string): CaseRecording => withTexts(base, [{ path, text: shorter }])
    const lines = await fewest(text.split('\n'), (fewer) => holds(asText(fewer.join('\n'))))
    shortest = asText(await excerpt(lines.join('\n'), (shorter) => holds(asText(shorter))))
  }
  return shortest
}

/** The text without the words before and behind those that are needed; none is left out between them. */
async function excerpt(text: string, holds: (shorter: string) => Promise<boolean>): Promise<string> {
  const words = text.split(/(?<=\s)/)
  let [start, end] = [0, words.length]
  const cutsTo = async (from: number, to: number): Promise<boolean> => {
    if (from >= to || !(await holds(words.slice(from, to).join('').trim()))) return false
    start = from
    end = to
    return true
  }
  for (let step = words.length >> 1; step > 0; ) if (!(await cutsTo(start, end - step))) step >>= 1
  for (let step = words.length >> 1; step > 0; ) if (!(await cutsTo(start + step, end))) step >>= 1
  return start === 0 && end === words.length ? text : words.slice(start, end).join('').trim()
}
