/** Digests a session's events into its work. Memory grows with the number of calls, not with the length of outputs. */

import type { Actor, EventOf, TodoEvent } from '@todo-ledger/core'
import { detached, detachedData } from '../../compact/detached.js'
import { noWords, type OpenWords, type PartOfText, WordSets } from '../../compact/word-sets.js'
import type { CallDescription } from '../calls/call-description.js'
import { isCosmeticEdit } from '../calls/cosmetic-edit.js'
import { describeCall } from '../calls/tool-effects.js'
import { type KnownTools, noTools } from '../calls/tool-names.js'
import { judgeOutcome, judgePrinted } from '../outcomes/judge-outcome.js'
import type { Outcome, OutcomeStatus } from '../outcomes/outcome.js'
import { noOwnChecks, type OwnChecks } from '../shell/own-checks.js'
import { outputWordsLength } from '../support/limits.js'
import { BackgroundCalls, type BackgroundEnd } from './background-calls.js'
import { callLabelOf } from './call-label.js'
import { contentOf } from './change-content.js'
import { type BusyItem, keysServedBy, nameOf } from './credited.js'
import { filesListedIn, listsFiles } from './listed-files.js'
import { ScriptWatch } from './script-watch.js'
import { type TextFeatures, textFeaturesOf } from './text-features.js'
import type { CallWork, Reminder, Work, WorkBase } from './work.js'

/** Characters of a call's input, or of a message, whose words are kept. */
const wordsLength = 4096

/** Different words that are kept of one piece of work. */
const mostWords = 400

/** A call whose result may still come. */
interface OpenCall {
  /** The words so far. */
  readonly words: OpenWords
  /** The input, where it is needed again: where scripts may turn out, or where the call looks after another. */
  readonly input: unknown
}

/** Gathers a session's work from its events, in their order. */
export class WorkLog {
  readonly #work: Work[] = []
  readonly #reminders: Reminder[] = []
  /** Where each call stands in the work. */
  readonly #positions = new Map<string, number>()
  readonly #open = new Map<string, OpenCall>()
  readonly #ownChecks: OwnChecks
  readonly #tools: KnownTools
  readonly #scripts = new ScriptWatch()
  readonly #background = new BackgroundCalls()
  readonly #words = new WordSets()
  #items: readonly BusyItem[] = []
  #busy: readonly string[] = []
  /** The keys that each one's work may serve, by who it is; made when they are asked for. */
  readonly #served = new Map<string, readonly string[]>()

  /** @param ownChecks checks of the shell beside the known ones; @param tools what is known of agents' tools */
  constructor(ownChecks: OwnChecks = noOwnChecks, tools: KnownTools = noTools) {
    this.#ownChecks = ownChecks
    this.#tools = tools
  }

  /** The work so far, in order. Where more becomes known of a piece, another one takes its place. */
  get work(): readonly Work[] {
    return this.#work
  }

  /** The reminders and continuations so far, in order. */
  get reminders(): readonly Reminder[] {
    return this.#reminders
  }

  /** Says which items are in progress from here on, in the list's order. */
  setBusy(items: readonly BusyItem[]): void {
    // The list may change under what it gave.
    this.#items = items.map(({ key, actor }) => ({ key, actor }))
    this.#busy = items.map(({ key }) => key)
    this.#served.clear()
  }

