/**
 * One completion on one page: what a reader of meaning is shown. Built from the events alone, the same text for the same
 * input; neither the rules' verdict nor the agent's reasoning stands on it. What it leaves out, the reader cannot know.
 */

import { createHash } from 'node:crypto'
import { type CallWork, cameToNothing, filesWrittenBy, type Work } from '../facts/work/work.js'
import { wordsIn } from '../list/carried-on.js'
import { filesNamedIn, isNamed, normalizePath } from '../promise/named-files.js'
import type { CompletionAudit, Finding } from '../result.js'
import { question } from './question.js'
import { cutText, type SessionStep } from './session-steps.js'

/** One page with what it is about, as `pages` writes it. */
export interface Page {
  /** A digest of session, item and mark: the same completion has the same id in every run. */
  readonly id: string
  /** The session's id. */
  readonly session: string
  /** The item's id. */
  readonly item: string
  /** The id of the completing call. */
  readonly call: string
  /** The seq of the completing update. */
  readonly seq: number
  /** The turn of the mark. */
  readonly turn: number
  /** The item's text. */
  readonly text: string
  /** The page. */
  readonly page: string
  /** What is asked about it. */
  readonly question: string
}

/** What a page is made of. */
export interface PageSource {
  /** The session's id. */
  readonly session: string
  /** Its steps, in order. */
  readonly steps: readonly SessionStep[]
  /** Its work, in order, for what its calls did. */
  readonly work: readonly Work[]
  /** What the list says of an item beside its text, as it stood at a seq; empty where it says nothing. */
  readonly descriptionAt: (key: string, seq: number) => string
  /** Takes secrets out of a text. */
  readonly redact: (text: string) => string
}

/** UTF-16 units of a page, about the bytes of English text. The size that was measured best. */
export const usualPageSize = 12_000

/** So many steps before the start and behind the mark are looked at. */
const before = 12
const behind = 25

/** Of a long span its first and last steps are looked at, and what weighs most between them. */
const longestSpan = 400

/** How much of a step is shown, by how telling it is: characters of its input and of its output. */
const sizes = [
  { input: 60, output: 60 },
  { input: 120, output: 120 },
  { input: 320, output: 240 },
  { input: 700, output: 500 },
  { input: 1600, output: 1200 },
] as const

/** The id of a completion's page: a digest of the session, the item and the mark. */
export function pageIdOf(
  session: string,
  { key, seq, call }: Pick<CompletionAudit, 'key' | 'seq' | 'call'>,
): string {
  return createHash('sha256')
    .update(JSON.stringify([session, key, seq, call]))
    .digest('hex')
    .slice(0, 20)
}

/** Makes the pages of a session's completions. */
export class PageMaker {
  readonly #source: PageSource
  readonly #calls: ReadonlyMap<number, CallWork>
  readonly #most: number

  /** @param most the size of a page, in UTF-16 units */
  constructor(source: PageSource, most: number = usualPageSize) {
    this.#source = source
    this.#most = most
    this.#calls = new Map(source.work.flatMap((piece) => (piece.kind === 'call' ? [[piece.seq, piece]] : [])))
  }

  /** @param findings those about the completion: what they rest on is shown */
  pageOf(completion: CompletionAudit, findings: readonly Finding[]): Page {
    const { session, redact } = this.#source
    const { item, call, seq, turn } = completion
    const text = redact(completion.text)
    const id = pageIdOf(session, completion)
    return { id, session, item, call, seq, turn, text, page: this.#text(completion, findings), question }
  }

  #text(completion: CompletionAudit, findings: readonly Finding[]): string {
    const { steps } = this.#source
    const mark = lastUpTo(steps, completion.seq)
    const start = Math.max(0, lastUpTo(steps, (completion.started ?? completion.added).seq))
    const head = this.#head(completion, mark)
    const places = spanOf(start - before, start, mark, Math.min(steps.length - 1, mark + behind))
    const cited = new Set([
      ...completion.facts.map((entry) => entry.seq),
      ...findings.flatMap(({ evidence }) => evidence),
    ])
    for (const [place, step] of steps.entries()) if (cited.has(step.seq)) places.add(place)
    const about = aboutOf(completion)
    const chosen = [...places]
      .sort((a, b) => a - b)
      .flatMap((place) => {
        const step = steps[place]
        if (step === undefined) return []
        const position = { fromMark: place - mark, inSpan: place >= start && place <= mark }
        const weight =
          step.seq === completion.seq ? Infinity : this.#weight(step, position, cited.has(step.seq), about)
        return [{ place, step, weight }]
      })
    const body = this.#body(chosen, completion.seq, this.#most - head.length - 200)
    const content = `${head}\n\n${body}`
    const boundary = createHash('sha256').update(content).digest('hex').slice(0, 24)
    return `<<<recorded data ${boundary}\n${content}\nend of recorded data ${boundary}>>>`
  }

