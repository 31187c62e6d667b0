/** What a state that was read from a snapshot must look like. What it holds is not judged here. */

import type { BlockedGuard, PhaseScheme, RuleInForce, TodoStatus, Violation, YieldTarget } from '../events.js'
import type {
  ActorState,
  ContinuationCounters,
  Disagreement,
  GuardState,
  Moment,
  NagCounters,
  Phase,
  RunState,
  SessionState,
  TodoItem,
  TurnBefore,
  TurnState,
  Undelivered,
  UnlistedWork,
} from '../state.js'
import {
  type Check,
  isActor,
  isCount,
  isFlag,
  isJsonValue,
  isNumber,
  isOrdinal,
  isText,
  listOf,
  oneOf,
  orNull,
  recordOf,
  type Shape,
  shaped,
} from '../store/shape.js'

const isTextOrNull = orNull(isText)
const isMoment = shaped<Moment>({ turn: isCount, seq: isOrdinal, at: isNumber })
const isMomentOrNull = orNull(isMoment)
const isStatus: Check<TodoStatus> = oneOf('pending', 'in_progress', 'blocked', 'completed', 'cancelled')
const isPhase: Check<Phase> = oneOf('empty', 'planning', 'executing', 'continuing', 'reviewing', 'completed')
const isPhaseScheme: Check<PhaseScheme> = oneOf('review', 'completion')

const isItem = shaped<TodoItem>({
  key: isText,
  id: isText,
  text: isText,
  status: isStatus,
  reason: isTextOrNull,
  parent: isTextOrNull,
  dependencies: listOf(isText),
  activeForm: isTextOrNull,
  priority: isTextOrNull,
  owner: isTextOrNull,
  notes: isTextOrNull,
  estimate: isJsonValue,
  metadata: isJsonValue,
  added: isMoment,
  started: isMomentOrNull,
  closed: isMomentOrNull,
  blocked: isMomentOrNull,
  actor: orNull(isActor),
})

const isRuleInForce = shaped<RuleInForce>({
  id: isText,
  version: isOrdinal,
  mode: oneOf('reject', 'flag', 'off'),
  options: recordOf(isJsonValue),
  lowered: isFlag,
})

const isViolation = shaped<Violation>({
  rule: isText,
  message: isText,
  item: isTextOrNull,
  expected: isJsonValue,
  received: isJsonValue,
  fix: isText,
})

const isTurn = shaped<TurnState>({
  number: isCount,
  own: isCount,
  open: isFlag,
  todoCalls: isCount,
  updates: isCount,
  rejections: isCount,
  otherCalls: isCount,
  writers: listOf(isText),
  before: orNull(shaped<TurnBefore>({ items: listOf(isItem), goal: isTextOrNull, update: isText })),
})

const isRun = shaped<RunState>({
  number: isCount,
  trigger: oneOf('user', 'external', 'continuation', 'wake', 'reply', 'subagent', 'unknown'),
  open: isFlag,
  turns: isCount,
  work: isCount,
  answer: isTextOrNull,
})

const isYieldTarget: Check<YieldTarget> = oneOf('idle', 'dormant', 'waiting')

const actorShape: Shape<ActorState> = {
  actor: orNull(isActor),
  run: isRun,
  turn: isTurn,
  turnsSinceUpdate: isCount,
  turnsSinceCall: isCount,
  turnsSinceCallInRun: isCount,
  unlisted: shaped<UnlistedWork>({ writes: isCount, failedChecks: isCount, subagents: isCount }),
  nags: shaped<NagCounters>({
    issued: isCount,
    lastTurn: orNull(isNumber),
    level: isCount,
    threshold: orNull(isNumber),
    answeredTurn: orNull(isNumber),
    updatedTurn: orNull(isNumber),
  }),
  continuations: shaped<ContinuationCounters>({
    used: isNumber,
    lastAnswer: isTextOrNull,
    lastCause: isTextOrNull,
    open: isFlag,
    unheeded: recordOf(isCount),
    closedBefore: isCount,
  }),
  guard: shaped<GuardState>({
    blocked: orNull(shaped<BlockedGuard>({ guard: isText, message: isText })),
    suppressed: isFlag,
  }),
  undelivered: listOf(
    shaped<Undelivered>({
      id: isText,
      kind: oneOf('nag', 'continuation', 'edit'),
      text: isText,
      seq: isOrdinal,
    }),
  ),
  yielded: orNull(
    shaped<{ readonly to: YieldTarget; readonly waitingFor: string | null }>({
      to: isYieldTarget,
      waitingFor: isTextOrNull,
    }),
  ),
}

/** True for a value of the shape of a session's state. */
export const isSessionState: Check<SessionState> = shaped<SessionState>({
  ...actorShape,
  others: listOf(shaped<ActorState>(actorShape)),
  runs: isCount,
  turns: isCount,
  session: isText,
  profile: isText,
  rules: listOf(isRuleInForce),
  recorded: isFlag,
  goal: isTextOrNull,
  items: listOf(isItem),
  phases: isPhaseScheme,
  phase: isPhase,
  seq: isCount,
  at: isNumber,
  lastUpdate: isMomentOrNull,
  updates: isCount,
  rejections: isCount,
  closings: isCount,
  compactions: isCount,
  keysUsed: isCount,
  idsUsed: isCount,
  disagreements: listOf(shaped<Disagreement>({ seq: isOrdinal, violations: listOf(isViolation) })),
  skippedRules: listOf(isText),
})
