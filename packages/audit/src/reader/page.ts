/**
 * One completion on one page: what a reader of meaning is shown. Built from the events alone, the same text for the same
 * input; neither the rules' verdict nor the agent's reasoning is on it. What it leaves out, the reader cannot know: the
 * steps that touch what the item names come first, then the rest of its time, then what was before.
 */

import { createHash } from 'node:crypto'
import type { CompletionAudit } from '../result.js'
import type { CallFacts } from './call-facts.js'
import { ItemWords, StepWords } from './item-words.js'
import { question } from './question.js'
import type { SessionStep } from './session-steps.js'
import { cutText, excerptOf, printsError } from './step-text.js'

/** One page with what it is about, as `audit --pages` writes it. */
export interface Page {
  /** A digest of session, item and mark: the same completion has the same id in every run. */
  readonly id: string
  readonly session: string
  readonly item: string
  readonly call: string
  readonly seq: number
  readonly turn: number
  readonly text: string
  readonly page: string
  /** What is asked about it. */
  readonly question: string
}

/** What a page is made of. */
interface PageSource {
  readonly session: string
  /** Its steps, in order. */
  readonly steps: readonly SessionStep[]
  /** What its calls did, by their seqs. */
  readonly facts: ReadonlyMap<number, CallFacts>
  /** What the list says of an item beside its text, as it stood at a seq; empty where it says nothing. */
  readonly descriptionAt: (key: string, seq: number) => string
  /** Takes secrets out of a text. */
  readonly redact: (text: string) => string
}

/** What a page asks of a completion. */
export type MarkedItem = Pick<
  CompletionAudit,
  'item' | 'key' | 'text' | 'turn' | 'seq' | 'added' | 'started' | 'call'
>

/** UTF-16 units of a page, about the bytes of English text. The size that was measured best. */
export const usualPageSize = 12_000

/** So many steps before the start are looked at whatever they are; of those before them the most telling ones. */
const before = 12
const mostEarlier = 8

/** So many steps behind the mark are looked at, and so many of them shown by a line where they tell nothing. */
const behind = 25
const mostBehind = 6

/** Steps of a long span that are looked at: the most telling ones. */
const mostSteps = 160

/** The characters that a step may take, from a line to its whole text. */
const sizes = [110, 200, 350, 600, 900, 1400, 2000, 2800, 4000] as const

/** A step that weighs one more gets so many times the room. */
const growth = 1.5

/**
 * Steps that are no calls: what a page says of them, how telling they are by themselves and by the share of the item's
 * words in them, and the characters that they may take. Success in the agent's own words proves nothing; where nothing
 * else was done, its words are the work, and may take more.
 */
const told = {
  list: { words: 'the list was changed', weight: 0.3, byShare: 0, most: 200 },
  reminder: { words: 'a reminder', weight: 0, byShare: 0, most: 110 },
  agent: { words: "the agent's words", weight: 0.5, byShare: 2, most: 220 },
  compaction: { words: 'the conversation was compacted', weight: 0.5, byShare: 3, most: 900 },
  user: { words: 'the user', weight: 1.2, byShare: 2, most: 600 },
  report: { words: 'a report to the agent', weight: 2, byShare: 3, most: 4000 },
} as const satisfies { readonly [K in Exclude<SessionStep['kind'], 'call'>]: object }

function digestOf(text: string, length: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, length)
}

/** A step with how telling it is, and the characters that it may take at most. */
interface Candidate {
  readonly place: number
  readonly step: SessionStep
  readonly weight: number
  readonly most: number
}

/** Makes the pages of a session's completions. */
export class PageMaker {
  readonly #source: PageSource
  readonly #words: StepWords
  readonly #size: number

  /** @param size of a page, in UTF-16 units */
  constructor(source: PageSource, size: number = usualPageSize) {
    this.#source = source
    this.#size = size
    this.#words = new StepWords(source.steps)
  }