  /** The keys of the items in progress that somebody's work may serve now; the same array for the same one. */
  busyFor(actor: Actor | undefined): readonly string[] {
    if (actor === undefined || this.#busy.length === 0) return this.#busy
    const name = nameOf(actor)
    let served = this.#served.get(name)
    if (served === undefined) {
      const keys = keysServedBy(actor, this.#items)
      served = keys.length === this.#busy.length ? this.#busy : keys
      this.#served.set(name, served)
    }
    return served
  }

  /** The piece with all items in progress, where those that it may serve are fewer. */
  #withAllBusy<Piece extends WorkBase>(piece: Piece): Piece {
    return piece.busy === this.#busy ? piece : { ...piece, allBusy: this.#busy }
  }

  /** Takes in one event; those that are no work are passed over. */
  observe(event: TodoEvent): void {
    switch (event.type) {
      case 'tool.called':
        this.#call(event)
        break
      case 'tool.returned':
        this.#return(event)
        break
      case 'message.recorded':
        this.#message(event)
        break
      case 'run.started':
        this.#input(event)
        if (event.data.trigger === 'continuation' || event.data.trigger === 'wake')
          this.#remind(event, 'continuation')
        break
      case 'nag.issued':
        this.#remind(event, 'nag')
        break
      case 'context.compacted':
        this.#work.push({ ...this.#base(event, noWords), kind: 'compaction' })
        break
      case 'subagent.started': {
        const { call: name, child } = event.data
        const call = name === null ? undefined : this.#callNamed(name)
        if (call === undefined) break
        const { description } = call
        // Whatever the tool is called: the log says that it handed work on.
        const effect = description.effect === 'unknown' ? 'delegate' : description.effect
        this.#replace({ ...call, child, description: { ...description, effect } })
        break
      }
      default:
        break
    }
  }

  #remind(event: TodoEvent, kind: Reminder['kind']): void {
    const { seq, turn, source = null } = event
    this.#reminders.push({ kind, position: this.#work.length, seq, turn, source })
  }

