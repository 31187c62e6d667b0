/**
 * An expression over the state that must hold, in the Common Expression Language (github.com/google/cel-spec): no loops,
 * no way out, so that it may come from anywhere. What it costs is bounded: lists are gone through within each other at
 * most three deep, and regular expressions take time that grows with the text and no faster.
 */

import { Environment, EvaluationError, ParseError, TypeError as WrongType } from '@marcbachmann/cel-js'
import { countCompleted, type SessionState } from '@todo-ledger/core'
import { Failure } from '../failure.js'
import { LinearPattern } from '../text/linear-pattern.js'

/** The variables of an expression with their types; `run` and `turn` are numbers, from 1. */
export const expressionVariables: { readonly [name: string]: string } = {
  items: 'list<Item>',
  goal: 'dyn',
  phase: 'string',
  turn: 'int',
  run: 'int',
  total: 'int',
  completed: 'int',
  open: 'int',
  turnsSinceUpdate: 'int',
  updates: 'int',
  rejections: 'int',
  nags: 'int',
  compactions: 'int',
}

/** The fields of an item in an expression. */
export const itemFields: { readonly [name: string]: string } = {
  id: 'string',
  text: 'string',
  status: 'string',
  reason: 'dyn',
  parent: 'dyn',
  dependencies: 'list<string>',
  priority: 'dyn',
  owner: 'dyn',
  addedTurn: 'int',
  startedTurn: 'dyn',
  closedTurn: 'dyn',
}

/** As much of an expression is taken. */
const longest = 10_000
/** So deep lists are gone through within each other: every item, each of its dependencies, and the item of that. */
const deepest = 3
/** So many times lists are gone through in all: each may double what it is given. */
const mostPasses = 12
/** So many values may be written in one list. */
const mostWritten = 100

/**
 * Reads an expression.
 * @returns a function that is true of the states in which it holds; it throws a Failure where it can't be worked out
 * @throws Failure `bad-expression`, with the place
 */
export function readExpression(text: string): (state: SessionState) => boolean {
  if (text.length > longest)
    throw new Failure('bad-expression', `The expression is longer than ${longest} characters.`)
  const environment = new Environment({
    homogeneousAggregateLiterals: false,
    limits: { maxListElements: mostWritten, maxMapEntries: mostWritten },
  })
  const patterns = new Map<string, LinearPattern>()
  environment.registerFunction(`string.${linearMatches}(string): bool`, (value: string, source: string) => {
    const pattern = patterns.get(source) ?? new LinearPattern(source, '--expression')
    patterns.set(source, pattern)
    return pattern.test(value)
  })
  environment.registerType('Item', { fields: itemFields })
  for (const [name, type] of Object.entries(expressionVariables)) environment.registerVariable(name, type)
  const linear = withLinearMatches(text)
  checkPasses(linear)
  const { valid, type, error } = environment.check(linear)
  if (!valid) throw badExpression(text, error)
  if (type !== 'bool' && type !== 'dyn') {
    throw new Failure('bad-expression', `The expression gives ${String(type)}; it must give true or false.`)
  }
  const program = environment.parse(linear)
  return (state) => {
    const answer = evaluated(text, state, () => program(variablesOf(state)))
    if (typeof answer === 'boolean') return answer
    throw new Failure('bad-expression', 'The expression must give true or false.')
  }
}

/** Stands for `matches`, whose own expressions can take for ever; of the same length, so that places stay what they are. */
const linearMatches = 'matchRe'

function withLinearMatches(text: string): string {
  return text.replace(
    /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|(\.\s*)matches(?=\s*\()/gs,
    (all, dot: string | undefined) => (dot === undefined ? all : `${dot}${linearMatches}`),
  )
}

/** What goes through a list. */
const passes = /\.\s*(?:all|exists|exists_one|map|filter|sortBy|bind)\s*\(/y

/** @throws Failure `bad-expression` where lists are gone through too deep within each other, or too often */
function checkPasses(text: string): void {
  const open: boolean[] = []
  let count = 0
  for (let at = 0; at < text.length; at += 1) {
    const string = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/sy
    string.lastIndex = at
    passes.lastIndex = at
    const skipped = string.exec(text)?.[0] ?? passes.exec(text)?.[0]
    if (skipped !== undefined) {
      at += skipped.length - 1
      if (skipped.startsWith('.')) {
        open.push(true)
        count += 1
      }
    } else if (text[at] === '(') open.push(false)
    else if (text[at] === ')') open.pop()
    if (open.filter(Boolean).length > deepest || count > mostPasses) {
      throw new Failure(
        'bad-expression',
        `The expression nests loops over lists more than ${deepest} deep, or has more than ${mostPasses} of them: it could run forever.`,
      )
    }
  }
}

function evaluated(text: string, state: SessionState, ask: () => unknown): unknown {
  try {
    return ask()
  } catch (error) {
    if (!isOfTheExpression(error)) throw error
    const { message } = badExpression(text, error)
    throw new Failure(
      'bad-expression',
      `${message} That was at event ${state.seq} in turn ${state.turn.number}.`,
      {
        cause: error,
      },
    )
  }
}

function isOfTheExpression(error: unknown): error is ParseError | EvaluationError | WrongType {
  return error instanceof ParseError || error instanceof EvaluationError || error instanceof WrongType
}

/** The failure that names the place. */
function badExpression(text: string, error: unknown): Failure {
  if (!isOfTheExpression(error)) return new Failure('bad-expression', "The expression can't be read.")
  const { summary, range } = error
  const place = range === undefined ? '' : `, at character ${range.start + 1}: ${near(text, range.start)}`
  return new Failure('bad-expression', `The expression can't be evaluated: ${summary}${place}.`, {
    cause: error,
  })
}

function near(text: string, start: number): string {
  const rest = text.slice(start, start + 20)
  return rest === '' ? 'its end' : JSON.stringify(`${rest}${start + 20 < text.length ? '…' : ''}`)
}

function variablesOf(state: SessionState): { readonly [name: string]: unknown } {
  const { items, goal, phase, turn, run, turnsSinceUpdate, updates, rejections, nags, compactions } = state
  return {
    items: items.map((item) => ({
      ...item,
      dependencies: [...item.dependencies],
      addedTurn: BigInt(item.added.turn),
      startedTurn: item.started === null ? null : BigInt(item.started.turn),
      closedTurn: item.closed === null ? null : BigInt(item.closed.turn),
    })),
    ...{ goal, phase, turn: BigInt(turn.number), run: BigInt(run.number) },
    total: BigInt(items.length),
    completed: BigInt(countCompleted(items)),
    open: BigInt(items.filter(({ status }) => status !== 'completed' && status !== 'cancelled').length),
    turnsSinceUpdate: BigInt(turnsSinceUpdate),
    updates: BigInt(updates),
    rejections: BigInt(rejections),
    nags: BigInt(nags.issued),
    compactions: BigInt(compactions),
  }
}
