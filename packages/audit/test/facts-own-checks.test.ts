import { HostError } from '@todo-ledger/core'
import { describe, expect, it } from 'vitest'
import { describeCall } from '../src/facts/calls/describe.js'
import { OwnChecks } from '../src/facts/shell/own-checks.js'

const own = new OwnChecks([
  { command: 'make abnahme', kind: 'test' },
  { command: './scripts/accept.sh', kind: 'browser' },
  { command: 'npx shopcheck --strict', kind: 'lint' },
  { command: 'ship', kind: 'deploy' },
  { command: 'pytest', kind: 'build' },
])

function sketch(command: string): string {
  const { effect, verify, checks, filter, statusHidden } = describeCall('Bash', { command }, { own })
  const marks = [verify ? 'verify' : '', filter?.kind ?? '', statusHidden ? 'hidden' : ''].filter(
    (mark) => mark !== '',
  )
  return [effect, checks.join('+'), ...marks].join(' ')
}

describe('own check commands', () => {
  it.each([
    ['make abnahme', 'execute test verify'],
    ['make -j4 abnahme', 'execute test verify'],
    ['make -C shop abnahme SHOP=1', 'execute test verify'],
    ['cd shop && make abnahme', 'execute test verify'],
    ['docker compose exec shop make abnahme', 'execute test verify'],
    ['bash -c "make abnahme"', 'execute test verify'],
    ['timeout 60 make abnahme 2>&1', 'execute test verify'],
    ['make abnahme | grep -v warn', 'execute test verify lines hidden'],
    ['make abnahme || true', 'execute test verify status hidden'],
    ['scripts/accept.sh', 'execute browser verify'],
    ['./scripts/accept.sh --all', 'execute browser verify'],
    ['/home/u/shop/scripts/accept.sh', 'execute browser verify'],
    ['bash ./scripts/accept.sh', 'execute browser verify'],
    ['npx shopcheck --strict src', 'execute lint verify'],
    ['pnpm exec shopcheck --strict', 'execute lint verify'],
    ['ship production', 'execute deploy'],
    // They win over what is known.
    ['pytest tests', 'execute build verify'],
    // And are no others.
    ['make other', 'execute '],
    ['make other abnahme', 'execute '],
    ['echo make abnahme', 'read '],
    ['npx shopcheck', 'execute '],
    ['cat scripts/accept.sh', 'read '],
    ['npm test', 'execute test verify'],
  ])('%s', (command, expected) => {
    expect(sketch(command)).toBe(expected)
  })

  it.each([
    '',
    '   ',
    '# nothing',
    'cd app && make abnahme',
    'make abnahme | tee log',
    '(make abnahme)',
    'bash -c "make abnahme"',
    'A=1',
  ])('refuses %j, which is no simple command', (command) => {
    expect(() => new OwnChecks([{ command, kind: 'test' }])).toThrow(HostError)
  })
})
