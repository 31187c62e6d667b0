import type { CompletionAudit, Finding, SessionAudit, Severity, Verdict } from '@todo-ledger/audit'
import { expect, it } from 'vitest'
import { FailOn, type ReasonToFail } from '../src/audit/fail-on.js'

const summary: SessionAudit['summary'] = {
  verdicts: { supported: 0, weak: 0, unsupported: 0, undecided: 0, unknown: 0 },
  times: { spans: [], medianTurns: null, medianSeconds: null, sessionSeconds: null },
}

/** A session with one completion and what is said of it; `known` are accepted by a baseline. */
function session(verdict: Verdict, severities: readonly (Severity | `${Severity} known`)[]): SessionAudit {
  const moment = { turn: 1, seq: 5 }
  const completion: CompletionAudit = {
    item: '1',
    key: 'k',
    text: 'Run the tests',
    ...moment,
    added: moment,
    started: null,
    call: 'c',
    verdict,
    rules: verdict,
    facts: [
      {
        kind: 'failed',
        says: 'against',
        asked: 'Run the tests',
        tool: '',
        quote: '',
        sentence: '',
        seq: 4,
        turn: 1,
      },
    ],
    needs: [],
    readable: 1,
  }
  const findings = severities.map((word): Finding => {
    const severity = word.startsWith('error') ? 'error' : word.startsWith('warning') ? 'warning' : 'info'
    return {
      rule: 'r',
      severity,
      item: '1',
      ...moment,
      message: '',
      evidence: [],
      ...(word.endsWith('known') ? { known: true } : {}),
    }
  })
  return {
    session: 's',
    turns: 1,
    profile: 'p',
    completions: [completion],
    findings,
    ruleFailures: [],
    readable: 1,
    summary,
  }
}

it.each<
  readonly [readonly ReasonToFail[], Verdict, readonly (Severity | `${Severity} known`)[], readonly number[]]
>([
  [['unsupported', 'error'], 'unsupported', ['warning'], [0]],
  [['unsupported', 'error'], 'unsupported', ['info', 'error', 'warning'], [1]],
  [['unsupported', 'error'], 'weak', ['warning'], []],
  [['unsupported', 'error'], 'weak', ['error', 'warning'], [0]],
  [['unsupported', 'error'], 'supported', ['warning', 'info'], []],
  [['unsupported', 'error'], 'unsupported', ['warning known'], []],
  [['unsupported', 'error'], 'unsupported', ['error known', 'warning'], [1]],
  // A fact that decides a verdict may be a hint by itself.
  [['unsupported', 'error'], 'unsupported', ['info'], [0]],
  [['weak'], 'weak', ['warning'], [0]],
  [['weak'], 'unsupported', ['warning'], [0]],
  [['weak'], 'supported', ['error'], []],
  [['warning'], 'supported', ['error', 'warning', 'info'], [0, 1]],
  [['info'], 'supported', ['error', 'warning', 'info'], [0, 1, 2]],
  [[], 'unsupported', ['error', 'warning'], []],
])('%j: of %s with %j fail %j', (reasons, verdict, severities, expected) => {
  const audit = session(verdict, severities)
  const failOn = new FailOn(reasons)
  const failing = audit.findings.flatMap((finding, index) => (failOn.finding(finding, audit) ? [index] : []))
  expect(failing).toEqual(expected)
})
