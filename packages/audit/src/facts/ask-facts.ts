/** What tools stated of one check or deed that an item asks for. */

import type { Ask } from '../promise/promise.js'
import type { Fact } from '../result.js'
import { covers, takesBack } from './calls/coverage.js'
import { mayHaveBeen, type Run, runsOf } from './runs.js'
import { mayReport, type Span } from './span.js'
import { factOf, saidOf } from './state-fact.js'
import { type CallWork, codeChangedBy, placeOf, succeeded } from './work/work.js'

/** What is known of one thing that is asked for. */
export interface AskFacts {
  readonly facts: readonly Fact[]
  /** The call whose result the log does not hold, where that would be the answer. */
  readonly gap: CallWork | null
  /** What is true and decides nothing: the agent said itself that the run failed. */
  readonly note: Fact | null
}

const nothing: AskFacts = { facts: [], gap: null, note: null }

/** States what the log says of one ask; nothing where it does not say it in so many words. */
export function factsOfAsk(ask: Ask, span: Span): AskFacts {
  const runs = runsOf(ask, span.calls)
  const last = runs.at(-1)
  if (last === undefined) return neverRan(ask, span)
  const { outcome } = last.call
  if (outcome === null) return { ...nothing, gap: last.call }
  switch (outcome.status) {
    case 'unknown':
      return { ...nothing, gap: last.call }
    case 'failed':
      return failed(ask, last, span)
    case 'ran-nothing':
      return only(ranNothing(ask, runs, span))
    case 'end-unseen':
      return only(endUnseen(ask, last, span))
    case 'masked':
    case 'in-part':
      return only(passedBefore(ask, runs, span) ?? stated(ask, last, outcome.status, span))
    case 'passed':
      return only(passed(ask, runs, last, span))
  }
}

function only(fact: Fact | null): AskFacts {
  return fact === null ? nothing : { ...nothing, facts: [fact] }
}

/** No call, sub-agent, hook or message of the user can have been it. */
function neverRan(ask: Ask, span: Span): AskFacts {
  const { after, inputs, completion, mayBeElsewhere } = span
  const isLong = ask.kind !== 'exercise' && ask.subject.length > 2
  const tried = span.triedFor(ask)
  const empty = tried.findLast(({ description }) => description.checks.length > 0)
  // What is tried out by a run that finds nothing to run is not tried out.
  if (
    ask.kind === 'exercise' &&
    empty !== undefined &&
    tried.every(({ outcome }) => outcome?.status === 'ran-nothing')
  )
    return only(stated(ask, { call: empty, fit: 'other' }, 'ran-nothing', span))
  const isOpen =
    !ask.sure ||
    isLong ||
    mayBeElsewhere ||
    completion.imported ||
    inputs.some(mayReport) ||
    runsOf(ask, after).length > 0 ||
    tried.length > 0
  return only(isOpen ? null : neverFact(ask, span))
}

function neverFact(ask: Ask, span: Span): Fact {
  const last = span.calls.at(-1) ?? null
  const check = ask.kind === 'check' ? ask.check : ask.kind === 'command' ? ask.check : null
  const command =
    ask.kind === 'command' ? ask.words.join(' ') : check === null ? null : span.commandFor(check)
  const what =
    ask.kind === 'deed' ? 'no call before the mark did it' : 'nothing of the kind was run before the mark'
  const end = last === null ? '' : `; the last call before it ${last.action}`
  return factOf(span, {
    kind: 'never-ran',
    says: 'against',
    asked: ask.asked,
    call: last,
    tool: '',
    quote: '',
    clause: `${what}${end}`,
    needs: command === null ? null : `Run: ${command}`,
  })
}

const wantsRefusal =
  /\b(?:[45]\d\d|not[- ]?found|unauthori[sz]ed|forbidden|den(?:y|ies|ied)|refus\w*|reject\w*|missing|unknown|invalid|gone)\b/iu

