/**
 * Kills writers with SIGKILL at random moments and holds their ledgers to what was acknowledged.
 *
 *     node test/crash/run.mjs [--rounds 1000] [--seed N] [--fault early|split]
 *
 * Prints a table of what was seen; progress goes to standard error. Exit 1 when an acknowledged event is lost, an
 * append is there in part, or anything else is not as it must be. The seed repeats the plan of a run (who writes what,
 * when it is killed), not the microsecond. `--fault` takes a store that is wrong on purpose. Needs a build.
 */

import { parseArgs } from '../../tools/script-options.mjs'
import { playRounds } from './rounds.mjs'

/** @typedef {import('./rounds.mjs').Round} Round */

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '1000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 20) },
    fault: { type: 'string', default: 'none' },
  },
})
const total = Number(values.rounds)
const seed = Number(values.seed)
const { fault } = values
if (!(total > 0) || !Number.isInteger(seed) || (fault !== 'none' && fault !== 'early' && fault !== 'split')) {
  process.stderr.write('usage: node test/crash/run.mjs [--rounds 1000] [--seed N] [--fault early|split]\n')
  process.exit(2)
}

process.stderr.write(`seed ${seed}\n`)
let done = 0
// Two at a time: while one ledger is held to the model, another is written to.
const lanes = [Math.ceil(total / 2), Math.floor(total / 2)].filter((rounds) => rounds > 0)
const played = await Promise.all(
  lanes.map((rounds, lane) =>
    playRounds({
      seed: seed * 2 + lane,
      rounds,
      roundsALedger: 6,
      fault,
      seen({ moment, problems }) {
        done += 1
        for (const { kind, message } of problems) process.stderr.write(`${moment}: ${kind}: ${message}\n`)
        if (done % 50 === 0) process.stderr.write(`${done} of ${total} rounds\n`)
      },
    }),
  ),
)
const rounds = played.flat()
print(rounds)
process.exitCode = rounds.some(({ problems }) => problems.length > 0) ? 1 : 0

/** @param {readonly Round[]} all */
function print(all) {
  const moments = /** @type {const} */ ([
    ['starting', 'before the ledger was opened'],
    ['creating', 'while the file was created'],
    ['reopening', 'while the file was reopened'],
    ['append', 'in an append (automatic checkpoints included)'],
    ['checkpoint', 'in a checkpoint that was asked for'],
    ['between', 'between appends'],
    ['closing', 'while the ledger was closed'],
    ['closed', 'after the ledger was closed'],
  ])
  /** @param {import('./check-ledger.mjs').ProblemKind} kind */
  const found = (kind) => all.flatMap(({ problems }) => problems).filter((problem) => problem.kind === kind)
  /** @type {(readonly [string, number])[]} */
  const rows = [
    ['rounds', all.length],
    ...moments.map(([moment, words]) => {
      const count = all.filter((round) => round.moment === moment).length
      return /** @type {const} */ ([`  killed ${words}`, count])
    }),
    ['events acknowledged', sum(all.map(({ acknowledged }) => acknowledged))],
    ['appends cut before they were acknowledged', sum(all.map(({ cut }) => cut))],
    ['  of them stored, whole', sum(all.map(({ kept }) => kept))],
    ['acknowledged events lost', sum(found('lost').map(({ events = 0 }) => events))],
    ['appends stored in part', found('partial').length],
    ['gaps', found('gap').length],
    ['stored twice after a retry', found('twice').length],
    ['states that differ', found('state').length],
    ['breaks of the hash chain', found('chain').length],
    ['ledgers that could not be opened or read', found('unreadable').length],
    ['other surprises', found('foreign').length + found('surprise').length],
  ]
  const width = Math.max(...rows.map(([words]) => words.length))
  for (const [words, count] of rows) process.stdout.write(`${words.padEnd(width)}  ${count}\n`)
  process.stdout.write(`seed ${seed}\n`)
}

/** @param {readonly number[]} numbers */
function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0)
}
