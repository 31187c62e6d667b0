/**
 * Kills writers with SIGKILL at random moments and holds their ledgers to what was acknowledged.
 *
 *     node test/crash/run.mjs [--rounds 1000] [--seed N] [--fault early|split]
 *
 * Prints a table of what was seen; progress goes to standard error. Exit 1 when an acknowledged event is lost, an
 * append is there in part, or anything else is not as it must be. The seed repeats the plan of a run (who writes what,
 * when it is killed), not the microsecond. `--fault` takes a store that is wrong on purpose. Needs a build.
 */

import { parseArgs } from 'node:util'
import { problemKinds } from './check-ledger.mjs'
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
const problems = rounds.flatMap((round) => round.problems)
const moments = ['starting', 'creating', 'reopening', 'append', 'checkpoint', 'between', 'closing', 'closed']
const sum = (/** @type {(round: Round) => number} */ figure) =>
  rounds.reduce((total, round) => total + figure(round), 0)
const rows = [
  ['rounds', rounds.length],
  ...moments.map((moment) => [`  killed at: ${moment}`, sum((round) => Number(round.moment === moment))]),
  ['events acknowledged', sum(({ acknowledged }) => acknowledged)],
  ['appends cut before they were acknowledged', sum(({ cut }) => cut)],
  ['  of them stored, whole', sum(({ kept }) => kept)],
  ...Object.entries(problemKinds).map(([kind, words]) => [
    words,
    problems.filter((each) => each.kind === kind).length,
  ]),
]
for (const [words, count] of rows) process.stdout.write(`${String(words).padEnd(44)}  ${count}\n`)
process.stdout.write(`seed ${seed}\n`)
process.exitCode = problems.length > 0 ? 1 : 0