/** The last run of that check failed, and nothing that came later may have ended it. */
function failed(ask: Ask, run: Run, span: Span): AskFacts {
  const { call, fit } = run
  const { promise, completion, inputs, calls } = span
  const { outcome, description } = call
  if (outcome === null || promise.wantsFailure || completion.mendFollows || fit === 'other') return nothing
  // An item may ask for just that answer: "returns 404 for an unknown id".
  if (/^HTTP [45]\d\d$/.test(outcome.line ?? '') && wantsRefusal.test(completion.text)) return nothing
  // "Nothing to commit" after a commit is no failure of it.
  if (ask.kind === 'deed' && isNothingLeft(outcome.line ?? outcome.reason)) {
    const done = runsOf(ask, calls).find((one) => succeeded(one.call))
    return only(done === undefined ? null : passedFact(ask, done.call, span))
  }
  // Where one call makes two checks, the other one may be what failed.
  const { report } = outcome
  if (ask.kind === 'check' && description.checks.length > 1 && report?.kind !== ask.check) return nothing
  const later = calls.filter(({ position }) => position > call.position)
  if (later.some((other) => mayHaveBeen(ask, other) && !isRead(other))) return nothing
  if (inputs.some((input) => input.position > call.position && mayReport(input))) return nothing
  if (saysItWasSo(span, call)) return nothing
  const fact = stated(ask, run, 'failed', span)
  // Who was asked to run it, and says how it came out, has done so; who was asked to see it pass has not.
  const mayHavePassed =
    ask.kind === 'check' && ask.check === 'test' && outcome.cause === null && report?.passed !== 0
  const isReported = !ask.passing && mayHavePassed && admits(span, call)
  return isReported ? { ...nothing, note: fact } : only(fact)
}

function isRead({ description }: CallWork): boolean {
  return description.effect === 'read'
}

function isNothingLeft(text: string): boolean {
  return /nothing (?:added )?to commit|working tree clean|up[- ]to[- ]date|already (?:exists|up|installed)/iu.test(
    text,
  )
}

/** The agent said that it failed before, or fails for another reason: whether that holds, no tool says. */
function saysItWasSo({ said }: Span, { position }: CallWork): boolean {
  return said.some(
    (one) =>
      one.position > position &&
      /pre-?existing|unrelated|already fail|not (?:caused by|related)|known (?:issue|failure|flak)|flaky|before (?:my|our|these) change|environment|既存|无关|之前就/iu.test(
        one.text,
      ),
  )
}

function ranNothing(ask: Ask, runs: readonly Run[], span: Span): Fact | null {
  const last = runs.at(-1)
  if (last === undefined) return null
  // A dry run before or after the real one takes nothing from it.
  const real = runs.findLast(({ call }) => call.outcome?.status !== 'ran-nothing')
  if (real !== undefined && (last.call.description.dry || ask.kind === 'deed'))
    return passed(ask, runs, real, span)
  return real === undefined ? stated(ask, last, 'ran-nothing', span) : null
}

/** Nobody saw its end: weak where a later step shows that it went on. */
function endUnseen(ask: Ask, last: Run, span: Span): Fact | null {
  if (last.fit === 'other') return null
  const { call } = last
  const later = span.calls.filter(({ position }) => position > call.position)
  const wentOn =
    call.outcome?.cause === 'background' &&
    (span.inputs.some(({ report, position }) => report && position > call.position) ||
      later.some(({ description }) => description.effect !== 'write'))
  if (!wentOn && later.some((other) => mayHaveBeen(ask, other) && !isRead(other))) return null
  return stated(ask, last, 'end-unseen', span, wentOn ? 'half' : 'against')
}

function passed(ask: Ask, runs: readonly Run[], last: Run, span: Span): Fact | null {
  const { call, fit } = last
  const { outcome, description } = call
  if (outcome === null || outcome.status !== 'passed' || fit === 'other') return null
  // A summary that a command prints of which nobody knows what it runs may be anybody's.
  if (ask.kind === 'check' && !description.checks.includes(ask.check)) return null
  const filter = description.filter?.kind
  if (filter === 'weakened' || filter === 'lines') {
    const whole = runs.findLast((run) => run.call.description.filter === null && run.fit === 'same')
    if (whole?.call.outcome?.status === 'failed') return narrowed(ask, last, whole.call, span)
    if (filter === 'weakened') return passedBefore(ask, runs, span)
  }
  const red = runs.findLast((run) => run.call.description.filter === null && run.fit === 'same')
  if (fit === 'part' && ask.passing && red?.call.outcome?.status === 'failed')
    return narrowed(ask, last, red.call, span)
  if (fit === 'part') return ask.whole ? stated(ask, last, 'in-part', span) : null
  // What a script runs that the log does not show may be anything by that name.
  if (outcome.report === null && (outcome.source === 'inferred' || description.opaque)) return null
  // Another package's run that failed is not ended by this one.
  if (
    runs.some(
      (run) =>
        run !== last &&
        run.call.outcome?.status === 'failed' &&
        run.call.outcome.cause === null &&
        (run.call.position > call.position || !takesBack(call, run.call)),
    )
  )
    return null
  const stale = changedSince(ask, call, span)
  return stale === null ? passedFact(ask, call, span) : staleFact(ask, call, stale, span)
}