  /** The item and its life, and what the user asked for. */
  #head({ text, item, key, added, started, turn, seq }: CompletionAudit, mark: number): string {
    const { steps, redact, descriptionAt } = this.#source
    const description = descriptionAt(key, seq)
    const when = (name: string, at: { readonly turn: number; readonly seq: number } | null): string =>
      at === null ? `${name}: never` : `${name}: turn ${at.turn}, ${placeOf(steps[lastUpTo(steps, at.seq)])}`
    const requests = steps.slice(0, mark + 1).filter(({ kind }) => kind === 'user')
    const [first] = requests
    const latest = requests.at(-1)
    return [
      `ITEM #${oneLine(item)}: ${oneLine(redact(text))}`,
      ...(description === '' ? [] : [`ITS DESCRIPTION: ${quotedText(description, 700)}`]),
      [when('listed', added), when('started', started), when('marked as completed', { turn, seq })].join(
        '; ',
      ),
      ...(first === undefined ? [] : [`FIRST REQUEST (${placeOf(first)}): ${quotedText(first.input, 600)}`]),
      ...(latest === undefined || latest === first
        ? []
        : [`LATEST REQUEST BEFORE THE MARK (${placeOf(latest)}): ${quotedText(latest.input, 400)}`]),
      'STEPS, in their order. What the agent says is marked as its words.',
    ].join('\n')
  }

  /** How telling a step is. The order of the reasons is that of their weights. */
  #weight(
    step: SessionStep,
    { fromMark, inSpan }: { readonly fromMark: number; readonly inSpan: boolean },
    isCited: boolean,
    about: About,
  ): number {
    const call = this.#calls.get(step.seq)
    const shared = sharedWith(about, step)
    const distance = Math.abs(fromMark) <= 3 ? 1.5 : Math.abs(fromMark) <= 12 ? 0.7 : 0
    // What lies between start and mark is the item's own time; what lies around it mostly is another item's.
    const near = inSpan ? 2 + distance : fromMark > 0 && fromMark <= 6 ? 0.7 : 0
    const words = shared * 3
    if (step.kind === 'list') return 0.5 + near
    if (step.kind === 'user') return 1 + near + words
    if (step.kind === 'agent') return 0.6 + near + words
    if (step.kind !== 'call' || call === undefined) return 0.3 + near
    const { checks, effect } = call.description
    const named = call.description.files.some(({ path }) =>
      about.files.some((file) => isNamed(normalizePath(path), file)),
    )
    return (
      near +
      words +
      (isCited ? 4 : 0) +
      (named ? 3 : 0) +
      (checks.length > 0 ? 3 : 0) +
      (cameToNothing(call.outcome) || step.ok === false ? 2 : 0) +
      (filesWrittenBy(call).length > 0 ? 1.5 : effect === 'execute' ? 1 : 0)
    )
  }

  /** The steps at the sizes that fit: all of them small first, then the most telling ones larger and larger. */
  #body(chosen: readonly WeighedStep[], markSeq: number, room: number): string {
    const byWeight = chosen
      .map((_, index) => index)
      .sort((a, b) => compared(chosen[b]?.weight ?? 0, chosen[a]?.weight ?? 0) || a - b)
    const levels = new Map<number, number>()
    const textAt = (index: number, level: number): string => {
      const entry = chosen[index]
      return entry === undefined ? '' : this.#stepText(entry.step, level, markSeq)
    }
    let left = room
    // Everything small first, which decides who is shown at all; then the telling steps larger; then what still fits.
    for (const isTellingOnly of [true, false]) {
      for (let level = 0; level < sizes.length; level += 1) {
        for (const index of byWeight) {
          const known = levels.get(index)
          if (known === undefined ? level > 0 : known !== level - 1) continue
          if (isTellingOnly && (chosen[index]?.weight ?? 0) < fromWeight(level)) continue
          const cost = textAt(index, level).length - (known === undefined ? -1 : textAt(index, known).length)
          if (cost > left) continue
          left -= cost
          levels.set(index, level)
        }
      }
    }
    return this.#withGaps(chosen, levels, textAt)
  }

  #withGaps(
    chosen: readonly WeighedStep[],
    levels: ReadonlyMap<number, number>,
    textAt: (index: number, level: number) => string,
  ): string {
    const { steps } = this.#source
    const lines: string[] = []
    let next = chosen[0]?.place ?? 0
    for (const [index, { place }] of chosen.entries()) {
      const level = levels.get(index)
      if (level === undefined) continue
      if (place > next) lines.push(gapText(steps.slice(next, place)))
      lines.push(textAt(index, level))
      next = place + 1
    }
    const end = (chosen.at(-1)?.place ?? -1) + 1
    if (next < end) lines.push(gapText(steps.slice(next, end)))
    if (end < steps.length) lines.push(`… the session goes on for ${steps.length - end} steps`)
    return lines.join('\n')
  }

  #stepText(step: SessionStep, level: number, markSeq: number): string {
    const { input, output } = sizes[level] ?? sizes[0]
    const where = `[turn ${step.turn}, ${placeOf(step)}]`
    switch (step.kind) {
      case 'list': {
        const isMark = step.seq === markSeq
        return `${isMark ? '>>> THE MARK ' : ''}${where} the list was changed: ${quotedText(step.input, isMark ? 700 : input * 2)}`
      }
      case 'agent':
        return `${where} the agent's words: ${quotedText(step.input, input)}`
      case 'user':
        return `${where} the user: ${quotedText(step.input, input * 2)}`
      case 'reminder':
        return `${where} a reminder: ${quotedText(step.input, 100)}`
      case 'compaction':
        return `${where} the conversation was compacted: ${quotedText(step.input, input)}`
      case 'call':
        return `${where} ${oneLine(step.tool).slice(0, 80)} (call …${oneLine(step.call).slice(-6)}): ${quotedText(step.input, input)}\n    ${this.#resultText(step, output)}`
    }
  }

  #resultText(step: SessionStep, most: number): string {
    if (step.output === null) return 'result: not in the log'
    const state = step.ok === null ? '' : step.ok ? ', recorded as ok' : ', recorded as failed'
    const shown = quotedText(step.output, most)
    const line = this.#calls.get(step.seq)?.outcome?.line ?? null
    // The line that decides may stand in the part that is cut out.
    const kept =
      line !== null && !shown.includes(line.slice(0, 60))
        ? ` [in it: ${oneLine(this.#source.redact(line))}]`
        : ''
    return `result${state}: ${shown === '' ? '(empty)' : shown}${kept}`
  }
}