  /** @param cited the seqs of what rules name about the completion */
  pageOf(marked: MarkedItem, cited: ReadonlySet<number> = new Set()): Page {
    const { session, redact } = this.#source
    const { item, key, call, seq, turn } = marked
    const text = redact(marked.text)
    const id = digestOf(JSON.stringify([session, key, seq, call]), 20)
    return { id, session, item, call, seq, turn, text, page: this.#page(marked, text, cited), question }
  }

  #page(marked: MarkedItem, text: string, cited: ReadonlySet<number>): string {
    const description = this.#source.descriptionAt(marked.key, marked.seq)
    const about = new ItemWords(text, description, this.#words)
    const head = this.#head(marked, text, description, about)
    const candidates = this.#candidates(marked, about, cited)
    const content = `${head}\n\n${this.#body(candidates, marked, about, this.#size - head.length - 150)}`
    const boundary = digestOf(content, 24)
    return `<<<recorded data ${boundary}\n${content}\nend of recorded data ${boundary}>>>`
  }

  /** The item and its life, and what the user asked for. */
  #head(
    { item, added, started, turn, seq }: MarkedItem,
    text: string,
    description: string,
    about: ItemWords,
  ) {
    const { steps } = this.#source
    const when = (name: string, at: { readonly turn: number; readonly seq: number } | null): string =>
      at === null ? `${name}: never` : `${name}: turn ${at.turn}, ${placeOf(steps[lastUpTo(steps, at.seq)])}`
    const requests = steps.slice(0, lastUpTo(steps, seq) + 1).filter(({ kind }) => kind === 'user')
    const times = [
      when('listed', added),
      when('started', started),
      when('marked as completed', { turn, seq }),
    ]
    const request = (name: string, step: SessionStep, most: number): string =>
      `${name} (${placeOf(step)}): ${quoted(excerptOf(step.input, most, about.inLine))}`
    return [
      `ITEM #${oneLine(item)}: ${oneLine(text)}`,
      ...(description === '' ? [] : [`ITS DESCRIPTION: ${quoted(cutText(description, 900))}`]),
      times.join('; '),
      ...requests.slice(0, 1).map((first) => request('FIRST REQUEST', first, 450)),
      ...requests
        .slice(1)
        .slice(-1)
        .map((latest) => request('LATEST REQUEST BEFORE THE MARK', latest, 400)),
      'STEPS, in their order. What the agent says is marked as its words. Of an edit the lines that differ are shown: - taken out, + put in.',
    ].join('\n')
  }

  /** The steps that may be shown, in their order. */
  #candidates(marked: MarkedItem, about: ItemWords, cited: ReadonlySet<number>): readonly Candidate[] {
    const { steps } = this.#source
    const mark = lastUpTo(steps, marked.seq)
    const start = Math.max(0, Math.min(mark, lastUpTo(steps, (marked.started ?? marked.added).seq)))
    const launches = this.#launches(start, mark)
    const acts = steps.slice(start, mark + 1).map(({ seq }) => this.#source.facts.get(seq))
    const isActless = !acts.some((facts) => facts !== undefined && facts.did !== 'look')
    const upToMark = steps.slice(0, mark + 1).map((step, place): Candidate => {
      if (step.seq === marked.seq) return { place, step, weight: Infinity, most: 900 }
      const named = Math.max(about.namedAt(place), launches.has(place) ? 1 : 0)
      const span = place < start ? -Math.min(1, (start - place) / before) : nearness(mark - place)
      const weight = this.#weight(step, named, about.shareAt(place)) + span + (cited.has(step.seq) ? 3 : 0)
      return { place, step, weight, most: this.#most(step, named, isActless && place >= start, about) }
    })
    const earlier = upToMark
      .slice(0, Math.max(0, start - before))
      .filter(
        ({ step, place }) =>
          this.#mayBeWork(step) && (about.namedAt(place) === 1 || about.shareAt(place) >= 0.6),
      )
    const near = upToMark.slice(Math.max(0, start - before))
    return [
      ...heaviest(earlier, mostEarlier),
      ...heaviest(near, mostSteps),
      ...this.#behind(mark, acts, about, isActless),
    ].sort((a, b) => a.place - b.place)
  }

  /** The calls that started the sub-agents and tasks that report back between start and mark. */
  #launches(start: number, mark: number): ReadonlySet<number> {
    const { steps } = this.#source
    const reports = steps.slice(start, mark + 1).filter(({ kind }) => kind === 'report')
    const ids = reports.flatMap(({ input }) =>
      [...input.matchAll(/<(?:task|tool-use)-id>([\w-]{6,})</g)].map(([, id = '']) => id),
    )
    const isLaunch = ({ kind, call, output }: SessionStep): boolean =>
      kind === 'call' && ids.some((id) => call === id || output?.slice(0, 400).includes(id) === true)
    return new Set(steps.slice(0, mark + 1).flatMap((step, place) => (isLaunch(step) ? [place] : [])))
  }

