/**
 * An expression over the state that must hold, in the Common Expression Language (github.com/google/cel-spec): no loops,
 * no way out, so that it may come from anywhere.
 */

import { Environment, EvaluationError, ParseError, TypeError as WrongType } from '@marcbachmann/cel-js'
import { countCompleted, type SessionState } from '@todo-ledger/core'
import { Failure } from '../failure.js'

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

/**
 * Reads an expression.
 * @returns a function that is true of the states in which it holds; it throws a Failure where it can't be worked out
 * @throws Failure `bad-expression`, with the place
 */
export function readExpression(text: string): (state: SessionState) => boolean {
  if (text.length > longest)
    throw new Failure('bad-expression', `The expression is longer than ${longest} characters.`)
  const environment = new Environment({ homogeneousAggregateLiterals: false })
  environment.registerType('Item', { fields: itemFields })
  for (const [name, type] of Object.entries(expressionVariables)) environment.registerVariable(name, type)
  const { valid, type, error } = environment.check(text)
  if (!valid) throw badExpression(text, error)
  if (type !== 'bool' && type !== 'dyn') {
    throw new Failure(
      'bad-expression',
      `The expression gives ${String(type)}; it must be true or false of the list.`,
    )
  }
  const program = environment.parse(text)
  return (state) => {
    const answer = evaluated(text, state, () => program(variablesOf(state)))
    if (typeof answer === 'boolean') return answer
    throw new Failure(
      'bad-expression',
      'The expression gives no true or false; it must say what holds of the list.',
    )
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
  if (!isOfTheExpression(error)) return new Failure('bad-expression', 'The expression can not be read.')
  const { summary, range } = error
  const place = range === undefined ? '' : `, at character ${range.start + 1}: ${near(text, range.start)}`
  return new Failure('bad-expression', `The expression can not be worked out: ${summary}${place}.`, {
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
