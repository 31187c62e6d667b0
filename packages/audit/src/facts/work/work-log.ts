/** Digests a session's events into its work. Memory grows with the number of calls, not with the length of outputs. */

import { hash } from 'node:crypto'
import type { Actor, EventOf, TodoEvent } from '@todo-ledger/core'
import { normalizePath } from '../../promise/named-files.js'
import { BackgroundCalls, type BackgroundEnd } from '../calls/background.js'
import type { CallDescription, Outcome, TextChange } from '../calls/call.js'
import { changesOf, isCosmetic } from '../calls/changes.js'
import { describeCall } from '../calls/describe.js'
import { textsIn } from '../calls/input.js'
import { labelOf } from '../calls/label.js'
import { type KnownTools, noTools } from '../calls/tool-names.js'
import { isTestFile, weakeningsOf } from '../calls/weakenings.js'
import { outcomeOf, outcomeShownIn } from '../outcomes/outcome.js'
import type { ShellContext } from '../shell/line.js'
import { noOwnChecks, type OwnChecks } from '../shell/own-checks.js'
import { type BusyItem, keysServedBy, nameOf } from './credited.js'
import { stubIn } from './stubs.js'
import type { CallWork, ChangeDigest, Work, WorkBase } from './work.js'

/** Characters of a message that are kept from its beginning, and from its end; and of what a call was given. */
const keptStart = 3000
const keptEnd = 2000
const keptInput = 1000

/** Gathers a session's work from its events, in their order. */
export class WorkLog {
  readonly #work: Work[] = []
  readonly #positions = new Map<string, number>()
  /** The inputs of calls whose result may still come. */
  readonly #open = new Map<string, unknown>()
  readonly #known: Required<ShellContext>
  readonly #background = new BackgroundCalls()
  #items: readonly BusyItem[] = []
  #busy = new Map<string, readonly string[]>()

  /** @param ownChecks checks of the shell beside the known ones; @param tools what is known of agents' tools */
  constructor(ownChecks: OwnChecks = noOwnChecks, tools: KnownTools = noTools) {
    this.#known = { own: ownChecks, tools }
  }

  /** The work so far, in order. Where more becomes known of a piece, another one takes its place. */
  get work(): readonly Work[] {
    return this.#work
  }