  #weight(step: SessionStep, named: number, share: number): number {
    const about = 4 * named + 3 * share
    if (step.kind === 'report') return told.report.weight + about
    if (step.kind !== 'call') return told[step.kind].weight + told[step.kind].byShare * share
    const facts = this.#source.facts.get(step.seq)
    const look = asks.test(step.input) ? 0.5 : -0.5
    const did = { check: 2.5, change: 2, delegate: 1.5, run: 0.8, look }[facts?.did ?? 'look']
    return did + about + (facts?.failed === true || step.ok === false ? 1 : 0)
  }

  /** The characters that a step before the mark may take. */
  #most(step: SessionStep, named: number, isAllThereIs: boolean, about: ItemWords): number {
    const { kind, seq, ok } = step
    if (kind === 'agent' && isAllThereIs) return 2000
    if (kind !== 'call') return told[kind].most
    const did = this.#source.facts.get(seq)?.did ?? 'look'
    if (did !== 'look') return did === 'run' && named === 0 ? 2000 : 4000
    // What a search for the item's own words finds may be what was to be found, or what is left to do.
    const isSearch = asks.test(step.input) && about.inLine(labelOf(step)) > 0
    return named >= 0.5 ? 2000 : isSearch ? 900 : ok === false ? 350 : isAllThereIs ? 500 : 110
  }

  /** Whether a step long before the start may have done what the item asks for. */
  #mayBeWork({ kind, seq }: SessionStep): boolean {
    if (kind === 'call') return (this.#source.facts.get(seq)?.did ?? 'look') !== 'look'
    return kind === 'report' || kind === 'compaction'
  }

  /** Behind the mark: a failing check, a change of the same files, the user's next message; of the rest a few lines. */
  #behind(
    mark: number,
    acts: readonly (CallFacts | undefined)[],
    about: ItemWords,
    isActless: boolean,
  ): readonly Candidate[] {
    const { steps } = this.#source
    const files = new Set(acts.flatMap((facts) => facts?.written ?? []))
    const reply = steps.findIndex(({ kind }, place) => place > mark && kind === 'user')
    let others = 0
    const found = steps.slice(mark + 1, mark + 1 + behind).flatMap((step, index): Candidate[] => {
      const place = mark + 1 + index
      const facts = this.#source.facts.get(step.seq)
      if (place === reply) return []
      const isFailing = facts?.did === 'check' && facts.failed
      const isSameFile =
        about.namedAt(place) >= 0.5 || facts?.written.some((path) => files.has(path)) === true
      if (isFailing || (facts?.did === 'change' && isSameFile)) return [{ place, step, weight: 6, most: 900 }]
      if (isActless && step.kind === 'agent' && index < 3) return [{ place, step, weight: 6, most: 2000 }]
      if (others >= mostBehind || (reply >= 0 && place > reply)) return []
      others += 1
      return [{ place, step, weight: 1, most: 110 }]
    })
    const next = steps[reply]
    if (next !== undefined && reply <= mark + 4 * behind)
      found.push({ place: reply, step: next, weight: 5, most: 600 })
    return found
  }

  /** The steps at the sizes that fit: each grows with its weight, as far as the page has room. */
  #body(candidates: readonly Candidate[], marked: MarkedItem, about: ItemWords, room: number): string {
    const texts = new Map<string, string>()
    const textOf = (candidate: Candidate, size: number): string => {
      const key = `${candidate.place} ${size}`
      const known = texts.get(key) ?? this.#stepText(candidate, size, marked.seq, about)
      texts.set(key, known)
      return known
    }
    const bodyAt = (scale: number, ease: number): string =>
      this.#withGaps(
        candidates.flatMap((candidate) => {
          const wish = scale * growth ** candidate.weight
          const { step, place, most } = candidate
          const eased = step.kind === 'call' && step.seq < marked.seq ? ease * most : most
          const size = sizes.findLast((each) => each <= Math.min(wish, eased)) ?? sizes[0]
          return wish < 0.9 * sizes[0] ? [] : [{ place, text: textOf(candidate, size) }]
        }),
      )
    let body = bodyAt(0, 1)
    // Where a third of the page is left, what tells little of what was done before the mark may take more, too.
    for (const ease of [1, 4]) {
      let [low, high] = [-8, 9]
      for (let tries = 0; tries < 12; tries += 1) {
        const middle = (low + high) / 2
        const next = bodyAt(Math.exp(middle), ease)
        if (next.length > room) high = middle
        else [low, body] = [middle, next]
      }
      if (body.length > room * 0.67) break
    }
    return body
  }

  #withGaps(shown: readonly { readonly place: number; readonly text: string }[]): string {
    const { steps } = this.#source
    let next = 0
    const lines = shown.flatMap(({ place, text }) => {
      const gap = steps.slice(next, place)
      const told = next === 0 ? `… before this: ${gapText(gap, 400)}` : `… ${gapText(gap, 160)}`
      next = place + 1
      return gap.length > 0 ? [told, text] : [text]
    })
    const after = steps.length - next
    return [...lines, ...(after > 0 ? [`… the session goes on for ${after} steps`] : [])].join('\n')
  }

  #stepText({ step }: Candidate, size: number, markSeq: number, about: ItemWords): string {
    const where = `[turn ${step.turn}, ${placeOf(step)}]`
    if (step.kind === 'call') return this.#callText(step, where, size, about)
    if (step.seq === markSeq)
      return `>>> THE MARK ${where} the list was changed: ${quoted(cutText(step.input, 700))}`
    return `${where} ${told[step.kind].words}: ${quoted(excerptOf(step.input, size, about.inLine))}`
  }

  #callText(step: SessionStep, where: string, room: number, about: ItemWords): string {
    const { input, output, ok, seq, tool, call } = step
    const facts = this.#source.facts.get(seq)
    const did = facts?.did ?? 'look'
    const name = `${where} ${oneLine(tool).slice(0, 80)} (call …${oneLine(call).slice(-6)})`
    const isFailed = facts?.failed === true || ok === false
    const isLine = room <= sizes[0]
    if (isLine && did === 'look' && !isFailed && output !== null && output.length > 80)
      return `${name}: ${oneLine(cutText(labelOf(step), 160))}; its result of ${output.length} characters is not shown`
    const result = output ?? ''
    // An edit is told by what it changes, a look by what it found, a run by both.
    const share = { change: 1, check: 0.3, delegate: 0.3, run: 0.4, look: 0.2 }[did]
    const isToldByInput = did === 'change' && !isFailed
    const forInput = Math.max(room * share, room - result.length)
    const forOutput = Math.max(0.25 * room, room - Math.min(input.length, forInput))
    const given = isLine
      ? cutText(labelOf(step), forInput + 60)
      : excerptOf(input, forInput, about.inLine, did === 'change')
    const shown = isToldByInput
      ? oneLine(cutText(result.split('\n', 1)[0] ?? '', 120))
      : quoted(excerptOf(result, forOutput, about.inLine))
    const { line = null } = facts ?? {}
    // The line that decides may be in the part that is left out.
    const decides =
      line !== null && !shown.includes(line.slice(0, 60))
        ? ` [in it: ${oneLine(this.#source.redact(line).slice(0, 200))}]`
        : ''
    const isOk = ok === true && !isFailed && (isToldByInput || !printsError(result))
    const state = ok === false ? ', recorded as failed' : isOk ? ', recorded as ok' : ''
    const told =
      output === null ? ': not in the log' : `${state}: ${shown === '' ? '(empty)' : shown}${decides}`
    return `${name}: ${quoted(given)}\n    result${told}`
  }
}