/**
 * A recorded text of at most about so many characters. Each of its further lines begins with a bar: nothing that was
 * recorded can begin a line of the page, as a step, the mark and the boundary do.
 */
function quotedText(text: string, most: number): string {
  return cutText(text, most).replace(lineBreak, '\n  | ')
}

function oneLine(text: string): string {
  return text.replace(lineBreak, ' ')
}

/** Whatever begins a new line somewhere. */
const lineBreak = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g

/** Two weights, of which one or both may be without bound. */
function compared(one: number, other: number): number {
  return one === other ? 0 : one > other ? 1 : -1
}

/** A step with how telling it is. */
interface WeighedStep {
  readonly place: number
  readonly step: SessionStep
  readonly weight: number
}

/** What an item is about. */
interface About {
  readonly words: ReadonlySet<string>
  readonly files: readonly string[]
}

function aboutOf({ text }: CompletionAudit): About {
  return { words: wordsIn(text), files: filesNamedIn(text).map(normalizePath) }
}

/** The share of the item's words that the step holds, 0 to 1. */
function sharedWith({ words }: About, { input, output }: SessionStep): number {
  if (words.size === 0) return 0
  const held = wordsIn(`${input}\n${output ?? ''}`)
  return [...words].filter((word) => held.has(word)).length / words.size
}

/** From which weight a step is shown at a size; everything at the smallest two. */
function fromWeight(level: number): number {
  return [0, 1, 3, 4.5, 6][level] ?? 0
}

/** The places from some steps before the start to some behind the mark; of a long span its two ends. */
function spanOf(from: number, start: number, mark: number, to: number): Set<number> {
  const places = new Set<number>()
  const half = longestSpan / 2
  for (let place = Math.max(0, from); place <= to; place += 1) {
    if (place > start + half && place < mark - half) continue
    places.add(place)
  }
  return places
}

/** The place of the last step up to a seq, or -1. */
function lastUpTo(steps: readonly SessionStep[], seq: number): number {
  let low = 0
  let high = steps.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((steps[middle]?.seq ?? 0) <= seq) low = middle + 1
    else high = middle
  }
  return low - 1
}

function placeOf(step: SessionStep | undefined): string {
  if (step === undefined) return 'before the log'
  return step.line === null ? `event ${step.seq}` : `line ${step.line}`
}

/** What is left out, never silently. */
function gapText(left: readonly SessionStep[]): string {
  const calls = left.filter(({ kind }) => kind === 'call')
  const tools = [...new Set(calls.map(({ tool }) => oneLine(tool).slice(0, 40)))].slice(0, 6).join(', ')
  if (calls.length === 0) return `… ${left.length} steps left out`
  const others = left.length - calls.length
  return `… ${calls.length} calls left out: ${tools}${others > 0 ? `; and ${others} other steps` : ''}`
}
