import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ToolReport } from '../src/facts/calls/call.js'
import { describeCall } from '../src/facts/calls/describe.js'
import { outcomeOf } from '../src/facts/outcomes/outcome.js'
import { readReport } from '../src/facts/outcomes/report.js'

const folder = path.join(import.meta.dirname, 'tool-outputs')

interface Case {
  readonly name: string
  readonly family: string
  readonly command: string
  readonly exit: number
  readonly expected: string
  readonly output: string
  /** True where nothing in the output is of this tool alone. */
  readonly plain: boolean
}

const cases = readdirSync(folder)
  .filter((name) => !name.endsWith('.md'))
  .flatMap((family) => readdirSync(path.join(folder, family)).map((file) => caseOf(family, file)))

function caseOf(family: string, file: string): Case {
  const text = readFileSync(path.join(folder, family, file), 'utf8')
  const end = text.indexOf('\n---\n')
  const fields = new Map(
    text
      .slice(0, end)
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf(': ')), line.slice(line.indexOf(': ') + 2)]),
  )
  for (const field of ['tool', 'command', 'exit', 'source', 'expected'])
    expect(fields.has(field), file).toBe(true)
  return {
    name: `${family}/${file.replace('.txt', '')}`,
    family,
    command: fields.get('command') ?? '',
    exit: Number(fields.get('exit')),
    expected: fields.get('expected') ?? '',
    output: text.slice(end + 5),
    plain: fields.has('behind a script'),
  }
}

/** The report in the words of the header, with those counts that the header names. */
function shown(report: ToolReport | null, expected: string): string {
  if (report === null) return 'none'
  const counts = ['passed', 'failed', 'skipped', 'errors', 'warnings'] as const
  const named = counts.filter((count) => expected.includes(` ${count}=`))
  return [report.result, ...named.map((count) => `${count}=${report[count]}`)].join(' ')
}

function reportOf(command: string, { output, exit }: Case): ToolReport | null {
  const call = describeCall('Bash', { command })
  return readReport(call, output, output.split('\n'), exit === 0 && !call.statusHidden)
}

describe('output of tools', () => {
  it.each(cases)('$name is read where the command names the tool', (one) => {
    expect(shown(reportOf(one.command, one), one.expected)).toBe(one.expected)
  })

  const told = cases.filter(({ expected, plain }) => expected !== 'none' && !plain)
  it.each(told)('$name is read behind a script', (one) => {
    expect(shown(reportOf('./scripts/ci.sh', one), one.expected)).toBe(one.expected)
  })

  it.each(cases)('$name, recorded with its exit status, is judged like it', (one) => {
    const { command, exit, output, expected } = one
    const call = describeCall('Bash', { command })
    const { status } = outcomeOf(call, {
      ok: exit === 0,
      output: exit === 0 ? output : `Exit code ${exit}\n${output}`,
    })
    const [result = ''] = expected.split(' ')
    const wanted: readonly string[] =
      result === 'passed'
        ? ['passed']
        : result === 'none'
          ? [exit === 0 ? 'passed' : 'failed', 'ran-nothing']
          : [result === 'partial' ? 'in-part' : result === 'unfinished' ? 'end-unseen' : result]
    expect(wanted).toContain(status)
  })
})