/** What lies between start and mark mostly is the item's own work, the more so the nearer to the mark. */
function nearness(distance: number): number {
  return 2.5 + 1.6 / (1 + distance / 6)
}

function heaviest(candidates: readonly Candidate[], most: number): readonly Candidate[] {
  return candidates.toSorted((a, b) => (a.weight < b.weight ? 1 : -1)).slice(0, most)
}

/**
 * A recorded text on the page. Each of its further lines begins with a bar: nothing that was recorded can begin a line of
 * the page, as a step, the mark and the boundary do.
 */
function quoted(text: string): string {
  return text.replace(lineBreak, '\n  | ')
}

function oneLine(text: string): string {
  return text.replace(lineBreak, ' ')
}

/** Whatever begins a new line somewhere. */
const lineBreak = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g

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

function placeOf(step?: SessionStep): string {
  if (step === undefined) return 'before the log'
  return step.line === null ? `event ${step.seq}` : `line ${step.line}`
}

/** What a call is about in a line: its command, what it looks for and where, its file; else how its input begins. */
function labelOf({ input }: SessionStep): string {
  const named = labels.flatMap((field) => field.exec(input)?.[1] ?? [])
  return oneLine(named.length === 0 ? input.slice(0, 300) : named.join(' in ')).trim()
}

