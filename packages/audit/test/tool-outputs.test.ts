import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { describeCall } from '../src/facts/calls/describe.js'
import { outcomeOf } from '../src/facts/outcomes/outcome.js'

const folder = path.join(import.meta.dirname, 'tool-outputs')

interface Case {
  readonly name: string
  readonly command: string
  readonly exit: number
  readonly expected: string
  readonly output: string
}

const cases = readdirSync(folder)
  .filter((name) => !name.endsWith('.md'))
  .flatMap((family) => readdirSync(path.join(folder, family)).map((file) => caseOf(family, file)))

function caseOf(family: string, file: string): Case {
  const text = readFileSync(path.join(folder, family, file), 'utf8')
  const end = text.indexOf('\n---\n')
  const field = (name: string): string => {
    const line = text.split('\n').find((one) => one.startsWith(`${name}: `))
    if (line === undefined) throw new Error(`${family}/${file} has no ${name}`)
    return line.slice(name.length + 2)
  }
  return {
    name: `${family}/${file.replace('.txt', '')}`,
    command: field('command'),
    exit: Number(field('exit')),
    expected: field('expected'),
    output: text.slice(end + 5),
  }
}

describe('output of tools', () => {
  it.each(cases)('$name, recorded with its exit status', ({ command, exit, output, expected }) => {
    const recorded = exit === 0 ? output : `Exit code ${exit}\n${output}`
    const { status } = outcomeOf(describeCall('Bash', { command }), { ok: exit === 0, output: recorded })
    expect(status).toBe(expected)
  })

  const told = cases.filter(({ expected }) => expected !== 'end-unseen')
  it.each(told)('$name, its exit status dropped', ({ command, output, expected }) => {
    const { status } = outcomeOf(describeCall('Bash', { command: `${command} | cat` }), { ok: true, output })
    // What prints nothing that says so is masked, and never the contrary.
    expect([expected, 'masked']).toContain(status)
  })
})