  #base(event: TodoEvent, words: ReadonlySet<string>): WorkBase {
    const { seq, turn, source = null, actor } = event
    const busy = this.busyFor(actor)
    return this.#withAllBusy({ position: this.#work.length, seq, turn, source, actor, busy, words })
  }

  #call(event: EventOf<'tool.called'>): void {
    const { call, name, input } = event.data
    if (this.#positions.has(call)) return
    const description = this.#describe(name, input)
    // A hook is the host's work: it counts where it checks something, and for nothing else.
    if (name.startsWith('hook:') && !description.verify) return
    const strings = stringsIn(input)
    this.#scripts.called(description, strings)
    const words = this.#words.open(partsOf(description, strings), mostWords)
    this.#positions.set(call, this.#work.length)
    this.#open.set(call, { words, input: keepsInput(description) ? input : null })
    const { seq, turn, source = null, actor } = event
    const { changes, weakening } = contentOf(description, input, strings)
    const { label, action } = callLabelOf(name, description, strings)
    // Named one by one, here and where it returns: a spread among so many costs several times as much.
    const piece: CallWork = {
      position: this.#work.length,
      seq,
      turn,
      source,
      actor,
      busy: this.busyFor(actor),
      words,
      kind: 'call',
      call,
      tool: name,
      description,
      outcome: null,
      text: this.#written(description, strings),
      outputLength: 0,
      endedAt: null,
      child: null,
      cosmetic: description.effect === 'write' && isCosmeticEdit(input),
      changes,
      weakening,
      listed: [],
      label,
      action,
    }
    this.#work.push(this.#withAllBusy(piece))
  }

  #return(event: EventOf<'tool.returned'>): void {
    const { call: name, ok, output } = event.data
    const call = this.#callNamed(name)
    const open = this.#open.get(name)
    if (call === undefined || open === undefined || call.outcome !== null) return
    this.#open.delete(name)
    const { input } = open
    const description =
      this.#scripts.returned(call.description, output) && input !== null
        ? this.#describe(call.tool, input)
        : call.description
    const outcome = outcomeOf(description, { ok, output })
    const isDelegate = description.effect === 'delegate'
    const { allBusy } = call
    const piece: CallWork = {
      position: call.position,
      seq: call.seq,
      turn: call.turn,
      source: call.source,
      actor: call.actor,
      busy: call.busy,
      words: this.#words.close(open.words, [[output, outputWordsLength]], mostWords),
      kind: 'call',
      call: call.call,
      tool: call.tool,
      description,
      outcome,
      text: isDelegate ? this.#featuresOf(output) : call.text,
      outputLength: (isDelegate ? withoutTrailer(output) : output).length,
      endedAt: call.endedAt,
      child: call.child,
      cosmetic: call.cosmetic,
      changes: call.changes,
      weakening: call.weakening,
      listed: listsFiles(call.tool, description) ? filesListedIn(output) : [],
      label: call.label,
      action: call.action,
    }
    this.#replace(allBusy === undefined ? piece : { ...piece, allBusy })
    const end = this.#background.endShownBy(input, output)
    // A look at what still runs names it, too, and starts nothing.
    if (end === null) this.#background.started(call.position, outcome, output)
    else this.#finish(end, call.position)
    this.#showOutput(call.position, description, output)
  }

  /** Takes in what a file shows into which the output of an earlier call went. */
  #showOutput(position: number, { commands, files }: CallDescription, output: string): void {
    const shown = files.flatMap(({ path, access }) => (access === 'read' ? [fileName(path)] : []))
    const writer = this.#background.whoseOutputIsIn(shown)
    const call = writer === null || writer === position ? undefined : this.#callAt(writer)
    if (call !== undefined) this.#learn(call, output)
    const kept = commands.flatMap(({ checks, outputFiles }) =>
      checks.length > 0 ? outputFiles.map(fileName) : [],
    )
    this.#background.wroteInto(kept, position)
  }

  /** Notes what was printed by a call of which nothing says yet how it came out. */
  #learn(call: CallWork, output: string): void {
    const { outcome, description } = call
    if (outcome !== null && (!isOpen.has(outcome.status) || outcome.report !== null)) return
    const printed = judgePrinted(description, output)
    if (printed !== null) this.#replace({ ...call, outcome: detachedData(printed) })
  }

  #callNamed(name: string): CallWork | undefined {
    return this.#callAt(this.#positions.get(name) ?? -1)
  }

  #callAt(position: number): CallWork | undefined {
    const piece = this.#work[position]
    return piece?.kind === 'call' ? piece : undefined
  }

  #replace(call: CallWork): void {
    this.#work[call.position] = call
  }

  #describe(name: string, input: unknown): CallDescription {
    return detachedData(
      describeCall(name, input, {
        own: this.#ownChecks,
        scripts: this.#scripts.shown,
        tools: this.#tools,
      }),
    )
  }

  /** The words of a text that is said. */
  #wordsOf(text: string): ReadonlySet<string> {
    return this.#words.keepWordsOf([[text, wordsLength]], mostWords)
  }

  #featuresOf(text: string): TextFeatures {
    const features = textFeaturesOf(text)
    const claims = features.claims.map((claim) => ({ ...claim, text: detached(claim.text) }))
    const sections = this.#words.keep(features.sections)
    return { ...features, sections, alreadyDone: this.#words.keep(features.alreadyDone), claims }
  }

  /** The text for people that a call writes: a document, a plan, a question; null where it writes none. */
  #written({ effect, files }: CallDescription, strings: readonly string[]): TextFeatures | null {
    const document = files.some((file) => file.access === 'write' && documentFile.test(file.path))
    if (!document && effect !== 'think' && effect !== 'communicate') return null
    const longest = strings.reduce((best, text) => (text.length > best.length ? text : best), '')
    return longest === '' ? null : this.#featuresOf(longest)
  }

  /** Notes how a call ended that was left running. */
  #finish({ position, output, ok }: BackgroundEnd, endedAt: number): void {
    const call = this.#callAt(position)
    if (call === undefined) return
    if (ok === null) {
      this.#learn(call, output)
      return
    }
    const outcome = outcomeOf({ ...call.description, background: false }, { ok, output })
    const report = { outputLength: output.length, text: this.#featuresOf(output) }
    this.#replace({ ...call, outcome, endedAt, ...(call.description.effect === 'delegate' ? report : {}) })
  }

  #message(event: EventOf<'message.recorded'>): void {
    const { role, text } = event.data
    // What a tracker says is no request of the user's, and no work.
    if (event.actor?.kind === 'program') return
    const base = this.#base(event, this.#wordsOf(text))
    const features = this.#featuresOf(text)
    if (role === 'assistant') this.#work.push({ ...base, kind: 'message', text: features })
    else if (this.#work.at(-1)?.kind !== 'input') {
      this.#work.push({
        ...base,
        kind: 'input',
        trigger: 'user',
        report: false,
        interruption: false,
        text: features,
      })
    }
  }

  #input(event: EventOf<'run.started'>): void {
    const { trigger, text } = event.data
    if (event.actor?.kind === 'program') return
    const head = text.slice(0, 200).trimStart()
    const end = head.startsWith('<task-notification') ? this.#background.endReportedBy(text) : null
    if (end !== null) this.#finish(end, this.#work.length)
    this.#work.push({
      ...this.#base(event, this.#wordsOf(text)),
      kind: 'input',
      trigger,
      // Some hosts report a background task or a sub-agent's end as an input of its own.
      report:
        trigger === 'subagent' ||
        head.startsWith('<task-notification') ||
        head.startsWith('<teammate-message'),
      interruption: head.startsWith('[Request interrupted'),
      text: this.#featuresOf(text),
    })
  }
}