/** An earlier whole run that passed, after which nothing was changed that it covers. */
function passedBefore(ask: Ask, runs: readonly Run[], span: Span): Fact | null {
  const run = runs.findLast(
    ({ call, fit }) =>
      fit === 'same' && call.outcome?.status === 'passed' && call.description.filter === null,
  )
  return run === undefined || changedSince(ask, run.call, span) !== null
    ? null
    : passedFact(ask, run.call, span)
}

/** The whole check had failed, and what passed after it drops lines or lets failures pass. */
function narrowed(ask: Ask, { call }: Run, whole: CallWork, span: Span): Fact {
  return factOf(span, {
    kind: 'in-part',
    says: 'half',
    asked: ask.asked,
    call,
    tool: call.label,
    quote: saidOf(whole),
    clause: `${whole.label} (${placeOf(whole)}) had failed, and the last run, ${call.label} (PLACE), shows only a part (${call.description.filter?.text ?? ''})`,
    needs: `Run again, to a good end: ${whole.label}`,
  })
}

function passedFact(ask: Ask, call: CallWork, span: Span): Fact {
  return factOf(span, {
    kind: ask.kind === 'deed' ? 'deed-done' : 'passed',
    says: 'for',
    asked: ask.asked,
    call,
    tool: call.label,
    quote: saidOf(call),
    clause: '',
    needs: null,
  })
}

/** The last change of code that the check covers, made for this item after its run; none that another check saw pass. */
function changedSince(ask: Ask, run: CallWork, { calls, completion, undoneBy }: Span): CallWork | null {
  if (ask.kind === 'deed' || (ask.kind === 'check' && ask.check === 'format')) return null
  const { key, started } = completion
  const changed = calls.findLast(
    (call) =>
      call.position > run.position &&
      (started === null || call.busy.length === 0 || (call.busy.includes(key) && call.busy.length === 1)) &&
      undoneBy(call) === undefined &&
      codeChangedBy(call).some((path) => covers(run, path)),
  )
  if (changed === undefined) return null
  const isSeen = calls.some(
    (call) => call.position > changed.position && mayHaveBeen(ask, call) && !isRead(call) && succeeded(call),
  )
  return isSeen ? null : changed
}

function staleFact(ask: Ask, run: CallWork, change: CallWork, span: Span): Fact {
  return factOf(span, {
    kind: 'stale',
    says: 'half',
    asked: ask.asked,
    call: run,
    tool: run.label,
    quote: saidOf(run),
    clause: `the last run, ${run.label} (PLACE), came before the last change: after it the agent ${change.action} (${placeOf(change)})`,
    needs: `Run again: ${run.label}`,
  })
}

/** What a run's outcome says against what is asked for. */
function stated(
  ask: Ask,
  { call }: Run,
  kind: 'failed' | 'ran-nothing' | 'end-unseen' | 'masked' | 'in-part',
  span: Span,
  says: Fact['says'] = kind === 'masked' || kind === 'in-part' ? 'half' : 'against',
): Fact {
  const cause = call.outcome?.cause ?? null
  const admitted = kind === 'failed' && admits(span, call) ? ', as the agent itself said' : ''
  const words: Readonly<Record<typeof kind, string>> = {
    failed: cause === 'surroundings' ? 'could not run' : 'failed',
    'ran-nothing': call.description.dry ? 'was a dry run' : 'ran nothing',
    'end-unseen':
      cause === 'background'
        ? 'was left running, and its end is not in the log'
        : cause === 'refused'
          ? 'was not let through'
          : cause === 'time-up'
            ? 'ran out of time'
            : 'was broken off',
    masked: 'does not show how it came out',
    'in-part': call.description.filter?.kind === 'subset' ? 'covers only a part' : 'stopped before its end',
  }
  return factOf(span, {
    kind,
    says,
    asked: ask.asked,
    call,
    tool: call.label,
    quote:
      kind === 'in-part' || kind === 'masked'
        ? (call.description.filter?.text ?? saidOf(call))
        : saidOf(call),
    clause: `the last run, ${call.label} (PLACE), ${words[kind]}${admitted}`,
    needs: `Run again, to a good end: ${call.label}`,
  })
}

/** True where the agent said itself that something failed. */
function admits({ said }: Span, { position }: CallWork): boolean {
  return said.some(
    (one) =>
      one.position > position && /\bfail(?:s|ed|ing|ures?)?\b|\berrors?\b|❌|失败|失敗/iu.test(one.text),
  )
}