/** What searches, or runs what looks. */
const asks = /^(?:command|cmd|pattern|query): /im

const labels = [
  /^(?:command|cmd|pattern|query|url|skill|description): (.+)/im,
  /^(?:file_?path|path|notebook_path|absolute_path): (.+)/im,
]

/** The labels that were asked for: a page is laid out many times before it fits. */
const shortLabels = new WeakMap<SessionStep, string>()

/** The label of a call with the last steps of its path alone. */
function shortLabelOf(call: SessionStep): string {
  const folders = /(?:[\w.@-]*[\\/])+(?=[\w.@-]*[\\/][\w.@-]*[\\/][\w.@-]+$)/
  const short = shortLabels.get(call) ?? labelOf(call).replace(folders, '').slice(0, 60)
  shortLabels.set(call, short)
  return short
}

/** What is left out, never silently: how many calls, and of what. */
function gapText(left: readonly SessionStep[], most: number): string {
  const calls = left.filter(({ kind }) => kind === 'call')
  if (calls.length === 0) return `${left.length} steps left out`
  const byTool = new Map<string, Set<string>>()
  for (const call of calls) {
    const tool = oneLine(call.tool).slice(0, 40)
    byTool.set(tool, (byTool.get(tool) ?? new Set()).add(shortLabelOf(call)))
  }
  const share = Math.max(24, Math.floor(most / byTool.size))
  const named = [...byTool].map(([tool, labels]) => `${tool} ${cutEnd([...labels].join(', '), share)}`)
  const others = left.length - calls.length
  return `${calls.length} calls left out: ${cutEnd(named.join('; '), 2 * most)}${others > 0 ? `; and ${others} other steps` : ''}`
}

function cutEnd(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most)}…`
}
