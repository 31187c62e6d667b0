/** What is done in a fast way gives what the plain way gives: words of plain texts, lines that were described before. */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../../../test/random.js'
import { addWords, wordsOf } from '../src/evidence/items/words.js'
import { describeShell } from '../src/evidence/shell/description.js'
import { OwnChecks } from '../src/evidence/shell/own-checks.js'
import { noScripts, ProjectScripts } from '../src/evidence/shell/project-scripts.js'

describe('words', () => {
  const piece = fc.constantFrom(
    ...[
      'parseHTTPBody2',
      'tests',
      'a1b2',
      'ABC',
      'Abc',
      'abc',
      '42',
      'x',
      ' ',
      '-',
      '_',
      '.',
      '\n',
      'running',
    ],
  )
  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.array(piece).map((parts) => parts.join('')),
  )

  test('of a plain text are those that it has beside one that is not plain', () => {
    fc.assert(
      fc.property(text, (given) => {
        // A letter of no case, after a full stop: it has no words, and what stands before it is read by Unicode's tables.
        expect([...wordsOf(`${given}.\u05d0`)]).toEqual([...wordsOf(given)])
      }),
      { numRuns: runs(500) },
    )
  })

  test('are as many as are wanted, of as much as is to be read', () => {
    const words = new Set<string>()
    addWords(words, 'first second third', 12, 10)
    addWords(words, 'alpha beta gamma', 100, 4)
    expect([...words]).toMatchInlineSnapshot(`
      [
        "second",
        "alpha",
        "beta",
        "gamma",
      ]
    `)
  })
})

describe('a line that was described before', () => {
  const line = fc.constantFrom(
    ...[
      'npm test',
      'npm run check && npm run lint',
      'yarn build',
      'PATH=./bin:$PATH tool',
      'sh ./run.sh',
      'ls',
    ],
  )
  const shown = fc.array(
    fc.tuple(
      fc.constantFrom('test', 'check', 'lint', 'build'),
      fc.constantFrom('vitest run', 'npm run lint', 'tsc'),
    ),
    { maxLength: 4 },
  )

  test('is described as if it were new, whatever was shown of the scripts since', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(line, shown, fc.boolean())), (lines) => {
        for (const [source, known, isProgram] of lines) {
          const scripts = new ProjectScripts()
          for (const [name, run] of known) scripts.learnRun({ runner: 'npm', name }, run)
          if (isProgram) scripts.learnProgram('./bin/tool')
          // Own checks of its own: nothing that was remembered is for them.
          const fresh = describeShell(source, new OwnChecks(), scripts)
          expect(describeShell(source, undefined, scripts)).toEqual(fresh)
          expect(describeShell(source, undefined, noScripts)).toEqual(describeShell(source, new OwnChecks()))
        }
      }),
      { numRuns: runs(200) },
    )
  })
})