  /** Says which items are in progress from here on, in the list's order. */
  setBusy(items: readonly BusyItem[]): void {
    this.#items = items.map(({ key, actor }) => ({ key, actor }))
    this.#busy = new Map()
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
        break
      case 'context.compacted':
        this.#work.push({ ...this.#base(event), kind: 'compaction' })
        break
      case 'subagent.started': {
        const call = event.data.call === null ? undefined : this.#callNamed(event.data.call)
        if (call === undefined) break
        const { description } = call
        // Whatever the tool is called: the log says that it handed work on.
        const effect = description.effect === 'unknown' ? 'delegate' : description.effect
        this.#replace({
          ...call,
          child: event.data.child,
          description: { ...description, effect, opaque: true },
        })
        break
      }
      default:
        break
    }
  }

  /** The keys of the items in progress that somebody's work may serve now. */
  busyFor(actor: Actor | undefined): readonly string[] {
    const name = nameOf(actor)
    const known = this.#busy.get(name) ?? keysServedBy(actor, this.#items)
    this.#busy.set(name, known)
    return known
  }

  #base(event: TodoEvent): WorkBase {
    const { seq, turn, source = null, actor } = event
    return { position: this.#work.length, seq, turn, source, actor, busy: this.busyFor(actor) }
  }

  #call(event: EventOf<'tool.called'>): void {
    const { call, name, input } = event.data
    if (this.#positions.has(call)) return
    const description = describeCall(name, input, this.#known)
    // A hook is the host's work: it counts where it checks something, and for nothing else.
    if (name.startsWith('hook:') && !description.verify) return
    const texts = textsIn(input)
    this.#positions.set(call, this.#work.length)
    this.#open.set(call, input)
    const changes = changesOf(description, input)
    const weakenings = weakeningsOf(changes)
    this.#work.push({
      ...this.#base(event),
      kind: 'call',
      call,
      tool: name,
      description,
      outcome: null,
      child: null,
      cosmetic: changes.length > 0 && changes.every(isCosmetic),
      changes: changes.flatMap(digestOf),
      weakenings,
      onlyWeakens: weakenings.length > 0 && changes.every(onlyWeakens),
      ...labelOf(name, description, input),
      given: texts.join(' ').slice(0, keptInput).toLowerCase(),
    })
  }

  /** What a look printed is not asked for: reading it may cost something. */
  #return({ data }: EventOf<'tool.returned'>): void {
    const { call: name, ok } = data
    const call = this.#callNamed(name)
    if (call === undefined || !this.#open.has(name) || call.outcome !== null) return
    const input = this.#open.get(name)
    this.#open.delete(name)
    const { description } = call
    const end = this.#background.endShownBy(input, data)
    // A look at what still runs is no run of its own, and starts nothing.
    const isLook = end !== null || isOnlyLook(description)
    const outcome = isLook ? outcomeOfLook(ok) : outcomeOf(description, data)
    this.#replace({ ...call, outcome })
    if (end !== null) this.#finish(end)
    else if (!isLook) this.#background.started(call.position, outcome, data.output)
    const writer = this.#callAt(this.#background.whoseOutputIsIn(description) ?? call.position)
    if (writer !== undefined && writer.position !== call.position) this.#learn(writer, data.output)
    this.#background.wroteInto(description, call.position)
  }

  /** Notes what was printed by a call of which nothing says yet how it came out. */
  #learn(call: CallWork, output: string): void {
    const { outcome, description } = call
    const isOpen = outcome === null || (outcome.report === null && openStatus.test(outcome.status))
    const printed = isOpen ? outcomeShownIn(description, output) : null
    if (printed !== null) this.#replace({ ...call, outcome: printed })
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

  /** Notes how a call ended that was left running. */
  #finish({ position, output, ok }: BackgroundEnd): void {
    const call = this.#callAt(position)
    if (call === undefined) return
    if (ok === null) {
      this.#learn(call, output)
      return
    }
    const outcome = outcomeOf(call.description, { ok, output })
    this.#replace({ ...call, outcome })
  }

  #message(event: EventOf<'message.recorded'>): void {
    const { role, text } = event.data
    // What a tracker says is no request of the user's, and no work.
    if (event.actor?.kind === 'program') return
    if (role === 'assistant') this.#work.push({ ...this.#base(event), kind: 'message', text: kept(text) })
    else if (this.#work.at(-1)?.kind !== 'input')
      this.#work.push({
        ...this.#base(event),
        kind: 'input',
        trigger: 'user',
        report: false,
        text: kept(text),
      })
  }

  #input(event: EventOf<'run.started'>): void {
    const { trigger, text } = event.data
    if (event.actor?.kind === 'program') return
    const head = text.slice(0, 200).trimStart()
    const end = head.startsWith('<task-notification') ? this.#background.endReportedBy(text) : null
    if (end !== null) this.#finish(end)
    // Some hosts report a background task or a sub-agent's end as an input of its own.
    const report = trigger === 'subagent' || /^<t(?:ask-notification|eammate-message)/.test(head)
    this.#work.push({ ...this.#base(event), kind: 'input', trigger, report, text: kept(text) })
  }
}

/** True for a call that no completion asks about: what it printed is not read. */
function isOnlyLook({ effect, checks, dry }: CallDescription): boolean {
  return checks.length === 0 && !dry && (effect === 'read' || effect === 'think' || effect === 'communicate')
}

function outcomeOfLook(ok: boolean | null): Outcome {
  const status = ok === null ? 'unknown' : ok ? 'passed' : 'failed'
  const reason = ok === false ? 'the host recorded an error' : 'the host recorded no error'
  return { status, inferred: false, reason, line: null, cause: null, report: null }
}

function kept(text: string): string {
  return text.length <= keptStart + keptEnd ? text : `${text.slice(0, keptStart)} … ${text.slice(-keptEnd)}`
}

/** A call of which nothing printed says yet how it came out. */
const openStatus = /^(?:passed|masked|unknown|end-unseen)$/

/** A product's own code may be changed beside it: so many lines of it are no work. */
const fewLines = 3

/** True for a change that weakens a check and does nothing else. */
function onlyWeakens(change: TextChange): boolean {
  if (weakeningsOf([change]).length === 0) return false
  const known = new Set((change.before ?? '').split('\n').map((line) => line.trim()))
  const put = (change.after ?? '').split('\n').filter((line) => !known.has(line.trim()))
  return isTestFile(change.path) || put.length <= fewLines
}

/** What is removed is none of the texts that stand. */
function digestOf({ path, before, after }: TextChange): readonly ChangeDigest[] {
  if (after === null) return []
  const { content, quote } = stubIn(path, before, after)
  const old = before === null ? null : digest(before)
  return [{ path: normalizePath(path), before: old, after: digest(after), content, quote }]
}

function digest(text: string): string {
  return hash('sha1', text.trim(), 'base64url').slice(0, 12)
}