/** Outcomes that what is shown later may settle. */
const isOpen: ReadonlySet<OutcomeStatus> = new Set<OutcomeStatus>([
  'succeeded',
  'unfinished',
  'inconclusive',
  'unknown',
])

/** A file by its last name: it may be named from another folder. */
function fileName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
}

/** Outcomes that quote nothing: most calls have one of a few. Of so many at most. */
const plainOutcomes = new Map<string, Outcome>()
const mostPlainOutcomes = 500

/** The outcome, with no part of the output kept alive but what its reason quotes. */
function outcomeOf(
  description: CallDescription,
  result: { readonly ok: boolean | null; readonly output: string },
): Outcome {
  const outcome = judgeOutcome(description, result)
  const { status, certainty, reason, line, report } = outcome
  if (line !== null || report !== null) return detachedData(outcome)
  const name = `${status} ${certainty} ${reason}`
  const known = plainOutcomes.get(name) ?? detachedData(outcome)
  if (plainOutcomes.size < mostPlainOutcomes) plainOutcomes.set(name, known)
  return known
}

/** What a call's words are taken from: its files, and the beginning of its input. */
function partsOf({ files }: CallDescription, strings: readonly string[]): readonly PartOfText[] {
  const parts: PartOfText[] = files.map(({ path }) => [path, 300])
  let left = wordsLength
  for (const text of strings) {
    parts.push([text, left])
    left -= text.length
    if (left <= 0) break
  }
  return parts
}

/** The input is needed again where scripts may turn out, or where the call looks after another. */
function keepsInput({ commands, effect }: CallDescription): boolean {
  return commands.length > 0 || effect === 'read' || effect === 'execute' || effect === 'unknown'
}

/** A sub-agent's answer without what the host adds to it: some name the agent, so that it can be resumed. */
function withoutTrailer(output: string): string {
  if (output.length > 2000) return output
  return output
    .replace(/\n?agentId: [^\n]*(?:\n<usage>[^<]*<\/usage>)?\s*$/u, '')
    .replace(/<\/?promise>/gu, '')
    .trim()
}

/** The texts in a tool's input, at most forty, to a depth of four; recorded keys are never trusted, only read. */
function stringsIn(input: unknown): readonly string[] {
  const found: string[] = []
  const visit = (value: unknown, depth: number): void => {
    if (found.length >= 40) return
    if (typeof value === 'string') {
      if (value !== '') found.push(value)
    } else if (Array.isArray(value)) {
      if (depth < 4) for (const entry of value.slice(0, 40)) visit(entry, depth + 1)
    } else if (typeof value === 'object' && value !== null) {
      if (depth < 4) for (const entry of Object.values(value)) visit(entry, depth + 1)
    }
  }
  visit(input, 0)
  return found
}

const documentFile = /\.(?:mdx?|txt|rst|adoc|html?|docx?|pdf|svg|mmd)$/i
